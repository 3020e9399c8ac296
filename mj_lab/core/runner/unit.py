"""One unit of work for a worker: a wall played in all its seatings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from mj_bot.events import CHI, HU, PENG, PLAY, SEATS
from mj_bot.state import Standing
from mj_lab.core.game.fault_words import fault_words
from mj_lab.core.game.play_game import PlayedTurn, Player, play
from mj_lab.core.game.players import TacticPlayer, named, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.result import HUANG
from mj_lab.core.game.seating import players_by_seat, seat_of_player, standing_before
from mj_lab.core.game.walls import Wall, seed_of
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.seatings import Seating

if TYPE_CHECKING:
    from mj_lab.core.game.sandbox import Limits
    from mj_lab.core.records.match import Match

_DISCARDING = (PLAY, PENG, CHI)
# How many lines of a faulted program's standard error are kept.
_STDERR_LINES, _STDERR_LETTERS = 8, 200


@dataclass(frozen=True)
class KeepIn:
    """Where workers may keep units themselves: a folder, and the run's settings as stored."""

    folder: Path
    settings: str


@dataclass(frozen=True)
class Setup:
    """What all units of a run share.

    specs: the players, as `game.players.player_of` takes them; names are dropped (`named`).
    clock: seconds a decision for a tactic in process, None for no limit as long as it is not stuck.
    record: whether to return whole matches. limits: of programs; None for Botzone's. hands: of each
    match, 1 for single games. keep_in: for engines whose workers keep what they play.
    """

    specs: tuple[str, ...]
    names: tuple[str, ...]
    seed: str
    clock: float | None = None
    record: bool = False
    limits: Limits | None = None
    hands: int = 1
    keep_in: KeepIn | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "specs", tuple(named(player).spec for player in self.specs))


class UnitGame(NamedTuple):
    """One game to play. seating: by seat the player's place. hand: in its match, from 0."""

    wall: Wall
    seating: Seating
    hand: int = 0


@dataclass(frozen=True)
class Unit:
    """A wall and its seatings: by seat, the index of the player in `Setup.specs`.

    later: for a match, the walls of the hands after the first. Then a seating is that of the first
    hand, and seats change as in `mj_lab.core.game.seating`.
    """

    key: str
    wall: Wall
    seatings: tuple[Seating, ...]
    later: tuple[Wall, ...] = ()

    @property
    def hands(self) -> int:
        """The hands of each seating: 1 except in matches."""
        return 1 + len(self.later)

    def games(self) -> Iterator[UnitGame]:
        """The games in playing order: a seating's hands one after the other."""
        hands = [
            (wall, hand, players_by_seat(hand))
            for hand, wall in enumerate((self.wall, *self.later))
        ]
        for seating in self.seatings:
            for wall, hand, players in hands:
                yield UnitGame(wall, tuple([seating[player] for player in players]), hand)


