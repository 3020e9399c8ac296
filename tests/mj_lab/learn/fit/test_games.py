"""Which games are fitted to, which are held out, and which decisions are drawn."""

import os
from pathlib import Path

import pytest

from mj_bot.events import PLAY
from mj_bot.state import OWN_DRAW
from mj_lab.core.records.decisions import decisions_of
from mj_lab.core.records.matches import read_matches, write_matches
from mj_lab.learn.fit.games import Games, drawn_decisions, own_discards, read_games

ODDS = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"


@pytest.fixture(scope="module")
def games() -> Games:
    return read_games([ODDS])


def test_a_game_counts_once_whatever_it_is_called(tmp_path: Path, games: Games) -> None:
    matches = list(read_matches(ODDS))
    again = [match.model_copy(update={"id": "another"}) for match in matches[:4]]
    write_matches(tmp_path / "again.jsonl", [*again, *reversed(matches)])
    twice = read_games([tmp_path / "again.jsonl", ODDS])
    assert (len(twice.games), twice.repeated) == (12, 16)
    assert twice.digest == games.digest
    assert [one.held_out for one in twice.games] == [one.held_out for one in games.games]


def test_games_on_one_wall_are_on_one_side(tmp_path: Path) -> None:
    matches = list(read_matches(ODDS))
    # The same wall, played otherwise: the game breaks off a turn earlier.
    others = [
        match.model_copy(
            update={"requests": match.requests[:-1], "responses": match.responses[:-1]}
        )
        for match in matches
    ]
    write_matches(tmp_path / "both.jsonl", [*matches, *others])
    found = read_games([tmp_path / "both.jsonl"])
    assert (len(found.games), found.walls) == (24, 12)
    assert len({(game.wall, game.held_out) for game in found.games}) == 12


def test_another_game_is_another_digest(tmp_path: Path, games: Games) -> None:
    matches = list(read_matches(ODDS))
    write_matches(tmp_path / "fewer.jsonl", matches[1:])
    assert read_games([tmp_path / "fewer.jsonl"]).digest != games.digest


def test_a_folder_is_its_files(tmp_path: Path, games: Games) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for number, match in enumerate(read_matches(ODDS)):
        write_matches(folder / f"{number}.jsonl", [match])
        os.utime(folder / f"{number}.jsonl", (number * 86_400, number * 86_400))
    found = read_games([folder])
    assert (found.digest, found.date) == (games.digest, "1970-01-12")


def test_what_a_record_does_not_know_makes_no_other_game(tmp_path: Path, games: Games) -> None:
    """Tiles that nobody drew are in another order, wishes not known: the fuller one is taken."""
    less = [
        match.model_copy(
            update={"wall": match.wall[::-1], "wall_known": False, "untold": ((3, 1), (3, 2))}
        )
        for match in read_matches(ODDS)
    ]
    write_matches(tmp_path / "less.jsonl", less)
    for files in ([tmp_path / "less.jsonl", ODDS], [ODDS, tmp_path / "less.jsonl"]):
        both = read_games(files)
        assert (len(both.games), both.repeated) == (12, 12)
        assert both.digest == games.digest
        assert all(game.match.wall_known for game in both.games)


def test_own_discards_are_those_that_states_know(games: Games) -> None:
    match = games.games[0].match
    known = {
        (one.state.seat, one.turn)
        for one in decisions_of(match)
        if one.state.decision == OWN_DRAW and one.chosen is not None and one.chosen.kind == PLAY
    }
    # Where only one tile can be discarded nothing is decided.
    assert known <= set(own_discards(match))
    assert len(set(own_discards(match)) - known) < 4
    assert len(known) > 20


def test_so_many_are_drawn_whatever_the_order(games: Games) -> None:
    every = drawn_decisions(games.games, own_discards, None, "0")
    count = sum(map(len, every))
    assert drawn_decisions(games.games, own_discards, count, "0") == every
    some = drawn_decisions(games.games, own_discards, 50, "0")
    assert sum(map(len, some)) == 50
    assert all(part <= whole for part, whole in zip(some, every, strict=True))
    assert drawn_decisions(games.games, own_discards, 50, "0") == some
    assert drawn_decisions(games.games, own_discards, 50, "1") != some
    backwards = games.games[::-1]
    assert drawn_decisions(backwards, own_discards, 50, "0")[::-1] == some
