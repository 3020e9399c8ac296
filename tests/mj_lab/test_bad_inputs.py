"""What people mistype: one line on standard error, exit code 2, and no work begun."""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.command import refused

HAND = ["W123", "B4567", "T88", "F11", "J23"]
DUEL = ["duel", "greedy", "random"]
CONVERT = ["records", "convert", "seat.json", "--to"]
FETCH = ["records", "fetch", "61602cb45ddc087351c04358"]
FOUR = ["greedy", "random", "random", "random"]
LOG = str(Path(__file__).parents[1] / "data" / "botzone_log.json")

# The words of the command, and what is said. Names of files are those that `files` makes.
BAD_INPUTS: list[tuple[list[str], str]] = [
    (["nonsense"], "no command nonsense (mj --help says more)"),
    (["convert", "game.json"], "no command convert; there is mj records convert (mj --help"),
    (["--nonsense"], "--nonsense"),
    # Hands.
    (["analyze"], "argument HAND is missing (mj analyze --help says more)"),
    (["analyze", "W123"], "hand: column 5: expected 13 tiles"),
    (["analyze", "W11111"], "hand: column 6: expected at most 4 of a tile"),
    (["analyze", *HAND, "--seen", "F5"], "--seen: column 2: expected a number 1-4 after F"),
    (["analyze", *HAND, "--seat", "X"], "expected E, S, W, N or 0-3"),
    (["analyze", *HAND, "--wind", "5"], "expected E, S, W, N or 0-3"),
    (["analyze", *HAND, "--turn", "99"], "turn: expected 1-21"),
    (["analyze", *HAND, "--tactic", "nobody"], "no tactic 'nobody'"),
    (["analyze", *HAND, "--notation", "roman"], "'roman' is not one of"),
    (["fan", *HAND], "a complete hand has 14 tiles beside its melds, not 13"),
    (["fan", *HAND, "J3"], "this is no complete hand"),
    (["fan", "W111222333", "W99", "B123", "--tile", "T1"], "T1 is not among the concealed tiles"),
    (["fan", "W111222333", "W99", "B123", "--tile", "B12"], "--tile: expected one tile, found 2"),
    (["fan", "W111222333", "W99", "B123", "--won", "robbing,self-drawn"], "not self-drawn"),
    (["records", "notation", "W123", "Q"], "hand: column 6: expected a letter of tiles"),
    # Games.
    (["play", "greedy"], "four players are needed, not 1"),
    (["play", "nobody", *FOUR[1:]], "no tactic 'nobody'"),
    (["play", *FOUR, "--walls", "nowhere"], "nowhere: No such file"),
    (["play", *FOUR, "--walls", "3"], "--walls: a file"),
    (["play", *FOUR, "--watch", "--hands", "4"], "--watch shows one hand"),
    (["play", *FOUR, "-o", "nowhere/m.json"], "no such folder: nowhere"),
    (["play", *FOUR, "-o", "folder"], "folder is a folder"),
    (["play", "keep:/no/such/bot", *FOUR[1:]], "/no/such/bot"),
    (["play", "odds@defence=nan", *FOUR[1:]], "an option is KEY=NUMBER"),
    (["duel", "odds@defence=1e999", "greedy"], "an option is KEY=NUMBER"),
    (["play", "--watch", "greedy"], "four players are needed, not 1"),
    (["play", "--watch", *FOUR, "--walls", "junk.txt"], "line 1: no such tile"),
    (["play", *FOUR, "--walls", "seat.json"], "line 1: no walltiles in it"),
    (["play", *FOUR, "--wind", "4"], "--wind"),
    (["play", *FOUR, "--hands", "3"], "1, 4 or 16 hands, not 3"),
    (["play", *FOUR, "--hands", "4", "--wind", "1"], "--wind is for one hand"),
    (["play", *FOUR, "--hands", "4", "-o", "match.json"], "write a match as .jsonl"),
    (["play", "human"], "four players are needed, not 1"),
    (["play", "human", "human", "odds", "odds"], "one person"),
    (["play", "human", "odds", "keep:/none.pyz", "odds"], "no such program: /none.pyz"),
    (["play", "human", "odds", "sh:sh", "odds"], "no such kind"),
    (["web", "--bot", "keep:/none.pyz"], "/none.pyz"),
    (["web", "--bot", "odds"], "expected cmd:COMMAND or keep:COMMAND"),
    ([*DUEL, "--walls", "0"], "--walls"),
    ([*DUEL, "--engine", "abacus"], "abacus"),
    ([*DUEL, "-o", "nowhere/page.html"], "no such folder: nowhere"),
    ([*DUEL, "-o", "seat.json"], "seat.json exists already"),
    ([*DUEL, "-o", "figures.txt"], "-o figures.txt: .json for figures"),
    ([*DUEL, "-o", "a.json", "-o", "b.json"], "-o b.json: a.json was named before"),
    ([*DUEL, "--mode", "5v5"], "5v5"),
    (["league", "greedy", "random", "random"], "a league needs four players, not 3"),
    (["arena", "compare", "nowhere", "nowhere"], "nowhere"),
    # Records.
    (["check", "verify"], "argument files is missing (mj check verify --help says more)"),
    (["check", "verify", "nowhere"], "nowhere: no such file"),
    (["check", "verify", "empty.jsonl"], "empty.jsonl: nothing in it"),
    (["check", "verify", "junk.txt"], "junk.txt: line 1: no JSON"),
    (["check", "verify", "half.jsonl.gz"], "half.jsonl.gz: "),
    (["check", "verify", "broken.zip"], "broken.zip: "),
    (["check", "verify", "course.txt"], "course.txt: line 3: no such tile: X1"),
    (["check", "verify", "seat.json"], "seat.json: what one seat saw"),
    (["check", "legal", "seat.json"], "seat.json: what one seat saw"),
    (["replay", "nowhere"], "nowhere: no such file"),
    (["replay", "seat.json", "--seat", "3"], "only seat 0 is on record, not seat 3"),
    (["replay", "seat.json", "--game", "7"], "no match '7' among its 1"),
    (["replay", "seat.json", "-o", "nowhere/page.html"], "no such folder: nowhere"),
    (["explain", "seat.json", "--at", "99"], "turns are 0-1"),
    (["explain", LOG], "name --seat and --at"),
    (["explain", LOG, "--seat", "0", "--at", "0"], "nothing to decide at step 0"),
    (["explain", LOG, "--seat", "7", "--at", "0"], "expected E, S, W, N or 0-3"),
    (["explain", LOG, "--seat", "0"], "--seat goes with --at"),
    (["explain", LOG, "--at", "2"], "name --seat and --at"),
    (["check", "legal", "nowhere"], "nowhere: no such file"),
    (["explain", "number.json"], "number.json: expected a match, found int"),
    (["review", "nowhere"], "nowhere: no such file"),
    (["review", "seat.json", "--by", "moon"], "--by: expected"),
    (["check", "agree", "seat.json", "--tactic", "nobody"], "no tactic 'nobody'"),
    (["records", "convert", "seat.json", "-o", "out.jsonl"], "option --to is missing"),
    ([*CONVERT, "morse", "-o", "out"], "'morse' is not one of"),
    ([*CONVERT, "lines"], "option -o"),
    (["records", "convert", "nowhere", "--to", "lines", "-o", "out"], "nowhere: no such file"),
    (["records", "convert", "folder", "--to", "lines", "-o", "out"], "folder: no records in it"),
    ([*CONVERT, "lines", "-o", "seat.json"], "that is also an input"),
    ([*CONVERT, "lines", "-o", "nowhere/out"], "no such folder: nowhere"),
    ([*CONVERT, "lines", "-o", "folder"], "is a folder"),
    ([*CONVERT, "human", "-o", "hands.txt"], "name a folder or a .zip"),
    ([*CONVERT, "lines", "-o", "out", "--seat", "1"], "--seat goes with"),
    ([*CONVERT, "seat", "-o", "out", "--seat", "9"], "--seat"),
    # Training.
    (["quiz", "--theme", "moon"], "--theme: expected early, planning, waits"),
    (["quiz", "--count", "101"], "--count: expected 1-100, found 101"),
    (["quiz", "--store", "junk.txt"], "junk.txt: not a file of quiz progress"),
    (["quiz", "score"], "no progress yet: mj quiz"),
    (["quiz", "replay", "nothing"], "no such question"),
    (["quiz", "make"], "give records to read, or --games to play, one of both"),
    (["quiz", "make", "nowhere"], "nowhere: no such file"),
    (["quiz", "make", "seat.json", "--out", "folder"], "folder is a folder"),
    (["quiz", "make", "seat.json", "--tactic", "nobody"], "no tactic 'nobody'"),
    # The rest.
    (["learn", "data", "make", "-o", "set"], "give records to read, or --self-play"),
    (["learn", "data", "make", "nowhere", "-o", "set"], "nowhere: no such file"),
    (["learn", "data", "info", "nowhere"], "nowhere: no data set"),
    (["learn", "fit", "deal-in", "nowhere"], "nowhere"),
    (["arena", "tune", "odds", "defence"], "option --param is missing"),
    (["web", "--port", "99999"], "--port"),
    (["records", "index"], "FOLDER|FILE is missing"),
    (["records", "index", "nowhere"], "nowhere: no such file"),
    (["records", "index", "folder"], "folder: no records in it"),
    (["records", "index", "seat.json", "--store", "junk.txt"], "junk.txt: not an index"),
    (["review", "other.db"], "other.db: not an index but a database of something else"),
    (["records", "fetch"], "argument MATCH_ID|URL is missing"),
    (["records", "fetch", "12345"], "expected a match's id"),
    (
        ["records", "fetch", "https://www.botzone.org.cn/match/12345"],
        "an argument contains an address",
    ),
    ([*FETCH, "--site", "a b"], "--site: expected a host"),
    ([*FETCH, "-o", "nowhere/m.json"], "no such folder: nowhere"),
    ([*FETCH, "-o", "seat.json"], "seat.json exists already"),
    (["web", "--service", "--port", "x"], "--port"),
    (["web", "--service", "--host", "no such host"], "mj: "),
    (["live", "play"], "no LocalAI address: set MJ_BOTZONE_URL"),
    (["live", "play", "--start-match", "a,b"], "three bot ids"),
    (["live", "play", "--start-match", "a,b,c", "--initdata", "@none"], "No such file"),
    (["live", "play", "--initdata", "{}"], "goes with --start-match"),
    (["arena", "strength", "nowhere"], "nowhere"),
    (["arena", "strength", "junk.txt"], "junk.txt: not a stored run"),
    (["arena", "strength", "other.db"], "other.db: not a stored run but a database of"),
    ([*DUEL, "--store", "other.db"], "other.db: not a stored run but a database of"),
    (["web", "--matches", "nowhere"], "--matches: no such folder: nowhere"),
    (["learn", "data", "make"], "option -o is missing"),
    (["check"], "which of its commands? (mj check --help says more)"),
    (["check", "fuzz", "--count", "-1"], "'--count': expected 1 or more (mj check fuzz --help"),
    (["check", "faultless", "greedy"], "four players"),
    (["check", "shanten", "--count", "none"], "'--count': expected a whole number"),
    (["check", "reference", "nowhere"], "nowhere: no such file"),
    (
        ["check", "verify", "seat.json", "--frob"],
        "no option --frob; did you mean --jobs? (mj check verify --help says more)",
    ),
    (["check", "verify", "-"], "standard input"),
    (["play", *FOUR, "--hands", "x"], "'--hands': expected a whole number (mj play --help"),
    (["play", "odds@max_targets=-5", *FOUR[1:]], "max_targets"),
    (["play", *FOUR, "-o", "seat.json"], "seat.json exists already"),
    (["check", "calibrate", "nowhere"], "nowhere: no such file"),
    (["arena", "score", "nowhere.db"], "nowhere.db"),
    (["learn", "run", "nowhere"], "nowhere: no such recipe; there are design_cnn, double_dqn,"),
    (["learn", "run", "imitate"], "option -o is missing: where to write"),
    (["learn", "run", "imitate", "-o", "new"], "no data set: --set play.data=FOLDER"),
    (["learn", "run", "imitate", "-o", "new", "--engine", "abacus"], "--engine is fast or"),
    (["learn", "recipes", "nowhere"], "nowhere: no such recipe"),
    (["learn", "export", "nowhere", "-o", "out.mjw"], "nowhere"),
]

