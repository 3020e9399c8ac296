"""A release is made of a clean tree that says what changed, and of nothing else."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mj_bot

ROOT = Path(mj_bot.__file__).resolve().parent.parent
VERSION = mj_bot.__version__


def git(root: Path, *words: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


def changelog_of_a_release() -> str:
    """The changelog as it is at a release: nothing under Unreleased."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    head, mark, rest = text.partition("## [Unreleased]\n")
    assert mark
    return head + mark + "\n" + rest[rest.index("## [") :]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project's own files, committed in a repository of their own."""
    root = tmp_path_factory.mktemp("release") / "tree"
    root.mkdir()
    for folder in ("mj_bot", "rehearsal"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    # Three builds rehearse: with the two shortest games each, as tests/rehearsal has them all.
    games = (root / "rehearsal" / "games.jsonl").read_text().splitlines(keepends=True)
    (root / "rehearsal" / "games.jsonl").write_text("".join(sorted(games, key=len)[:2]))
    (root / "tools").mkdir()
    for name in ("handin.py", "tools/release.py", ".gitignore"):
        shutil.copy(ROOT / name, root / name)
    (root / "CHANGELOG.md").write_text(changelog_of_a_release(), encoding="utf-8")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "all")
    return root


@pytest.fixture
def tree(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "tree"))


def release(tree: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-B", "-m", "tools.release"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(tree: Path) -> str:
    done = release(tree)
    assert done.returncode == 2, done.stdout
    assert not list(tree.glob("dist/*.pyz"))
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.slow
def test_a_clean_tree_gives_an_archive_that_plays_and_its_checksum(tree: Path) -> None:
    done = release(tree)
    assert done.returncode == 0, done.stderr
    archive = tree / "dist" / f"mj_bot-{VERSION}.pyz"
    digest, name = Path(f"{archive}.sha256").read_text().split()
    assert name == archive.name
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == digest
    answer = subprocess.run(
        [sys.executable, str(archive), "--mode", "restart"],
        input='{"requests": ["0 0 0"], "responses": []}',
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"response": "PASS"' in answer.stdout
    # What it made is nothing that git sees, and a second time, now with its tag, it makes the same.
    git(tree, "tag", f"v{VERSION}")
    again = release(tree)
    assert again.returncode == 0, again.stderr
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("name", ["tiles.py", "tactics/mine.py"], ids=["changed", "new"])
def test_what_is_not_committed_refuses_it(tree: Path, name: str) -> None:
    with (tree / "mj_bot" / name).open("a") as file:
        file.write("# changed\n")
    assert "not committed" in refused(tree)


def test_a_version_that_was_released_before_refuses_it(tree: Path) -> None:
    git(tree, "tag", f"v{VERSION}")
    git(tree, "commit", "--quiet", "--allow-empty", "-m", "one more")
    assert f"v{VERSION} is another commit" in refused(tree)


@pytest.mark.parametrize(
    ("changelog", "told"),
    [
        ("# Changelog\n\n## [0.0.1] - 2026-01-31\n\n- Old.\n", f"no section [{VERSION}]"),
        (f"## [{VERSION}]\n\n- New.\n", "YYYY-MM-DD"),
        (f"## [{VERSION}] - 2026-01-31\n\n## [0.0.1] - 2026-01-01\n\n- Old.\n", "says nothing"),
        (f"## [Unreleased]\n\n- More.\n\n## [{VERSION}] - 2026-01-31\n\n- New.\n", "Unreleased"),
    ],
)
def test_a_changelog_that_does_not_say_what_changed_refuses_it(
    tree: Path, changelog: str, told: str
) -> None:
    (tree / "CHANGELOG.md").write_text(changelog)
    git(tree, "commit", "--quiet", "--all", "-m", "changelog")
    assert told in refused(tree)


def test_no_repository_is_told_in_one_line(tree: Path) -> None:
    shutil.rmtree(tree / ".git")
    assert refused(tree).startswith("release: git status:")
