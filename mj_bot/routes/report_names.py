"""The report's functions and tables, under its names and on tile codes, over the routes' own.

docs/reference/report_names.md has an example of each. Those of the state are `GameState`'s.
"""

import sys
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action, read_answer
from mj_bot.routes.blocks import Blocks
from mj_bot.routes.distance import basic_shanten as search
from mj_bot.routes.distance import connection
from mj_bot.routes.distance.difficulty import DIFFICULTY, difficulties
from mj_bot.routes.evaluator import BEST_VALUE, RouteEvaluator, position_after
from mj_bot.routes.families.patterns import PATTERNS, targets_of
from mj_bot.state import GameState
from mj_bot.state import ReportMeld as Meld
from mj_bot.state import ReportPlayer as Player
from mj_bot.tiles import CODES, COPIES, MOST_SETS, counts_of, tile_of

__all__ = [
    "BUGANG",
    "CHI",
    "GANG",
    "HU",
    "PASS",
    "PENG",
    "PLAY",
    "REMAIN_CARDS",
    "GameState",
    "Meld",
    "Player",
    "basic_shanten",
    "connection_bonus",
    "fan_distribution",
    "remain_cards",
    "st_diff",
    "targets_table",
    "value_function1",
    "value_function2",
]

# The difficulty of a tile by its copies left, 0-4.
st_diff = DIFFICULTY
# The rates of the seven fans of three chows, in the order of `targets_table`.
fan_distribution = tuple([rate for _, _, _, rate in PATTERNS])
# The copies left of each tile before any is seen; for a state `remain_cards(state)`.
REMAIN_CARDS: Mapping[str, int] = MappingProxyType(dict.fromkeys(CODES, COPIES))

_COMPLETE, _PARTIAL = 2, 1


def remain_cards(state: GameState) -> Dict[str, int]:
    """The copies of each tile that this seat has not seen.

    >>> remain_cards(GameState())["J1"]
    4
    """
    return dict(zip(CODES, state.unseen))


class _Targets(Sequence[Tuple[Tuple[str, ...], ...]]):
    """The 88 target patterns, each with its nine tiles, by fan as in `fan_distribution`.

    >>> [len(targets) for targets in targets_table], targets_table[0][0][:4]
    ([3, 6, 7, 30, 15, 21, 6], ('W1', 'W2', 'W3', 'W4'))
    """

    def __len__(self) -> int:
        return len(PATTERNS)

    def __getitem__(self, index: Any) -> Any:
        return _made_targets()[index]


@lru_cache(maxsize=1)
def _made_targets() -> Tuple[Tuple[Tuple[str, ...], ...], ...]:
    """Built on first use."""
    return tuple(
        [
            tuple(
                [
                    tuple([CODES[tile] for tiles in target.sets for tile in tiles])
                    for target in targets_of(english, pattern, rate)
                ]
            )
            for _, english, pattern, rate in PATTERNS
        ]
    )


targets_table = _Targets()


def basic_shanten(  # noqa: PLR0913, PLR0917 - the eight of the report, and the copies left
    tiles: Sequence[str],
    pair_need: int,
    mianzi_need: int,
    path: Sequence[str] = (),
    priority: int = _COMPLETE,
    debug_flag: int = 0,
    shunzi_lower: int = 1,
    shunzi_upper: int = 9,
    remain: Mapping[str, int] = REMAIN_CARDS,
) -> float:
    """The weighted distance of tiles to `mianzi_need` sets (0-4) and `pair_need` pairs (0-1).

    path: the tiles taken before; the search marks visited paths itself. priority: 2 takes complete
    sets first, 1 partial sets alone, 0 neither. debug_flag: prints the arguments on standard error.
    shunzi_lower, shunzi_upper: numbers of chows. remain: the copies left of each tile, of a state
    `remain_cards(state)`.

    Raises ValueError for a code that is no tile, and for numbers out of these ranges.

    >>> basic_shanten(["W1", "W2", "W3", "B5", "B5", "T7", "T7"], 1, 2)
    0.8
    """
    suits = search.split(_counts(tiles))
    if pair_need not in (0, 1) or mianzi_need not in range(MOST_SETS + 1):
        raise ValueError("pairs 0-1, sets 0-4: not {}, {}".format(pair_need, mianzi_need))
    if shunzi_lower < 1 or shunzi_upper > 9:
        raise ValueError("chows within 1-9: not {}-{}".format(shunzi_lower, shunzi_upper))
    if priority not in (_COMPLETE, _PARTIAL) and mianzi_need:
        shanten = search.NO_SET * mianzi_need + search.NO_PAIR * pair_need
    else:
        copies = [min(COPIES, max(0, remain.get(code, COPIES))) for code in CODES]
        by_suits = search.Search(difficulties(copies), shunzi_lower, shunzi_upper)
        ask = by_suits.distance if priority == _COMPLETE else by_suits.partial_distance
        shanten = ask(suits, pair_need, mianzi_need)
    if debug_flag:
        question = "tiles: {} path: {} pair: {} mianzi: {}".format(
            list(tiles), list(path), pair_need, mianzi_need
        )
        sys.stderr.write("{} shanten: {:.3f}\n".format(question, shanten))
    return shanten


def connection_bonus(remain: Sequence[str]) -> float:
    """The small value of left-over tiles: pairs are kept, lone tiles go, honours first.

    >>> connection_bonus(["F1"]), connection_bonus(["W5", "W5"])
    (-0.013, 0.03)
    """
    return connection.connection_bonus(search.split(_counts(remain)))


def value_function1(state: GameState, action: Any) -> float:
    """The value of the state after an action by v1.1: its sets, partial sets and pairs, counted.

    Raises ValueError if the action is not legal, and for a win, after which there is no hand.
    """
    return Blocks().value(position_after(state, _legal(state, action)))


def value_function2(state: GameState, action: Any) -> float:
    """The value that `rule_based` maximises: the mixed distance after an action, negated.

    A chow costs 0.2 and a kong earns 1.5. A win and an added kong are far above all others.

    Raises ValueError if the action is not legal.
    """
    wanted = _legal(state, action)
    candidates = RouteEvaluator().candidates(state)
    (value,) = [candidate.value for candidate in candidates if candidate.action == wanted]
    return value - BEST_VALUE


def _legal(state: GameState, action: Any) -> Action:
    wanted = read_answer(action)
    for legal in state.action_space():
        if isinstance(wanted, Action) and legal.same(wanted):
            return legal
    raise ValueError("not legal: {!r:.60}".format(action))


def _counts(codes: Sequence[str]) -> List[int]:
    known = [code for code in codes if code in REMAIN_CARDS]
    if len(known) != len(codes):
        raise ValueError("no tiles: {!r:.60}".format([code for code in codes if code not in known]))
    return counts_of([tile_of(code) for code in known])
