"""Tactic `first_legal`: the shortest tactic there is. Start here.

It is a player like any other:

    mj play examples/tactics/first_legal.py greedy random random
"""

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState


class FirstLegal:
    """Takes the first of the legal actions."""

    def __call__(self, state: GameState) -> Action:
        """One legal action; a tactic needs nothing else.

        `action_space` lists exactly the actions that the judge accepts. A win comes first, so this
        tactic wins when it can. Otherwise PASS comes first where passing is possible, and after an
        own draw a kong, or else the lowest tile is discarded.
        """
        return action_space(state)[0]
