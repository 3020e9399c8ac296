"""The review of a match that the worker makes held against mj_lab's, of the same decisions."""

import json
from pathlib import Path
from typing import Any

import pytest

from mj_bot.tiles import tile_of
from mj_lab.analysis.losses import Loss
from mj_lab.game.seating import players_by_seat
from mj_lab.options import ADVISER
from mj_lab.records.match import Match
from mj_lab.replay.again import again_link
from mj_lab.review.page import review_data
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.review.together.report import report_of
from tests.mj_lab.site.in_node import InNode, answer_of_node
from tests.mj_lab.site.pages.kept_match import kept_match

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).with_name("reviewed.mjs")
HANDS, FINISHED = 4, 2
# What the site leaves out of the figures: no page shows the ends of an interval.
_NOT_SAID = {"low", "high"}


def _decision(one: dict[str, Any]) -> Reviewed:
    loss = Loss(
        one["played"],
        one["best"],
        one["kind"],
        one["told"],
        lost=one["lost"],
        error=one["lost_error"],
        grade=one["grade"],
    )
    tile = None if one["tile"] is None else tile_of(one["tile"])
    figures = (one["win_chance"], one["expected_score"])
    return Reviewed(one["turn"], loss, *figures, one["own_draw"], tile)


def _games(node: InNode, hands: list[dict[str, Any]]) -> list[GameReview]:
    games, totals = [], [0] * 4
    for number, hand in enumerate(hands):
        record, seated = hand["record"], players_by_seat(number)
        ids = tuple(str(player) for player in seated)
        before = [totals[player] for player in seated]
        place = {"match": "table-00", "hand": number, "hands": HANDS, "totals": before}
        match = Match.model_validate({**record, "player_ids": ids, "place": place})
        for seat, player in enumerate(seated):
            totals[player] += record["scores"][seat]
        seats = []
        for seat in range(4):
            said = node.ask("review", record=record, seat=seat)
            decisions = tuple(_decision(one) for one in said["decisions"])
            name, score = record["players"][seat], record["scores"][seat]
            seats.append(SeatReview(seat, name, score, decisions, said["illegal"]))
        games.append(GameReview(match.id, "", "", tuple(seats), match, number + 1))
    return games


def _lead(answers: list[dict[str, Any]], number: int) -> None:
    """Where the site plays on from there: a file has a command in its place."""
    for one in answers:
        one["again"] = again_link(f"/saved/kept.{number}", one["seat"], one["turn"])


def _same(mine: Any, wanted: Any, path: str = "") -> None:
    if isinstance(wanted, dict):
        assert mine.keys() == wanted.keys() - _NOT_SAID, path
        for key in mine:
            _same(mine[key], wanted[key], f"{path}.{key}")
    elif isinstance(wanted, list):
        assert len(mine) == len(wanted), path
        for place, (one, other) in enumerate(zip(mine, wanted, strict=True)):
            _same(one, other, f"{path}[{place}]")
    elif isinstance(wanted, float):
        assert mine == pytest.approx(wanted, abs=1e-4), path
    else:
        assert mine == wanted, path


def test_a_match_is_reviewed_as_on_mj_labs_page(node: InNode, site_folder: Path) -> None:
    """Seats, players, style, hands, the worst answers with their tables; in pieces, and once."""
    kept = kept_match(node, HANDS, FINISHED)
    told = answer_of_node(SCRIPT, site_folder, kept)
    *pieces, last = told["pieces"]
    done = [piece["done"] for piece in pieces]
    assert done == sorted(done) and len(set(done)) > 10 and done[-1] == pieces[-1]["all"]
    assert {piece["of"] for piece in pieces} == {FINISHED}
    assert pieces[-1]["hands"] == FINISHED
    # A game of four bots is the longest: 0.3 s on a machine that does nothing else.
    assert told["longest"] < 2000
    # What is reviewed is kept: asked once more there is nothing left to do.
    assert told["again"] == 1 and told["same"]
    report = report_of(_games(node, kept["hands"][:FINISHED]), "player", ADVISER)
    wanted = json.loads(json.dumps(review_data(report)))
    for number, game in enumerate(wanted["matches"]):
        game["replay"] = f"/saved/kept.{number}"
        for seat in game["seats"]:
            _lead(seat["worst"], number)
    for answers in wanted["worst"]:
        for answer in answers:
            _lead([answer], answer["game"])
    _same(last["data"], wanted)
