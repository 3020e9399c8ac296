"""How fast an archive is indexed, in how much memory, and how fast a page of its games opens.

    python -m tools.benchmarks.records.index [--hands 100000] [--read 100000] [--rounds 7]

The archive: half of it our lines with players, half Botzone's data set, made by our judge and
repeated under other names, days and players. Seconds are CPU time. The bar: a page opens in under
0.3 s (median), queried as the browser does, with count and names. `--read 5000` reads this many
hands from files and copies them within the index for the rest.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from mj_lab.core.records.archives import entries_in
from mj_lab.core.records.index.building import IndexBuilder
from mj_lab.core.records.index.index_file import INDEX_NAME, open_index
from mj_lab.core.records.index.search import GameSearch, find_games, known_players
from mj_lab.core.records.match import Match, to_line
from tools.benchmarks.records.course_data import made_hands, memory

_FIRST = 1_600_000_000
_EVERY = 600
_PEOPLE = 2_000
_BAR = 0.3

# Queries as a person makes them: common, rare, and without results.
SEARCHES = {
    "newest": {},
    "a page far behind": {"after": f"{_FIRST + _EVERY * 100}.0:50000"},
    "a player of half the games": {"player": "everywhere"},
    "a player of a few games": {"player": "player-7"},
    "a player, the most fan": {"player": "everywhere", "sort": "fan"},
    "a player and a fan": {"player": "everywhere", "fan_name": "七对"},
    "drawn games of a month": {"result": "drawn", "since": "2020-10-01", "until": "2020-10-31"},
    "40 fan or more, longest": {"fan": "40", "sort": "length"},
    "a common fan, shortest": {"fan_name": "无字", "sort": "length", "order": "asc"},
    "self-drawn in 12 discards": {"result": "self-drawn", "longest": "12"},
    "20 points lost": {"lost": "20", "sort": "lost"},
    "nothing of it": {"fan": "999"},
}


def write(folder: Path, count: int) -> None:
    """An archive of this many hands in two files."""
    from io import BytesIO

    texts = made_hands()
    lottery = Random("index")
    matches = []
    for text in texts:
        (entry,) = entries_in(BytesIO(text.encode()), "hand")
        game = entry.build().game
        assert isinstance(game, Match)
        matches.append(game)
    with (folder / "data.txt").open("w", encoding="utf-8") as file:
        for number in range(count // 2):
            _, _, rest = texts[number % len(texts)].partition("\n")
            file.write(f"Match {_name(2 * number)}\n{rest}\n")
    with (folder / "lines.jsonl").open("w", encoding="utf-8") as file:
        for number in range(count // 2):
            record = json.loads(to_line(matches[number % len(matches)]))
            people = [f"player-{lottery.randrange(_PEOPLE)}" for _ in range(3)]
            record |= {"id": _name(2 * number + 1), "players": ["everywhere", *people]}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _name(number: int) -> str:
    return f"{_FIRST + _EVERY * number:08x}{number:016x}"


def indexed(folder: Path, path: Path) -> None:
    """Index a folder; print what it took."""

    def tell(line: str) -> None:
        raise AssertionError(line)

    with closing(open_index(path, write=True)) as index:
        before, start = memory(), process_time()
        done = IndexBuilder(index, tell).add([folder])
        seconds = process_time() - start
    each = f"{done.games / seconds:,.0f} a second of one core" if done.games else "nothing"
    print(
        f"{done.games} games, {done.unchanged} files unchanged: {seconds:.2f} s, {each}; "
        f"memory {before:.0f} -> {memory():.0f} MB; {path.stat().st_size / 1e6:.0f} MB on disk"
    )


def multiplied(path: Path, count: int) -> None:
    """Copy the games of an index until it has that many, each on its own day."""
    with closing(open_index(path, write=True)) as index:
        (have,) = index.execute("SELECT count(*) FROM games").fetchone()
        index.execute("BEGIN")
        for copy in range(1, count // have):
            moved = have * copy
            index.execute(
                "INSERT INTO games SELECT id + ?, file, entry, name, began + ?, result, winner, "
                "fan, length, lost, seat FROM games WHERE id <= ?",
                (moved, moved * _EVERY, have),
            )
            for table in ("seats", "won_by", "records"):
                columns = [row[1] for row in index.execute(f"PRAGMA table_info({table})")]
                rest = ", ".join(column for column in columns if column != "game")
                index.execute(
                    f"INSERT INTO {table} (game, {rest}) SELECT game + ?, {rest} FROM {table} "
                    "WHERE game <= ?",
                    (moved, have),
                )
        index.execute("COMMIT")
    print(f"copied to {count // have * have} games: {path.stat().st_size / 1e6:.0f} MB on disk")


def pretend_reviewed(path: Path) -> None:
    """Points lost for a third of the games, as after a review."""
    with closing(open_index(path, write=True)) as index:
        index.execute(
            "UPDATE seats SET lost = (game * 7919 + seat * 31) % 400 / 10.0 WHERE game % 3 = 0"
        )
        index.execute(
            "UPDATE games SET lost = (SELECT max(lost) FROM seats WHERE game = games.id) "
            "WHERE id % 3 = 0 AND id IN (SELECT game FROM seats)"
        )


def asked(path: Path, rounds: int) -> Iterator[tuple[str, float, int]]:
    """Every query with its median time and number of results."""
    for name, question in SEARCHES.items():
        search = GameSearch.model_validate(question)
        times, count = [], 0
        for _ in range(rounds):
            start = process_time()
            with closing(open_index(path)) as index:
                count = find_games(index, search).total
                known_players(index, "player-1")
            times.append(process_time() - start)
        yield name, median(times), count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--read", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "archive"
        folder.mkdir()
        write(folder, min(arguments.read, arguments.hands))
        path = Path(name) / INDEX_NAME
        indexed(folder, path)
        indexed(folder, path)
        if arguments.read < arguments.hands:
            multiplied(path, arguments.hands)
        pretend_reviewed(path)
        for question, seconds, count in asked(path, arguments.rounds):
            print(
                f"{question:28} {count:6} found  {seconds * 1000:6.1f} ms  (bar {_BAR * 1000:.0f})"
            )


if __name__ == "__main__":
    main()
