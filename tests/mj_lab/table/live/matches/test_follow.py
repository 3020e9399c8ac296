"""What can follow what, held against every recorded game."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mj_bot.events import CHI, GANG, PENG, Deal, Event, Start, parse_request
from mj_lab.table.live.matches.follow import follows

CLAIMS = (PENG, CHI, GANG)
FILES = ("botzone_matches", "judged_games", "rare_games")


def views(records: tuple[dict[str, Any], ...]) -> Iterator[list[str]]:
    """What each seat of each match was sent."""
    for record in records:
        for seat in range(4):
            yield [row[seat] for row in record["requests"]]


@pytest.mark.parametrize("name", FILES)
def test_recorded_requests_follow_and_never_repeat(name: str, recorded: Callable[..., Any]) -> None:
    for texts in views(recorded(name)):
        seat = int(texts[0].split()[1])
        last, before = None, ""
        for text in texts:
            new = parse_request(text, seat)
            assert follows(last, new), (before, text)
            assert text != before
            last, before = new, text


def test_a_missed_request_shows(recorded: Callable[..., Any]) -> None:
    """All but one before or after which a discard is claimed: a claim follows any discard."""
    for texts in views(recorded("judged_games")[:40]):
        seat = int(texts[0].split()[1])
        events = [parse_request(text, seat) for text in texts]
        for before, missed, after in zip(events, events[1:], events[2:], strict=False):
            if any(isinstance(e, Event) and e.kind in CLAIMS for e in (missed, after)):
                continue
            assert not follows(before, after), (before, missed, after)
        assert not follows(None, events[1])


def test_a_start_and_a_deal_have_one_place() -> None:
    start, deal = Start(0, 0), Deal((0, 0, 0, 0), tuple(range(13)))
    draw = Event("DRAW", 0, 1)
    assert [follows(None, one) for one in (start, deal, draw)] == [True, False, False]
    assert [follows(start, one) for one in (start, deal, draw)] == [False, True, False]
    assert [follows(deal, one) for one in (start, deal, draw)] == [False, False, True]
    assert [follows(draw, one) for one in (start, deal, draw)] == [False, False, False]
