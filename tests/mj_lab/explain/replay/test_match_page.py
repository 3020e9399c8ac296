"""The page of a match: its size, and which match of a file it is of."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.replay.choose import chosen_game
from mj_lab.explain.replay.match_page import default_seat, replay_page
from tests.mj_lab.conftest import thorough

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


# One draw ahead it says of every action what it usually says, in a quarter of the time.
SLOW = {"expectimax": "expectimax@seconds=0,depth=1"}


@pytest.fixture(scope="module")
def longest(recorded: Recorded) -> Match:
    """The longest of the recorded matches."""
    records = recorded("botzone_matches")
    return Match.model_validate(max(records, key=lambda record: len(record["requests"])))


# The default tactic has the most to say, and most of it for the last seat.
PAGES = [
    *((name, 0) for name in tactics.names() if name not in (*SLOW, tactics.DEFAULT)),
    (tactics.DEFAULT, 3),
    *(thorough(tactics.DEFAULT, seat) for seat in range(3)),
    *(thorough(spec, 0) for spec in SLOW.values()),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("tactic", "seat"), PAGES)
def test_a_long_match_with_its_reasons_is_under_two_megabytes(
    longest: Match, tactic: str, seat: int
) -> None:
    made = replay_page(longest, seat, tactics.load(tactic, seed=0), tactic)
    assert len(made.encode()) < 2_000_000


def test_one_of_many(recorded: Recorded, data_folder: Path) -> None:
    path = data_folder / "botzone_matches.jsonl.gz"
    records = recorded("botzone_matches")
    assert chosen_game(path, "3").id == records[2]["id"]
    assert chosen_game(path, records[30]["id"]).id == records[30]["id"]
    for wanted in ("0", str(len(records) + 1), "nobody", "-1", ""):
        with pytest.raises(ValueError, match=f"among its {len(records)}"):
            chosen_game(path, wanted)


def test_a_persons_seat_comes_before_the_winners(recorded: Recorded) -> None:
    match = next(
        match
        for record in recorded("botzone_matches")
        if (match := Match.model_validate(record)).result.player == 2
    )

    def shown(*players: str, people: tuple[int, ...] = ()) -> int:
        return default_seat(match.model_copy(update={"players": players}), people)

    assert shown() == shown("a", "b", "c", "d") == 2
    assert shown("a", "human", "b", "c") == 1
    assert shown("human", "a", "b", "human") == 0
    assert shown("human", "a", "human", "b") == 2, "the person who won"
    assert shown("Mei", "odds", "odds", "odds", people=(0,)) == 0
    assert shown("human", "Mei", "odds", "odds", people=(1,)) == 1, "a bot may be called that"
    assert shown("odds", "Mei", "odds", "Bo", people=(1, 3)) == 1
    assert default_seat(seat_of(match, 3), (1,)) == 3
