"""A person's strength from finished hands: what is counted, and the error, another way."""

import random
import statistics
from pathlib import Path

import pytest

from mj_lab.core.game.seating import PERSON
from mj_lab.explain.analysis.losses import LOSS_KINDS
from mj_lab.table.play.at_table.levels import BOTS
from mj_lab.table.play.store import PlayStore
from mj_lab.web.server.my_games.finished import FinishedHand, finished_hands
from mj_lab.web.server.my_games.listing import listing, rating
from mj_lab.web.server.my_games.rating import LEAST_HANDS, rating_of
from mj_lab.web.server.my_games.reviews import KeptReviews
from tests.mj_lab.web.server.my_games.played import ME, played_table

BY_NAME = {bot.tactic: bot for bot in BOTS}


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> FinishedHand:
    """A finished hand against three of `greedy`."""
    folder = tmp_path_factory.mktemp("played")
    _, tokens = played_table(folder, 3, again=False)
    ((_, found),) = finished_hands(folder / "tables", [str(tokens[ME])])
    assert found.opponents == ("greedy",) * 3
    return found


def hands_of(hand: FinishedHand, *opponents: str, mean: int, count: int) -> list[FinishedHand]:
    chance = random.Random(mean)
    return [
        hand._replace(opponents=opponents, score=mean + chance.choice((-16, -8, 0, 24)))
        for _ in range(count)
    ]


@pytest.mark.parametrize("tactic", BY_NAME)
def test_hands_against_three_of_a_bot(hand: FinishedHand, tactic: str) -> None:
    hands = hands_of(hand, *[tactic] * 3, mean=2, count=40)
    bot, scores = BY_NAME[tactic], [one.score for one in hands]
    told = rating_of(hands)
    assert (told["hands"], told["needed"]) == (40, 0)
    assert told["points"] == pytest.approx(bot.points + bot.worth * statistics.mean(scores))
    error = bot.worth * statistics.stdev(scores) / 40**0.5
    assert told["error"] == pytest.approx((error**2 + bot.error**2) ** 0.5)


def test_it_stands_between_two_bots_or_at_an_end(hand: FinishedHand) -> None:
    order = [bot.tactic for bot in BOTS]
    ends = {-90: (None, order[0]), 90: (order[-1], None)}
    for mean, ends_of in ends.items():
        told = rating_of(hands_of(hand, *["learned"] * 3, mean=mean, count=LEAST_HANDS))
        assert (told["below"], told["above"]) == ends_of
    told = rating_of(hands_of(hand, "greedy", "learned", "learned", mean=-2, count=300))
    assert BY_NAME[told["below"]].points <= told["points"] < BY_NAME[told["above"]].points
    assert order.index(told["above"]) == order.index(told["below"]) + 1


def test_too_few_hands_say_how_many_are_needed(hand: FinishedHand) -> None:
    few = hands_of(hand, *["greedy"] * 3, mean=0, count=LEAST_HANDS - 1)
    # Those against people, programs and bots of unknown strength do not count.
    others = [PERSON, "program:mine", "v1_1"]
    more = [
        one for name in others for one in hands_of(hand, "greedy", name, "odds", mean=0, count=9)
    ]
    told = rating_of([*few, *more])
    nothing = dict.fromkeys(("points", "error", "below", "above"))
    assert told == {"hands": LEAST_HANDS - 1, "needed": 1, **nothing}
    assert rating_of([])["needed"] == LEAST_HANDS


def test_a_hand_in_which_a_bot_answered_counts_nowhere(tmp_path: Path) -> None:
    table, tokens = played_table(tmp_path, 2, hands=4)
    tables, token = tmp_path / "tables", [str(tokens[ME])]
    reviews = KeptReviews(tables)
    kinds = dict.fromkeys(LOSS_KINDS, 0.0)
    reviews.add((table.id, 1, ME), {"points_lost": 9.0, "kinds": kinds})
    before = listing(tables, reviews, token)
    store = PlayStore(tables / "tables.db")
    store.add_bot_hand(table.id, 1, ME)
    store.add_bot_hand(table.id, 2, ME + 1)  # Another person's.
    assert {row.hand for _, _, row in store.all_same_walls()} == {0, 2, 3}
    store.close()
    told = listing(tables, reviews, token)
    for key in ("score", "versus", "against", "rating"):
        assert (before[key]["hands"], told[key]["hands"]) == (4, 3)
    assert (before["lost"]["hands"], told["lost"]["hands"]) == (1, 0)
    assert [row["by_bot"] for row in told["hands"]] == [False, False, True, False]
    own = [result[ME] for number, result in enumerate(table.results) if number != 1]
    assert told["score"]["mean"] == pytest.approx(statistics.mean(own))
    assert rating(tables, token) == {"rating": told["rating"]}
