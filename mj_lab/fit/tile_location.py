"""The features of `mj_bot.odds.opponents.tile_location` fitted anew to saved matches, and how good they are.

    mj duel odds rule_based --walls 100 --seed fit --jobs 2 --save fit
    python -m mj_lab.fit.tile_location fit/*.jsonl

Prints what an unseen copy's place and the others' next discards surprise, in nats, if all copies
are alike, by the weights in use and by new ones, on the quarter of the matches that these were not
fitted to; then the new weights with their errors, in the order of the module.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mj_bot.events import PLAY, SEATS, parse_response
from mj_bot.odds.model import Array
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import WEIGHTS, features_of, odds_in_wall
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import TILE_KINDS, tile_of
from mj_lab.records.match import Match
from mj_lab.records.matches import read_matches

# The others' discards that are counted after a decision: two of each.
NEXT = 6
ROUNDS = 25
RIDGE = 1.0
LARGEST_STEP = 1.0


class Rows(NamedTuple):
    """One row for each tile that a seat does not see all of, at each of its draws.

    features: [row, feature]. unseen: copies; in_wall: of them. share: of the wall in all unseen tiles.
    expected: copies that the others would discard next if all were alike; came: that did. held_out:
    whether the match is one of those not fitted to.
    """

    features: Array
    unseen: Array
    in_wall: Array
    share: Array
    expected: Array
    came: Array
    held_out: Array


def rows_of(match: Match, held_out: bool) -> Iterator[list[object]]:
    """The rows of one match, columns as in `Rows`."""
    states = [GameState() for _ in range(SEATS)]
    discards = [discard_in(requests[0]) for requests in match.requests]
    turns = zip(match.requests, match.responses, strict=True)
    for place, (requests, responses) in enumerate(turns):
        for state, request in zip(states, requests, strict=True):
            state.apply(request)
        for seat, state in enumerate(states):
            following = [one[1] for one in discards[place + 1 :] if one and one[0] != seat][:NEXT]
            draws = state.decision == OWN_DRAW and responses[seat].startswith(PLAY)
            if not draws or not following or not sum(state.walls):
                continue
            features, total = features_of(state, threat_of(opponents(state))), sum(state.unseen)
            others = [states[other].hand for other in range(SEATS) if other != seat]
            for tile in range(TILE_KINDS):
                unseen = state.unseen[tile]
                if unseen:
                    in_wall = max(unseen - sum(hand[tile] for hand in others), 0)
                    expected = len(following) * unseen / total
                    row = [features[tile], unseen, in_wall, sum(state.walls) / total, expected]
                    yield [*row, following.count(tile), held_out]
        for state, response in zip(states, responses, strict=True):
            state.answered(parse_response(response))


def discard_in(request: str) -> tuple[int, int] | None:
    """The seat and the tile, if the request tells of a discard."""
    words = request.split()
    if words[0] == "3" and words[2] in ("PLAY", "CHI", "PENG"):
        return int(words[1]), tile_of(words[-1])
    return None


def fitted(
    features: Array, told: Array, of: Array, binomial: bool, offset: Array
) -> tuple[Array, Array]:
    """Weights and their errors, by Newton's method with a little ridge.

    told: what was seen; of: copies it was seen of (binomial), or how many were expected (Poisson).
    """
    weights = np.zeros(features.shape[1])
    curvature = np.eye(len(weights))
    for _ in range(ROUNDS):
        mean = of * (
            odds_in_wall(features @ weights, offset) if binomial else np.exp(features @ weights)
        )
        spread = mean * (1 - mean / of) if binomial else mean
        curvature = (features * spread[:, None]).T @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, features.T @ (told - mean) - RIDGE * weights)
        weights = weights + step * min(1.0, LARGEST_STEP / np.abs(step).max())
    return weights, np.sqrt(np.diag(np.linalg.inv(curvature)))


def surprise_of_places(rows: Rows, weights: Array) -> float:
    """Nats an unseen copy."""
    odds = odds_in_wall(rows.features @ weights, rows.share)
    held = rows.unseen - rows.in_wall
    return float(-(rows.in_wall * np.log(odds) + held * np.log(1 - odds)).sum() / rows.unseen.sum())


def surprise_of_discards(rows: Rows, weights: Array) -> float:
    """Nats a tile of the next discards."""
    mean = rows.expected * np.exp(rows.features @ weights)
    return float((mean - rows.came * np.log(mean / rows.expected)).sum() / rows.came.sum())


def chosen(rows: Rows, which: Array) -> Rows:
    """Some of the rows."""
    return Rows(*[column[which] for column in rows])


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, help="match files, as mj duel --save writes")
    matches = [match for path in parser.parse_args(arguments).files for match in read_matches(path)]
    found = [row for place, match in enumerate(matches) for row in rows_of(match, place % 4 == 0)]
    rows = Rows(*[np.array(column, float) for column in zip(*found, strict=True)])
    fit, rest = chosen(rows, rows.held_out == 0), chosen(rows, rows.held_out == 1)
    by_place = fitted(fit.features, fit.in_wall, fit.unseen, True, fit.share)
    by_discard = fitted(fit.features, fit.came, fit.expected, False, fit.share)
    nothing = np.zeros(len(WEIGHTS))
    print(f"{len(matches)} matches, {len(rows.unseen)} tiles, {len(rest.unseen)} of them held out")
    print("                 alike   in use     new")
    for name, surprise, column, new in (
        ("place of a copy", surprise_of_places, 0, by_place[0]),
        ("next discards", surprise_of_discards, 1, by_discard[0]),
    ):
        losses = [surprise(rest, weights) for weights in (nothing, WEIGHTS[:, column], new)]
        print(f"{name:16}" + "".join(f"{loss:8.4f}" for loss in losses))
    print("   place +- error  discards +- error")
    for row in zip(*by_place, *by_discard, strict=True):
        print("{:8.3f} {:8.3f}  {:8.3f} {:8.3f}".format(*row))


if __name__ == "__main__":
    main()
