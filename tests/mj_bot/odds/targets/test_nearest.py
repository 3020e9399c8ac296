"""The nearest targets against looking at every target of the table, and at every form near."""

import random
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PENG, Action
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest, TargetHands
from mj_bot.odds.targets.special_forms import near_forms
from mj_bot.odds.targets.target_table import CHICKEN, TargetHandTable, load_table
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS, counts_of, tile_of, tiles_of
from tests.mj_bot.features.all_wins import divisions, melded_fan
from tests.recorded import Match, Recorded, decisions, sent_to

# What is asked of a search: hand, unseen, melds and winds.
Question = tuple[list[int], list[int], list[Meld], tuple[int, int]]

ALL = 100_000
# Forms that lack more are not made, and no slack of these tests reaches them all.
MOST_OF_FORMS = 6


@lru_cache(maxsize=1)
def table() -> TargetHandTable:
    return load_table()


@cache
def nearest(slack: int = 1, max_targets: int = 1000) -> Nearest:
    """One that has answered everything before it, as far as it was asked for."""
    options = {"slack": slack, "max_targets": max_targets, "max_chicken_hands": ALL}
    return Nearest(table(), OddsOptions(**options))


@pytest.fixture(autouse=True, scope="module")
def forgotten_afterwards() -> Iterator[None]:
    """What was kept takes 100 MB, which no other module needs."""
    yield
    for kept in (nearest, all_targets, table):
        kept.cache_clear()


# -- the oracle -------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def all_targets() -> tuple[np.ndarray, np.ndarray]:
    """SuitParts of every target of the table, and its tiles, one row a tile."""
    parts = table().parts_of(np.arange(len(table())))
    return parts, np.ascontiguousarray(table().counts(parts).T)


