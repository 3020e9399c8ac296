"""The facts of a reason in words, in both languages: for terminals as text, for pages in parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mj_bot.events import CHI, GANG, PENG
from mj_bot.tiles import tile_of
from mj_lab.text.labels import fan_label
from mj_lab.text.notation import Notation, tiles_text

Fact = dict[str, Any]
# A piece of a sentence: text, {"tiles": [codes]} to be drawn, or {"fan": its Chinese name}.
SentencePart = str | dict[str, Any]
InBoth = tuple[list[SentencePart], list[SentencePart]]

_NO_DANGER = "0.0%"
_NOTHING: InBoth = (["no clear difference"], ["没有明显差别"])
_CLAIMS = {CHI: ("chow", "吃"), PENG: ("pung", "碰"), GANG: ("kong", "杠")}


def sentence(facts: Sequence[Fact]) -> dict[str, Any]:
    """The facts as one sentence: `english` and `chinese` as text, `parts` of both for pages.

    parts: by "en" and "zh"; each text, {"tiles": [codes]}, or {"fan": the Chinese name}.
    """
    found = [_both(fact) for fact in facts] or [_NOTHING]
    parts = {
        "en": _joined([one for one, _ in found], "; "),
        "zh": _joined([one for _, one in found], "；"),
    }
    english, chinese = (_text(parts[key], key == "zh") for key in ("en", "zh"))
    return {"parts": parts, "english": english, "chinese": chinese}


def _joined(facts: Sequence[list[SentencePart]], between: str) -> list[SentencePart]:
    """The parts of all facts in a row, texts that touch made one."""
    made: list[SentencePart] = []
    for place, fact in enumerate(facts):
        for part in ([between] if place else []) + fact:
            last = made[-1] if made else None
            if isinstance(part, str) and isinstance(last, str):
                made[-1] = last + part
            else:
                made.append(part)
    return made


def _text(parts: Sequence[SentencePart], in_chinese: bool) -> str:
    return "".join(part if isinstance(part, str) else _named(part, in_chinese) for part in parts)


def _named(part: Mapping[str, Any], in_chinese: bool) -> str:
    if "tiles" in part:
        notation = Notation.CHINESE if in_chinese else Notation.LETTERS
        return tiles_text([tile_of(code) for code in part["tiles"]], notation).replace(
            " ", "" if in_chinese else " "
        )
    chinese, english = fan_label(part["fan"])
    return chinese if in_chinese or chinese == english else f"{english} {chinese}"


def _both(fact: Fact) -> InBoth:
    english, chinese = _WORDS[fact["kind"]](fact)
    if fact.get("against"):
        return ["though ", *english], ["不过", *chinese]
    return english, chinese


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def _pair(words: tuple[str, str], figures: Sequence[Any]) -> InBoth:
    """Two figures in a sentence of each language, each with {0} and {1}."""
    english, chinese = (form.format(*figures) for form in words)
    return [english], [chinese]


# -- one for each kind of fact ---------------------------------------------------------------------


def _win(fact: Fact) -> InBoth:
    fan, points = fact["fan"], fact["points"]
    if fan is None or points is None:
        return ["wins"], ["和牌"]
    return [f"wins {fan} fan: {points:.0f} points"], [f"和{fan}番：得{points:.0f}分"]


def _no_win(fact: Fact) -> InBoth:
    points = f"{fact['points']:.1f}"
    return [f"worth {points} points more than the win"], [f"比直接和多{points}分"]


def _as_good(fact: Fact) -> InBoth:
    points = f"{fact['points']:.1f}"
    if points == "0.0":
        return ["as good: the same points"], ["同样好：得分一样"]
    return [f"as good: {points} points apart"], [f"同样好：只差{points}分"]


def _quick(fact: Fact) -> InBoth:
    points = f"{fact['points']:.1f}"
    return (
        [f"chosen by a quick count; a full one has the other {points} points ahead"],
        [f"按快速估算选出；细算起来，另一着多{points}分"],
    )


def _ready(fact: Fact) -> InBoth:
    if not fact["tiles"]:
        return ["ready now"], ["已经听牌"]
    waits = {"tiles": fact["tiles"]}
    return ["ready now, waiting for ", waits], ["已经听牌，听", waits]


def _keeps(fact: Fact) -> InBoth:
    tiles, fan = {"tiles": fact["tiles"]}, {"fan": fact["fan"]}
    if fact.get("also"):
        return ["keeps ", tiles, " for ", fan, " too"], ["还留", tiles, "做", fan]
    return ["keeps ", tiles, " for ", fan], ["留", tiles, "做", fan]


def _holds(fact: Fact) -> InBoth:
    tiles, lacks = {"tiles": fact["tiles"]}, {"tiles": fact["lacks"]}
    if not fact["lacks"]:
        return ["keeps ", tiles, " together"], ["不拆", tiles]
    if fact["lacks"] == fact["tiles"]:
        return ["keeps ", tiles, " to make a pair"], ["留", tiles, "凑对"]
    return ["keeps ", tiles, " for ", lacks], ["留", tiles, "等", lacks]


def _points(fact: Fact) -> InBoth:
    points = f"{fact['points']:.1f}"
    return [f"{points} points better in all"], [f"总的来说好{points}分"]


def _waits(fact: Fact) -> InBoth:
    if not fact["copies"][1]:
        return ["the other one waits for tiles that are all gone"], ["另一着听的牌已经没有了"]
    return _pair(("waits for more tiles: {0}, not {1}", "听的牌更多：{0}张对{1}张"), fact["copies"])


def _makes(fact: Fact) -> InBoth:
    tiles, fan = {"tiles": fact["tiles"]}, {"fan": fact["fan"]}
    return ["makes ", tiles, " for ", fan], ["成", tiles, "，做", fan]


def _concealed(fact: Fact) -> InBoth:
    if fact["fan"] is None:
        return ["keeps the hand concealed"], ["保持门前清"]
    fan = {"fan": fact["fan"]}
    return ["stays concealed for ", fan], ["不开门，做", fan]


def _no_nearer(fact: Fact) -> InBoth:
    english, chinese = _CLAIMS[fact["claim"]]
    return [f"the {english} brings 8 fan no nearer"], [f"{chinese}了离8番也不更近"]


def _nearer(fact: Fact) -> InBoth:
    tiles = fact["tiles"]
    count, plural = ("one", "") if tiles == 1 else (str(tiles), "s")
    return [f"{count} tile{plural} nearer to 8 fan"], [f"离8番近{'一' if tiles == 1 else tiles}张"]


def _closer(fact: Fact) -> InBoth:
    return _pair(("nearer: {0} from ready, not {1}", "更近：{0}向听对{1}向听"), fact["shanten"])


def _effective(fact: Fact) -> InBoth:
    words = "more effective tiles: {0}, not {1}", "进张更多：{0}张对{1}张"
    return _pair(words, fact["copies"])


def _left(fact: Fact) -> InBoth:
    words = (
        "more of the tiles that it needs are left: {0}, not {1}",
        "要的牌剩得更多：{0}张对{1}张",
    )
    return _pair(words, fact["copies"])


def _aims(fact: Fact) -> InBoth:
    mine, other = ({"fan": fan} for fan in fact["fans"])
    if fact["fan"] is None:
        return ["goes for ", mine, ", not ", other], ["做", mine, "，不做", other]
    one, two = fact["fan"]
    return (
        ["goes for ", mine, f" ({one} fan), not ", other, f" ({two})"],
        ["做", mine, f"（{one}番），不做", other, f"（{two}番）"],
    )


def _fan(fact: Fact) -> InBoth:
    less = fact.get("against")
    words = ("worth less: {0} fan, not {1}", "番数更低：{0}番对{1}番")
    if not less:
        words = ("worth more: {0} fan, not {1}", "番数更高：{0}番对{1}番")
    return _pair(words, fact["fan"])


def _pay(fact: Fact) -> InBoth:
    if fact.get("against"):
        return ["a win pays less on average"], ["和了平均得分更少"]
    return ["a win pays more on average"], ["和了平均得分更多"]


def _chance(fact: Fact) -> InBoth:
    words = "wins more often: {0}, not {1}", "和牌率更高：{0}对{1}"
    if fact.get("against"):
        words = "it wins less often: {0}, not {1}", "和牌率更低：{0}对{1}"
    return _pair(words, [_percent(one) for one in fact["win_chance"]])


def _danger(fact: Fact) -> InBoth:
    mine, other = (_percent(one) for one in fact["danger"])
    if fact.get("against"):
        if other == _NO_DANGER:
            return [f"riskier: it deals in {mine} of the time"], [f"更危险：放炮率{mine}"]
        words = "riskier: it deals in {0} of the time, not {1}", "更危险：放炮率{0}对{1}"
        return _pair(words, [mine, other])
    if mine == _NO_DANGER:
        english = f"safer: the other one deals in {other} of the time"
        return [english], [f"更安全：另一着放炮率{other}"]
    return _pair(
        ("safer: it deals in {0} of the time, not {1}", "更安全：放炮率{0}对{1}"), [mine, other]
    )


def _learned(fact: Fact) -> InBoth:
    points = f"{abs(fact['points']):.1f}"
    if fact.get("against"):
        return [f"what it learned takes {points} points off"], [f"学到的修正少{points}分"]
    return [f"what it learned adds {points} points"], [f"学到的修正多{points}分"]


def _kong(_fact: Fact) -> InBoth:
    return ["draws one tile more"], ["多摸一张牌"]


def _probability(fact: Fact) -> InBoth:
    words = "the network rates it higher: {0}, not {1}", "神经网络更看好：{0}对{1}"
    return _pair(words, [_percent(one) for one in fact["probability"]])


_WORDS: Mapping[str, Callable[[Fact], InBoth]] = {
    "win": _win,
    "no_win": _no_win,
    "as_good": _as_good,
    "quick": _quick,
    "ready": _ready,
    "keeps": _keeps,
    "holds": _holds,
    "points": _points,
    "waits": _waits,
    "makes": _makes,
    "concealed": _concealed,
    "no_nearer": _no_nearer,
    "nearer": _nearer,
    "closer": _closer,
    "effective": _effective,
    "left": _left,
    "aims": _aims,
    "fan": _fan,
    "pay": _pay,
    "chance": _chance,
    "danger": _danger,
    "learned": _learned,
    "kong": _kong,
    "probability": _probability,
}

FACT_KINDS = tuple(_WORDS)
