"""The quiz on the terminal: one question at a time, each with its answer and reasons."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.events import PASS, PLAY, SEATS
from mj_bot.fan import MIN_FAN
from mj_bot.tiles import code_of, tile_of
from mj_lab.core.text.fan_names import english_name
from mj_lab.core.text.notation import (
    Notation,
    both,
    in_both,
    in_notation,
    tiles_text,
    wind,
)
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.candidate_tables import candidate_table, reason_lines
from mj_lab.explain.quiz.themes import THEME_NAMES, THEMES
from mj_lab.explain.quiz.trainer import QuizTrainer
from mj_lab.explain.review.text import GRADE_NAMES

_Read = Callable[[str], str]
_Shown = Mapping[str, Any]

# Leaves the session; answers so far are stored.
_LEAVE = "Q"
_FLAG_WORDS = {
    "self-drawn": "self-drawn 自摸",
    "last-copy": "the other three lie open 绝张",
    "replacement": "drawn after a kong 杠上",
    "robbing": "robbed from a kong 抢杠",
    "last-tile": "the last tile 海底",
}


class QuizAtTerminal:
    """A session at the terminal. read: asks for a line, like `input`."""

    def __init__(
        self,
        console: Console,
        trainer: QuizTrainer,
        read: _Read = input,
        notation: Notation = Notation.LETTERS,
    ) -> None:
        self._console = console
        self._trainer = trainer
        self._read = read
        self._notation = notation

    def run(self, names: Sequence[str], today: int | None = None) -> None:
        """Ask these questions, missed ones again at the end; then print the score.

        It ends early with the letter q, or when no more lines come.
        """
        self._say("Answer by a tile's code (W1) or a number; q ends.", style="dim")
        waiting = deque(names)
        first: dict[str, dict[str, Any]] = {}
        number = 0
        while waiting:
            name = waiting.popleft()
            shown = self._trainer.shown(name)
            number += 1
            self._say(f"\n{number}/{number + len(waiting)}  {_theme(shown['theme'])}", style="bold")
            self._show(shown)
            action = self._asked(shown)
            if action is None:
                break
            graded = self._trainer.answered(name, action, today)
            first.setdefault(name, graded)
            self._tell(shown, graded)
            if graded["again"]:
                waiting.append(name)
        self._sum_up(list(first.values()), today)

    # -- a question ------------------------------------------------------------------------------

    def _show(self, shown: _Shown) -> None:
        where = f"seat {wind(shown['seat'])}, prevalent wind 圈风 {wind(shown['quan'])}"
        if shown["kind"] == "fan":
            tile = both(tile_of(shown["tile"]))
            came = [_FLAG_WORDS[flag] for flag in shown["flags"]] or ["on a discard 点和"]
            self._say(f"How many fan? 几番？ {where}")
            self._say(f"wins 和 with {tile}: {', '.join(came)}")
            self._say(f"    {self._hand(shown['hand'], shown['melds'])}", style="bold cyan")
        else:
            self._table(shown, where)
        for number, (text, _) in enumerate(_numbered(shown), start=1):
            self._say(f"    {number}: {text}")

    def _table(self, shown: _Shown, where: str) -> None:
        frame, seat = shown["frame"], shown["seat"]
        self._say(f"{where}, wall 余 {sum(frame['walls'])}")
        for step in range(1, SEATS + 1):
            other = (seat + step) % SEATS
            discards = tiles_text([tile for tile, _ in frame["discards"][other]])
            melds = self._melds(frame["melds"][other])
            self._say(f"  {wind(other):8} {melds:<16} {discards}".rstrip())
        hand = self._hand(
            frame["hands"][seat], [[sorted(m[1]), m[3]] for m in frame["melds"][seat]]
        )
        drawn = frame["drawn"]
        end = f"  drew 摸 {both(drawn)}" if drawn is not None else ""
        self._say(f"    {hand}{end}", style="bold cyan")
        if shown["kind"] == "claim":
            giver, tile = wind(frame["seat"]), both(frame["tile"])
            self._say(f"{giver} discards 打 {tile}: claim or pass? 吃碰还是过？")
        else:
            self._say("What do you discard? 打哪张？")

    def _hand(self, tiles: Sequence[int], melds: Sequence[Sequence[Any]]) -> str:
        shown = [tiles_text(tiles), *(_meld(part, closed) for part, closed in melds)]
        return " ".join(shown)

    def _melds(self, melds: Sequence[Sequence[Any]]) -> str:
        return " ".join(_meld(sorted(tiles), closed) for _, tiles, _, closed, _ in melds)

    def _asked(self, shown: _Shown) -> str | None:
        """Ask until the answer is valid; None to leave."""
        numbered = _numbered(shown)
        while True:
            try:
                said = self._read("> ").strip().upper()
            except EOFError:
                return None
            if said == _LEAVE:
                return None
            action = _meant(said, shown, numbered)
            if action is not None:
                return action
            self._say("    no such answer; q ends", style="red")

    # -- after an answer ------------------------------------------------------------------------

    def _tell(self, shown: _Shown, graded: _Shown) -> None:
        if graded["right"]:
            self._say(f"Right 对. {graded['streak']} in a row 连对", style="bold green")
        else:
            self._say(_missed(shown, graded), style="bold red")
        if "study" in graded:
            self._console.print(self._fans(graded))
        else:
            if graded["played"]:
                self._say(f"in your game you played 当时打 {in_both(graded['played'])}")
            for line in reason_lines(graded["reason"]):
                self._say(line)
            self._console.print(candidate_table(graded["rows"], graded["best"], 0, self._notation))
        if graded["replay"] is not None and not graded["right"]:
            self._say(f"in its game 看这一盘的回放: mj quiz replay {graded['id']}")
        self._say(_due(graded), style="dim")

    def _fans(self, graded: _Shown) -> Table:
        table = plain_table("fan\n番种", "\npoints", "\nwhat it asks for", right=1)
        for name, english, value, times in graded["study"]["fans"]:
            said = "\n".join(rule for rule in graded["rules"][name] if rule)
            points = str(value) if times == 1 else f"{times} x {value}"
            table.add_row(f"{name}\n{english_name(name) or english}", points, escape(said))
        total = graded["study"]["fan"]
        enough = "" if total >= MIN_FAN else f": under {MIN_FAN}, it may not win 不能和"
        table.add_row("total 合计", str(total), enough)
        return table

    def _sum_up(self, graded: Sequence[_Shown], today: int | None) -> None:
        if not graded:
            return
        right = sum(answer["right"] for answer in graded)
        self._say(f"\n{right} of {len(graded)} right 答对 {right}/{len(graded)}", style="bold")
        lost = [answer["lost"] for answer in graded if "rows" in answer]
        if lost:
            self._say(f"{sum(lost) / len(lost):.1f} points lost a decision 每决策失分")
        print_score(self._console, self._trainer.score(today))

    def _say(self, text: str, style: str = "") -> None:
        escaped = escape(in_notation(text, self._notation))
        self._console.print(escaped, style=style, highlight=False, soft_wrap=True)


def print_score(console: Console, score: Mapping[str, Any]) -> None:
    """Print the score: a row for each theme, then all."""
    table = plain_table(
        "theme\n主题",
        "questions\n题",
        "seen\n做过",
        "due\n待复习",
        "answers\n次",
        "right\n正确",
        "lost\n失分",
        right=6,
    )
    for theme in THEMES:
        table.add_row(_theme(theme), *_cells(score["themes"][theme]))
    table.add_row("all 合计", *_cells(score), style="bold")
    console.print(table)
    console.print(
        f"{score['streak']} right in a row, {score['longest']} at most; "
        f"{_counted(score['days'], 'day')} in a row 连续{score['days']}天",
        highlight=False,
    )


def _counted(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


def _cells(sums: Mapping[str, Any]) -> list[str]:
    share = f"{100 * sums['right'] / sums['answers']:.0f}%" if sums["answers"] else ""
    lost = "" if sums["lost"] is None else f"{sums['lost']:.1f}"
    return [*(str(sums[key]) for key in ("questions", "seen", "due", "answers")), share, lost]


def _theme(theme: str) -> str:
    return " ".join(THEME_NAMES[theme])


def _meld(tiles: Sequence[int], concealed: object) -> str:
    return f"[{tiles_text(tiles) or '????'}{' concealed' if concealed else ''}]"


def _numbered(shown: _Shown) -> list[tuple[str, str]]:
    """The answers except plain discards, as people read them, with their actions."""
    choices = []
    for option in shown["options"]:
        kind = option["kind"]
        if kind == "FAN":
            under = "" if int(option["action"]) >= MIN_FAN else " (no win 不能和)"
            choices.append((f"{option['action']} fan 番{under}", option["action"]))
        elif kind == PASS:
            choices.append(("pass 过", PASS))
        elif kind != PLAY:
            used = " ".join(code_of(tile) for tile in option["uses"])
            choices.append((f"{kind} with {used}", option["action"]))
    return choices


def _meant(said: str, shown: _Shown, numbered: Sequence[tuple[str, str]]) -> str | None:
    """Parse a line as an action; None if it is not one."""
    if said.isascii() and said.isdecimal() and len(said) < 3:
        if 1 <= int(said) <= len(numbered):
            return numbered[int(said) - 1][1]
        return None
    actions = [option["action"] for option in shown["options"]]
    return next((action for action in (said, f"{PLAY} {said}") if action in actions), None)


def _due(graded: _Shown) -> str:
    if graded["again"]:
        return "asked again in this session 这次还会再问"
    days = graded["days"]
    return (
        "asked again tomorrow 明天再问"
        if days == 1
        else f"asked again in {days} days {days}天后再问"
    )


def _missed(shown: _Shown, graded: _Shown) -> str:
    if shown["kind"] == "fan":
        return f"{graded['best']} fan, not {graded['action']}. 是 {graded['best']} 番"
    grade = GRADE_NAMES.get(graded["grade"] or "", "")
    about = f"{graded['lost']:.1f} ± {graded['lost_error']:.0f}"
    lost = f"{about} points lost 失分 {grade}".rstrip()
    return f"Better 更好: {in_both(graded['best'])}. {lost}"
