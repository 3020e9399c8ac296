"""Would the search choose better if it looked one own draw farther?

    python -m tools.benchmarks.learn.one_draw FOLDER [--share 0.25] [--files 160] [--gap 1.5]

FOLDER is of `mj learn advantages collect` by `odds`, with three actions tried. A share of its
discards with close alternatives is taken. Each tried discard is valued again: the mean, over the
tile that the seat draws next (by the search's own guess of the wall), of the best value then, less
the current cost of dealing in. The measured result of a tried discard, less that of the one taken,
is regressed on both values; the explained part is in squared points. The last line is what the
farther look's choice would have won. 50 ms of a core a decision.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import DRAW, PLAY, SEATS, Event
from mj_bot.fan import BASE_SCORE
from mj_bot.learned.candidate_features import NAMES
from mj_bot.odds.coefficients import DEAL_IN_POINTS
from mj_bot.odds.evaluator import WIN_VALUE
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import TILE_KINDS
from mj_engine.dataset import play_stored
from mj_engine.odds import Odds
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.learn.advantages.collecting import Collections
from mj_lab.learn.advantages.labels import Doubles, fit_leaves, labelled
from mj_lab.learn.advantages.plan import FitOptions
from mj_lab.learn.advantages.playout_data import Decisions
from mj_lab.learn.dataset.shard import StoredGames, with_names
from mj_lab.learn.dataset.stored_game import stored_at, turns_of

# The index of PLAY of the first tile in the fast table's actions, after PASS, HU, GANG.
FIRST_PLAY = 3
SELF_DRAWN = 3  # seats that pay
GAMES_AT_ONCE = 50


def states_of(seed: str, games: int) -> Iterator[tuple[tuple[int, int, int], GameState]]:
    """Every own draw of a collection's games by `odds`: game, seat, own discards; the state."""
    walls = islice(walls_of_seed(f"advantages-{seed}"), games)
    first = 0
    while some := list(islice(walls, GAMES_AT_ONCE)):
        nothing = [[0] * SEATS] * len(some)
        arrays = play_stored(
            [wall.tiles for wall in some],
            "odds",
            prevalent_winds=[wall.prevalent_wind for wall in some],
            seatings=nothing,
            seeds=nothing,
        )
        names = [str(first + index) for index in range(len(some))]
        stored = with_names(arrays, names, [["odds"] * SEATS] * len(some), [""] * len(some))
        for index in range(len(some)):
            for folded in turns_of(stored_at(StoredGames(stored), index)):
                for seat, state in enumerate(folded.states):
                    if state.decision == OWN_DRAW and state.turn == seat and state.walls[seat]:
                        yield (first + index, seat, len(state.discards[seat])), state
        first += len(some)


def one_draw_on(odds: Odds, state: GameState, tile: int) -> float:
    """A discard's value in points: the mean best value after the next own draw."""
    drawn = tile_location(state, threat_of(opponents(state))).drawn
    after = state.copy()
    after.apply(Event(PLAY, state.seat, tile))
    whole = value = 0.0
    for next_tile in range(TILE_KINDS):
        if after.unseen[next_tile] > 0:
            then = after.copy()
            then.apply(Event(DRAW, state.seat, next_tile))
            best = max(candidate.value for candidate in odds.candidates(then))
            if best >= WIN_VALUE:  # its payout
                best = SELF_DRAWN * (BASE_SCORE + best - WIN_VALUE)
            whole += drawn[next_tile]
            value += drawn[next_tile] * best
    return value / whole


def looked_at(
    tried: Decisions, seed: str, gap: float, share: float
) -> tuple[NDArray[np.int64], Doubles]:
    """Some close discards of the collection, and each tried one's value from one draw farther."""
    rng = np.random.default_rng(0).random(len(tried)) < share
    less = np.where(tried.there, tried.value[:, :1] - tried.value, np.inf)[:, 1:].min(axis=1)
    plays = (tried.action >= FIRST_PLAY) & (tried.action < FIRST_PLAY + TILE_KINDS)
    wanted = rng & (tried.kind == OWN_DRAW) & (less < gap) & (plays | ~tried.there).all(axis=1)
    keys = np.stack([tried.game, tried.seat, tried.turn], axis=1).tolist()
    rows: dict[tuple[int, int, int], int] = {}
    for row in np.flatnonzero(wanted).tolist():
        game, seat, turn = keys[row]
        # A replacement draw after a kong has the same key: such turns are left out.
        rows[game, seat, turn] = -1 if (game, seat, turn) in rows else row
    odds, places, values = Odds(), [], []
    for key, state in states_of(seed, int(tried.game.max()) + 1):
        row = rows.get(key, -1)
        if row < 0:
            continue
        tiles = tried.action[row] - FIRST_PLAY
        if all(state.hand[tile] for tile in tiles[tried.there[row]]):
            places.append(row)
            values.append(
                [one_draw_on(odds, state, int(tile)) if tile >= 0 else np.nan for tile in tiles]
            )
    return np.array(places), np.array(values)


def regressed(name: str, target: Doubles, *columns: Doubles) -> None:
    """Print the weights of a regression without intercept, their errors, and what it explains."""
    features = np.stack(columns, axis=1)
    weights = np.linalg.lstsq(features, target, rcond=None)[0]
    missed = float(((target - features @ weights) ** 2).mean())
    errors = np.sqrt(np.diag(np.linalg.inv(features.T @ features)) * missed)
    shown = ", ".join(
        f"{weight:+.3f} +- {error:.3f}" for weight, error in zip(weights, errors, strict=True)
    )
    print(f"{name}: {shown}; explains {float((target**2).mean()) - missed:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--gap", type=float, default=1.5)
    parser.add_argument("--games", type=int, default=8_000)
    arguments = parser.parse_args()
    collection = Collections([arguments.folder])
    leaves = labelled(collection, fit_leaves(collection, FitOptions().leaf_ridge))
    first = leaves.decisions.game < arguments.games
    tried = leaves.decisions.at(first)
    labels = (leaves.corrected - leaves.luck_factor() * leaves.luck)[first]
    rows, looks = looked_at(tried, collection.settings[0]["seed"], arguments.gap, arguments.share)
    values, came = tried.value[rows].astype(np.float64), labels[rows]
    deal_in = tried.features[rows][:, :, NAMES.index("risk")].astype(np.float64) / DEAL_IN_POINTS
    looks = looks - OddsOptions().defence * deal_in * (DEAL_IN_COSTS + looks)
    there = tried.there[rows] & np.isfinite(looks)
    row, other = np.nonzero(there[:, 1:])
    more = [array[row, other + 1] - array[row, 0] for array in (came, values, looks)]
    print(f"{len(rows):,} discards, {len(row):,} pairs")
    regressed("by the value", more[0], more[1])
    regressed("one draw farther", more[0], more[2])
    regressed("both", *more)
    for name, by in (
        ("one draw farther", looks),
        ("1.35 of it, less 0.38 of the value", 1.35 * looks - 0.38 * values),
    ):
        chosen = np.where(there, by, -np.inf).argmax(axis=1)
        won = came[np.arange(len(rows)), chosen] - came[:, 0]
        error = won.std() / np.sqrt(len(won))
        print(
            f"{name}: another discard in {(chosen != 0).mean():.1%},"
            f" {won.mean():+.4f} +- {error:.4f} a decision"
        )


if __name__ == "__main__":
    main()
