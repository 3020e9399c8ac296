"""Reviews of finished hands: made once, kept by version, the same from a replay and a review."""

import json
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.review.replay.match_page import replay_data
from mj_lab.explain.review.reviewing import review_seat
from mj_lab.explain.review.summary import seat_record
from mj_lab.web.server.my_games import reviews as reviews_module
from mj_lab.web.server.my_games.replays import TableReplay
from mj_lab.web.server.my_games.reviews import KeptReviews, kept_of, review_in, review_of_replay
from tests.mj_lab.web.server.my_games.played import ME, played_table


def test_what_is_kept_is_found_until_the_bot_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews = KeptReviews(tmp_path)
    key = ("0f3c", 2, 1)
    assert reviews.of([key]) == {}
    assert not list(tmp_path.iterdir()), "looking makes no file"
    reviews.add(key, {"points_lost": 1.0})  # As before there were kinds of losses.
    assert reviews.of([key]) == {}
    review = {"points_lost": 4.5, "kinds": {"kong": 4.5}}
    reviews.add(key, review)
    reviews.add(key, {"points_lost": 9.9, "kinds": {}})
    assert KeptReviews(tmp_path).of([key, ("0f3c", 3, 1)]) == {key: review}
    assert reviews.of([("0f3c", 2, 2), ("0f3d", 2, 1)]) == {}
    monkeypatch.setattr(reviews_module, "__version__", "99.0")
    assert reviews.of([key]) == {}


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    """Without a file of its own a review is made again each time."""
    (tmp_path / "reviews.db").write_bytes(b"mine")
    KeptReviews(tmp_path).add(KEY, {"kinds": {}})
    assert KeptReviews(tmp_path).of([KEY]) == {}
    assert (tmp_path / "reviews.db").read_bytes() == b"mine"


KEY = ("0f3c", 0, 0)


def test_what_the_service_could_not_do_is_said() -> None:
    with pytest.raises(ValueError, match="match: no game"):
        review_in(json.dumps({"error": "match: no game"}).encode())


@pytest.mark.thorough
def test_a_replays_review_is_that_of_the_command(tmp_path: Path) -> None:
    table, _ = played_table(tmp_path, 3, again=False)
    (path,) = (tmp_path / "tables").glob("*.jsonl")
    (match,) = read_matches(path)
    replay = replay_data(match, ME, tactics.load(ADVISER, seed=0), ADVISER)
    tactic = tactics.load(ADVISER, seed=0)
    review = kept_of(seat_record(review_seat(seat_of(match, ME), tactic, loss_scale())))
    found = review_of_replay(replay)
    assert found is not None
    assert found["points_lost"] == pytest.approx(review["points_lost"], abs=0.01)
    assert found["accuracy"] == pytest.approx(review["accuracy"], abs=0.01)
    assert (found["grades"], found["decisions"]) == (review["grades"], review["decisions"])
    assert found["kinds"] == pytest.approx(review["kinds"], abs=0.01)
    assert sum(found["kinds"].values()) == pytest.approx(found["points_lost"], abs=0.01)
    for one, other in zip(found["worst"], review["worst"], strict=True):
        assert one["lost"] == pytest.approx(other["lost"], abs=0.01)
        assert one["lost_error"] == pytest.approx(other["lost_error"], abs=0.01)
        apart = {"lost": 0, "lost_error": 0}
        assert {**one, **apart} == {**other, **apart}
    # Of the person's seat by the adviser it is kept, of nobody else's and by no other.
    reviews, of_table = KeptReviews(tmp_path / "tables"), TableReplay(path, match.id)
    of_table.keep_review({**replay, "seat": 0})
    of_table.keep_review({**replay, "tactic": "greedy"})
    assert reviews.of(keys := [(table.id, 0, player) for player in range(4)]) == {}
    of_table.keep_review(replay)
    assert reviews.of(keys) == {(table.id, 0, ME): found}


def test_a_copy_of_a_hand_under_another_name_is_nobodys(tmp_path: Path) -> None:
    played_table(tmp_path, 3, again=False)
    (path,) = (tmp_path / "tables").glob("*.jsonl")
    assert TableReplay(path, path.stem).people == (ME,)
    copied: Any = path.with_name("copy.jsonl")
    copied.write_bytes(path.read_bytes())
    assert TableReplay(copied, path.stem).people == ()
