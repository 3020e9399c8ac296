"""What people mistype where the bot learns past its search: one line, exit code 2, no work."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_bot.nets.weights_file import pack_weights
from mj_lab.core.run_folder import SETTINGS
from mj_lab.learn.advantages.collecting import CollectPlan
from mj_lab.learn.advantages.collecting import collect as collect_in
from tests.command import mj
from tests.mj_bot.learned.models import made_up

COLLECT = ["advantages", "collect"]
# As `tried` was collected.
TRIED = [*COLLECT, "tried", "--set", "games_a_file=2", "--set", "decisions=4", "--set", "draws=1"]
FIT = ["advantages", "fit"]
FITTED = [*FIT, "tried", "-o", "new"]
GATE = ["gate", "greedy", "random"]
LEARNED = "learned@weights="
OLDER = "the weights were trained on candidate of version 0, this bot has version 2"

# The words after `mj learn`, and what is said. Names of files are those that `files` makes.
BAD_INPUTS: list[tuple[list[str], str]] = [
    # Decisions tried.
    (COLLECT, "argument folder is missing"),
    ([*COLLECT, "junk.txt"], "junk.txt is a file, not a folder"),
    ([*COLLECT, "junk.txt/inside"], "junk.txt is a file, not a folder"),
    ([*COLLECT, "notes"], "notes: has files in it, and none is a collection's"),
    ([*TRIED, "--seed", "other"], "tried has another collection: its seed is '0', not 'other'"),
    ([*TRIED, "--set", "gap=3"], "tried has another collection: its options"),
    ([*TRIED, "--others", "greedy"], "its others is None, not 'greedy'"),
    (
        [*TRIED, "--set", "games_a_file=7"],
        "tried has another collection: its games_a_file is 2, not 7",
    ),
    ([*TRIED, "--tactic", f"{LEARNED}model.mjw"], "its player is 'odds', not 'learned@"),
    (["advantages", "collect", "damaged", *TRIED[3:]], "damaged/tried-00000.npz: not tried"),
    ([*COLLECT, "new", "--tactic", "nobody"], "no native tactic 'nobody'"),
    ([*COLLECT, "new", "--tactic", "rule_based"], "rule_based has no values of its actions"),
    ([*COLLECT, "new", "--tactic", "greedy"], "greedy has no values of its actions"),
    ([*COLLECT, "new", "--tactic", "odds@defence=much"], "defence"),
    ([*COLLECT, "new", "--tactic", f"{LEARNED}nowhere.mjw"], "nowhere.mjw: No such file"),
    ([*COLLECT, "new", "--tactic", f"{LEARNED}older.mjw"], OLDER),
    ([*COLLECT, "new", "--tactic", f"{LEARNED}cut.mjw"], "cut.mjw: cut short"),
    ([*COLLECT, "new", "--tactic", f"{LEARNED}model.mjw,margin=-1"], "are 0 or more"),
    ([*COLLECT, "new", "--set", "gap=-1"], "--set gap is a number, 0 or more, not -1"),
    (
        [*COLLECT, "new", "--set", "claim_gap=inf"],
        "--set claim_gap is a number, 0 or more, not inf",
    ),
    ([*COLLECT, "new", "--games", "0"], "--games"),
    ([*COLLECT, "new", "--set", "actions=1"], "--set actions is a whole number, 2 or more, not 1"),
    ([*COLLECT, "new", "--jobs", "0"], "--jobs"),
    # The fit.
    ([*FIT, "tried"], "option -o is missing"),
    ([*FIT, "nowhere", "-o", "new"], "nowhere: no collection there"),
    ([*FIT, "notes", "-o", "new"], "notes: no collection there"),
    ([*FIT, "junk.txt", "-o", "new"], "junk.txt: no collection there"),
    ([*FIT, "tried", "damaged", "-o", "new"], "damaged/tried-00000.npz: not tried decisions"),
    ([*FIT, "bare", "-o", "new"], "no decisions were tried"),
    ([*FIT, "strange", "-o", "new"], "strange/settings.json: no settings of a collection"),
    ([*FIT, "halved", "-o", "new"], "halved/settings.json: no settings of a collection"),
    ([*FIT, "tried", "older", "-o", "new"], "older: features of version 0, this bot has 2"),
    ([*FITTED, "--set", "folds=50"], "games are too few for 50 parts"),
    ([*FITTED, "--set", "folds=1"], "--set folds is a whole number, 2 or more, not 1"),
    ([*FITTED, "--set", "margin=-1"], "--set margin is a number, 0 or more, or none, not -1"),
    ([*FITTED, "--set", "hidden=-1"], "--set hidden is a whole number, 0 or more, not -1"),
    ([*FIT, "tried", "-o", "junk.txt"], "junk.txt is a file, not a folder"),
    # The gate.
    (["gate"], "argument candidate is missing"),
    (["gate", "nobody"], "no tactic 'nobody'"),
    (["gate", "odds", "nobody"], "no tactic 'nobody'"),
    (["gate", "odds", "learned", "--also", "mine=greedy"], "--also mine=greedy: it plays already"),
    ([*GATE, "--table", "nobody"], "no tactic 'nobody'"),
    ([*GATE, "--table", "odds+greedy"], "--table is one player or three"),
    (["gate", f"{LEARNED}older.mjw"], OLDER),
    ([*GATE, "--until", "1"], "LOW:HIGH are two numbers"),
    ([*GATE, "--until", "2:1"], "LOW must be below HIGH"),
    ([*GATE, "--walls", "1"], "--walls"),
    ([*GATE, "--engine", "abacus"], "no such engine: 'abacus'"),
    ([*GATE, "--ledger", "junk.txt"], "junk.txt is no ledger of mj learn gate"),
    ([*GATE, "--ledger", "notes"], "notes is a folder"),
    ([*GATE, "--store", "junk.txt"], "junk.txt is a file, not a folder"),
    # What was learned.
    (["changes"], "argument model is missing"),
    (["changes", "nowhere.mjw"], "nowhere.mjw: No such file"),
    (["changes", "older.mjw"], OLDER),
    (["changes", "cut.mjw"], "cut.mjw: cut short"),
    (
        ["changes", "model.mjw", "--set", "margin=-1"],
        "--set margin is a number, 0 or more, or none",
    ),
    (["changes", "model.mjw", "--games", "0"], "--games"),
    (["changes", "model.mjw", "-o", "junk.txt"], "junk.txt is a file, not a folder"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the inputs name."""
    folder = tmp_path_factory.mktemp("files")
    collect_in(folder / "tried", CollectPlan(games_a_file=2, options=_OPTIONS), 2, 1)
    settings = json.loads((folder / "tried" / SETTINGS).read_text())
    for name, change in (
        ("damaged", {}),
        ("bare", {}),
        ("older", {"features_version": 0}),
        ("halved", {"options": {"gap": 4}}),
    ):
        (folder / name).mkdir()
        _write(folder / name / SETTINGS, {**settings, **change})
    shard = (folder / "tried" / "tried-00000.npz").read_bytes()
    (folder / "damaged" / "tried-00000.npz").write_bytes(shard[: len(shard) // 2])
    for name, file, data in (
        ("notes", "mine.txt", b"mine"),
        ("strange", SETTINGS, b"[]"),
    ):
        (folder / name).mkdir()
        (folder / name / file).write_bytes(data)
    (folder / "junk.txt").write_text("what is this?\n")
    model = pack_weights(*made_up(1), "float32")
    older = made_up(1)
    older.header["features"][0]["version"] = 0
    for name, data in (
        ("model.mjw", model),
        ("cut.mjw", model[:-40]),
        ("older.mjw", pack_weights(*older, "float32")),
    ):
        (folder / name).write_bytes(data)
    return folder


_OPTIONS: dict[str, Any] = {"decisions": 4, "draws": 1, "claim_draws": 3, "gap": 4.0}


def _write(path: Path, record: Any) -> None:
    path.write_text(json.dumps(record))


@pytest.mark.parametrize(
    ("words", "told"), BAD_INPUTS, ids=[" ".join(words)[:60] for words, _ in BAD_INPUTS]
)
def test_bad_input_ends_in_one_line_before_any_work(
    words: list[str], told: str, files: Path
) -> None:
    before = {path: path.stat().st_mtime_ns for path in files.rglob("*")}
    said = mj("learn", *words, folder=files)
    assert said.returncode == 2, said
    # A fit says first what it is to learn from.
    *_, line = said.stderr.splitlines()
    assert len(said.stderr.splitlines()) == 1 or "folds=50" in words
    assert line.startswith("mj: ")
    assert told in line
    assert said.stdout == ""
    assert {path: path.stat().st_mtime_ns for path in files.rglob("*")} == before
