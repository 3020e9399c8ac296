"""The examples are tactics: copied beside the others they are found, and play faultlessly."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from tests.recorded import dealt

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "tactics").glob("*.py"))
NAMES = [path.stem for path in EXAMPLES]
FAULTLESS = ("HU", "HUANG")


@pytest.fixture(autouse=True)
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with copies of the examples, as if they lay beside the other tactics."""
    for path in EXAMPLES:
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    yield tmp_path
    for name in NAMES:
        sys.modules.pop(f"mj_bot.tactics.{name}", None)


def test_there_are_three_and_no_name_is_taken() -> None:
    assert len(EXAMPLES) == 3
    assert not set(NAMES) & {path.stem for path in (ROOT / "mj_bot" / "tactics").glob("*.py")}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_plays_without_a_fault(name: str) -> None:
    assert name in tactics.names()
    for wall in range(3):
        seated = [player_of(spec)(seat) for seat, spec in enumerate((name, "greedy", name, "v1_2"))]
        game = Game(wall_of_seed(wall), wall)
        play(game, seated)
        assert game.result is not None
        assert game.result.action in FAULTLESS, game.result


@pytest.mark.parametrize("name", NAMES)
def test_a_win_is_taken(name: str) -> None:
    won = dealt("W1 W2 W3 W4 W5 W6 W7 W8 B1 B2 B3 T5 T5", "2 W9")
    assert any(action.kind == HU for action in action_space(won))
    assert tactics.load(name)(won).kind == HU


def test_the_safest_of_the_discards_that_keep_the_shanten_goes() -> None:
    # Ready but for one; F1 and F2 are useless alike, and F2 lies on the table twice.
    discards = ["3 1 DRAW", "3 1 PLAY F2", "3 2 DRAW", "3 2 PLAY F2", "3 3 DRAW", "3 3 PLAY J1"]
    state = dealt(
        "W1 W2 W3 W4 W5 W6 B1 B2 B3 T5 T6 F1 F2", "2 T5", "3 0 PLAY T5", *discards, "2 J2"
    )
    tactic = tactics.load("safest_discard")
    assert str(tactic(state)) == "PLAY F2"
    assert tactic.debug.endswith("F2 is the safest")  # type: ignore[attr-defined]


def test_the_twist_is_the_bonus_and_nothing_else() -> None:
    # A pung of dragons on offer, the third of the hand.
    state = dealt("W2 W3 W4 B5 B6 B7 T5 T6 J1 J1 F1 F2 F2", "3 0 DRAW", "3 0 PLAY J1", seat=1)
    claims = {action.kind for action in action_space(state)}
    assert PENG in claims

    def values(name: str) -> dict[str, float]:
        told = tactics.load(name).explain(state)  # type: ignore[attr-defined]
        return {one["action"]: one["value"] for one in told}

    plain, twisted = values("odds"), values("stays_concealed@concealed_bonus=2.5")
    assert values("stays_concealed@concealed_bonus=0") == plain
    for action, value in plain.items():
        claimed = action.split()[0] in (CHI, PENG)
        assert twisted[action] == pytest.approx(value - 2.5 if claimed else value)
    assert str(tactics.load("stays_concealed@concealed_bonus=1000")(state)) == "PASS"


def test_the_examples_run_on_the_platforms_python() -> None:
    done = subprocess.run(
        [Path(sysconfig.get_path("scripts")) / "vermin", *EXAMPLES],
        cwd=ROOT,  # for vermin.conf
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
