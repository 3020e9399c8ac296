"""Reads Salasasa (open_mahjong): whole matches, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from mj_bot.events import BUGANG, CHI, GANG, HU, PENG, PLAY, SEATS, Action
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from mj_lab.core.records.formats.platforms.fans import FALSE_WIN_NAME, RecordedFan, fan_of_name
from mj_lab.core.records.formats.platforms.hand_from_events import COMMON_WALL_SIZE, HandFromEvents
from mj_lab.core.records.formats.platforms.played_hand import PlayedHand
from mj_lab.core.records.formats.platforms.values import (
    list_in,
    number_in,
    object_in,
    points_in,
    rating_in,
    text_in,
)
from mj_lab.core.records.hand import HandError, RecordedHand
from mj_lab.core.records.json_value import parse_json
from mj_lab.core.records.match import MatchPlace

_RULE, _SUB_RULE = "guobiao", "guobiao/standard"
_ROUND = "round_index_"
_WIN = "hu_"
# By the claimed tile's place in the chow: the step from it to the middle.
_CHOWS = {"cl": -1, "cm": 0, "cr": 1}
_CLAIMS = {"p": PENG, "g": GANG}
# Claims that were not carried out, by the start of their names; records use both names.
_WISHES = (("hu", HU), ("gang", GANG), ("g", GANG), ("peng", PENG), ("pung", PENG), ("p", PENG))
_WISHED_CHOWS = {"left": -1, "mid": 0, "right": 1}
_DRAGONS = {45: 31, 46: 33, 47: 32}


def is_salasasa_match(record: Any) -> bool:
    """Whether a JSON record is a match of Salasasa, or a server's answer that contains one."""
    return isinstance(record, dict) and _inner(record) is not None


def _inner(record: dict[str, Any]) -> dict[str, Any] | None:
    """The object with title and rounds; None if there is none."""
    outer: Any = record
    for name in ("data", "record"):
        inner = outer.get(name)
        if isinstance(inner, str) and inner.lstrip().startswith("{"):
            try:
                inner = parse_json(inner.encode("utf-8", "replace"))
            except ValueError:
                return None
        if isinstance(inner, dict):
            outer = inner
    return outer if "game_round" in outer and "game_title" in outer else None


