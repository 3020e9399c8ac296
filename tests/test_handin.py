"""handin.py: the same bytes anywhere, nothing in it that does not belong, and it plays."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any

import pytest

import handin as building
import mj_bot
from mj_bot.botzone.answer import MARKER
from mj_bot.nets.weights_file import write_weights
from mj_bot.tactics import DEFAULT, STAND_IN
from tests.mj_bot.nets.layers import NETWORK_TACTICS, tiny_weights
from tests.recorded import Recorded

ROOT = Path(mj_bot.__file__).resolve().parent.parent

DEAL = "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1"
REQUEST = json.dumps({"requests": ["0 0 0", DEAL, "2 W9"], "responses": ["PASS", "PASS"]}).encode()


def handin(
    *arguments: object, python: str = sys.executable, root: Path = ROOT
) -> "subprocess.CompletedProcess[str]":
    """With one game of the rehearsal: tests/rehearsal has all of it."""
    return subprocess.run(
        [python, root / "handin.py", "--quick", *map(str, arguments)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def refused(copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """`refused(*arguments)`: what it says in `copy`, run in this process, and builds nothing."""
    monkeypatch.chdir(copy)
    monkeypatch.setattr(building, "ROOT", copy)

    def said(*arguments: object) -> str:
        monkeypatch.setattr(sys, "path", list(sys.path))
        with pytest.raises(SystemExit) as ended:
            building.main(["--quick", *map(str, arguments)])
        shown = capsys.readouterr()
        assert (ended.value.code, shown.out) == (2, "")
        (line,) = shown.err.splitlines(keepends=True)
        assert line.startswith("handin: ")
        return line

    return said


def run(archive: Path, data: bytes, python: str = sys.executable) -> bytes:
    """What the archive answers, in a folder where nothing else of the project is."""
    return subprocess.run(
        [python, "-I", archive.name],
        cwd=archive.parent,
        input=data,
        capture_output=True,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("handin") / "mj_bot.pyz"
    done = handin("-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    return path, done.stdout


@pytest.fixture(scope="module")
def archive(built: tuple[Path, str]) -> Path:
    return built[0]


def contents(tactic: str, root: Path) -> dict[str, bytes]:
    """The files that are packed of sources there."""
    return building.contents(building.given_tactic(tactic), "keep-running", 1.0, root)


def test_tactic_mode_and_time_are_built_in(tmp_path: Path, refused: Callable[..., str]) -> None:
    path = tmp_path / "bot.pyz"
    done = handin("--tactic", "random", "--mode", "restart", "--limit", "2.5", "-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    main = zipfile.ZipFile(path).read("__main__.py").decode()
    assert main.splitlines()[-1] == "main('random', 'restart', 2.5)"
    answer = run(path, REQUEST)
    assert MARKER not in answer and len(answer.splitlines()) == 1
    told = "import sys, mj_bot.botzone.process as process\n"
    told += "process.converse = lambda source, write, settings, leave: print(settings)\n"
    shown = subprocess.run(
        [sys.executable, "-c", told + "process." + main.splitlines()[-1]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "limit=2.5" in shown.stderr  # What is printed there is no answer.
    for limit in ("0", "-1", "nan", "inf"):
        said = refused("--limit", limit, "-o", tmp_path / "no.pyz")
        assert said == "handin: --limit must be a number of seconds above 0\n"
        assert not (tmp_path / "no.pyz").exists()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources elsewhere, compiled as here, to be changed; large networks have small weights."""
    root = tmp_path / "copy"
    for folder in ("mj_bot", "rehearsal"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "handin.py", root)
    for name in sorted({*NETWORK_TACTICS} - {DEFAULT}):
        path = root / WEIGHTS.format(name)
        path.parent.mkdir(exist_ok=True)
        weights = tiny_weights(name)
        write_weights(str(path), weights.header, weights.tensors)
    return root


def needed_modules(tactic: str, root: Path) -> set[str]:
    """The files of all modules that a bot with this tactic can come to, by the standard library."""
    script = root / "starts.py"
    modules = ("botzone.process", "tactics." + tactic, "tactics." + STAND_IN)
    script.write_text("".join(f"import mj_bot.{name}\n" for name in modules))
    finder = ModuleFinder(path=[str(root)])
    finder.run_script(str(script))
    script.unlink()
    files = [str(getattr(module, "__file__", None) or "") for module in finder.modules.values()]
    found = {file[len(str(root)) + 1 :] for file in files if file.startswith(str(root))}
    return {name for name in found if name.startswith("mj_bot/")}


