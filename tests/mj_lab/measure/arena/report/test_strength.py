"""The page of strength: its figures counted again from the games, its commands played again."""

import json
import shlex
import sqlite3
import statistics
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mj_lab.cli import app_of
from mj_lab.core.database import DatabaseError
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.kept_duel import merged, read_duel, read_duels
from mj_lab.measure.arena.report.strength import command_of, strength_page

DUEL = Duel(("greedy", "random"), quick=True, seed="a page")


def play(duel: Duel, path: Path, walls: int = 4) -> dict[str, object]:
    with Store(path, duel.settings()) as store:
        return summary_of(run_duel(duel, LocalEngine(1), store, walls)).to_json()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    path = tmp_path_factory.mktemp("strength") / "duel.db"
    return path, json.loads(json.dumps(play(DUEL, path)))


def rows_of(page: str, first: str) -> list[dict[str, str]]:
    """The rows of the table whose first column is headed so."""
    lines = page[page.index(f"| {first} |") :].split("\n\n", maxsplit=1)[0].splitlines()
    heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(heads, row, strict=True)) for row in rows]


def test_the_figures_are_those_of_the_games(stored: tuple[Path, dict[str, object]]) -> None:
    path, summary = stored
    page = strength_page([read_duel(path)])
    walls = summary["walls"]
    assert isinstance(walls, list)
    for row, (name, place) in zip(
        rows_of(page, "player"), (("greedy", 0), ("random", 1)), strict=True
    ):
        assert row["player"] == f"`{name}`"
        # Four walls in two seatings, two seats each: by hand, in the words of the JSON.
        hands = [
            (wall["wall"], game, seat)
            for wall in walls
            for game in wall["games"]
            for seat, seated in enumerate(game["seating"])
            if seated == place
        ]
        assert len(hands) == 16
        wins = [game for _, game, seat in hands if game.get("player") == seat]
        by_wall = [
            statistics.fmean(game["scores"][seat] for wall, game, seat in hands if wall == number)
            for number in range(4)
        ]
        mean, error = statistics.fmean(by_wall), statistics.stdev(by_wall) / 2
        assert row["points"] == f"{mean:+.2f} ± {error:.2f}"
        shares = {
            "wins": len(wins) / 16,
            "deal-ins": sum(game.get("giver") == seat for _, game, seat in hands) / 16,
            "drawn": sum(game["action"] == "HUANG" for _, game, seat in hands) / 16,
            "calls": sum(game["calls"][seat] > 0 for _, game, seat in hands) / 16,
        }
        for head, value in shares.items():
            assert row[head].split(" ± ")[0] == f"{100 * value:.1f}%"
        if wins:
            fan = statistics.fmean(game["fan"] for game in wins)
            turn = statistics.fmean(game["turn"] for game in wins)
            drawn = statistics.fmean(game.get("giver") is None for game in wins)
            assert row["fan"].split(" ± ")[0] == f"{fan:.1f}"
            assert row["turn"].split(" ± ")[0] == f"{turn:.1f}"
            assert row["self-drawn"].split(" ± ")[0] == f"{100 * drawn:.1f}%"


def test_the_difference_is_the_duels_own(stored: tuple[Path, dict[str, object]]) -> None:
    path, summary = stored
    (row,) = rows_of(strength_page([read_duel(path)]), "players")
    difference = summary["difference"]
    assert isinstance(difference, dict)
    assert row["points ahead"] == f"{difference['mean']:+.2f} ± {difference['error']:.2f}"
    assert row["95%"] == f"{difference['low']:+.2f} to {difference['high']:+.2f}"
    assert (row["walls"], row["games"], row["faults"]) == ("4", "8", "0")


def test_the_command_of_a_row_plays_the_same_games(
    stored: tuple[Path, dict[str, object]], tmp_path: Path
) -> None:
    path, _ = stored
    words = shlex.split(command_of(read_duel(path)))
    assert words[:2] == ["mj", "duel"]
    again = tmp_path / "again.db"
    done = CliRunner().invoke(app_of(), [*words[1:], "--store", str(again)])
    assert done.exit_code == 0, done.output
    assert strength_page([read_duel(again)]) == strength_page([read_duel(path)])


def test_a_side_that_never_won_has_no_fan(tmp_path: Path, lottery: str) -> None:
    play(Duel((lottery, "random"), quick=True, seed="0"), tmp_path / "duel.db", 2)
    first, _ = rows_of(strength_page([read_duel(tmp_path / "duel.db")]), "player")
    assert (first["fan"], first["turn"], first["self-drawn"]) == ("–", "–", "–")


def test_programs_have_a_table_of_their_own_and_are_called_by_their_name(
    stored: tuple[Path, dict[str, object]], tmp_path: Path
) -> None:
    play(Duel(("theirs=cmd:false", "random"), quick=True, seed="0"), tmp_path / "duel.db", 2)
    page = strength_page([read_duel(tmp_path / "duel.db"), read_duel(stored[0])])
    ours, others = page.split("## Against bots of others")
    assert [row["players"] for row in rows_of(ours, "players")] == ["`greedy` - `random`"]
    (row,) = rows_of(others.split("## ")[0], "players")
    assert (row["players"], row["faults"]) == ("`theirs` - `random`", "4")
    assert "mj duel theirs=cmd:false random" in others.replace("'", "")