class SalasasaMatch:
    """A match from its record.

    Raises ValueError if it is not one, or has a rule unlike ours.
    """

    def __init__(self, record: dict[str, Any]) -> None:
        inner = _inner(record)
        assert inner is not None
        about = record.get("data") if isinstance(record.get("data"), dict) else record
        self._title = object_in(inner["game_title"], "game_title")
        rule = self._title.get("rule", _RULE)
        sub_rule = self._title.get("sub_rule", _SUB_RULE)
        if (rule, sub_rule) != (_RULE, _SUB_RULE):
            named = text_in(sub_rule) or text_in(rule)
            raise ValueError(f"played by the rule {named!r}: only {_SUB_RULE} is read")
        rounds = inner["game_round"]
        if isinstance(rounds, list):
            rounds = {f"{_ROUND}{number}": round_ for number, round_ in enumerate(rounds, start=1)}
        self._rounds = dict(sorted(_numbered(object_in(rounds, "game_round"))))
        if not self._rounds:
            raise ValueError("game_round: no hand in it")
        assert isinstance(about, dict)
        self._name = text_in(about.get("game_id")) or text_in(self._title.get("game_id"))
        self._began = _time(self._title.get("start_time"))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its hands, from 1."""
        return tuple(self._rounds)

    def hand(self, number: int) -> PlayedHand:
        """One hand. Raises ValueError if it is not one; a HandError has the tick's number."""
        round_ = object_in(self._rounds[number], f"{_ROUND}{number}")
        current = number_in(round_.get("current_round", number), 1, 99, "current_round")
        seats = _seats(round_)
        started = text_in(self._title.get("start_time")).partition(".")[0]
        name = f"{self._name or started or 'salasasa'}-{number}"
        hand = _hand(round_, name, (current - 1) // SEATS % SEATS)
        players = [seats.index(seat) for seat in range(SEATS)]
        uids = tuple(text_in(self._title.get(f"p{player}_uid")) for player in players)
        names = tuple(text_in(self._title.get(f"p{player}_name")) for player in players)
        return PlayedHand(
            hand,
            tuple(name or uid for name, uid in zip(names, uids, strict=True)),
            uids,
            tuple(rating_in(self._title.get(f"p{player}_elo")) for player in players),
            self._began,
            self._place(number, current, players),
        )

    def _place(self, number: int, current: int, players: Sequence[int]) -> MatchPlace | None:
        rounds = self._title.get("max_round", SEATS)
        hands = number_in(rounds, 1, SEATS, "max_round") * SEATS
        totals = self._totals_before(number, current)
        if totals is None:
            return None
        east, south, west, north = (totals[player] for player in players)
        return MatchPlace(
            match=self._name,
            hand=current - 1,
            hands=max(hands, current),
            totals=(east, south, west, north),
        )

    def _totals_before(self, number: int, current: int) -> list[int] | None:
        """The points of each player before a hand; None if not recorded."""
        totals = object_in(self._rounds[number], "a hand").get("totals_before")
        if totals is not None:
            return list(points_in(totals, "totals_before"))
        earlier = [earlier_number for earlier_number in self._rounds if earlier_number < number]
        if len(earlier) != current - 1:
            return None
        totals = [0] * SEATS
        for earlier_number in earlier:
            try:
                round_ = object_in(self._rounds[earlier_number], "a hand")
                seats, points = _seats(round_), _points(round_)
            except ValueError:
                return None
            for player, seat in enumerate(seats):
                totals[player] += points[seat]
        return totals


def _numbered(rounds: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    for name, round_ in rounds.items():
        digits = name.removeprefix(_ROUND)
        if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
            raise ValueError(f"game_round: no hand: {name!r:.40}")
        yield int(digits), round_


def _time(value: Any) -> int:
    """Seconds since 1970; 0 if it is not a time. Salasasa writes China's local time."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        if moment is None:
            return 0
        zone = moment.tzinfo or timezone(timedelta(hours=8))
        return max(0, int(moment.replace(tzinfo=zone).timestamp()))
    except (ValueError, OverflowError):
        return 0


def _seats(hand: dict[str, Any]) -> list[int]:
    """The seat of each player of the match in this hand, East as 0."""
    dealer = number_in(hand.get("dealer_index", 0), 0, SEATS - 1, "dealer_index")
    seated = list_in(hand.get("seats", list(range(SEATS))), "seats")
    seats = [(number_in(seat, 0, SEATS - 1, "seats") - dealer) % SEATS for seat in seated]
    if sorted(seats) != list(range(SEATS)):
        raise ValueError("seats: not each seat once")
    return seats


def _ticks(hand: dict[str, Any]) -> list[list[Any]]:
    ticks = list_in(hand.get("action_ticks"), "action_ticks")
    for number, tick in enumerate(ticks, start=1):
        if not isinstance(tick, list) or not tick or not isinstance(tick[0], str):
            raise HandError("an event without its parts", number)
    return ticks


def _points_of(tick: Sequence[Any]) -> tuple[int, int, int, int]:
    """The points by seat in a tick that ends a hand or is a win; zeros if it has none."""
    for part in tick[1:]:
        is_four = isinstance(part, list) and len(part) == SEATS
        if is_four and all(isinstance(number, int) for number in part):
            return points_in(part, tick[0])
    return 0, 0, 0, 0


def _points(hand: dict[str, Any]) -> list[int]:
    """The points of each seat in a hand, with penalties."""
    dealer = number_in(hand.get("dealer_index", 0), 0, SEATS - 1, "dealer_index")
    total = [0] * SEATS
    for tick in _ticks(hand):
        if tick[0].startswith(_WIN) or tick[0] in ("liuju", "end"):
            for seat, points in enumerate(_points_of(tick)):
                total[(seat - dealer) % SEATS] += points
    return total


def _hand(hand: dict[str, Any], name: str, prevalent_wind: int) -> RecordedHand:
    reader = _Reader(hand)
    for number, tick in enumerate(_ticks(hand), start=1):
        reader.builder.at = number
        try:
            reader.read(tick)
        except HandError:
            raise
        except (ValueError, IndexError) as error:
            reason = "an event without its parts" if isinstance(error, IndexError) else str(error)
            raise HandError(reason, number) from None
    if not reader.is_over:
        raise HandError("the hand breaks off", reader.builder.at)
    wall, is_known = reader.builder.finish()
    return RecordedHand(
        name,
        prevalent_wind,
        (),
        (),
        COMMON_WALL_SIZE // SEATS,
        tuple(reader.builder.steps),
        reader.winner is None,
        reader.fan,
        tuple(_points(hand)),
        tells_all=False,
        fan_names=tuple(fan_name for fan_name, _, _ in reader.fans),
        fans=reader.fans,
        common_wall=True,
        wall=wall,
        wall_known=is_known,
        penalties=tuple(reader.penalties) if any(reader.penalties) else (),
        keeping=tuple(reader.builder.keeping),
    )


def _tile(value: Any) -> int:
    """Our tile for a number 11-58."""
    number = number_in(value, 11, 58, "tile")
    suit, rank = divmod(number, 10)
    if 1 <= suit <= 3 and rank:
        return 9 * (suit - 1) + rank - 1
    if 41 <= number <= 44:
        return 27 + number - 41
    if number in _DRAGONS:
        return _DRAGONS[number]
    if 51 <= number <= 58:
        return TILE_KINDS + number - 51
    raise ValueError(f"no such tile: {number}")


class _Reader:
    """Parses the actions of a hand, tick by tick."""

    def __init__(self, hand: dict[str, Any]) -> None:
        self._dealer = number_in(hand.get("dealer_index", 0), 0, SEATS - 1, "dealer_index")
        starts = number_in(
            hand.get("start_player_index", self._dealer), 0, SEATS - 1, "start_player_index"
        )
        if starts != self._dealer:
            raise ValueError("start_player_index: another than the dealer begins")
        dealt: list[list[int]] = [[] for _ in range(SEATS)]
        for seat in range(SEATS):
            tiles = list_in(hand.get(f"p{seat}_tiles"), f"p{seat}_tiles")
            dealt[self._seat(seat)] = [_tile(tile) for tile in tiles]
        wall = [_tile(tile) for tile in list_in(hand.get("tiles_list", []), "tiles_list")]
        self.builder = HandFromEvents(dealt, wall)
        self.winner: int | None = None
        self.fan = 0
        self.fans: tuple[RecordedFan, ...] = ()
        self.penalties = [0] * SEATS
        self.is_over = False
        self._turn = 0  # The seat whose turn it is, or that discarded last.
        self._playing = False
        self._discarded = False
        self._offered: int | None = None
        self._shown: tuple[int, int] | None = None

    def _seat(self, seat: Any) -> int:
        return (number_in(seat, 0, SEATS - 1, "seat") - self._dealer) % SEATS

    def read(self, tick: Sequence[Any]) -> None:
        kind, builder = tick[0], self.builder
        if kind in ("bh", "bd"):
            self._flower(kind, tick)
            return
        self._playing = True
        if kind in ("d", "gd"):
            self._turn = (self._turn + 1) % SEATS if self._discarded else self._turn
            self._drawn(_tile(tick[1]))
        elif kind == "c":
            just_drawn = len(tick) > 2 and tick[2] in ("T", True)
            self._offered = self._plain(tick[1])
            builder.act(PLAY, self._turn, self._offered, just_drawn)
            self._discarded = True
        elif kind in ("ag", "jg"):
            tile = self._plain(tick[1])
            builder.act(BUGANG if kind == "jg" else GANG, self._turn, tile)
            self._discarded, self._offered = False, tile if kind == "jg" else None
        elif kind in _CHOWS or kind in _CLAIMS:
            self._claim(kind, tick)
        elif kind == "ca":
            self._wish(tick)
        elif kind.startswith(_WIN):
            self._win(tick)
        elif kind in ("liuju", "end"):
            self.is_over = True
        else:
            raise ValueError(f"no such event: {kind!r:.20}")

    def _plain(self, number: Any) -> int:
        tile = _tile(number)
        if tile >= TILE_KINDS:
            raise HandError("a flower that is kept", self.builder.at)
        return tile

    def _drawn(self, tile: int) -> None:
        self.builder.draw(self._turn, tile)
        self._discarded, self._offered = False, None

    def _flower(self, kind: str, tick: Sequence[Any]) -> None:
        tile, builder = _tile(tick[1]), self.builder
        seat = self._seat(tick[2]) if len(tick) > 2 else self._turn
        if kind == "bh":
            if self._shown is not None:
                raise HandError("a flower that is not replaced", builder.at)
            self._shown = seat, tile
            return
        if self._shown is None or self._shown[0] != seat:
            raise HandError("a flower that was not drawn", builder.at)
        flower, self._shown = self._shown[1], None
        builder.show_flower(seat, flower, tile, dealing=not self._playing)

    def _claim(self, kind: str, tick: Sequence[Any]) -> None:
        tile, seat = self._plain(tick[1]), self._seat(tick[2])
        if self._offered != tile or not self._discarded:
            raise HandError("the claimed tile is not the discard", self.builder.at)
        if kind in _CHOWS:
            others = [self._plain(other) for other in tick[3:5]]
            # Converted records use the letters differently, so the tiles decide.
            step = sorted([tile, *others])[1] - tile if len(others) == 2 else _CHOWS[kind]
            self.builder.claim(CHI, seat, _middle(tile, step))
        else:
            self.builder.claim(_CLAIMS[kind], seat)
        self._turn, self._discarded = seat, False

    def _wish(self, tick: Sequence[Any]) -> None:
        """Store a claim that was not carried out; one of unknown kind is dropped."""
        seat, what = self._seat(tick[1]), text_in(tick[2])
        tile = self._plain(tick[3]) if len(tick) > 3 else self._offered
        if tile is None or tile != self._offered:
            return
        step = _CHOWS.get(what, _WISHED_CHOWS.get(what.rpartition("_")[2]))
        if step is not None or what.startswith("chi"):
            middle = tile + (step or 0)
            is_whole = step is not None and _is_chow(middle, tile)
            self.builder.wish(seat, Action(CHI, None, middle if is_whole else None))
            return
        kind = next((kind for begins, kind in _WISHES if what.startswith(begins)), None)
        if kind is not None:
            self.builder.wish(seat, Action(kind))

    def _win(self, tick: Sequence[Any]) -> None:
        seat = self._seat(tick[1])
        named: list[str] = next((part for part in tick[2:] if _is_names(part)), [])
        if FALSE_WIN_NAME in named:
            for slot, points in enumerate(_points_of(tick)):
                self.penalties[(slot - self._dealer) % SEATS] += points
            self.builder.false_win(seat)
            return
        self.winner, self.fan = seat, number_in(tick[2], 0, 999, "fan")
        self.fans = tuple(fan_of_name(name) for name in named)
        self.builder.claim(HU, seat)


def _is_names(part: Any) -> bool:
    return isinstance(part, list) and bool(part) and all(isinstance(name, str) for name in part)


def _is_chow(middle: int, tile: int) -> bool:
    return middle in CHOW_MIDDLES and middle // 9 == tile // 9


def _middle(tile: int, step: int) -> int:
    if not _is_chow(tile + step, tile):
        raise ValueError("a chow that cannot be")
    return tile + step
