"""Frames of a match, held against the judge that plays it again."""

import json
from collections import Counter
from typing import Any

import pytest

from mj_bot.events import BUGANG, CHI, GANG, HU, PENG, PLAY
from mj_bot.melds import Meld
from mj_bot.tiles import counts_of
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.frames import frames_of
from tests.recorded import Recorded


def lying(meld: Meld) -> list[Any]:
    """A meld as it lies, found apart from the engine."""
    tiles = list(meld.tiles())
    if meld.kind == CHI:
        claimed = meld.tiles()[meld.offer - 1]
        return [CHI, [claimed, *(tile for tile in tiles if tile != claimed)], 0, 0, 0]
    turned = {0: -1, 1: 0, 2: 1, 3: 2 if meld.kind == PENG or meld.added else 3}[meld.offer]
    return [meld.kind, tiles[: 3 if meld.added else 4], turned, meld.concealed, meld.added]


def against_the_judge(match: Match) -> None:
    """Plays a match again at our judge, and compares every frame with the table there."""
    frames = frames_of(match)
    game = Game(match.wall, match.quan)
    for turn in range(len(match.requests)):
        if turn:
            frame = frames[turn - 1]
            assert frame["turn"] == turn
            compare(frame, game)
        game.submit(match.replies(turn))
    assert frames[-1]["kind"] == "END"
    assert len(frames) == len(match.requests)
    json.dumps(frames, allow_nan=False)


def compare(frame: dict[str, Any], game: Game) -> None:
    event = game.event
    assert frame["kind"] == (event.kind if event else "DEAL")
    assert frame["walls"] == [len(wall) for wall in game.walls]
    assert [len(flowers) for flowers in frame["flowers"]] == game.flowers
    for seat in range(4):
        hand = list(frame["hands"][seat])
        if frame["drawn"] is not None and frame["seat"] == seat:
            hand.append(frame["drawn"])
        assert counts_of(hand) == game.hands[seat]
        assert frame["melds"][seat] == [lying(meld) for meld in game.melds[seat]]


@pytest.mark.parametrize("name", ["botzone_matches", "rare_games"])
def test_every_frame_is_the_judges_table(recorded: Recorded, name: str) -> None:
    for record in recorded(name)[:80]:
        against_the_judge(Match.model_validate(record))


def test_flowers_and_kongs(flowers_and_kongs: Match) -> None:
    against_the_judge(flowers_and_kongs)
    kinds = Counter(frame["kind"] for frame in frames_of(flowers_and_kongs))
    assert {"BUHUA", GANG, BUGANG} <= set(kinds)


def test_discards_are_those_of_the_events_and_claimed_by_who_took_them(recorded: Recorded) -> None:
    for record in recorded("botzone_matches"):
        rivers: list[list[list[int]]] = [[], [], [], []]
        for frame in frames_of(Match.model_validate(record))[:-1]:
            kind, seat = frame["kind"], frame["seat"]
            if frame.get("claimed") is not None:
                assert kind in (CHI, PENG, GANG)
                assert rivers[frame["giver"]][-1] == [frame["claimed"], -1]
                rivers[frame["giver"]][-1][1] = seat
            if kind in (PLAY, CHI, PENG):
                rivers[seat].append([frame["tile"], -1])
            assert frame["discards"] == rivers


@pytest.mark.thorough
def test_the_winning_tile_lies_with_the_winner(recorded: Recorded) -> None:
    robbed = 0
    for record in (*recorded("botzone_matches"), *recorded("rare_games")):
        match = Match.model_validate(record)
        end = frames_of(match)[-1]
        if match.result.action != HU:
            assert end["tile"] is None
            continue
        winner = match.result.player
        fans = {fan.name for fan in match.result.fans or ()}
        assert end["seat"] == winner
        assert end["drawn"] == end["tile"]
        assert len(end["hands"][winner]) == 13 - 3 * len(end["melds"][winner])
        assert ("giver" not in end) == (match.scores.count(-(match.result.fan_total or 0) - 8) == 3)
        assert end["robbed"] == ("抢杠和" in fans)
        robbed += end["robbed"]
        if "giver" in end and not end["robbed"]:
            assert end["discards"][end["giver"]][-1] == [end["tile"], winner]
    assert robbed


@pytest.mark.parametrize(
    ("turn", "seat", "text", "told"),
    [
        (0, 1, "0 2 0", "turn 0: "),
        (0, 1, "nonsense", "turn 0: no such request"),
        (1, 3, "3 0 DRAW", "turn 1: "),
        (2, 0, "3 0 DRAW", "turn 2: nobody knows the tile drawn"),
        (2, 0, "2 H1", "turn 2: "),
        (2, 1, "3 2 DRAW", "turn 2: the four seats were not sent the same request"),
        (3, 2, "3 0 PLAY F9", "turn 3: no such request"),
        (3, 2, "3 1 GANG", "turn 3: the four seats"),
    ],
)
def test_what_is_no_game(recorded: Recorded, turn: int, seat: int, text: str, told: str) -> None:
    record = recorded("botzone_matches")[0]
    requests = [list(row) for row in record["requests"]]
    requests[turn][seat] = text
    with pytest.raises(ValueError, match=told):
        frames_of(Match.model_validate({**record, "requests": requests}))


def test_too_long_to_be_a_game(recorded: Recorded) -> None:
    record = recorded("botzone_matches")[0]
    longer = {key: record[key] * 20 for key in ("requests", "responses")}
    with pytest.raises(ValueError, match="no game is that long"):
        frames_of(Match.model_validate({**record, **longer}))
