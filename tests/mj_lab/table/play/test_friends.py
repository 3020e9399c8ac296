"""A table of people while it runs: it waits, a bot takes a seat, the person comes back or not."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mj_bot.events import DRAW, PASS, PLAY, Action
from mj_lab.core.game.seating import PERSON
from mj_lab.table.play import live_table as running_module
from mj_lab.table.play.at_table.comparing import Comparing
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.live_table import RunningTable, claim_seconds
from mj_lab.table.play.running_tables import RunningTables
from mj_lab.table.play.store import TokenHolder
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import eager, live_tables, opened, until
from tests.mj_lab.table.play.test_live_table import InstantLoop, alone, quiet

PACE = 0.8
ALONE_FOUR = TableSettings((PERSON, *["random"] * 3), hands=4, pace=PACE, wall_seed=4)
CLOCK = 30.0
TWO = TableSettings((PERSON, PERSON, "random", "random"), pace=PACE, wall_seed=4, host=0)


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`at_table(story)`: a new table of two friends and two bots, on a clock that does not wait.

    Or with other settings: `at_table(story, settings)`.
    """
    # Whoever left is played for by a quick tactic: the real one would only think longer.
    monkeypatch.setattr(running_module, "DEFAULT", "greedy")

    def run(
        story: Callable[[RunningTable], Awaitable[None]], settings: TableSettings = TWO
    ) -> None:
        async def play() -> None:
            with live_tables(tmp_path) as tables:
                await story(await opened(tables, settings))

        alone(play(), InstantLoop())

    return run


async def answers(running: RunningTable, player: int, until: Callable[[], bool]) -> None:
    """A person answers whatever is asked, claims included, until something is so."""
    chance = random.Random(player)
    while not until():
        changed, table = running.changed, running.table
        seat = table.seat(player)
        if not table.hand.is_over and seat in table.hand.open_seats():
            action = eager(table.hand, seat, chance)
            running.answer(player, table.hand_number, table.hand.turn, str(action))
        else:
            await changed.wait()


def test_the_first_hand_waits_until_both_are_here(at_table: Callable[..., None]) -> None:
    async def story(running: RunningTable) -> None:
        running.come(0)
        before = running.table.sequence
        await quiet()
        assert running.table.sequence == before
        note = running.note(0)
        assert (note["lobby"], note["may_start"]) == (True, True)
        assert running.note(1)["may_start"] is running.note(None)["may_start"] is False
        assert note["presences"] == ["here", "away", "bot", "bot"]
        running.come(1)
        await quiet(1.0)
        assert running.table.sequence > before
        assert running.note(0)["lobby"] is False

    at_table(story)


def test_a_friend_leaves_a_bot_plays_on_and_he_comes_back(at_table: Callable[..., None]) -> None:
    async def story(running: RunningTable) -> None:
        table = running.table
        running.come(0)
        running.come(1)
        # He leaves while it is his turn: nothing waits for him any more.
        both = [
            asyncio.create_task(answers(running, 0, lambda: table.hand.is_over)),
            asyncio.create_task(answers(running, 1, lambda: table.hand.turn >= 12)),
        ]
        await both[1]
        await until(running, lambda: table.seat(1) in table.hand.open_seats())
        left_at = table.hand.turn
        await quiet()
        assert table.hand.turn == left_at
        running.attend(1, "leave")
        with pytest.raises(AnswerRefusedError):
            running.attend(0, "replace", 1)  # He has left already.
        await until(running, lambda: table.hand.is_over or table.hand.turn >= left_at + 24)
        assert not table.hand.is_over
        own = [turn.replies[table.seat(1)] for turn in table.hand.turns[left_at:]]
        assert sum(isinstance(one, Action) and one.kind == PLAY for one in own) >= 2
        running.attend(1, "back")
        await until(running, lambda: table.seat(1) in table.hand.open_seats())
        back_at = table.hand.turn
        await quiet()
        assert table.hand.turn == back_at
        both.append(asyncio.create_task(answers(running, 1, lambda: table.hand.is_over)))
        await asyncio.gather(*both)
        assert table.hand.is_over

    at_table(story)


