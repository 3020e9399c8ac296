"""A match as one page: its frames, a seat's decisions, its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mj_bot.events import HU, SEATS, Start, parse_request
from mj_bot.tactics import Tactic
from mj_lab.core.game.result import HUANG
from mj_lab.core.game.seating import PERSON
from mj_lab.core.pages.page import ALONE, PagePlace, labels, render
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import mean_accuracy
from mj_lab.explain.review.replay.choices import choices_of, choices_of_seat, within
from mj_lab.explain.review.replay.frames import frames_of, frames_of_seat

REPLAY_ASSETS = Path(__file__).parent / "assets"
REPLAY_SCRIPTS = (
    "replay_texts.js",
    "keep.js",
    "table.js",
    "event_text.js",
    "timeline.js",
    "losses.js",
    "replay.js",
)
# A page stays under 2 MB: frames take 0.15 MB, the page itself 0.25 MB.
MOST_REASONS = 1_300_000
_LONGEST_NAME = 120
_LONGEST_ANSWER = 200


def default_seat(match: Match | SeatRecord, people: Sequence[int] = ()) -> int:
    """The default seat to show: a person's, else the winner's, else East.

    people: the seats of people, if known; else the seats without another name. If there are
    several, the winner's or the first. In one seat's view it is that seat.
    """
    if isinstance(match, SeatRecord):
        return match.seat
    winner = match.result.player if match.result.action == HU else None
    seats = people or [seat for seat, name in enumerate(match.players) if name == PERSON]
    if seats and winner not in seats:
        return seats[0]
    return 0 if winner is None else winner


def replay_data(
    match: Match | SeatRecord,
    seat: int | None = None,
    tactic: Tactic | None = None,
    name: str = "",
) -> dict[str, Any]:
    """The data of a replay page; without a tactic no decisions.

    Raises ValueError if the requests do not make a game, or if only another seat was recorded.
    """
    if isinstance(match, SeatRecord):
        if seat not in (None, match.seat):
            raise ValueError(f"only seat {match.seat} is on record, not seat {seat}")
        frames = frames_of_seat(match)
        if not frames:
            raise ValueError("the record ends before the deal")
    else:
        frames = frames_of(match)
    decisions = []
    if tactic is not None and seat is not None:
        choices = (
            choices_of(match, tactic)
            if isinstance(match, SeatRecord)
            else choices_of_seat(match, seat, tactic)
        )
        decisions = within(choices, MOST_REASONS)
    accuracy = mean_accuracy([decision["lost"] for decision in decisions if "lost" in decision])
    return {
        "match": _seat_data(match) if isinstance(match, SeatRecord) else _match_data(match),
        "frames": frames,
        "seat": seat if tactic is not None or isinstance(match, SeatRecord) else None,
        "tactic": name,
        "decisions": decisions,
        "accuracy": accuracy,
        "labels": labels(),
    }


def _seat_data(record: SeatRecord) -> dict[str, Any]:
    players = [""] * SEATS
    players[record.seat] = record.player[:_LONGEST_NAME]
    start = parse_request(record.requests[0])
    assert isinstance(start, Start)
    return {
        "id": record.id[:_LONGEST_NAME],
        "level": "",
        "players": players,
        "quan": start.prevalent_wind,
        "scores": list(record.scores) or [0] * SEATS,
        "result": {"action": "", "player": None, "fan_total": None, "fans": []},
    }


def _match_data(match: Match) -> dict[str, Any]:
    result = match.result
    fans = [[fan.name, fan.times, fan.value] for fan in result.fans or ()]
    data = {
        "id": match.id[:_LONGEST_NAME],
        "level": (match.level or "")[:_LONGEST_NAME],
        "players": [name[:_LONGEST_NAME] for name in (*match.players, "", "", "", "")][:4],
        "quan": match.quan,
        "scores": list(match.scores),
        "result": {
            "action": result.action,
            "player": result.player,
            "fan_total": result.fan_total,
            "fans": fans,
        },
    }
    if result.action not in (HU, HUANG) and result.player is not None and match.responses:
        data["answer"] = match.responses[-1][result.player][:_LONGEST_ANSWER]
    return data


def replay_page(
    match: Match | SeatRecord,
    seat: int | None = None,
    tactic: Tactic | None = None,
    name: str = "",
    home: str = "",
    choices: Sequence[str] = (),
    kept: dict[str, Any] | None = None,
    again: str = "",
) -> str:
    """The page of a match as one HTML file.

    home: the target of its back link, if any. choices: other tactics that the page may request from
    its server; empty for a page without one. kept: `saved`, seconds since 1970, and `table`, for a
    hand at a table of people its `number` and whether it was played `instead`. again: the link or
    command that plays the hand on, without its turn (`again_link`, `again_command`). Raises
    ValueError if the requests do not make a game.
    """
    data = {**replay_data(match, seat, tactic, name), "choices": list(choices), "kept": kept}
    if isinstance(match, Match):  # One seat's view has no wall to play on with.
        data["again"] = again
    return page_of_replay(data, home)


def page_of_replay(data: Mapping[str, Any], home: str = "", place: PagePlace = ALONE) -> str:
    """The page of the data from `replay_data`, as extended by `replay_page`."""
    # At a server the page of the fans is beside its home.
    data = {**data, "labels": labels(f"{home}rules" if home else "")}
    return render(
        "replay.html",
        "mj replay",
        data,
        styles=("replay.css",),
        scripts=REPLAY_SCRIPTS,
        folders=(REPLAY_ASSETS,),
        place=place,
        home=home,
    )
