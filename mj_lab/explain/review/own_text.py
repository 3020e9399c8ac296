"""The table of `mj review --own`: faults, verdicts and times of one's own seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.core.error_text import printable
from mj_lab.core.text.notation import wind
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.review.own_answers import AnswerPlace, AnswerSums, CountedFault, answer_sums
from mj_lab.explain.review.reviewing import SeatReview
from mj_lab.explain.review.together.report import ReviewReport
from mj_lab.explain.review.together.together_text import named_table

# With more distinct faults than this only their number is printed; the JSON has them all.
_MOST_FAULTS = 12
_UNKNOWN = "-"
# Columns that a narrow terminal drops, in this order.
_SPARE = ("answers", "score", "other")


def print_own(console: Console, report: ReviewReport) -> None:
    """Print a row for each own seat and their sum, then the distinct faults."""
    seats = [(game.id, seat) for game in report.games for seat in game.seats]
    rows = [([seat], answer_sums([(name, seat.answers)])) for name, seat in seats]
    total = answer_sums([(name, seat.answers) for name, seat in seats])
    names = [f"{name}\n{wind(seat.seat)}" for name, seat in seats]
    if len(seats) > 1:
        rows.append(([seat for _, seat in seats], total))
        names.append("total 合计")
    own = escape(printable(report.own or ""))
    console.print(f"\nHow the answers of {own} came about 回答的经过")
    console.print(
        named_table("match, seat\n对局 座位", names, _columns(rows), console.width, _SPARE)
    )
    if not total.remarks:
        console.print("No answer has a remark (debug): faults are not on record 没有 debug")
    if total.faults:
        console.print()
        console.print(_fault_table(total.faults[:_MOST_FAULTS]))
    if len(total.faults) > _MOST_FAULTS:
        console.print(f"{len(total.faults) - _MOST_FAULTS} more are in --json 其余见 --json")


def _columns(rows: Sequence[tuple[Sequence[SeatReview], AnswerSums]]) -> dict[str, list[str]]:
    sums = [answers for _, answers in rows]
    scores = [[seat.score for seat in seats if seat.score is not None] for seats, _ in rows]
    return {
        "score\n得分": [
            f"{sum(known_scores):+d}" if known_scores else _UNKNOWN for known_scores in scores
        ],
        "lost\n失分": [f"{sum(seat.points_lost for seat in seats):.1f}" for seats, _ in rows],
        "answers\n回答": [str(answers.given) for answers in sums],
        "fell\nback\n代答": [_known(answers, answers.fell_back) for answers in sums],
        "cut\n打断": [_known(answers, answers.cut) for answers in sums],
        "other\nfaults\n其他": [_known(answers, answers.other) for answers in sums],
        "verdict\nstep\n判定\n步": [_verdicts(answers, len(seats) > 1) for seats, answers in rows],
        "ms: median,\n99%, longest\n@step\n毫秒 @步": [
            _times(answers, len(seats) > 1) for seats, answers in rows
        ],
    }


def _known(sums: AnswerSums, count: int) -> str:
    return str(count) if sums.remarks else _UNKNOWN


def _verdicts(sums: AnswerSums, of_many: bool) -> str:
    """Each verdict with its turn; for many matches its count."""
    if of_many:
        counted = Counter(verdict for verdict, _ in sums.verdicts)
        return " ".join(f"{printable(verdict)} {count}" for verdict, count in counted.items())
    return " ".join(
        f"{printable(verdict)} {answer_place.turn}" for verdict, answer_place in sums.verdicts
    )


def _times(sums: AnswerSums, of_many: bool) -> str:
    times = sums.times
    if times is None:
        return _UNKNOWN
    turn = "" if of_many else f"@{times.where.turn}"
    return f"{times.median:.0f} {times.most:.0f} {times.longest:.0f}{turn}"


def _fault_table(faults: Sequence[CountedFault]) -> Table:
    table = plain_table("times\n次数", "first\n首次", "fault\n故障")
    for fault in faults:
        table.add_row(*map(escape, (str(fault.often), _shown(fault.first), printable(fault.text))))
    return table


def _shown(answer_place: AnswerPlace) -> str:
    return f"{answer_place.match}\nstep {answer_place.turn}"
