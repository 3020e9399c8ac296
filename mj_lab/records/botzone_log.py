"""Botzone's own log of a match: what the judge put out and what the players answered, in turn."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_bot.tiles import codes_of
from mj_lab.game.result import HUANG
from mj_lab.records.json_value import parse_json
from mj_lab.records.match import FanLine, Match, MatchResult

GAME_NAME = "Chinese-Standard-Mahjong"
OK = "OK"


class _Rows(NamedTuple):
    requests: list[tuple[str, ...]]
    responses: list[tuple[str, ...]]
    verdicts: list[tuple[int, int, str]]
    finish: dict[str, Any]


def from_botzone(record: dict[str, Any]) -> Match:
    """The match in a Botzone log: an object with `initdata` and `log`.

    Raises ValueError with the place if it is none.
    """
    log = record.get("log", record.get("logs"))
    if not isinstance(log, list) or not log:
        raise ValueError("neither a match line (requests, responses) nor a Botzone log (log)")
    initdata = record.get("initdata")
    if isinstance(initdata, str):
        initdata = parse_json(initdata.encode())
    if not isinstance(initdata, dict) or "walltiles" not in initdata:
        raise ValueError("initdata: no walltiles")
    rows = _rows(log)
    scores = _by_seat(rows.finish.get("content"), "finish.content")
    return Match(
        id=str(record.get("_id", record.get("id", ""))),
        players=tuple(str(player.get("name", "")) for player in record.get("players", [])),
        quan=int(initdata.get("quan", 0)),
        wall=initdata["walltiles"],
        requests=tuple(rows.requests),
        responses=tuple(rows.responses),
        verdicts=tuple(rows.verdicts),
        scores=tuple(int(score) for score in scores),
        result=_result_of_display(rows.finish.get("display")),
    )


def _rows(log: list[Any]) -> _Rows:
    rows = _Rows([], [], [], {})
    for place, entry in enumerate(log):
        output = entry.get("output") if isinstance(entry, dict) else None
        if not isinstance(output, dict):
            responses, bad = _responses_of(entry, place)
            rows.verdicts.extend((len(rows.responses), seat, verdict) for seat, verdict in bad)
            rows.responses.append(responses)
        elif output.get("command") == "finish":
            return rows._replace(finish=output)
        else:
            content = _by_seat(output.get("content"), f"log[{place}].output.content")
            rows.requests.append(tuple(str(text) for text in content))
    raise ValueError("log: the judge did not finish")


def _by_seat(content: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(content, dict) or any(str(seat) not in content for seat in range(SEATS)):
        raise ValueError(f"{where}: expected the seats 0-3")
    return tuple(content[str(seat)] for seat in range(SEATS))


def _responses_of(entry: Any, place: int) -> tuple[tuple[str, ...], list[tuple[int, str]]]:
    row, bad = [], []
    for seat, reply in enumerate(_by_seat(entry, f"log[{place}]")):
        verdict = str(reply.get("verdict", OK))
        response = reply.get("response", reply.get("content", ""))
        row.append(response if isinstance(response, str) else json.dumps(response))
        if verdict != OK:
            bad.append((seat, verdict))
    return tuple(row), bad


def _result_of_display(display: Any) -> MatchResult:
    if not isinstance(display, dict) or "action" not in display:
        raise ValueError("finish.display: no action")
    fans = display.get("fan")
    lines = None
    if isinstance(fans, list):
        lines = tuple(
            FanLine(name=fan["name"], times=fan.get("cnt", 1), value=fan["value"]) for fan in fans
        )
    return MatchResult(
        action=str(display["action"]),
        player=display.get("player") if display["action"] != HUANG else None,
        fan_total=display.get("fanCnt"),
        fans=lines,
    )


def to_botzone(match: Match) -> dict[str, Any]:
    """One match as Botzone's own log: the judge's outputs and the players' answers in turn.

    Raises ValueError if a request is none.
    """
    verdicts = {(turn, seat): verdict for turn, seat, verdict in match.verdicts}
    log: list[dict[str, Any]] = []
    for turn, (requests, responses) in enumerate(zip(match.requests, match.responses, strict=True)):
        content = {str(seat): text for seat, text in enumerate(requests)}
        output = {"command": "request", "content": content, "display": _display(match, turn)}
        log.append({"verdict": OK, "output": output})
        log.append(
            {
                str(seat): {"verdict": verdicts.get((turn, seat), OK), "response": text}
                for seat, text in enumerate(responses)
            }
        )
    scores = {str(seat): score for seat, score in enumerate(match.scores)}
    finish = {"command": "finish", "content": scores, "display": _final_display(match)}
    log.append({"verdict": OK, "output": finish})
    initdata = {"walltiles": codes_of(match.wall), "quan": match.quan, "srand": 0}
    return {
        "_id": match.id,
        "game": GAME_NAME,
        "players": [{"name": name} for name in match.players],
        "scores": list(match.scores),
        "initdata": initdata,
        "log": log,
    }


def _display(match: Match, turn: int) -> dict[str, Any]:
    """What Botzone's viewer reads of a turn: the action, its seat and its tile."""
    if turn == 0:
        return {"action": "INIT", "quan": match.quan}
    if turn == 1:
        return {"action": "DEAL", "hand": [row.split()[5:18] for row in match.requests[turn]]}
    row = match.requests[turn]
    drawn = next((text.split() for text in row if text.startswith("2 ")), None)
    words = row[0].split()
    if len(words if drawn is None else [*drawn, ""]) < 3:
        raise ValueError(f"turn {turn}: no request: {row[0]!r:.60}")
    if drawn is not None:
        seat = next(seat for seat, text in enumerate(row) if text.startswith("2 "))
        return {"action": "DRAW", "player": seat, "tile": drawn[1]}
    shown: dict[str, Any] = {"action": words[2], "player": int(words[1])}
    if len(words) > 3:
        shown["tile"] = words[-1]
    if len(words) > 4:
        shown["tileCHI"] = words[3]
    return shown


def _final_display(match: Match) -> dict[str, Any]:
    result = match.result
    display: dict[str, Any] = {"action": result.action, "score": list(match.scores)}
    if result.player is not None:
        display["player"] = result.player
    if result.fan_total is not None:
        display["fanCnt"] = result.fan_total
    if result.fans is not None:
        display["fan"] = [
            {"name": fan.name, "cnt": fan.times, "value": fan.value} for fan in result.fans
        ]
    return display
