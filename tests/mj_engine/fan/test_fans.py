"""The fan in C++ against mj_bot.fan, MahjongGB behind it."""

import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mj_bot import fan as authority
from mj_bot.melds import Meld
from mj_bot.state import OWN_DRAW
from mj_engine import fans
from tests.mj_engine.fan import hands
from tests.mj_engine.fan.prove_fan import Proof
from tests.recorded import Recorded, decisions

RECORDED = ("botzone_matches", "judged_games", "rare_games")


def _rows(questions: Sequence[hands.Question]) -> NDArray[np.uint8]:
    rows = [
        fans.question(q.counts, q.tile, q.melds, fans.WinContext(*q.win_context)) for q in questions
    ]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def _plain(found: fans.Win | authority.Win | None) -> object:
    return None if found is None else (found.fan, [tuple(fan) for fan in found.fans])


def test_hands_of_every_kind_are_counted_as_mahjonggb_does() -> None:
    proof = Proof()
    rng = random.Random(2)
    proof.compare([hands.question(rng) for _ in range(20_000)])
    assert (proof.differences, proof.never) == ([], [])


@pytest.mark.thorough
def test_every_hand_of_one_suit() -> None:
    """All complete hands of 14 tiles of a suit, each with every winning tile."""

    def suits(places: int, tiles: int) -> Iterator[tuple[int, ...]]:
        if not places:
            yield from [()] if not tiles else []
            return
        for count in range(min(4, tiles) + 1):
            for rest in suits(places - 1, tiles - count):
                yield (count, *rest)

    rng = random.Random(1)
    questions = []
    for suit in suits(9, 14):
        first = next(place for place in range(9) if suit[place])
        counts = [*suit, *[0] * 25]
        counts[first] -= 1
        if fans.is_winning_shape(counts, first):
            win_context = (rng.random() < 0.5, False, False, False, 0, 0, 0)
            for tile in [place for place in range(9) if suit[place]]:
                counts = [*suit, *[0] * 25]
                counts[tile] -= 1
                questions.append(hands.Question(counts, tile, [], win_context))
    assert len(questions) == 95_247
    proof = Proof()
    proof.compare(questions)
    assert (proof.wins, proof.differences) == (len(questions), [])


@pytest.mark.parametrize("name", RECORDED)
def test_wins_of_recorded_games(recorded: Recorded, name: str) -> None:
    """Every win that a seat could have declared, whether it did or not."""
    wins = 0
    for match in recorded(name):
        for seen in decisions(match):
            state = seen.state
            tile = state.drawn if state.decision == OWN_DRAW else state.offered
            if tile is None:
                continue
            expected = authority.win_of(state, tile)
            hand = list(state.hand)
            hand[tile] -= state.decision == OWN_DRAW
            win_context = fans.WinContext(*authority.win_context_of(state))
            found = fans.win(hand, tile, state.own_melds, win_context)
            assert _plain(found) == _plain(expected)
            wins += expected is not None
    assert wins > 10


# What MahjongGB does where the rules leave it open, or differ.
AS_ROBBED = fans.WinContext(about_kong=True, fourth_tile=True)
HABITS: list[tuple[str, str, list[tuple[str, str, int]], fans.WinContext]] = [
    # A concealed and a melded kong are a fan of their own, listed last.
    (
        "F1",
        "F1",
        [("CHI", "B3", 1), ("GANG", "T3", 1), ("CHI", "W5", 1), ("GANG", "T9", 0)],
        fans.PLAIN,
    ),
    # Two concealed kongs are not two concealed pungs besides; two of three kongs are.
    ("W78 B77", "W6", [("CHI", "B8", 1), ("GANG", "T6", 0), ("GANG", "T8", 0)], fans.PLAIN),
    (
        *("F1", "F1", [("CHI", "W5", 1), ("GANG", "B3", 0), ("GANG", "T3", 0), ("GANG", "F2", 1)]),
        fans.WinContext(seat_wind=2, prevalent_wind=2),
    ),
    # Four kongs leave Melded Hand.
    (
        "W7",
        "W7",
        [("GANG", "T3", 1), ("GANG", "T4", 3), ("GANG", "T7", 2), ("GANG", "B5", 2)],
        fans.PLAIN,
    ),
    # A robbed kong is believed, and takes the place of the fourth tile; neither is with the tile
    # in the hand; with the tile in a meld no kong is robbed, but it may be the fourth.
    ("W123 B234 T333 F11 W78", "W9", [], AS_ROBBED),
    ("W999 B234 T333 F11 W78", "W9", [], AS_ROBBED),
    ("W45 B22 B789 T44 T4", "W6", [("CHI", "W7", 2)], AS_ROBBED),
    # Three of the tile in the melds are the fourth tile without the flag.
    ("B55 T78", "T9", [("PENG", "T9", 1), ("CHI", "B2", 1), ("CHI", "W4", 1)], fans.PLAIN),
    # No replacement tile without a kong.
    (
        *("F11 W78", "W9", [("CHI", "B3", 1), ("CHI", "T3", 1), ("CHI", "T5", 1)]),
        fans.WinContext(self_drawn=True, about_kong=True),
    ),
    # Beside a Knitted Straight no set makes All Pungs, but one chow makes All Chows.
    ("W258 B47 T369 F33", "B1", [("PENG", "F2", 1)], fans.PLAIN),
    ("W258 B47 T369 B33", "B1", [("CHI", "B8", 1)], fans.PLAIN),
    # A seventh pair is another tile waited for; so is a tile of which the hand has all four.
    ("W33335 B22 T223344", "W4", [], fans.PLAIN),
    ("W456 B222 B4444 T123", "B3", [], fans.PLAIN),
    # Nine Gates implies one pung of terminals.
    ("W1112345678999", "W5", [], fans.PLAIN),
    # Chows are not combined in a circle; the fourth chow is combined once.
    (
        "J1",
        "J1",
        [("CHI", "W2", 1), ("CHI", "W5", 1), ("CHI", "B2", 1), ("CHI", "B5", 1)],
        fans.PLAIN,
    ),
    (
        "J1",
        "J1",
        [("CHI", "W2", 1), ("CHI", "W5", 1), ("CHI", "W8", 1), ("CHI", "W5", 1)],
        fans.PLAIN,
    ),
    # Of equal readings that with a Pure Triple Chow, or with the higher pair, here the closed wait,
    # or with a Triple Pung, though the winning pung is not concealed; with a Pure Triple Chow in
    # both that with the lower pair, here the edge.
    ("W77 B44455566 T678", "B6", [], fans.PLAIN),
    ("B6678899", "B7", [("PENG", "J1", 1), ("PENG", "J2", 1)], fans.PLAIN),
    ("W666 B3334566 T666", "B6", [], fans.PLAIN),
    ("B6678899", "B7", [("CHI", "B7", 1), ("CHI", "B8", 1)], fans.PLAIN),
]


