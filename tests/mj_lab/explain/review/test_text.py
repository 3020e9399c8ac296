"""The tables on a terminal: names and figures are whole, however narrow it is."""

import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from mj_lab.explain.analysis.losses import Loss
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.summary import seat_record
from mj_lab.explain.review.text import print_game, print_players
from mj_lab.explain.review.together.report import report_of

NAMES = ("a_long_name_of_a_bot_2026", "short", "另一个名字很长的玩家", "odds@defence=0.8,depth=2")
ID = "botzone-6a208af058ebe27b197dfc"
WIDTHS = (60, 80, 100, 140)


def seat_of(seat: int, number: int) -> SeatReview:
    """A seat that loses by its place and the game's number."""
    made = []
    for turn in range(3, 150, 4):
        lost = 3.5 * number + seat if turn == 43 + 4 * seat else 0.0
        played, best = ("CHI W4 T8", "PENG J3") if lost else ("PLAY B2", "PLAY B2")
        kind, grade = ("claim missed", "blunder") if lost else (None, None)
        loss = Loss(played, best, kind, lost, lost=lost, error=lost / 2, grade=grade)
        seen = 2 if lost else None
        made.append(Reviewed(turn, loss, 0.3, turn / 9 - 6, not lost, seen))
    return SeatReview(seat, NAMES[seat], 148 if seat == 1 else -116, tuple(made), 0)


GAMES = [
    GameReview(f"{ID}{number:02}", "f", "", tuple(seat_of(seat, number) for seat in range(4)))
    for number in range(11)
]


def printed(width: int, *, many: bool) -> str:
    file = StringIO()
    console = Console(file=file, width=width)
    if many:
        print_players(console, report_of(GAMES, "player", "odds"))
    else:
        print_game(console, GAMES[3], "odds")
    return file.getvalue()


def told(mean: float, error: float, digits: int) -> str:
    return f"{mean:.{digits}f} ± {error:.{digits}f}"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("many", [False, True])
def test_nothing_is_cut(width: int, many: bool) -> None:
    text = printed(width, many=many)
    assert "…" not in text
    assert max(map(cell_len, text.splitlines())) <= width
    # A name too long for its column goes on in the next line.
    first = "".join(line.split("  ")[0].strip() for line in text.splitlines())
    assert all(name.replace(" ", "") in first.replace(" ", "") for name in NAMES)


@pytest.mark.parametrize("width", WIDTHS)
def test_figures_of_many_games_are_whole(width: int) -> None:
    table = printed(width, many=True).split(" loses ")[0]
    digits = {"lost_per_decision": 3, "lost_per_game": 2, "accuracy": 1}
    digits.update({"mistakes_per_100": 1, "luck_per_game": 1})
    shown = set()
    for player in report_of(GAMES, "player", "odds").players:
        known = {
            told(player[key]["mean"], player[key]["error"], digits[key]): key for key in digits
        }
        shown |= {key for figure, key in known.items() if figure in table}
    # Every figure of the table is one of these, and the loss is never left out.
    assert len(re.findall(" ± ", table)) == len(NAMES) * len(shown)
    assert "lost_per_decision" in shown
    if width == 80:
        assert {"lost_per_decision", "accuracy", "mistakes_per_100"} <= shown
    if width == 140:
        assert shown == set(digits)


@pytest.mark.parametrize("width", WIDTHS)
def test_figures_of_one_game_are_whole(width: int) -> None:
    table = printed(width, many=False).split("\n\n")[0]
    for seat in GAMES[3].seats:
        count = len(seat.decisions)
        row = next(line for line in table.splitlines() if line.startswith("ESWN"[seat.seat]))
        wanted = [f"{seat.score:+d}", f"{seat.points_lost:.1f}"]
        wanted.append(f"{seat.points_lost / count:.3f}")
        if width >= 80:
            wanted += [str(count), f"{seat_record(seat)['luck']['total']:+.1f}", "0 0 1"]
        assert set(wanted) <= set(re.split(r" {2,}", row.strip())), row


def test_the_worst_of_many_name_game_and_seat_whole_at_80() -> None:
    text = printed(80, many=True)
    assert text.count(f"{ID}10") == 4
    assert "CHI W4 T8" in text
    assert "North 北" in text
