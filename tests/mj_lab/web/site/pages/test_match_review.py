"""The review of a match that the worker makes: in pieces, once, and of whom each figure is."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from mj_engine.learned import WORST
from mj_lab.core.game.seating import players_by_seat
from mj_lab.explain.review.replay.again import again_link
from mj_lab.web.server.match_reviews import MatchReviews
from mj_lab.web.server.uploads import Uploads, read_upload
from tests.mj_lab.web.site.in_node import InNode, answer_of_node
from tests.mj_lab.web.site.pages.kept_match import PLAYERS, kept_match
from tests.mj_lab.web.site.pages.test_router import people_of

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).with_name("reviewed.mjs")
HANDS, FINISHED = 4, 2


@pytest.fixture(scope="module")
def kept(node: InNode) -> dict[str, Any]:
    return kept_match(node, HANDS, FINISHED)


@pytest.fixture(scope="module")
def told(kept: dict[str, Any], site_folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = answer_of_node(SCRIPT, site_folder, kept)
    return found


def test_a_match_is_reviewed_in_pieces_and_once(told: dict[str, Any]) -> None:
    *pieces, _ = told["pieces"]
    done = [piece["done"] for piece in pieces]
    assert done == sorted(done) and len(set(done)) > 10 and done[-1] == pieces[-1]["all"]
    assert {piece["of"] for piece in pieces} == {FINISHED}
    assert pieces[-1]["hands"] == FINISHED
    # A game of four bots is the longest: 0.3 s on a machine that does nothing else.
    assert told["longest"] < 2000
    # What is reviewed is kept: asked once more there is nothing left to do.
    assert told["again"] == 1 and told["same"]


def test_the_review_counts_in_my_games(told: dict[str, Any], kept: dict[str, Any]) -> None:
    """Of each hand the person's seat, by kind of loss too."""
    seats = [players_by_seat(number).index(0) for number in range(FINISHED)]
    games = told["pieces"][-1]["data"]["matches"]
    reviewed = [game["seats"][seat] for game, seat in zip(games, seats, strict=True)]
    mine = told["mine"]
    lost = [seat["points_lost"] for seat in reviewed]
    assert mine["lost"]["hands"] == FINISHED
    assert mine["lost"]["mean"] == pytest.approx(sum(lost) / FINISHED)
    assert [row["review"]["points_lost"] for row in mine["hands"][::-1]] == lost
    for kind, means in mine["kinds"].items():
        of_kind = [seat["kinds"][kind]["points_lost"] for seat in reviewed]
        assert (
            means["all"]["mean"]
            == means["recent"]["mean"]
            == pytest.approx(sum(of_kind) / FINISHED)
        )


def close_to(one: Any, other: Any, place: str = "") -> None:
    """The same, figures within what adding up doubles in another order may make of them."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), place
        for key, value in one.items():
            close_to(value, other[key], f"{place}.{key}")
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(other), place
        for index, value in enumerate(one):
            close_to(value, other[index], f"{place}[{index}]")
    elif isinstance(one, float):
        assert one == pytest.approx(other, abs=2e-3), place
    else:
        assert one == other, place


# A server has more than the page shows: ends of intervals, and the command instead of a link.
ONLY_AT_SERVER = {"file", "own", "answers", "mistakes", "again", "draws", "low", "high"}


def without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without(part) for key, part in value.items() if key not in ONLY_AT_SERVER}
    return [without(part) for part in value] if isinstance(value, (list, tuple)) else value


def test_the_report_on_a_dropped_match_is_the_servers(data_folder: Path, site_folder: Path) -> None:
    """All seats of ten hands that people played: every figure and every worst answer."""
    path = people_of(data_folder)
    uploads = Uploads()
    upload = read_upload(path.read_bytes(), path.name)
    token = uploads.keep(upload)
    reviews = MatchReviews(uploads, None)
    pieces = [reviews.go_on(f"{token}.1")]
    while "data" not in pieces[-1]:
        pieces.append(reviews.go_on(f"{token}.1"))
    served = json.loads(json.dumps(pieces[-1]["data"]))
    packed = {"name": path.name, "base64": b64encode(path.read_bytes()).decode()}
    told = answer_of_node(SCRIPT, site_folder, packed)
    close_to(told["contents"]["tables"], json.loads(json.dumps(upload.tables)))
    found = told["pieces"][-1]["data"]
    assert len(found["matches"]) == upload.count == len(upload.tables[0]["rows"])
    for number, (mine, theirs) in enumerate(
        zip(found["matches"], served["matches"], strict=True), start=1
    ):
        assert theirs.pop("replay") == f"/uploads/{token}/{number}"
        assert mine.pop("replay") == f"/saved/{told['contents']['token']}.{number}"
    close_to(without(found), without(served))


def test_seats_have_their_own_answers(
    told: dict[str, Any], kept: dict[str, Any], node: InNode
) -> None:
    data = told["pieces"][-1]["data"]
    for number, (game, hand) in enumerate(zip(data["matches"], kept["hands"], strict=False)):
        for seat, mine in enumerate(game["seats"]):
            said = node.ask("review", record=hand["record"], seat=seat)["decisions"]
            lost = [one["lost"] for one in said]
            assert (mine["score"], mine["decisions"]) == (hand["scores"][seat], len(said))
            assert mine["points_lost"] == pytest.approx(sum(lost), abs=1e-4)
            worst = [one["lost"] for one in mine["worst"]]
            assert worst == sorted(filter(None, lost), reverse=True)[:WORST]
            assert {one["key"] for one in mine["worst"]} <= game["moments"].keys()
            for one in mine["worst"]:
                assert one["again"] == again_link(f"/saved/kept.{number}", seat, one["turn"])


def test_players_are_who_sat_there(told: dict[str, Any], kept: dict[str, Any]) -> None:
    """Seats change between hands; a player's points go with them."""
    data = told["pieces"][-1]["data"]
    (table,) = data["tables"]
    for column, player in enumerate(players_by_seat(0)):
        seats = [players_by_seat(number).index(player) for number in range(FINISHED)]
        cells = [row["cells"][column] for row in table["rows"]]
        scores = [hand["scores"][seat] for hand, seat in zip(kept["hands"], seats, strict=False)]
        of_seats = [game["seats"][s] for game, s in zip(data["matches"], seats, strict=True)]
        lost = [one["points_lost"] for one in of_seats]
        wanted = list(zip(seats, scores, lost, strict=True))
        assert cells == [list(one) for one in wanted]
        assert table["standing"][column] == sum(scores)
        again = " (2)" if PLAYERS.index(PLAYERS[player]) < player else ""
        place = [one["name"] for one in data["players"]].index(PLAYERS[player] + again)
        mine = data["players"][place]
        assert mine["lost_per_game"]["mean"] == pytest.approx(sum(lost) / FINISHED, abs=1e-4)
        assert mine["score_per_game"]["mean"] == sum(scores) / FINISHED
        assert mine["style"]["hands"] == mine["same_walls"]["hands"] == FINISHED
        found = [one for worst in of_seats for one in worst["worst"]]
        found.sort(key=lambda one: -one["lost"])
        assert [one["key"] for one in data["worst"][place]] == [one["key"] for one in found[:WORST]]
