// The texts of the page of a hand: English, Chinese.
Object.assign(MJ.TEXTS, {
  handUnread: ["not read yet", "还读不懂"],
  discardThis: ["Discard {tile}", "打「{tile}」"],
  drawHint: [
    "A row opens to its reasons. A click on an effective tile discards the row's tile and draws it.",
    "点一行可展开理由；点进张即打出该行的牌并摸进它。",
  ],
  networkLikes: ["The network which_discard likes", "神经网络 which_discard 倾向"],
  fanAndPoints: ["{fan} fan, +{points} points", "{fan} 番，+{points} 分"],
  fanTitle: ["Fan of this hand", "这手和牌的番"],
  came: ["The tile came", "和牌方式"],
  besides: ["Besides", "另外"],
  cameReplacement: ["After an own kong", "杠上开花"],
  cameRobbing: ["Robbing a kong", "抢杠和"],
  lastCopy: ["Last copy of the tile", "和绝张"],
  lastTile: ["Last tile of the wall", "海底（最后一张）"],
  wonWith: ["Winning tile", "和的牌"],
  onlyFan: [
    "Complete, but only {fan} fan: 8 are needed, flowers not counted.",
    "牌已成和，只有 {fan} 番：至少要 8 番（不计花牌）。",
  ],
  drawsLeft: ["Own draws left: {count}.", "还能摸 {count} 张。"],
  averageTable: [
    " The others' discards are not given: the figures are for an average table.",
    "未给出别家弃牌，数字按一般牌局估计。",
  ],
  won: ["Won: {fan} fan", "和牌：{fan} 番"],
  notDeclared: ["If you do not declare the win", "如果不和"],
  paidByAll: ["+{all} points: {others} from each of the others", "+{all} 分：其余三家各付 {others} 分"],
  paidByGiver: [
    "+{all} points: {giver} from who gave the tile, {others} from each of the others",
    "+{all} 分：放铳者付 {giver} 分，另两家各付 {others} 分",
  ],
  divisions: ["It can be read in {count} ways", "有 {count} 种拆法"],
  counts: ["counts", "按这种计"],
  countedBy: ["Counted by", "算番"],
  count_judge: ["the published judge: {fan} fan", "公布的裁判程序：{fan} 番"],
  count_mahjonggb: ["PyMahjongGB: {fan} fan", "PyMahjongGB：{fan} 番"],
  whyTwoCounts: [
    "PyMahjongGB counts the wait inside a Knitted Straight, the published judge does not.",
    "组合龙内的听牌只有 PyMahjongGB 计番。",
  ],
});