class GameRecord(NamedTuple):
    """What is stored of a game.

    seating: by seat the player's index. action, player, giver, fan, fans: see `game.result.Result`.
    melds: claimed melds of the winner. turn: discards of the winner. calls: claimed melds by seat.
    """

    seating: Seating
    scores: tuple[int, ...]
    action: str
    player: int | None = None
    giver: int | None = None
    fan: int | None = None
    fans: tuple[tuple[str, int, int], ...] = ()
    melds: int | None = None
    turn: int | None = None
    calls: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON, without empty fields."""
        fields = zip(self._fields, self, strict=True)
        return {name: value for name, value in fields if value is not None and value != ()}


@dataclass(frozen=True)
class GameFault:
    """A player's fault, for people to read.

    wall: the unit's key. seating: the game's number in it. player: its name. detail: in words.
    stderr: the last lines of a program's standard error, of a flood one.
    """

    wall: str
    seating: int
    seat: int
    turn: int | None
    player: str
    verdict: str
    detail: str = ""
    stderr: tuple[str, ...] = ()


@dataclass
class Played:
    """The outcome of a unit: `games` is the same in every run, the rest is not.

    times: by player. seconds: wall-clock time, in all and of the players. matches: whole ones, if
    the setup asks for them; the store does not hold them. games_json: `games` as the store has
    them, if whoever played them wrote it too. kept: whether the worker that played it stored it.
    """

    key: str
    games: list[GameRecord]
    times: list[Times]
    faults: list[GameFault] = field(default_factory=list)
    seconds: float = 0.0
    seconds_in_players: float = 0.0
    matches: list[Match] = field(default_factory=list)
    games_json: str = ""
    kept: bool = False


class _Seat:
    """A player that is timed, also on requests that ask nothing of it."""

    __slots__ = ("begin", "end", "name", "player", "seconds")

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.begin = player.begin
        self.end = player.end
        self.seconds = 0.0

    def ask(self, request: Any) -> Any:
        start = perf_counter()
        try:
            return self.player.ask(request)
        finally:
            self.seconds += perf_counter() - start


class Table:
    """Plays units of one run.

    Raises ValueError if a player cannot be loaded here.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._factories = [player_of(spec, setup.limits) for spec in setup.specs]

    def play(self, unit: Unit) -> Played:
        """Play a wall, or a match, in all its seatings, one after the other.

        Raises OSError if this machine cannot start a program.
        """
        started = perf_counter()
        played = Played(unit.key, [], [Times() for _ in self._setup.specs])
        totals = [0] * SEATS
        for number, unit_game in enumerate(unit.games()):
            if unit_game.hand == 0:
                totals = [0] * SEATS
            standing = standing_before(unit_game.hand, unit.hands, totals)
            self._play_deal(unit, number, unit_game, standing, played)
            scores = played.games[-1].scores
            for player in range(SEATS):
                totals[player] += scores[seat_of_player(player, unit_game.hand)]
        played.seconds = perf_counter() - started
        return played

    def _play_deal(
        self,
        unit: Unit,
        number: int,
        unit_game: UnitGame,
        standing: Standing | None,
        played: Played,
    ) -> None:
        setup, seating = self._setup, unit_game.seating
        seats = [
            self._seat(
                player, seed_of(setup.seed, unit.key, number, seat), standing, unit_game.wall
            )
            for seat, player in enumerate(seating)
        ]
        game = Game(*unit_game.wall)
        turns = play(game, seats)
        for seat, player in zip(seats, seating, strict=True):
            played.seconds_in_players += seat.seconds
            played.times[player].add(getattr(seat.player, "times", ()))
        played.games.append(record_of(game, turns, seating))
        result = game.result
        assert result is not None
        if result.action not in (HU, HUANG) and result.player is not None:
            name = setup.names[seating[result.player]]
            errors = getattr(seats[result.player].player, "errors", "")
            replies = turns[-1].replies
            detail = fault_words(game, len(turns) - 1, replies[result.player])
            played.faults.append(
                GameFault(
                    wall=unit.key,
                    seating=number,
                    seat=result.player,
                    turn=len(turns) - 1,
                    player=name,
                    verdict=result.action,
                    detail=detail,
                    stderr=tuple(
                        line[:_STDERR_LETTERS]
                        for line in str(errors).strip().splitlines()[-_STDERR_LINES:]
                    ),
                )
            )
        if setup.record:
            played.matches.append(_match(setup, unit, number, seating, game, turns))

    def _seat(self, index: int, seed: int, standing: Standing | None, wall: Wall) -> _Seat:
        player = self._factories[index](seed)
        if isinstance(player, TacticPlayer):
            if self._setup.clock is not None:
                player.limit = self._setup.clock
            player.standing, player.common_wall = standing, wall.common
        return _Seat(player)


def record_of(game: Game, turns: Sequence[PlayedTurn], seating: Seating) -> GameRecord:
    """What is stored of a finished game."""
    result = game.result
    assert result is not None
    record = GameRecord(
        seating,
        tuple(game.scores),
        result.action,
        result.player,
        result.giver,
        result.fan,
        result.fans,
        calls=tuple(sum(meld.offer != 0 for meld in melds) for melds in game.melds),
    )
    winner = result.player
    if result.action != HU or winner is None:
        return record
    events = [turn.event for turn in turns if turn.event is not None]
    assert record.calls is not None
    return record._replace(
        melds=record.calls[winner],
        turn=sum(event.seat == winner and event.kind in _DISCARDING for event in events),
    )


def match_name(key: str, number: int) -> str:
    """The record name of a unit's game, by its number in playing order.

    >>> match_name("12", 0)
    'wall-12-0'
    """
    return f"wall-{key}-{number}"


def _match(
    setup: Setup,
    unit: Unit,
    number: int,
    seating: Seating,
    game: Game,
    turns: Sequence[PlayedTurn],
) -> Match:
    from mj_lab.core.records.match import match_of

    players = [setup.names[player] for player in seating]
    return match_of(game, turns, match_name(unit.key, number), players)
