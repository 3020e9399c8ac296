"""Tactic `greedy`: the least shanten, then the most copies of the tiles that lower it.

It looks one action ahead and at nothing but its own hand: a measure for tactics that think. Only
claims are held back, where they leave no way to 8 fan (`eight_fan_stays`).
"""

from functools import lru_cache
from itertools import permutations
from typing import List, Optional, Sequence, Tuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAY, Action
from mj_bot.melds import Meld, offer_of
from mj_bot.shanten.least import least, least_distance
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import (
    CHOW_MIDDLES,
    COPIES,
    FIRST_DRAGON,
    FIRST_HONOUR,
    TILE_KINDS,
    number_of,
    suit_of,
)

# A way to 8 fan that lacks more tiles than these is no way: most games end before.
MOST_MISSING = 3

WINDS, DRAGONS = 3, 4  # After the three suits the other two of the five types.

_SUITS = range(3)
_SUIT_SIZE = 9
_TYPES = (
    slice(0, 9),
    slice(9, 18),
    slice(18, FIRST_HONOUR),
    slice(FIRST_HONOUR, FIRST_DRAGON),
    slice(FIRST_DRAGON, TILE_KINDS),
)
_SETS_AND_PAIR = 5


class Greedy:
    """Plays, claims and kongs for the least shanten; deterministic, without memory."""

    def __init__(self) -> None:
        self.debug = ""

    def __call__(self, state: GameState) -> Action:
        """The best legal action."""
        self.debug = ""
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            return actions[0]
        if state.decision == OWN_DRAW:
            return self._own_turn(state, actions)
        return self._claim(state, actions)

    def _own_turn(self, state: GameState, actions: Sequence[Action]) -> Action:
        play, distance = self._best_discard(state, [a for a in actions if a.kind == PLAY])
        for action in actions:
            # A kong that costs nothing brings a tile more, and sometimes fan.
            if action.kind in (GANG, BUGANG) and _distance_after(state, action) <= distance:
                return action
        return play

    def _claim(self, state: GameState, actions: Sequence[Action]) -> Action:
        now = least_distance(state.hand, len(state.own_melds))
        for action in actions:
            # A kong need not lower the distance: it draws.
            if (
                action.kind == GANG
                and _distance_after(state, action) <= now
                and eight_fan_stays(state, *_after(state, action))
            ):
                return action
        claims = [action for action in actions if action.kind in (CHI, PENG)]
        open_ways = [a for a in claims if eight_fan_stays(state, *_after(state, a))]
        if not open_ways:
            return PASSING
        best, distance = self._best_discard(state, open_ways)
        return best if distance < now else PASSING

    def _best_discard(self, state: GameState, actions: Sequence[Action]) -> Tuple[Action, int]:
        """The best of actions that end with a discard, and the distance that it leaves."""
        distances = [_distance_after(state, action) for action in actions]
        nearest = min(distances)
        best = [a for a, distance in zip(actions, distances) if distance == nearest]
        values = [(_copies_after(state, action), _loneliness(action.tile)) for action in best]
        value = max(values)
        self.debug = "shanten {}, {} tiles lower it".format(nearest, value[0])
        return best[values.index(value)], nearest


def _distance_after(state: GameState, action: Action) -> int:
    hand, melds = _after(state, action)
    return least_distance(hand, len(melds))


def _copies_after(state: GameState, action: Action) -> int:
    """How many unseen tiles lower the distance after the action."""
    hand, melds = _after(state, action)
    return sum([state.unseen[tile] for tile in least(hand, len(melds)).useful])


def _loneliness(tile: Optional[int]) -> int:
    """How few tiles a tile can stand in sets with: honours first, the middle last."""
    if tile is None or tile >= FIRST_HONOUR:
        return 5
    return abs(number_of(tile) - 5)


def _after(state: GameState, action: Action) -> Tuple[List[int], List[Meld]]:
    """The concealed hand and the melds after an action, its discard included."""
    hand, melds = list(state.hand), list(state.own_melds)
    kind, tile, chow, _ = action
    if kind == BUGANG:
        assert tile is not None
        hand[tile] -= 1
        return hand, melds
    if kind == GANG and state.decision == OWN_DRAW:
        assert tile is not None
        hand[tile] -= COPIES
        return hand, melds + [Meld(GANG, tile, 0)]
    if kind != PLAY:
        claimed = state.offered
        assert claimed is not None
        if chow is not None:
            meld = Meld(CHI, chow, claimed - chow + 2)
        else:
            meld = Meld(kind, claimed, offer_of(state.seat, state.turn))
        hand[claimed] += 1
        for part in meld.tiles():
            hand[part] -= 1
        melds.append(meld)
    if tile is not None:
        hand[tile] -= 1
    return hand, melds


