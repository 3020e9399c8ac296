"""How a replay that stands alone says that a hand can be played on: by the command."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mj_bot.tactics import DEFAULT
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.matches import write_matches
from mj_lab.explain.replay.again import again_command, again_link
from tests.command import mj
from tests.mj_lab.core.records.convert.judged import judged_games


def test_the_command_stands_at_decisions_and_names_their_turn(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    games = list(judged_games(2))
    source, out = tmp_path / "my games.jsonl", tmp_path / "replay.html"
    write_matches(source, games)
    words = ["--game", "2", "--seat", "W", "--tactic", "greedy"]
    assert mj("replay", str(source), "-o", str(out), *words).returncode == 0
    turns = [decision.turn for decision in decisions_of_seat(games[1], 2)]
    page = open_page(out.as_uri())
    free = next(turn for turn in range(2, turns[-1]) if turn not in turns)
    for turn in (turns[0], free):
        page.goto("about:blank")
        page.goto(f"{out.as_uri()}#{turn - 1}")
        page.wait_for_selector("#decision h2")
        found = page.locator("#try-again code").all_inner_texts()
        expected = again_command(source.name, 2, turn, game="2")
        assert found == ([expected] if turn in turns else [])
        assert page.locator("#try-again a").count() == 0
    words = shlex.split(again_command(str(source), 2, turns[0], game="2"))
    assert words[:6] == ["mj", "play", DEFAULT, DEFAULT, "human", DEFAULT]
    assert words[6:] == ["--record", str(source), "--game", "2", "--at", str(turns[0])]


def test_what_one_seat_saw_is_not_played_on(tmp_path: Path) -> None:
    (match,) = judged_games(1)
    source, out = tmp_path / "seat.json", tmp_path / "replay.html"
    source.write_text(json.dumps(to_input(seat_of(match, 1))))
    assert mj("replay", str(source), "-o", str(out), "--tactic", "greedy").returncode == 0
    data = data_of_page(out.read_text(encoding="utf-8"))
    assert data["decisions"] and "again" not in data


def test_links_name_what_is_asked_for() -> None:
    assert again_link("/uploads/a-b_c/3", 0, 5, "greedy", "x&y").split("?")[1].split("&") == [
        "record=%2Fuploads%2Fa-b_c%2F3",
        "game=x%26y",
        "tactic=greedy",
        "seat=0",
        "turn=5",
    ]
