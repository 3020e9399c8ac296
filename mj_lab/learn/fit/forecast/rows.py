"""Decisions of fresh and recorded games: the forecast's features, and the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG, PLAY, SEATS
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.forecast.model import FORECAST_NAMES
from mj_bot.successor import ends_drawn
from mj_engine.advantages import ForecastDeal, forecast_rows
from mj_lab.core.files import write_whole
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.learn.fit.forecast.deals import FormDeal

# Games between two checks for Ctrl-C.
_CHUNK = 200
# One in this many decisions of usual games is repeated as a typed hand; of games with a deal of
# their own one in four times as many.
_TYPED = 3
# A mixed table: each seat's player is one of these.
MIXED = ("learned", "odds", "net", "rule_based")
# The tables for fitting the forecast: every second one is of the default tactic.
FIT_TABLES = (("learned",), MIXED, ("learned",), ("odds",))
# Players whose decisions have the forecast's features.
ADVISERS = ("learned", "odds")
# A trial takes an action at most this many points below the best.
_WITHIN = 4.0


class GameSort(NamedTuple):
    """Which games are played.

    deal: makes the deal of a seed. tables: used in turn, each for 200 games; every seat's player is
    one of the table's. tries: whether other actions are tried and wins passed.
    """

    deal: Callable[[str], FormDeal]
    tables: Sequence[Sequence[str]]
    tries: bool


class ForecastRows(NamedTuple):
    """Decisions, one an element, with the action taken.

    game: its number, so that errors are by game. seat: whose decision. turn: own discards before.
    typed: of a hand without its table. passed: a win is passed. dealt_in: whether another seat won
    with the discard. won, score: of the game. deal_in: the chance according to `odds` that the
    discard deals in. features: float32 [decision, feature] in the order of FORECAST_NAMES.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    turn: NDArray[np.int64]
    typed: NDArray[np.bool_]
    passed: NDArray[np.bool_]
    dealt_in: NDArray[np.bool_]
    won: NDArray[np.bool_]
    score: NDArray[np.float64]
    deal_in: NDArray[np.float64]
    features: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.game)

    def chosen(self, which: NDArray[Any]) -> ForecastRows:
        """Some of the rows, by a mask."""
        return ForecastRows(*(column[which] for column in self))


