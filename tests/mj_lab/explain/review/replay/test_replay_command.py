"""The page of a match and the command that writes it: its size, its seat, what is wrong with it."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from mj_bot import tactics
from mj_bot.tactics import DEFAULT
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import write_matches
from mj_lab.explain.review.replay.again import again_command, again_link
from mj_lab.explain.review.replay.choose import chosen_game
from mj_lab.explain.review.replay.cli import register
from mj_lab.explain.review.replay.match_page import default_seat, replay_page
from tests.mj_lab.conftest import Open, thorough
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.recorded import Recorded

DATA = Path(__file__).resolve().parents[4] / "data"

app = typer.Typer()
register(app)


@app.command()
def other() -> None:
    """A second command, so that `replay` keeps its name."""


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["replay", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0
    return done.output


def written(folder: Path, source: Path, *words: str) -> Any:
    """The data of the page that the command writes, which it says."""
    html = folder / "out.html"
    assert str(html) in run(str(source), "-o", str(html), *words)
    return data_of_page(html.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "seat", "tactic"),
    [([], 1, None), (["--seat", "3", "--tactic", "greedy"], 3, "greedy")],
)
def test_a_page_is_written(tmp_path: Path, words: list[str], seat: int, tactic: str | None) -> None:
    data = written(tmp_path, DATA / "flowers_and_kongs.jsonl", *words)
    assert data["match"]["id"] == "flowers-and-kongs"
    assert data["seat"] == seat == (3 if words else data["match"]["result"]["player"])
    assert data["decisions"]
    if tactic:
        assert data["tactic"] == tactic


def test_without_a_tactic(tmp_path: Path) -> None:
    data = written(tmp_path, DATA / "botzone_log.json", "--tactic", "none")
    assert data["decisions"] == []
    assert data["seat"] is None


def test_one_of_several_is_chosen(tmp_path: Path) -> None:
    words = ("--tactic", "none", "--force", "--game")
    games = [written(tmp_path, DATA / "matches.jsonl.gz", *words, number) for number in "123"]
    assert len({data["match"]["id"] for data in games}) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["absent.json"], "absent.json: no such file"),
        ([str(DATA / "README.md")], "no JSON"),
        ([str(DATA / "matches.jsonl.gz"), "--game", "9"], "no match '9' among its 3"),
        ([str(DATA / "matches.jsonl.gz"), "--tactic", "nobody"], "no tactic 'nobody'"),
    ],
)
def test_what_is_wrong(tmp_path: Path, words: list[str], told: str) -> None:
    html = tmp_path / "out.html"
    with pytest.raises(ValueError) as raised:
        run(*words, "-o", str(html))
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not html.exists()


def test_the_command_stands_at_decisions_and_names_their_turn(
    tmp_path: Path, open_page: Open
) -> None:
    games = list(judged_games(2))
    source, out = tmp_path / "my games.jsonl", tmp_path / "out.html"
    write_matches(source, games)
    written(tmp_path, source, "--game", "2", "--seat", "W", "--tactic", "greedy")
    turns = [decision.turn for decision in decisions_of_seat(games[1], 2)]
    page = open_page(out.as_uri())
    free = next(turn for turn in range(2, turns[-1]) if turn not in turns)
    for turn in (turns[0], free):
        page.goto("about:blank")
        page.goto(f"{out.as_uri()}#{turn - 1}")
        page.wait_for_selector("#decision h2")
        found = page.locator("#try-again code").all_inner_texts()
        expected = again_command(source.name, 2, turn, game="2")
        assert found == ([expected] if turn in turns else [])
        assert page.locator("#try-again a").count() == 0
    words = shlex.split(again_command(str(source), 2, turns[0], game="2"))
    assert words[:6] == ["mj", "play", DEFAULT, DEFAULT, "human", DEFAULT]
    assert words[6:] == ["--record", str(source), "--game", "2", "--at", str(turns[0])]


def test_what_one_seat_saw_is_not_played_on(tmp_path: Path) -> None:
    (match,) = judged_games(1)
    source = tmp_path / "seat.json"
    source.write_text(json.dumps(to_input(seat_of(match, 1))))
    data = written(tmp_path, source, "--tactic", "greedy")
    assert data["decisions"] and "again" not in data


def test_links_name_what_is_asked_for() -> None:
    assert again_link("/uploads/a-b_c/3", 0, 5, "greedy", "x&y").split("?")[1].split("&") == [
        "record=%2Fuploads%2Fa-b_c%2F3",
        "game=x%26y",
        "tactic=greedy",
        "seat=0",
        "turn=5",
    ]


# One draw ahead it says of every action what it usually says, in a quarter of the time.
SLOW = {"expectimax": "expectimax@seconds=0,depth=1"}


@pytest.fixture(scope="module")
def longest(recorded: Recorded) -> Match:
    """The longest of the recorded matches."""
    records = recorded("botzone_matches")
    return Match.model_validate(max(records, key=lambda record: len(record["requests"])))


# The default tactic has the most to say, and most of it for the last seat.
PAGES = [
    *((name, 0) for name in tactics.names() if name not in (*SLOW, tactics.DEFAULT)),
    (tactics.DEFAULT, 3),
    *(thorough(tactics.DEFAULT, seat) for seat in range(3)),
    *(thorough(spec, 0) for spec in SLOW.values()),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("tactic", "seat"), PAGES)
def test_a_long_match_with_its_reasons_is_under_two_megabytes(
    longest: Match, tactic: str, seat: int
) -> None:
    made = replay_page(longest, seat, tactics.load(tactic, seed=0), tactic)
    assert len(made.encode()) < 2_000_000


def test_one_of_many(recorded: Recorded, data_folder: Path) -> None:
    path = data_folder / "botzone_matches.jsonl.gz"
    records = recorded("botzone_matches")
    assert chosen_game(path, "3").id == records[2]["id"]
    assert chosen_game(path, records[30]["id"]).id == records[30]["id"]
    for wanted in ("0", str(len(records) + 1), "nobody", "-1", ""):
        with pytest.raises(ValueError, match=f"among its {len(records)}"):
            chosen_game(path, wanted)


def test_a_persons_seat_comes_before_the_winners(recorded: Recorded) -> None:
    match = next(
        match
        for record in recorded("botzone_matches")
        if (match := Match.model_validate(record)).result.player == 2
    )

    def shown(*players: str, people: tuple[int, ...] = ()) -> int:
        return default_seat(match.model_copy(update={"players": players}), people)

    assert shown() == shown("a", "b", "c", "d") == 2
    assert shown("a", "human", "b", "c") == 1
    assert shown("human", "a", "b", "human") == 0
    assert shown("human", "a", "human", "b") == 2, "the person who won"
    assert shown("Mei", "odds", "odds", "odds", people=(0,)) == 0
    assert shown("human", "Mei", "odds", "odds", people=(1,)) == 1, "a bot may be called that"
    assert shown("odds", "Mei", "odds", "Bo", people=(1, 3)) == 1
    assert default_seat(seat_of(match, 3), (1,)) == 3
