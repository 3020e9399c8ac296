"""Prints a review: a table by seat with the worst answers, or a table by player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_engine.learned import WORST
from mj_lab.core.text.dates import date_and_time
from mj_lab.core.text.notation import in_both, wind
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.losses import GRADES
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.summary import seat_record, worst_of
from mj_lab.explain.review.together.report import ReviewReport
from mj_lab.explain.review.together.together_text import (
    KIND_NAMES,
    kind_table,
    named_table,
    print_style,
    shown_mean,
)

GRADE_NAMES = {"slight": "slight mistake 小错", "mistake": "mistake 错", "blunder": "blunder 大错"}


def print_game(console: Console, game: GameReview, tactic: str) -> None:
    """Print one game: its seats, and the worst answers of each."""
    console.print(escape(f"{game.id}: what each seat lost against {tactic}, in points of the game"))
    console.print(_seat_table(game.seats, console.width))
    for seat in game.seats:
        worst = worst_of(seat)
        if worst:
            console.print(f"\n{wind(seat.seat)} {escape(seat.player)}".rstrip())
            console.print(_worst_table([(None, decision) for decision in worst]))


def print_players(console: Console, report: ReviewReport, zone: tzinfo | None = None) -> None:
    """Print many games: matches, players, differences, kinds, styles, the worst answers of all.

    zone: of the dates, None for the machine's.
    """
    games, players = report.games, report.players
    seats = [((game.id, wind(seat.seat)), decision) for game in games for seat in game.seats
             for decision in seat.decisions]  # fmt: skip
    console.print(escape(f"{len(games)} games against {report.tactic}, in points of the game"))
    for match in report.tables:
        console.print(escape(_match_line(match, zone)), highlight=False)
    console.print(_player_table(players, console.width))
    for other in players[1:]:
        by = other["loses_more"]
        if by["mean"] is not None and by["error"] is not None:
            console.print(
                escape(
                    f"{other['name']} loses {shown_mean(by, 3)} points a decision more than "
                    f"{players[0]['name']} (95%: {by['low']:+.3f} to {by['high']:+.3f})"
                ),
                highlight=False,
            )
    console.print("\nPoints lost a hand by kind 各类每盘失分")
    console.print(kind_table(players, console.width))
    if report.style is not None:
        print_style(console, report)
    chosen = sorted(seats, key=lambda row: -row[1].loss.lost)[:WORST]
    if chosen and chosen[0][1].loss.lost > 0:
        console.print()
        console.print(_worst_table([(name, row) for name, row in chosen if row.loss.lost > 0]))


def _match_line(match: Mapping[str, Any], zone: tzinfo | None) -> str:
    """A match of several hands: its name, when it began, and the standing."""
    began = f", {date_and_time(match['began'], zone)}" if match["began"] else ""
    points = [
        f"{player} {points:+d}"
        for player, points in zip(match["players"], match["standing"], strict=True)
    ]
    hands = f"{len(match['rows'])} of {match['hands']} hands"
    return f"match 对局 {match['name']}{began}: {hands}; {', '.join(points)}"


def _player_table(players: Sequence[Mapping[str, Any]], width: int) -> Table:
    """A row for each player. Columns that do not fit are dropped; the JSON has them."""
    columns = {
        "games\n盘": [str(player["games"]) for player in players],
        "decisions\n决策": [str(player["decisions"]) for player in players],
        "lost/decision\n每决策失分": [
            shown_mean(player["lost_per_decision"], 3) for player in players
        ],
        "lost/game\n每盘失分": [shown_mean(player["lost_per_game"], 2) for player in players],
        "accuracy\n决策分": [shown_mean(player["accuracy"], 1) for player in players],
        "mistakes/100\n每百错": [shown_mean(player["mistakes_per_100"], 1) for player in players],
        "luck/game\n运气": [shown_mean(player["luck_per_game"], 1) for player in players],
    }
    return named_table("player\n玩家", [player["name"] for player in players], columns, width)


def _seat_table(seats: Sequence[SeatReview], width: int) -> Table:
    records = [seat_record(seat) for seat in seats]
    totals = [record["luck"]["total"] for record in records]
    columns = {
        "score\n得分": ["" if seat.score is None else f"{seat.score:+d}" for seat in seats],
        "decisions\n决策": [str(record["decisions"]) for record in records],
        "lost\n失分": [f"{record['points_lost']:.1f}" for record in records],
        "each\n平均": [
            f"{record['lost_per_decision']:.3f}" if record["decisions"] else ""
            for record in records
        ],
        "luck\n运气": ["" if total is None else f"{total:+.1f}" for total in totals],
        "accuracy\n决策分": [
            f"{record['accuracy']:.1f}" if record["decisions"] else "" for record in records
        ],
        "slight,\nmistake,\nblunder\n小错 错 大错": [
            " ".join(str(record["grades"][grade]) for grade in GRADES) for record in records
        ],
    }
    names = [f"{wind(seat.seat)} {seat.player}".rstrip() for seat in seats]
    return named_table("seat\n座位", names, columns, width)


def _worst_table(worst: Sequence[tuple[tuple[str, str] | None, Reviewed]]) -> Table:
    """The worst answers; with names of game and seat a row takes more lines."""
    named = any(name is not None for name, _ in worst)
    heads = ["lost\n失分", "step\n步", "played\n实际", "best\n推荐", "kind, grade\n类别 程度"]
    table = plain_table(*heads, *(["game, seat\n对局 座位"] if named else []), right=1)
    between = "\n" if named else " "
    for name, decision in worst:
        loss = decision.loss
        grade = GRADE_NAMES[loss.grade] if loss.grade else ""
        kind = KIND_NAMES[loss.kind or ""]
        cells = [
            between.join([f"{loss.lost:.1f}", f"± {loss.error:.0f}"]),
            str(decision.turn),
            between.join(in_both(loss.played).rsplit(" ", 1)),
            between.join(in_both(loss.best).rsplit(" ", 1)),
            between.join([*kind.rsplit(" ", 1), grade]).rstrip(),
            *(["\n".join(name)] if name is not None else []),
        ]
        table.add_row(*map(escape, cells))
    return table
