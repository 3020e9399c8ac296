"""Compares recorded matches with our judge: requests, scores and result."""

from __future__ import annotations

from mj_bot.events import SEATS, format_request
from mj_lab.core.game.result import fan_name
from mj_lab.core.records.match import Match, MatchResult, result_on_disk


def disagreement(match: Match) -> str | None:
    """The first difference between our judge and a recorded match, in one line, or None."""
    try:
        game = match.game()
    except ValueError as error:
        return str(error)
    for turn, recorded in enumerate(match.requests):
        if game.result is not None:
            return f"turn {turn}: the game was over ({game.result.action})"
        for seat in range(SEATS):
            ours = format_request(game.request_for(seat), seat)
            if ours != recorded[seat]:
                return f"turn {turn}, seat {seat}: recorded {recorded[seat]!r}, ours {ours!r}"
        game.submit(match.replies(turn))
    if game.result is None:
        return "the record ends before the game does"
    penalties = match.penalties or (0,) * SEATS
    scores = [score + more for score, more in zip(game.scores, penalties, strict=True)]
    if scores != list(match.scores):
        return f"scores: recorded {list(match.scores)}, ours {scores}"
    return _difference(match.result, result_on_disk(game.result))


def _difference(recorded: MatchResult, ours: MatchResult) -> str | None:
    for name in ("action", "player", "fan_total"):
        theirs, mine = getattr(recorded, name), getattr(ours, name)
        if theirs != mine:
            return f"result: recorded {name} {theirs}, ours {mine}"
    theirs, mine = _fans(recorded), _fans(ours)
    if theirs != mine:
        return f"result: recorded fans {theirs}, ours {mine}"
    return None


def _fans(result: MatchResult) -> list[tuple[str, int, int]]:
    """Fans in a fixed order, by the judge's names."""
    return sorted((fan_name(fan.name), fan.times, fan.value) for fan in result.fans or ())
