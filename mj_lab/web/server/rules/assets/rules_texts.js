// Texts of the page of the fans: English, Chinese.
Object.assign(MJ.TEXTS, {
  rulesTitle: ["The fans", "番种"],
  rulesText: [
    "A hand wins from 8 fan on. It counts all fans that it has, but none that another implies. East seat, East round in the examples; the tile on the right wins.",
    "8 番起和。一手牌的番都计，被别的番包含的不另计。例子都是东风圈、东家，最右边是和的那张。",
  ],
  rulesFind: ["Name in either language, pinyin or points", "番名、俗称、拼音、英文或番数"],
  rulesValue: ["Value", "番值"],
  rulesAll: ["all", "全部"],
  rulesCount: ["{count} of {all} fans", "{all} 个番种中的 {count} 个"],
  rulesNone: ["No fan has that name.", "没有这个番种。"],
  alsoCalled: ["Also called {names}", "也叫{names}"],
  rulesExcludes: ["Not counted beside it", "不另计"],
  rulesExample: ["The example counts", "例子共"],
  wonBy: ["won", "和牌"],
  wonDraw: ["self-drawn", "自摸"],
  wonDiscard: ["on a discard", "点和"],
  "won_last-copy": ["last copy", "绝张"],
  won_replacement: ["after an own kong", "杠上"],
  won_robbing: ["robbing a kong", "抢杠"],
  "won_last-tile": ["last tile of the wall", "最后一张"],
  rulesMeld: ["open meld", "副露"],
  wonWithTile: ["winning tile", "和的牌"],
  notAlone: ["too few to win", "不够 8 番"],
  botzoneTitle: ["How Botzone's game differs", "Botzone 的规则有何不同"],
  botzone0: [
    "Each seat has a wall of its own: 34 tiles, of which 13 are dealt and 21 drawn, the tile after a kong too. Whoever has to draw from an empty wall ends the hand: nobody pays. At a real table one wall serves all.",
    "每家一面牌墙，34 张：发 13 张，摸 21 张，杠后补牌也从自己的牌墙摸。轮到摸牌而牌墙已空就荒庄，都不付分。实际牌桌四家摸同一副牌墙。",
  ],
  botzone1: [
    "There are no flowers: 136 tiles. Where a record has some, they count a fan each, but not for the 8.",
    "没有花牌，共 136 张。有花牌的对局里每张计 1 番，但不计入起和的 8 番。",
  ],
  botzone2: [
    "A win of f fan: self-drawn, each of the others pays 8 + f; on a discard, who gave it pays 8 + f and the other two 8 each.",
    "和 f 番：自摸，其余三家各付 8 + f 分；点和，放铳者付 8 + f 分，另两家各付 8 分。",
  ],
  botzone3: [
    "While the next seat's wall is empty a discard can be claimed for a win only, and no kong can be made; such a win is Last Tile Draw or Last Tile Claim.",
    "下家牌墙已空时，打出的牌只能和，不能吃碰杠，也不能暗杠、加杠；这时和牌是妙手回春或海底捞月。",
  ],
  botzone4: [
    "A false win ends the hand: who declared it pays 10 to each of the others.",
    "错和立即结束这盘：错和者付给其余三家各 10 分。",
  ],
  botzone5: [
    "A concealed kong and an open one count 5 fan together, as a fan of their own.",
    "一暗杠一明杠合计 5 番，单列为“明暗杠”。",
  ],
});
