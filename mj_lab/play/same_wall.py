"""The same wall once more: what a tactic would have made of a person's seat in a finished hand.

The wall is the hand's, the tactics at the other seats are the same, made from the same seeds. Where
other people sat, each answers as it did for as long as it is told what it was told; from where the
game went another way the tactic answers for it too. So the comparison is exact where one person
played (`alone`), and those hands alone make up a score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import SEATS, Action
from mj_bot.state import Standing
from mj_bot.tactics import DEFAULT
from mj_lab.arena.statistics.wall_means import Estimate, ratio_estimate
from mj_lab.game.seating import PERSON, players_by_seat, seat_of_player
from mj_lab.play.bots.programs import Programs
from mj_lab.play.play_table import PlayTable, hand_at
from mj_lab.play.store import KeptHand, PlayStore, SameWall
from mj_lab.records.match import Match, match_of


class HandInstead:
    """A finished hand played again with a tactic for one of its people; `go_on` until `is_over`.

    players: of the table, by player. number: the hand's, from 0. player: who is replaced. standing:
    of the match before that hand. programs: that may sit there. `close` it if it is left before.
    """

    def __init__(
        self,
        players: Sequence[str],
        number: int,
        kept: KeptHand,
        player: int,
        tactic: str = DEFAULT,
        standing: Standing | None = None,
        programs: Programs | None = None,
    ) -> None:
        people = [one for one, name in enumerate(players) if name == PERSON]
        seated = [tactic if name == PERSON else name for name in players]
        self.seat = seat_of_player(player, number)
        self.alone = len(people) == 1
        self.parts: int | None = None
        self._kept = kept
        self._played = hand_at(players, number, kept.wall, standing, programs, kept.begun)
        self._hand = hand_at(seated, number, kept.wall, standing, programs, kept.begun)
        self._first = self._hand.turn  # What came before, the start at least, is not kept.
        # Other people's seats that have been told by now what they were told then.
        self._as_then = {seat_of_player(one, number) for one in people} - {self.seat}

    @property
    def is_over(self) -> bool:
        """Whether it came to its end."""
        return self._hand.is_over

    @property
    def scores(self) -> list[int]:
        """What it paid, by seat."""
        return list(self._hand.game.scores)

    def go_on(self) -> None:
        """All seats answer, and the judge goes on."""
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
        """Nobody plays it on."""
        self._hand.close()

    def match(self, name: str, players: Sequence[str]) -> Match:
        """The hand as a record; players: what they are called, by seat."""
        match = match_of(self._hand.game, self._hand.turns, name, players)
        return match if self._kept.begun is None else self._kept.begun.carried(match)

    def _replies_then(self) -> tuple[Action, ...]:
        """What was answered then in this turn, by seat; nothing when that hand is over."""
        place = self._hand.turn - self._first
        return self._kept.turns[place] if place < len(self._kept.turns) else ()

    def _is_told_alike(self, seat: int) -> bool:
        return self._played.game.request_for(seat) == self._hand.game.request_for(seat)

    def _repeat(self, then: tuple[Action, ...]) -> None:
        for seat in self._played.open_seats():
            self._played.reply(seat, then[seat])
        self._played.go_on()


def not_compared(table: PlayTable) -> list[tuple[int, int]]:
    """The finished hands of a table, each with the people whose seat no tactic has played yet."""
    people = [one for one, name in enumerate(table.settings.players) if name == PERSON]
    return [
        (hand, player)
        for hand in range(len(table.results))
        for player in people
        if (hand, player) not in table.same_walls
    ]


def keep(table: PlayTable, instead: HandInstead, number: int, player: int, tactic: str) -> SameWall:
    """Keep what came of a hand played again: its match file first, then its figures."""
    names = [table.settings.name_of(one) for one in players_by_seat(number)]
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
    table.compare(row)
    return row


class DuplicateScore(NamedTuple):
    """A person held against a tactic on the same walls. name: "" for who gave none.

    points: a hand, the person's less the tactic's, with walls as the draws; where all came out
    alike there is no error to state. seats: what either got a hand.
    """

    name: str
    tactic: str
    hands: int
    points: Estimate
    seats: tuple[float, float]


def duplicate_scores(store: PlayStore) -> list[DuplicateScore]:
    """Of everybody who played alone against tactics, all their hands; most hands first."""
    found: dict[tuple[str, str], list[tuple[str, SameWall]]] = defaultdict(list)
    names: dict[str, list[str]] = {}
    for table_id, wall, row in store.all_same_walls():
        if row.alone:
            if table_id not in names:
                names[table_id] = store.settings(table_id).get("names", [""] * SEATS)
            found[names[table_id][row.player], row.tactic].append((wall, row))
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
        )
        for (name, tactic), rows in found.items()
    ]
    return sorted(scores, key=lambda score: -score.hands)


def _difference(rows: Sequence[tuple[str, SameWall]]) -> Estimate:
    by_wall: dict[str, list[int]] = defaultdict(list)
    for wall, row in rows:
        by_wall[wall].append(row.score - row.instead)
    return ratio_estimate([(sum(of_wall), len(of_wall)) for of_wall in by_wall.values()]).stated()
