"""Walls on disk: what is written is read, what is no wall is refused, and the wind is kept."""

import json
from itertools import islice
from pathlib import Path

import pytest

from mj_bot.tiles import codes_of
from mj_lab.core.game.walls import (
    Wall,
    WallError,
    read_walls,
    wall_of_seed,
    wall_to_play,
    walls_of_seed,
    write_walls,
)


def some(count: int, seed: str = "7") -> list[Wall]:
    return list(islice(walls_of_seed(seed), count))


def test_the_walls_of_a_seed_are_whole_and_all_different() -> None:
    walls = some(50)
    assert all(sorted(wall.tiles) == sorted([*range(34)] * 4) for wall in walls)
    assert len({wall.tiles for wall in walls}) == len({wall.id for wall in walls}) == 50
    assert [wall.prevalent_wind for wall in walls[:6]] == [0, 1, 2, 3, 0, 1]


def test_seeds_share_no_walls() -> None:
    assert not {wall.tiles for wall in some(50, "1")} & {wall.tiles for wall in some(50, "11")}


def test_the_same_seed_has_the_same_walls_for_ever() -> None:
    # A wall that changes makes every published figure unrepeatable.
    assert [wall.id for wall in some(3, "0")] == ["3dcd8730", "20c59167", "821b2d46"]


def test_the_wind_and_how_it_is_drawn_from_are_part_of_what_is_played() -> None:
    tiles = wall_of_seed(1)
    walls = (Wall(tiles, 0), Wall(tiles, 1), Wall(tiles, 0, common=True))
    assert len({wall.id for wall in walls}) == 3


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path, walls = tmp_path / "walls.jsonl", some(9)[3:]
    write_walls(path, walls)
    assert read_walls(path) == walls


def test_other_ways_to_write_walls(tmp_path: Path) -> None:
    tiles = wall_of_seed(3)
    path = tmp_path / "walls"
    lines = [
        codes_of(tiles),
        "",
        json.dumps({"wall": codes_of(tiles).split()}),
        json.dumps({"walltiles": codes_of(tiles), "quan": 3, "srand": 1}),
        json.dumps(codes_of(tiles)),
    ]
    path.write_text("\n".join(lines))
    assert read_walls(path) == [Wall(tiles, 0), Wall(tiles, 1), Wall(tiles, 3), Wall(tiles, 3)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("W1 W2", "136"),
        ("W1 X1", "X1"),
        ("{", "Expecting"),
        ("{}", "no walltiles"),
        ("[1, 2]", "'1'"),
        ('{"walltiles": "W1", "quan": 4}', "quan must be 0-3, not 4"),
        ('{"walltiles": "W1", "quan": true}', "quan must be 0-3, not True"),
        ('{"walltiles": "W1", "quan": "1"}', "quan must be 0-3, not '1'"),
        ('{"walltiles": "W1", "quan": [[]]}', "quan must be 0-3"),
        ("[" * 100_000, "recursion|Expecting"),
        (" ".join(["H1"] * 2), "too many copies of H1"),
        (" ".join(["W1"] * 136), "too many copies of W1"),
    ],
)
def test_what_is_no_wall_is_told_with_its_place(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "walls"
    path.write_text(codes_of(wall_of_seed(1)) + "\n" + line)
    with pytest.raises(WallError, match=f"line 2: .*{reason}"):
        read_walls(path)


def test_a_file_without_walls(tmp_path: Path) -> None:
    path = tmp_path / "walls"
    path.write_text("\n")
    with pytest.raises(WallError, match="no wall in it"):
        read_walls(path)
    with pytest.raises(WallError, match="No such file"):
        read_walls(tmp_path / "absent")


def test_a_game_is_played_under_the_wind_of_its_wall(tmp_path: Path) -> None:
    path = tmp_path / "walls"
    write_walls(path, some(4)[2:])
    assert wall_to_play(path, 0, None) == some(3)[2]
    assert wall_to_play(path, 0, 1) == some(3)[2]._replace(prevalent_wind=1)
    assert wall_to_play(None, 5, None) == Wall(wall_of_seed(5), 0)
    assert wall_to_play(None, 0, 3) == Wall(wall_of_seed(0), 3)
