from itertools import islice

from mj_lab.arena.wallset import walls_of_seed
from mj_lab.game.walls import Wall


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
