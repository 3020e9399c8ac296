"""A finished hand's answers against the bot's, in sampled worlds."""

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest

import mj_engine
from mj_bot.tiles import COPIES, TILE_KINDS, tiles_of
from mj_engine.learned import LOSS_KINDS, Against, AgainstBot, Learned, LossScale

# A loss is what lies between the values; under two points an answer is as good.
LOSSES = LossScale(
    value=1.0,
    forecast=0.0,
    danger=0.0,
    by_kind=[0.0] * len(LOSS_KINDS),
    base=1.0,
    share=0.4,
    limits=[2.0, 4.0, 6.0],
)
WORDS = 2**64


def finished(wall: tuple[int, ...], seat: int, careless: float) -> mj_engine.Game:
    """A game of `learned`; a part of this seat's answers are taken at random."""
    chance, bot = random.Random(seat), mj_engine.tactic("learned")
    game = mj_engine.Game(wall)
    game.advance()
    while not game.over:
        mover = game.to_move
        assert mover is not None
        legal = game.legal()[mover]
        at_random = mover == seat and chance.random() < careless
        action = chance.choice(legal) if at_random else bot.choose(game, mover)
        game.play(action, mover)
    return game


def found_in(game: mj_engine.Game, seat: int) -> AgainstBot:
    against = Against(game, seat, losses=LOSSES, name="a hand")
    while not against.is_over:
        against.go_on()
    played, differ = against.progress
    assert played == differ == against.found.differ
    return against.found


def test_who_answers_as_the_bot_is_at_nothing_without_an_error() -> None:
    game = finished(mj_engine.wall_of_seed("against"), 1, 0.0)
    assert found_in(game, 1) == (0, 0, 0.0, 0.0)


def dealt(hand: str, seat: int, seed: int) -> list[int]:
    """A wall from which a seat is dealt these tiles, with the rest at random."""
    mine = tiles_of(hand)
    rest = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    for tile in mine:
        rest.remove(tile)
    random.Random(seed).shuffle(rest)
    size = len(rest + mine) // 4
    place = seat * size + size - len(mine)
    return [*rest[:place], *mine, *rest[place:]]


def test_the_bots_own_win_differs_in_nothing_though_its_figures_say_to_pass_it() -> None:
    """Nor does the pass, which the coach advises."""
    seat, bot = 2, Learned()
    game = mj_engine.Game(dealt("B2 B2 B3 B3 B4 B4 B5 B5 B6 B6 B7 B7 B8", seat, 10))
    game.advance()
    while seat != game.to_move or not game.legal_for(seat)[0].startswith("HU"):
        mover = game.to_move
        assert mover is not None
        game.play(mj_engine.tactic("learned").choose(game, mover), mover)
    assert bot.explain(game.observation(seat))[0]["action"] == "PASS"
    for answer in ("HU", "PASS"):
        other = game.copy()
        other.play(answer, seat)
        while not other.over:
            mover = other.to_move
            assert mover is not None
            other.play(mj_engine.tactic("learned").choose(other, mover), mover)
        first = len(game.turns)
        against = Against(other, seat, first, losses=LOSSES, name="a win")
        against.go_on()
        assert against.progress == (0, 0)


def _mixed(seed: int, *numbers: int) -> int:
    """`seed_of` of core/rng.hpp."""
    for number in numbers:
        mixed = (seed ^ ((number + 0x9E3779B97F4A7C15) % WORDS)) + 0x9E3779B97F4A7C15
        mixed %= WORDS
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % WORDS
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % WORDS
        seed = mixed ^ (mixed >> 31)
    return seed


def _apart(game: mj_engine.Game, seat: int) -> Iterator[tuple[mj_engine.Game, int, str, str]]:
    """The decisions in which an answer differs: table, turn, what was answered, the bot's."""
    bot, again = Learned(), mj_engine.Game(game.wall, game.prevalent_wind)
    for turn, (_, answers) in enumerate(game.turns):
        if len(again.legal_for(seat)) > 1:
            rows = bot.explain(again.observation(seat))
            mine = next(row for row in rows if row["action"] == answers[seat])
            if rows[0]["expected_score"] - mine["expected_score"] >= 2.0:
                yield again.copy(), turn, answers[seat], rows[0]["action"]
        again.submit(answers)


@pytest.mark.thorough
def test_it_is_the_sum_of_the_playouts_of_what_differs() -> None:
    seat, seed = 2, _mixed(0, *b"a hand", 2)
    game = finished(mj_engine.wall_of_seed("against"), seat, 0.2)
    found = found_in(game, seat)
    apart = list(_apart(game, seat))
    assert found.differ == len(apart) > 0
    assert 30 <= found.worlds <= 100
    points, squares = 0.0, 0.0
    for table, turn, *both in apart:
        worlds = _mixed(seed, turn)
        scores = mj_engine.playouts(
            table, both, found.worlds, "learned", worlds, worlds="sampled", seat=seat, threads=2
        )
        less = np.subtract(*scores[:, :, seat].astype(float))
        points += less.mean()
        squares += less.var(ddof=1) / found.worlds
    assert found.points == pytest.approx(points)
    assert found.error == pytest.approx(math.sqrt(squares))


def _hidden_dealt_anew(game: mj_engine.Game, seat: int) -> list[int]:
    """The wall with what `seat` never sees in another order.

    That is what nobody drew, and what the other seats that did not win drew and kept to the end: of
    a kind of which such a seat let none go, so that it can answer the same with any other tile.
    """
    wall, size, result = list(game.wall), len(game.wall) // 4, game.result
    assert result is not None
    places: list[int] = []
    for other in range(4):
        left = game.walls[other]
        places += range(other * size, other * size + left)
        if other in (seat, result.player):
            continue
        drawn = range(other * size + left, (other + 1) * size)
        kept = game.hands[other]
        places += [
            place
            for place in drawn
            if kept[wall[place]] == sum(wall[one] == wall[place] for one in drawn)
        ]
    tiles = [wall[place] for place in places]
    random.Random(5).shuffle(tiles)
    for place, tile in zip(places, tiles, strict=True):
        wall[place] = tile
    return wall


@pytest.mark.slow
def test_of_what_was_hidden_nothing_is_used() -> None:
    """The same hand with other tiles where the seat saw none, to the last digit."""
    seat = 2
    game = finished(mj_engine.wall_of_seed("against"), seat, 0.2)
    wall = _hidden_dealt_anew(game, seat)
    assert sum(one != other for one, other in zip(wall, game.wall, strict=True)) > 20
    other = mj_engine.Game(wall)
    for requests, answers in game.turns:
        assert other.request_for(seat) == requests[seat]
        other.submit(answers)
    assert other.over and other.scores == game.scores
    assert found_in(other, seat) == found_in(game, seat)
