"""The rehearsal: a built file plays as on Botzone, and the first thing that would fail ends it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.botzone.bot import KEEP_RUNNING, MODES, RESTART
from mj_bot.events import PASS, SEATS
from mj_bot.history import load_json
from mj_bot.tiles import tiles_of
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.sandbox.limits import MEBI
from mj_lab.core.game.walls import wall_of_seed
from rehearsal.on_trial import (
    MOST_GROWTH,
    MOST_MEMORY,
    Built,
    FailedError,
    Measured,
    Moment,
    OnTrial,
    Stage,
)
from rehearsal.pythons import NEEDED, Python, python36, this_python

GAMES = Path(__file__).with_name("games.jsonl")
# The wall of the games that are played freely.
_WALL = 3
# Decisions that a new process answers too: the last of a game with this many, and the slowest.
_LONG = 50
_SLOWEST = 4
# Seconds after which no other game is begun: a slow search does not go through all of them.
_SECONDS = 120.0
# Words in the source of a tactic that looks at the clock: it may answer otherwise the second time.
_CLOCK = re.compile(rb"\b(until|monotonic|perf_counter|process_time|time\.time)\b")
# Where the bot's own modules are that have such words and are no tactic's.
_TACTICS, _REGISTRY = "mj_bot/tactics/", "mj_bot/tactics/__init__.py"


class Script(NamedTuple):
    """A game of which all answers are known. seats: whose part the archive takes in it."""

    wall: tuple[int, ...]
    prevalent_wind: int
    seats: tuple[int, ...]
    turns: tuple[dict[str, str], ...]


def scripts() -> list[Script]:
    """The games that are followed; tests/data/rehearsal_games.py says how they were chosen."""
    records = [json.loads(line) for line in GAMES.read_text(encoding="ascii").splitlines()]
    return [
        Script(
            tuple(tiles_of(record["wall"])),
            record["quan"],
            tuple(record["seats"]),
            tuple(record["turns"]),
        )
        for record in records
    ]


def rehearse(built: Built, quick: bool) -> list[str]:
    """Play, and return what was measured, as lines for people.

    quick: one game alone.
    Raises FailedError with the first thing that fails, ImportError if a package is not here.
    """
    if not hasattr(os, "pidfd_open"):
        raise ImportError("programs are run under limits on Linux only")
    names = (*NEEDED, *built.platform)
    here = this_python(names)
    lacking = here.lacks(names)
    if lacking:
        raise ImportError(f"{here.command} has no {' and no '.join(lacking)}")
    measured = Measured()
    version = here.version
    with _stage(built, here, measured) as stage:
        play_game(stage, 0)
        if not quick:
            version += _on_36(built, names, *_play_all(stage))
    restarts = len(measured.firsts[RESTART])
    games = f"{measured.games} games" if measured.is_whole else f"{measured.games} games of more"
    rehearsed = f"rehearsed: {games}, {restarts} restarts, Python {version}"
    return [*_table(built, measured), rehearsed]


@contextmanager
def _stage(built: Built, python: Python, measured: Measured) -> Iterator[Stage]:
    with TemporaryDirectory(prefix="rehearsal-") as folder:
        yield Stage(built, python, Path(folder), measured)


def _play_all(stage: Stage) -> tuple[Script, OnTrial]:
    """All games and restarts; the longest scripted game and who played it."""
    by_length = sorted(scripts(), key=lambda script: -len(script.turns))
    script, longest = by_length[0], follow(stage, by_length[0], by_length[0].seats[0])
    # First what else would be found last.
    restart(stage, longest.moments[-1])
    _compare(stage, longest, follow(stage, script, longest.seat))
    over = monotonic() + _SECONDS
    played = [longest]
    for played_script in by_length:
        for seat in played_script.seats[played_script is script :]:
            if monotonic() < over:
                played.append(follow(stage, played_script, seat))
    for seat in range(1, SEATS):
        if monotonic() < over:
            play_game(stage, seat)
    stage.measured.is_whole = monotonic() < over
    last = [actor.moments[-1] for actor in played[1:] if len(actor.moments) > _LONG]
    slowest = sorted([one for actor in played for one in actor.moments], key=_seconds_of)
    for moment in [*last, *slowest[-_SLOWEST:]]:
        restart(stage, moment)
    return script, longest


def _seconds_of(moment: Moment) -> float:
    return moment.seconds


def _on_36(built: Built, names: Sequence[str], script: Script, longest: OnTrial) -> str:
    """The same on a real Python 3.6, as far as there is one; which one, in words."""
    python = python36(names)
    if python is None:
        return ""
    unreadable = python.unreadable(built.archive)
    if unreadable:
        raise FailedError(f"{unreadable} (Python {python.version}, as on Botzone)")
    if python.lacks(names):
        return f" (and read by {python.version})"
    with _stage(built, python, Measured()) as stage:
        _compare(stage, longest, follow(stage, script, longest.seat))
        restart(stage, longest.moments[-1])
    return f" and {python.version}"


def play_game(stage: Stage, seat: int) -> None:
    """A whole game against three others."""
    game = Game(wall_of_seed(_WALL), 0)
    players: list[Player] = [player_of("greedy")(one) for one in range(SEATS)]
    players[seat] = OnTrial(stage, KEEP_RUNNING, game.allows)
    play(game, players)
    stage.measured.games += 1


def follow(stage: Stage, script: Script, seat: int) -> OnTrial:
    """A scripted game: the archive decides in a seat, and the game goes on as it did."""
    game = Game(script.wall, script.prevalent_wind)
    actor = OnTrial(stage, KEEP_RUNNING, game.allows)
    try:
        actor.begin(seat)
        for turn in script.turns:
            actor.ask(game.request_for(seat))
            actor.go_on_with(turn.get(str(seat), PASS))
            game.submit([turn.get(str(seat_of_turn), PASS) for seat_of_turn in range(SEATS)])
    finally:
        actor.end()
    stage.measured.games += 1
    return actor


def restart(stage: Stage, moment: Moment) -> None:
    """A decision once more, by a process that is started for it."""
    legal = action_space(load_json(moment.history))
    actor = OnTrial(
        stage, RESTART, lambda _, action: any(action.same(legal_action) for legal_action in legal)
    )
    try:
        actor.resume(moment)
        actor.ask(moment.request)
    finally:
        actor.end()


def _compare(stage: Stage, first: OnTrial, again: OnTrial) -> None:
    """The same decisions have the same answers, but of a tactic that looks at the clock."""
    sources = [
        data
        for name, data in stage.built.files.items()
        if name.startswith(_TACTICS) or not name.startswith("mj_bot/")
        if name.endswith(".py") and name != _REGISTRY
    ]
    if any(_CLOCK.search(data) for data in sources):
        return
    for moment, other in zip(first.moments, again.moments, strict=True):
        if moment.answer != other.answer:
            difference = f"answers {moment.answer}, and the next time {other.answer}"
            again.fail(difference + ": by chance, or in the order of a set", moment)


def _table(built: Built, measured: Measured) -> list[str]:
    lines = [f"{'ms':12} {'first':>7} {'median':>7} {'99%':>7} {'longest':>7} {'limit':>7}"]
    for mode in MODES:
        firsts, later = measured.firsts[mode], measured.decisions[mode]
        times = sorted(later or firsts)
        if times:
            most = times[min(len(times) - 1, len(times) * 99 // 100)]
            shown = (max(firsts), median(times), most, times[-1], built.limit)
            lines.append(f"{mode:12} " + " ".join(f"{1000 * seconds:7.1f}" for seconds in shown))
    sum(map(len, built.files.values()))
    lines.append(
        f"memory {measured.memory // MEBI} MB of {MOST_MEMORY // MEBI}, "
        f"{measured.growth // MEBI} MB more in a game of {MOST_GROWTH // MEBI}"
    )
    return lines
