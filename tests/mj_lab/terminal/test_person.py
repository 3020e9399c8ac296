"""A person at the terminal: asked until it answers, shown what that seat may know and no more."""

import random
from io import StringIO

import pytest
from rich.console import Console

from mj_bot import tactics
from mj_lab.game.walls import wall_of_seed
from mj_lab.play.hand_in_play import HandInPlay, choices_for
from mj_lab.terminal.person import check_players, play_at_terminal

NAMES = ["greedy", "human", "greedy", "random"]


def play(seed: int, said: list[str] | None = None) -> tuple[HandInPlay, str]:
    """A game; lines by chance among those that mean something, after those of `said`."""
    chance = random.Random(seed)
    others = {seat: tactics.load(name, seed=1) for seat, name in enumerate(NAMES) if seat != 1}
    hand = HandInPlay(wall_of_seed(seed), 0, others)
    printed = StringIO()
    lines = iter(said or [])

    def read(_prompt: str) -> str:
        given = next(lines, None)
        if given is not None:
            return given
        choices = choices_for(hand.sights[1].state)
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


def test_what_others_draw_is_not_printed() -> None:
    hand, printed = play(2)
    draws = [line for line in printed.splitlines() if "draws 摸" in line]
    assert len(draws) > 5 and all("South 南 human" in line for line in draws)
    # Between two of its own decisions there are discards of the others and nothing of their hands.
    own = {tile for turn in hand.turns for tile in [turn.event] if tile and tile.seat == 1}
    assert own
    assert printed.count("discards") < len(hand.turns)


def test_no_line_comes_any_more() -> None:
    def ended(_prompt: str) -> str:
        raise EOFError

    hand = HandInPlay(wall_of_seed(1), 0, {s: tactics.load("random", seed=s) for s in (0, 2, 3)})
    with pytest.raises(EOFError):
        play_at_terminal(Console(file=StringIO()), hand, NAMES, 1, ended)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (["human"], "four players"),
        (["human", "human", "odds", "odds"], "one person"),
        (["human", "odds", "cmd:/no/such", "odds"], "no such program"),
        (["human", "odds", "sh:sh", "odds"], "no such kind"),
    ],
)
def test_players_that_cannot_sit_here(players: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        check_players(players, "human")
