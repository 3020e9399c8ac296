"""A person at the terminal: asked until it answers, shown what that seat may know and no more."""

import random
from io import StringIO
from threading import Event

import pytest
from rich.console import Console

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_bot.tactics import Tactic
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.complete_hand.waits_text import UNDER_EIGHT, wait_lines
from mj_lab.explain.analysis.hand_analysis import facts
from mj_lab.explain.analysis.state_from_hand import situation
from mj_lab.table.play.hand_in_play import HandInPlay
from mj_lab.table.play.terminal import person
from mj_lab.table.play.terminal.person import play_at_terminal
from tests.mj_lab.web.server.staged import DrawnTile, wall_with

NAMES = ["greedy", "human", "greedy", "random"]


def play(
    seed: int, said: list[str] | None = None, besides: dict[int, Tactic] | None = None
) -> tuple[HandInPlay, str]:
    """A game; lines by chance among those that mean something, after those of `said`."""
    chance = random.Random(seed)
    others = {seat: tactics.load(name, seed=1) for seat, name in enumerate(NAMES) if seat != 1}
    others |= besides or {}
    hand = HandInPlay(wall_of_seed(seed), 0, others)
    printed = StringIO()
    lines = iter(said or [])

    def read(_prompt: str) -> str:
        given = next(lines, None)
        if given is not None:
            return given
        choices = hand.sights[1].choices()
        kind = str(chance.choice(choices)["action"]).split()
        line: str = chance.choice([" ".join(kind), kind[-1], "1", "2", "", "?", "nonsense", "99"])
        return line

    console = Console(file=printed, width=120, force_terminal=False)
    play_at_terminal(console, hand, NAMES, 1, read)
    return hand, printed.getvalue()


@pytest.mark.parametrize("seed", range(6))
def test_whole_games(seed: int) -> None:
    hand, printed = play(seed)
    result = hand.game.result
    assert result is not None and result.action in ("HU", "HUANG")
    assert "no such answer" in printed


def test_a_tactic_that_is_stuck_costs_itself_a_turn_and_not_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person, "STUCK", 0.1)
    decisions = []

    def stuck(state: GameState) -> Action:
        decisions.append(state.decision)
        if len(decisions) == 3:
            Event().wait()
        return action_space(state)[0]

    hand, printed = play(2, besides={3: stuck})
    assert hand.game.result is not None and hand.game.result.action in ("HU", "HUANG")
    assert printed.count("random has no answer after 0.1 s") == 1 and len(decisions) > 3


def test_what_others_draw_is_not_printed() -> None:
    hand, printed = play(2)
    draws = [line for line in printed.splitlines() if "draws 摸" in line]
    assert len(draws) > 5 and all("South 南 human" in line for line in draws)
    # Between two of its own decisions there are discards of the others and nothing of their hands.
    own = {tile for turn in hand.turns for tile in [turn.event] if tile and tile.seat == 1}
    assert own
    assert printed.count("discards") < len(hand.turns)


def test_waits_and_a_complete_hand_under_eight_are_printed() -> None:
    """Of the hand on a claim, of each discard that leaves some; then it is complete, but 4 fan."""
    ready = "W1 W2 W3 B4 B5 B6 T2 T2 T3 T4 T5 F2 F2"
    wall = wall_with({1: f"{ready} T9 T2"}, 34)
    hand = HandInPlay(wall, 0, {seat: DrawnTile("") for seat in (0, 2, 3)})
    printed = StringIO()

    def read(_prompt: str) -> str:
        if hand.sights[1].state.drawn is None:
            return ""
        if "能和，但只有 4 番, 8 are needed" in printed.getvalue():
            raise EOFError
        return "T9"

    console = Console(file=printed, width=120, force_terminal=False)
    with pytest.raises(EOFError):
        play_at_terminal(console, hand, NAMES, 1, read)
    lines = [" ".join(line.split()) for line in printed.getvalue().splitlines()]
    south = "F2 南, 2 left 余2张: on a discard 点和 4 fan 番, self-drawn 自摸 6 fan 番"
    assert any(line.startswith(f"PLAY T9 九条: waits for 听 {south}") for line in lines)
    assert "T2 二条: complete, but 4 fan 能和，但只有 4 番, 8 are needed" in lines


def test_waits_under_eight_are_red() -> None:
    """T2 is under 8 either way, and says so; East only on a discard."""
    rows = facts(situation(parse_hand("123m 456p 22345s 11z")))["wins"]
    red = [
        [line.plain[span.start : span.end] for span in line.spans if span.style == UNDER_EIGHT]
        for line in wait_lines(rows)
    ]
    assert [len(parts) for parts in red] == [3, 1]
    assert red[0][2] == "; complete, but 4 fan 能和，但只有 4 番"
    assert red[1] == ["on a discard 点和 6 fan 番"]
