"""A table whose hand begins in a record: played on, restored, saved, held against the record."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_bot.events import PASSING, SEATS, Action
from mj_bot.state import GameState
from mj_lab.core.game.seating import PERSON
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.hands.names import hand_named
from mj_lab.table.play.hands.resumed_hand import BegunHand, begin_at
from mj_lab.table.play.play_table import PlayTable, new_table, restored
from mj_lab.table.play.same_wall import HandInstead, duplicate_scores, keep
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.table.play.playing import answer_all, play_hand

BOT = "greedy"


def everything(table: PlayTable, seat: int) -> str:
    """To the person and to spectators: what bots have answered in this turn is not on disk yet."""
    return json.dumps([table.message(viewer) for viewer in (None, seat)], sort_keys=True)


def begun_in(match: Match, seat: int, place: int) -> BegunHand:
    turns = [decision.turn for decision in decisions_of_seat(match, seat)]
    return begin_at(match, seat, turns[place], random.Random(0))


def table_at(folder: Path, begun: BegunHand, bot: str = BOT) -> PlayTable:
    players = tuple(PERSON if seat == begun.seat else bot for seat in range(SEATS))
    store = PlayStore(folder / "t.db")
    return new_table(store, TableSettings(players), folder / "saved", begun=begun)[0]


@pytest.mark.parametrize("common", [False, True])
@pytest.mark.parametrize("seat", range(SEATS))
def test_it_is_played_on_and_restored_at_any_turn(tmp_path: Path, seat: int, common: bool) -> None:
    match = next(judged_games(1, flowers=common, common_wall=common))
    begun = begun_in(match, seat, 5)
    table = table_at(tmp_path, begun)
    chance, moments = random.Random(2 * seat + common), 0
    first = table.message(seat)
    assert (first["turn"], first["seat"], first["begun"]) == (begun.turn, seat, True)
    assert first["ask"] is not None and first["result"] is None
    while not table.hand.is_over:
        for _ in answer_all(table, chance):
            if chance.random() > 0.3 and moments:
                continue
            store = PlayStore(tmp_path / "t.db")
            again = restored(store, table.id, tmp_path / "saved")
            assert everything(again, seat) == everything(table, seat)
            assert again.hand.turns == table.hand.turns
            store.close()
            moments += 1
        table.go_on()
    assert moments > 4
    result = table.message(seat)["result"]
    assert result["record"] == {
        "scores": list(match.scores),
        "turn": begun.turn,
        "penalties": False,
        "wall_known": True,
    }
    (saved,) = read_matches(tmp_path / "saved" / f"table-{table.id}-1-again.jsonl")
    assert disagreement(saved) is None
    assert list(saved.scores) == result["scores"]
    assert (saved.wall, saved.common_wall) == (match.wall, common)
    assert saved.requests[: begun.turn + 1] == match.requests[: begun.turn + 1]
    assert saved.responses[: begun.turn] == match.responses[: begun.turn]
    named = hand_named(saved.id)
    assert named is not None and named.again and not named.instead


def test_another_table_begins_with_a_deal(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    table, _ = new_table(store, TableSettings((PERSON, BOT, BOT, BOT)))
    assert table.message(0)["begun"] is False
    play_hand(table, random.Random(1))
    assert table.message(0)["result"]["record"] is None
    assert table.hand_name(0) == f"table-{table.id}-1"
    store.close()


class Listening:
    """Passes, or discards what it drew, and keeps what it heard of the game."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def loading(self, state: GameState, seat: int, action: Action) -> None:
        self.heard.append(f"{len(state.discards[seat])} {seat} {action}")

    def __call__(self, state: GameState) -> Action:
        return PASSING if state.drawn is None else Action("PLAY", state.drawn)


def test_tactics_hear_what_came_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minds: dict[int, Listening] = {}

    def load(_name: str, seed: int) -> Listening:
        return minds.setdefault(seed, Listening())

    monkeypatch.setattr(tactics, "load", load)
    match = next(judged_games(1))
    begun = begun_in(match, 2, 8)
    table = table_at(tmp_path, begun)
    assert set(minds) == {0, 1, 3}
    for player, mind in minds.items():
        view, expected = seat_of(match, player), Listening()
        for turn, _ in view.states(expected.loading):
            if turn == begun.turn:
                break
        assert mind.heard == expected.heard and len(mind.heard) > 8
    play_hand(table, random.Random(1))


def test_the_bot_in_that_seat_plays_on_from_there_too_and_no_score_counts_it(
    tmp_path: Path,
) -> None:
    """Who answers as the tactic does gets the same game from it."""
    match = next(judged_games(1))
    begun = begun_in(match, 1, 6)
    table = table_at(tmp_path, begun)
    mine = tactics.load(BOT, seed=1)
    while not table.hand.is_over:
        for seat in table.hand.open_seats():
            if seat == 1:
                answer = mine(table.hand.sights[1].state)
                table.answer(1, 0, table.hand.turn, str(answer))
            else:
                table.hand.reply(seat, table.hand.think(seat))
        table.go_on()
    instead = HandInstead(table.settings.players, 0, table.kept_hand(0), 1, BOT)
    while not instead.is_over:
        instead.go_on()
    assert instead.alone and instead.parts is None
    assert instead.scores == list(table.hand.game.scores)
    keep(table, instead, 0, 1, BOT)
    (path,) = (tmp_path / "saved" / "same_wall").iterdir()
    (saved,) = read_matches(path)
    assert disagreement(saved) is None and saved.responses == table.match().responses
    store = PlayStore(tmp_path / "t.db")
    assert len(store.same_walls(table.id)) == 1
    # Who plays on from a record may know all hands and the wall.
    assert duplicate_scores(store) == []
    store.close()


@pytest.mark.foreign
@pytest.mark.parametrize("name", ["tziakcha_match.json", "salasasa_native.json"])
def test_peoples_hands_are_played_to_their_end(
    data_folder: Path, tmp_path: Path, name: str
) -> None:
    chance, others = random.Random(5), 0
    matches = list(read_matches(data_folder / name))[:4]
    for number, match in enumerate(matches):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = table_at(folder, begun_in(match, number % SEATS, chance.choice((0, 3, -1))))
        play_hand(table, chance)
        (path,) = (folder / "saved").iterdir()
        (saved,) = read_matches(path)
        assert disagreement(saved) is None
        assert sum(saved.scores) == 0 and saved.standing == match.standing
        assert table.begun is not None
        told = table.message(table.begun.seat)["result"]["record"]["scores"]
        penalties = match.penalties or (0,) * SEATS
        assert [one + part for one, part in zip(told, penalties, strict=True)] == list(match.scores)
        others += saved.scores != match.scores
    assert others > 1
