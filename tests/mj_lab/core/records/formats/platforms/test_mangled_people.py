"""People's records with something wrong in them: one line each, and nothing half written.

All of it, 50,000 of them:

    pytest -m slow tests/mj_lab/core/records/formats/platforms/test_mangled_people.py
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.matches import read_matches
from tests.mj_lab.core.records.formats.platforms.tables import (
    common_wall_games,
    packed,
    recorded_json,
    written,
)
from tests.mj_lab.core.records.test_mangled import (
    _at,
    _flipped,
    _places,
    _values,
    drawn_anew,
    mangled,
)


def people_records(folder: Path) -> list[Any]:
    """Hands in every form: recorded ones where they are, and games of our judge."""
    records: list[Any] = [written(match) for match in common_wall_games(4)]
    records += [written(match, tziakcha_record) for match in common_wall_games(4)]
    if not (folder / "tziakcha_match.json").exists():
        return records
    theirs = recorded_json(folder, "tziakcha_match.json")
    hands = theirs["records"]
    native = recorded_json(folder, "salasasa_native.json")
    rounds = native["record"]["game_round"]
    native["record"]["game_round"] = {name: rounds[name] for name in list(rounds)[:2]}
    return [
        *records,
        *hands[:4],
        hands[4]["step"],
        {"id": "a", "script": packed(hands[1]["step"])},
        {**theirs, "records": hands[:2]},
        native,
        {"success": True, "data": native},
    ]


def _numbers(step: Any, places: list[int]) -> Any:
    """A hand with other numbers in it, which JSON and base64 cannot notice."""
    changed = json.loads(json.dumps(step))
    for place in places:
        actions = changed["a"]
        action = actions[place % len(actions)]
        what = place % 7
        if what == 0:
            actions.remove(action)
        elif what == 1:
            actions.insert(place % 5 * 20, action)
        else:
            action[place % 2] = place % 65_536 >> place % 11
    return changed


def people_mangled(records: list[Any]) -> st.SearchStrategy[bytes]:
    steps = [one["step"] for one in records if isinstance(one, dict) and "step" in one]
    kinds = [mangled(records)]
    if steps:
        some = st.sampled_from(steps)
        kinds += [
            st.builds(
                lambda step, places: json.dumps(
                    {"script": packed(_numbers(step, places))}
                ).encode(),
                some,
                _places,
            ),
            st.builds(
                lambda step, path, new: json.dumps({"step": _at(step, path, new)}).encode(),
                some,
                _places,
                _values,
            ),
            st.builds(_broken_script, some, _places),
        ]
    return st.one_of(*kinds)


def _broken_script(step: Any, places: list[int]) -> bytes:
    data = _flipped(zlib.compress(json.dumps(step).encode()), places)
    return json.dumps({"script": base64.b64encode(data).decode()}).encode()


def read_through(path: Path, out: Path) -> Counter[str]:
    """Read and write a file in every way; how each ended."""
    ended: Counter[str] = Counter()
    told: list[str] = []
    try:
        matches = list(read_matches(path))
        ended["read"] += 1
    except RecordError as error:
        matches = []
        told.append(str(error))
        ended["told"] += 1
    for wanted in (Format.LINES, Format.BOTZONE, Format.SALASASA, Format.TZIAKCHA):
        try:
            converted([path], wanted, out, None, told.append)
        except ValueError as error:
            told.append(str(error))
            assert not out.exists()
            continue
        ended[f"{wanted.value} written"] += 1
        for line in out.read_text(encoding="utf-8").splitlines():
            json.loads(line, parse_constant=_refuse)
        if wanted is Format.LINES and len(matches) == 1:
            assert list(read_matches(out)) == [matches[0].model_copy(update={"level": None})]
        out.unlink()
    for line in told:
        assert len(line.splitlines()) == 1, repr(line)
        assert len(line) < 1000
    assert not list(out.parent.glob(".*"))
    return ended


def _refuse(name: str) -> None:
    raise AssertionError(name)


def hold(folder: Path, data_folder: Path, count: int) -> None:
    folder.mkdir(exist_ok=True)
    ended: Counter[str] = Counter()

    @drawn_anew(count)
    @given(people_mangled(people_records(data_folder)))
    def read(data: bytes) -> None:
        (folder / "mangled.json").write_bytes(data)
        ended.update(read_through(folder / "mangled.json", folder / "out.jsonl"))

    read()
    print(sorted(ended.items()))
    assert ended["told"] > count / 10
    assert ended["read"] > count / 50
    assert ended["salasasa written"] > count / 100


def test_mangled_records_of_people(
    tmp_path: Path, data_folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hold(tmp_path / "some", data_folder, 150)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_fifty_thousand_mangled_records_of_people(tmp_path: Path, data_folder: Path) -> None:
    hold(tmp_path / "some", data_folder, 50_000)
