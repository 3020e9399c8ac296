"""The first lines of a C++ header name its Python twin, which is there; rooms are alike."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CPP = ROOT / "mj_engine" / "cpp"
TWIN = re.compile(r"^// Its twin: (mj_(?:bot|lab)/[\w/.]*?)[,.]?(?: |,|\.$|$)", re.M)
# What Python has a twin of, header for header.
ALIKE = ("odds", "features", "shanten", "tactics", "learned")
# What only C++ needs: numpy does it in a line, or a dictionary of functions.
ALONE = {"features/writers.hpp", "odds/value/lanes.hpp", "odds/multiset.hpp"}


def twin_of(header: Path) -> str | None:
    """The twin that the lines before `#pragma once` name."""
    found = TWIN.search(header.read_text(encoding="utf-8").partition("#pragma once")[0])
    return None if found is None else found[1].rstrip(".")


def test_a_named_twin_is_there() -> None:
    named = [twin for path in CPP.rglob("*.hpp") if (twin := twin_of(path)) is not None]
    assert len(named) > 40
    assert [twin for twin in named if not (ROOT / twin).exists()] == []


def test_rooms_that_python_has_name_all_their_twins() -> None:
    lacking = {
        header.relative_to(CPP).as_posix()
        for room in ALIKE
        for header in (CPP / room).rglob("*.hpp")
        if twin_of(header) is None
    }
    assert lacking == ALONE


def test_a_twin_in_odds_stands_in_the_same_room() -> None:
    for header in (CPP / "odds").rglob("*.hpp"):
        twin = twin_of(header)
        if twin is not None:
            room = header.parent.relative_to(CPP)
            assert Path(twin).parent == Path("mj_bot") / room, header