# -- ways to 8 fan --------------------------------------------------------------------------


def eight_fan_stays(state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Whether these melds and this concealed hand still have a way to 8 fan in sight.

    A rough test that errs on the side of no. It knows the fans of 6 points and more that real
    winners have with open melds (BOTZONE.md): All Pungs, Half and Full Flush, All Types and the
    fans of three chows; two more points to a fan of 6 are taken to come along.
    """
    return (
        _all_pungs(hand, melds)
        or _one_suit(hand, melds)
        or _all_types(hand, melds)
        or _three_chows(state.unseen, hand, melds)
    )


def _all_pungs(hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """All Pungs: no chow, and each of the four pungs and the pair is begun."""
    if any(meld.kind == CHI for meld in melds):
        return False
    return len(melds) + sum([count >= 2 for count in hand]) >= _SETS_AND_PAIR


def _one_suit(hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Half Flush and Full Flush: little outside one suit and the honours."""
    types = [_type(meld.tile) for meld in melds]
    suited = sum(hand[:FIRST_HONOUR])
    return any(
        suited - sum(hand[_SUIT_SIZE * suit : _SUIT_SIZE * (suit + 1)]) <= MOST_MISSING
        for suit in _SUITS
        if all(kind == suit or kind >= WINDS for kind in types)
    )


def _all_types(hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """All Types: no type twice in the melds; of the rest all are begun, one but by one tile."""
    types = [_type(meld.tile) for meld in melds]
    if len(set(types)) < len(types):
        return False
    rest = [kind for kind in range(len(_TYPES)) if kind not in types]
    if not all(any(hand[_TYPES[kind]]) for kind in rest):
        return False
    return sum([not _is_begun(hand[_TYPES[kind]], kind) for kind in rest]) <= 1


def _type(tile: Optional[int]) -> int:
    """Which of the five types: 0-2 the suits, 3 winds, 4 dragons."""
    assert tile is not None
    return DRAGONS if tile >= FIRST_DRAGON else suit_of(tile)


def _is_begun(counts: Sequence[int], kind: int) -> bool:
    """Whether the tiles of a type have a pair, or two tiles of a chow."""
    if max(counts) >= 2 or kind >= WINDS:
        return max(counts) >= 2
    held = [place for place, count in enumerate(counts) if count]
    return any(later - place <= 2 for place, later in zip(held, held[1:]))


def _three_chows(unseen: Sequence[int], hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Straights, triple and shifted chows: at most one meld beside them, and little missing."""
    chows = [meld.tile for meld in melds if meld.kind == CHI]
    free = len(melds) - len(chows)
    for target in _targets():
        left = list(target)
        for chow in chows:
            if chow in left:
                left.remove(chow)
        if free + len(chows) - (len(target) - len(left)) > 1:
            continue
        needed = [0] * TILE_KINDS
        for middle in left:
            for tile in (middle - 1, middle, middle + 1):
                needed[tile] += 1
        missing = [max(0, need - held) for need, held in zip(needed, hand)]
        if sum(missing) <= MOST_MISSING and all(
            count <= copies for count, copies in zip(missing, unseen)
        ):
            return True
    return False


@lru_cache(maxsize=None)
def _targets() -> Tuple[Tuple[int, int, int], ...]:
    """The middles of the three chows of each fan of three chows worth 6 points or more.

    Pure Straight 3, Mixed Straight 6, Mixed Triple Chow 7, Mixed Shifted Chows 30, Pure Shifted
    Chows 15 by one and 9 by two, Pure Triple Chow 21.
    """
    middles = range(1, 8)
    steps = [(1, 4, 7)] + [(m, m, m) for m in middles]
    steps += [(m, m + 1, m + 2) for m in middles if m + 2 in middles]
    mixed = [
        (one, _SUIT_SIZE + two, 2 * _SUIT_SIZE + three)
        for step in steps
        for one, two, three in sorted(set(permutations(step)))
    ]
    pure = [
        (middle, middle + by, middle + 2 * by)
        for by in (0, 1, 2, 3)
        for middle in CHOW_MIDDLES
        if middle % _SUIT_SIZE + 2 * by in middles
    ]
    return tuple(mixed + pure)