@pytest.mark.parametrize(("hand", "tile", "melds", "win_context"), HABITS)
def test_habits_of_mahjonggb(
    hand: str, tile: str, melds: list[tuple[str, str, int]], win_context: fans.WinContext
) -> None:
    numbers = [Meld(kind, fans.tile_of(code), offer) for kind, code, offer in melds]
    context = authority.WinContext(*win_context)
    expected = authority.win(fans.counts_of(hand), numbers, fans.tile_of(tile), context)
    assert expected is not None
    assert _plain(fans.win(hand, tile, melds, win_context)) == _plain(expected)


@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("W123", "W4", []),  # too few
        ("W123456789 B12 F11", "B4", []),  # no win
        ("W11 B23", "B4", [("CHI", "W2", 1)] * 4),  # too many
        ("W11 B23", "B4", [("CHI", "W2", 1)] * 5),
        ("F1", "F1", [("CHI", "W1", 1), *[("PENG", "F2", 1)] * 3]),  # no chow has this middle
        ("W1111", "W1", [("PENG", code, 1) for code in ("F1", "F2", "F3")]),  # a fifth
        ([200, *[0] * 33], 0, []),
    ],
)
def test_what_cannot_be_is_no_win(hand: Any, tile: Any, melds: Any) -> None:
    assert fans.win(hand, tile, melds) is None


def test_an_unknown_wind_is_no_win() -> None:
    pungs = [("PENG", "F1", 1)] * 2
    assert fans.win("W11 B23 T444", "B4", pungs, fans.WinContext(seat_wind=4)) is None


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "said"),
    [
        ("W11 B23", "X1", [], "no such tile: 'X1'"),
        ("W10 B23", "B4", [], "no such tile: 'W0'"),
        ("W11 B23", 34, [], "no such tile: 34"),
        ([1, 2], 0, [], "34 counts, not 2"),
        ("W11 B23", "B4", [("CHOW", "W2", 1)], "no such kind of meld: 'CHOW'"),
        ("W11 B23", "B4", [("GANG", None, 0)], "a meld of an unknown tile"),
        ("W11 B23", "B4", [("PENG", "F1", None)], "a meld of an unknown tile"),
    ],
)
def test_unknown_tiles_and_melds_are_named(hand: Any, tile: Any, melds: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fans.win(hand, tile, melds)


@pytest.mark.parametrize("shape", [(0, 54), (2, 56), (55,)])
def test_rows_of_another_size_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        fans.wins(np.zeros(shape, np.uint8))


def test_any_bytes_do_no_harm() -> None:
    rows = np.random.default_rng(1).integers(0, 256, (20_000, 55), np.uint8)
    small = np.random.default_rng(2).integers(0, 5, (20_000, 55), np.uint8)
    for table in (rows, small):
        fan, times = fans.wins(table)
        assert fan.shape == (20_000,)
        assert times.shape == (20_000, len(fans.FANS))


def test_threads_find_what_one_finds() -> None:
    rng = random.Random(3)
    table = _rows([hands.question(rng) for _ in range(5_000)])
    alone = fans.wins(table)
    found: list[tuple[NDArray[Any], NDArray[Any]]] = []
    threads = [threading.Thread(target=lambda: found.append(fans.wins(table))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(threads)
    for fan, times in found:
        assert (fan == alone[0]).all()
        assert (times == alone[1]).all()


def test_the_fan_is_the_sum_of_the_list() -> None:
    rng = random.Random(4)
    fan, times = fans.wins(_rows([hands.question(rng) for _ in range(5_000)]))
    values = np.array([name.value * (name.english != "Flower Tiles") for name in fans.FANS])
    won = fan >= 0
    assert won.sum() > 4_000
    assert (fan[won] == (times @ values)[won]).all()
    assert not times[~won].any()
