"""The page of a match: its size, and which match of a file it is of."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_lab.records.match import Match
from mj_lab.replay.choose import chosen_game
from mj_lab.replay.match_page import replay_page

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


def test_a_long_match_with_its_reasons_is_under_two_megabytes(recorded: Recorded) -> None:
    longest = max(recorded("botzone_matches"), key=lambda record: len(record["requests"]))
    match = Match.model_validate(longest)
    for name in tactics.names():
        for seat in range(4) if name == tactics.DEFAULT else (0,):
            made = replay_page(match, seat, tactics.load(name, seed=0), name)
            assert len(made.encode()) < 2_000_000


def test_one_of_many(recorded: Recorded, data_folder: Path) -> None:
    path = data_folder / "botzone_matches.jsonl.gz"
    records = recorded("botzone_matches")
    assert chosen_game(path, "3").id == records[2]["id"]
    assert chosen_game(path, records[30]["id"]).id == records[30]["id"]
    for wanted in ("0", "41", "nobody", "-1", ""):
        with pytest.raises(ValueError, match="among its 40"):
            chosen_game(path, wanted)
