"""The sentence for each kind of fact, in both languages, as data for Python and pages.

The first sentence of a kind whose conditions hold is used. A condition gives the value that a
figure must have; `=tiles` means the value of the figure `tiles`. Braces contain a field of the fact
(`copies.1` is the second of two), then a colon and its format: `0` and `1` are the number of
digits, `abs` is one digit without a sign, `%` is a percentage. `tiles` (to be drawn) and `fan` (the
name of a fan) become parts of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Conditions, English, Chinese.
Sentence = tuple[Mapping[str, Any], str, str]

SENTENCES: Mapping[str, tuple[Sentence, ...]] = {
    "win": (
        ({"fan": None}, "wins", "和牌"),
        ({"points": None}, "wins", "和牌"),
        ({}, "wins {fan} fan: {points:0} points", "和{fan}番：得{points:0}分"),
    ),
    "unsure": (
        (
            {},
            "the other one's forecast is {points:1} points higher: too little to be sure",
            "另一种打法的估值高{points:1}分：相差太小，不能确定",
        ),
    ),
    "no_win": (({}, "worth {points:1} points more than the win", "比直接和多{points:1}分"),),
    "equal": (
        ({"points:1": "0.0"}, "no difference: the same points", "没有差别：得分一样"),
        ({}, "no clear difference: {points:1} points", "没有明显差别：只差{points:1}分"),
    ),
    "quick": (
        (
            {},
            "chosen by a quick count; a full one has the other {points:1} points ahead",
            "按快速估算选出；细算起来，另一种打法多{points:1}分",
        ),
    ),
    "ready": (
        ({"tiles": []}, "ready now", "已经听牌"),
        ({}, "ready now, waiting for {tiles:tiles}", "已经听牌，听{tiles:tiles}"),
    ),
    "keeps": (
        ({"also": True}, "keeps {tiles:tiles} for {fan:fan} too", "还留{tiles:tiles}做{fan:fan}"),
        ({}, "keeps {tiles:tiles} for {fan:fan}", "留{tiles:tiles}做{fan:fan}"),
    ),
    "holds": (
        ({"lacks": []}, "keeps {tiles:tiles} together", "不拆{tiles:tiles}"),
        ({"lacks": "=tiles"}, "keeps {tiles:tiles} to make a pair", "留{tiles:tiles}凑对"),
        ({}, "keeps {tiles:tiles} for {lacks:tiles}", "留{tiles:tiles}等{lacks:tiles}"),
    ),
    "points": (({}, "{points:1} points better in all", "总的来说好{points:1}分"),),
    "waits": (
        (
            {"copies.1": 0},
            "the other one waits for tiles that are all gone",
            "另一种打法听的牌已经没有了",
        ),
        (
            {},
            "waits for more tiles: {copies.0}, not {copies.1}",
            "听的牌更多：{copies.0}张对{copies.1}张",
        ),
    ),
    "makes": (({}, "makes {tiles:tiles} for {fan:fan}", "成{tiles:tiles}，做{fan:fan}"),),
    "concealed": (
        ({"fan": None}, "keeps the hand concealed", "保持门前清"),
        ({}, "stays concealed for {fan:fan}", "不开门，做{fan:fan}"),
    ),
    "no_nearer": (
        ({"claim": "CHI"}, "the chow brings 8 fan no nearer", "吃了离8番也不更近"),
        ({"claim": "PENG"}, "the pung brings 8 fan no nearer", "碰了离8番也不更近"),
        ({}, "the kong brings 8 fan no nearer", "杠了离8番也不更近"),
    ),
    "nearer": (
        ({"tiles": 1}, "one tile nearer to 8 fan", "离8番近一张"),
        ({}, "{tiles} tiles nearer to 8 fan", "离8番近{tiles}张"),
    ),
    "closer": (
        (
            {},
            "nearer: {shanten.0} from ready, not {shanten.1}",
            "更近：{shanten.0}向听对{shanten.1}向听",
        ),
    ),
    "effective": (
        (
            {},
            "more effective tiles: {copies.0}, not {copies.1}",
            "进张更多：{copies.0}张对{copies.1}张",
        ),
    ),
    "left": (
        (
            {},
            "more of the tiles that it needs are left: {copies.0}, not {copies.1}",
            "要的牌剩得更多：{copies.0}张对{copies.1}张",
        ),
    ),
    "aims": (
        (
            {"fan": None},
            "goes for {fans.0:fan}, not {fans.1:fan}",
            "做{fans.0:fan}，不做{fans.1:fan}",
        ),
        (
            {},
            "goes for {fans.0:fan} ({fan.0} fan), not {fans.1:fan} ({fan.1})",
            "做{fans.0:fan}（{fan.0}番），不做{fans.1:fan}（{fan.1}番）",
        ),
    ),
    "fan": (
        (
            {"against": True},
            "worth less: {fan.0} fan, not {fan.1}",
            "番数更低：{fan.0}番对{fan.1}番",
        ),
        ({}, "worth more: {fan.0} fan, not {fan.1}", "番数更高：{fan.0}番对{fan.1}番"),
    ),
    "pay": (
        ({"against": True}, "a win pays less on average", "和了平均得分更少"),
        ({}, "a win pays more on average", "和了平均得分更多"),
    ),
    "chance": (
        (
            {"against": True},
            "it wins less often: {win_chance.0:%}, not {win_chance.1:%}",
            "和牌率更低：{win_chance.0:%}对{win_chance.1:%}",
        ),
        (
            {},
            "wins more often: {win_chance.0:%}, not {win_chance.1:%}",
            "和牌率更高：{win_chance.0:%}对{win_chance.1:%}",
        ),
    ),
    "danger": (
        (
            {"against": True, "danger.1:%": "0.0%"},
            "riskier: it deals in {danger.0:%} of the time",
            "更危险：放铳率{danger.0:%}",
        ),
        (
            {"against": True},
            "riskier: it deals in {danger.0:%} of the time, not {danger.1:%}",
            "更危险：放铳率{danger.0:%}对{danger.1:%}",
        ),
        (
            {"danger.0:%": "0.0%"},
            "safer: the other one deals in {danger.1:%} of the time",
            "更安全：另一种打法放铳率{danger.1:%}",
        ),
        (
            {},
            "safer: it deals in {danger.0:%} of the time, not {danger.1:%}",
            "更安全：放铳率{danger.0:%}对{danger.1:%}",
        ),
    ),
    "learned": (
        (
            {"against": True},
            "what it learned takes {points:abs} points off",
            "学到的修正少{points:abs}分",
        ),
        ({}, "what it learned adds {points:abs} points", "学到的修正多{points:abs}分"),
    ),
    "kong": (({}, "draws one tile more", "多摸一张牌"),),
    "probability": (
        (
            {},
            "the network rates it higher: {probability.0:%}, not {probability.1:%}",
            "神经网络更看好：{probability.0:%}对{probability.1:%}",
        ),
    ),
}
# Goes before a fact for the other action, between two facts, and where there is no fact.
AGAINST = ("though ", "不过")
BETWEEN = ("; ", "；")
NO_DIFFERENCE = ("no clear difference", "没有明显差别")