SEAT = {"requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"], "responses": []}


def files(folder: Path) -> None:
    """The files that the inputs name."""
    (folder / "folder").mkdir()
    (folder / "empty.jsonl").touch()
    (folder / "junk.txt").write_text("what is this?\n")
    with closing(sqlite3.connect(folder / "other.db")) as other:
        other.execute("CREATE TABLE games (id INTEGER)")
        other.commit()
    (folder / "half.jsonl.gz").write_bytes(gzip.compress(b'{"requests": []}' * 9)[:-9])
    (folder / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    (folder / "seat.json").write_text(json.dumps(SEAT))
    (folder / "number.json").write_text("3")
    (folder / "course.txt").write_text("Match 1\nWind 0\nPlayer 0 Deal X1\n")


def test_there_are_sixty() -> None:
    assert len(BAD_INPUTS) >= 60
    assert len({tuple(words) for words, _ in BAD_INPUTS}) == len(BAD_INPUTS)


@pytest.mark.parametrize(
    ("words", "told"), BAD_INPUTS, ids=[" ".join(words)[:60] for words, _ in BAD_INPUTS]
)
def test_bad_input_ends_in_one_line_before_any_work(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    monkeypatch.delenv("MJ_BOTZONE_URL", raising=False)
    line = refused(*words, folder=tmp_path)
    assert line.startswith("mj: ") and told in line
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
