"""A script uses what its own room or a room below it defines, as Python's imports do."""

import re
from pathlib import Path

from mj_lab.core.pages.page import ASSETS

LAB = ASSETS.parents[2]
# From the bottom to the top.
ROOMS = (
    "core/pages",
    "explain/review/replay",
    "explain/review",
    "measure/arena/report",
    "web/server",
    "web/site",
)
SCRIPTS = {
    path: next(layer for layer, room in enumerate(ROOMS) if path.is_relative_to(LAB / room))
    for path in sorted(LAB.rglob("assets/**/*.js"))
}
_DEFINED = re.compile(r"\bMJ\.(\w+) =\s")
_USED = re.compile(r"\bMJ\.(\w+)")
_IMPORTED = re.compile(r"""(?:from|import\() ?"(\.[^"]*)\"""")


def defined_in() -> dict[str, int]:
    """The lowest layer that defines each name of `MJ`."""
    found: dict[str, int] = {}
    for path, layer in sorted(SCRIPTS.items(), key=lambda item: item[1]):
        for name in _DEFINED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, layer)
    return found


def uses(path: Path) -> set[str]:
    """The names of `MJ` that a script uses; comments name others'."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return set(_USED.findall("\n".join(line.partition("// ")[0] for line in lines)))


def test_no_script_uses_what_a_room_above_it_defines() -> None:
    lowest = defined_in()
    assert len(lowest) > 100
    upward = {
        f"{path.relative_to(LAB)}: MJ.{name}"
        for path, layer in SCRIPTS.items()
        for name in uses(path)
        if lowest.get(name, len(ROOMS)) > layer
    }
    assert upward == set()


def test_imports_stay_in_the_site() -> None:
    """The worker's modules import one another; pages import nothing, their scripts are joined."""
    made = {"rules.js", "hand_text.js"}  # By mj_lab/web/site/pages.py.
    imported = [
        (path, (path.parent / name).resolve())
        for path in SCRIPTS
        for name in _IMPORTED.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(imported) > 50
    site = LAB / "web" / "site" / "assets"
    assert {path for path, _ in imported if not path.is_relative_to(site)} == set()
    assert {target for _, target in imported if not target.is_relative_to(site)} == set()
    absent = {target for _, target in imported if not target.exists()}
    assert {target.name for target in absent} == made