@pytest.mark.parametrize("passes", [0.0, 0.6, None], ids=["at once", "late", "never"])
def test_between_two_friends_a_discard_lies_as_long_whatever_they_can_do(
    at_table: Callable[..., None], passes: float | None
) -> None:
    """passes: after how many seconds who could claim says that it does not."""

    async def story(running: RunningTable) -> None:
        table, loop = running.table, asyncio.get_running_loop()
        running.come(0)
        running.come(1)
        stayed: dict[bool, list[float]] = {True: [], False: []}
        while not table.hand.is_over and table.hand.turn < 60:
            turn, begun, hand = table.hand.turn, loop.time(), table.hand
            offered, could = hand.game.offered is not None, False
            while hand.turn == turn and not hand.is_over:
                changed = running.changed
                for player in (0, 1):
                    seat = table.seat(player)
                    if seat not in hand.open_seats():
                        continue
                    could = could or offered
                    if offered and passes is not None:
                        await quiet(passes)
                    if not offered or passes is not None:
                        running.answer(player, 0, turn, str(hand.stand_in(seat)))
                if hand.turn == turn and not hand.is_over:
                    await changed.wait()
            replies = hand.turns[turn].replies
            passed = all(isinstance(one, Action) and one.kind == PASS for one in replies)
            if offered and passed:
                stayed[could].append(loop.time() - begun)
        assert min(len(times) for times in stayed.values()) >= 3
        for times in stayed.values():
            assert times == pytest.approx([claim_seconds(PACE)] * len(times))

    at_table(story)


def test_a_server_that_ends_between_two_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats, who has left and who may start: the next server has them all."""
    monkeypatch.setattr(running_module, "DEFAULT", "greedy")
    tokens: dict[int | None, str] = {}

    async def first() -> None:
        with live_tables(tmp_path) as tables:
            tokens.update(await tables.begin(replace(TWO, pace=0)))
            running = await opened(tables, tokens[0])
            running.come(0)
            running.attend(0, "start")  # A bot plays for her friend, who is not there yet.
            await answers(running, 0, lambda: running.table.is_over)
            assert await tables.open(tokens[1]) == (running, TokenHolder(running.table.id, 1))
            running.again(0)
            running.again(0)  # Two pressed the button: there is one next match.
            await running.kept()
            assert len(tables.store.holders(tokens[0])) == 2
            with pytest.raises(AnswerRefusedError, match="not over"):
                (await opened_next(tables)).again(3)

    async def second() -> None:
        with live_tables(tmp_path) as tables:
            running = await opened_next(tables)
            assert running.note(3)["presences"] == ["left", "bot", "bot", "away"]
            assert running.note(3)["may_start"] and not running.note(0)["may_start"]
            running.come(3)
            before = running.table.sequence
            await until(running, lambda: running.table.sequence > before)

    async def opened_next(tables: RunningTables) -> RunningTable:
        found = await tables.open(tokens[0])
        assert found is not None and found[1].player == 3
        return found[0]

    for server in (first, second):
        alone(server(), InstantLoop())


def test_a_match_that_has_a_next_one_is_put_away_when_its_hands_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No token opens it any more, so they would never be."""
    replayed = []

    async def slow(_comparing: Comparing) -> None:
        await quiet(150)
        replayed.append(True)

    async def story() -> None:
        with live_tables(tmp_path, compare=True) as tables:
            running = await opened(tables, replace(TWO, pace=0))
            running.come(0)
            running.attend(0, "start")
            await answers(running, 0, lambda: running.table.is_over)
            running.again(0)
            tables.left(running, 0)
            await quiet(70)
            assert (tables.count, len(replayed)) == (1, 0)
            await quiet(200)
            assert (tables.count, len(replayed)) == (0, 1)

    monkeypatch.setattr(running_module, "DEFAULT", "greedy")
    monkeypatch.setattr(Comparing, "run", slow)
    alone(story(), InstantLoop())


def test_all_see_the_time_of_who_drew_and_nobody_that_of_who_could_claim(
    at_table: Callable[..., None],
) -> None:
    async def story(running: RunningTable) -> None:
        table, chance = running.table, random.Random(1)
        running.come(0)
        running.come(1)
        seen: dict[tuple[bool, bool], set[float | None]] = {}
        while not table.hand.is_over and table.hand.turn < 80:
            changed, hand = running.changed, table.hand
            drew = hand.game.event is not None and hand.game.event.kind == DRAW
            for player in (0, 1, None):
                asked = player is not None and table.seat(player) in hand.open_seats()
                people = any(table.is_person(seat) for seat in hand.open_seats())
                if running.deadline is not None and (people or not drew):
                    deadline = running.note(player)["deadline"]
                    seen.setdefault((drew, asked), set()).add(deadline)
            for player in (0, 1):
                if table.seat(player) in hand.open_seats() and running.deadline is not None:
                    action = eager(hand, table.seat(player), chance)
                    running.answer(player, 0, hand.turn, str(action))
            if changed is running.changed:
                await changed.wait()
        window = claim_seconds(PACE)
        assert seen == {
            (True, True): {CLOCK},
            (True, False): {CLOCK},
            (False, True): {window},
            (False, False): {None},
        }

    at_table(story, replace(TWO, clock=CLOCK))


