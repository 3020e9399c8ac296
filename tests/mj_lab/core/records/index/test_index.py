"""An index of real files: what it lists, reads again and finds, held against brute force."""

import gzip
import json
import os
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.index.building import IndexBuilder, Indexed
from mj_lab.core.records.index.index_file import NOT_REVIEWED, open_index
from mj_lab.core.records.index.indexed_game import indexed_game
from mj_lab.core.records.index.listed_game import GameEnd, began_of, listed, listed_match
from mj_lab.core.records.index.search import GameSearch, find_games, known_fans, known_players
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches, write_matches
from mj_lab.explain.review.indexed import review_indexed
from tests.command import ended, refused
from tests.mj_lab.core.records.convert.judged import judged_games

NAMES = ("ann", "bob", "cho", "dan", "eve", "fay")


def named(count: int, seed: str = "judged") -> list[Match]:
    """Games with ids of Botzone's kind, a day apart, and players who change."""
    games = []
    for number, match in enumerate(judged_games(count, seed=seed)):
        players = tuple(NAMES[(number + 2 * seat) % len(NAMES)] for seat in range(4))
        name = f"{1_600_000_000 + 86_400 * number:08x}{number:016x}"
        games.append(match.model_copy(update={"id": name, "players": players}))
    return games


@pytest.fixture(scope="module")
def games() -> list[Match]:
    return named(36)


def fill(path: Path, sources: list[Path], told: list[str] | None = None) -> Indexed:
    lines: list[str] = []
    with closing(open_index(path, write=True)) as index:
        done = IndexBuilder(index, lines.append).add(sources)
    if told is None:
        assert lines == []
    else:
        told += lines
    return done


def names_in(path: Path, **question: Any) -> list[str]:
    """The names of all games that are found, page by page."""
    found: list[str] = []
    after = ""
    with closing(open_index(path)) as index:
        while True:
            page = find_games(index, GameSearch(**question, after=after))
            found += [row["name"] for row in page.games]
            if page.next is None:
                assert page.total == len(found)
                return found
            after = page.next


# -- what is listed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "out", "unsaid"),
    [
        (Format.DATASET, "d.txt", {"players": ()}),
        (Format.HUMAN, "h.zip", {"players": (), "scores": ()}),
    ],
)
def test_a_recorded_hand_is_listed_as_its_match_is(
    tmp_path: Path, to: Format, out: str, unsaid: dict[str, Any]
) -> None:
    played = judged_games(36, flowers=to is Format.HUMAN)
    fair = [match for match in played if match.result.action in ("HU", "HUANG")]
    assert len(fair) > 20 and {match.result.action for match in fair} == {"HU", "HUANG"}
    write_matches(tmp_path / "a.jsonl", fair)
    converted([tmp_path / "a.jsonl"], to, tmp_path / out, None, print)
    for entry, match in zip(read_entries(tmp_path / out), fair, strict=True):
        assert entry.parse is not None
        assert listed(entry) == listed_match(match)._replace(**unsaid)


@pytest.mark.parametrize(
    ("name", "second"),
    [
        ("61602cb45ddc087351c04358", 0x61602CB4),
        ("00000000000000000000000a", 0),
        ("ffffffffffffffffffffffff", 0),
        ("./2017/2017-01-01/344397", 17_167 * 86_400 + 43_200),
        ("2017-13-01", 0),
        ("12017-01-011", 0),
        ("wall-7", 0),
        ("", 0),
    ],
)
def test_when_a_game_began_stands_in_its_name(name: str, second: int) -> None:
    assert began_of(name) == second


# -- reading again -----------------------------------------------------------------------------


def test_only_what_changed_is_read_again(games: list[Match], tmp_path: Path) -> None:
    folder, path = tmp_path / "archive", tmp_path / "index.db"
    folder.mkdir()
    write_matches(folder / "a.jsonl.gz", games[:10])
    write_matches(folder / "b.jsonl", games[10:15])
    assert fill(path, [folder]) == (2, 0, 0, 15, 0, 0)
    assert fill(path, [folder]) == (2, 2, 0, 0, 0, 0)
    # Another time on the same bytes is no change; other bytes of the same size are one.
    os.utime(folder / "a.jsonl.gz", ns=(1, 1))
    assert fill(path, [folder]) == (2, 2, 0, 0, 0, 0)
    text = (folder / "b.jsonl").read_text().replace(games[10].id, games[10].id[:-1] + "f")
    (folder / "b.jsonl").write_text(text)
    assert fill(path, [folder]) == (2, 1, 0, 5, 0, 0)
    assert games[10].id[:-1] + "f" in names_in(path)
    (folder / "a.jsonl.gz").unlink()
    assert fill(path, [folder]) == (1, 1, 1, 0, 0, 0)
    assert sorted(names_in(path)) == sorted(
        [games[10].id[:-1] + "f", *(match.id for match in games[11:15])]
    )
    with closing(open_index(path)) as index:
        for table in ("seats", "records"):
            (left,) = index.execute(f"SELECT count(DISTINCT game) FROM {table}").fetchone()
            assert left == 5


