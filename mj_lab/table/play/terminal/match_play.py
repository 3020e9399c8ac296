"""A match on the terminal: hand after hand, the standing between them, the winner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.events import SEATS
from mj_bot.state import Standing
from mj_lab.core.game.placement import TABLE_POINTS, placement_points
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import PlayerFactory, TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.seating import (
    HANDS,
    PERSON,
    players_by_seat,
    prevalent_wind_of,
    seed_of_hand,
    standing_before,
)
from mj_lab.core.game.walls import Wall, read_walls, wall_of_seed
from mj_lab.core.records.match import Match, match_of
from mj_lab.table.play.terminal.commentary import Commentary, print_end, print_fault


def walls_of_match(hands: int, path: Path | None, seed: int) -> list[Wall]:
    """The walls of a match's hands: the first ones of a file, else from the seed.

    Raises WallError for a file with anything but walls; ValueError for a number of hands that no
    match has, and for too few walls.
    """
    if hands not in HANDS:
        raise ValueError(f"a match has 1, 4 or 16 hands, not {hands}")
    if path is None:
        tiles = [wall_of_seed(seed_of_hand(seed, hand)) for hand in range(hands)]
    else:
        tiles = [wall.tiles for wall in read_walls(path)[:hands]]
    if len(tiles) < hands:
        raise ValueError(f"{path}: walls for {len(tiles)} hands, not for {hands}")
    return [Wall(wall_tiles, prevalent_wind_of(hand)) for hand, wall_tiles in enumerate(tiles)]


def check_players(players: Sequence[str], person: str) -> int:
    """The seat of the one person among four players; the others are tactics or programs.

    Raises ValueError, one line, unless there is exactly one person, or for an unknown program.
    """
    if len(players) != SEATS:
        raise ValueError(f"four players are needed, not {len(players)}")
    if players.count(person) != 1:
        raise ValueError("one person sits at a terminal; mj web seats more")
    for player in players:
        if player != person:
            player_of(player)
    return players.index(person)


def play_match(
    console: Console, specs: Sequence[str], walls: Sequence[Wall], name: str
) -> list[Match]:
    """Play and show hand after hand on these walls; returns the records of the hands.

    specs: the players of the first hand, East first, one of them perhaps PERSON at this terminal.
    name: of the records. With several hands the standing is shown after each.

    Raises ValueError, one line, for unknown players; EOFError if the person's input ends.
    """
    person = check_players(specs, PERSON) if PERSON in specs else None
    if len(specs) != SEATS:
        raise ValueError(f"four players are needed, not {len(specs)}")
    factories = [] if person is not None else [player_of(spec) for spec in specs]
    totals = [0] * SEATS
    matches = []
    for hand, wall in enumerate(walls):
        seated = players_by_seat(hand)
        standing = standing_before(hand, len(walls), totals)
        if standing is not None:
            console.print(f"\n[bold]Hand {hand + 1} of {len(walls)}[/bold]", highlight=False)
        record = f"{name}-{hand + 1}" if standing is not None else name
        names = [specs[player] for player in seated]
        if person is None:
            match, scores = _shown(console, names, wall, record, _sat(factories, seated, standing))
        else:
            seat = seated.index(person)
            match, scores = _with_person(console, names, wall, record, seat, standing)
        matches.append(match)
        for player, score in zip(seated, scores, strict=True):
            totals[player] += score
        if standing is not None:
            _print_totals(console, specs, totals, hand + 1 == len(walls))
    return matches


def _sat(
    factories: Sequence[PlayerFactory], seated: Sequence[int], standing: Standing | None
) -> list[Player]:
    """The players of a hand by seat; tactics see the standing, programs do not."""
    players = [factories[player](player) for player in seated]
    for player in players:
        if isinstance(player, TacticPlayer):
            player.standing = standing
    return players


def _shown(
    console: Console, names: list[str], wall: Wall, record: str, players: list[Player]
) -> tuple[Match, list[int]]:
    game = Game(wall.tiles, wall.prevalent_wind)
    turns = play(game, players, Commentary(console, names).watch)
    print_end(console, game, names)
    print_fault(console, game, names, turns)
    return match_of(game, turns, record, names), list(game.scores)


def _with_person(
    console: Console,
    names: list[str],
    wall: Wall,
    record: str,
    seat: int,
    standing: Standing | None,
) -> tuple[Match, list[int]]:
    # Only a person needs the engine, which `make play` builds after its game.
    from mj_lab.table.play.terminal.person import hand_with_person, play_hand

    hand = hand_with_person(names, seat, wall, standing)
    return play_hand(console, hand, names, seat, record), list(hand.game.scores)


def _print_totals(
    console: Console, specs: Sequence[str], totals: Sequence[int], is_over: bool
) -> None:
    title = "Match 比赛结果" if is_over else "Standing 积分"
    table = Table("", "player", "sum", *(["table points 标准分"] if is_over else []), title=title)
    points = placement_points(totals, TABLE_POINTS)
    for rank, player in enumerate(
        sorted(range(SEATS), key=lambda number: -totals[number]), start=1
    ):
        paid = [f"{points[player]:g}"] if is_over else []
        table.add_row(str(rank), escape(specs[player]), f"{totals[player]:+d}", *paid)
    console.print(table)
