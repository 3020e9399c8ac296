// The texts of waits: English, Chinese.
Object.assign(MJ.TEXTS, {
  waitsFor: ["Waits for", "听"],
  waitsAfter: ["Waits for, after", "听，打出"],
  readyAfter: ["Ready after discarding", "打出后听牌"],
  waitFan: ["{fan} fan", "{fan} 番"],
  waitDrawn: ["self-drawn {fan}", "自摸 {fan} 番"],
  waitOnly: ["complete, but {fan} fan", "能和，但只有 {fan} 番"],
  onlyFanNow: [
    "{tile}: complete, but {fan} fan. A win needs 8.",
    "{tile}：能和，但只有 {fan} 番，8 番起和。",
  ],
  eightFan: ["To 8 fan", "做 8 番"],
  anyWin: ["To any win", "只求和牌"],
  eightNone: ["No hand of 8 fan can be had any more.", "已做不成 8 番。"],
});
