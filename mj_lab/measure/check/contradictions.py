"""Changes recorded histories of one seat so that each contradicts itself in one place.

Each way changes the seat's requests and answers from some place on, knowing the state before it.
Some lead to another possible game, such as one discard in place of another.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from mj_bot.events import BUGANG, CHI, DRAW, GANG, PENG, PLAY, SEATS, Event, parse_request
from mj_bot.history import fold, note_answer
from mj_bot.state import GameState
from mj_bot.tiles import CHOW_MIDDLES, CODES, TILE_KINDS, code_of

# The requests and answers of one seat.
SeatHistory = tuple[list[str], list[str]]

_LAST_TILE = "to the last tile"
_GAMES_THAT_GO_ON = ("nothing", "another discard")

# The most requests after the contradiction.
_AFTER = 6
# The most requests left out of a history that runs to the last tile.
_BEFORE_THE_END = 10
# Turns after which no wall has a tile left.
_MOST_TURNS = 150


class Scene:
    """A history being changed at a place: the next request, with the state before it."""

    def __init__(self, history: SeatHistory, turn: int, dice: random.Random) -> None:
        self.asked, self.answered = history
        self.place = turn
        self.dice = dice
        self.state = GameState()
        for request, answer in zip(self.asked[:turn], self.answered, strict=False):
            fold(self.state, request)
            note_answer(self.state, answer)

    @property
    def seat(self) -> int:
        """The seat whose history this is."""
        return self.state.seat

    def any_seat(self) -> int:
        """A random seat."""
        return self.dice.randrange(SEATS)

    def any_tile(self) -> str:
        """A random tile's code."""
        return self.dice.choice(CODES)

    def insert(self, *requests: str) -> None:
        """Insert requests before the place, each answered with PASS."""
        self.asked[self.place : self.place] = requests
        self.answered[self.place : self.place] = ["PASS"] * len(requests)

    def replace(self, request: str) -> None:
        """Replace the request at the place."""
        self.asked[self.place] = request

    def seek(self, wanted: Callable[[Event], bool]) -> Event | None:
        """Advance to the next wanted request; None if there is none."""
        while self.place < len(self.asked) - 1:
            event = parse_request(self.asked[self.place], self.seat)
            if isinstance(event, Event) and wanted(event):
                return event
            fold(self.state, self.asked[self.place])
            note_answer(self.state, self.answered[self.place])
            self.place += 1
        return None


def contradicted(history: SeatHistory, dice: random.Random) -> tuple[str, SeatHistory]:
    """The history cut off soon after one contradiction, and the contradiction's name."""
    name = dice.choice(tuple(WAYS))
    requests, answered = history
    turn = dice.randint(2, max(2, len(requests) - 1))
    scene = Scene((list(requests), list(answered)), turn, dice)
    WAYS[name](scene)
    size = scene.place + 1 + dice.randint(0, _AFTER)
    if name in _GAMES_THAT_GO_ON:
        size = dice.randint(scene.place, len(scene.asked))
    elif name == _LAST_TILE:
        size = len(scene.asked) - dice.randint(0, _BEFORE_THE_END)
    size = min(size, len(scene.asked))
    return name, (scene.asked[:size], scene.answered[: size - 1])


# -- the ways -----------------------------------------------------------------------------------


def _nothing(_scene: Scene) -> None:
    """The unchanged game."""


def _another_discard(scene: Scene) -> None:
    """Another seat discards a different remaining tile: usually possible."""
    event = scene.seek(lambda event: event.kind == PLAY and event.seat != scene.seat)
    left = [tile for tile in range(TILE_KINDS) if scene.state.unseen[tile]]
    if event is not None and left:
        scene.replace(f"3 {event.seat} PLAY {code_of(scene.dice.choice(left))}")


def _another_draw(scene: Scene) -> None:
    """The seat draws a different remaining tile; its hand before does not change."""
    event = scene.seek(lambda event: event.kind == DRAW and event.seat == scene.seat)
    left = [tile for tile in range(TILE_KINDS) if scene.state.unseen[tile]]
    if event is not None and left:
        scene.replace(f"2 {code_of(scene.dice.choice(left))}")


def _fifth_tile(scene: Scene) -> None:
    """A fifth copy of a tile is discarded."""
    state = scene.state
    event = scene.seek(
        lambda event: event.kind == PLAY and event.seat != scene.seat and 0 in state.unseen
    )
    if event is not None:
        gone = [tile for tile in range(TILE_KINDS) if not state.unseen[tile]]
        scene.replace(f"3 {event.seat} PLAY {code_of(scene.dice.choice(gone))}")


def _claim_of_nothing(scene: Scene) -> None:
    """A claim of a tile that is not on offer, or with nothing on offer."""
    seat, tile = scene.any_seat(), scene.any_tile()
    middle = code_of(scene.dice.choice(CHOW_MIDDLES))
    claims = (f"PENG {tile}", f"CHI {middle} {tile}", "GANG")
    scene.insert(f"3 {seat} {scene.dice.choice(claims)}")


