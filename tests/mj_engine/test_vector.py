"""The vector table against the same games played by hand."""

import pickle
import subprocess
import sys
from collections.abc import Container, Iterator, Sequence
from copy import copy, deepcopy
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import mj_engine

Bytes = NDArray[np.uint8]
Arrays = list[NDArray[Any]]

WALLS = [mj_engine.wall_of_seed(f"vector/{number}") for number in range(8)]


def _planes(observation: mj_engine.Observation) -> Bytes:
    """[9, 34, 4] of an observation, by the words of Step."""
    seat = observation.seat
    rows = [list(observation.hand)]
    for step in range(4):
        row = [0] * 34
        for kind, tile, _, _ in observation.melds[(seat + step) % 4]:
            if tile is None:
                continue
            for part in (tile - 1, tile, tile + 1) if kind == "CHI" else (tile,):
                row[part] += {"CHI": 1, "PENG": 3, "GANG": 4}[kind]
        rows.append(row)
    for step in range(4):
        tiles = [tile for tile, _ in observation.discards[(seat + step) % 4]]
        rows.append([tiles.count(tile) for tile in range(34)])
    return (np.arange(4) < np.array(rows)[..., None]).astype(np.uint8)


def _pick(mask: Bytes, lot: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[lot.integers(len(legal))])