TABLE = "mj_bot/odds/targets/shapes.bin"
FORECAST = "mj_bot/odds/forecast/forecast.json"
WEIGHTS = "mj_bot/nets/weights/{}.mjw"


@pytest.mark.parametrize(
    ("tactic", "besides"),
    [
        ("odds", [TABLE]),
        ("rule_based", []),
        ("greedy", []),
        *((name, [TABLE, WEIGHTS.format(name)]) for name in NETWORK_TACTICS),
    ],
)
def test_it_holds_what_its_tactic_needs_and_nothing_else(
    copy: Path, tactic: str, besides: list[str]
) -> None:
    expected = needed_modules(tactic, copy)
    assert len(expected) > 30 and ("mj_bot/tactics/v1_1.py" in expected) is False
    if "mj_bot/odds/forecast/model.py" in expected:
        expected.add(FORECAST)
    packed = contents(tactic, copy)
    assert list(packed) == sorted({"__main__.py", *expected, *besides})
    for name in {*expected, *besides}:
        assert packed[name] == (copy / name).read_bytes()


@pytest.mark.thorough
def test_networks_and_their_weights_come_with_their_tactics_alone(copy: Path) -> None:
    (copy / "mj_bot" / "tactics" / "mine.py").write_text(
        "from .net import Net\n\n\nclass Mine(Net):\n    pass\n"
    )
    assert handin("-o", copy / "a.pyz", "--tactic", "mine", root=copy).returncode == 0
    with zipfile.ZipFile(copy / "a.pyz") as file:
        weights = [name for name in file.namelist() if name.endswith(".mjw")]
    assert weights == [WEIGHTS.format("net")]


@pytest.mark.parametrize(
    "tactic",
    [
        pytest.param(name, marks=pytest.mark.thorough if name == DEFAULT else pytest.mark.slow)
        for name in NETWORK_TACTICS
    ],
)
def test_a_network_without_its_weights_is_not_handed_in(copy: Path, tactic: str) -> None:
    for path, words in ((copy / WEIGHTS.format(tactic), "no such file"), (None, "cut short")):
        if path is not None:
            kept = path.read_bytes()
            path.unlink()
        else:
            (copy / WEIGHTS.format(tactic)).write_bytes(kept[:-1])
        done = handin("--tactic", tactic, root=copy)
        assert done.returncode == 2 and words in done.stderr
        place = f"handin: mj_bot/tactics/{tactic}.py: "
        assert done.stderr.startswith(place + f"tactic {tactic}: weights/{tactic}.mjw: ")
        assert len(done.stderr.splitlines()) == 1
        assert not list(copy.glob("*.pyz*"))


def test_it_says_what_it_built_and_packs_it_plainly(built: tuple[Path, str]) -> None:
    archive, said = built
    data = archive.read_bytes()
    assert hashlib.sha256(data).hexdigest() in said
    assert f"{len(data)} bytes" in said and DEFAULT in said
    with zipfile.ZipFile(archive) as file:
        assert [(name, file.read(name)) for name in file.namelist()] == list(
            contents(DEFAULT, ROOT).items()
        )


@pytest.mark.thorough
def test_the_same_sources_give_the_same_bytes(archive: Path, copy: Path) -> None:
    for number, path in enumerate(sorted(copy.rglob("*"), reverse=True)):
        os.utime(path, (1_000_000_000 + number, 1_000_000_000 + number))
        path.chmod(0o700 if path.is_dir() else 0o600 + number % 2 * 0o44)
    handin("-o", copy / "other.pyz", root=copy)
    assert (copy / "other.pyz").read_bytes() == archive.read_bytes()


def test_a_real_python_3_6_gives_the_same_bytes(
    archive: Path, tmp_path: Path, python36: str
) -> None:
    done = handin("-o", tmp_path / "old.pyz", python=python36)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nNOT REHEARSED: " in done.stdout
    assert (tmp_path / "old.pyz").read_bytes() == archive.read_bytes()


