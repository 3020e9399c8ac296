"""The games that a model is fitted to: read once each, split by wall, decisions drawn by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from hashlib import blake2b
from heapq import nsmallest
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import PLAY
from mj_lab.records.archives import files_of
from mj_lab.records.match import Match
from mj_lab.records.matches import read_matches

# One wall in so many is held out.
_HELD_OUT_ONE_IN = 4

# How the request of an own draw begins.
_DRAWN = "2 "

# Seat and turn of a decision in its match.
DecisionPlace = tuple[int, int]


class TooFewGamesError(ValueError):
    """Games that a model cannot be fitted to, as they are too few; one line says why."""


class FitGame(NamedTuple):
    """One game to fit to.

    key: a digest of wall and answers. wall: a digest of its tiles. held_out: whether it is kept
    from the fit; all games on one wall are, or none.
    """

    match: Match
    key: str
    wall: str
    held_out: bool


class Games(NamedTuple):
    """All games, in the order of their digests. date: of the newest file, YYYY-MM-DD in UTC.

    repeated: games left out because the same was there before. digest: of them all.
    """

    games: tuple[FitGame, ...]
    repeated: int
    digest: str
    date: str

    @property
    def players(self) -> list[str]:
        """Who played, each once, sorted."""
        return sorted({player for game in self.games for player in game.match.players})

    @property
    def walls(self) -> int:
        """How many different walls they were played on."""
        return len({game.wall for game in self.games})


def read_games(paths: Sequence[Path]) -> Games:
    """The games of match files and folders, each once, in whatever form or file it is there again.

    Two tactics that play alike repeat themselves, and two platforms have a match of people's each
    in its own form. Of these the one is taken whose record knows most.
    Raises RecordError for what is no match file.
    """
    found: dict[str, FitGame] = {}
    count = 0
    files = [file for path in paths for file in files_of(path)]
    for match in (match for file in files for match in read_matches(file)):
        count += 1
        wall = _digest([f"{match.quan} {match.wall}"])
        played = _digest([wall, *("|".join(row) for row in match.responses)])
        game = FitGame(match, played, wall, int(wall, 16) % _HELD_OUT_ONE_IN == 0)
        happened = _happened(match)
        found[happened] = min(game, found.get(happened, game), key=_unknown)
    games = tuple(sorted(found.values(), key=lambda game: game.key))
    newest = max(file.stat().st_mtime for file in files)
    date = datetime.fromtimestamp(newest, timezone.utc).date().isoformat()
    return Games(games, count - len(games), _digest(game.key for game in games), date)


def _happened(match: Match) -> str:
    """A digest of what the table saw, which is the same in all forms of a record.

    The tiles that nobody drew are not in it, nor is what a seat wanted and did not get: some
    records do not know them.
    """
    end = f"{match.result.action} {match.result.player} {match.played_scores}"
    return _digest([end, *("|".join(row) for row in match.requests)])


def _unknown(game: FitGame) -> tuple[int, bool, int, str, str]:
    """How little the record knows: less comes first. Of equals it does not matter, but is fixed."""
    match = game.match
    known = len(match.untold), not match.wall_known, -len(match.preempted)
    return (*known, game.key, match.id)


def drawn_decisions(
    games: Sequence[FitGame],
    places_of: Callable[[Match], Iterable[DecisionPlace]],
    most: int | None,
    seed: str,
) -> list[frozenset[DecisionPlace]]:
    """The decisions to use, game by game: `most` in all, chosen by the seed, or every one.

    The choice does not depend on the order of the games.
    """
    every = [frozenset(places_of(game.match)) for game in games]
    if most is None or sum(map(len, every)) <= most:
        return every
    numbered = (
        (_digest([seed, game.key, *map(str, place)]), number, place)
        for number, (game, places) in enumerate(zip(games, every, strict=True))
        for place in places
    )
    drawn: list[set[DecisionPlace]] = [set() for _ in games]
    for _, number, place in nsmallest(most, numbered):
        drawn[number].add(place)
    return [frozenset(places) for places in drawn]


def own_discards(match: Match) -> Iterator[DecisionPlace]:
    """Where a seat discarded after a draw, and the record knows all four hands."""
    # A turn with a draw asks one seat only: there `untold` is who keeps a flower, and whose hand
    # is not the recorded one (mj_lab.records.formats.people).
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
