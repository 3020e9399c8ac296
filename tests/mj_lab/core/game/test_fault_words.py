"""What a faulted seat's author reads: the answer, and what the judge would have taken."""

import random
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import PASSING, PLAY, Action, format_response
from mj_bot.state import GameState
from mj_bot.tiles import code_of
from mj_lab.core.game.fault_words import fault_words, legal_answers
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.walls import wall_of_seed


class Wrong:
    """Plays at random; at its decision of that number it answers as it should not."""

    def __init__(self, answer: Any, decision: int) -> None:
        self.answer = answer
        self.left = decision
        self.state = GameState()

    def __call__(self, state: GameState) -> Any:
        self.left -= 1
        if self.left == 0:
            self.state = state.copy()
            return self.answer(state) if callable(self.answer) else self.answer
        return random.Random(self.left).choice(action_space(state))


def faulted(answer: Any, decision: int, seed: int = 3) -> tuple[Wrong, Game, str]:
    tactic = Wrong(answer, decision)
    others = [player_of("random")(seat) for seat in (1, 2, 3)]
    game = Game(wall_of_seed(seed))
    turns = play(game, [TacticPlayer(lambda _: tactic, "wrong"), *others])
    return tactic, game, fault_words(game, len(turns) - 1, turns[-1].replies[0])


def absent(state: GameState) -> Action:
    """The discard of a tile that the hand does not have."""
    return Action(PLAY, state.hand.index(0))


def test_the_answer_and_what_was_legal_are_named() -> None:
    tactic, game, words = faulted(absent, 1)
    drawn = tactic.state.drawn
    assert drawn is not None
    discards = ", ".join(map(format_response, action_space(tactic.state)))
    assert words == (
        f"turn 2, asked '2 {code_of(drawn)}': answered '{absent(tactic.state)}'; legal: {discards}"
    )
    assert game.result is not None and game.result.player == 0


@pytest.mark.parametrize("decision", range(2, 30, 3))
def test_what_was_legal_is_what_the_bot_knows_as_legal(decision: int) -> None:
    tactic, game, _ = faulted(lambda _: Fault("RE", "no"), decision)
    legal = {str(action) for action in legal_answers(game, 0)}
    assert legal == {str(action) for action in action_space(tactic.state)}


def test_what_is_no_answer_is_shown_too() -> None:
    assert "answered None" in faulted(None, 1)[2]
    _, game, words = faulted(lambda _: 1 // 0, 2)
    assert "ZeroDivisionError: " in words
    assert "test_fault_words.py:" in words


def test_a_game_without_a_fault_has_no_words() -> None:
    with pytest.raises(ValueError, match="nobody is faulted"):
        fault_words(Game(wall_of_seed(3)), 0, PASSING)