def test_it_answers_a_request_under_any_name(archive: Path, tmp_path: Path) -> None:
    """Botzone calls it by a number, and gives no path to data files."""
    renamed = tmp_path / "5f3e9a.py36"
    renamed.write_bytes(archive.read_bytes())
    line, marker = run(renamed, REQUEST).splitlines(keepends=True)
    assert json.loads(line)["response"].startswith("PLAY ")
    assert marker == MARKER


def test_stray_files_stay_out(copy: Path) -> None:
    package = copy / "mj_bot"
    for name in (
        *(
            "__pycache__/tiles.cpython-36.pyc",
            "tiles.pyc",
            "tiles.py~",
            ".#tiles.py",
            "tiles.py.orig",
        ),
        *(
            "notes.md",
            ".cache/thing.py",
            "search/.thing.bin.swp",
            "py.typed",
            "old copy.py",
            "a.so",
            "odds/targets/.shapes.bin.bin",
            "odds/targets/notes.json",
            "tactics/mine.bin",
            "nets/weights/old.mjw",
            "nets/weights/.odds.mjw",
            "odds.mjw",
        ),
    ):
        path = package / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"stray")
    assert contents(DEFAULT, copy) == contents(DEFAULT, ROOT)


# In every run tests/mj_bot/botzone/test_io_modes.py asks it about fewer.
@pytest.mark.thorough
def test_a_real_python_3_6_decides_as_this_one_does(
    archive: Path,
    tmp_path: Path,
    python36: str,
    recorded: Recorded,
) -> None:
    """Recorded decisions, each with its whole history; bare of numpy it is the stand-in's."""
    built = archive
    if not has_numpy(python36):
        built = tmp_path / "stand_in.pyz"
        handin("-o", built, "--tactic", STAND_IN)
    decisions = recorded("reference_decisions")[::9][:273]
    turns = [{name: one[name] for name in ("requests", "responses")} for one in decisions]
    data = "".join(json.dumps(turn) + "\n" for turn in turns).encode()
    answers = []
    for python in (sys.executable, python36):
        lines = run(built, data, python).split(MARKER)[:-1]
        answers.append([json.loads(line)["response"] for line in lines])
    assert len(answers[0]) == len(turns) == 273
    assert answers[0] == answers[1]


def has_numpy(python: str) -> bool:
    done = subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.thorough
def test_options_of_the_tactic_are_baked_in(tmp_path: Path) -> None:
    """A high pass_bonus passes, a low one claims."""
    deal = "1 0 0 0 0 F1 F1 W2 W3 W4 B5 B6 B7 T2 T2 T7 T8 J2"
    data = json.dumps(
        {"requests": ["0 0 0", deal, "3 1 DRAW", "3 1 PLAY F1"], "responses": ["PASS"] * 3}
    ).encode()
    kinds = []
    for bonus in ("9.5", "-9.5"):
        done = handin("-o", tmp_path / "a.pyz", "--tactic", "odds@pass_bonus=" + bonus)
        assert (done.returncode, done.stderr) == (0, "")
        assert "tactic odds@pass_bonus=" + bonus in done.stdout
        answer = json.loads(run(tmp_path / "a.pyz", data).splitlines()[0])
        kinds.append(answer["response"].split()[0])
    assert kinds == ["PASS", "PENG"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tactic", "nobody"],
        ["--tactic", "nobody@a=1"],
        ["--tactic", "odds@defence"],
        ["--tactic", "odds@defence=much"],
        ["--tactic", "odds@defences=1"],
        ["--tactic", "odds@ä=1"],
        ["--tactic", ""],
        ["--mode", "sometimes"],
        ["-o", "no/such/folder/bot.pyz"],
        ["-o", "."],
        ["--what"],
    ],
)
def test_a_bad_argument_is_one_clear_line(
    copy: Path, refused: Callable[..., str], arguments: list[str]
) -> None:
    before = sorted(copy.rglob("*.pyz*"))
    assert refused(*arguments)
    assert sorted(copy.rglob("*.pyz*")) == before


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "behind a link"])
def test_a_pipe_is_no_place_for_it(copy: Path, refused: Callable[..., str], linked: bool) -> None:
    os.mkfifo(copy / "pipe")
    (copy / "link").symlink_to("pipe")
    name = "link" if linked else "pipe"
    for force in ([], ["--force"]):
        said = refused("-o", name, *force)
        assert said == f"handin: {name} is a device or a pipe, not a regular file\n"
    assert (copy / "pipe").is_fifo() and (copy / "link").is_symlink()


