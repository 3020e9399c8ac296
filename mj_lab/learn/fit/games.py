"""The games of a fit: each read once, split by wall, decisions sampled by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from hashlib import blake2b
from heapq import nsmallest
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import PLAY
from mj_lab.core.records.archives import files_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches

# One in this many walls is held out.
_HELD_OUT_ONE_IN = 4

# The start of an own draw's request.
_DRAWN = "2 "

# Seat and turn of a decision in its match.
DecisionPlace = tuple[int, int]


class TooFewGamesError(ValueError):
    """Too few games to fit a model to; its line says why."""


class FitGame(NamedTuple):
    """One game of a fit.

    key: a digest of wall and answers. wall: a digest of its tiles. held_out: whether the fit does
    not use it; the same for all games on one wall.
    """

    match: Match
    key: str
    wall: str
    held_out: bool


class Games(NamedTuple):
    """All games, sorted by digest. date: of the newest file, YYYY-MM-DD in UTC.

    repeated: games left out as copies of others. digest: of all games.
    """

    games: tuple[FitGame, ...]
    repeated: int
    digest: str
    date: str

    @property
    def players(self) -> list[str]:
        """The players, each once, sorted."""
        return sorted({player for game in self.games for player in game.match.players})

    @property
    def walls(self) -> int:
        """The number of different walls."""
        return len({game.wall for game in self.games})


def read_games(paths: Sequence[Path]) -> Games:
    """The games of match files and folders, without duplicates in other forms or files.

    Two tactics that play alike give equal games, and two platforms may have the same match in
    different forms. The most complete record is taken. Raises RecordError for a file that is not a
    match file.
    """
    by_happening: dict[str, FitGame] = {}
    count = 0
    files = [file for path in paths for file in files_of(path)]
    for match in (match for file in files for match in read_matches(file)):
        count += 1
        wall = _digest([f"{match.quan} {match.wall}"])
        played = _digest([wall, *("|".join(row) for row in match.responses)])
        game = FitGame(match, played, wall, int(wall, 16) % _HELD_OUT_ONE_IN == 0)
        happened = _happened(match)
        by_happening[happened] = min(game, by_happening.get(happened, game), key=_unknown)
    games = tuple(sorted(by_happening.values(), key=lambda game: game.key))
    newest = max(file.stat().st_mtime for file in files)
    date = datetime.fromtimestamp(newest, timezone.utc).date().isoformat()
    return Games(games, count - len(games), _digest(game.key for game in games), date)


def _happened(match: Match) -> str:
    """A digest of what the table saw: the same for all forms of a record.

    Without undrawn tiles and pre-empted claims, which some records lack.
    """
    end = f"{match.result.action} {match.result.player} {match.played_scores}"
    return _digest([end, *("|".join(row) for row in match.requests)])


def _unknown(game: FitGame) -> tuple[int, bool, int, str, str]:
    """How incomplete a record is; the lowest is best. The order among equals is fixed."""
    match = game.match
    known = len(match.untold), not match.wall_known, -len(match.preempted)
    return (*known, game.key, match.id)


def drawn_decisions(
    games: Sequence[FitGame],
    places_of: Callable[[Match], Iterable[DecisionPlace]],
    most: int | None,
    seed: str,
) -> list[frozenset[DecisionPlace]]:
    """The decisions to use, game by game: `most` in all, sampled by the seed, or all of them.

    The sample does not depend on the order of the games.
    """
    every = [frozenset(places_of(game.match)) for game in games]
    if most is None or sum(map(len, every)) <= most:
        return every
    numbered = (
        (_digest([seed, game.key, *map(str, decision)]), number, decision)
        for number, (game, places) in enumerate(zip(games, every, strict=True))
        for decision in places
    )
    drawn: list[set[DecisionPlace]] = [set() for _ in games]
    for _, number, decision in nsmallest(most, numbered):
        drawn[number].add(decision)
    return [frozenset(places) for places in drawn]


def own_discards(match: Match) -> Iterator[DecisionPlace]:
    """Where a seat discarded after a draw and the record knows all four hands."""
    # A turn with a draw asks one seat only: there `untold` is who keeps a flower, and whose hand is
    # not the recorded one (mj_lab.core.records.formats.platforms).
    keeping = {turn for turn, _ in match.untold}
    for turn, requests in enumerate(match.requests):
        if turn in keeping:
            continue
        for seat, request in enumerate(requests):
            if request.startswith(_DRAWN) and match.responses[turn][seat].startswith(PLAY):
                yield seat, turn


def _digest(texts: Iterable[str]) -> str:
    digest = blake2b(digest_size=8)
    for text in texts:
        digest.update(text.encode() + b"\n")
    return digest.hexdigest()