def joined_rows(parts: Sequence[ForecastRows]) -> ForecastRows:
    """ForecastRows of several parts, one after another.

    Raises ValueError if there are none.
    """
    if not sum(map(len, parts)):
        raise ValueError("no decision to go by")
    return ForecastRows(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


# -- fresh games -----------------------------------------------------------------------------------


def played_rows(
    games: int, seed: str, jobs: int, sort: GameSort, store: Path | None = None
) -> Iterator[tuple[int, ForecastRows]]:
    """Play games at the fast table in parts; yields each part with the number of games so far.

    store: a folder that keeps them.

    Raises ValueError for a player that the fast table does not have.
    """
    for first in range(0, games, _CHUNK):
        upto = min(first + _CHUNK, games)
        if store is None:
            yield upto, _play(first, upto, seed, jobs, sort)
            continue
        path = store / f"{first}-{upto}.npz"
        if not path.exists():
            store.mkdir(parents=True, exist_ok=True)
            _keep(path, _play(first, upto, seed, jobs, sort))
        with np.load(path) as columns:
            yield upto, ForecastRows(*(columns[name] for name in ForecastRows._fields))


def _play(first: int, upto: int, seed: str, jobs: int, sort: GameSort) -> ForecastRows:
    names = [f"{seed} {number}" for number in range(first, upto)]
    deals = [sort.deal(name) for name in names]
    table = sort.tables[first // _CHUNK % len(sort.tables)]
    arrays = forecast_rows(
        [dealt.wall for dealt in deals],
        table,
        [ForecastDeal(dealt.seat, dealt.turn, dealt.melds) for dealt in deals],
        seatings=[
            [table.index(player) for player in seated(table, name, deal.seat)]
            for name, deal in zip(names, deals, strict=True)
        ],
        within=_WITHIN if sort.tries else None,
        typed=_TYPED,
        seed=crc32(names[0].encode()),
        threads=jobs,
    )
    return ForecastRows(
        arrays["game"].astype(np.int64) + first,
        arrays["seat"].astype(np.int64),
        arrays["turn"].astype(np.int64),
        arrays["typed"].astype(bool),
        arrays["passed"].astype(bool),
        arrays["dealt_in"].astype(bool),
        arrays["won"].astype(bool),
        arrays["score"].astype(np.float64),
        arrays["deal_in"].astype(np.float64),
        arrays["features"],
    )


def seated(table: Sequence[str], name: str, seat: int | None) -> list[str]:
    """The players of a game, sampled for each seat.

    The seat whose decisions are kept, or some seat, has a player that values its actions.
    """
    rng = Random(f"{name} players")
    players = [rng.choice(table) for _ in range(SEATS)]
    at = rng.randrange(SEATS) if seat is None else seat
    players[at] = rng.choice([player for player in table if player in ADVISERS])
    return players


def _keep(path: Path, rows: ForecastRows) -> None:
    data = BytesIO()
    np.savez(data, **rows._asdict())
    write_whole(path, data.getvalue())


# -- recorded games --------------------------------------------------------------------------------


def recorded_rows(matches: Sequence[Match], jobs: int = 1) -> Iterator[ForecastRows]:
    """The decisions of recorded matches, match by match, in `jobs` processes."""
    numbered = list(enumerate(matches))
    if jobs == 1:
        yield from map(_recorded, numbered)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_recorded, numbered)


def _recorded(numbered: tuple[int, Match]) -> ForecastRows:
    number, match = numbered
    won = match.result.action == HU
    # The seat that dealt in pays more than the others.
    played = match.played_scores
    least = min(played)
    giver = played.index(least) if won and played.count(least) == 1 else None
    decisions: list[_Decision] = []
    for seat in range(SEATS):
        own = list(_of_seat(match, seat))
        if seat == giver and own and own[-1].discards:
            own[-1] = own[-1]._replace(dealt_in=True)
        decisions += own
    wins = [won and match.result.player == decision.seat for decision in decisions]
    scores = [played[decision.seat] for decision in decisions]
    return ForecastRows(
        np.full(len(decisions), number, np.int64),
        np.array([decision.seat for decision in decisions], np.int64),
        np.array([decision.turn for decision in decisions], np.int64),
        np.zeros(len(decisions), bool),
        np.zeros(len(decisions), bool),
        np.array([decision.dealt_in for decision in decisions], bool),
        np.array(wins, bool),
        np.array(scores, np.float64),
        np.array([decision.deal_in for decision in decisions], np.float64),
        np.array([decision.features for decision in decisions], np.float32).reshape(
            -1, len(FORECAST_NAMES)
        ),
    )


class _Decision(NamedTuple):
    """One recorded decision, as in `ForecastRows`. discards: whether it was a discard."""

    seat: int
    turn: int
    discards: bool
    dealt_in: bool
    deal_in: float
    features: Sequence[float]


def _of_seat(match: Match, seat: int) -> Iterator[_Decision]:
    evaluator = OddsEvaluator()
    for decision in decisions_of_seat(match, seat):
        state, action = decision.state, decision.chosen
        # A claim pre-empted by another seat has no discard, so it is not among the legal actions.
        if action not in action_space(state) or action.kind == HU or ends_drawn(state, action):
            continue
        foreseen = evaluator.foresee(state, action)
        assert foreseen.forecast is not None
        yield _Decision(
            seat,
            len(state.discards[seat]),
            action.kind in (PLAY, CHI, PENG),
            False,
            foreseen.deal_in,
            foreseen.forecast.features,
        )
