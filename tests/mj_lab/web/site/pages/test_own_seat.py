"""A bot plays on at the site's table, a match is given up, a rating: as a server has them."""

import random
from pathlib import Path
from typing import Any

import pytest

from mj_lab.web.server.my_games.finished import FinishedHand
from mj_lab.web.server.my_games.rating import rating_of
from tests.mj_lab.web.site.in_node import answer_of_node

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).with_name("own_seat.mjs")
FIELDS: dict[str, Any] = dict.fromkeys(FinishedHand._fields)


def test_a_bot_plays_a_hand_and_the_match_is_given_up(site_folder: Path) -> None:
    chance = random.Random(62)
    names = ["learned", "greedy", "odds", "rule_based", "random", "human", "v1_1"]
    weights = [5, 5, 5, 5, 1, 1, 1]
    hands = [
        {"score": chance.randrange(-24, 40), "opponents": chance.choices(names, weights, k=3)}
        for _ in range(90)
    ]
    found = answer_of_node(SCRIPT, site_folder, hands)
    assert found["rating"] == pytest.approx(
        rating_of([FinishedHand(**{**FIELDS, **one}) for one in hands])
    )
    refused = [one["error"] for one in found["messages"] if one["type"] == "refused"]
    assert refused == [
        "no bot plays for you",
        "you gave this match up",
        "you gave this match up",
        "the match was given up",
    ]
    result = found["first"]["result"]
    assert result["by_bot"] == [0] and not result["match_over"]
    assert any(one.get("presences", [""])[0] == "left" for one in found["messages"])
    assert found["known"]["over"] and found["known"]["score"] == result["results"][0][0]
    assert found["late"]["given_up"] and found["late"]["presences"][0] == "left"
    mine = found["mine"]
    assert [row["by_bot"] for row in mine["hands"]] == [True]
    assert [mine[key]["hands"] for key in ("score", "versus", "rating")] == [0, 0, 0]
    assert found["score"] == {"scores": []}