@pytest.mark.parametrize("seat", [0, 2, "rotate", "all"])
def test_as_played_by_hand(seat: int | Literal["rotate", "all"]) -> None:
    table = mj_engine.VectorTable(1, opponents="greedy", seat=seat, walls=WALLS, history=6)
    greedy, lot = mj_engine.tactic("greedy"), np.random.default_rng(1)
    step = table.reset()
    for number in range(6):
        learners: Sequence[int] = [seat] if isinstance(seat, int) else [(number + number // 4) % 4]
        if seat == "all":
            learners = range(4)
        game = mj_engine.Game(WALLS[number], number % 4)
        game.advance()
        nothing: Bytes = np.zeros((9, 34, 4), np.uint8)
        history: dict[int, list[Bytes]] = {one: [nothing] * 6 for one in learners}
        last = dict.fromkeys(learners, (nothing, 0))
        while not _ended(game, learners, greedy):
            mover = game.to_move
            assert mover is not None
            seen = game.observation(mover)
            planes = _planes(seen)
            if len(seen.discards[mover]) > last[mover][1]:
                history[mover] = [last[mover][0], *history[mover][:5]]
            last[mover] = (planes, len(seen.discards[mover]))
            assert step.seats[0] == mover
            assert (step.masks[0] == seen.mask).all()
            assert (step.planes[0] == np.concatenate([planes, *history[mover]])).all()
            numbers = dict(zip(mj_engine.SCALARS, step.scalars[0], strict=True))
            assert (numbers["seat"], numbers["decision"]) == (mover, seen.decision)
            assert numbers["drawn"] == (255 if seen.drawn is None else seen.drawn)
            assert numbers["offered"] == (255 if seen.offered is None else seen.offered)
            assert numbers["wall_1"] == seen.walls[(mover + 1) % 4]
            index = _pick(step.masks[0], lot)
            game.play(index)
            step = table.step([index])
            assert step.dones[0] == _ended(game, learners, greedy)
            if not step.dones[0]:
                assert not step.rewards.any()
        assert step.dones[0]
        assert (step.rewards[0] == game.scores).all()


def _ended(game: mj_engine.Game, learners: Container[int], greedy: mj_engine.Tactic) -> bool:
    """Plays on for the others, up to a learner's decision or the end."""
    while (mover := game.to_move) is not None and mover not in learners:
        game.play(greedy.choose(game, mover))
    return game.over


def _run(steps: int = 200, tables: int = 16, **options: Any) -> list[Arrays]:
    table = mj_engine.VectorTable(tables, **options)
    lot = np.random.default_rng(1)
    step = table.reset()
    kept: list[Arrays] = []
    for _ in range(steps):
        step = table.step([_pick(mask, lot) for mask in step.masks])
        kept.append([array.copy() for array in step])
    return kept


def _same(one: Sequence[Arrays], other: Sequence[Arrays]) -> bool:
    return all(
        np.array_equal(a, b)
        for ours, theirs in zip(one, other, strict=True)
        for a, b in zip(ours, theirs, strict=True)
    )


def test_seeds_and_threads() -> None:
    one = _run(seed=1, history=2)
    assert _same(one, _run(seed=1, history=2))
    assert _same(one, _run(seed=1, history=2, threads=3))
    assert not _same(one, _run(seed=2, history=2))
    assert _same(_run(1, seed=0), _run(1))
    # So many that threads take part in each step.
    assert _same(_run(9, 400, hidden=True), _run(9, 400, hidden=True, threads=3))


def test_a_forked_process_steps_alone_what_threads_stepped() -> None:
    script = """
import os, sys, mj_engine
table = mj_engine.VectorTable(400, threads=2)
step = table.reset()
if os.fork() == 0:
    table.step(step.masks.argmax(axis=1))
    del table
    os._exit(0)
sys.exit(os.wait()[1])
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=30)


def _copied(table: mj_engine.VectorTable) -> Iterator[mj_engine.VectorTable]:
    yield copy(table)
    yield deepcopy(table)
    yield pickle.loads(pickle.dumps(table))
    other = mj_engine.VectorTable(len(table), **OPTIONS)
    other.restore(table.save())
    yield other


OPTIONS: dict[str, Any] = {"opponents": ["greedy", "random", "random"], "history": 2, "seed": 4}


@pytest.mark.parametrize("steps", [0, 1, 37])
def test_a_copy_goes_on_as_the_table_does(steps: int) -> None:
    """To the bit, from within the games to the ones after them."""
    table, lot = mj_engine.VectorTable(8, **OPTIONS), np.random.default_rng(steps)
    step = table.reset()
    for _ in range(steps):
        step = table.step([_pick(mask, lot) for mask in step.masks])
    copies, ended = list(_copied(table)), 0
    for number in range(60):
        for other in copies:
            assert other.now is not None
            # In the step of the copy itself no game has ended.
            now = (
                other.now if number else other.now._replace(dones=step.dones, rewards=step.rewards)
            )
            assert _same([list(step)], [list(now)])
        actions = [_pick(mask, lot) for mask in step.masks]
        step = table.step(actions)
        ended += int(step.dones.sum())
        for other in copies:
            other.step(actions)
    assert ended > 4


def test_a_position_is_played_on_at_other_tables() -> None:
    table = mj_engine.VectorTable(6, seed=1, keep=True)
    first = table.reset()
    state = table.save(2)
    there = table.restore(np.repeat(state, 2, axis=0), [0, 5])
    for before, now in zip(first[:4], there[:4], strict=True):
        assert (now[[0, 2, 5]] == before[2]).all()
        assert (now[[1, 3, 4]] == before[[1, 3, 4]]).all()
    assert there.games.tolist() == [2, 1, 2, 3, 4, 2]
    while not (step := table.step(there.masks.argmax(axis=1))).dones[5]:
        there = step
        assert (step.planes[[0, 5]] == step.planes[2]).all()
    assert step.dones[[0, 2, 5]].all()
    assert step.games[[0, 2, 5]].tolist() == [6, 8, 11]


def test_a_state_that_is_none() -> None:
    table = mj_engine.VectorTable(3, history=1, opponents=["greedy", "random", "random"])
    for call in (table.save, lambda: table.choices("greedy")):
        with pytest.raises(ValueError, match=r"reset\(\) comes first"):
            call()
    assert copy(table).now is None
    first = [array.copy() for array in table.reset()]
    states = table.save()
    damaged = states.copy()
    damaged[1, 500] ^= 1
    one = mj_engine.VectorTable(3, history=1)
    for restored, asked, places, told in [
        (table, damaged, None, "state 1 is damaged, or of other options or another mj_engine"),
        (table, states, [0, 1, 3], "there is no table 3"),
        (table, states, [0, 1], r"states of shape \[2, "),
        (mj_engine.VectorTable(3), states, None, r"states of shape \[3, "),
        (one, states, None, "state 0 is damaged, or of other options"),
    ]:
        with pytest.raises(ValueError, match=told):
            restored.restore(asked, places)
    with pytest.raises(ValueError, match="there is no table -1"):
        table.save([-1])
    assert table.now is not None
    assert _same([first], [list(table.now)])
    with pytest.raises(TypeError):
        pickle.dumps(mj_engine.VectorTable(1, opponents=mj_engine.tactic("greedy")))


def test_arrays_that_are_kept_are_the_callers() -> None:
    table = mj_engine.VectorTable(4, keep=True)
    step = table.reset()
    before = [array.copy() for array in step]
    later = [table.step(step.masks.argmax(axis=1))]
    for _ in range(9):
        later.append(table.step(later[-1].masks.argmax(axis=1)))
        assert _same([before], [list(step)])
    later[-1].masks[:] = 1
    with pytest.raises(ValueError, match="table 0: action 852 is not legal"):
        table.step([852] * 4)
    assert len({one.planes.tobytes() for one in later}) == len(later)


def test_resetting_begins_again() -> None:
    table = mj_engine.VectorTable(4, seed=3)
    step = table.reset()
    first = [array.copy() for array in step]
    for _ in range(100):
        step = table.step(step.masks.argmax(axis=1))
    assert _same([first], [list(table.reset())])


def test_duplicate_walls_have_every_seat() -> None:
    table = mj_engine.VectorTable(8, duplicate=True, seed=4)
    step = table.reset()
    assert step.seats.tolist() == [0, 1, 2, 3] * 2
    prevalent = step.scalars[:, mj_engine.SCALARS.index("prevalent_wind")]
    assert prevalent.tolist() == [0] * 4 + [1] * 4
    fixed = mj_engine.VectorTable(8, duplicate=True, seed=4, seat=0).reset()
    assert (fixed.planes[0, 0] == fixed.planes[3, 0]).all()
    assert (fixed.planes[0, 0] != fixed.planes[4, 0]).any()


def test_numbers_of_games_say_which_wall_is_played() -> None:
    table = mj_engine.VectorTable(4, walls=WALLS, duplicate=True, seed=6)
    step = table.reset()
    assert step.games.tolist() == [0, 1, 2, 3]
    for _ in range(400):
        before = step.games.copy()
        step = table.step(step.masks.argmax(axis=1))
        assert (step.games == before + 4 * step.dones).all()
        prevalent = step.scalars[:, mj_engine.SCALARS.index("prevalent_wind")]
        assert (prevalent == step.games // 4 % 4).all()
        assert (step.seats == step.games % 4).all()
    assert step.games.min() > 4


def test_prevalent_winds_of_walls() -> None:
    table = mj_engine.VectorTable(5, walls=WALLS[:3], prevalent_winds=[2, 0, 2])
    prevalent = table.reset().scalars[:, mj_engine.SCALARS.index("prevalent_wind")]
    assert prevalent.tolist() == [2, 0, 2, 2, 0]


def test_seats_by_table() -> None:
    table = mj_engine.VectorTable(6, seat=[3, 1, "rotate", "all", 0, "rotate"], seed=7)
    step = table.reset()
    assert step.seats.tolist() == [3, 1, 2, 0, 0, (5 + 1) % 4]
    for _ in range(60):
        step = table.step(step.masks.argmax(axis=1))
        assert step.seats[[0, 1, 4]].tolist() == [3, 1, 0]


def test_onward_is_the_next_game_of_each() -> None:
    table = mj_engine.VectorTable(3, seed=8)
    assert table.reset(onward=True).games.tolist() == [0, 1, 2]
    assert table.reset(onward=True).games.tolist() == [3, 4, 5]
    second = [array.copy() for array in table.reset(onward=True)]
    assert table.reset().games.tolist() == [0, 1, 2]
    again = mj_engine.VectorTable(3, seed=8)
    again.reset()
    again.reset(onward=True)
    assert _same([second], [list(again.reset(onward=True))])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_choices_are_those_of_the_tactic(name: str) -> None:
    """A learner that takes them plays the game that the tactic plays by itself."""
    table = mj_engine.VectorTable(8, opponents=name, seat="all", walls=WALLS, threads=2, seed=9)
    games = [mj_engine.Game(wall, number % 4) for number, wall in enumerate(WALLS)]
    tactic = mj_engine.tactic(name)
    for game in games:
        game.advance()
    step = table.reset()
    for _ in range(40):
        chosen = table.choices(name)
        assert step.masks[np.arange(8), chosen].all()
        if name == "greedy":  # What `random` draws comes of the table's own seed.
            for game, seat, index in zip(games, step.seats, chosen, strict=True):
                assert mj_engine.action_name(int(index)) == tactic.choose(game, int(seat))
                game.play(int(index))
        step = table.step(chosen)
        if step.dones.any():
            break


def test_three_opponents_sit_after_the_learner() -> None:
    scores = np.zeros(4)
    table = mj_engine.VectorTable(64, seat=1, opponents=["random", "greedy", "random"], seed=5)
    step = table.reset()
    for _ in range(300):
        step = table.step(step.masks.argmax(axis=1))
        scores += step.rewards.sum(axis=0)
    assert scores.argmax() == 3


def test_what_cannot_be() -> None:
    cases: list[tuple[int, dict[str, Any], str]] = [
        (0, {}, "1 to 65536"),
        (1, {"seat": 4}, "0-3, 'rotate' or 'all', not 4"),
        (1, {"opponents": ["random", "greedy"]}, "one opponent, or three"),
        (1, {"walls": [WALLS[0], WALLS[0][:8]]}, "wall 1: a wall needs"),
        (3, {"seat": [0, 1]}, "2 learner's seats for 3 tables"),
        (1, {"walls": WALLS[:2], "prevalent_winds": [0]}, "1 prevalent winds for 2 walls"),
        (1, {"walls": WALLS[:1], "prevalent_winds": [4]}, "a prevalent wind is 0-3"),
        (1, {"history": 7}, "history is 0 to 6"),
    ]
    for tables, options, told in cases:
        with pytest.raises(ValueError, match=told):
            mj_engine.VectorTable(tables, **options)
    table = mj_engine.VectorTable(2, seat=0)
    with pytest.raises(ValueError, match=r"reset\(\) comes first"):
        table.step([0, 0])
    with pytest.raises(ValueError, match=r"reset\(\) comes first"):
        table.choices("greedy")
    step = table.reset()
    with pytest.raises(ValueError, match="no native tactic 'v1_1'"):
        table.choices("v1_1")
    before = [array.copy() for array in step]
    good = int(step.masks[0].argmax())
    for actions, told in [
        ([good, 0], "table 1: action 0"),
        ([good, -1], "-1"),
        ([good], "1 actions"),
    ]:
        with pytest.raises(ValueError, match=told):
            table.step(actions)
    assert _same([before], [list(step)])
