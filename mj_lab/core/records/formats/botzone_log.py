"""Botzone's own log of a match: judge outputs and player answers in turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from mj_bot.events import BUHUA, DRAW, HAND_SIZE, SEATS
from mj_bot.state import WALL_SIZE, WALL_SIZE_WITH_FLOWERS
from mj_bot.tiles import codes_of, is_flower, tile_of, tiles_of
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.hand import RecordedHand, Step
from mj_lab.core.records.hand_at_table import wall_of
from mj_lab.core.records.json_value import parse_json
from mj_lab.core.records.match import BESIDE_BOTZONE, MOST_NUMBER, FanLine, Match, MatchResult

GAME_NAME = "Chinese-Standard-Mahjong"
ME = "me"  # The name of a player who uses the local AI interface, among the bots of a match.
OK = "OK"
# Fields that Botzone's own records lack and that are parsed here, not copied as they are.
_ELSEWHERE = {"wall_known", "common_wall", "debug", "times", "known_as"}
# Where a player's names and ids are, in the player, its bot or its user.
_NAMES = ("name", "id", "_id", "$oid", "bot", "user")


class _Rows(NamedTuple):
    requests: list[tuple[str, ...]]
    responses: list[tuple[str, ...]]
    verdicts: list[tuple[int, int, str]]
    debug: list[tuple[int, int, str]]
    times: list[tuple[float | None, ...]]
    finish: dict[str, Any]


def from_botzone(record: dict[str, Any]) -> Match:
    """The match in a Botzone log: an object with `log`, and sometimes `initdata`.

    Without a recorded wall, builds one in which each seat draws what the record shows. Raises
    ValueError, with the place, if it is not such a log.
    """
    log = record.get("log", record.get("logs"))
    if isinstance(log, str):
        log = parse_json(log.encode())
    if not isinstance(log, list) or not log:
        raise ValueError("neither a match line (requests, responses) nor a Botzone log (log)")
    initdata = _initdata(record.get("initdata"))
    rows = _rows(log)
    scores = _by_seat(rows.finish.get("content"), "finish.content")
    quan = int(initdata.get("quan", _quan_of(rows)))
    wall = initdata.get("walltiles")
    is_common = initdata.get("common_wall") is True
    players = _players_of(record.get("players"))
    return Match(
        id=_id_of(record),
        players=players,
        known_as=record.get("known_as") or _known_as(record.get("players"), players),
        quan=quan,
        common_wall=is_common,
        wall=wall if wall else _made_wall(rows, quan, is_common),
        requests=tuple(rows.requests),
        responses=tuple(rows.responses),
        verdicts=tuple(rows.verdicts),
        debug=tuple(rows.debug),
        times=tuple(rows.times) if any(map(any, rows.times)) else (),
        wall_known=bool(wall) and record.get("wall_known") is not False,
        **{name: record[name] for name in BESIDE_BOTZONE - _ELSEWHERE if name in record},
        scores=tuple(int(score) for score in scores),
        result=_result_of_display(rows.finish.get("display")),
    )


def is_log_entry(entry: Any) -> bool:
    """Whether this is an entry of a log (a log may be a bare list of them), not a match."""
    return isinstance(entry, dict) and isinstance(entry.get("output"), dict) and "log" not in entry


def _initdata(value: Any) -> dict[str, Any]:
    """A match's initial data: given as an object, as its text, or not at all."""
    if isinstance(value, str):
        try:
            value = parse_json(value.encode()) if value.strip() else {}
        except ValueError as error:
            raise ValueError(f"initdata: {error}") from None
    if value is None or value == []:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"initdata: expected an object, found {type(value).__name__}")
    return value


def _id_of(record: dict[str, Any]) -> str:
    value = record.get("_id", record.get("id", ""))
    return _named(value.get("$oid", "") if isinstance(value, dict) else value)


def _named(value: Any) -> str:
    """A name or an id as text; "" for anything else."""
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def _players_of(value: Any) -> tuple[str, ...]:
    """The names of the players, else of their bots, else of their users."""
    names = []
    for player in value if isinstance(value, list) else ():
        inner = player
        for key in ("bot", "user"):
            if (
                isinstance(player, dict)
                and "name" not in player
                and isinstance(player.get(key), dict)
            ):
                inner = player[key]
                break
        names.append(_named(inner.get("name", "") if isinstance(inner, dict) else inner))
    return tuple(names)


