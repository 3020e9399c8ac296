"""A cache of the reviews of people's finished hands, in a file.

All reviews follow from the match files; if the file is lost, they are made again one by one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from mj_bot import __version__
from mj_bot.events import DRAW
from mj_bot.tiles import code_of
from mj_engine.learned import WORST
from mj_lab.core.database import DatabaseError, FileKind, open_database
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.losses import GRADES, LOSS_KINDS
from mj_lab.web.server.json_bodies import json_bytes

_SCHEMA = """
CREATE TABLE seat_reviews (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, player INTEGER NOT NULL, tactic TEXT NOT NULL,
  version TEXT NOT NULL, review TEXT NOT NULL,
  PRIMARY KEY (table_id, hand, player, tactic, version)
) WITHOUT ROWID;
"""
# One made before reviews had their losses by kind is made again.
_ADD = (
    "INSERT INTO seat_reviews VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
    """ SET review = excluded.review WHERE review NOT LIKE '%"kinds"%'"""
)
REVIEWS = FileKind("a file of hands' reviews", 0x6D6A5276, (_SCHEMA,))  # "mjRv"
# The stored parts of a seat's review (docs/reference/review.md).
_KEPT = ("points_lost", "decisions", "accuracy", "grades")
_OF_ANSWER = ("turn", "played", "best", "tile", "lost", "lost_error", "grade")
_DIGITS = 4
_END = "END"

# The table, the hand from 0, the player.
Key = tuple[str, int, int]
Review = dict[str, Any]


class KeptReviews:
    """The reviews of a folder of tables, by this version's adviser."""

    def __init__(self, tables: Path) -> None:
        self._path = tables / "reviews.db"

    def of(self, keys: Sequence[Key]) -> dict[Key, Review]:
        """The stored reviews of these hands; none if the file fails."""
        if not self._path.exists():
            return {}
        query = (
            "SELECT table_id, hand, player, review FROM seat_reviews"
            " WHERE tactic = ? AND version = ?"
        )
        wanted = set(keys)
        try:
            with closing(open_database(self._path, REVIEWS, write=False)) as file:
                rows = file.execute(query, (ADVISER, __version__)).fetchall()
        except DatabaseError:
            return {}
        stored: list[tuple[Key, str]] = [
            ((table, hand, player), text) for table, hand, player, text in rows
        ]
        reviews = {key: json.loads(text) for key, text in stored if key in wanted}
        return {key: review for key, review in reviews.items() if "kinds" in review}

    def add(self, key: Key, review: Review) -> None:
        """Store a review, if the file takes it; a hand's second one is ignored."""
        row = (*key, ADVISER, __version__, json.dumps(review))
        with (
            suppress(DatabaseError),
            closing(open_database(self._path, REVIEWS)) as file,
            file.whole(),
        ):
            file.execute(_ADD, row)


def question_of(path: Path, seat: int) -> bytes:
    """The question to the service's `review` operation about one seat of a match file."""
    text = path.read_text(encoding="utf-8")
    return json_bytes({"match": text, "seat": seat, "tactic": ADVISER})


def review_in(answer: bytes) -> Review:
    """The review in the service's answer. Raises ValueError, one line, if there is none."""
    reply = json.loads(answer)
    if "seats" not in reply:
        raise ValueError(str(reply.get("error", "no review")))
    return kept_of(reply["seats"][0])


def review_of_replay(replay: Mapping[str, Any]) -> Review | None:
    """The same review from a replay's data (`mj_lab.explain.review.replay.match_page.replay_data`).

    None if the tactic predicts no points.
    """
    offered = {frame["turn"]: frame for frame in replay["frames"] if frame["kind"] != _END}
    priced = [decision for decision in replay["decisions"] if "lost" in decision]
    if not priced:
        return None
    losing = sorted(
        (decision for decision in priced if decision["lost"] > 0),
        key=lambda decision: -decision["lost"],
    )
    return {
        "points_lost": round(sum(decision["lost"] for decision in priced), _DIGITS),
        "decisions": len(priced),
        "accuracy": round(replay["accuracy"], _DIGITS),
        "grades": {
            grade: sum(decision["grade"] == grade for decision in priced) for grade in GRADES
        },
        "kinds": {
            kind: round(
                sum(decision["lost"] for decision in priced if decision["kind"] == kind), _DIGITS
            )
            for kind in LOSS_KINDS
        },
        "worst": [_answer(decision, offered[decision["turn"]]) for decision in losing[:WORST]],
    }


def _answer(decision: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    tile = None if frame["kind"] == DRAW else code_of(frame["tile"])
    fields = {key: decision[key] for key in ("turn", "played", "lost", "lost_error", "grade")}
    return {**fields, "best": decision["choice"], "tile": tile}


def kept_of(seat: Mapping[str, Any]) -> Review:
    """The stored parts of a seat's review (`mj_lab.explain.review.summary.seat_record`)."""
    worst = [{key: answer[key] for key in _OF_ANSWER} for answer in seat["worst"]]
    kinds = {kind: sums["points_lost"] for kind, sums in seat["kinds"].items()}
    return {**{key: seat[key] for key in _KEPT}, "kinds": kinds, "worst": worst}
