"""Tables with a wall made for one thing to happen, and opponents who let it."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, PENG, PLAY, Action
from mj_bot.state import GameState
from mj_bot.tiles import code_of, tile_of, tiles_of
from mj_lab.core.records.match import Match
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings

# The seat of the person, and of the one before, whose first discard is staged.
PERSON_SEAT = 1
GIVER = 0


class Scene(NamedTuple):
    """What is staged. draws: by seat the tiles that it draws, 13 of the deal first.

    wish: the class of the button to press, and which of several; hidden: what the opponents claim.
    """

    draws: Mapping[int, str]
    wish: str
    which: int = 0
    opponent_pungs: str = ""


# A hand that waits for nothing: it lets a scene happen beside it.
_IDLE = "W1 W9 B1 B9 T1 T9 F2 F3 F4 J1 J2 J3 W5"
_CHOWS = "W1 W2 W4 W5 B1 B9 T1 T9 F2 F3 F4 J2 J3"
# Pure straight in characters and a pair of bamboos to come: 16 fan.
_WAITING = "W1 W2 W3 W4 W5 W6 W7 W8 W9 B2 B3 B4 T5"
# A cheap hand that waits for 5 of dots inside: it wins by robbing a kong alone.
_CHEAP = "W2 W3 W4 W6 W7 W8 T6 T7 T8 B9 B9 B4 B6"

SCENES = {
    "chow-low": Scene({1: _CHOWS, 0: f"{_IDLE[:-3]} W7 W3"}, "chi", 0),
    "chow-middle": Scene({1: _CHOWS, 0: f"{_IDLE[:-3]} W7 W3"}, "chi", 1),
    "chow-high": Scene({1: _CHOWS, 0: f"{_IDLE[:-3]} W7 W3"}, "chi", 2),
    "pung": Scene({1: f"F1 F1 {_IDLE[:-6]}", 0: f"{_IDLE} F1"}, "peng"),
    "open-kong": Scene({1: f"F1 F1 F1 {_IDLE[:-9]}", 0: f"{_IDLE} F1"}, "gang"),
    "concealed-kong": Scene({1: f"F1 F1 F1 F1 {_IDLE[:-12]}"}, "gang"),
    "added-kong": Scene({1: f"F1 F1 {_IDLE[:-6]} F1", 0: f"{_IDLE} F1"}, "bugang"),
    "robbed-kong": Scene(
        {1: _CHEAP, 0: f"{_IDLE} B5", 2: f"B5 B5 {_IDLE[:-6]} B5"}, "win", 0, "B5"
    ),
    "self-drawn": Scene({1: f"{_WAITING} T5"}, "win"),
    "claimed-win": Scene({1: _WAITING, 0: f"{_IDLE} T5"}, "win"),
}


def wall_with(draws: Mapping[int, str], size: int, seed: int = 0) -> tuple[int, ...]:
    """A wall of `size` tiles a seat, from which seats draw these tiles first."""
    left = Counter(dict.fromkeys(range(34), 4))
    wanted = {seat: tiles_of(draws.get(seat, "")) for seat in range(4)}
    for tiles in wanted.values():
        left.subtract(tiles)
    assert min(left.values()) >= 0, "a fifth tile"
    rest = sorted(left.elements())
    random.Random(seed).shuffle(rest)
    wall: list[int] = []
    for seat in range(4):
        own = [*wanted[seat]]
        while len(own) < size:
            own.append(rest.pop())
        wall += reversed(own)
    return tuple(wall)


class DrawnTile:
    """Discards what it drew, pungs one tile that it is given and adds the fourth to it."""

    def __init__(self, pungs: str) -> None:
        self.pungs = pungs

    def __call__(self, state: GameState) -> Action:
        legal = action_space(state)
        for action in legal:
            wanted = state.offered is not None and code_of(state.offered) == self.pungs
            if action.kind == PENG and wanted:
                return action
            if action.kind == BUGANG:
                return action
        if state.drawn is not None:
            return Action(PLAY, state.drawn)
        return next(action for action in legal if action.kind == "PASS")


def stage(
    store: PlayStore, name: str, scene: Scene, size: int, seed: int = 0, **settings: Any
) -> str:
    """A table for a scene, in a server's store; the person's token."""
    players = ["random"] * 4
    players[PERSON_SEAT] = "human"
    token = f"token-{name}"
    kept = TableSettings(tuple(players), **{"pace": 0.0, **settings})
    store.add_table(name, asdict(kept), {token: PERSON_SEAT})
    store.add_hand(name, 0, wall_with(scene.draws, size, seed))
    return token


def kinds_answered(match: Match, seat: int) -> Counter[str]:
    """How often a seat gave each kind of answer, named as in SCENES; by the record alone."""
    found: Counter[str] = Counter()
    for told, replies in zip(match.requests, match.responses, strict=True):
        own = told[seat].split()
        word, *tiles = replies[seat].split() or [""]
        if word == "CHI":
            middle, offered = tile_of(tiles[0]), tile_of(own[-1])
            found[("chow-high", "chow-middle", "chow-low")[offered - middle + 1]] += 1
        elif word == "GANG":
            found["concealed-kong" if tiles else "open-kong"] += 1
        elif word == "HU":
            robs = len(own) > 2 and own[2] == "BUGANG"
            drawn = own[0] == "2"
            found["self-drawn" if drawn else "robbed-kong" if robs else "claimed-win"] += 1
        elif word in ("PENG", "BUGANG"):
            found["pung" if word == "PENG" else "added-kong"] += 1
        elif word == "PASS" and len(own) > 2 and own[2] in ("PLAY", "PENG", "CHI"):
            found["pass"] += own[1] != str(seat)
    return found
