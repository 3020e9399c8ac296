"""A match as the site keeps it in the browser, its hands played by the engine in node."""

from __future__ import annotations

from typing import Any

from mj_bot.tiles import codes_of
from mj_lab.core.game.seating import PERSON, players_by_seat, prevalent_wind_of
from mj_lab.core.game.walls import wall_of_seed
from tests.mj_lab.web.site.in_node import InNode

# `greedy` plays for the person.
PLAYERS = [PERSON, "greedy", "greedy", "odds"]


def kept_match(node: InNode, hands: int, finished: int) -> dict[str, Any]:
    """A match whose first hands are over."""
    over = [_finished(node, number) for number in range(finished)]
    left = [{"wall": "", "answers": dict[str, str](), "scores": None}][: hands - finished]
    settings = {"players": PLAYERS, "names": [""] * 4, "hands": hands, "pace": 0, "clock": None}
    return {"token": "kept", "id": "00", "settings": settings, "hands": over + left}


def _finished(node: InNode, number: int) -> dict[str, Any]:
    seats = [PLAYERS[player] for player in players_by_seat(number)]
    wall = codes_of(wall_of_seed(f"review-{number}"))
    record = node.ask(
        "game",
        players=["greedy" if one == PERSON else one for one in seats],
        wall=wall,
        wind=prevalent_wind_of(number),
        id=f"table-00-{number + 1}",
    )
    record["players"] = seats
    turns = len(record["requests"])
    scores = record["scores"]
    return {
        "wall": wall,
        "answers": {},
        "record": record,
        "scores": scores,
        "ended": number,
        "turns": turns,
    }
