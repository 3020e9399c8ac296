"""A review on the terminal: a table by seat with the worst answers, or a table by player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.analysis.losses import GRADES, mean_accuracy
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.review.summary import WORST, luck_of, mistakes_of, worst_of
from mj_lab.review.together.players import PlayerReview, difference_of
from mj_lab.review.together.report import ReviewReport
from mj_lab.review.together.together_text import (
    KIND_NAMES,
    kind_table,
    named_table,
    print_style,
    shown_mean,
)
from mj_lab.text.notation import in_both, wind
from mj_lab.text.tables import plain_table

GRADE_NAMES = {"slight": "slight mistake 小错", "mistake": "mistake 错", "blunder": "blunder 大错"}


def print_game(console: Console, game: GameReview, tactic: str) -> None:
    """Print one game: its seats, and the worst answers of each."""
    console.print(escape(f"{game.id}: what each seat lost against {tactic}, in points of the game"))
    console.print(_seat_table(game.seats, console.width))
    for seat in game.seats:
        worst = worst_of(seat.decisions)
        if worst:
            console.print(f"\n{wind(seat.seat)} {escape(seat.player)}".rstrip())
            console.print(_worst_table([(None, one) for one in worst]))


def print_players(console: Console, report: ReviewReport) -> None:
    """Print many games: players, differences, kinds, styles, and the worst answers of all."""
    games, players = report.games, report.players
    seats = [((game.id, wind(seat.seat)), one) for game in games for seat in game.seats
             for one in seat.decisions]  # fmt: skip
    console.print(escape(f"{len(games)} games against {report.tactic}, in points of the game"))
    console.print(_player_table(players, console.width))
    for other in players[1:]:
        by = difference_of(other, players[0], "lost_per_decision")
        if by.mean is not None and by.error is not None:
            console.print(
                escape(
                    f"{other.name} loses {shown_mean(by, 3)} points a decision more than "
                    f"{players[0].name} (95%: {by.low:+.3f} to {by.high:+.3f})"
                ),
                highlight=False,
            )
    console.print("\nPoints lost a hand by kind 各类每盘失分")
    console.print(kind_table(players, console.width))
    if report.style is not None:
        print_style(console, report)
    chosen = sorted(seats, key=lambda one: -one[1].loss.lost)[:WORST]
    if chosen and chosen[0][1].loss.lost > 0:
        console.print()
        console.print(_worst_table([(name, one) for name, one in chosen if one.loss.lost > 0]))


def _player_table(players: Sequence[PlayerReview], width: int) -> Table:
    """A row for each player. Columns that do not fit are left out; the JSON has them."""
    figures = [player.figures for player in players]
    columns = {
        "games\n盘": [str(player.games) for player in players],
        "decisions\n决策": [str(player.decisions) for player in players],
        "lost/decision\n每决策失分": [shown_mean(one["lost_per_decision"], 3) for one in figures],
        "lost/game\n每盘失分": [shown_mean(one["lost_per_game"], 2) for one in figures],
        "accuracy\n决策分": [shown_mean(one["accuracy"], 1) for one in figures],
        "mistakes/100\n每百错": [shown_mean(one["mistakes_per_100"], 1) for one in figures],
        "luck/game\n运气": [shown_mean(one["luck_per_game"], 1) for one in figures],
    }
    return named_table("player\n玩家", [player.name for player in players], columns, width)


def _seat_table(seats: Sequence[SeatReview], width: int) -> Table:
    of_each = [seat.decisions for seat in seats]
    accuracies = [mean_accuracy([one.loss.lost for one in all_]) for all_ in of_each]
    luck = [luck_of(seat).total for seat in seats]
    grades = [[one.loss.grade for one in mistakes_of(seat)] for seat in seats]
    columns = {
        "score\n得分": ["" if seat.score is None else f"{seat.score:+d}" for seat in seats],
        "decisions\n决策": [str(len(all_)) for all_ in of_each],
        "lost\n失分": [f"{seat.points_lost:.1f}" for seat in seats],
        "each\n平均": [
            f"{seat.points_lost / len(seat.decisions):.3f}" if seat.decisions else ""
            for seat in seats
        ],
        "luck\n运气": ["" if one is None else f"{one:+.1f}" for one in luck],
        "accuracy\n决策分": ["" if one is None else f"{one:.1f}" for one in accuracies],
        "slight,\nmistake,\nblunder\n小错 错 大错": [
            " ".join(str(found.count(grade)) for grade in GRADES) for found in grades
        ],
    }
    names = [f"{wind(seat.seat)} {seat.player}".rstrip() for seat in seats]
    return named_table("seat\n座位", names, columns, width)


def _worst_table(worst: Sequence[tuple[tuple[str, str] | None, Reviewed]]) -> Table:
    """The worst answers; with names of game and seat a row has more lines."""
    named = any(name is not None for name, _ in worst)
    heads = ["lost\n失分", "step\n步", "played\n实际", "best\n推荐", "kind, grade\n类别 程度"]
    table = plain_table(*heads, *(["game, seat\n对局 座位"] if named else []), right=1)
    between = "\n" if named else " "
    for name, one in worst:
        loss = one.loss
        grade = GRADE_NAMES[loss.grade] if loss.grade else ""
        kind = KIND_NAMES[loss.kind or ""]
        cells = [
            between.join([f"{loss.lost:.1f}", f"± {loss.error:.0f}"]),
            str(one.turn),
            between.join(in_both(loss.played).rsplit(" ", 1)),
            between.join(in_both(loss.best).rsplit(" ", 1)),
            between.join([*kind.rsplit(" ", 1), grade]).rstrip(),
            *(["\n".join(name)] if name is not None else []),
        ]
        table.add_row(*map(escape, cells))
    return table
