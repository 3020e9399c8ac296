"""For each fan its value, an example hand, and the fans not counted beside it."""

from __future__ import annotations

from typing import NamedTuple


class FanExample(NamedTuple):
    """A fan's value in fan, a hand that wins with the concealed tile written last, and how.

    won: words of `mj fan --won`. excludes: fans that such a hand has and that are not counted, by
    the official rules (国标麻将竞赛规则); MahjongGB counts none of them in any hand tried.
    """

    value: int
    hand: str
    won: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


# In the order of their points.
FAN_EXAMPLES = {
    "大四喜": FanExample(
        88, "222333444z 99m [111z]", (), ("三风刻", "碰碰和", "圈风刻", "门风刻", "幺九刻")
    ),
    "大三元": FanExample(88, "666777z 123m 99p [555z]", (), ("双箭刻", "箭刻")),
    "绿一色": FanExample(88, "223344s 888s 66z [666s]", (), ("混一色",)),
    "九莲宝灯": FanExample(
        88, "1112345678999m 5m", (), ("清一色", "门前清", "不求人", "缺一门", "无字")
    ),
    "四杠": FanExample(
        88,
        "33m [1111z] [2222m] [5555p] [9999s concealed]",
        (),
        ("三杠", "双暗杠", "双明杠", "明暗杠", "暗杠", "明杠", "碰碰和", "单钓将"),
    ),
    "连七对": FanExample(
        88, "22334455667788p", (), ("清一色", "七对", "门前清", "单钓将", "缺一门", "无字")
    ),
    "十三幺": FanExample(
        88, "19m 19p 19s 1234567z 1z", (), ("混幺九", "五门齐", "门前清", "单钓将")
    ),
    "清幺九": FanExample(
        64, "111999m 111p 99s [999p]", (), ("混幺九", "碰碰和", "全带幺", "幺九刻", "无字")
    ),
    "小四喜": FanExample(64, "22233344z 567m [111z]", (), ("三风刻",)),
    "小三元": FanExample(64, "66677z 234m 567p [555z]", (), ("双箭刻", "箭刻")),
    "字一色": FanExample(
        64, "11122233355z [666z]", (), ("混幺九", "碰碰和", "全带幺", "幺九刻", "缺一门")
    ),
    "四暗刻": FanExample(
        64, "222555m 333p 888s 77s", (), ("三暗刻", "双暗刻", "碰碰和", "门前清", "不求人")
    ),
    "一色双龙会": FanExample(
        64,
        "11223355778899m",
        (),
        ("清一色", "七对", "平和", "一般高", "老少副", "缺一门", "无字"),
    ),
    "一色四同顺": FanExample(
        48, "222233334444m 99p", (), ("一色三同顺", "一色三节高", "一般高", "四归一")
    ),
    "一色四节高": FanExample(
        48, "333444m 99p [111m] [222m]", (), ("一色三节高", "一色三同顺", "碰碰和")
    ),
    "一色四步高": FanExample(32, "123234345456m 99p", (), ("一色三步高", "连六", "老少副")),
    "三杠": FanExample(
        32,
        "234s 77m [1111z] [5555m] [8888p]",
        (),
        ("双暗杠", "双明杠", "明暗杠", "暗杠", "明杠"),
    ),
    "混幺九": FanExample(32, "111m 999p 11155z [999s]", (), ("碰碰和", "全带幺", "幺九刻")),
    "七对": FanExample(24, "1144m 2277p 3388s 55z", (), ("门前清", "不求人", "单钓将")),
    "七星不靠": FanExample(
        24, "147m 28p 39s 1234567z", (), ("全不靠", "五门齐", "门前清", "不求人", "单钓将")
    ),
    "全双刻": FanExample(24, "222m 444p 66688s [888p]", (), ("碰碰和", "断幺", "无字")),
    "清一色": FanExample(24, "123345567m 88m [999m]", (), ("混一色", "缺一门", "无字")),
    "一色三同顺": FanExample(24, "678p 99s 223344m [234m]", (), ("一色三节高", "一般高")),
    "一色三节高": FanExample(24, "444555m 123p 99s [333m]", (), ("一色三同顺",)),
    "全大": FanExample(24, "778899m 789p 99s [777s]", (), ("大于五", "无字")),
    "全中": FanExample(24, "456m 456p 456s 55m [555p]", (), ("断幺", "无字")),
    "全小": FanExample(24, "123m 123p 123s 22m [333p]", (), ("小于五", "无字")),
    "清龙": FanExample(16, "123456789m 345p 22s"),
    "三色双龙会": FanExample(16, "123789m 123789p 55s", (), ("喜相逢", "老少副", "平和", "无字")),
    "一色三步高": FanExample(16, "123234345m 678p 99s"),
    "全带五": FanExample(16, "345m 456p 567s 55m [555p]", (), ("断幺", "无字")),
    "三同刻": FanExample(16, "222p 222s 456m 99p [222m]", (), ("双同刻",)),
    "三暗刻": FanExample(16, "222m 555p 888s 77p [456m]", (), ("双暗刻",)),
    "全不靠": FanExample(12, "14m 258p 369s 123456z", (), ("五门齐", "门前清", "不求人", "单钓将")),
    "组合龙": FanExample(12, "147m 258p 369s 55z 234m"),
    "大于五": FanExample(12, "678789m 66p 678s [999p]", (), ("无字",)),
    "小于五": FanExample(12, "123234m 11p 234s [444p]", (), ("无字",)),
    "三风刻": FanExample(12, "222333z 99p 456m [111z]"),
    "花龙": FanExample(8, "123m 456p 789s 234s 99p"),
    "推不倒": FanExample(8, "123345p 88s 456s [555z]", (), ("缺一门",)),
    "三色三同顺": FanExample(8, "345m 345p 345s 678p 22z"),
    "三色三节高": FanExample(8, "444p 555s 678m 99p [333m]"),
    "无番和": FanExample(8, "345s 22z 786p [234m] [888m]"),
    "妙手回春": FanExample(8, "234m 567p 345s 99p [678s]", ("self-drawn", "last-tile"), ("自摸",)),
    "海底捞月": FanExample(8, "234m 567p 345s 99p [678s]", ("last-tile",)),
    "杠上开花": FanExample(8, "234m 567p 99s 345s [1111z]", ("replacement",), ("自摸",)),
    "抢杠和": FanExample(8, "234m 567p 99s 345s [678m]", ("robbing",), ("和绝张",)),
    "碰碰和": FanExample(6, "444p 777s 22p [111m] [999s]"),
    "混一色": FanExample(6, "123678m 22m 333z [555z]", (), ("缺一门",)),
    "三色三步高": FanExample(6, "234m 345p 456s 678p 11z"),
    "五门齐": FanExample(6, "234m 678p 99s 111z [555z]"),
    "全求人": FanExample(6, "99p [123m] [456p] [777s] [345m]", (), ("单钓将",)),
    "双暗杠": FanExample(
        6, "234p 678s 99m [1111z concealed] [5555m concealed]", (), ("双暗刻", "暗杠")
    ),
    "双箭刻": FanExample(6, "666z 234m 678p 11s [555z]", (), ("箭刻",)),
    "明暗杠": FanExample(5, "234p 678s 99m [1111z] [5555m concealed]", (), ("明杠", "暗杠")),
    "全带幺": FanExample(4, "123789m 123p 99s [111z]"),
    "不求人": FanExample(4, "234567m 345p 678s 99s", ("self-drawn",), ("门前清", "自摸")),
    "双明杠": FanExample(4, "234p 678s 99m [1111z] [5555m]", (), ("明杠",)),
    "和绝张": FanExample(4, "99p 234m 567p 345s [678s]", ("last-copy",)),
    "箭刻": FanExample(2, "234m 678p 345s 99m [555z]"),
    "圈风刻": FanExample(2, "234m 678p 345s 99m [111z]"),
    "门风刻": FanExample(2, "234m 678p 345s 99m [111z]"),
    "门前清": FanExample(2, "99s 234678m 345p 567s"),
    "平和": FanExample(2, "99s 234678m 345p [567s]", (), ("无字",)),
    "四归一": FanExample(2, "456m 678p 234s 99p [444m]"),
    "双同刻": FanExample(2, "333p 678m 234s 99s [333m]"),
    "双暗刻": FanExample(2, "222m 777p 99p 456s [345m]"),
    "暗杠": FanExample(2, "234p 678s 33z 345m [8888m concealed]"),
    "断幺": FanExample(2, "234678m 55s 345p [567s]", (), ("无字",)),
    "一般高": FanExample(1, "223344m 11z 567s [678p]"),
    "喜相逢": FanExample(1, "234m 234p 11z 678s [567m]"),
    "连六": FanExample(1, "234567m 11z 345s [789p]"),
    "老少副": FanExample(1, "123789m 22z 345s [456p]"),
    "幺九刻": FanExample(1, "456m 345p 22z 678s [111m]"),
    "明杠": FanExample(1, "234p 678s 33z 345m [8888m]"),
    "缺一门": FanExample(1, "234678m 11z 345p [555m]"),
    "无字": FanExample(1, "234m 678p 99s 345s [111m]"),
    "边张": FanExample(1, "678p 345s 11z 123m [555m]"),
    "嵌张": FanExample(1, "678p 345s 11z 465m [888m]"),
    "单钓将": FanExample(1, "678p 345s 456m 11z [888m]"),
    "自摸": FanExample(1, "678p 11z 345s [456m] [888m]", ("self-drawn",)),
    "花牌": FanExample(1, "678p 11z 345s [456m] [888m] H1"),
}
