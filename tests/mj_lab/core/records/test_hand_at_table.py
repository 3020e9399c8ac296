"""Recorded hands at the engine's table: our judge's match again, or where the rules allow none."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.hand import HandError, RecordedHand, Step, hand_of
from mj_lab.core.records.hand_at_table import folded
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.match import Match
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.records.formats.platforms.tables import common_wall_games


def told(match: Match) -> RecordedHand:
    return hand_of(match)._replace(scores=match.scores)


def fair(count: int, flowers: bool = False) -> Iterator[Match]:
    return (one for one in judged_games(count, flowers) if one.result.action in ("HU", "HUANG"))


def test_games_of_our_judge_come_out_again() -> None:
    """The judge's own requests, scores and results; it verifies what is made."""
    happened = set()
    for match in chain(fair(18), fair(6, flowers=True), common_wall_games(4)):
        found = folded(told(match))
        # Which flowers were dealt, a hand does not say.
        assert found.requests[2:] == match.requests[2:]
        assert (found.scores, found.result) == (match.scores, match.result)
        assert disagreement(found) is None
        happened |= {step.kind for step in hand_of(match).steps} | {match.result.action}
        happened |= {"preempted" for _ in found.preempted}
        assert folded(told(match)._replace(scores=None)).scores == match.scores
    assert happened >= {"CHI", "PENG", "GANG", "HU", "HUANG", "preempted"}


def test_what_a_record_does_not_hold_is_unknown() -> None:
    """Behind a claim the wishes of others are hidden, where a record names only who came first."""
    for match in fair(3):
        assert folded(told(match)).untold == ()
        silent = folded(told(match)._replace(tells_all=False))
        claims = [step for step in hand_of(match).steps if step.kind in ("PENG", "GANG")]
        assert len(silent.untold) <= 3 * len(claims) + 3
        assert silent.responses == folded(told(match)).responses


def test_a_hand_that_goes_on_behind_its_end_has_its_line() -> None:
    match = next(one for one in judged_games(9) if one.result.action == "HU")
    hand, undrawn = told(match), match.wall[0]
    behind = (Step("DRAW", 0, undrawn, line=99), Step("PLAY", 0, undrawn, line=100))
    with pytest.raises(HandError, match="line 99: more behind the end"):
        folded(hand._replace(steps=(*hand.steps, *behind)))


@pytest.mark.foreign
def test_a_flower_that_is_played_is_told_with_its_line(data_folder: Path, tmp_path: Path) -> None:
    text = (data_folder / "botzone_games_sample.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(place for place, line in enumerate(lines) if " Play " in line)
    lines[place] = lines[place][:-2] + "H1"
    path = tmp_path / "data.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RecordError, match=f"line {place + 1}: not legal at our judge: PLAY H1"):
        next(read_entries(path)).build()
