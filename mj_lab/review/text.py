"""A review on the terminal: a table by seat with the worst answers, or a table by player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.analysis.losses import GRADES, mean_accuracy
from mj_lab.arena.statistics.wall_means import Estimate
from mj_lab.review.players import PlayerReview, difference_of
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.review.summary import WORST, luck_of, mistakes_of, worst_of
from mj_lab.text.notation import in_both, wind
from mj_lab.text.tables import plain_table

GRADE_NAMES = {"slight": "slight 小错", "mistake": "mistake 错", "blunder": "blunder 大错"}
KIND_NAMES = {
    "discard": "discard 出牌",
    "claim made": "claim made 多吃碰",
    "claim missed": "claim missed 漏吃碰",
    "kong": "kong 杠",
    "win passed": "win passed 漏和",
}
# Columns that a narrow terminal goes without, the first first.
_SPARE = ("lost/game", "luck", "mistakes/100", "decisions")
# So much of a line is left to names; longer ones go on in the next.
_NAME_ROOM = 16


def print_game(console: Console, game: GameReview, tactic: str) -> None:
    """Print one game: its seats, and the worst answers of each."""
    console.print(escape(f"{game.id}: what each seat lost against {tactic}, in points of the game"))
    console.print(_seat_table(game.seats, console.width))
    for seat in game.seats:
        worst = worst_of(seat.decisions)
        if worst:
            console.print(f"\n{wind(seat.seat)} {escape(seat.player)}".rstrip())
            console.print(_worst_table([(None, one) for one in worst]))


def print_players(
    console: Console, players: Sequence[PlayerReview], games: Sequence[GameReview], tactic: str
) -> None:
    """Print many games: a row a player, the differences, and the worst answers of all."""
    seats = [((game.id, wind(seat.seat)), one) for game in games for seat in game.seats
             for one in seat.decisions]  # fmt: skip
    console.print(escape(f"{len(games)} games against {tactic}, in points of the game"))
    console.print(_player_table(players, console.width))
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


def _player_table(players: Sequence[PlayerReview], width: int) -> Table:
    """A row a player. What does not fit beside the names is left out, it is in the JSON."""
    figures = [player.figures for player in players]
    columns = {
        "games\n局": [str(player.games) for player in players],
        "decisions\n决策": [str(player.decisions) for player in players],
        "lost/decision\n每决策失分": [_figure(one["lost_per_decision"], 3) for one in figures],
        "lost/game\n每局失分": [_figure(one["lost_per_game"], 2) for one in figures],
        "accuracy\n准确率": [_figure(one["accuracy"], 1) for one in figures],
        "mistakes/100\n每百失误": [_figure(one["mistakes_per_100"], 1) for one in figures],
        "luck/game\n运气": [_figure(one["luck_per_game"], 1) for one in figures],
    }
    return _named_table("player\n玩家", [player.name for player in players], columns, width)


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
        "accuracy\n准确率": ["" if one is None else f"{one:.1f}" for one in accuracies],
        "slight,\nmistake,\nblunder\n小错 错 大错": [
            " ".join(str(found.count(grade)) for grade in GRADES) for found in grades
        ],
    }
    names = [f"{wind(seat.seat)} {seat.player}".rstrip() for seat in seats]
    return _named_table("seat\n座位", names, columns, width)


def _named_table(
    head: str, names: Sequence[str], columns: Mapping[str, Sequence[str]], width: int
) -> Table:
    """Names and their figures in so many signs a line.

    Names go on in the next line, figures never do: of what does not fit the first of _SPARE goes
    first.
    """
    shown = dict(columns)
    room = width - min(_NAME_ROOM, max(map(cell_len, names), default=0))
    for spare in _SPARE:
        if sum(1 + _width(key, cells) for key, cells in shown.items()) <= room:
            break
        shown = {key: cells for key, cells in shown.items() if not key.startswith(spare)}
    table = plain_table(head, *shown, right=len(shown))
    table.columns[0].no_wrap = False
    for name, *cells in zip(names, *shown.values(), strict=True):
        table.add_row(escape(name), *cells)
    return table


def _width(head: str, cells: Sequence[str]) -> int:
    return max(map(cell_len, [*head.splitlines(), *cells]))


def _worst_table(worst: Sequence[tuple[tuple[str, str] | None, Reviewed]]) -> Table:
    """The worst answers; where each has the names of its game and seat, in more lines a row."""
    named = any(name is not None for name, _ in worst)
    heads = ["lost\n失分", "turn\n回合", "played\n实际", "best\n推荐", "kind, grade\n类别 程度"]
    table = plain_table(*heads, *(["game, seat\n对局 座位"] if named else []), right=1)
    between = "\n" if named else " "
    for name, one in worst:
        loss = one.loss
        grade = GRADE_NAMES[loss.grade] if loss.grade else ""
        kind = KIND_NAMES[loss.kind or ""]
        cells = [
            f"{loss.lost:.1f}",
            str(one.turn),
            between.join(in_both(loss.played).rsplit(" ", 1)),
            between.join(in_both(loss.best).rsplit(" ", 1)),
            between.join([*kind.rsplit(" ", 1), grade]).rstrip(),
            *(["\n".join(name)] if name is not None else []),
        ]
        table.add_row(*map(escape, cells))
    return table


def _figure(found: Estimate, digits: int) -> str:
    if found.mean is None:
        return "-"
    if found.error is None:
        return f"{found.mean:.{digits}f}"
    return f"{found.mean:.{digits}f} ± {found.error:.{digits}f}"