def test_one_who_thinks_has_the_time_of_a_claim_and_then_passes(
    at_table: Callable[..., None],
) -> None:
    async def story(running: RunningTable) -> None:
        table, loop = running.table, asyncio.get_running_loop()
        running.come(0)
        running.come(1)
        for _ in range(200):
            hand = table.hand
            asked = [one for one in (0, 1) if table.seat(one) in hand.open_seats()]
            if asked and hand.game.offered is not None:
                break
            for player in asked:
                seat = table.seat(player)
                running.answer(player, 0, hand.turn, str(hand.stand_in(seat)))
            await running.changed.wait()
        turn, begun = table.hand.turn, loop.time()
        running.announce(asked[0], 0, turn)
        await until(running, lambda: table.hand.turn > turn)
        assert loop.time() - begun == pytest.approx(claim_seconds(PACE) + 20.0)

    at_table(story)


def test_where_one_plays_for_himself_alone_no_discard_has_to_lie(
    at_table: Callable[..., None],
) -> None:
    """His friend left: from then on bots keep the pace, as at a table of one person."""

    async def story(running: RunningTable) -> None:
        table, loop = running.table, asyncio.get_running_loop()
        running.come(0)
        running.come(1)
        running.attend(1, "leave")
        running.pass_claims(0, 0, "hand")
        chance = random.Random(1)
        longest = 0.0
        while not table.hand.is_over and table.hand.turn < 50:
            turn, begun = table.hand.turn, loop.time()
            while table.hand.turn == turn and not table.hand.is_over:
                seat = table.seat(0)
                if seat in table.hand.open_seats():
                    action = eager(table.hand, seat, chance)
                    running.answer(0, 0, turn, str(action))
                await running.changed.wait()
            longest = max(longest, loop.time() - begun)
        assert table.hand.turn >= 20 and longest < claim_seconds(PACE) - 0.5

    at_table(story)


def test_alone_a_bot_plays_on_while_one_looks_at_the_pace_of_bots(
    at_table: Callable[..., None],
) -> None:
    """The hand is marked; the next one waits for the person; it is his own again at once."""

    async def story(running: RunningTable) -> None:
        table, loop = running.table, asyncio.get_running_loop()
        running.attend(0, "leave")
        await quiet()
        assert table.sequence == 1 and table.by_bot == set()  # Nobody looks.
        running.come(0)
        begun = loop.time()
        await until(running, lambda: table.hand.is_over)
        assert loop.time() - begun > 0.4 * PACE * table.hand.turn
        assert table.by_bot == {(0, 0)}
        assert table.message(None)["result"]["by_bot"] == [0]
        await quiet()
        assert table.hand_number == 0
        running.wants_next(0, 0)
        await until(running, lambda: table.hand_number == 1)
        running.attend(0, "back")
        await until(running, lambda: table.seat(0) in table.hand.open_seats())
        asked_at = table.hand.turn
        await quiet()
        assert table.hand.turn == asked_at
        await answers(running, 0, lambda: table.hand.is_over)
        assert table.by_bot == {(0, 0)}
        assert table.message(None)["result"]["by_bot"] == []

    at_table(story, ALONE_FOUR)


def test_who_gives_up_ends_the_match(at_table: Callable[..., None]) -> None:
    """Whose turn it is or not; what was on the table stays as it was."""

    async def story(running: RunningTable) -> None:
        table = running.table
        running.come(0)
        await until(running, lambda: table.seat(0) in table.hand.open_seats())
        turn = table.hand.turn
        running.attend(0, "give_up")
        assert running.note(0)["given_up"] and running.note(None)["given_up"]
        await quiet()
        assert (table.hand.turn, table.is_over, table.by_bot) == (turn, True, set())
        for order in ("back", "leave"):
            with pytest.raises(AnswerRefusedError, match="gave this match up"):
                running.attend(0, order)

    at_table(story, ALONE_FOUR)


def test_one_gives_up_and_the_other_plays_on(at_table: Callable[..., None]) -> None:
    async def story(running: RunningTable) -> None:
        table = running.table
        running.come(0)
        running.come(1)
        running.attend(1, "give_up")
        assert running.note(1)["given_up"]
        assert not running.note(0)["given_up"] and not running.note(None)["given_up"]
        await answers(running, 0, lambda: table.hand.is_over)
        assert {player for _, player in table.by_bot} == {1}

    at_table(story)
