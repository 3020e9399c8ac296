"""Writes a hand with one common wall in Salasasa's form: a match of that one hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from mj_bot.events import BUGANG, CHI, DRAW, GANG, HAND_SIZE, HU, PENG, PLAY, SEATS, Action
from mj_bot.tiles import TILE_KINDS, is_flower
from mj_lab.core.records.formats.platforms.common_wall import on_the_table, replacing_places
from mj_lab.core.records.formats.platforms.fans import FALSE_WIN_NAME
from mj_lab.core.records.hand import FALSE_WIN, HandError, RecordedHand, Step
from mj_lab.core.records.match import Match

_CHOW_TICKS = {-1: "cl", 0: "cm", 1: "cr"}
_CLAIM_TICKS = {PENG: "p", GANG: "g", HU: "hu"}
_WIN_TICKS = ("hu_self", "hu_first", "hu_second", "hu_third")
_NUMBERS = {31: 45, 32: 47, 33: 46}


def salasasa_record(hand: RecordedHand, match: Match) -> dict[str, Any]:
    """A hand as a match of Salasasa with this one hand.

    Raises HandError if its seats do not draw from one wall.
    """
    if not hand.common_wall:
        raise HandError("Salasasa has one wall for all four seats")
    match_place = match.place
    number = match_place.hand + 1 if match_place else 4 * match.quan + 1
    title: dict[str, Any] = {"rule": "guobiao", "sub_rule": "guobiao/standard"}
    title["max_round"] = (match_place.hands + SEATS - 1) // SEATS if match_place else 1
    if match.began:
        moment = datetime.fromtimestamp(match.began, timezone(timedelta(hours=8)))
        title["start_time"] = moment.strftime("%Y-%m-%d %H:%M:%S")
    for seat in range(SEATS):
        names = {"name": match.players, "uid": match.player_ids, "elo": match.ratings}
        title |= {f"p{seat}_{name}": values[seat] for name, values in names.items() if values}
    writer = _Writer(hand, match)
    hand_record = {
        "round_index": number,
        "current_round": number,
        "seats": list(range(SEATS)),
        "dealer_index": 0,
        "start_player_index": 0,
        **{f"p{seat}_tiles": tiles for seat, tiles in enumerate(writer.dealt())},
        "tiles_list": [_number(tile) for tile in writer.table[SEATS * HAND_SIZE + 1 :]],
        **({"totals_before": list(match_place.totals)} if match_place else {}),
        "action_ticks": [*writer.dealt_flowers(), *writer.ticks(), ["end"]],
    }
    name = match_place.match if match_place and match_place.match else match.id
    rounds = {f"round_index_{number}": hand_record}
    return {"game_id": name, "record": {"game_title": title, "game_round": rounds}}


def _number(tile: int) -> int:
    """Salasasa's number of a tile."""
    if is_flower(tile):
        return 51 + tile - TILE_KINDS
    if tile >= 27:
        return _NUMBERS.get(tile, 41 + tile - 27)
    return 10 * (tile // 9 + 1) + tile % 9 + 1


class _Writer:
    def __init__(self, hand: RecordedHand, match: Match) -> None:
        self._hand, self._match = hand, match
        self.table = on_the_table(hand.wall, hand.steps)

    def dealt(self) -> Iterator[list[int]]:
        """The tiles of each seat's deal, the dealer's 14."""
        wall = self.table
        for seat in range(SEATS):
            tiles = list(wall[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])
            if seat == 0:
                tiles.append(wall[SEATS * HAND_SIZE])
            yield [_number(tile) for tile in tiles]

    def dealt_flowers(self) -> Iterator[list[Any]]:
        """Dealt flowers shown, seat by seat; a replacement may be a flower too."""
        wall = self.table
        back = (wall[index] for index in replacing_places(len(wall)))
        for seat in range(SEATS):
            shown = [*filter(is_flower, wall[seat * HAND_SIZE : (seat + 1) * HAND_SIZE])]
            for flower in shown:  # The list grows while it is read.
                tile = next(back)
                yield ["bh", _number(flower), seat, "F"]
                yield ["bd", _number(tile), seat]
                if is_flower(tile):
                    shown.append(tile)

    def ticks(self) -> Iterator[list[Any]]:
        """The actions in order."""
        before: Step | None = None
        drawn: int | None = None
        offered: int | None = None
        for index, step in enumerate(self._hand.steps):
            for seat, wanted in step.preempted:
                yield self._wish(seat, wanted, offered)
            if step.kind == DRAW:
                assert step.tile is not None
                yield from self._draw(step, before, first=index == 0)
                drawn = step.tile
            elif step.kind == PLAY:
                assert step.tile is not None
                yield ["c", _number(step.tile), "T" if step.tile == drawn else "F"]
                offered = step.tile
            elif step.kind == BUGANG or (step.kind == GANG and step.tile is not None):
                assert step.tile is not None
                yield ["jg" if step.kind == BUGANG else "ag", _number(step.tile), "F"]
                offered = step.tile if step.kind == BUGANG else None
            elif step.kind in (HU, FALSE_WIN):
                yield self._win(step, before)
            else:
                assert offered is not None
                yield self._claim(step, offered)
                drawn = None
            if step.kind != FALSE_WIN:
                before = step
        if self._hand.drawn:
            yield ["liuju"]

    def _draw(self, step: Step, before: Step | None, first: bool) -> Iterator[list[Any]]:
        assert step.tile is not None
        if first:
            return  # It is among the dealer's tiles.
        if before is not None and before.kind == DRAW and is_flower(before.tile or 0):
            yield ["bh", _number(before.tile or 0), step.seat, "T"]
            yield ["bd", _number(step.tile), step.seat]
        elif before is not None and before.kind in (GANG, BUGANG):
            yield ["gd", _number(step.tile)]
        else:
            yield ["d", _number(step.tile)]

    def _wish(self, seat: int, wanted: Action, offered: int | None) -> list[Any]:
        assert offered is not None
        what = "chi"
        if wanted.kind != CHI:
            what = _CLAIM_TICKS[wanted.kind]
        elif wanted.chow is not None:
            what = _CHOW_TICKS[wanted.chow - offered]
        return ["ca", seat, what, _number(offered)]

    def _claim(self, step: Step, offered: int) -> list[Any]:
        if step.kind != CHI:
            copies = [_number(offered)] * (3 if step.kind == GANG else 2)
            return [_CLAIM_TICKS[step.kind], _number(offered), step.seat, *copies]
        assert step.chow is not None
        others = [tile for tile in (step.chow - 1, step.chow, step.chow + 1) if tile != offered]
        tick = _CHOW_TICKS[step.chow - offered]
        return [tick, _number(offered), step.seat, *map(_number, others)]

    def _win(self, step: Step, before: Step | None) -> list[Any]:
        giver = step.seat if before is None else before.seat
        tick = _WIN_TICKS[(step.seat - giver) % SEATS]
        match = self._match
        penalties = match.penalties or (0,) * SEATS
        if step.kind == FALSE_WIN:
            # The first false win carries the cost of all: no record has the cost of each.
            is_first = step is next(other for other in self._hand.steps if other.kind == FALSE_WIN)
            points = list(penalties) if is_first else [0] * SEATS
            return [tick, step.seat, 0, [FALSE_WIN_NAME], points]
        fans = [
            fan.name if fan.times == 1 else f"{fan.name}*{fan.times}"
            for fan in match.result.fans or ()
        ]
        points = [score - more for score, more in zip(match.scores, penalties, strict=True)]
        return [tick, step.seat, self._hand.fan, fans, points]
