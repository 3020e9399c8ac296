"""A game that waits says for whom: one line for a slow decision, none for others."""

import re
from threading import Event, active_count
from types import SimpleNamespace

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.game import play_game
from mj_lab.core.game.play_game import OpenHand, WaitingFor, play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed

LONG = 30.0  # Seconds after which a test gives up.
SLOW_DECISIONS = (3, 5)


class Told:
    """A standard error whose next line one can wait for."""

    def __init__(self) -> None:
        self.text = ""
        self.line = Event()

    def write(self, text: str) -> int:
        self.text += text
        if self.text.endswith("\n"):
            self.line.set()
        return len(text)

    def flush(self) -> None:
        pass


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr(play_game, "_SLOW", 0.3)
    monkeypatch.setattr(play_game, "_LOOK_EVERY", 0.01)
    monkeypatch.setattr(play_game, "_BETWEEN_LINES", 0.02)
    made = Told()
    monkeypatch.setattr(play_game, "sys", SimpleNamespace(stderr=made))
    return made


class Slow:
    """Two of its decisions last until a line says that the game waits, and a while longer."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.decisions = 0
        self.waited: list[int] = []

    def __call__(self, state: GameState) -> Action:
        self.decisions += 1
        if self.decisions in SLOW_DECISIONS:
            self.told.line.clear()
            assert self.told.line.wait(LONG)
            self.waited.append(len(self.told.text.splitlines()))
            Event().wait(0.2)  # Ten looks, and no second line.
        return action_space(state)[0]


def test_one_line_says_for_whom_a_game_waits(told: Told) -> None:
    slow = Slow(told)
    players = [player_of("random")(seat) for seat in range(4)]
    players[2] = TacticPlayer(lambda _: slow, "mine.py")
    before = active_count()
    turns = play(Game(wall_of_seed(1), 0), players)
    found = re.findall(r"^waiting for mine.py \(seat 2, turn (\d+)\) \.\.\.$", told.text, re.M)
    assert len(slow.waited) == len(SLOW_DECISIONS) == len(found)
    first, second = map(int, found)
    assert 0 < first < second < len(turns)
    assert active_count() <= before + 1  # The thread ends, in its own time.


def test_what_is_made_before_the_game_is_waited_for_too(told: Told) -> None:
    def factory(seed: int) -> Slow:
        assert told.line.wait(LONG)
        return Slow(told)

    with WaitingFor() as waiting:
        players = {1: TacticPlayer(factory, "mine.py")}
        OpenHand(Game(wall_of_seed(1), 0), players, waiting).close()
    assert told.text == "waiting for mine.py (seat 1, before the game) ...\n"


def test_while_nobody_thinks_nobody_is_waited_for(told: Told) -> None:
    """A watcher may take its time: `mj play --watch --pace 10`."""
    seen: list[str] = []

    def watch(*_: object) -> None:
        if not seen:
            Event().wait(0.6)
        seen.append(told.text)

    play(Game(wall_of_seed(1), 0), [player_of("random")(seat) for seat in range(4)], watch)
    assert seen[0] == ""
