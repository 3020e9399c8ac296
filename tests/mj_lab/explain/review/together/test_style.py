"""How somebody plays: figures of hands against the arena's own count of the same games."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mj_bot.events import HU, SEATS
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.core.runner.unit import GameRecord, Setup, Table, Unit
from mj_lab.core.wall_means import ratio_estimate
from mj_lab.explain.review.reviewing import GameReview, SeatReview
from mj_lab.explain.review.together.players import reviewed_together
from mj_lab.explain.review.together.report import played_by_adviser
from mj_lab.measure.arena.tally import tally

PEOPLE = ("tziakcha_match.json", "salasasa_native.json")


def style_of(matches: Sequence[Match], seats: Sequence[int] = range(SEATS)) -> dict[str, Any]:
    reviewed = tuple(SeatReview(seat, "", None, (), 0) for seat in seats)
    games = [GameReview(match.id, "", "", reviewed, match) for match in matches]
    style: dict[str, Any] = reviewed_together(games, "player")["style"]
    return style


def played(tactic: str, count: int) -> tuple[list[GameRecord], list[Match]]:
    """Games of a tactic with itself, each on a wall of its own: the arena's record, and ours."""
    table, walls = Table(Setup((tactic,), (tactic,), "style", record=True)), walls_of_seed("style")
    found = [table.play(Unit(str(place), next(walls), ((0,) * SEATS,))) for place in range(count)]
    return [one.games[0] for one in found], [one.matches[0] for one in found]


def test_figures_are_those_of_the_arena() -> None:
    """The arena counts at the table, this from the record."""
    games, matches = played("greedy", 12)
    theirs = tally(games, 0).figures()
    ours = style_of(matches)
    assert (ours["hands"], ours["wins"]) == (theirs.seats, theirs.wins)
    means = {
        key: found["mean"]
        for key, found in ours.items()
        if isinstance(found, dict) and "mean" in found
    }
    assert means["win_rate"] == pytest.approx(theirs.win_rate)
    assert means["deal_in_rate"] == pytest.approx(theirs.deal_in_rate)
    assert means["self_drawn_share"] == pytest.approx(theirs.self_drawn / theirs.wins)
    assert means["mean_fan"] == pytest.approx(theirs.mean_fan)
    assert means["win_turn"] == pytest.approx(theirs.mean_turn)
    calls = [seat for game in games for seat in game.calls or ()]
    assert means["claims"] == pytest.approx(sum(calls) / len(calls))
    assert sum(ours["main_fans"].values()) == theirs.wins > 3
    for match, game in zip(matches, games, strict=True):
        first = [style_of([match], [seat])["first_claim_turn"]["mean"] for seat in range(SEATS)]
        assert [one is not None for one in first] == [count > 0 for count in game.calls or ()]


def test_the_error_is_by_hand() -> None:
    """The four seats of a hand share its tiles: 25% of all seats win where nobody draws."""
    _, hands = played("greedy", 6)
    won = [match for match in hands if match.result.action == HU]
    by_seat = [(match in won and match.result.player == 2, 1) for match in hands]
    wanted = ratio_estimate(by_seat).within(0, 1).stated().to_json()
    assert style_of(hands, [2])["win_rate"] == wanted
    rate = style_of(won)["win_rate"]
    assert (rate["mean"], rate["error"]) == (0.25, None)


@pytest.mark.foreign
@pytest.mark.parametrize("name", PEOPLE)
def test_people(data_folder: Path, name: str) -> None:
    """Who won, by what and from whom, as the scores have it."""
    matches = list(read_matches(data_folder / name))
    for match in matches:
        styles = [style_of([match], [seat]) for seat in range(SEATS)]
        (winner,) = [seat for seat in range(SEATS) if styles[seat]["wins"]]
        assert match.scores[winner] == max(match.scores)
        givers = [seat for seat in range(SEATS) if styles[seat]["deal_in_rate"]["mean"]]
        assert styles[winner]["self_drawn_share"]["mean"] == (not givers)
        if givers:
            assert match.scores[givers[0]] == min(match.scores)
        fans = {fan.name: fan.value for fan in match.result.fans or () if fan.name != "花牌"}
        (main_fan,) = styles[winner]["main_fans"]
        assert fans[main_fan] == max(fans.values())


def test_the_same_walls() -> None:
    """The adviser on the walls of games: the same tiles, drawn in the same order."""
    _, matches = played("random", 3)
    again = played_by_adviser(matches)
    assert [match.wall for match in again] == [match.wall for match in matches]
    assert [match.requests[1] for match in again] == [match.requests[1] for match in matches]
    assert Counter(name for match in again for name in match.players) == {ADVISER: 12}