def _known_as(value: Any, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """By seat, a player's other names and ids."""
    if not isinstance(value, list) or len(value) != SEATS:
        return ()
    known = [
        tuple(name for name in dict.fromkeys(_names_in(player)) if name not in ("", shown))
        for player, shown in zip(value, players, strict=True)
    ]
    return tuple(known) if any(known) else ()


def _names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key in _NAMES:
            if key in value:
                yield from _names_in(value[key])
    else:
        yield _named(value)


def _quan_of(rows: _Rows) -> int:
    words = rows.requests[0][0].split() if rows.requests else []
    if len(words) != 3 or words[0] != "0" or words[2] not in ("0", "1", "2", "3"):
        raise ValueError("neither initdata nor the first request says the prevalent wind")
    return int(words[2])


def _made_wall(rows: _Rows, quan: int, common_wall: bool) -> tuple[int, ...]:
    """A wall in which each seat draws the tiles it draws in the requests."""
    if len(rows.requests) < 2:
        raise ValueError("no deal, and initdata has no walltiles")
    deals = [row.split() for row in rows.requests[1]]
    counts = tuple(int(count) for count in deals[0][1:5])
    steps = []
    for requests in rows.requests[2:]:
        own = [seat for seat, text in enumerate(requests) if text.startswith("2 ")]
        words = requests[0].split()
        if own:
            steps.append(Step(DRAW, own[0], tile_of(requests[own[0]].split()[1])))
        elif len(words) > 3 and words[2] == BUHUA:
            steps.append(Step(DRAW, int(words[1]), tile_of(words[3])))
    flowers = sum(counts) or any(step.tile is not None and is_flower(step.tile) for step in steps)
    hand = RecordedHand(
        "",
        quan,
        tuple(tuple(tiles_of(" ".join(words[5 : 5 + HAND_SIZE]))) for words in deals),
        counts,
        WALL_SIZE_WITH_FLOWERS if flowers else WALL_SIZE,
        tuple(steps),
        drawn=False,
        dealt_flowers=_dealt_flowers(deals[0][5 + HAND_SIZE :], counts),
        common_wall=common_wall,
    )
    return wall_of(hand)


def _rows(log: list[Any]) -> _Rows:
    rows = _Rows([], [], [], [], [], {})
    for index, entry in enumerate(log):
        output = entry.get("output") if isinstance(entry, dict) else None
        if not isinstance(output, dict):
            _add_answers(rows, entry, index)
        elif output.get("command") == "finish":
            return rows._replace(finish=output)
        else:
            content = _by_seat(output.get("content"), f"log[{index}].output.content")
            if not all(isinstance(text, str) for text in content):
                raise ValueError(f"log[{index}].output.content: expected texts")
            rows.requests.append(content)
    raise ValueError("log: the judge did not finish")


def _by_seat(content: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(content, dict) or any(str(seat) not in content for seat in range(SEATS)):
        raise ValueError(f"{where}: expected the seats 0-3")
    return tuple(content[str(seat)] for seat in range(SEATS))


def _add_answers(rows: _Rows, entry: Any, index: int) -> None:
    turn, row = len(rows.responses), []
    replies = _by_seat(entry, f"log[{index}]")
    for seat, reply in enumerate(replies):
        if not isinstance(reply, dict):
            raise ValueError(f"log[{index}]: expected an object of seat {seat}")
        verdict = reply.get("verdict", OK)
        if not isinstance(verdict, str):
            raise ValueError(f"log[{index}]: expected a text as verdict of seat {seat}")
        row.append(_text_of(reply.get("response", reply.get("content", ""))))
        if verdict != OK:
            rows.verdicts.append((turn, seat, verdict))
        if reply.get("debug"):
            rows.debug.append((turn, seat, _text_of(reply["debug"])))
    rows.responses.append(tuple(row))
    rows.times.append(tuple([_milliseconds(reply.get("time")) for reply in replies]))


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _milliseconds(value: Any) -> float | None:
    """The time of an answer; None if it is not a time."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= MOST_NUMBER else None


def _result_of_display(display: Any) -> MatchResult:
    if not isinstance(display, dict) or not isinstance(display.get("action"), str):
        raise ValueError("finish.display: no action")
    fans = display.get("fan")
    lines = None
    if isinstance(fans, list):
        lines = tuple(
            FanLine(name=fan["name"], times=fan.get("cnt", 1), value=fan["value"]) for fan in fans
        )
    return MatchResult(
        action=display["action"],
        player=display.get("player") if display["action"] != HUANG else None,
        fan_total=display.get("fanCnt"),
        fans=lines,
    )


def _dealt_flowers(codes: list[str], counts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Dealt flowers by seat, if the deal lists all seats'; older logs list only the seat's own."""
    if len(codes) != sum(counts):
        return ()
    listed = iter(tiles_of(" ".join(codes)))
    return tuple(tuple(next(listed) for _ in range(count)) for count in counts)


def to_botzone(match: Match) -> dict[str, Any]:
    """One match as Botzone's own log: the judge's outputs and the players' answers in turn.

    Raises ValueError for a line that is not a request.
    """
    verdicts = {(turn, seat): verdict for turn, seat, verdict in match.verdicts}
    debug = {(turn, seat): text for turn, seat, text in match.debug}
    times = {
        (turn, seat): time for turn, row in enumerate(match.times) for seat, time in enumerate(row)
    }
    log: list[dict[str, Any]] = []
    for turn, (requests, responses) in enumerate(zip(match.requests, match.responses, strict=True)):
        content = {str(seat): text for seat, text in enumerate(requests)}
        output = {"command": "request", "content": content, "display": _display(match, turn)}
        log.append({"verdict": OK, "output": output})
        answers: dict[str, dict[str, Any]] = {}
        for seat, text in enumerate(responses):
            beside = {"debug": debug.get((turn, seat)), "time": times.get((turn, seat))}
            answers[str(seat)] = {
                "verdict": verdicts.get((turn, seat), OK),
                "response": text,
                **{name: value for name, value in beside.items() if value is not None},
            }
        log.append(answers)
    scores = {str(seat): score for seat, score in enumerate(match.scores)}
    finish = {"command": "finish", "content": scores, "display": _final_display(match)}
    log.append({"verdict": OK, "output": finish})
    initdata = {"walltiles": codes_of(match.wall), "quan": match.quan, "srand": 0}
    if match.common_wall:
        initdata["common_wall"] = True
    in_the_log = ("common_wall", "debug", "times")
    return {
        **{name: value for name, value in match.beside_botzone().items() if name not in in_the_log},
        "_id": match.id,
        "game": GAME_NAME,
        "players": [{"name": name} for name in match.players],
        "scores": list(match.scores),
        "initdata": initdata,
        "log": log,
    }


def _display(match: Match, turn: int) -> dict[str, Any]:
    """A turn for Botzone's viewer: action, seat and tile."""
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
