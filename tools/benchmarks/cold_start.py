"""How long the pyz takes to answer when Botzone restarts it for every turn.

    python -m tools.benchmarks.cold_start [--tactic NAME ...] [--python PYTHON ...] [--rounds N]
    python -m tools.benchmarks.cold_start --busy 10 [--decisions 200] [--time-limit 6]

Compared in turn with a bare start of the same Python that imports numpy and MahjongGB. Whole
processes are timed. The bar: at most 400 ms more.

With --busy, recorded decisions run beside that many processes which only compute: how many answers
have a fault, and what those cost. The bar: one of a hundred, and none that cost under 0.5 s of CPU
time.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT.parent / "shared" / "data" / "reference_decisions.jsonl.gz"
BAR = 0.4
# For answers beside busy processes: the allowed share with a fault, and their least CPU seconds.
MOST_FAULTS, LEAST_CPU = 0.01, 0.5

DEAL = "1 0 0 0 0 B7 B3 W8 T7 F3 W1 B6 T7 W5 T8 B9 J3 F4"
# The first request, a first discard, and a claim in the middle of a game.
TURNS = {
    "start": ["0 0 3"],
    "own draw": ["0 0 3", DEAL, "2 W7"],
    "claim": ["0 0 3", DEAL, "2 W7", "3 0 PLAY F4", "3 1 DRAW", "3 1 PLAY T7"],
}
BARE = ("-c", "import numpy, MahjongGB")


def seconds(command: Sequence[str], data: bytes) -> float:
    """How long a process takes from its start to its end."""
    start = perf_counter()
    subprocess.run(command, input=data, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def build(tactic: str, folder: Path) -> str:
    """An archive that answers once, built as by handin.py."""
    archive = str(folder / (tactic + ".pyz"))
    command = [sys.executable, str(ROOT / "handin.py"), "-o", archive, "--quick"]
    command += ["--tactic", tactic, "--mode", "restart"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return archive


def measure(python: str, tactics: Sequence[str], folder: Path, rounds: int) -> None:
    """Print a table for one Python: a row for the bare start, one for each tactic and turn."""
    commands = {("bare", ""): ([python, *BARE], b"")}
    for tactic in tactics:
        archive = build(tactic, folder)
        for turn, requests in TURNS.items():
            whole = {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}
            commands[tactic, turn] = ([python, archive], json.dumps(whole).encode() + b"\n")
    times: dict[tuple[str, str], list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, (command, data) in commands.items():
            times[name].append(seconds(command, data))
    bare = median(times["bare", ""])
    print(f"{python}, {rounds} rounds")
    print(f"{'':24}{'median ms':>10}{'quartiles':>14}{'over bare':>11}")
    for (tactic, turn), samples in times.items():
        low, _, high = quantiles(samples, n=4)
        over = median(samples) - bare
        verdict = "" if tactic == "bare" else "ok" if over <= BAR else "too slow"
        print(
            f"{tactic + ' ' + turn:24}{1000 * median(samples):10.1f}"
            f"{1000 * low:7.1f}{1000 * high:7.1f}{1000 * over:11.1f} {verdict}"
        )


class Answered(NamedTuple):
    """An answer's debug text, and its process's seconds, CPU and elapsed."""

    debug: str
    cpu: float
    elapsed: float


def answered(command: Sequence[str], data: bytes) -> Answered:
    """A process's answer, and its cost from start to end."""
    start = perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(data)
        process.stdin.close()
        answer = json.loads(process.stdout.read())
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    elapsed = perf_counter() - start
    return Answered(answer["debug"], used.ru_utime + used.ru_stime, elapsed)


@contextmanager
def busy(count: int) -> Iterator[None]:
    """This many processes that only compute."""
    with ExitStack() as stack:
        for _ in range(count):
            process = stack.enter_context(
                subprocess.Popen([sys.executable, "-c", "while True: pass"])
            )
            stack.callback(process.kill)
        yield


def decisions(count: int, more: dict[str, Any]) -> list[bytes]:
    """This many recorded decisions in the form a process gets them, from all over the file."""
    with gzip.open(RECORDED) as file:
        lines = file.readlines()
    inputs = []
    for number in range(count):
        record = json.loads(lines[number * len(lines) // count])
        whole = {"requests": record["requests"], "responses": record["responses"], **more}
        inputs.append(json.dumps(whole).encode() + b"\n")
    return inputs


def measure_busy(command: Sequence[str], name: str, turns: Sequence[bytes], count: int) -> None:
    """Print the answers with a fault, then a summary line."""
    from mj_bot.botzone.answer import faults_of

    with busy(count):
        answers = [answered(command, turn) for turn in turns]
    faulty = [(number, answer) for number, answer in enumerate(answers) if faults_of(answer.debug)]
    for number, answer in faulty:
        faults = "; ".join(faults_of(answer.debug))
        print(
            f"{name} decision {number}: {answer.cpu:.2f} s of CPU, {answer.elapsed:.2f} s: {faults}"
        )
    cheap = sum(answer.cpu < LEAST_CPU for _, answer in faulty)
    is_ok = len(faulty) <= MOST_FAULTS * len(answers) and not cheap
    cpu = [answer.cpu for answer in answers]
    elapsed = [answer.elapsed for answer in answers]
    print(
        f"{name} beside {count} busy processes, {os.cpu_count()} cores: {len(answers)} decisions, "
        f"{len(faulty)} with a fault, {cheap} of these under {LEAST_CPU} s of CPU\n"
        f"CPU median {median(cpu):.2f} s, most {max(cpu):.2f} s; "
        f"elapsed median {median(elapsed):.2f} s, most {max(elapsed):.2f} s: "
        f"{'ok' if is_ok else 'too many'}"
    )


def main() -> None:
    """Run the command."""
    sys.path.insert(0, str(ROOT))
    from mj_bot.tactics import DEFAULT

    parser = argparse.ArgumentParser(description="The pyz's cold answer in restart mode.")
    parser.add_argument("--tactic", action="append", help=f"default: {DEFAULT}")
    parser.add_argument("--python", action="append", help="default: this one")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--busy", type=int, help="processes that compute beside the bot")
    parser.add_argument("--decisions", type=int, default=200, help="with --busy: how many")
    parser.add_argument("--time-limit", help="with --busy: what the input says of its time")
    given = parser.parse_args()
    tactics = given.tactic or [DEFAULT]
    more = {} if given.time_limit is None else {"time_limit": given.time_limit}
    with tempfile.TemporaryDirectory() as folder:
        for python in given.python or [sys.executable]:
            if given.busy is None:
                measure(python, tactics, Path(folder), given.rounds)
                continue
            for tactic in tactics:
                command = [python, build(tactic, Path(folder))]
                measure_busy(command, tactic, decisions(given.decisions, more), given.busy)


if __name__ == "__main__":
    main()
