"""What is kept and counted of a game, against the records of games on Botzone."""

from collections import Counter

import pytest

from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import match_of_record
from mj_lab.core.runner.stored_unit import played_of, row_of
from mj_lab.core.runner.unit import GameRecord, Played, record_of
from mj_lab.measure.arena.tally import difference, mean_score, tally
from tests.recorded import Recorded


def kept(match: Match) -> GameRecord:
    game, turns = Game(match.wall, match.quan), []
    for place in range(len(match.responses)):
        replies = match.replies(place)
        turns.append(PlayedTurn(game.event, tuple(replies)))
        game.submit(replies)
    return record_of(game, turns, (0, 1, 2, 3))


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games"])
def test_records_and_counts_are_those_of_the_recorded_games(recorded: Recorded, name: str) -> None:
    matches = [match_of_record(record) for record in recorded(name)]
    games = [kept(match) for match in matches]
    for match, game in zip(matches, games, strict=True):
        assert game.scores == match.scores
        assert game.action == match.result.action
        if match.result.action == "HU":
            assert (game.player, game.fan) == (match.result.player, match.result.fan_total)
            assert (game.melds, game.turn) == told_by_requests(match, match.result.player)
        claims = tuple(told_by_requests(match, seat)[0] for seat in range(4))
        assert game.calls == claims
    for seat in range(4):
        counted = tally(games, seat)
        won = [m for m in matches if m.result.action == "HU" and m.result.player == seat]
        assert counted.wins == len(won)
        assert counted.score == sum(match.scores[seat] for match in matches)
        assert counted.seats == counted.call_seats == len(matches)
        assert counted.calls == sum(told_by_requests(m, seat)[0] > 0 for m in matches)
        assert counted.fans == Counter(fan.name for m in won for fan in m.result.fans or ())
        # Who paid more than the others of a win's losers gave the tile.
        assert counted.deal_ins == sum(
            match.result.action == "HU"
            and match.scores[seat] == min(match.scores)
            and list(match.scores).count(match.scores[seat]) == 1
            for match in matches
        )
        assert counted.self_drawn == sum(len(set(match.scores)) == 2 for match in won)
        assert counted.faults == Counter(
            match.result.action
            for match in matches
            if match.result.action not in ("HU", "HUANG") and match.result.player == seat
        )


def told_by_requests(match: Match, seat: int | None) -> tuple[int, int]:
    """A seat's claims and discards, counted in the words that another seat was sent."""
    assert seat is not None
    words = [row[(seat + 1) % 4].split() for row in match.requests]
    own = [line for line in words if line[:2] == ["3", str(seat)]]
    discards = sum(line[2] in ("PLAY", "PENG", "CHI") for line in own)
    claims = sum(line[2] in ("PENG", "CHI") for line in own)
    for before, line in zip(words, words[1:], strict=False):
        if line[:3] == ["3", str(seat), "GANG"]:
            claims += before[2] != "DRAW"
    return claims, discards


def test_a_player_with_two_seats_counts_twice() -> None:
    game = GameRecord((0, 1, 0, 1), (30, -8, -14, -8), "HU", 0, 2, 6 + 8, (("花龙", 1, 8),), 1, 9)
    mine, theirs = tally([game], 0), tally([game], 1)
    assert (mine.seats, mine.wins, mine.deal_ins, mine.score) == (2, 1, 1, 16)
    assert (theirs.seats, theirs.wins, theirs.deal_ins, theirs.score) == (2, 0, 0, -16)
    assert mean_score([game], 0) == 8
    assert difference([game]) == 16
    assert theirs.figures().mean_fan is None
    assert theirs.figures().call_rate is None  # a record from before claims were kept
    called = game._replace(calls=(0, 1, 0, 2))
    assert tally([called], 0).figures().call_rate == 0
    assert tally([called, called, game], 1).figures().call_rate == 1


def test_1v3_is_compared_by_seat() -> None:
    game = GameRecord((1, 0, 1, 1), (-8, 32, -8, -16), "HU", 1, 3, 8)
    assert difference([game]) == 32 + 32 / 3


def test_json_keeps_a_record() -> None:
    fans = (("花龙", 1, 8),)
    full = GameRecord(
        (0, 1, 0, 1), (30, -8, -14, -8), "HU", 0, 2, 14, fans, 0, 0, calls=(0, 1, 0, 2)
    )
    bare = GameRecord((0, 1, 0, 1), (0, 0, 0, 0), "HUANG")
    for game in (full, bare):
        assert played_of(row_of(Played("0", [game], [])), {}).games == [game]
    assert bare.to_json() == {"seating": (0, 1, 0, 1), "scores": (0, 0, 0, 0), "action": "HUANG"}
