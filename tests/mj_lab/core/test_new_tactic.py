"""`mj new-tactic` writes a tactic that plays, a test that passes, and commands that work."""

import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_bot.history import load_json
from mj_lab.core.game.players import tactic_of
from mj_lab.core.new_tactic import write_tactic
from tests.command import mj, refused
from tests.documents import ROOT

WON = {"requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 B1 B2 B3 T5 T5", "2 W9"]}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )


def test_what_it_says_is_what_works(tmp_path: Path) -> None:
    (tmp_path / "my tactics").mkdir()
    made = mj("new-tactic", "mine", "my tactics", folder=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    readme = (tmp_path / "my tactics" / "mine" / "README.md").read_text()
    assert readme.startswith("# mine\n")
    assert [line.strip() for line in readme.splitlines()[2:]] == made.stdout.splitlines()
    play, duel, test, build = map(shlex.split, made.stdout.splitlines())
    file = "my tactics/mine/mine.py"
    assert play == ["mj", "play", file, "greedy", "random", "random"]
    played = mj(*play[1:], folder=tmp_path)
    assert played.returncode == 0 and "faulted" not in played.stdout, played.stderr
    assert duel == ["mj", "duel", file, "greedy", "--walls", "20"]
    dueled = mj(*duel[1:-1], "1", "--mode", "quick", "--jobs", "2", folder=tmp_path)
    assert dueled.returncode == 0 and f"{file} - greedy" in dueled.stdout, dueled.stderr
    tested = run(tmp_path, *test[1:], "-p", "no:cacheprovider", "-q")
    assert tested.returncode == 0 and "2 passed" in tested.stdout, tested.stdout
    assert build == ["python", "handin.py", "--tactic", file]


@pytest.mark.parametrize(
    ("name", "made"),
    # The last two would be Python's None and the HU that their file imports.
    [("my_own_2", "MyOwn2"), ("Mine", "Mine"), ("none", "NoneTactic"), ("h_u", "HUTactic")],
)
def test_its_class_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, made: str
) -> None:
    monkeypatch.setattr(tactics, "__path__", list(tactics.__path__))
    write_tactic(name, tmp_path)
    tactic = tactic_of(str(tmp_path / name / f"{name}.py"))
    sys.modules.pop(f"mj_bot.tactics.{name}")
    assert type(tactic).__name__ == made
    assert f'"""Tactic `{name}`' in (tmp_path / name / f"{name}.py").read_text()
    assert str(tactic(load_json(WON))) == "HU"


@pytest.mark.thorough
def test_its_test_notices_a_tactic_that_breaks(tmp_path: Path) -> None:
    write_tactic("mine", tmp_path)
    file = tmp_path / "mine" / "mine.py"
    good = file.read_text()
    for spoilt in (
        good.replace("return best", "return None"),
        good.replace("min(actions", "max(actions"),
    ):
        assert spoilt != good
        file.write_text(spoilt)
        tested = run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "-q", "mine")
        assert tested.returncode == 1, tested.stdout


def test_the_tactic_runs_on_the_platforms_python(tmp_path: Path) -> None:
    write_tactic("mine", tmp_path)
    vermin = Path(sysconfig.get_path("scripts")) / "vermin"
    done = subprocess.run(
        [vermin, tmp_path / "mine" / "mine.py"],
        cwd=ROOT,  # for vermin.conf
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_folder_that_is_there_is_written_over_by_force_alone(tmp_path: Path) -> None:
    write_tactic("mine", tmp_path)
    file = tmp_path / "mine" / "mine.py"
    begun = file.read_text()
    file.write_text("my own work")
    (tmp_path / "mine" / "mine.npz").write_text("data")
    said = refused("new-tactic", "mine", folder=tmp_path)
    assert said == "mj: mine exists already; --force overwrites it\n"
    assert file.read_text() == "my own work"
    assert mj("new-tactic", "mine", "--force", folder=tmp_path).returncode == 0
    assert file.read_text() == begun and (tmp_path / "mine" / "mine.npz").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *(
            (name, "no name for a tactic")
            for name in ("", "1st", "my-own", "_mine", "test_x", "class", "碰")
        ),
        ("../mine", "no name for a tactic: '../mine'; expected one such as my_tactic"),
        ("odds", "there is a player odds already: take another name"),
        ("human", "there is a player human already"),
    ],
)
def test_what_can_be_no_name_is_one_line(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as raised:
        write_tactic(name, tmp_path)
    assert len(str(raised.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_no_folder_to_make_it_in_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such folder: .*nowhere"):
        write_tactic("mine", tmp_path / "nowhere")