def test_a_device_is_a_device_afterwards(copy: Path, refused: Callable[..., str]) -> None:
    """A node of its own like /dev/null, for which faults are harmless."""
    try:
        os.mknod(copy / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device can be made here")
    assert "null is a device" in refused("-o", "null")
    assert stat.S_ISCHR((copy / "null").lstat().st_mode)


def test_a_file_that_is_no_build_wants_force(copy: Path, refused: Callable[..., str]) -> None:
    other = copy / "other.zip"
    with zipfile.ZipFile(other, "w") as packed:
        packed.writestr("__main__.py", "")
    (copy / "notes.txt").write_text("precious")
    for path in (other, copy / "notes.txt"):
        before = path.read_bytes()
        told = f"{path.name} exists and is not an earlier build; --force overwrites it"
        assert refused("-o", path.name, "--tactic", "random") == f"handin: {told}\n"
        assert path.read_bytes() == before


def test_a_link_stays_and_what_it_leads_to_is_replaced(copy: Path) -> None:
    (copy / "folder").mkdir()
    link, target = copy / "link.pyz", copy / "folder" / "bot.pyz"
    link.symlink_to(target)
    target.write_text("old")
    for force, tactic in (["--force"], "random"), ([], "greedy"):
        done = handin("-o", link, "--tactic", tactic, *force, root=copy)
        assert (done.returncode, done.stderr) == (0, "")
        assert link.is_symlink()
        with zipfile.ZipFile(target) as packed:
            assert f"'{tactic}'" in packed.read("__main__.py").decode()
    assert list((copy / "folder").iterdir()) == [target]


def test_weights_that_are_named_are_packed(copy: Path) -> None:
    own = (copy / WEIGHTS.format("net")).rename(copy / "own.mjw")
    named = f"net@weights={own}"
    done = handin("-o", copy / "a.pyz", "--tactic", named, root=copy)
    assert (done.returncode, done.stderr) == (0, "")
    own.rename(copy / WEIGHTS.format("net"))
    with zipfile.ZipFile(copy / "a.pyz") as file:
        assert {name: file.read(name) for name in file.namelist()} == contents("net", copy)


@pytest.mark.parametrize(
    ("tactic", "told"),
    [
        ("net@weights=none.mjw", "none.mjw: No such file or directory"),
        ("net@weights=handin.py", "handin.py: "),
        ("odds@weights=handin.py", "odds has no option 'weights'"),
    ],
)
def test_weights_that_cannot_be_played_by_are_not_packed(
    copy: Path, refused: Callable[..., str], tactic: str, told: str
) -> None:
    assert refused("--tactic", tactic).startswith("handin: " + told)
    assert not list(copy.glob("*.pyz*"))


def test_no_link_is_followed(copy: Path) -> None:
    table = copy / TABLE
    table.rename(copy / "elsewhere")
    table.symlink_to(copy / "elsewhere")
    with pytest.raises(building.HandinError, match=f"^{TABLE} is a link"):
        contents("odds", copy)


def test_what_fails_is_built_by_force_alone(copy: Path) -> None:
    text = (copy / "handin.py").read_text().replace("MOST_BYTES = 4_000_000", "MOST_BYTES = 100")
    (copy / "handin.py").write_text(text)
    done = handin("--tactic", "random", root=copy)
    assert (done.returncode, done.stdout) == (2, "") and not list(copy.glob("*.pyz*"))
    said = "bytes, and Botzone may take no more than 100\n"
    assert done.stderr.startswith("handin: ") and done.stderr.endswith(said)
    done = handin("--tactic", "random", "--force", root=copy)
    assert done.returncode == 0 and (copy / "mj_bot.pyz").is_file()
    (line,) = done.stderr.splitlines(keepends=True)
    assert line.startswith("handin: built anyway (--force): ") and line.endswith(said)
