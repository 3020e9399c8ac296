#!/usr/bin/env python3
"""Makes a release, dist/mj_bot-VERSION.pyz and its .sha256, from a clean tree and its changelog.

    make release

The version is `mj_bot.__version__`. CHANGELOG.md must have a dated section for it, and nothing left
under Unreleased. The same commit gives the same bytes on any machine.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG = "CHANGELOG.md"
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_DATED = re.compile(r" - \d{4}-\d{2}-\d{2}")


class ReleaseError(Exception):
    """Why there is no release, on one line."""


def section_of(changelog: str, version: str) -> str:
    r"""The text of a version's section.

    Raises ReleaseError if there is none, it has no date or says nothing, or if changes are still
    listed as unreleased.

    >>> section_of("# Changelog\n\n## [1.2.3] - 2026-01-31\n\n- A thing.\n", "1.2.3")
    '- A thing.'
    """
    sections = {}
    for part in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        sections[head.strip()] = text.strip()
    if sections.get("[Unreleased]"):
        raise ReleaseError(f"{CHANGELOG} has changes under Unreleased: move them to [{version}]")
    for head, text in sections.items():
        if head.startswith(f"[{version}]"):
            if not _DATED.fullmatch(head.removeprefix(f"[{version}]")):
                raise ReleaseError(f"{CHANGELOG}: expected `## [{version}] - YYYY-MM-DD`")
            if not text:
                raise ReleaseError(f"{CHANGELOG} says nothing of {version}")
            return text
    raise ReleaseError(f"{CHANGELOG} has no section [{version}]")


def check_tree(root: Path, version: str) -> None:
    """Check that nothing is uncommitted and the version is not another commit's.

    Raises ReleaseError if not.
    """
    if _git(root, "status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed (git status)")
    tag = f"v{version}"
    if _git(root, "tag", "--list", tag) and _git(root, "rev-list", "-n1", tag) != _git(
        root, "rev-parse", "HEAD"
    ):
        raise ReleaseError(f"{tag} is another commit: raise mj_bot.__version__")


def release(root: Path) -> Path:
    """Check everything, build the archive and its checksum; returns the archive's path.

    Raises ReleaseError if a check fails.
    """
    # Ship the package beside this file, not one installed elsewhere.
    sys.path.insert(0, str(root))
    from handin import HandinError, Options, build
    from mj_bot import __version__ as version
    from mj_bot.botzone.bot import KEEP_RUNNING, LIMIT
    from mj_bot.tactics import DEFAULT

    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"mj_bot.__version__ is no version: {version!r}")
    section_of((root / CHANGELOG).read_text(encoding="utf-8"), version)
    check_tree(root, version)
    archive = root / "dist" / f"mj_bot-{version}.pyz"
    archive.parent.mkdir(exist_ok=True)
    try:
        if not build(DEFAULT, archive, Options(KEEP_RUNNING, LIMIT)):
            archive.unlink()
            raise ReleaseError("it was not rehearsed")
    except HandinError as error:
        raise ReleaseError(str(error)) from None
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    # The format of `sha256sum -c`.
    Path(f"{archive}.sha256").write_text(f"{digest}  {archive.name}\n", encoding="ascii")
    return archive


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no output"]
        raise ReleaseError(f"git {arguments[0]}: {lines[0]}")
    return done.stdout.strip()


def main() -> int:
    """Make the release; 0 if there is one now, else 2 with one line on standard error."""
    try:
        archive = release(ROOT)
    except (ReleaseError, OSError) as error:
        print("release: " + " ".join(str(error).split()), file=sys.stderr)
        return 2
    name = archive.relative_to(ROOT)
    print(f"{name} and {name}.sha256 are there; to mark the commit: git tag v{_version_in(name)}")
    return 0


def _version_in(name: Path) -> str:
    return name.stem.removeprefix("mj_bot-")


if __name__ == "__main__":
    sys.exit(main())