def _other_echo(scene: Scene) -> None:
    """The seat's own discard comes back as another tile, in hand or not."""
    if scene.seek(lambda event: event.kind == PLAY and event.seat == scene.seat) is None:
        return
    held = [code_of(tile) for tile in range(TILE_KINDS) if scene.state.hand[tile]]
    tile = scene.dice.choice(held) if held and scene.dice.random() < 0.7 else scene.any_tile()
    scene.replace(f"3 {scene.seat} PLAY {tile}")


def _own_action(scene: Scene) -> None:
    """A request says that the seat did something it did not do."""
    tile = scene.any_tile()
    done = ("GANG", f"BUGANG {tile}", f"PENG {tile}", f"PLAY {tile}", "DRAW", "BUHUA H3")
    scene.insert(f"3 {scene.seat} {scene.dice.choice(done)}")


def _other_seat(scene: Scene) -> None:
    """An event is attributed to another seat."""
    event = scene.seek(lambda event: event.seat != scene.seat)
    if event is not None:
        request = scene.asked[scene.place].split()
        scene.replace(" ".join(["3", str(scene.any_seat()), *request[2:]]))


def _again(scene: Scene) -> None:
    """A request is repeated."""
    if scene.place < len(scene.asked):
        scene.insert(scene.asked[scene.place])


def _left_out(scene: Scene) -> None:
    """A request is left out."""
    if scene.place < len(scene.asked) - 1:
        del scene.asked[scene.place]
        del scene.answered[min(scene.place, len(scene.answered) - 1)]


def _other_answer(scene: Scene) -> None:
    """The seat's own answer is recorded as another, or is missing."""
    if scene.answered:
        tile = scene.any_tile()
        other = ("PASS", "HU", "GANG", f"GANG {tile}", f"BUGANG {tile}", f"PLAY {tile}", "", "?")
        scene.answered[min(scene.place, len(scene.answered)) - 1] = scene.dice.choice(other)


def _kong_without_tiles(scene: Scene) -> None:
    """A kong without its tiles: concealed out of turn, or added to no pung."""
    event = scene.seek(lambda event: event.kind == DRAW)
    seat = scene.any_seat() if event is None else event.seat
    kind = scene.dice.choice((GANG, BUGANG))
    scene.place += 1
    scene.insert(f"3 {seat} {kind}" + (f" {scene.any_tile()}" if kind == BUGANG else ""))


def _flower(scene: Scene) -> None:
    """A flower is replaced, where that is possible and where not."""
    if scene.dice.random() < 0.5:
        scene.seek(lambda event: event.kind == DRAW and event.seat != scene.seat)
    scene.insert(f"3 {scene.any_seat()} BUHUA H{scene.dice.randint(1, 8)}")


def _second_start(scene: Scene) -> None:
    """A game starts, or is dealt, in the middle of another."""
    scene.insert(scene.asked[scene.dice.randrange(2)])


def _to_the_last_tile(scene: Scene) -> None:
    """Every seat draws and discards until all walls are empty, and a little longer."""
    if scene.seek(lambda event: event.kind == DRAW) is None:
        return
    state, dice, seat = scene.state, scene.dice, (scene.state.turn + 1) % SEATS
    if not isinstance(state.last, Event) or state.last.kind not in (PLAY, CHI, PENG):
        return
    del scene.asked[scene.place :], scene.answered[scene.place :]
    # Some stop in time; the others draw from empty walls.
    longer = dice.choice((0, 0, 0, 3))
    for _ in range(_MOST_TURNS):
        left = [tile for tile in range(TILE_KINDS) if state.unseen[tile]]
        if (state.walls[seat] <= 0 and not longer) or not left:
            break
        longer -= state.walls[seat] <= 0
        for request in _draws_and_discards(state, seat, left, dice):
            fold(state, request)
            scene.asked.append(request)
            scene.answered.append("PASS")
        seat = (seat + 1) % SEATS


def _draws_and_discards(
    state: GameState, seat: int, left: list[int], dice: random.Random
) -> list[str]:
    # In half of the turns the discard is one that the seat may claim, if there is any.
    wanted = [tile for tile in left if state.hand[tile] >= 2] if dice.random() < 0.5 else []
    tile = code_of(dice.choice(wanted or left))
    if seat != state.seat:
        return [f"3 {seat} DRAW", f"3 {seat} PLAY {tile}"]
    return [f"2 {tile}", f"3 {seat} PLAY {tile}"]


WAYS: dict[str, Callable[[Scene], None]] = {
    "nothing": _nothing,
    "another discard": _another_discard,
    "another draw": _another_draw,
    "fifth tile": _fifth_tile,
    "claim of nothing": _claim_of_nothing,
    "other echo": _other_echo,
    "own action": _own_action,
    "other seat": _other_seat,
    "again": _again,
    "left out": _left_out,
    "other answer": _other_answer,
    "kong without tiles": _kong_without_tiles,
    "flower": _flower,
    "second start": _second_start,
    _LAST_TILE: _to_the_last_tile,
}
