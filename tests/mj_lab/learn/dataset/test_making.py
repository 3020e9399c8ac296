"""Data sets: made shard by shard, gone on with, mended, the same wherever they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.run_folder import FolderError
from mj_lab.learn.dataset.checking import damaged_shards
from mj_lab.learn.dataset.filters import Filters
from mj_lab.learn.dataset.making import GameSource, GamesPiece, ShardGames, make
from mj_lab.learn.dataset.manifest import (
    MANIFEST,
    DatasetError,
    Manifest,
    read_manifest,
    read_shards,
)
from mj_lab.learn.dataset.self_play import SelfPlay
from mj_lab.learn.dataset.shard import SPLIT, SPLITS, Column, joined, with_splits
from mj_lab.learn.dataset.sources import Records
from tests.mj_lab.learn.dataset.sets import saved, some_matches

MIXED = ("random", "greedy")


def self_play(games: int = 12, seed: str = "1", **options: Any) -> SelfPlay:
    options.setdefault("engine", "local")
    return SelfPlay(MIXED, games, seed, **options)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.thorough
@pytest.mark.parametrize(("tactics", "games", "jobs"), [(MIXED, 12, 2), (("net",), 3, 1)])
def test_both_engines_play_the_same_games(
    tactics: tuple[str, ...], games: int, jobs: int, tmp_path: Path
) -> None:
    make(tmp_path / "local", SelfPlay(tactics, games, "1", "local"), Filters(), 5)
    make(tmp_path / "fast", SelfPlay(tactics, games, "1", "fast", jobs=jobs), Filters(), 5)
    ours, theirs = (joined(read_shards(tmp_path / engine)) for engine in ("local", "fast"))
    for name, column in ours.arrays.items():
        assert np.array_equal(column, theirs[name]), name
    assert len(ours) == games and ours.decisions > 100
    seated = {tuple(row) for row in ours["names"][ours["players"]].tolist()}
    assert len(seated) > 1 or len(tactics) == 1, "tables are mixed"


class Stopping:
    """A source that is stopped behind this many pieces, as by Ctrl-C; it counts the games."""

    def __init__(self, source: GameSource, pieces: int = 1_000_000) -> None:
        self._source, self._left = source, pieces
        self.settings, self.versions, self.count = source.settings, source.versions, source.count
        self.games = 0

    def parts(self, size: int) -> Iterator[ShardGames]:
        return (partial(self._pieces, part) for part in self._source.parts(size))

    def _pieces(self, part: ShardGames, seen: int) -> Iterator[GamesPiece]:
        for arrays, left_out in part(seen):
            if not self._left:
                raise KeyboardInterrupt
            self._left -= 1
            self.games += len(arrays["winds"]) + sum(left_out.values())
            yield arrays, left_out


def stopped_often(
    folder: Path, source: Callable[[], GameSource], each: int, filters: Filters
) -> int:
    """Make a data set, stopped behind every few pieces; how many games that took."""
    games = 0
    while not (folder / MANIFEST).exists() or not read_manifest(folder).complete:
        stopping = Stopping(source(), each)
        with suppress(KeyboardInterrupt):
            make(folder, stopping, filters, 4)
        games += stopping.games
    return games


@pytest.mark.parametrize(("each", "filters"), [(1, Filters(winners=True)), (3, Filters())])
def test_what_is_stopped_goes_on_and_comes_to_the_same(
    tmp_path: Path, each: int, filters: Filters
) -> None:
    source = partial(SelfPlay, MIXED, 10, "1", "local")
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    make(whole, source(), filters, 4)
    assert stopped_often(stopped, source, each, filters) == 10, "no game is played twice"
    assert files_in(stopped) == files_in(whole)


def test_pieces_are_kept_between_two_stops(tmp_path: Path) -> None:
    folder, source = tmp_path / "set", partial(SelfPlay, ("random",), 6, "1", "local")
    with pytest.raises(KeyboardInterrupt):
        make(folder, Stopping(source(), 5), Filters(), 4)
    manifest = read_manifest(folder)
    assert (manifest.games, len(manifest.shards), manifest.complete) == (4, 1, False)
    assert manifest.unfinished is not None
    assert (manifest.unfinished.file, manifest.unfinished.games) == ("unfinished-00001.npz", 1)
    # Written as it was killed: it is played again.
    (folder / manifest.unfinished.file).write_bytes(b"torn")
    counted = Stopping(source())
    make(folder, counted, Filters(), 4)
    assert counted.games == 2
    make(tmp_path / "whole", source(), Filters(), 4)
    assert files_in(folder) == files_in(tmp_path / "whole")


def test_records_are_gone_on_with_behind_those_that_were_read(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mj_lab.learn.dataset.sources._PIECE", 3)
    path = saved(tmp_path / "some.jsonl", some_matches(data_folder / "judged_games.jsonl.gz", 14))
    source = partial(Records, [path], None, lambda _: None)
    make(tmp_path / "whole", source(), Filters(winners=True), 4)
    stopped_often(tmp_path / "stopped", source, 2, Filters(winners=True))
    assert files_in(tmp_path / "stopped") == files_in(tmp_path / "whole")


@pytest.mark.thorough
def test_in_cpp_it_comes_to_the_same_in_pieces_of_any_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = partial(SelfPlay, ("odds", "greedy"), 30, "1", values=True)
    make(tmp_path / "whole", source(), Filters(), 20)
    monkeypatch.setattr("mj_lab.learn.dataset.self_play.at_once", lambda _: 1)
    make(tmp_path / "by one", source(), Filters(), 20)
    assert files_in(tmp_path / "by one") == files_in(tmp_path / "whole")


@pytest.mark.thorough
@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_a_broken_shard_is_told_and_made_again(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "set"
    make(folder, self_play(), Filters(), 4)
    before = files_in(folder)
    broken = folder / "shard-00001.npz"
    data = broken.read_bytes()
    if damage == "gone":
        broken.unlink()
    else:
        half = data[: len(data) // 2]
        broken.write_bytes(half if damage == "cut" else half + b"x" + data[len(half) + 1 :])
    faults = {entry.file: fault for entry, fault in damaged_shards(folder)}
    assert [file for file, fault in faults.items() if fault] == [broken.name]
    with pytest.raises(ValueError, match=r"shard-00001.npz: .*make it again"):
        read_shards(folder)
    make(folder, self_play(), Filters(), 4)
    assert files_in(folder) == before


@pytest.mark.thorough
def test_another_data_set_is_not_written_over(tmp_path: Path) -> None:
    make(tmp_path / "set", self_play(2), Filters(), 4)
    before = files_in(tmp_path / "set")
    with pytest.raises(FolderError, match="its seed is '1', not '2'"):
        make(tmp_path / "set", self_play(2, seed="2"), Filters(), 4)
    with pytest.raises(FolderError, match="its filters is"):
        make(tmp_path / "set", self_play(2), Filters(winners=True), 4)
    assert files_in(tmp_path / "set") == before
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with pytest.raises(FolderError, match="has files in it"):
        make(other, self_play(2), Filters(), 4)


def test_nothing_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "junk.txt").write_text("what is this?\n")
    with pytest.raises(DatasetError, match="no decision in these games"):
        make(tmp_path / "set", Records([tmp_path / "junk.txt"], None, lambda _: None), Filters(), 4)
    assert not (tmp_path / "set").exists()


def test_filters_choose_games_and_seats(data_folder: Path, tmp_path: Path) -> None:
    source = data_folder / "botzone_matches.jsonl.gz"
    every = made(tmp_path / "every", source, Filters())
    games = joined(read_shards(tmp_path / "every"))
    winners = made(tmp_path / "winners", source, Filters(winners=True))
    won = games["verdicts"] == 1
    assert winners.games == won.sum() < every.games
    assert winners.left_out == {"filtered": every.games - winners.games}
    assert 0 < winners.decisions < every.decisions / 2
    dear = made(tmp_path / "dear", source, Filters(min_fan=12))
    assert dear.games == (won & (games["fans"] >= 12)).sum() > 0
    level = str(games["names"][games["levels"][0]])
    one_level = made(tmp_path / "level", source, Filters(level=level))
    assert one_level.games == (games["names"][games["levels"]] == level).sum() < every.games
    name = str(games["names"][games["players"][0, 2]])
    player = made(tmp_path / "player", source, Filters(player=name))
    theirs = (games["names"][games["players"]] == name).any(axis=1)
    assert player.games == theirs.sum()


def made(folder: Path, source: Path, filters: Filters) -> Manifest:
    return make(folder, Records([source]), filters, 100)


def test_games_are_split_by_their_deal() -> None:
    walls = [list(wall_of_seed(f"split/{number}")) for number in range(1000)]
    splits = splits_of(walls)
    counts = np.bincount(splits, minlength=len(SPLITS))
    # 800, 100 and 100 are expected; five standard deviations are allowed.
    assert np.abs(counts - (800, 100, 100)).max() < 5 * (1000 * 0.8 * 0.2) ** 0.5
    # Behind the deal another order, in the deal another order: the same game to split.
    for wall in walls:
        wall[:21] = wall[20::-1]
        wall[21:34] = wall[33:20:-1]
    assert np.array_equal(splits_of(walls), splits)


def test_the_parts_of_a_split_can_be_set() -> None:
    walls = [list(wall_of_seed(f"split/{number}")) for number in range(1000)]
    counts = np.bincount(splits_of(walls, (7, 1, 0)), minlength=len(SPLITS))
    assert counts[SPLITS.index("test")] == 0
    assert abs(counts[SPLITS.index("valid")] - 125) < 5 * (1000 * 7 / 64) ** 0.5


def splits_of(walls: list[list[int]], split: tuple[int, int, int] = SPLIT) -> Column:
    arrays: dict[str, Column] = {
        "wall_at": np.arange(len(walls) + 1) * 136,
        "walls": np.array(walls, np.uint8).ravel(),
        "winds": np.zeros(len(walls), np.uint8),
    }
    return with_splits(arrays, split)["splits"]


@pytest.mark.foreign
def test_hands_that_cannot_be_are_told_with_their_line(data_folder: Path, tmp_path: Path) -> None:
    text = (data_folder / "botzone_games_sample.txt").read_text(encoding="utf-8")
    blocks = text.strip().split("\n\n")[:4]
    blocks[0] += "\nDEBUG: value 0.3"
    blocks[1] = blocks[1].replace("Draw T9", "Draw X9", 1).replace("Draw W1", "Draw X1", 1)
    lines = blocks[2].split("\n")
    blocks[2] = "\n".join(lines[: len(lines) // 2])
    path = tmp_path / "data.txt"
    path.write_text("\n\n".join([*blocks, "garbage of a program"]), encoding="utf-8")
    told: list[str] = []
    arrays, left_out = next(next(Records([path], complain=told.append).parts(10))(0))
    assert len(arrays["winds"]) == 2
    assert left_out == {"no such tile": 1, "the hand breaks off": 1, "no hand begins here": 1}
    first = len(blocks[0].split("\n"))
    assert told[0] == f"{path}: line {first}: after the end of a hand: DEBUG: value 0.3"
    assert all(line.startswith(f"{path}: line ") for line in told) and len(told) == 4


@pytest.mark.foreign
def test_the_sample_of_human_games_is_no_legal_hand(data_folder: Path) -> None:
    told: list[str] = []
    path = data_folder / "human_game_2017_sample.txt"
    _, left_out = next(next(Records([path], complain=told.append).parts(10))(0))
    # A chow with B4, while B7 was discarded.
    reason = "the claimed tile is not the discard"
    assert left_out == {reason: 1}
    assert told == [f"{path}: line 16: {reason}: B4, but B7 was discarded"]
