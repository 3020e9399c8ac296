"""From training to a file that plays: the example in PyTorch, and those with other libraries."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")

ROOT = Path(__file__).parents[3]


def done(folder: Path, *words: str) -> str:
    """What a command says on standard output; it has to end well."""
    ended = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def faults_of(folder: Path, player: str) -> str:
    """The row of faults in a duel of a wall with `random`."""
    words = ["-m", "mj_lab", "duel", player, "random", "--walls", "1", "--mode", "quick"]
    found = re.search(r"faults.*", done(folder, *words))
    assert found is not None
    return " ".join(re.findall(r"\w+", found[0]))


def uploaded(folder: Path, weights: str) -> None:
    """Weights become a file of their own, and it plays without a fault."""
    tactic = f"net@weights={weights}"
    said = done(folder, str(ROOT / "handin.py"), "--tactic", tactic, "-o", "own.pyz", "--quick")
    assert f"tactic {tactic}" in said
    assert int(said.split(" bytes")[0].split()[-1]) < 4_000_000
    assert faults_of(folder, "keep:own.pyz") == "faults 0 0"


@pytest.mark.slow
def test_ppo_trains_and_what_it_writes_is_uploaded(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="pip install -e '.[learn]'")
    short = ("--decisions", "5120", "--updates", "2", "--walls", "2")
    said = done(tmp_path, str(ROOT / "examples" / "ppo.py"), *short, "-o", "own.mjw")
    assert "points a game against random" in said
    uploaded(tmp_path, "own.mjw")


@pytest.mark.slow
def test_ppo_beats_random_clearly(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="pip install -e '.[learn]'")
    said = done(tmp_path, str(ROOT / "examples" / "ppo.py"), "-o", "own.mjw")
    points, error = re.findall(r"[-+]?\d+\.\d+", said)[:2]
    assert float(points) > 4 * float(error)


@pytest.mark.thorough
def test_maskable_ppo_writes_what_is_uploaded(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    example = str(ROOT / "examples" / "maskable_ppo.py")
    assert "512 steps" in done(tmp_path, example, "--steps", "512", "-o", "own.mjw")
    uploaded(tmp_path, "own.mjw")


@pytest.mark.thorough
def test_open_spiel_plays_the_game(tmp_path: Path) -> None:
    """Its own test of a game: legal actions, copies, returns; and two games by its bots."""
    pytest.importorskip("pyspiel", reason="pip install open_spiel")
    example = ROOT / "examples" / "open_spiel_mahjong.py"
    assert done(tmp_path, str(example), "--games", "2").count("game ") == 2
    code = (
        f"import sys; sys.path.insert(0, {str(example.parent)!r}); import pyspiel;"
        "from open_spiel_mahjong import MahjongGame;"
        "pyspiel.random_sim_test(MahjongGame(), num_sims=1, serialize=False, verbose=False)"
    )
    done(tmp_path, "-c", code)
