"""A review on the terminal: a table by seat with the worst answers, or a table by player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.analysis.candidates import plain_table
from mj_lab.analysis.losses import GRADES
from mj_lab.arena.statistics.wall_means import Estimate
from mj_lab.review.players import PlayerReview, difference_of
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.review.summary import WORST, luck_of, mean_accuracy, mistakes_of, worst_of
from mj_lab.text.notation import in_both, wind

GRADE_NAMES = {"slight": "slight 小错", "mistake": "mistake 错", "blunder": "blunder 大错"}
KIND_NAMES = {
    "discard": "discard 出牌",
    "claim made": "claim made 多吃碰",
    "claim missed": "claim missed 漏吃碰",
    "kong": "kong 杠",
    "win passed": "win passed 漏和",
}


def print_game(console: Console, game: GameReview, tactic: str) -> None:
    """Print one game: its seats, and the worst answers of each."""
    console.print(escape(f"{game.id}: what each seat lost against {tactic}, in points of the game"))
    console.print(_seat_table(game.seats))
    for seat in game.seats:
        worst = worst_of(seat.decisions)
        if worst:
            console.print(f"\n{wind(seat.seat)} {escape(seat.player)}".rstrip())
            console.print(_worst_table([(None, one) for one in worst]))


def print_players(
    console: Console, players: Sequence[PlayerReview], games: Sequence[GameReview], tactic: str
) -> None:
    """Print many games: a row a player, the differences, and the worst answers of all."""
    seats = [(f"{game.id}, {wind(seat.seat)}", one) for game in games for seat in game.seats
             for one in seat.decisions]  # fmt: skip
    console.print(escape(f"{len(games)} games against {tactic}, in points of the game"))
    table = plain_table(
        "player\n玩家",
        "games\n局",
        "decisions\n决策",
        "lost/decision\n每决策失分",
        "lost/game\n每局失分",
        "accuracy\n准确率",
        "mistakes/100\n每百失误",
        "luck/game\n运气",
        right=7,
    )
    for player in players:
        figures = player.figures
        table.add_row(
            escape(player.name),
            str(player.games),
            str(player.decisions),
            _figure(figures["lost_per_decision"], 3),
            _figure(figures["lost_per_game"], 2),
            _figure(figures["accuracy"], 1),
            _figure(figures["mistakes_per_100"], 1),
            _figure(figures["luck_per_game"], 1),
        )
    console.print(table)
    for other in players[1:]:
        by = difference_of(other, players[0], "lost_per_decision")
        if by.mean is not None and by.error is not None:
            console.print(
                escape(
                    f"{other.name} loses {_figure(by, 3)} points a decision more than "
                    f"{players[0].name} (95%: {by.low:+.3f} to {by.high:+.3f})"
                ),
                highlight=False,
            )
    chosen = sorted(seats, key=lambda one: -one[1].loss.lost)[:WORST]
    if chosen and chosen[0][1].loss.lost > 0:
        console.print()
        console.print(_worst_table([(name, one) for name, one in chosen if one.loss.lost > 0]))


def _seat_table(seats: Sequence[SeatReview]) -> Table:
    heads = ("score\n得分", "decisions\n决策", "lost\n失分", "each\n平均", "accuracy\n准确率")
    grades = "slight, mistake, blunder\n小错 错 大错"
    table = plain_table("seat\n座位", *heads, "luck\n运气", grades, right=7)
    for seat in seats:
        count, mistakes = len(seat.decisions), mistakes_of(seat)
        luck = luck_of(seat).total
        table.add_row(
            escape(f"{wind(seat.seat)} {seat.player}".rstrip()),
            "" if seat.score is None else f"{seat.score:+d}",
            str(count),
            f"{seat.points_lost:.1f}",
            f"{seat.points_lost / count:.3f}" if count else "",
            f"{mean_accuracy(seat.decisions):.1f}" if count else "",
            "" if luck is None else f"{luck:+.1f}",
            " ".join(str(sum(one.loss.grade == grade for one in mistakes)) for grade in GRADES),
        )
    return table


def _worst_table(worst: Sequence[tuple[str | None, Reviewed]]) -> Table:
    named = any(name is not None for name, _ in worst)
    heads = ["lost\n失分", "turn\n回合", "played\n实际", "best\n推荐", "kind, grade\n类别 程度"]
    table = plain_table(*heads, *(["game, seat\n对局 座位"] if named else []), right=1)
    for name, one in worst:
        loss = one.loss
        grade = GRADE_NAMES[loss.grade] if loss.grade else ""
        cells = [
            f"{loss.lost:.1f}",
            str(one.turn),
            in_both(loss.played),
            in_both(loss.best),
            f"{KIND_NAMES[loss.kind or '']}, {grade}".rstrip(", "),
        ]
        table.add_row(*map(escape, [*cells, name or ""] if named else cells))
    return table


def _figure(found: Estimate, digits: int) -> str:
    if found.mean is None:
        return "-"
    if found.error is None:
        return f"{found.mean:.{digits}f}"
    return f"{found.mean:.{digits}f} ± {found.error:.{digits}f}"