def test_walls_behind_a_missing_one_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "duel.db"
    play(DUEL, path, 2)
    with Store(path, DUEL.settings()) as store:
        played = store.all()["1"]
        played.key = "3"
        store.put(played)
    duel = read_duel(path)
    assert duel.walls == 2
    assert "--walls 2 " in command_of(duel)


def test_what_keeps_something_else_is_passed_over(
    stored: tuple[Path, dict[str, object]], tmp_path: Path
) -> None:
    """As `mj arena strength .mj/*.db` comes upon leagues and other programs' files."""
    Store(tmp_path / "league.db", {"kind": "league"}).close()
    with closing(sqlite3.connect(tmp_path / "index.db")) as connection:
        connection.execute("CREATE TABLE game (place TEXT)")
    others = [tmp_path / "league.db", tmp_path / "index.db"]
    passed: list[DatabaseError] = []
    assert len(read_duels([others[0], stored[0], others[1]], passed.append)) == 1
    assert [str(error).partition(": ")[0] for error in passed] == list(map(str, others))
    with pytest.raises(DatabaseError, match="the run of a league, not of a duel"):
        read_duels(others, passed.append)


def test_a_file_without_a_duel_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="no such file"):
        read_duel(tmp_path / "nowhere.db")
    assert not (tmp_path / "nowhere.db").exists()
    text = tmp_path / "text.db"
    text.write_text("no database" * 100, encoding="utf-8")
    with pytest.raises(DatabaseError, match="not a stored run"):
        read_duel(text)
    Store(tmp_path / "empty.db", DUEL.settings()).close()
    with pytest.raises(DatabaseError, match="its first wall is unfinished"):
        read_duel(tmp_path / "empty.db")
    with (
        Store(tmp_path / "used.db", DUEL.settings()),
        pytest.raises(DatabaseError, match="another"),
    ):
        read_duel(tmp_path / "used.db")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE run SET settings = '[1]'", "its settings are not an object"),
        ("UPDATE run SET settings = '{'", "not readable"),
        ("DELETE FROM run", "not readable"),
        ("DROP TABLE unit", "not a stored run: no such table"),
        ("UPDATE unit SET games = '[{}]'", "not readable"),
        ("UPDATE unit SET games = '[]'", "a wall without games"),
        ('UPDATE run SET settings = \'{"kind": "duel", "seed": "0"}\'', "settings: players: "),
    ],
)
def test_a_damaged_file_is_told_in_one_line(tmp_path: Path, change: str, told: str) -> None:
    path = tmp_path / "duel.db"
    play(DUEL, path, 1)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(DatabaseError, match=told) as raised:
        read_duel(path)
    assert str(path) in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


def test_the_command_writes_the_page(
    stored: tuple[Path, dict[str, object]],
) -> None:
    path, _ = stored
    done = CliRunner().invoke(app_of(), ["arena", "strength", str(path), str(path)])
    assert done.exit_code == 0, done.output
    assert done.stdout == strength_page([read_duel(path)] * 2)


def test_a_kept_duel_has_the_same_page_and_turned_and_merged_the_same_figures(
    stored: tuple[Path, dict[str, object]], tmp_path: Path
) -> None:
    done = CliRunner().invoke(app_of(), ["arena", "keep", str(stored[0])])
    assert done.exit_code == 0, done.output
    path = tmp_path / "kept.json"
    path.write_text(done.stdout, encoding="utf-8")
    duel = read_duel(stored[0])
    assert read_duel(path) == duel
    assert duel.turned().turned() == duel
    assert duel.turned().differences() == [-points for points in duel.differences()]
    twice = merged([duel, duel.turned()])
    assert twice.differences() == duel.differences() * 2
    assert twice.games == 2 * duel.games
    assert twice.sides[0].main_fans == {k: 2 * v for k, v in duel.sides[0].main_fans.items()}
    walls = stored[1]["walls"]
    assert isinstance(walls, list)
    wins = [game["fans"] for wall in walls for game in wall["games"] if game.get("fans")]
    dearest = Counter(max((value, name) for name, _, value in fans)[0] for fans in wins)
    values = {name: value for fans in wins for name, _, value in fans}
    kept = duel.sides[0].main_fans.items() | duel.sides[1].main_fans.items()
    assert sum(values[name] * wins for name, wins in kept) == sum(
        value * wins for value, wins in dearest.items()
    )
    for name in duel.sides[0].sums:
        once, both = (one.sides[0].figure(name, one.walls).mean for one in (duel, twice))
        assert once == both
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DatabaseError, match="no duel that was kept: settings: Field required"):
        read_duel(path)