def test_what_cannot_be_read_is_told_and_passed_by(games: list[Match], tmp_path: Path) -> None:
    good = [json.loads(line) for line in lines_of(games[:3], tmp_path)]
    bad = {**good[1], "scores": []}
    text = "\n".join(json.dumps(one) for one in (good[0], bad, good[2])) + "\n{cut"
    (tmp_path / "mixed.jsonl").write_text(text)
    (tmp_path / "half.jsonl.gz").write_bytes(gzip.compress(text.encode())[:-9])
    told: list[str] = []
    done = fill(tmp_path / "index.db", [tmp_path / "mixed.jsonl", tmp_path / "half.jsonl.gz"], told)
    # Of the file that breaks off what came before is kept.
    assert (done.files, done.games) == (2, 3)
    assert any("mixed.jsonl: line 2: scores" in line for line in told)
    assert any("mixed.jsonl: line 4: no JSON" in line for line in told)
    assert any("half.jsonl.gz" in line for line in told)
    assert all("\n" not in line for line in told)


def lines_of(games: list[Match], folder: Path) -> list[str]:
    write_matches(folder / "lines.jsonl", games)
    lines = (folder / "lines.jsonl").read_text().splitlines()
    (folder / "lines.jsonl").unlink()
    return lines


def test_it_goes_on_where_it_was_stopped(games: list[Match], tmp_path: Path) -> None:
    write_matches(tmp_path / "a.jsonl", games)
    path = tmp_path / "index.db"

    class Stopped(BaseException):
        pass

    def stop(_files: int, count: int) -> None:
        if count >= 14:
            raise Stopped

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mj_lab.core.records.index.building._BATCH", 7)
        with closing(open_index(path, write=True)) as index, pytest.raises(Stopped):
            IndexBuilder(index, print, stop).add([tmp_path / "a.jsonl"])
        assert len(names_in(path)) == 14
        done = fill(path, [tmp_path / "a.jsonl"])
    assert done.games == len(games) - 14
    assert names_in(path, order="asc") == [match.id for match in games]
    assert fill(path, [tmp_path / "a.jsonl"]).unchanged == 1


# -- finding -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(games: list[Match], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    write_matches(folder / "a.jsonl", games)
    path = folder / "index.db"
    fill(path, [folder / "a.jsonl"])
    with closing(open_index(path, write=True)) as index:
        index.execute("UPDATE seats SET lost = (game * 13 + seat * 7) % 40 WHERE game % 2 = 0")
        index.execute(
            "UPDATE games SET lost = (SELECT max(lost) FROM seats WHERE game = games.id) "
            "WHERE id % 2 = 0"
        )
    return path


QUESTIONS = st.fixed_dictionaries(
    {},
    optional={
        "player": st.sampled_from([*NAMES, "nobody"]),
        "since": st.sampled_from(["2020-09-20", "2020-10-01"]),
        "until": st.sampled_from(["2020-09-25", "2020-10-10", "9999-12-31"]),
        "tz": st.sampled_from(["UTC", "Asia/Shanghai", "America/Los_Angeles"]),
        "result": st.sampled_from(["won", "self-drawn", "discard", "drawn", "fault"]),
        "fan": st.integers(0, 20),
        "fan_name": st.sampled_from(["无字", "缺一门", "花龙"]),
        "shortest": st.integers(0, 60),
        "longest": st.integers(20, 90),
        "lost": st.integers(0, 40),
        "sort": st.sampled_from(["began", "fan", "length", "lost"]),
        "order": st.sampled_from(["desc", "asc"]),
        "count": st.sampled_from([1, 3, 50]),
    },
)


@settings(max_examples=60)
@given(question=QUESTIONS, few=st.sampled_from([0, 1, 5000]))
@example(question={"sort": "lost", "order": "asc"}, few=0)
def test_what_is_found_is_what_a_walk_through_all_finds(
    filled: Path, games: list[Match], question: dict[str, Any], few: int
) -> None:
    wanted = brute_force(games, question)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mj_lab.core.records.index.search._FEW", few)
        assert names_in(filled, **question) == wanted


