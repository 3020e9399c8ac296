"""The rule of each fan, a line in English and one in Chinese, for learners."""

from __future__ import annotations

# By the judge's names, in the order of their points. A fan that another implies is not counted.
_RULES = {
    "大四喜": ("pungs or kongs of all four winds", "四种风牌各一副刻子或杠"),
    "大三元": ("pungs or kongs of all three dragons", "三种箭牌各一副刻子或杠"),
    "绿一色": (
        "only the green tiles: bamboos 2, 3, 4, 6, 8 and the green dragon",
        "只有二三四六八条和发财",
    ),
    "九莲宝灯": (
        "concealed 1112345678999 of one suit, waiting for any tile of it",
        "门前一种花色 1112345678999，听同花色任意一张",
    ),
    "四杠": ("four kongs, open or concealed", "四副杠，明暗均可"),
    "连七对": ("seven pairs of one suit, their numbers in a row", "同一花色七个相连的对子"),
    "十三幺": (
        "one of each terminal and honour, and one of them twice",
        "十三种幺九牌各一张，其中一种成对",
    ),
    "清幺九": ("only 1s and 9s", "只有一和九的序数牌"),
    "小四喜": ("pungs of three winds and a pair of the fourth", "三种风牌的刻子，第四种风牌作将"),
    "小三元": (
        "pungs of two dragons and a pair of the third",
        "两种箭牌的刻子，第三种箭牌作将",
    ),
    "字一色": ("only winds and dragons", "只有字牌"),
    "四暗刻": ("four concealed pungs or kongs", "四副暗刻或暗杠"),
    "一色双龙会": (
        "123 and 789 twice each and a pair of 5s, all of one suit",
        "同一花色两副 123、两副 789，5 作将",
    ),
    "一色四同顺": ("the same chow four times", "同一种顺子四副"),
    "一色四节高": ("four pungs of one suit, numbers in a row", "同一花色四副依次递增的刻子"),
    "一色四步高": (
        "four chows of one suit, each one step, or each two steps, above the last",
        "同一花色四副依次递增一位或两位的顺子",
    ),
    "三杠": ("three kongs, open or concealed", "三副杠，明暗均可"),
    "混幺九": ("only 1s, 9s and honours", "只有幺九牌和字牌"),
    "七对": ("seven pairs", "七个对子"),
    "七星不靠": (
        "all seven honours, and seven tiles of a knitted straight",
        "七种字牌各一张，加组合龙中的七张",
    ),
    "全双刻": ("pungs and a pair of even numbers only", "全由双数的刻子和对子组成"),
    "清一色": ("all tiles of one suit", "全由一种花色组成"),
    "一色三同顺": ("the same chow three times", "同一种顺子三副"),
    "一色三节高": ("three pungs of one suit, numbers in a row", "同一花色三副依次递增的刻子"),
    "全大": ("only 7, 8 and 9", "只有七八九"),
    "全中": ("only 4, 5 and 6", "只有四五六"),
    "全小": ("only 1, 2 and 3", "只有一二三"),
    "清龙": ("123, 456 and 789 of one suit", "同一花色的 123、456、789"),
    "三色双龙会": (
        "123 and 789 of two suits each and a pair of 5s of the third",
        "两种花色各有 123、789，第三种花色的 5 作将",
    ),
    "一色三步高": (
        "three chows of one suit, each one step, or each two steps, above the last",
        "同一花色三副依次递增一位或两位的顺子",
    ),
    "全带五": ("a 5 in every set and in the pair", "每副牌和将牌都有五"),
    "三同刻": ("pungs of the same number in all three suits", "三种花色同一数字的刻子"),
    "三暗刻": ("three concealed pungs or kongs", "三副暗刻或暗杠"),
    "全不靠": (
        "fourteen single tiles: of a knitted straight and the honours",
        "十四张单牌，由组合龙的牌和字牌组成",
    ),
    "组合龙": (
        "147 of one suit, 258 of another and 369 of the third",
        "三种花色分别有 147、258、369",
    ),
    "大于五": ("only 6, 7, 8 and 9", "只有六七八九"),
    "小于五": ("only 1, 2, 3 and 4", "只有一二三四"),
    "三风刻": ("pungs of three winds", "三种风牌的刻子"),
    "花龙": (
        "123, 456 and 789, each of another suit",
        "三种花色分别有 123、456、789",
    ),
    "推不倒": (
        "only tiles that look the same upside down: dots 1 2 3 4 5 8 9, bamboos 2 4 5 6 8 9, white",
        "只有上下对称的牌：一二三四五八九饼、二四五六八九条、白",
    ),
    "三色三同顺": ("the same chow in all three suits", "三种花色同一数字的顺子"),
    "三色三节高": (
        "pungs of three suits, numbers in a row",
        "三种花色依次递增一位的刻子",
    ),
    "无番和": ("a hand that has no other fan", "没有任何其他番种"),
    "妙手回春": ("won by the last tile of the wall", "摸牌墙最后一张自摸"),
    "海底捞月": ("won by the last discard of the game", "和本盘最后一张打出的牌"),
    "杠上开花": ("won by the tile drawn after an own kong", "用开杠后补的牌和牌"),
    "抢杠和": ("won by a tile that another adds to its pung", "和别家加杠的牌"),
    "碰碰和": ("four pungs or kongs and a pair", "四副刻子或杠加将牌"),
    "混一色": ("one suit and honours", "一种花色加字牌"),
    "三色三步高": (
        "chows of three suits, each one step above the last",
        "三种花色依次递增一位的顺子",
    ),
    "五门齐": (
        "all three suits, winds and dragons",
        "万、饼、条、风、箭都有",
    ),
    "全求人": (
        "four melds claimed, and the last tile a discard for the pair",
        "四副牌全是吃碰杠，单钓别人打出的牌",
    ),
    "双暗杠": ("two concealed kongs", "两副暗杠"),
    "双箭刻": ("pungs of two dragons", "两种箭牌的刻子"),
    "全带幺": (
        "a 1, a 9 or an honour in every set and in the pair",
        "每副牌和将牌都有幺九牌或字牌",
    ),
    "不求人": ("nothing claimed, and the last tile drawn", "没有吃碰明杠，并且自摸"),
    "双明杠": ("two open kongs", "两副明杠"),
    "和绝张": ("the other three of the winning tile lie open", "所和的牌另外三张都已亮明"),
    "箭刻": ("a pung of dragons", "中、发或白的刻子"),
    "圈风刻": ("a pung of the prevalent wind", "圈风的刻子"),
    "门风刻": ("a pung of the own seat's wind", "本门风的刻子"),
    "门前清": ("nothing claimed, won on a discard", "没有吃碰明杠，和别人打出的牌"),
    "平和": ("four chows and a pair of numbers", "四副顺子，将牌是序数牌"),
    "四归一": ("all four of a tile, not as a kong", "四张相同的牌，没有开杠"),
    "双同刻": ("pungs of one number in two suits", "两种花色同一数字的刻子"),
    "双暗刻": ("two concealed pungs", "两副暗刻"),
    "暗杠": ("a concealed kong", "一副暗杠"),
    "断幺": ("no 1, no 9 and no honour", "没有一九和字牌"),
    "一般高": ("the same chow twice", "同一种顺子两副"),
    "喜相逢": ("the same chow in two suits", "两种花色同一数字的顺子"),
    "连六": ("two chows of one suit, six numbers in a row", "同一花色相连的两副顺子"),
    "老少副": ("123 and 789 of one suit", "同一花色的 123 和 789"),
    "幺九刻": (
        "a pung of 1s, of 9s or of a wind that pays nothing else",
        "一、九或不另计番的风牌的刻子",
    ),
    "明杠": ("an open kong", "一副明杠"),
    "缺一门": ("one suit is missing", "缺少一种花色"),
    "无字": ("no honours", "没有字牌"),
    "边张": ("12 waiting for 3 alone, or 89 for 7 alone", "12 只听 3，或 89 只听 7"),
    "嵌张": ("waiting for the middle of a chow alone", "只听顺子中间的一张"),
    "单钓将": ("waiting for the pair alone", "只听将牌"),
    "自摸": ("the last tile was drawn", "自己摸到和的那张"),
    "花牌": ("a flower; it does not count to the 8", "花牌，不计入起和的 8 番"),
    "明暗杠": ("a concealed kong and an open one", "一副暗杠和一副明杠"),
}


def fan_rule(name: str) -> tuple[str, str]:
    """The rule of a fan by the judge's name, in English and Chinese; empty for an unknown name.

    >>> fan_rule("连六")[0]
    'two chows of one suit, six numbers in a row'
    """
    return _RULES.get(name, ("", ""))