def every_target(question: Question) -> np.ndarray:
    """Distance, fan, claimable and tiles of all that can be had, of at least 6 fan or of none."""
    hand, unseen, melds, winds = question
    have = tiles_with(hand, melds)
    parts, counts = all_targets()
    fan = table().fan + table().wind_lift(*winds)[parts[:, 3]]
    keep = (fan >= 6) | (fan == CHICKEN)
    for suit in range(4):
        source = table().honours if suit == 3 else table().suit
        own = [meld for meld in melds if meld.tile is not None and meld.tile // 9 == suit]
        keep &= source.holding(own)[parts[:, suit]]
    distance = np.zeros(len(fan), np.uint8)
    for tile, row in enumerate(counts):
        lacks = np.maximum(row, have[tile]) - np.uint8(have[tile])
        keep &= lacks <= unseen[tile]
        distance += lacks
    targets = rows_of(distance[keep], fan[keep], np.ones(keep.sum(), bool), counts[:, keep].T)
    forms = near_forms(hand, unseen, melds, MOST_OF_FORMS, winds)
    lacks = np.maximum(forms.counts.astype(int) - have, 0).sum(axis=1)
    return np.concatenate([targets, rows_of(lacks, forms.fan, forms.claimable, forms.counts)])


def tiles_with(hand: list[int], melds: list[Meld]) -> np.ndarray:
    have = np.array(hand, np.uint8)
    for meld in melds:
        assert meld.tile is not None
        for tile in (meld.tile - 1, meld.tile, meld.tile + 1):
            have[tile if meld.kind == CHI else meld.tile] += 1
    return have


def rows_of(*columns: np.ndarray) -> np.ndarray:
    return np.column_stack([column.astype(np.int16) for column in columns])


def in_order(rows: np.ndarray) -> np.ndarray:
    return rows[np.lexsort(rows.T)]


def mine(found: TargetHands) -> np.ndarray:
    return rows_of(found.distance, found.fan, found.claimable, found.counts)


def within(rows: np.ndarray, slack: int) -> np.ndarray:
    winning = rows[rows[:, 1] >= 8]
    if len(winning):
        rows = rows[rows[:, 0] <= winning[:, 0].min() + slack]
    chickens = rows[:, 1] == CHICKEN
    if chickens.any():
        rows = rows[~chickens | (rows[:, 0] <= rows[chickens, 0].min() + slack)]
    return rows


def assert_as_brute_force(question: Question) -> np.ndarray:
    """For every slack the same targets, the nearest first; returns those of slack 1."""
    every = every_target(question)
    for slack in (2, 0, 1):
        expected = in_order(within(every, slack))
        found = mine(nearest(slack, ALL)(*question))
        assert (np.diff(found[:, 0]) >= 0).all()
        np.testing.assert_array_equal(in_order(found), expected)
    whole = found
    for most in (2, 5):
        found = in_order(mine(nearest().within(*question, most)))
        np.testing.assert_array_equal(found, in_order(every[every[:, 0] <= most]))
    for most in (1, 7, 300):
        np.testing.assert_array_equal(mine(nearest(1, most)(*question)), whole[:most])
    return expected


def test_few_chicken_hands_are_searched_and_none_if_not_wanted() -> None:
    """They are many: the nearest of them stay, and no other target goes for them."""
    rng = random.Random(3)
    some, none, cut = (
        Nearest(table(), OddsOptions(max_chicken_hands=9)),
        Nearest(table(), OddsOptions(max_chicken_hands=0)),
        0,
    )
    for _ in range(20):
        question = random_question(rng, 1)
        every, few, without = (mine(one(*question)) for one in (nearest(), some, none))
        assert not (without[:, 1] == CHICKEN).any()
        np.testing.assert_array_equal(in_order(few[few[:, 1] != CHICKEN]), in_order(without))
        chickens = sorted(every[every[:, 1] == CHICKEN, 0].tolist())
        assert sorted(few[few[:, 1] == CHICKEN, 0].tolist()) == chickens[:9]
        cut += len(chickens) > 9
    assert cut


# -- hands ------------------------------------------------------------------------------------


def random_question(rng: random.Random, meld_count: int) -> Question:
    """A hand with melds out of one wall, of which some tiles are gone."""
    every = [(CHI, tile) for tile in CHOW_MIDDLES] + [(PENG, tile) for tile in range(TILE_KINDS)]
    melds: list[Meld] = []
    while True:
        melds = [Meld(*chosen, 1) for chosen in rng.choices(every, k=meld_count)]
        taken = tiles_with([0] * TILE_KINDS, melds)
        if taken.max() <= 4:
            break
    for place, meld in enumerate(melds):
        if meld.kind == PENG and taken[meld.tile] == 3 and rng.random() < 0.5:
            melds[place] = Meld(GANG, meld.tile, rng.randrange(4))
    wall = {tile: 4 - sum(meld.tiles().count(tile) for meld in melds) for tile in range(TILE_KINDS)}
    deck = [tile for tile, left in wall.items() for _ in range(left)]
    # Half of the hands lie in a few suits, as hands do that are played for long.
    if rng.random() < 0.5:
        suits = rng.sample(range(4), 2)
        deck = [tile for tile in deck if tile // 9 in suits]
    rng.shuffle(deck)
    hand = counts_of(deck[: rng.choice([13, 14]) - 3 * meld_count])
    unseen = [rng.randint(0, wall[tile] - held) for tile, held in enumerate(hand)]
    return hand, unseen, melds, (rng.randrange(4), rng.randrange(4))


@pytest.mark.parametrize("seed", range(15))
def test_finds_what_looking_at_every_target_finds(seed: int) -> None:
    assert_as_brute_force(random_question(random.Random(seed), seed % 5))


@pytest.mark.parametrize(
    ("tiles", "most"),
    [
        ("W1 W1 W3 W3 B5 B5 T2 T2 T9 T9 F1 F1 J1 J2", 1),
        ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J2 W5", 1),
        ("W1 W4 B2 B5 T3 T6 F1 F2 F3 F4 J1 J2 J3 W5", 1),
        ("W1 W4 W7 B2 B5 B8 T3 T6 F1 F1 J2 J2 J2 W5", 1),
        ("W2 W2 W2 B3 B3 B3 T5 T5 T5 T7 T7 T8 T8 W9", 1),
        ("W1 W1 W1 W1 B5 B5 T2 T2 T9 T9 F1 F1 J1 J1", 0),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9 T2 T3 T4 F3 F3", 0),
        ("W1 W2 W3 B1 B2 B3 T1 T2 T3 W7 W8 W9 B9 B9", 0),
    ],
)
def test_hands_near_a_form_or_complete(tiles: str, most: int) -> None:
    hand = counts_of(tiles_of(tiles))
    found = assert_as_brute_force((hand, [4 - count for count in hand], [], (1, 2)))
    assert found[:, 0].min() == most


def test_without_a_target_of_8_fan_the_lesser_ones_are_all_there() -> None:
    """Melds that leave less than 8 fan, and a wait: no target has 8 fan, or none to be had."""
    white = tile_of("J3")
    for tile, pungs in ((16, (22, 7)), (white, (white - 1, white - 2))):
        melds = [Meld(CHI, 1, 1), Meld(CHI, 13, 1), *[Meld(PENG, pung, 1) for pung in pungs]]
        unseen = [4 * (one != white) for one in range(TILE_KINDS)]
        found = assert_as_brute_force((counts_of([tile]), unseen, melds, (0, 0)))
        assert (found[:, 1] < 8).all()


def test_targets_without_unseen_tiles_are_left_out() -> None:
    """No copy of the last tile is unseen, though targets with a pair of it have 8 fan."""
    hand = counts_of([0])
    unseen = [4] * TILE_KINDS
    for melds in (
        [Meld(PENG, tile, 1) for tile in (27, 28, 29, 31)],
        [Meld(CHI, tile, 1) for tile in (4, 7, 13, 22)],
        [Meld(CHI, tile, 1) for tile in (1, 4, 7, 10)],
    ):
        assert len(nearest()(hand, unseen, melds, (0, 0)))
        assert len(nearest()(hand, [0] * TILE_KINDS, melds, (0, 0))) == 0


def test_a_meld_of_an_unknown_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown"):
        nearest()([0] * TILE_KINDS, [4] * TILE_KINDS, [Meld(GANG, None, 0)], (0, 0))
    with pytest.raises(ValueError, match="unknown"):
        tiles_held([0] * TILE_KINDS, [Meld(GANG, None, 0)])


def test_targets_are_chosen_by_mask_or_index() -> None:
    hand = counts_of(tiles_of("W1 W2 W3 B4 B5 B6 T7 T8 F1 F1 F2 F2 F2 J1"))
    found = nearest()(hand, [4 - count for count in hand], [], (0, 0))
    mask = found.fan >= 8
    assert 0 < mask.sum() < len(found)
    np.testing.assert_array_equal(mine(found.chosen(mask)), mine(found)[mask])


# -- recorded games ---------------------------------------------------------------------------


def questions_of(match: Match) -> list[Question]:
    """What a bot asks in a match: once for each way to answer but the discard."""
    return [one for seen in decisions(match) for one in questions_at(seen.state)]


def questions_at(state: GameState) -> Iterator[Question]:
    actions = action_space(state)
    ways: dict[tuple[str, int | None], Action] = {}
    for action in actions if len(actions) > 1 else []:
        if action.kind != HU:
            ways.setdefault((action.kind, action.chow), action)
    for action in ways.values():
        hand, melds = hand_after(state, action, discarding=False)
        yield hand, list(state.unseen), melds, (state.seat, state.prevalent_wind)


@pytest.mark.parametrize("number", range(4))
def test_recorded_decisions_as_looking_at_every_target(recorded: Recorded, number: int) -> None:
    questions = questions_of(recorded("botzone_matches")[9 * number])
    for question in random.Random(number).sample(questions, 4):
        assert_as_brute_force(question)


def test_what_is_kept_changes_no_answer(recorded: Recorded) -> None:
    """Two matches in turn, with everything kept from one question to the next, and with nothing."""
    used = Nearest(table())
    melded = 0
    matches = [recorded("botzone_matches")[place] for place in (3, 17)]
    both = zip(*map(questions_of, matches), strict=False)
    for question in [question for pair in both for question in pair]:
        found, fresh = used(*question), Nearest(table())(*question)
        for column, again in zip(found, fresh, strict=True):
            np.testing.assert_array_equal(column, again)
            assert column.dtype == again.dtype
        melded += bool(question[2])
    assert melded > 20


def test_the_columns_are_as_documented() -> None:
    hand = counts_of(tiles_of("W1 W4 W7 B2 B5 B8 T3 T6 F1 F1 J2 J2 J2 W5"))
    found = nearest()(hand, [4 - count for count in hand], [], (0, 0))
    kinds = [column.dtype for column in found]
    assert kinds == [np.int16, np.int16, np.bool_, np.int16]
    assert found.counts.shape == (len(found), TILE_KINDS)
    assert (found.counts.sum(axis=1) == 14).all()


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_hands_that_won_are_found_complete(recorded: Recorded, step: int) -> None:
    """Wins of at least 8 fan with no help from how they were won are at distance 0."""
    in_sets = others = 0
    for name in ("judged_games", "rare_games", "botzone_matches"):
        for match in recorded(name)[::step]:
            for (hand, _, melds, winds), fan in wins_of(match):
                near = nearest()(hand, [4] * TILE_KINDS, melds, winds)
                complete = near.fan[near.distance == 0]
                if fan is None or fan >= 8:
                    # The winds' lift is exact only below 12 fan.
                    assert complete.max() >= min(fan or 8, 12), match["id"]
                in_sets += fan is not None and fan >= 8
                others += fan is None
    assert in_sets >= 20
    assert others >= 5


def wins_of(match: Match) -> Iterator[tuple[Question, int | None]]:
    """Hand with the winning tile, and the fan when all is melded; None for other forms."""
    result = match["result"]
    if result["action"] == "HU":
        state = load_json(sent_to(match, result["player"]))
        hand = list(state.hand)
        if state.drawn is None:
            assert state.offered is not None
            hand[state.offered] += 1
        winds = (state.seat, state.prevalent_wind)
        # The most fan over all ways to part the hand into sets and a pair.
        fixed = [
            Meld(PENG if one.kind == GANG else one.kind, one.tile, 1) for one in state.own_melds
        ]
        ways = [melded_fan((*fixed, *sets), pair, winds) for sets, pair in divisions(hand)]
        yield (hand, state.unseen, state.own_melds, winds), max(ways, default=None)
