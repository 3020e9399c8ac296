"""Recorded matches and Python's referee against the engine's table."""

import json

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine
from mj_lab.check.verify import disagreement
from mj_lab.game.asking import PlayedTurn
from mj_lab.game.referee import Game
from mj_lab.game.replies import Fault
from mj_lab.records.match import Match, match_of, to_line
from tests.mj_engine.python_side import Recorded

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")


@pytest.mark.parametrize("name", FILES)
def test_every_recorded_match_is_replayed(recorded: Recorded, name: str) -> None:
    departed = {
        match["id"]: found
        for match in recorded(name)
        if (found := mj_engine.disagreement(json.dumps(match, ensure_ascii=False)))
    }
    assert departed == {}


@pytest.mark.parametrize("name", FILES)
def test_a_replayed_match_is_written_as_it_was(recorded: Recorded, name: str) -> None:
    for match in recorded(name):
        game = mj_engine.Game.replay(json.dumps(match, ensure_ascii=False))
        written = json.loads(game.to_line(str(match["id"])))
        for field in ("quan", "wall", "requests", "responses", "scores"):
            theirs = match[field]
            assert written[field] == (
                " ".join(theirs) if field == "wall" and isinstance(theirs, list) else theirs
            )
        assert mj_engine.disagreement(game.to_line()) is None


@pytest.mark.parametrize(("players", "games"), [("random", 300), ("greedy", 40)])
def test_played_games_are_the_judges(players: str, games: int) -> None:
    walls = [mj_engine.wall_of_seed(f"judge/{number}") for number in range(games)]
    played = mj_engine.play(walls, players, seed=5, records=True)
    for outcome in played:
        match = Match.model_validate_json(outcome.record)
        assert disagreement(match) is None
        assert tuple(outcome.scores) == match.scores
        assert mj_engine.disagreement(outcome.record) is None


def test_a_line_is_pythons_to_the_byte(recorded: Recorded) -> None:
    for record in recorded("judged_games")[:40]:
        match = Match.model_validate(record)
        game, turns = Game(match.wall, match.quan), []
        for turn in range(len(match.requests)):
            turns.append(PlayedTurn(game.event, tuple(match.replies(turn))))
            game.submit(match.replies(turn))
        theirs = match_of(game, turns, 'a "b"\n\u8bd5', ["p\\", "q", "r", "s"])
        ours = mj_engine.Game.replay(json.dumps(record))
        assert ours.to_line('a "b"\n\u8bd5', ["p\\", "q", "r", "s"]) == to_line(theirs)


def test_missing_answers_are_kept_and_read_again() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed(1))
    game.submit(["PASS"] * 4)
    game.submit(["PASS", Fault("TLE"), " PASS", "PASS"])
    assert game.result is not None
    assert (game.result.action, game.result.player) == ("TLE", 1)
    line = game.to_line()
    assert json.loads(line)["verdicts"] == [[1, 1, "TLE"]]
    assert json.loads(line)["responses"][1] == ["PASS", "", " PASS", "PASS"]
    assert mj_engine.disagreement(line) is None
    assert Match.model_validate_json(line).replies(1)[1] == Fault("TLE")


def test_a_changed_record_is_told_with_its_place(recorded: Recorded) -> None:
    match = json.loads(json.dumps(recorded("botzone_matches")[0]))
    match["requests"][3][2] = "3 0 PLAY H1"
    told = mj_engine.disagreement(json.dumps(match))
    assert told is not None
    assert told.startswith("turn 3, seat 2: recorded")
