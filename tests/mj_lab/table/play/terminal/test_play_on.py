"""A hand on record played on at the terminal: typed answers, what came then and now."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mj_bot.tiles import ALL_CODES
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches, write_matches
from mj_lab.explain.review.replay.again import again_command
from mj_lab.measure.check.verify import disagreement
from tests.command import refused
from tests.mj_lab.core.records.convert.judged import judged_games

ROOT = Path(__file__).resolve().parents[5]


@pytest.fixture
def games(tmp_path: Path) -> tuple[Path, list[Match]]:
    made = list(judged_games(3))
    path = tmp_path / "my games.jsonl"
    write_matches(path, made)
    return path, made


def lines(seed: int) -> str:
    """Answers by chance: codes, passes, claims; what means nothing is asked again."""
    chance = random.Random(seed)
    return "".join(f"{chance.choice([*ALL_CODES[:34], '', '1'])}\n" for _ in range(8000))


def typed(words: str, said: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it, with these lines typed."""
    return subprocess.run(
        ["sh", "-c", words.replace("mj", f"{sys.executable} -m mj_lab", 1)],
        input=said,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_command_that_pages_show_is_typed_and_played(games: tuple[Path, list[Match]]) -> None:
    path, made = games
    match, seat = made[1], 2
    turn = [decision.turn for decision in decisions_of_seat(match, seat)][4]
    words = again_command(path.name, seat, turn, "greedy", game="2")
    ended = typed(f"{words} -o out.jsonl", lines(1), path.parent)
    assert ended.returncode == 0, ended.stderr
    said = ended.stdout
    assert "So far" in said and "You are West" in said
    # What was discarded by then and lies there, seat by seat, and nobody's hand but the own.
    state = next(state for place, state in seat_of(match, seat).states() if place == turn)
    lying = [[one.tile for one in row if one.claimed_by is None] for row in state.discards]
    shown = re.findall(r"│ (?:East|South|West|North) \S+ (?:greedy|human) +│ .*│ (.*?) *│\n", said)
    assert [[ALL_CODES[tile] for tile in row] for row in lying] == [row.split() for row in shown]
    (played,) = read_matches(path.parent / "out.jsonl")
    assert disagreement(played) is None
    assert played.requests[: turn + 1] == match.requests[: turn + 1]
    assert played.players == ("greedy", "greedy", "human", "greedy")
    table = said.partition("In the record, and now")[2]
    rows = re.findall(r"│ \S+ \S+ +│ ([+-]\d+) +│ ([+-]\d+) +│", table)
    assert [int(then) for then, _ in rows] == list(match.scores)
    assert [int(now) for _, now in rows] == list(played.scores)


REFUSED = [
    ("--record {} --seat S --at {free}", "nothing to decide at step {free}; it has at {first}, "),
    ("--record {} --seat S", "--record goes with --at"),
    ("--record {} --at 5", "--record goes with --seat"),
    ("--record {} --seat S --at 4444", "steps 0-"),
    ("--record {} --seat S --at 5 --hands 4", "--record has its own wall"),
    ("--record {} --seat S --at 5 --watch", "--record has its own wall"),
    ("--record {} --seat S --at 5 --wind W", "--record has its own wall"),
    ("--record {} --seat S --at 5 --game 9", "no match '9' among its 3"),
    ("odds odds odds odds --record {} --at 5", "name yourself, human"),
    ("human odds odds --record {} --at 5", "four players"),
    ("human human odds odds --record {} --at 5", "one person"),
    ("human no_such odds odds --record {} --at {first} --seat S", "no tactic"),
    ("--at 5", "go with --record"),
    ("--game 2", "go with --record"),
    ("--record {}.no --seat S --at 5", "no such file"),
    ("--record {seat} --seat S --at 5", "what one seat saw"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "wrong"), REFUSED)
def test_what_cannot_be_played_on_is_one_line(
    games: tuple[Path, list[Match]], words: str, wrong: str
) -> None:
    path, made = games
    path = path.rename(path.with_name("games.jsonl"))
    seat = path.with_name("seat.json")
    seat.write_text(json.dumps(to_input(seat_of(made[0], 1))))
    turns = [decision.turn for decision in decisions_of_seat(made[0], 1)]
    free = next(turn for turn in range(9) if turn not in turns)
    named = {"free": free, "first": turns[0], "seat": seat}
    assert wrong.format(**named) in refused("play", *words.format(path, **named).split())
