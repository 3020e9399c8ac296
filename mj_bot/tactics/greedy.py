"""Tactic `greedy`: the least shanten, then the most copies of the tiles that lower it.

It looks one action ahead and only at its own hand: a simple opponent to measure against. It skips
claims after which no way to 8 fan is in sight (`eight_fan_stays`).
"""

from functools import lru_cache
from typing import Optional, Sequence, Tuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAY, Action
from mj_bot.fan import KNITTED_STRAIGHT
from mj_bot.melds import Meld
from mj_bot.routes.families.patterns import PATTERNS, targets_of
from mj_bot.shanten.shanten import least, least_distance
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import ends_drawn, hand_after
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS, TYPES, number_of, suit_of

# Ways to 8 fan that lack more tiles than this are ignored: most games end before.
MOST_MISSING = 3

WIND_TYPE, DRAGON_TYPE = 3, 4  # The types after the three suits.

_SUITS = range(3)
_SUIT_SIZE = 9
_SETS_AND_PAIR = 5
_SHIFTED_BY_TWO = ("Pure Shifted Chows", "a123 a345 a567", 0.0)


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
            # A kong that does not raise the distance brings one more tile, and sometimes fan.
            if action.kind in (GANG, BUGANG) and _distance_after(state, action) <= distance:
                return action
        return play

    def _claim(self, state: GameState, actions: Sequence[Action]) -> Action:
        now = least_distance(state.hand, len(state.own_melds))
        for action in actions:
            # A kong need not lower the distance: it draws.
            if (
                action.kind == GANG
                and not ends_drawn(state, action)
                and _distance_after(state, action) <= now
                and eight_fan_stays(state, *hand_after(state, action))
            ):
                return action
        claims = [action for action in actions if action.kind in (CHI, PENG)]
        open_ways = [a for a in claims if eight_fan_stays(state, *hand_after(state, a))]
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
    hand, melds = hand_after(state, action)
    return least_distance(hand, len(melds))


def _copies_after(state: GameState, action: Action) -> int:
    """How many unseen tiles lower the distance after the action."""
    hand, melds = hand_after(state, action)
    return sum([state.unseen[tile] for tile in least(hand, len(melds)).effective])


def _loneliness(tile: Optional[int]) -> int:
    """How far a tile is from the middle of its suit; most for honours. It breaks ties."""
    if tile is None or tile >= FIRST_HONOUR:
        return 5
    return abs(number_of(tile) - 5)


# -- ways to 8 fan --------------------------------------------------------------------------


def eight_fan_stays(state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Whether these melds and this concealed hand still have a way to 8 fan in sight.

    A rough test; if in doubt it says no. It knows the fans of 6 points and more that real winners
    have with open melds: All Pungs, Half and Full Flush, All Types and the fans of three chows. A
    fan of 6 is assumed to find two more points somewhere.
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
    types = [_type_of(meld.tile) for meld in melds]
    suited = sum(hand[:FIRST_HONOUR])
    return any(
        suited - sum(hand[_SUIT_SIZE * suit : _SUIT_SIZE * (suit + 1)]) <= MOST_MISSING
        for suit in _SUITS
        if all(kind == suit or kind >= WIND_TYPE for kind in types)
    )


def _all_types(hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """All Types: no type twice in the melds; all others begun, one perhaps by a single tile."""
    types = [_type_of(meld.tile) for meld in melds]
    if len(set(types)) < len(types):
        return False
    rest = [kind for kind in range(len(TYPES)) if kind not in types]
    if not all(any(_tiles_of(hand, kind)) for kind in rest):
        return False
    return sum([not _is_begun(_tiles_of(hand, kind), kind) for kind in rest]) <= 1


def _type_of(tile: Optional[int]) -> int:
    """Which of the five types: 0-2 the suits, 3 winds, 4 dragons."""
    assert tile is not None
    return DRAGON_TYPE if tile >= FIRST_DRAGON else suit_of(tile)


def _tiles_of(hand: Sequence[int], kind: int) -> Sequence[int]:
    """The counts of one type's tiles."""
    first, end = TYPES[kind]
    return hand[first:end]


def _is_begun(counts: Sequence[int], kind: int) -> bool:
    """Whether the tiles of a type have a pair, or two tiles of a chow."""
    if max(counts) >= 2 or kind >= WIND_TYPE:
        return max(counts) >= 2
    held = [rank for rank, count in enumerate(counts) if count]
    return any(later - rank <= 2 for rank, later in zip(held, held[1:]))


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
def _targets() -> Tuple[Tuple[int, ...], ...]:
    """The middles of the three chows of each fan of three chows worth 6 points or more.

    Those of the table of `rule_based`, and 9 of Pure Shifted Chows by two.

    >>> len(_targets())
    91
    """
    lines = [line[1:] for line in PATTERNS if line[1] != KNITTED_STRAIGHT]
    lines.append(_SHIFTED_BY_TWO)
    return tuple(
        [
            tuple([middle for _, middle, _ in target.sets])
            for english, pattern, rate in lines
            for target in targets_of(english, pattern, rate)
        ]
    )
