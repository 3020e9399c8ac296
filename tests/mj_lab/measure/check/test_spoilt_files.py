"""Folders and pipes of records, good and bad: what can be read counts, the rest is named."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ended, refused

DATA = Path(__file__).parents[3] / "data"
MATCHES = DATA / "matches.jsonl.gz"
LOG = DATA / "botzone_log.json"
COMMANDS = {
    "verify": ["check", "verify"],
    "legal": ["check", "legal"],
    "agree": ["check", "agree", "--tactic", "greedy"],
    "agree, two processes": ["check", "agree", "--tactic", "greedy", "--jobs", "2"],
    "review": ["review", "--seat", "0"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four matches under odd names, two files that are damaged and two that are no records."""
    found = tmp_path / "records"
    found.mkdir()
    lines = gzip.decompress(MATCHES.read_bytes()).splitlines(keepends=True)
    (found / "no_suffix").write_bytes(lines[0])
    (found / "LOG.TXT").write_bytes(lines[1])
    (found / "list.log").write_bytes(b"[" + lines[2] + b"]")
    shutil.copy(LOG, found / "b.JSON")
    (found / "cut.jsonl.gz").write_bytes(MATCHES.read_bytes()[:3000])
    (found / "half.json").write_bytes(LOG.read_bytes()[:5000])
    (found / "README.md").write_text("# Matches\n\nThey were played on Sunday.\n")
    (found / ".hidden.json").write_text("{")
    return found


def run(*words: str, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "mj_lab", *words]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=100, check=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.slow] * (one == "review")) for one in COMMANDS],
)
def test_what_can_be_read_counts_and_the_rest_is_listed(name: str, folder: Path) -> None:
    code, out, err = ended(*COMMANDS[name], folder)
    assert code == 1
    assert out
    if name == "verify":
        # Two are whole before the place where the packed file is cut.
        assert out.splitlines()[-1] == "6 matches, 6 agree"
    lines = [line for line in err.splitlines() if line.startswith("mj: ")]
    assert lines[0] == f"mj: {folder}: skipped, not records: README.md"
    assert [line.split(": ")[:3] for line in lines[1:]] == [
        ["mj", "skipped", str(folder / "cut.jsonl.gz")],
        ["mj", "skipped", str(folder / "half.json")],
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_that_can_be_read_is_bad_input(name: str, folder: Path) -> None:
    for spoilt in (folder / "half.json", folder / "no such file"):
        assert refused(*COMMANDS[name], spoilt).startswith(f"mj: {spoilt}: ")


@pytest.mark.thorough
def test_standard_input_and_pipes_are_read() -> None:
    text = gzip.decompress(MATCHES.read_bytes())
    for stdin in (MATCHES.read_bytes(), text, b"\xef\xbb\xbf" + text):
        done = run("check", "verify", "-", stdin=stdin)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == b"3 matches, 3 agree"
    shell = f"{sys.executable} -m mj_lab check agree --tactic greedy --jobs 2 <(zcat {MATCHES})"
    piped = subprocess.run(["bash", "-c", shell], capture_output=True, check=True)
    assert piped.stdout == run("check", "agree", "--tactic", "greedy", str(MATCHES)).stdout
    empty = run("check", "verify", "-", stdin=b"")
    assert (empty.returncode, empty.stderr) == (2, b"mj: standard input: nothing in it\n")
