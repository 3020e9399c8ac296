"""A match as one page: its frames, a seat's decisions, its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mj_bot.events import HU, SEATS, Start, parse_request
from mj_bot.tactics import Tactic
from mj_lab.analysis.losses import mean_accuracy
from mj_lab.game.result import HUANG
from mj_lab.game.seating import PERSON
from mj_lab.pages.page import labels, render
from mj_lab.records.formats.seat_record import SeatRecord
from mj_lab.records.match import Match
from mj_lab.replay.choices import choices_of, choices_of_seat, within
from mj_lab.replay.frames import frames_of
from mj_lab.replay.seat_frames import frames_of_seat

REPLAY_ASSETS = Path(__file__).parent / "assets"
REPLAY_SCRIPTS = (
    "replay_texts.js",
    "table.js",
    "happening.js",
    "timeline.js",
    "losses.js",
    "replay.js",
)
# A page stays under 2 MB: frames take 0.15, the page itself 0.25.
MOST_REASONS = 1_300_000
_LONGEST_NAME = 120
_LONGEST_ANSWER = 200


def default_seat(match: Match | SeatRecord, people: Sequence[int] = ()) -> int:
    """The seat whose decisions are shown if none is named: a person's, else the winner's or East.

    people: seats that people had, where that is known besides; else who has no other name.
    Of several people's the winner's or the first; of what one seat saw that seat.
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
    """All that a replay page shows; without a tactic no decisions.

    Raises ValueError if the match's requests are no game, or only another seat was recorded.
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
        made = (
            choices_of(match, tactic)
            if isinstance(match, SeatRecord)
            else choices_of_seat(match, seat, tactic)
        )
        decisions = within(made, MOST_REASONS)
    accuracy = mean_accuracy([one["lost"] for one in decisions if "lost" in one])
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
    """The page of a match: HTML in one piece.

    home: where its back link leads, if anywhere. choices: tactics that the page may ask its server
    for instead; none for a page that stands alone. kept: `saved`, seconds since 1970, and `table`,
    of a hand at a table of people its `number` and whether it was played `instead`. again: how
    the hand is played on from a decision, up to its turn (`again_link`, `again_command`).
    Raises ValueError if the match's requests are no game.
    """
    data = {**replay_data(match, seat, tactic, name), "choices": list(choices), "kept": kept}
    if isinstance(match, Match):  # What one seat saw has no wall to play on with.
        data["again"] = again
    return page_of_replay(data, home)


def page_of_replay(data: Mapping[str, Any], home: str = "") -> str:
    """The page of `replay_data`, with what `replay_page` puts beside it."""
    # Of a server: its page of the fans is beside its home.
    data = {**data, "labels": labels(f"{home}rules" if home else "")}
    return render(
        "replay.html",
        "mj replay",
        data,
        styles=("replay.css",),
        scripts=REPLAY_SCRIPTS,
        folders=(REPLAY_ASSETS,),
        home=home,
    )
