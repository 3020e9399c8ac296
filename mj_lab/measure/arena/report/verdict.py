"""Words a duel's verdict: in English for the terminal, in both languages for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mj_lab.core.sprt import SprtResult
from mj_lab.core.wall_means import Estimate

if TYPE_CHECKING:
    from mj_lab.measure.arena.report.duel_summary import DuelSummary

_POINTS = "{mean} ± {error} points a game and seat (95%: {low} to {high})"
_POINTS_ZH = "每盘每座 {mean} ± {error} 分（95%：{low} 至 {high}）"
_RATIO = "(LLR {ratio} of ±{bound})"
_RATIO_ZH = "（LLR {ratio}，界限 ±{bound}）"
# English and Chinese, by key.
VERDICT_WORDS: dict[str, tuple[str, str]] = {
    "noWall": ("no wall is finished", "还没有打完一副牌墙"),
    "oneWall": (
        "{a} - {b}: {mean}; a single wall has no error to state",
        "{a} - {b}：{mean}；只有一副牌墙，无法给出误差",
    ),
    "ahead": (
        f"{{a}} - {{b}}: {_POINTS}: {{ahead}} is ahead",
        f"{{a}} - {{b}}：{_POINTS_ZH}：{{ahead}} 领先",
    ),
    "alike": (
        "{a} and {b} came out even on every wall: they play alike",
        "{a} 与 {b} 在每副牌墙上都打平：两者打法相同",
    ),
    "unproven": (
        f"{{a}} - {{b}}: {_POINTS}: no difference is proven",
        f"{{a}} - {{b}}：{_POINTS_ZH}：没有证实差别",
    ),
    "sprtOpen": (
        f"SPRT {{test}} is not decided after {{walls}} walls {_RATIO}",
        f"SPRT {{test}}：{{walls}} 副牌墙后未定{_RATIO_ZH}",
    ),
    "sprtDone": (
        "SPRT {test} is decided after {walls} walls: {a} - {b} is {decided}, not {other} " + _RATIO,
        "SPRT {test}：{walls} 副牌墙后判定：{a} - {b} 为 {decided}，不是 {other}" + _RATIO_ZH,
    ),
}


class Verdict(NamedTuple):
    """A sentence: its key in VERDICT_WORDS, and the values in it."""

    key: str
    said: dict[str, str]

    def __str__(self) -> str:
        """In English."""
        return VERDICT_WORDS[self.key][0].format(**self.said)


def verdicts(summary: DuelSummary) -> list[Verdict]:
    """The verdict on a duel's difference, and the state of its sequential test, if any."""
    first, second = summary.sides
    lines = [of_difference(first, second, summary.difference)]
    if summary.sprt is not None:
        lines.append(of_test(first, second, summary.sprt, summary.wall_count))
    return lines


def of_difference(first: str, second: str, difference: Estimate) -> Verdict:
    """The verdict on the difference of two players.

    >>> print(of_difference("a", "b", Estimate(-1.0, 0.25, -1.58, -0.42, 99)))
    a - b: -1.00 ± 0.25 points a game and seat (95%: -1.58 to -0.42): b is ahead
    """
    mean, error, low, high, _ = difference
    if mean is None:
        return Verdict("noWall", {})
    said = {"a": first, "b": second, "mean": f"{mean:+.2f}"}
    if error is None or low is None or high is None:
        return Verdict("oneWall", said)
    said.update(error=f"{error:.2f}", low=f"{low:+.2f}", high=f"{high:+.2f}")
    if low > 0 or high < 0:
        return Verdict("ahead", {**said, "ahead": first if mean > 0 else second})
    return Verdict("alike" if mean == error == 0 else "unproven", said)


def of_test(first: str, second: str, test: SprtResult, walls: int) -> Verdict:
    """The state of a sequential test of two players after these walls.

    >>> print(of_test("a", "b", SprtResult(0.0, 0.8, 0.05, 2.944, -3.0, 0.0), 99))
    SPRT 0:0.8 is decided after 99 walls: a - b is 0, not 0.8 (LLR -3.00 of ±2.94)
    """
    low, high, _, bound, ratio, decided = test
    said = {
        "a": first,
        "b": second,
        "test": f"{low:g}:{high:g}",
        "walls": str(walls),
        "ratio": "–" if ratio is None else f"{ratio:+.2f}",
        "bound": f"{bound:.2f}",
    }
    if decided is None:
        return Verdict("sprtOpen", said)
    other = low if decided == high else high
    return Verdict("sprtDone", {**said, "decided": f"{decided:g}", "other": f"{other:g}"})
