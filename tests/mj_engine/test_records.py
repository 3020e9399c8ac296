"""Recorded matches and Python's referee against the engine's table."""

import json

import pytest

import mj_engine
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.result import fan_name
from mj_lab.core.records.match import Match, match_of, to_line
from mj_lab.measure.check.verify import disagreement
from tests.mj_engine.python_side import replayed, wall_with_flowers
from tests.recorded import Recorded

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")


def fans_of(match: Match) -> list[tuple[str, int, int]]:
    return sorted((fan_name(fan.name), fan.times, fan.value) for fan in match.result.fans or ())


@pytest.mark.parametrize("name", FILES)
def test_every_recorded_match_is_played_as_recorded(recorded: Recorded, name: str) -> None:
    for match in map(Match.model_validate, recorded(name)):
        written = Match.model_validate_json(replayed(match).to_line(match.id))
        for field in ("quan", "wall", "requests", "responses", "verdicts", "scores"):
            assert getattr(written, field) == getattr(match, field), (match.id, field)
        for field in ("action", "player", "fan_total"):
            assert getattr(written.result, field) == getattr(match.result, field), match.id
        assert fans_of(written) == fans_of(match), match.id


@pytest.mark.parametrize(("players", "games"), [("random", 300), ("greedy", 40)])
def test_played_games_are_the_judges(players: str, games: int) -> None:
    """A part of them with flowers."""
    walls = [mj_engine.wall_of_seed(f"judge/{number}") for number in range(games)]
    walls += [tuple(wall_with_flowers(seed)) for seed in range(60)]
    played = mj_engine.play(walls, players, seed=5, records=True)
    for outcome in played:
        match = Match.model_validate_json(outcome.record)
        assert disagreement(match) is None
        assert tuple(outcome.scores) == match.scores
        assert replayed(match).to_line(match.id, match.players) == outcome.record


def test_a_line_is_pythons_to_the_byte(recorded: Recorded) -> None:
    for record in recorded("judged_games")[:40]:
        match = Match.model_validate(record)
        game, turns = Game(match.wall, match.quan), []
        for turn in range(len(match.requests)):
            turns.append(PlayedTurn(game.event, tuple(match.replies(turn))))
            game.submit(match.replies(turn))
        theirs = match_of(game, turns, 'a "b"\n\u8bd5', ["p\\", "q", "r", "s"])
        assert replayed(match).to_line('a "b"\n\u8bd5', ["p\\", "q", "r", "s"]) == to_line(theirs)


def test_missing_answers_are_kept_and_read_again() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed(1))
    game.submit(["PASS"] * 4)
    game.submit(["PASS", Fault("TLE"), " PASS", "PASS"])
    assert game.result is not None
    assert (game.result.action, game.result.player) == ("TLE", 1)
    line = game.to_line()
    assert json.loads(line)["verdicts"] == [[1, 1, "TLE"]]
    assert json.loads(line)["responses"][1] == ["PASS", "", " PASS", "PASS"]
    assert Match.model_validate_json(line).replies(1)[1] == Fault("TLE")