def brute_force(games: list[Match], question: dict[str, Any]) -> list[str]:
    """The names that a question finds, by looking at every game."""
    found = []
    for number, match in enumerate(games, start=1):
        game = listed_match(match)
        lost = [(number * 13 + seat * 7) % 40 if number % 2 == 0 else -1 for seat in range(4)]
        zone = ZoneInfo(question["tz"]) if "tz" in question else None
        day = datetime.fromtimestamp(game.began, zone).date().isoformat()
        kinds = {
            "won": (GameEnd.SELF_DRAWN, GameEnd.ON_DISCARD),
            "self-drawn": (GameEnd.SELF_DRAWN,),
            "discard": (GameEnd.ON_DISCARD,),
            "drawn": (GameEnd.DRAWN,),
            "fault": (GameEnd.FAULT,),
        }
        player = question.get("player")
        mine = [lost[seat] for seat in range(4) if player in (None, match.players[seat])]
        if (
            mine
            and max(mine) >= question.get("lost", -1)
            and question.get("since", "") <= day <= question.get("until", "9999-12-31")
            and game.outcome in kinds.get(question.get("result", ""), tuple(GameEnd))
            and game.fan >= question.get("fan", 0)
            and ("fan_name" not in question or question["fan_name"] in game.fan_names)
            and question.get("shortest", 0) <= game.length <= question.get("longest", 999)
        ):
            keys = {"began": game.began, "fan": game.fan, "length": game.length, "lost": max(lost)}
            key = keys[question.get("sort", "began")]
            if question.get("sort") == "lost" and question.get("order") == "asc" and key < 0:
                continue
            found.append((key, number, match.id))
    return [name for *_, name in sorted(found, reverse=question.get("order") != "asc")]


def test_names_begin_as_they_are_typed(filled: Path, games: list[Match]) -> None:
    with closing(open_index(filled)) as index:
        assert known_players(index, "") == sorted(NAMES)
        assert known_players(index, "b") == ["bob"]
        assert known_players(index, "x") == []
        won = {fan for match in games for fan in listed_match(match).fan_names}
        assert set(known_fans(index)) == won


# -- taken out, reviewed -----------------------------------------------------------------------


def test_a_game_is_taken_out_as_it_was(games: list[Match], tmp_path: Path) -> None:
    write_matches(tmp_path / "lines.jsonl", games[:4])
    seen = seat_of(games[5], 2)
    (tmp_path / "seat.json").write_text(json.dumps(to_input(seen)))
    converted([tmp_path / "lines.jsonl"], Format.DATASET, tmp_path / "data.txt", None, print)
    with ZipFile(tmp_path / "logs.zip", "w") as packed:
        converted([tmp_path / "lines.jsonl"], Format.BOTZONE, tmp_path / "l.matches", None, print)
        packed.write(tmp_path / "l.matches", "l.matches")
    (tmp_path / "l.matches").unlink()
    path = tmp_path / "index.db"
    files = ["lines.jsonl", "data.txt", "logs.zip", "seat.json"]
    fill(path, [tmp_path / file for file in files])
    wanted = [*games[:4], *read_matches(tmp_path / "data.txt"), *games[:4], seen]
    with closing(open_index(path)) as index:
        for number, game in enumerate(wanted, start=1):
            assert indexed_game(index, number) == game
        assert indexed_game(index, len(wanted) + 1) is None


@pytest.mark.thorough
def test_points_lost_are_those_of_a_review(games: list[Match], tmp_path: Path) -> None:
    from mj_lab.core.records.archives import FoundGame
    from mj_lab.explain.review.reviewing import review_game
    from mj_lab.explain.review.views import recorded_game

    # The first turns of two seats: a review of whole games takes long.
    views = [
        seat_of(games[8], seat)._replace(
            requests=seat_of(games[8], seat).requests[:30],
            responses=seat_of(games[8], seat).responses[:30],
            id=f"seat-{seat}",
        )
        for seat in (1, 2)
    ]
    text = "\n".join(json.dumps(to_input(view)) for view in views)
    (tmp_path / "seats.jsonl").write_text(text)
    path = tmp_path / "index.db"
    fill(path, [tmp_path / "seats.jsonl"])
    told: list[str] = []
    with closing(open_index(path, write=True)) as index:
        assert len(list(review_indexed(index, 1, "odds", 1, told.append))) == 1
        assert len(list(review_indexed(index, 9, "odds", 1, told.append))) == 1
        assert list(review_indexed(index, 9, "odds", 1, told.append)) == []
        rows = {
            row["name"]: row
            for row in find_games(index, GameSearch.model_validate({"sort": "lost"})).games
        }
    assert told == []
    for view in views:
        (reviewed,) = review_game(recorded_game(FoundGame("", view), ""), "odds").seats
        lost = round(reviewed.points_lost, 2)
        row = rows[view.id]
        assert row["lost"] == lost
        assert [one["lost"] for one in row["seats"]] == [
            lost if seat == view.seat else None for seat in range(4)
        ]
    assert max(row["lost"] for row in rows.values()) > 0


