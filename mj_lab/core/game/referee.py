"""The referee: deals from a wall, checks four answers a turn, scores, exactly as Botzone's judge.

`Game` has no I/O: read `request_for(seat)`, pass four replies to `submit`, until there is a
`result`; `game.play_game.play` seats four players. The rules are implemented here on their own, as
in the judge; tests compare them with `mj_bot.actions.action_space`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    HU,
    PASS,
    PENG,
    PLAY,
    SEATS,
    Action,
    Deal,
    Event,
    Request,
    Start,
    chow_offer,
)
from mj_bot.fan import BASE_SCORE, MIN_FAN, Win, WinContext, win
from mj_bot.melds import Meld, offer_of
from mj_bot.tiles import CHOW_MIDDLES, COPIES, TILE_KINDS, counts_of
from mj_lab.core.game import answers
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.result import (
    HUANG,
    NOT_A_WIN,
    OFFENDER_SCORE,
    OTHERS_SCORE,
    WRONG_WIN,
    Result,
    fan_lines,
)

_TILES = range(TILE_KINDS)
_HIDDEN_DRAWS = tuple(Event(DRAW, seat) for seat in range(SEATS))


class Game:
    """One refereed game: `request_for` each seat, `submit` four replies, until `result`.

    wall: the tiles (ints, flowers 34-41 allowed), a multiple of four; seat i owns the i-th quarter
    and draws from its end. common_wall: all draw from the end of the whole wall, seat 0 is dealt
    first. Raises ValueError if the wall cannot be dealt from.
    """

    def __init__(
        self, wall: Sequence[int], prevalent_wind: int = 0, common_wall: bool = False
    ) -> None:
        size = len(wall) // SEATS
        if len(wall) % SEATS or size <= HAND_SIZE:
            raise ValueError(
                f"a wall needs a multiple of 4 and over {SEATS * HAND_SIZE} tiles, not {len(wall)}"
            )
        walls = [list(wall[seat * size : (seat + 1) * size]) for seat in range(SEATS)]
        needed = HAND_SIZE
        if common_wall:
            walls, needed = [list(wall)] * SEATS, SEATS * HAND_SIZE
        if any(sum(tile < TILE_KINDS for tile in own) < needed for own in walls):
            raise ValueError("the wall has too many flowers to deal from")
        if not 0 <= prevalent_wind < SEATS:
            raise ValueError(f"prevalent wind must be 0-3, not {prevalent_wind}")
        self.wall = tuple(wall)
        self.prevalent_wind = prevalent_wind
        self.common_wall = common_wall
        # By seat: the one common wall, or its own.
        self.walls = walls
        self.hands = [[0] * TILE_KINDS for _ in range(SEATS)]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.flowers = [0] * SEATS
        self.shown = [0] * TILE_KINDS
        self.turn = 0
        self.offered: int | None = None
        self.replacing = False
        self.scores = [0] * SEATS
        self.result: Result | None = None
        self.deals: list[Deal] = []
        self.event: Event | None = None
        self._stage = "START"

    # -- asking -----------------------------------------------------------------------------

    def request_for(self, seat: int) -> Request:
        """The request to send to this seat now."""
        event = self.event
        if event is not None:
            if event.kind == DRAW and event.seat != seat:
                return _HIDDEN_DRAWS[event.seat]
            return event
        if self._stage == "START":
            return Start(seat, self.prevalent_wind)
        return self.deals[seat]

    def submit(self, replies: Sequence[Reply]) -> None:
        """Submit the four replies to the current request and advance to the next, or to the end."""
        if self.result is not None:
            raise ValueError("the game is over")
        seat, answer = self.settled(replies)
        if isinstance(answer, Fault):
            assert seat is not None
            self._fault(seat, answer.verdict, answer.detail)
        elif seat is None:
            self._all_passed()
        elif answer.kind == HU:
            self._judge_win(seat)
        elif seat == self.turn:
            self._act(answer)
        else:
            self._claim(seat, answer)

    def settled(self, replies: Sequence[Reply]) -> answers.Settled:
        """Which of these four replies counts now, and its result; does not change the game."""
        given = [answers.read(reply) for reply in replies]
        event = self.event
        if event is None:
            return answers.to_nothing(given)
        if event.kind == DRAW:
            return answers.to_draw(given, self.turn, self.allows_own)
        if event.kind == BUGANG:
            return answers.to_added_kong(given, self.turn)
        if self.offered is not None:
            return answers.to_discard(given, self.turn, self.allows_claim)
        return answers.to_nothing(given)

    def _all_passed(self) -> None:
        event = self.event
        if event is None:
            self._open()
        elif event.kind == BUGANG or self.offered is None:
            self.offered = None
            self._draw(event.seat)
        else:
            self.shown[self.offered] += 1
            self.offered = None
            self._draw((self.turn + 1) % SEATS)

    # -- what is allowed ----------------------------------------------------------------------

    def allows(self, seat: int, action: Action) -> bool:
        """Whether this answer of one seat is allowed now, if the other three pass."""
        event, kind = self.event, action.kind
        asked_to_draw = event is not None and event.kind == DRAW and event.seat == seat
        if kind == PASS:
            return not asked_to_draw
        if event is None:
            return False
        if kind == HU:
            winning = self.winning(seat)
            return winning is not None and winning.fan >= MIN_FAN
        if event.kind == DRAW:
            return asked_to_draw and self.allows_own(seat, action)
        if event.kind == BUGANG or self.offered is None or seat == self.turn:
            return False
        return self.allows_claim(seat, action)

    def allows_own(self, seat: int, action: Action) -> bool:
        """Whether the seat that drew may do this (wins are checked elsewhere)."""
        kind, tile, chow = action.kind, action.tile, action.chow
        if tile is None or tile not in _TILES or chow is not None:
            return False
        if kind == PLAY:
            return self.hands[seat][tile] > 0
        if kind not in (GANG, BUGANG) or not self.walls[seat] or self._wall_last():
            return False
        if kind == GANG:
            return self.hands[seat][tile] == COPIES
        pungs = [meld.tile for meld in self.melds[seat] if meld.kind == PENG]
        return tile in pungs and self.hands[seat][tile] > 0

    def allows_claim(self, seat: int, action: Action) -> bool:
        """Whether a seat may pung, kong or chow the discard on offer."""
        kind, tile, chow = action.kind, action.tile, action.chow
        offered = self.offered
        if offered is None or seat == self.turn or self._wall_last():
            return False
        hand = self.hands[seat]
        if kind == GANG:
            return tile is None and chow is None and hand[offered] == COPIES - 1
        if tile is None or tile not in _TILES:
            return False
        if kind == PENG and chow is None:
            return hand[offered] >= 2 and hand[tile] - 2 * (tile == offered) > 0
        if kind != CHI or chow not in CHOW_MIDDLES or seat != (self.turn + 1) % SEATS:
            return False
        others = _others_of_chow(chow, offered)
        if len(others) != 2 or not all(hand[other] for other in others):
            return False
        return hand[tile] - (tile in others) > 0

    def winning(self, seat: int) -> Win | None:
        """This seat's win now: on its draw, or on the discard or kong on offer."""
        event = self.event
        if event is None:
            return None
        self_drawn = event.kind == DRAW
        tile = event.tile if self_drawn else self.offered
        if tile is None or (event.seat == seat) != self_drawn:
            return None
        hand = list(self.hands[seat])
        if self_drawn:
            hand[tile] -= 1
        robbed = event.kind == BUGANG
        win_context = WinContext(
            self_drawn=self_drawn,
            fourth_tile=not robbed and self.shown[tile] == COPIES - 1,
            about_kong=robbed or (self_drawn and self.replacing),
            wall_last=self._wall_last(),
            seat_wind=seat,
            prevalent_wind=self.prevalent_wind,
            flowers=self.flowers[seat],
        )
        return win(hand, self.melds[seat], tile, win_context)

    def _wall_last(self) -> bool:
        return not self.walls[(self.turn + 1) % SEATS]

    # -- what happens ---------------------------------------------------------------------------

    def _open(self) -> None:
        if self._stage == "START":
            self._deal()
            self._stage = "DEAL"
        else:
            self._draw(0)

    def _deal(self) -> None:
        hands: list[tuple[int, ...]] = []
        flowers: list[int] = []
        for seat in range(SEATS):
            tiles: list[int] = []
            before, wall = len(flowers), self.walls[seat]
            while len(tiles) < HAND_SIZE:
                tile = wall.pop()
                (tiles if tile < TILE_KINDS else flowers).append(tile)
            self.hands[seat] = counts_of(tiles)
            self.flowers[seat] = len(flowers) - before
            hands.append(tuple(tiles))
        first, second, third, fourth = self.flowers
        counts = (first, second, third, fourth)
        self.deals = [Deal(counts, hand, tuple(flowers)) for hand in hands]

    def _draw(self, seat: int) -> None:
        wall, last = self.walls[seat], self.event
        if not wall:
            self.event = None
            self.result = Result(HUANG)
            return
        after_flower = last is not None and last.kind == BUHUA and self.replacing
        self.replacing = after_flower or (last is not None and last.kind in (GANG, BUGANG))
        self.turn = seat
        tile = wall.pop()
        if tile >= TILE_KINDS:
            self.flowers[seat] += 1
            self.event = Event(BUHUA, seat, tile)
            return
        self.hands[seat][tile] += 1
        self.event = Event(DRAW, seat, tile)

    def _act(self, action: Action) -> None:
        seat, kind, tile = self.turn, action.kind, action.tile
        assert tile is not None
        hand = self.hands[seat]
        if kind == PLAY:
            hand[tile] -= 1
            self.offered = tile
            self.event = Event(PLAY, seat, tile)
        elif kind == GANG:
            hand[tile] -= COPIES
            self.melds[seat].append(Meld(GANG, tile, 0))
            self.event = Event(GANG, seat)
        else:
            hand[tile] -= 1
            index = [meld.kind == PENG and meld.tile == tile for meld in self.melds[seat]].index(
                True
            )
            self.melds[seat][index] = Meld(GANG, tile, self.melds[seat][index].offer, True)
            self.shown[tile] = COPIES
            self.offered = tile
            self.event = Event(BUGANG, seat, tile)

    def _claim(self, seat: int, action: Action) -> None:
        kind, tile, chow = action.kind, action.tile, action.chow
        offered, hand = self.offered, self.hands[seat]
        assert offered is not None
        giver = self.turn
        self.turn = seat
        if kind == GANG:
            hand[offered] -= COPIES - 1
            self.shown[offered] += COPIES
            self.melds[seat].append(Meld(GANG, offered, offer_of(seat, giver)))
            self.offered = None
            self.event = Event(GANG, seat)
            return
        assert tile is not None
        if kind == PENG:
            hand[offered] -= 2
            self.shown[offered] += COPIES - 1
            self.melds[seat].append(Meld(PENG, offered, offer_of(seat, giver)))
        else:
            assert chow is not None
            for other in _others_of_chow(chow, offered):
                hand[other] -= 1
            for middle in (chow - 1, chow, chow + 1):
                self.shown[middle] += 1
            self.melds[seat].append(Meld(CHI, chow, chow_offer(chow, offered)))
        hand[tile] -= 1
        self.offered = tile
        self.event = Event(kind, seat, tile, chow)

    # -- the end ----------------------------------------------------------------------------------

    def _judge_win(self, seat: int) -> None:
        winning = self.winning(seat)
        if winning is None:
            return self._fault(seat, WRONG_WIN, fan=NOT_A_WIN)
        total = sum(fan.value * fan.times for fan in winning.fans)
        lines = fan_lines(winning.fans)
        if winning.fan < MIN_FAN:
            return self._fault(seat, WRONG_WIN, fan=total, fans=lines)
        self_drawn = self.turn == seat
        stake = BASE_SCORE + total
        for loser in range(SEATS):
            pays = stake if self_drawn or loser == self.turn else BASE_SCORE
            if loser != seat:
                self.scores[loser] = -pays
        self.scores[seat] = -sum(self.scores)
        giver = None if self_drawn else self.turn
        self.result = Result(HU, seat, giver, total, lines)
        return None

    def _fault(
        self,
        seat: int,
        verdict: str,
        detail: str = "",
        fan: int | None = None,
        fans: tuple[tuple[str, int, int], ...] = (),
    ) -> None:
        self.scores = [OTHERS_SCORE] * SEATS
        self.scores[seat] = OFFENDER_SCORE
        self.result = Result(verdict, seat, None, fan, fans, detail)


def _others_of_chow(middle: int, claimed: int) -> list[int]:
    return [tile for tile in (middle - 1, middle, middle + 1) if tile != claimed]
