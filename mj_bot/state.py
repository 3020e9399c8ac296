"""GameState: what every tactic gets, a folded state that also has the report's names.

The report is that of the program whose design `rule_based` follows. Its names use tile codes
(`"W1"`) and tuples (`("PLAY", "W1")`); docs/reference/report_names.md maps them all.
"""

import json
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Type, TypeVar, Union

from mj_bot import actions
from mj_bot.events import BUHUA, CHI, DRAW, GANG, SEATS, Action, Event
from mj_bot.folding.folded_state import FoldedState
from mj_bot.folding.records import (
    CLAIM,
    NOTHING,
    OWN_DRAW,
    ROB,
    WALL_SIZE,
    WALL_SIZE_WITH_FLOWERS,
    Discard,
    Standing,
    draws_in_turn,
)
from mj_bot.folding.requests import Loading, fold_all, request_lists
from mj_bot.melds import Meld
from mj_bot.tiles import ALL_CODES, CODES, tiles_from_counts

__all__ = [
    "CLAIM",
    "NOTHING",
    "OWN_DRAW",
    "ROB",
    "WALL_SIZE",
    "WALL_SIZE_WITH_FLOWERS",
    "Discard",
    "GameState",
    "ReportMeld",
    "ReportPlayer",
    "Standing",
    "draws_in_turn",
]

_State = TypeVar("_State", bound="GameState")


class GameState(FoldedState):
    """What one seat knows (`FoldedState`), and the report's names for it.

    >>> state = GameState.load_json({"requests": [
    ...     "0 1 0", "1 0 0 0 0 W1 W1 W2 W3 W4 B5 B6 B7 T5 T6 F1 F1 J1",
    ...     "3 0 DRAW", "3 0 PLAY T7"]})
    >>> state.my_pid, state.my_hand[:3], state.history
    (1, ['W1', 'W1', 'W2'], [(0, 'DRAW'), (0, 'PLAY', 'T7')])
    >>> state.players[0].played, ("CHI", "T6", "J1") in state.action_space()
    (['T7'], True)
    """

    __slots__ = ()

    @classmethod
    def load_json(
        cls: Type[_State],
        source: Union[str, bytes, Dict[str, Any]],
        loading: Optional[Loading] = None,
        wall_size: int = WALL_SIZE,
    ) -> _State:
        """The state after all requests of a Botzone input object (or its JSON text).

        With `"common_wall": true` in the object, which Botzone never sends, all draw from one wall.
        `loading(state, player_id, action)`, for a tactic that learns from the game, is called
        before every action of every seat is folded, with the action as this seat sees it: PLAY,
        CHI, PENG, GANG, BUGANG as they happened. (A claim that another seat pre-empted did not
        happen.)

        Raises ValueError if the text is not JSON, or the requests are not a game.
        """
        if isinstance(source, bytes):
            source = source.decode("utf-8")
        record: Any = json.loads(source) if isinstance(source, str) else source
        requests, responses = request_lists(record)
        state = cls(wall_size, common_wall=record.get("common_wall") is True)
        for _ in fold_all(state, requests, responses, loading):
            pass
        return state

    def action_space(self) -> List[Action]:
        """Every legal action as its tuple, a win first: see `mj_bot.actions.action_space`."""
        return actions.action_space(self)

    @property
    def my_pid(self) -> int:
        """The own seat, 0-3; -1 before the start."""
        return self.seat

    @property
    def my_hand(self) -> List[str]:
        """The codes of the own concealed tiles, sorted, except that a tile just drawn is last."""
        codes = [CODES[tile] for tile in tiles_from_counts(self.hand)]
        if self.drawn is not None:
            codes.remove(CODES[self.drawn])
            codes.append(CODES[self.drawn])
        return codes

    @property
    def players(self) -> List["ReportPlayer"]:
        """The public view of the four seats, East first."""
        return [ReportPlayer(self, seat) for seat in range(SEATS)]

    @property
    def history(self) -> List[Tuple[Any, ...]]:
        """What every seat did, in order: its number, then the words, as in `(2, "PLAY", "W1")`.

        Draws and concealed kongs have a tile only if they are the own ones.
        """
        return [(seat,) + words for seat, words in self._done()]

    def _done(self) -> Iterator[Tuple[int, Tuple[str, ...]]]:
        kongs = iter([meld.tile for meld in self.melds[self.seat] if meld.concealed])
        before = ""
        for event in self.requests:
            if not isinstance(event, Event):
                continue
            kind, seat, tile, chow = event
            if kind == GANG and seat == self.seat and before == DRAW:
                tile = next(kongs)
            before = kind
            codes = [ALL_CODES[one] for one in (chow, tile) if one is not None]
            yield seat, (kind,) + tuple(codes)


class ReportMeld(NamedTuple):
    """An open set as in the report.

    type: CHI, PENG or GANG. cards: the codes of its tiles; empty if unknown. src_pid: the seat
    whose discard was claimed. src_card: the code of that tile. Both are None for a concealed kong.
    """

    type: str
    cards: List[str]
    src_pid: Optional[int]
    src_card: Optional[str]


class ReportPlayer:
    """The public view of one seat."""

    __slots__ = ("_state", "player_id")

    def __init__(self, state: GameState, player_id: int) -> None:
        self._state = state
        self.player_id = player_id

    @property
    def melds(self) -> List[ReportMeld]:
        """Its melds, oldest first."""
        return [self._meld(meld) for meld in self._state.melds[self.player_id]]

    @property
    def n_flowers(self) -> int:
        """How many flowers it has laid out."""
        return self._state.flowers[self.player_id]

    @property
    def played(self) -> List[str]:
        """The codes of its discards, claimed ones included."""
        return [CODES[discard.tile] for discard in self._state.discards[self.player_id]]

    @property
    def history(self) -> List[Tuple[str, ...]]:
        """Its actions without draws and flowers."""
        mine = [words for seat, words in self._state._done() if seat == self.player_id]
        return [words for words in mine if words[0] not in (DRAW, BUHUA)]

    def _meld(self, meld: Meld) -> ReportMeld:
        cards = [CODES[tile] for tile in meld.tiles()]
        claimed = meld.claimed
        if claimed is None:
            return ReportMeld(meld.kind, cards, None, None)
        steps = 1 if meld.kind == CHI else meld.offer
        return ReportMeld(meld.kind, cards, (self.player_id - steps) % SEATS, CODES[claimed])