def test_a_game_that_cannot_be_reviewed_is_told_once(games: list[Match], tmp_path: Path) -> None:
    converted_text = lines_of([games[0]], tmp_path)
    record = json.loads(converted_text[0])
    record["requests"][3] = ["x"] * 4
    (tmp_path / "bad.jsonl").write_text(json.dumps(record))
    path = tmp_path / "index.db"
    fill(path, [tmp_path / "bad.jsonl"])
    told: list[str] = []
    with closing(open_index(path, write=True)) as index:
        assert list(review_indexed(index, 5, "odds", 1, told.append)) == []
        assert len(told) == 1
        assert list(review_indexed(index, 5, "odds", 1, told.append)) == []
    assert len(told) == 1


def test_a_tactic_that_tells_no_points_marks_no_game(games: list[Match], tmp_path: Path) -> None:
    from mj_lab.explain.analysis.losses import NoPointsError

    write_matches(tmp_path / "a.jsonl", games[:2])
    path = tmp_path / "index.db"
    fill(path, [tmp_path / "a.jsonl"])
    with closing(open_index(path, write=True)) as index:
        for jobs in (1, 2):
            with pytest.raises(NoPointsError, match="greedy: the tactic gives no expected points"):
                list(review_indexed(index, 2, "greedy", jobs, print))
        reviewed = "SELECT count(*) FROM games WHERE lost != ?"
        assert index.execute(reviewed, (NOT_REVIEWED,)).fetchone() == (0,)


def test_human_games_have_seats_that_a_review_can_write_to(tmp_path: Path) -> None:
    write_matches(tmp_path / "games.jsonl", judged_games(9, flowers=True))
    converted([tmp_path / "games.jsonl"], Format.HUMAN, tmp_path / "a", None, print)
    path = tmp_path / "index.db"
    fill(path, [tmp_path / "a"])
    with closing(open_index(path, write=True)) as index:
        rows = find_games(index, GameSearch.model_validate({})).games
    assert len(rows) > 2
    assert all([one["lost"] for one in row["seats"]] == [None] * 4 for row in rows)


# -- the command -------------------------------------------------------------------------------


def test_the_command(games: list[Match], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from mj_lab.core.records.index.cli import index

    write_matches(tmp_path / "a.jsonl", games[:5])
    index([tmp_path], store=tmp_path / "index.db")
    index([tmp_path], store=tmp_path / "index.db")
    first, second = capfd.readouterr().out.splitlines()
    assert first.endswith("5 games added, 0 skipped; of 1 files 0 unchanged; 5 games in all")
    assert (tmp_path / "index.db").stat().st_mode & 0o777 == 0o600
    assert second.endswith("0 games added, 0 skipped; of 1 files 1 unchanged; 5 games in all")


def test_files_of_any_name_and_those_without_a_game(games: list[Match], tmp_path: Path) -> None:
    """A folder's other files are passed by; who names a file wants its games."""
    name = os.fsdecode(b"na\xffme.jsonl")
    write_matches(tmp_path / name, games[:2])
    (tmp_path / "notes.txt").write_text("hello\n")
    (tmp_path / os.fsdecode(b"no\xff.jsonl")).write_text("{}\n")
    code, out, err = ended("records", "index", ".", "--store", "i.db", folder=tmp_path)
    assert code == 0 and "2 games added, 2 skipped" in out
    assert "no\\xff.jsonl: neither a match line" in err
    for _ in range(2):
        code, _, err = ended("records", "index", "notes.txt", "--store", "i.db", folder=tmp_path)
        assert (code, err.count("\n")) == (2, 1) and "notes.txt: line 1: no JSON" in err


@pytest.mark.parametrize("command", ["records index", "review", "explain", "replay"])
def test_what_has_no_end_is_refused_at_once(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, kind in (("pipe", "a pipe"), ("/dev/zero", "a device")):
        said = refused(*command.split(), name, folder=tmp_path)
        assert said == f"mj: {name} is {kind}, not a regular file\n"
