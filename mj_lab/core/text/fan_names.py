"""The fans by both names: the judge's Chinese ones and MahjongGB's English ones."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

ENGLISH_NAMES = {
    "大四喜": "Big Four Winds",
    "大三元": "Big Three Dragons",
    "绿一色": "All Green",
    "九莲宝灯": "Nine Gates",
    "四杠": "Four Kongs",
    "连七对": "Seven Shifted Pairs",
    "十三幺": "Thirteen Orphans",
    "清幺九": "All Terminals",
    "小四喜": "Little Four Winds",
    "小三元": "Little Three Dragons",
    "字一色": "All Honors",
    "四暗刻": "Four Concealed Pungs",
    "一色双龙会": "Pure Terminal Chows",
    "一色四同顺": "Quadruple Chow",
    "一色四节高": "Four Pure Shifted Pungs",
    "一色四步高": "Four Pure Shifted Chows",
    "三杠": "Three Kongs",
    "混幺九": "All Terminals and Honors",
    "七对": "Seven Pairs",
    "七星不靠": "Greater Honors and Knitted Tiles",
    "全双刻": "All Even Pungs",
    "清一色": "Full Flush",
    "一色三同顺": "Pure Triple Chow",
    "一色三节高": "Pure Shifted Pungs",
    "全大": "Upper Tiles",
    "全中": "Middle Tiles",
    "全小": "Lower Tiles",
    "清龙": "Pure Straight",
    "三色双龙会": "Three-Suited Terminal Chows",
    "一色三步高": "Pure Shifted Chows",
    "全带五": "All Five",
    "三同刻": "Triple Pung",
    "三暗刻": "Three Concealed Pungs",
    "全不靠": "Lesser Honors and Knitted Tiles",
    "组合龙": "Knitted Straight",
    "大于五": "Upper Four",
    "小于五": "Lower Four",
    "三风刻": "Big Three Winds",
    "花龙": "Mixed Straight",
    "推不倒": "Reversible Tiles",
    "三色三同顺": "Mixed Triple Chow",
    "三色三节高": "Mixed Shifted Pungs",
    "无番和": "Chicken Hand",
    "妙手回春": "Last Tile Draw",
    "海底捞月": "Last Tile Claim",
    "杠上开花": "Out with Replacement Tile",
    "抢杠和": "Robbing The Kong",
    "碰碰和": "All Pungs",
    "混一色": "Half Flush",
    "三色三步高": "Mixed Shifted Chows",
    "五门齐": "All Types",
    "全求人": "Melded Hand",
    "双暗杠": "Two Concealed Kongs",
    "双箭刻": "Two Dragons Pungs",
    "全带幺": "Outside Hand",
    "不求人": "Fully Concealed Hand",
    "双明杠": "Two Melded Kongs",
    "和绝张": "Last Tile",
    "箭刻": "Dragon Pung",
    "圈风刻": "Prevalent Wind",
    "门风刻": "Seat Wind",
    "门前清": "Concealed Hand",
    "平和": "All Chows",
    "四归一": "Tile Hog",
    "双同刻": "Double Pung",
    "双暗刻": "Two Concealed Pungs",
    "暗杠": "Concealed Kong",
    "断幺": "All Simples",
    "一般高": "Pure Double Chow",
    "喜相逢": "Mixed Double Chow",
    "连六": "Short Straight",
    "老少副": "Two Terminal Chows",
    "幺九刻": "Pung of Terminals or Honors",
    "明杠": "Melded Kong",
    "缺一门": "One Voided Suit",
    "无字": "No Honors",
    "边张": "Edge Wait",
    "嵌张": "Closed Wait",
    "单钓将": "Single Wait",
    "自摸": "Self-Drawn",
    "花牌": "Flower Tiles",
    "明暗杠": "Concealed Kong and Melded Kong",
}

# What players call each fan, by itself and in other rules, as far as that means this fan alone.
# Chinese names are followed by their pinyin, a syllable a character; `hu/he` is read in two ways.
_CALLED = {
    "大四喜": "大四喜 da si xi, daisuushii",
    "大三元": "大三元 da san yuan, daisangen",
    "绿一色": "绿一色 lv/lu yi se, ryuuiisou",
    "九莲宝灯": "九莲宝灯 jiu lian bao deng, 九连宝灯 jiu lian bao deng, chuuren poutou",
    "四杠": "四杠 si gang, 四杠子 si gang zi, 十八罗汉 shi ba luo han, suukantsu",
    "连七对": "连七对 lian qi dui, 大车轮 da che lun, daisharin",
    "十三幺": "十三幺 shi san yao, 十三么 shi san yao, 国士无双 guo shi wu shuang, kokushi musou",
    "清幺九": "清幺九 qing yao jiu, 清么九 qing yao jiu, 清老头 qing lao tou, chinroutou",
    "小四喜": "小四喜 xiao si xi, shousuushii",
    "小三元": "小三元 xiao san yuan, shousangen",
    "字一色": "字一色 zi yi se, 全字 quan zi, tsuuiisou",
    "四暗刻": "四暗刻 si an ke, suuankou",
    "一色双龙会": "一色双龙会 yi se shuang long hui",
    "一色四同顺": "一色四同顺 yi se si tong shun, 一色四顺 yi se si shun, 四同顺 si tong shun",
    "一色四节高": "一色四节高 yi se si jie gao, 四节高 si jie gao, 四连刻 si lian ke, suurenkou",
    "一色四步高": "一色四步高 yi se si bu gao, 四步高 si bu gao",
    "三杠": "三杠 san gang, 三杠子 san gang zi, sankantsu",
    "混幺九": "混幺九 hun yao jiu, 混么九 hun yao jiu, 混老头 hun lao tou, honroutou",
    "七对": "七对 qi dui, 七对子 qi dui zi, 七小对 qi xiao dui, 小七对 xiao qi dui, chiitoitsu",
    "七星不靠": "七星不靠 qi xing bu kao, 七星十三烂 qi xing shi san lan",
    "全双刻": "全双刻 quan shuang ke",
    "清一色": "清一色 qing yi se, chinitsu",
    "一色三同顺": "一色三同顺 yi se san tong shun, 一色三顺 yi se san shun",
    "一色三节高": "一色三节高 yi se san jie gao, 三连刻 san lian ke, sanrenkou",
    "全大": "全大 quan da",
    "全中": "全中 quan zhong",
    "全小": "全小 quan xiao",
    "清龙": "清龙 qing long, 一条龙 yi tiao long, 一气通贯 yi qi tong guan, ittsuu",
    "三色双龙会": "三色双龙会 san se shuang long hui",
    "一色三步高": "一色三步高 yi se san bu gao",
    "全带五": "全带五 quan dai wu",
    "三同刻": "三同刻 san tong ke, 三色同刻 san se tong ke, sanshoku doukou",
    "三暗刻": "三暗刻 san an ke, sanankou",
    "全不靠": "全不靠 quan bu kao, 十三烂 shi san lan, 十三不靠 shi san bu kao",
    "组合龙": "组合龙 zu he long",
    "大于五": "大于五 da yu wu",
    "小于五": "小于五 xiao yu wu",
    "三风刻": "三风刻 san feng ke, 大三风 da san feng",
    "花龙": "花龙 hua long, 三色通贯 san se tong guan",
    "推不倒": "推不倒 tui bu dao",
    "三色三同顺": "三色三同顺 san se san tong shun, 三色同顺 san se tong shun, "
    "三相逢 san xiang feng, sanshoku doujun",
    "三色三节高": "三色三节高 san se san jie gao",
    "无番和": "无番和 wu fan hu/he, 无番胡 wu fan hu, "
    "鸡胡 ji hu, 鸡和 ji hu/he, 屁胡 pi hu, 屁和 pi hu/he",
    "妙手回春": "妙手回春 miao shou hui chun, 海底摸月 hai di mo yue, haitei",
    "海底捞月": "海底捞月 hai di lao yue, 河底捞鱼 he di lao yu, houtei",
    "杠上开花": "杠上开花 gang shang kai hua, 杠上花 gang shang hua, 杠开 gang kai, "
    "岭上开花 ling shang kai hua, rinshan kaihou",
    "抢杠和": "抢杠和 qiang gang hu/he, 抢杠胡 qiang gang hu, chankan",
    "碰碰和": "碰碰和 peng peng hu/he, 碰碰胡 peng peng hu, 对对和 dui dui hu/he, "
    "对对胡 dui dui hu, 大对子 da dui zi, toitoi",
    "混一色": "混一色 hun yi se, 凑一色 cou yi se, honitsu",
    "三色三步高": "三色三步高 san se san bu gao",
    "五门齐": "五门齐 wu men qi",
    "全求人": "全求人 quan qiu ren, 大吊车 da diao che",
    "双暗杠": "双暗杠 shuang an gang",
    "双箭刻": "双箭刻 shuang jian ke",
    "全带幺": "全带幺 quan dai yao, 全带么 quan dai yao, 带幺九 dai yao jiu, chanta",
    "不求人": "不求人 bu qiu ren, 门清自摸 men qing zi mo, "
    "门前清自摸 men qian qing zi mo, menzen tsumo",
    "双明杠": "双明杠 shuang ming gang",
    "和绝张": "和绝张 hu/he jue zhang, 胡绝张 hu jue zhang",
    "箭刻": "箭刻 jian ke",
    "圈风刻": "圈风刻 quan feng ke, 场风 chang feng",
    "门风刻": "门风刻 men feng ke, 自风 zi feng",
    "门前清": "门前清 men qian qing, 门清 men qing",
    "平和": "平和 ping hu/he, 平胡 ping hu, pinfu",
    "四归一": "四归一 si gui yi",
    "双同刻": "双同刻 shuang tong ke",
    "双暗刻": "双暗刻 shuang an ke",
    "暗杠": "暗杠 an gang, ankan",
    "断幺": "断幺 duan yao, 断么 duan yao, 断幺九 duan yao jiu, tanyao",
    "一般高": "一般高 yi ban gao, 一杯口 yi bei kou, iipeikou",
    "喜相逢": "喜相逢 xi xiang feng",
    "连六": "连六 lian liu",
    "老少副": "老少副 lao shao fu, 老少配 lao shao pei",
    "幺九刻": "幺九刻 yao jiu ke, 么九刻 yao jiu ke",
    "明杠": "明杠 ming gang, minkan",
    "缺一门": "缺一门 que yi men, 缺门 que men",
    "无字": "无字 wu zi",
    "边张": "边张 bian zhang, 边三 bian san, 边七 bian qi, penchan",
    "嵌张": "嵌张 qian zhang, 坎张 kan zhang, 卡张 ka/qia zhang, 夹张 jia zhang, "
    "坎档 kan dang, 卡档 ka/qia dang, kanchan",
    "单钓将": "单钓将 dan diao jiang, 单吊将 dan diao jiang, 单骑 dan qi, tanki",
    "自摸": "自摸 zi mo, tsumo",
    "花牌": "花牌 hua pai",
    "明暗杠": "明暗杠 ming an gang",
}


class FanCalls(NamedTuple):
    """What a fan is called: all names but the English one, and the pinyin of the Chinese ones."""

    names: tuple[str, ...]
    pinyin: tuple[str, ...]


def fan_calls(name: str) -> FanCalls:
    """What players call a fan, its own name first; an unknown one has only its name.

    >>> fan_calls("碰碰和").names[:3], fan_calls("碰碰和").pinyin[:2]
    (('碰碰和', '碰碰胡', '对对和'), ('peng peng hu', 'peng peng he'))
    """
    names: list[str] = []
    pinyin: list[str] = []
    for call in _CALLED.get(name, name).split(", "):
        if call.isascii():
            names.append(call)
            continue
        chinese, *syllables = call.split()
        names.append(chinese)
        pinyin += [" ".join(read) for read in product(*(each.split("/") for each in syllables))]
    return FanCalls(tuple(names), tuple(dict.fromkeys(pinyin)))


def english_name(name: str) -> str:
    """The English name of a fan, as MahjongGB prints it; an unknown name stays as it is.

    >>> english_name("花龙")
    'Mixed Straight'
    """
    return ENGLISH_NAMES.get(name, name)
