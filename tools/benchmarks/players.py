"""A player's overhead beyond its own thinking, in medians.

python -m tools.benchmarks.players [--turns N]

For programs: a turn of the smallest honest program through ProgramPlayer and through bare pipes,
measured in turn, so that a busy machine affects both alike.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from mj_bot.actions import action_space
from mj_bot.events import DRAW, PLAY, Action, Deal, Event, Start
from mj_bot.state import GameState
from mj_lab.core.game.players import TacticPlayer
from mj_lab.core.game.programs import ProgramPlayer

PROGRAM = [
    sys.executable,
    str(Path(__file__).parents[1] / "tests/mj_lab/core/game/programs/honest.py"),
]
MARKER = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"
START = Start(0, 0)
DEAL = Deal((0, 0, 0, 0), tuple(range(13)))
DRAWN = Event(DRAW, 1)
GAMES = 10


def seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def kept(turns: int) -> tuple[list[float], list[float]]:
    """Seconds of a turn of a long-running program: through a player, and through bare pipes."""
    through, bare = [], []
    command = [*PROGRAM, "json", "keep"]
    with (
        closing(ProgramPlayer(command, keep=True)) as player,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program,
    ):
        player.begin(0)
        player.ask(START)
        stdin, stdout = program.stdin, program.stdout
        assert stdin is not None
        assert stdout is not None

        def exchange() -> None:
            stdin.write(b'"3 1 DRAW"\n')
            stdin.flush()
            json.loads(stdout.readline())
            assert stdout.readline() == MARKER

        for _ in range(turns):
            through.append(seconds(lambda: player.ask(DRAWN)))
            bare.append(seconds(exchange))
        stdin.close()
    return through, bare


def restarted(turns: int) -> tuple[list[float], list[float]]:
    """Seconds of a turn of a program restarted for it: through a player, and by subprocess.run."""
    through, bare = [], []
    command = [*PROGRAM, "json"]
    whole = json.dumps({"requests": ["3 1 DRAW"], "responses": []}).encode()
    with closing(ProgramPlayer(command)) as player:
        player.begin(0)
        player.ask(START)
        for _ in range(turns):
            through.append(seconds(lambda: player.ask(DRAWN)))
            bare.append(
                seconds(lambda: subprocess.run(command, input=whole, stdout=-1, check=True))
            )
    return through, bare


def of_a_game() -> tuple[list[float], list[float], list[float]]:
    """Seconds of a program's begin, first turn and end, once a game."""
    begins, firsts, ends = [], [], []
    player = ProgramPlayer([*PROGRAM, "json", "keep"], keep=True)
    for _ in range(GAMES):
        begins.append(seconds(lambda: player.begin(0)))
        firsts.append(seconds(lambda: player.ask(START)))
        ends.append(seconds(player.end))
    return begins, firsts, ends


def last_legal(state: GameState) -> Action:
    return action_space(state)[-1]


EVENTS = (Event(DRAW, 1), Event(PLAY, 1, 8))


def through_player() -> float:
    player = TacticPlayer(lambda _: last_legal, "bare")
    player.begin(0)
    player.ask(START)
    player.ask(DEAL)
    return seconds(lambda: [player.ask(event) for event in EVENTS])


def bare_state() -> float:
    state = GameState()
    state.apply(START)
    state.apply(DEAL)

    def fold() -> None:
        for event in EVENTS:
            state.apply(event)
        state.answered(last_legal(state))

    return seconds(fold)


def in_process(turns: int) -> tuple[list[float], list[float]]:
    """Seconds of a draw and discard of another seat: through a player, and the bare state."""
    pairs = [(through_player(), bare_state()) for _ in range(turns)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def row(what: str, times: list[float], bare: list[float] | None = None) -> None:
    cells = [f"{1000 * median(times):10.4f}"]
    if bare is not None:
        cells += [f"{1000 * median(bare):10.4f}", f"{1000 * (median(times) - median(bare)):10.4f}"]
    print(f"{what:44}", *cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000, help="of a kept program (default 1000)")
    turns = parser.parse_args().turns
    print(f"{'ms, median':44}{'player':>11}{'bare':>11}{'difference':>11}")
    row("tactic: another's draw and discard", *in_process(turns))
    row("program kept running: a turn", *kept(turns))
    row("program restarted: a turn", *restarted(max(turns // 20, 5)))
    begins, firsts, ends = of_a_game()
    row("program, once a game: begin", begins)
    row("program, once a game: first turn", firsts)
    row("program, once a game: end", ends)


if __name__ == "__main__":
    main()
