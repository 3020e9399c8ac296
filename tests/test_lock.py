"""The lock of the tests' environment: what pyproject.toml asks for, each file by its hash."""

import re
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
# Its CPU build has another hash on every index: `make setup` installs it by itself.
NOT_LOCKED = {"torch"}


def locked() -> dict[str, list[Requirement]]:
    """What is locked by name; of some packages Python's version decides which."""
    found: dict[str, list[Requirement]] = {}
    text = (ROOT / "3rdparty" / "test.lock").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=\S)", text.strip()):
        pin, *hashes = entry.split("\\\n")
        assert hashes, entry
        for one in hashes:
            assert re.fullmatch(r"\s*--hash=sha256:[0-9a-f]{64}\s*", one), entry
        requirement = Requirement(pin.strip())
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def asked() -> list[Requirement]:
    """The requirements of the workshop, all its extras and the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [text for group in project["optional-dependencies"].values() for text in group]
    return [Requirement(text) for text in (*project["dependencies"], *extras)]


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12", "3.13"])
def test_every_requirement_is_locked_at_a_version_that_will_do(python: str) -> None:
    where = {"python_version": python, "python_full_version": f"{python}.5", "extra": ""}
    pins, missing = locked(), []
    for requirement in asked():
        name = canonicalize_name(requirement.name)
        wanted = requirement.marker is None or requirement.marker.evaluate(dict(where))
        if name in NOT_LOCKED | {"mj-bot"} or not wanted:
            continue
        here = [
            one
            for one in pins.get(name, [])
            if one.marker is None or one.marker.evaluate(dict(where))
        ]
        versions = [next(iter(one.specifier)).version for one in here]
        if len(versions) != 1 or not requirement.specifier.contains(versions[0]):
            missing.append((str(requirement), versions))
    assert not missing


def test_what_is_not_locked_is_nowhere_in_it() -> None:
    assert not {name for name in locked() if name in NOT_LOCKED or name.startswith("nvidia")}
