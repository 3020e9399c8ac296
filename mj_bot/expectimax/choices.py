"""The choices of a decision as the search sees them, searched one layer deeper at a time."""

from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action
from mj_bot.expectimax.own_hand import NOBODY_WINS, DrawnHand, OwnHand, WaitingHand
from mj_bot.expectimax.search import OutOfTimeError, Ranking, TreeSearch
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_bot.state import GameState
from mj_bot.successor import ends_drawn, hand_after

_DISCARDING = (PLAY, CHI, PENG)
_KONGS = (GANG, BUGANG)


class SearchChoice(NamedTuple):
    """A legal action and the hand that it leaves, None if it ends the game drawn.

    deal_in: the chance that another seat wins with its discard.
    """

    action: Action
    waiting: Optional[WaitingHand]
    deal_in: float


class ValuedChoice(NamedTuple):
    """An action, its value in points of the game, and the layers searched."""

    action: Action
    value: float
    depth: int


def search_choices(state: GameState, own: OwnHand) -> List[SearchChoice]:
    """Every legal action but a win."""
    dangers = deal_in_chances(opponents(state), state.unseen)
    choices = []
    for action in action_space(state):
        if action.kind == HU:
            continue
        if ends_drawn(state, action):
            choices.append(SearchChoice(action, None, 0.0))
            continue
        waiting = own.waiting(*hand_after(state, action), replacing=action.kind in _KONGS)
        danger = 0.0
        if action.kind in _DISCARDING and action.tile is not None:
            danger = dangers[action.tile]
        choices.append(SearchChoice(action, waiting, danger))
    return choices


def drawn_hands(state: GameState, own: OwnHand) -> Dict[Tuple[str, Optional[int]], DrawnHand]:
    """The hand before the discard, by kind and chow of the actions that end with one."""
    hands = {}
    for action in action_space(state):
        key = (action.kind, action.chow)
        if action.kind in _DISCARDING and key not in hands:
            hands[key] = own.drawn(*hand_after(state, action, discarding=False))
    return hands


def pruned(
    choices: Sequence[SearchChoice], state: GameState, own: OwnHand, search: TreeSearch
) -> List[SearchChoice]:
    """The choices whose discard the search would expand, and those without a discard."""
    expanded = {key: set(search.expanded(hand)) for key, hand in drawn_hands(state, own).items()}
    return [
        choice
        for choice in choices
        if choice.action.kind not in _DISCARDING
        or choice.waiting in expanded[choice.action.kind, choice.action.chow]
    ]


def deepened(
    choices: Sequence[SearchChoice], search: TreeSearch, depth: int, defence: float
) -> Iterator[List[ValuedChoice]]:
    """After each choice valued: the choices valued so far in the deepest layer.

    Each layer starts with the best choice of the layer before, so the best so far is a good answer
    when time runs out. Ends after `depth` layers or when time runs out. defence: the factor on the
    deal-in chance.
    """
    order = list(choices)
    for layers in range(1, depth + 1):
        done: List[ValuedChoice] = []
        for choice in order:
            value = NOBODY_WINS
            if choice.waiting is not None:
                try:
                    (value,) = search.values([choice.waiting], layers)
                except OutOfTimeError:
                    return
            value = _with_danger(value, defence * choice.deal_in)
            done.append(ValuedChoice(choice.action, value, layers))
            yield list(done)
        values = {one.action: one.value for one in done}
        order.sort(key=lambda choice: -values[choice.action])


def by_q_alone(
    choices: Sequence[SearchChoice],
    state: GameState,
    own: OwnHand,
    search: TreeSearch,
    ranking: Ranking,
) -> List[ValuedChoice]:
    """A network's value of each choice, without a search.

    A discard is worth its Q. Passing and kongs, which have no discard, are worth the mean over the
    next tiles of the greatest Q. Dealing in is left to the network.
    """
    by_tile = {key: ranking([hand])[0] for key, hand in drawn_hands(state, own).items()}
    valued = []
    for action, waiting, _ in choices:
        value = NOBODY_WINS
        if action.kind in _DISCARDING:
            value = by_tile[action.kind, action.chow][action.tile]
        elif waiting is not None:
            (value,) = search.values([waiting], 1)
        valued.append(ValuedChoice(action, value, 0))
    return valued


def best_of(valued: Sequence[ValuedChoice]) -> ValuedChoice:
    """The choice of the greatest value, the first among equals; passing before a claim."""
    return max(valued, key=lambda choice: (choice.value, choice.action.kind == PASS))


def _with_danger(value: float, danger: float) -> float:
    """The expected points if the discard deals in with this chance."""
    return (1 - danger) * value - danger * DEAL_IN_COSTS
