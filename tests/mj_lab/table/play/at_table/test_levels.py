"""The bots with names: tactics that there are, of the strength that the stored duels measured."""

import pytest

from docs.tables import runs
from mj_bot import tactics
from mj_lab.measure.arena.report.kept_duel import KeptDuel, merged
from mj_lab.measure.arena.report.strength import by_pair
from mj_lab.table.play.at_table.levels import BOTS, LEVELS


def duels_of(mode: str) -> dict[tuple[str, str], KeptDuel]:
    """The stored duels of the default tactic with another of ours, by both names."""
    duels = [one for one in map(merged, by_pair(runs())) if one.settings.mode == mode]
    ours = {one.names: one for one in duels if set(one.names) <= set(tactics.names())}
    return {(one, two): ours[one, two] for one, two in ours if tactics.DEFAULT in (one, two)}


def test_their_points_are_those_of_the_duels_against_the_default_tactic() -> None:
    measured = {tactics.DEFAULT: (0.0, 0.0)}
    for (first, second), duel in duels_of("2v2").items():
        mean, error = duel.difference()[:2]
        assert mean is not None and error is not None
        is_first = second == tactics.DEFAULT
        measured[first if is_first else second] = (
            round(mean if is_first else -mean, 2),
            round(error, 2),
        )
    assert {bot.tactic: (bot.points, bot.error) for bot in BOTS} == measured


def test_what_a_point_against_three_is_worth_is_that_of_one_against_three() -> None:
    bots = {bot.tactic: bot for bot in BOTS}
    alone: dict[tuple[str, str], float] = {}
    for names, duel in duels_of("1v3").items():
        points = duel.sides[0].figure("points", duel.walls).mean
        assert points is not None
        alone[names] = points
    # One of the default tactic against three of the bot is as strong as it is, 0.
    for tactic in ("random", "greedy", "rule_based"):
        bot = bots[tactic]
        assert bot.points + bot.worth * alone[tactics.DEFAULT, tactic] == pytest.approx(0, abs=0.2)
    default = bots[tactics.DEFAULT]
    one = default.worth * alone["rule_based", tactics.DEFAULT]
    assert one == pytest.approx(bots["rule_based"].points, abs=0.05)
    assert bots["odds"].worth == bots["net"].worth == default.worth


def test_each_is_proven_stronger_than_the_one_before() -> None:
    assert [bot.level[0] for bot in LEVELS if bot.level] == ["Easy", "Medium", "Strong"]
    assert {bot.tactic for bot in BOTS} <= set(tactics.names())
    assert LEVELS[-1].tactic == tactics.DEFAULT
    for weaker, stronger in zip(BOTS, BOTS[1:], strict=False):
        error = (weaker.error**2 + stronger.error**2) ** 0.5
        assert stronger.points - weaker.points > 2 * error


def test_names_are_short_and_each_ones_own() -> None:
    for language in (0, 1):
        names = [bot.name[language] for bot in BOTS]
        assert len(set(names)) == len(names) and max(map(len, names)) <= 6
