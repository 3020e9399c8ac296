"""The games that stand in for the recorded ones: our judge agrees, and what is rare is there."""

import gzip
import json
from pathlib import Path

import pytest

from mj_lab.core.records.match import Match
from mj_lab.measure.check.verify import disagreement

OWN = Path(__file__).parents[3] / "data"


def games_of(name: str) -> list[Match]:
    with gzip.open(OWN / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [Match.model_validate(json.loads(line)) for line in file]


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games", "rare_games", "faulty_games"])
def test_our_judge_plays_them_so(name: str) -> None:
    games = games_of(name)
    assert len(games) > 30
    assert all(disagreement(game) is None for game in games)


def test_rare_games_have_what_is_rare() -> None:
    games = games_of("rare_games")
    fans = {fan.name for game in games for fan in game.result.fans or ()}
    assert len(fans) > 65
    assert fans >= {"抢杠和", "海底捞月", "妙手回春", "杠上开花", "四杠", "十三幺", "七星不靠"}
    kinds = {row[0].split()[2] for game in games for row in game.requests if row[0][0] == "3"}
    assert kinds == {"DRAW", "PLAY", "CHI", "PENG", "GANG", "BUGANG"}
