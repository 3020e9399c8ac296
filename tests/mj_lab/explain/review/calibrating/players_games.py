"""Games of one player among mixed ones, for `mj check calibrate`, a line of JSON each.

    python tests/mj_lab/explain/review/calibrating/players_games.py greedy --seed fit > greedy.jsonl

`careless` discards the middle tile of its sorted hand every time, wins if it can, and passes
everything else. The others at its table are four of `learned` in half of the games, else drawn from
`learned` (twice), `odds`, `rule_based`, `greedy` and the player itself.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from random import Random

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY
from mj_bot.history import fold, note_answer
from mj_bot.state import GameState
from mj_bot.tactics import answer_of, load
from mj_bot.tiles import code_of

CARELESS = "careless"
# In the order of their strength (docs/results/strength.md).
PLAYERS = ("random", "v1_2", "greedy", "rule_based", "odds", "learned")
_OTHERS = ("learned", "learned", "odds", "rule_based", "greedy")
_NATIVE = ("random", "greedy", "rule_based", "odds", "learned")
_AT_ONCE = 50


def games_of(player: str, count: int, seed: str) -> Iterator[str]:
    """`count` games, as lines of JSON. Raises ValueError for a player that there is not."""
    rng = Random(f"{player} {seed}")
    tables = [_table(player, rng) for _ in range(count)]
    names = [f"{player} {seed} {number}" for number in range(count)]
    walls = [mj_engine.wall_of_seed(f"losses {name}") for name in names]
    if player not in _NATIVE:
        for number, (wall, table) in enumerate(zip(walls, tables, strict=True)):
            yield _played(wall, number, table, rng).to_line(names[number], table)
        return
    for first in range(0, count, _AT_ONCE):
        some = range(first, min(count, first + _AT_ONCE))
        made = mj_engine.play(
            [walls[number] for number in some],
            _NATIVE,
            prevalent_winds=[number % 4 for number in some],
            seatings=[[_NATIVE.index(name) for name in tables[number]] for number in some],
            seed=rng.randrange(1 << 30),
            records=True,
        )
        for number, text in zip(some, made.records, strict=True):
            yield json.dumps({**json.loads(text), "id": names[number], "players": tables[number]})


def _table(player: str, rng: Random) -> list[str]:
    table = ["learned"] * 4
    if rng.random() >= 0.5:
        others = (*_OTHERS, player if player in _NATIVE else "odds")
        table = [rng.choice(others) for _ in table]
    table[rng.randrange(4)] = player
    return table


def _played(wall: tuple[int, ...], number: int, table: list[str], rng: Random) -> mj_engine.Game:
    game = mj_engine.Game(wall, number % 4)
    native = {name: mj_engine.tactic(name) for name in table if name in _NATIVE}
    asked = {
        seat: _InPython(name)
        for seat, name in enumerate(table)
        if name not in native and name != CARELESS
    }
    while not game.over:
        game.submit(
            [
                asked[seat](game.request_for(seat))
                if seat in asked
                else _middle(game, seat)
                if name == CARELESS
                else _native(native[name], game, seat, rng)
                for seat, name in enumerate(table)
            ]
        )
    return game


def _native(tactic: mj_engine.Tactic, game: mj_engine.Game, seat: int, rng: Random) -> str:
    legal = game.legal_for(seat)
    return legal[0] if len(legal) == 1 else tactic.choose(game, seat, rng.randrange(1 << 32))


def _middle(game: mj_engine.Game, seat: int) -> str:
    legal = game.legal_for(seat)
    if HU in legal:
        return HU
    if not any(action.startswith(PLAY) for action in legal):
        return "PASS"
    hand = [tile for tile, copies in enumerate(game.hands[seat]) for _ in range(copies)]
    return f"{PLAY} {code_of(hand[len(hand) // 2])}"


class _InPython:
    """A tactic that the engine does not have."""

    def __init__(self, name: str) -> None:
        self._state, self._tactic = GameState(), load(name, seed=0)

    def __call__(self, request: str) -> str:
        fold(self._state, request)
        legal = action_space(self._state)
        answer = legal[0] if len(legal) == 1 else answer_of(self._tactic, self._state)
        note_answer(self._state, str(answer))
        return str(answer)


def main() -> None:
    """Write the games of one player to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", choices=[CARELESS, *PLAYERS])
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seed", default="fit")
    given = parser.parse_args()
    for line in games_of(given.player, given.games, given.seed):
        print(line)


if __name__ == "__main__":
    main()
