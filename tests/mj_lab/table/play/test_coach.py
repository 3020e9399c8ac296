"""The coach: it says what a review of the game says, and knows what its seat may know."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from mj_bot.events import PLAY
from mj_bot.shanten.shanten import least
from mj_bot.state import GameState
from mj_bot.tiles import code_of, tile_of
from mj_engine.odds import effective_tiles
from mj_lab.core.game.seating import PERSON
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.review.replay.choices import choices_of_seat
from mj_lab.table.play import coach as coach_module
from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.coach import Coaches, coached
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable, restored
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import answer_all, eager, live_tables, opened, table_of
from tests.mj_lab.table.play.test_hidden_information import other_world, repeat, replayed
from tests.mj_lab.table.play.test_live_table import alone
from tests.mj_lab.web.server.staged import SCENES, stage

QUICK = "rule_based"


@pytest.fixture(autouse=True)
def quick_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_module, "ADVISER", QUICK)


def own_choices(table: PlayTable, seat: int, turn: int) -> str:
    """All that the coach and the count of effective tiles say to a seat, as text."""
    state = table.hand.sights[seat].state.copy()
    said = coached(0, turn, state).before() if seat in table.hand.open_seats() else None
    return json.dumps([said, effective_tiles(state)], sort_keys=True)


def test_what_it_says_does_not_depend_on_what_the_seat_may_not_know(tmp_path: Path) -> None:
    """In two worlds that this seat cannot distinguish it says the same, letter by letter."""
    compared = 0
    for seed in range(2):
        chance = random.Random(seed)
        table = table_of(tmp_path, seed)
        seat, end = seed, 16 + 6 * seed
        said = {}
        while not table.hand.is_over and table.hand.turn < end:
            said[table.hand.turn] = own_choices(table, seat, table.hand.turn)
            for _ in answer_all(table, chance):
                pass
            table.go_on()
        last = max(said)
        wall = other_world(table.hand.game, seat, chance)
        other = replayed(tmp_path, f"{seed}", table, wall)
        assert other.hand.game.wall != table.hand.game.wall
        for turn in range(1, last + 1):
            assert own_choices(other, seat, turn) == said[turn], (seed, turn)
            compared += 1
            if turn < last:
                repeat(table, other, turn)
                other.hand.go_on()
    assert compared > 30


def test_a_mark_is_what_the_review_of_the_game_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held against the review, which reads the match file: choice, points lost, grade, reason."""
    monkeypatch.setattr(coach_module, "ADVISER", ADVISER)
    store = PlayStore(tmp_path / "t.db")
    stage(store, "short", SCENES["pung"], 18)

    async def play() -> tuple[PlayTable, dict[int, Any], list[Any]]:
        table = restored(store, "short")
        told_more = asyncio.Event()
        coaches = Coaches(table, ThinkingShare(1), told_more.set)
        coaches.set_mode(1, "before")
        marks: dict[int, Any] = {}
        advice = []
        chance = random.Random(3)
        while not table.hand.is_over:
            coaches.look()
            turn = table.hand.turn
            if 1 in table.hand.open_seats():
                while (coaches.says(1) or {}).get("advice") is None:
                    told_more.clear()
                    await told_more.wait()
                told = coaches.says(1)
                assert told is not None and told["advice"]["turn"] == turn
                advice.append((turn, told["advice"]))
                action = eager(table.hand, 1, chance)
                table.answer(1, 0, turn, str(action))
                coaches.answered(1, 0, turn, action)
                told = coaches.says(1)
                assert told is not None and told["advice"] is None
                marks[turn] = told["mark"]
            for seat in table.hand.open_seats():
                table.hand.reply(seat, table.hand.think(seat))
            table.go_on()
        return table, marks, advice

    table, marks, advice = alone(play())
    reviewed = choices_of_seat(table.match(), 1, asked_by_name(ADVISER))
    of_turn = {one["turn"]: one for one in reviewed}
    assert len(marks) >= 5
    for turn, mark in marks.items():
        told = of_turn[turn]
        assert (mark["hand"], mark["turn"], mark["played"]) == (0, turn, told["played"])
        for key in ("choice", "agrees", "lost", "grade", "reason"):
            assert mark.get(key) == told.get(key), (turn, key)
    for turn, said in advice:
        assert said["candidates"] == of_turn[turn]["candidates"]
        assert said["choice"] == of_turn[turn]["choice"]
    store.close()


def test_where_others_play_no_coach_helps(tmp_path: Path) -> None:
    async def play() -> None:
        with live_tables(tmp_path) as tables:
            players = (PERSON, PERSON, "random", "random")
            running = await opened(tables, TableSettings(players, pace=0))
            for mode in ("before", "after"):
                with pytest.raises(AnswerRefusedError, match="one person"):
                    running.coaches.set_mode(1, mode)
            with pytest.raises(AnswerRefusedError, match="none of the words"):
                running.coaches.set_mode(1, "loud")
            assert running.note(1)["coach"] is None and running.note(None)["coach"] is None
            with pytest.raises(AnswerRefusedError, match="not on"):
                await running.effective(1, 0, 99)

    alone(play())


def least_after(state: GameState, code: str) -> dict[str, Any]:
    """The shanten of mj_bot and its effective tiles after a discard."""
    hand = list(state.hand)
    hand[tile_of(code)] -= 1
    distance, tiles, forms = least(hand, len(state.own_melds))
    left = {code_of(tile): state.unseen[tile] for tile in tiles if state.unseen[tile]}
    assert distance or left, "where all that it waits for is gone the table says dead"
    names = [name for name, _ in forms]
    return {"shanten": distance, "effective": left, "copies": sum(left.values()), "forms": names}


def test_effective_tiles_are_mj_bots(tmp_path: Path) -> None:
    """And no discard that is left out is nearer, to a win or to 8 fan."""
    table = table_of(tmp_path, 2)
    chance = random.Random(2)
    draws = 0
    while not table.hand.is_over and draws < 12:
        for seat in table.hand.open_seats():
            state = table.hand.sights[seat].state
            if state.drawn is None:
                continue
            draws += 1
            rows = effective_tiles(state)
            told = {row["tile"]: row for row in rows}
            order = [(row["eight"]["shanten"], row["shanten"]) for row in rows]
            assert order == sorted(order)
            legal = {str(one) for one in table.hand.sights[seat].state.legal or ()}
            plays = [one.split()[1] for one in legal if one.startswith(PLAY)]
            left = {code: least_after(state, code) for code in plays}
            least = min(row["shanten"] for row in left.values())
            nearest = order[0][0]
            assert {code for code, row in left.items() if row["shanten"] == least} <= told.keys()
            for code, row in told.items():
                assert row.items() >= left[code].items()
                assert row["shanten"] == least or row["eight"]["shanten"] == nearest
        for _ in answer_all(table, chance):
            pass
        table.go_on()
    assert draws == 12
