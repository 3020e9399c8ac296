"""Writes a hand with one common wall in tziakcha's form, unpacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mj_bot.events import BUGANG, CHI, DRAW, GANG, HAND_SIZE, HU, PENG, PLAY, SEATS
from mj_bot.tiles import COPIES, TILE_KINDS, is_flower
from mj_lab.core.game.result import fan_name
from mj_lab.core.records.formats.platforms.common_wall import DEALT, on_the_table, replacing_places
from mj_lab.core.records.formats.platforms.fans import number_of_fan
from mj_lab.core.records.formats.platforms.tziakcha import TziakchaAction, tziakcha_kind
from mj_lab.core.records.hand import FALSE_WIN, HandError, RecordedHand, Step
from mj_lab.core.records.match import Match

# Four dice that show one: the wall then begins at tile 116.
_DICE, _BEGIN = 0x1111, 116
_FROM_HAND, _ADDED, _FROM_BACK = 0x100, 0x300, 0x1000
_CLAIMS = {
    CHI: TziakchaAction.CHOW,
    PENG: TziakchaAction.PUNG,
    GANG: TziakchaAction.KONG,
    HU: TziakchaAction.WIN,
}


def tziakcha_record(hand: RecordedHand, match: Match) -> dict[str, Any]:
    """A hand in tziakcha's form.

    Raises HandError if its seats do not draw from one wall, or a fan has no number there.
    """
    if not hand.common_wall:
        raise HandError("tziakcha has one wall for all four seats")
    match_place = match.place
    ids, names = match.player_ids or match.players, match.players
    players = []
    for seat in range(SEATS):
        name = names[seat] if names else f"seat {seat}"
        player: dict[str, Any] = {"i": ids[seat] if ids else name, "n": name}
        if match.ratings and match.ratings[seat] is not None:
            player["e"] = match.ratings[seat]
        players.append({**player, "s": match_place.totals[seat] if match_place else 0})
    writer = _Writer(hand)
    step = {
        "g": {"n": match_place.hands if match_place else 1, "l": 8},
        "i": match_place.hand if match_place else SEATS * match.quan,
        "p": players,
        "t": match.began * 1000,
        "w": writer.wall(),
        "d": _DICE,
        "a": [[code, value, 1000 * at] for at, (code, value) in enumerate(writer.actions())],
        "s": list(match.scores),
        "b": _bits(hand),
        "y": _wins(match),
    }
    return {"id": match.id, "belongs": match_place.match if match_place else "", "step": step}


def _bits(hand: RecordedHand) -> int:
    """The bits for who won, who gave the tile, who declared a false win."""
    falsely = {step.seat for step in hand.steps if step.kind == FALSE_WIN}
    bits = sum(1 << 8 + seat for seat in falsely)
    last = hand.steps[-1]
    if last.kind == HU:
        before = next(
            step for step in reversed(hand.steps[:-1]) if step.kind in (DRAW, PLAY, BUGANG)
        )
        bits |= 1 << last.seat | 1 << 4 + before.seat
    return bits


def _wins(match: Match) -> list[dict[str, Any]]:
    wins: list[dict[str, Any]] = [{} for _ in range(SEATS)]
    result = match.result
    if result.action == HU and result.player is not None:
        numbers = {}
        for fan in result.fans or ():
            try:
                number = number_of_fan(fan_name(fan.name))
            except ValueError:
                raise HandError("a fan without a number there", 0, fan.name) from None
            numbers[str(number)] = fan.value + 256 * (fan.times - 1)
        wins[result.player] = {"f": result.fan_total or 0, "t": numbers}
    return wins


class _Writer:
    def __init__(self, hand: RecordedHand) -> None:
        self._hand = hand
        # The wall as numbers 0-143; the copies of a kind are numbered from the front.
        seen = [0] * TILE_KINDS
        self._ids: list[int] = []
        for tile in on_the_table(hand.wall, hand.steps):
            if is_flower(tile):
                self._ids.append(TILE_KINDS * COPIES + tile - TILE_KINDS)
            else:
                self._ids.append(COPIES * tziakcha_kind(tile) + seen[tile])
                seen[tile] += 1
        fronts = [range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE) for seat in range(SEATS)]
        self._held = [[self._ids[index] for index in front] for front in fronts]
        self._held[0].append(self._ids[DEALT - 1])
        self._taken: set[int] = set()

    def wall(self) -> str:
        """The wall in hex, as it is before the deal, four tiles at a time."""
        order: list[int] = []
        begins = 0
        for count in (4, 4, 4, 1):
            for seat in range(SEATS):
                order += self._ids[seat * HAND_SIZE + begins : seat * HAND_SIZE + begins + count]
            begins += count
        order += self._ids[DEALT - 1 :]
        ends = len(order) - _BEGIN
        return bytes(order[ends:] + order[:ends]).hex()

    def actions(self) -> Iterator[tuple[int, int]]:
        """Each action: its seat and kind in one number, then its data."""
        for seat in range(SEATS):
            flowers = [held_id for held_id in self._held[seat] if held_id >= TILE_KINDS * COPIES]
            for flower in flowers:  # The list grows while it is read.
                drawn = self._take(replaces=True)
                yield self._shown(seat, flower, drawn)
                if drawn >= TILE_KINDS * COPIES:
                    flowers.append(drawn)
            yield seat << 4 | TziakchaAction.PASS, 2
        yield 0, 0
        steps = self._hand.steps
        drawn_now: int | None = self._ids[DEALT - 1]
        offered: tuple[int, int] | None = None
        replaces = False
        for before, step in zip((None, *steps[:-1]), steps, strict=True):
            for seat in step.passed:
                yield seat << 4 | TziakchaAction.PASS, 0
            for seat, wanted in step.preempted:
                yield seat << 4 | _CLAIMS[wanted.kind], 0
            if step.kind == DRAW:
                if before is not None:
                    drawn_now = self._take(replaces)
                    yield self._drawn(step, drawn_now, before)
                replaces = is_flower(step.tile or 0)
                offered = None
            elif step.kind == PLAY:
                assert step.tile is not None
                own = self._out_of_hand(step.seat, step.tile, drawn_now)
                flag = 0 if own == drawn_now else _FROM_HAND
                yield step.seat << 4 | TziakchaAction.DISCARD, own | flag
                offered, drawn_now = (step.seat, own), None
            elif step.tile is not None:
                value = tziakcha_kind(step.tile)
                added = step.kind == BUGANG
                for _ in range(1 if added else COPIES):
                    own = self._out_of_hand(step.seat, step.tile, None)
                yield step.seat << 4 | TziakchaAction.KONG, value | (_ADDED if added else 0)
                offered, replaces = (step.seat, own) if added else None, True
            elif step.kind in (HU, FALSE_WIN):
                fan = self._hand.fan if step.kind == HU else 1
                yield step.seat << 4 | TziakchaAction.WIN, fan << 1
            else:
                assert offered is not None
                yield self._claim(step, *offered)
                replaces, drawn_now = step.kind == GANG, None

    def _take(self, replaces: bool) -> int:
        places: Sequence[int] | Iterator[int] = range(DEALT, len(self._ids))
        if replaces:
            places = replacing_places(len(self._ids))
        index = next(index for index in places if index not in self._taken)
        self._taken.add(index)
        return self._ids[index]

    def _shown(self, seat: int, flower: int, drawn: int) -> tuple[int, int]:
        self._held[seat].append(drawn)
        value = drawn | flower - TILE_KINDS * COPIES << 8 | _FROM_BACK
        return seat << 4 | TziakchaAction.FLOWER, value

    def _drawn(self, step: Step, drawn: int, before: Step) -> tuple[int, int]:
        if before.kind == DRAW and before.tile is not None:
            flower = TILE_KINDS * COPIES + before.tile - TILE_KINDS
            return self._shown(step.seat, flower, drawn)
        self._held[step.seat].append(drawn)
        return step.seat << 4 | TziakchaAction.DRAW, drawn

    def _out_of_hand(self, seat: int, tile: int, drawn: int | None) -> int:
        kind = tziakcha_kind(tile)
        own = [held_id for held_id in self._held[seat] if held_id // COPIES == kind]
        tile_id = drawn if drawn in own and drawn is not None else own[0]
        self._held[seat].remove(tile_id)
        return tile_id

    def _claim(self, step: Step, giver: int, claimed: int) -> tuple[int, int]:
        seat, tile = step.seat, claimed // COPIES
        code = seat << 4 | _CLAIMS[step.kind]
        if step.kind != CHI:
            for _ in range(2 + (step.kind == GANG)):
                self._out_of_hand(seat, tziakcha_kind(tile), None)
            return code, tile | (seat - giver) % SEATS << 6
        assert step.chow is not None
        middle = tziakcha_kind(step.chow)
        value = middle
        for shift, kind in ((10, middle - 1), (12, middle), (14, middle + 1)):
            tile_id = (
                claimed if kind == tile else self._out_of_hand(seat, tziakcha_kind(kind), None)
            )
            value |= tile_id % COPIES << shift
        return code, value
