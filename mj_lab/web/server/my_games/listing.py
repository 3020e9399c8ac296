"""A person's finished hands as page data: rows, means, trends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.losses import LOSS_KINDS
from mj_lab.table.play.same_wall import mean_against
from mj_lab.web.server.my_games.finished import FinishedHand, finished_hands
from mj_lab.web.server.my_games.rating import rating_of
from mj_lab.web.server.my_games.reviews import KeptReviews, Key, Review
from mj_lab.web.server.my_games.trend import WINDOW, all_and_recent, mean_of, moving_means
from mj_lab.web.server.saved import key_of

# The most rows on the page; means and trends are of all hands.
MOST_ROWS = 500


def listing(tables: Path, reviews: KeptReviews, tokens: Sequence[str]) -> dict[str, Any]:
    """The data of the page for the seats of these tokens.

    hands: rows, the newest first, at most MOST_ROWS of `count`. score, versus, lost: means a hand
    (`mean_of`) of the score, of the score minus the tactic's on the same wall, and of the points
    lost in reviewed hands; kinds: of those by kind, of `all` hands and of the `recent` ones.
    against: of the answers against the tactic's in sampled worlds (`mean_against`). trends:
    `against` and `lost` by hand, the oldest first. rating: `rating_of`. Hands tried again, and
    those in which a bot answered, count in none of these.
    Raises DatabaseError if a file cannot be read.
    """
    finished = finished_hands(tables, tokens)
    stored = reviews.of([key_of_hand(hand) for _, hand in finished])
    counted = _counted(finished)
    rows = [
        hand.instead
        for hand in counted
        if hand.instead is not None and hand.instead.alone and hand.instead.tactic == ADVISER
    ]
    versus = [row.score - row.instead for row in rows]
    against = [row.against for row in rows if row.against is not None]
    reviewed = [stored[key_of_hand(hand)] for hand in counted if key_of_hand(hand) in stored]
    lost = [review["points_lost"] for review in reviewed]
    return {
        "tactic": ADVISER,
        "window": WINDOW,
        "count": len(finished),
        "hands": [_row(token, hand, stored) for token, hand in finished[:MOST_ROWS]],
        "score": mean_of([hand.score for hand in counted]),
        "versus": mean_of(versus),
        "against": mean_against(rows)._asdict(),
        "lost": mean_of(lost),
        "kinds": {
            kind: all_and_recent([review["kinds"][kind] for review in reviewed])
            for kind in LOSS_KINDS
        },
        "rating": rating_of(counted),
        "trends": {"against": moving_means(against), "lost": moving_means(lost)},
    }


def rating(tables: Path, tokens: Sequence[str]) -> dict[str, Any]:
    """The `rating` alone. Raises DatabaseError if a file cannot be read."""
    return {"rating": rating_of(_counted(finished_hands(tables, tokens)))}


def _counted(finished: Sequence[tuple[str, FinishedHand]]) -> list[FinishedHand]:
    """The hands that count, the oldest first."""
    return [hand for _, hand in reversed(finished) if not hand.again and not hand.by_bot]


def key_of_hand(hand: FinishedHand) -> Key:
    """The key of a hand's review."""
    return hand.table, hand.hand, hand.player


def _row(token: str, hand: FinishedHand, stored: dict[Key, Review]) -> dict[str, Any]:
    """A row of the page, with the addresses of its links; null where there is none."""
    replay = None if hand.path is None else f"/saved/{key_of(hand.path)}?seat={hand.seat}"
    return {
        "token": token,
        "table": hand.table,
        "hand": hand.hand,
        "hands": hand.hands,
        "seat": hand.seat,
        "wind": hand.wind,
        "score": hand.score,
        "others": hand.others,
        "ended": int(hand.ended),
        "again": hand.again,
        "by_bot": hand.by_bot,
        "replay": replay,
        "instead": _instead(hand),
        "review": stored.get(key_of_hand(hand)),
        "match": None if hand.path is None else f"/review/{token}.{hand.table}",
    }


def _instead(hand: FinishedHand) -> dict[str, Any] | None:
    if hand.instead is None:
        return None
    beside = None
    if hand.path is not None and hand.instead_path is not None:
        beside = f"/beside/{key_of(hand.path)}/{key_of(hand.instead_path)}?seat={hand.seat}"
    return {
        "tactic": hand.instead.tactic,
        "score": hand.instead.instead,
        "alone": hand.instead.alone,
        "against": hand.instead.against,
        "error": hand.instead.error,
        "beside": beside,
    }
