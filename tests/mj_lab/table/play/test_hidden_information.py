"""Hidden information: what a seat may not know is in no message to it.

The proof is by two worlds. Of a game as it went, all tiles that a seat cannot know are dealt anew:
those that the others still hold, and all that nobody drew. The same answers are given in both, and
every message to that seat up to then must be the same, letter by letter: nothing in it, no field,
no order, no number, depends on what it may not know.
"""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, DRAW, GANG, HAND_SIZE, HU, PASSING, PENG, SEATS, Action
from mj_bot.tiles import tiles_from_counts
from mj_lab.core.game.referee import Game
from mj_lab.explain.review.replay.frames import FACE_DOWN
from mj_lab.table.play.play_table import PlayTable, restored
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.table.play.playing import answer_all, table_of

VIEWERS = (None, 0, 1, 2, 3)


def as_sent(table: PlayTable, viewer: int | None) -> str:
    return json.dumps(table.message(viewer), sort_keys=True)


def check_frame(message: dict[str, Any], game: Game) -> None:
    """What lies face down is face down, and the own hand is the judge's."""
    frame, viewer = message["frame"], message["seat"]
    assert message["result"] is None
    acting = frame["seat"] if frame["kind"] == DRAW else None
    for seat in range(SEATS):
        hand = frame["hands"][seat]
        held = tiles_from_counts(game.hands[seat])
        if seat == viewer:
            mine = [*hand, frame["drawn"]] if acting == seat else hand
            assert sorted(mine) == held
        else:
            assert hand == [None] * (len(held) - (acting == seat))
            assert len(hand) == HAND_SIZE - 3 * len(game.melds[seat])
            for kind, tiles, *_, concealed, _added in frame["melds"][seat]:
                assert not concealed or (kind, tiles) == (GANG, [])
    if acting is not None and acting != viewer:
        assert (frame["drawn"], frame["tile"]) == (FACE_DOWN, None)
    if viewer is None:
        assert (message["ask"], message["given"]) == (None, None)


def other_world(game: Game, viewer: int | None, chance: random.Random) -> tuple[int, ...]:
    """The wall dealt anew where this seat knows nothing of it.

    Of equal tiles that another seat drew, those drawn first are taken to be the ones that left its
    hand: then it had each when it played it.
    """
    size = len(game.wall) // SEATS
    unknown = []
    for seat in range(SEATS):
        places = [seat * size + size - 1 - draw for draw in range(size)]
        drawn = size - len(game.walls[seat])
        unknown += places[drawn:]
        if seat == viewer:
            continue
        held = Counter(tiles_from_counts(game.hands[seat]))
        for place in reversed(places[:drawn]):
            if held[game.wall[place]]:
                held[game.wall[place]] -= 1
                unknown.append(place)
    wall, dealt = list(game.wall), [game.wall[place] for place in unknown]
    chance.shuffle(dealt)
    for place, tile in zip(unknown, dealt, strict=True):
        wall[place] = tile
    return tuple(wall)


def replayed(folder: Path, name: str, table: PlayTable, wall: tuple[int, ...]) -> PlayTable:
    store = PlayStore(folder / "worlds.db")
    record = {**vars(table.settings)}
    store.add_table(name, record, {})
    store.add_hand(name, 0, wall)
    other = restored(store, name)
    store.close()
    return other


def repeat(table: PlayTable, other: PlayTable, turn: int) -> None:
    """Give the answers of a turn once more; a claim that came to nothing may be none here."""
    replies = table.hand.turns[turn].replies
    following = table.hand.turns[turn + 1].event
    for seat in range(SEATS):
        action = replies[seat]
        assert isinstance(action, Action)
        legal = action_space(other.hand.sights[seat].state)
        if not any(action.same(one) for one in legal):
            assert action.kind in (CHI, PENG, GANG)
            assert following is not None and following.seat != seat
            action = PASSING
        if seat in other.hand.open_seats():
            other.hand.reply(seat, action)


def play_and_compare(folder: Path, seed: int) -> Counter[str]:
    """One game: every message of it, and for every viewer another world at a moment by chance."""
    chance = random.Random(seed)
    table = table_of(folder, seed)
    sent: dict[int | None, list[str]] = {viewer: [] for viewer in VIEWERS}
    given: Counter[str] = Counter()
    ends = {viewer: chance.randrange(1, 60) for viewer in VIEWERS}
    walls: dict[int | None, tuple[int, tuple[int, ...]]] = {}
    while not table.hand.is_over:
        for viewer in VIEWERS:
            message = table.message(viewer)
            check_frame(message, table.hand.game)
            sent[viewer].append(json.dumps(message, sort_keys=True))
            if ends[viewer] >= table.hand.turn:
                world = other_world(table.hand.game, viewer, chance)
                walls[viewer] = (table.hand.turn, world)
        given.update(action.kind for _, action in answer_all(table, chance))
        table.go_on()
    for viewer, (end, wall) in walls.items():
        other = replayed(folder, f"{seed}-{viewer}", table, wall)
        for turn in range(1, end + 1):
            assert as_sent(other, viewer) == sent[viewer][turn - 1], (seed, viewer, turn)
            if turn == end:
                break
            repeat(table, other, turn)
            other.hand.go_on()
    return given


@pytest.mark.parametrize(
    ("seeds", "kinds", "least"),
    [
        pytest.param(range(12), (CHI, PENG), 11, marks=pytest.mark.thorough),
        # A minute of one core.
        pytest.param(range(1000, 1500), (CHI, PENG, GANG, BUGANG, HU), 3, marks=pytest.mark.slow),
    ],
)
def test_nothing_in_a_message_depends_on_what_a_seat_may_not_know(
    tmp_path: Path, seeds: range, kinds: tuple[str, ...], least: int
) -> None:
    given: Counter[str] = Counter()
    for seed in seeds:
        given += play_and_compare(tmp_path, seed)
    assert min(given[kind] for kind in kinds) >= least


def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two worlds differ at once where a message has a number that depends on hidden tiles."""
    told = PlayTable.message

    def leaking(self: PlayTable, player: int | None) -> dict[str, Any]:
        asked = len(self.hand.open_seats())
        return {**told(self, player), "waiting": asked}

    monkeypatch.setattr(PlayTable, "message", leaking)
    with pytest.raises(AssertionError):
        for seed in range(12):
            play_and_compare(tmp_path, seed)
