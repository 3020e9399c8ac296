"""A table's progress for one of its players, read from the store without starting it."""

from __future__ import annotations

from typing import NamedTuple

from mj_lab.core.game.seating import seat_of_player
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import settings_of


class KnownTable(NamedTuple):
    """A table seen from one of its seats.

    hand: the latest of `hands`, from 0. score: this player's so far, over finished hands. players:
    the names of the others. over: whether the last hand has ended, or this player gave it up.
    """

    hand: int
    hands: int
    score: int
    players: tuple[str, ...]
    over: bool


def known_table_of(store: PlayStore, token: str) -> KnownTable | None:
    """The table that a token opens; None if it opens none, or if it is a spectator's."""
    holder = store.holder(token)
    if holder is None or holder.player is None:
        return None
    settings = settings_of(store.settings(holder.table_id))
    paid = store.paid(holder.table_id)
    finished = [
        scores[seat_of_player(holder.player, hand)]
        for hand, scores in enumerate(paid)
        if scores is not None
    ]
    return KnownTable(
        max(0, len(paid) - 1),
        settings.hands,
        sum(finished),
        tuple(settings.name_of(player) for player in range(4) if player != holder.player),
        len(finished) == settings.hands or holder.player in store.given_up(holder.table_id),
    )
