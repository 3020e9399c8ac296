"""Deals an environment's games one after another: on which wall, and who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_bot.features.planes import MOST_HISTORY
from mj_lab.core.game.players import player_of
from mj_lab.core.game.walls import Wall, seed_of, wall_of_seed
from mj_lab.env.open_game import OpenGame

AGENTS = tuple([f"player_{number}" for number in range(SEATS)])

# The opponents: none, one name for three seats, three names after player_0's seat, or by agent.
Opponents = str | Sequence[str] | Mapping[str, str] | None


class Dealt(NamedTuple):
    """A new game: its wall's number, each agent's seat, who sits at each seat, the game."""

    number: int
    seats: dict[str, int]
    names: list[str]
    game: OpenGame


class Dealer:
    """Deals the games of one environment.

    walls: used in turn, cyclically; else they come from the seed, as with `mj duel --seed`.
    duplicate: each wall is played four times in a row, and the player sits at every seat once.

    Raises ValueError for bad opponents, walls or options.
    """

    def __init__(
        self,
        opponents: Opponents = None,
        walls: Iterable[Wall | Sequence[int]] = (),
        duplicate: bool = False,
        history: int = 0,
    ) -> None:
        if not 0 <= history <= MOST_HISTORY:
            raise ValueError(f"history is 0 to {MOST_HISTORY}, not {history}")
        named = _opponents(opponents)
        self.agents = [agent for agent in AGENTS if agent not in named]
        self._factories = {agent: player_of(spec) for agent, spec in named.items()}
        self.names = [named.get(agent, agent) for agent in AGENTS]
        self._walls = [wall_with_wind(number, wall) for number, wall in enumerate(walls)]
        self._duplicate = duplicate
        self._history = history
        self._seed: int | None = None
        self._games = 0

    def restart(self, seed: int) -> None:
        """Start over: the next game is the first of this seed."""
        self._seed, self._games = seed, 0

    def deal(
        self,
        options: Mapping[str, Any] | None = None,
        shown: bool = False,
    ) -> Dealt:
        """The next game; `options` may contain a `wall` and a `prevalent_wind` for it.

        shown: whether the game keeps a text of its table.

        Raises ValueError if the wall cannot be dealt from.
        """
        if self._seed is None:
            self._seed = secrets.randbits(32)
        number, turned = self._games, 0
        if self._duplicate:
            number, turned = divmod(self._games, SEATS)
        self._games += 1
        seats = {
            agent: (number_of_agent + turned) % SEATS
            for number_of_agent, agent in enumerate(AGENTS)
        }
        players = {
            seats[agent]: factory(seed_of(self._seed, number, turned, agent))
            for agent, factory in self._factories.items()
        }
        names = [self.names[(seat - turned) % SEATS] for seat in range(SEATS)]
        wall = self._wall(number, options or {})
        game = OpenGame(wall, players, self._history, names if shown else None)
        return Dealt(number, {agent: seats[agent] for agent in self.agents}, names, game)

    def _wall(self, number: int, options: Mapping[str, Any]) -> Wall:
        if "wall" in options:
            wall = wall_with_wind(0, options["wall"])
        elif self._walls:
            wall = self._walls[number % len(self._walls)]
        else:
            wall = Wall(wall_of_seed(f"{self._seed}/{number}"), number % SEATS)
        if "prevalent_wind" in options:
            wall = wall._replace(prevalent_wind=options["prevalent_wind"])
        return wall


def wall_with_wind(number: int, wall: Wall | Sequence[int]) -> Wall:
    """The wall itself, or bare tiles with the prevalent wind of their number."""
    if isinstance(wall, Wall):
        return wall
    return Wall(tuple(int(tile) for tile in wall), number % SEATS)


def _opponents(given: Opponents) -> dict[str, str]:
    if given is None:
        return {}
    if isinstance(given, str):
        given = [given] * (SEATS - 1)
    if not isinstance(given, Mapping):
        if len(given) != SEATS - 1:
            raise ValueError(f"expected one opponent, or three, not {len(given)}")
        given = dict(zip(AGENTS[1:], given, strict=True))
    strangers = sorted(set(given) - set(AGENTS))
    if strangers:
        raise ValueError(f"no such agent: {strangers[0]!r:.40}; there are: {', '.join(AGENTS)}")
    if len(given) == SEATS:
        raise ValueError("no seat is left for an agent")
    return dict(given)
