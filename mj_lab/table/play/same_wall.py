"""Duplicate play: a tactic replays a person's seat of a finished hand on the same wall.

The other seats have the same tactics with the same seeds. Other people answer as they did while
their requests are the same; once the game diverges, the tactic answers for them too. So the
comparison is exact with one person (`alone`), and only those hands count for a score.

One wall is mostly luck. So each of the person's answers that differs from the tactic's is also
played on with both, in worlds sampled from what the seat knew then (`against_bot`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import PASSING, SEATS, Action
from mj_bot.state import Standing
from mj_engine import Game
from mj_engine.learned import Against
from mj_lab.core.game.seating import PERSON, players_by_seat, prevalent_wind_of, seat_of_player
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.wall_means import Estimate, estimate, ratio_estimate
from mj_lab.explain.analysis.losses import loss_scale, native_scale
from mj_lab.table.play.bots.programs import Programs
from mj_lab.table.play.play_table import PlayTable, hand_at
from mj_lab.table.play.store import KeptHand, PlayStore, SameWall


class HandInstead:
    """A finished hand replayed with a tactic for one of its people; `go_on` until `is_over`.

    players: of the table, by player. number: the hand's, from 0. player: the one replaced.
    standing: of the match before that hand. programs: those that may sit there. Call `close` to
    abandon it.
    """

    def __init__(
        self,
        players: Sequence[str],
        number: int,
        stored: KeptHand,
        player: int,
        tactic: str = ADVISER,
        standing: Standing | None = None,
        programs: Programs | None = None,
    ) -> None:
        people = [person for person, name in enumerate(players) if name == PERSON]
        seated = [tactic if name == PERSON else name for name in players]
        self.seat = seat_of_player(player, number)
        self.alone = len(people) == 1
        self.parts: int | None = None
        self._stored = stored
        self._played = hand_at(players, number, stored.wall, standing, programs, stored.begun)
        self._hand = hand_at(seated, number, stored.wall, standing, programs, stored.begun)
        self._first = self._hand.turn  # The requests before, at least the start, are not stored.
        # Other people's seats whose requests have been the same so far.
        self._as_then = {seat_of_player(person, number) for person in people} - {self.seat}

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._hand.is_over

    @property
    def scores(self) -> list[int]:
        """Its scores, by seat."""
        return list(self._hand.game.scores)

    def go_on(self) -> None:
        """Let all seats answer, and the judge continue."""
        hand, turn = self._hand, self._hand.turn
        then = self._replies_then()
        self._as_then = {seat for seat in self._as_then if then and self._is_told_alike(seat)}
        for seat in hand.open_seats():
            hand.reply(seat, then[seat] if seat in self._as_then else hand.think(seat))
        hand.go_on()
        if then and self.parts is None:
            mine = hand.turns[turn].replies[self.seat]
            if not then[self.seat].same(mine):  # type: ignore[arg-type]
                self.parts = turn
        if then:
            self._repeat(then)

    def close(self) -> None:
        """Abandon the hand."""
        self._hand.close()

    def match(self, name: str, players: Sequence[str]) -> Match:
        """The hand as a record. players: their names, by seat."""
        match = match_of(self._hand.game, self._hand.turns, name, players)
        return match if self._stored.begun is None else self._stored.begun.carried(match)

    def _replies_then(self) -> tuple[Action, ...]:
        """The original answers of this turn, by seat; empty once that hand was over."""
        index = self._hand.turn - self._first
        return self._stored.turns[index] if index < len(self._stored.turns) else ()

    def _is_told_alike(self, seat: int) -> bool:
        return self._played.game.request_for(seat) == self._hand.game.request_for(seat)

    def _repeat(self, then: tuple[Action, ...]) -> None:
        for seat in self._played.open_seats():
            self._played.reply(seat, then[seat])
        self._played.go_on()


def against_bot(stored: KeptHand, number: int, player: int, name: str) -> Against:
    """Compare a player's answers in a finished hand with the adviser's, in sampled worlds.

    name: the hand's; it seeds the worlds.
    """
    begun = stored.begun
    wind = prevalent_wind_of(number) if begun is None else begun.match.quan
    game = Game(stored.wall, wind, begun is not None and begun.match.common_wall)
    # The start, which asks nothing, is not stored.
    before = [[PASSING] * SEATS] if begun is None else begun.replies()
    for replies in (*before, *stored.turns):
        game.submit(replies)
    seat = seat_of_player(player, number)
    return Against(game, seat, len(before), losses=native_scale(loss_scale()), name=name)


def not_compared(table: PlayTable) -> list[tuple[int, int]]:
    """The finished hands of a table, each with the people whose seat no tactic has replayed yet."""
    people = [person for person, name in enumerate(table.settings.players) if name == PERSON]
    return [
        (hand, player)
        for hand in range(len(table.results))
        for player in people
        if (hand, player) not in table.same_walls
    ]


def keep(
    table: PlayTable,
    instead: HandInstead,
    number: int,
    player: int,
    tactic: str,
    against: tuple[int, int, float, float] | None = None,
) -> SameWall:
    """Store a replayed hand: its match file first, then its figures.

    against: the AgainstBot from `against_bot`.
    """
    names = [table.settings.name_of(seated) for seated in players_by_seat(number)]
    names[instead.seat] = tactic
    table.save(instead.match(table.instead_name(number, player), names), instead=True)
    row = SameWall(
        number,
        player,
        tactic,
        table.results[number][player],
        instead.scores[instead.seat],
        instead.alone,
        instead.parts,
    )
    if against is not None:
        differ, worlds, points, error = against
        row = row._replace(against=points, error=error, differ=differ, worlds=worlds)
    table.compare(row)
    return row


class MeanAgainst(NamedTuple):
    """Mean points a hand of a person less a tactic; mean, error: None with too few hands."""

    hands: int
    mean: float | None
    error: float | None


def mean_against(rows: Sequence[SameWall]) -> MeanAgainst:
    """The mean worth of the answers over the hands that were evaluated in sampled worlds.

    Its error is that of the worlds: it is about these hands only.

    >>> row = SameWall(0, 0, "learned", 8, 24, True, 3, against=-4.0, error=3.0)
    >>> mean_against([row, row._replace(against=2.0, error=4.0), row._replace(against=None)])
    MeanAgainst(hands=2, mean=-1.0, error=2.5)
    """
    worths = [(row.against, row.error or 0.0) for row in rows if row.against is not None]
    count = len(worths)
    if not count:
        return MeanAgainst(0, None, None)
    error = math.hypot(*(error for _, error in worths)) / count
    return MeanAgainst(count, math.fsum(points for points, _ in worths) / count, error)


def mean_on_walls(rows: Sequence[SameWall]) -> MeanAgainst:
    """The mean on the dealt walls, each hand a sample."""
    stated = estimate([row.score - row.instead for row in rows]).stated()
    return MeanAgainst(len(rows), stated.mean, stated.error)


class DuplicateScore(NamedTuple):
    """A person compared with a tactic on the same walls. name: "" without a name.

    points: a hand, the person's less the tactic's on the dealt walls, with walls as samples;
    without an error if all are equal. seats: the points a hand of both. against: the same
    difference in sampled worlds.
    """

    name: str
    tactic: str
    hands: int
    points: Estimate
    seats: tuple[float, float]
    against: MeanAgainst


def duplicate_scores(store: PlayStore) -> list[DuplicateScore]:
    """Scores of people who played alone against tactics, over all hands; most hands first."""
    rows_by_pair: dict[tuple[str, str], list[tuple[str, SameWall]]] = defaultdict(list)
    names: dict[str, list[str]] = {}
    for table_id, wall, row in store.all_same_walls():
        if row.alone:
            if table_id not in names:
                names[table_id] = store.settings(table_id).get("names", [""] * SEATS)
            rows_by_pair[names[table_id][row.player], row.tactic].append((wall, row))
    scores = [
        DuplicateScore(
            name,
            tactic,
            len(rows),
            _difference(rows),
            (
                sum(row.score for _, row in rows) / len(rows),
                sum(row.instead for _, row in rows) / len(rows),
            ),
            mean_against([row for _, row in rows]),
        )
        for (name, tactic), rows in rows_by_pair.items()
    ]
    return sorted(scores, key=lambda score: -score.hands)


def _difference(rows: Sequence[tuple[str, SameWall]]) -> Estimate:
    by_wall: dict[str, list[int]] = defaultdict(list)
    for wall, row in rows:
        by_wall[wall].append(row.score - row.instead)
    return ratio_estimate([(sum(of_wall), len(of_wall)) for of_wall in by_wall.values()]).stated()
