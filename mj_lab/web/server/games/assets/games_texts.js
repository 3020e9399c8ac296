// Texts of the page of an archive: English, Chinese.
Object.assign(MJ.TEXTS, {
  gamesTitle: ["Games of the archive", "所有对局"], gamesAny: ["any", "全部"],
  noArchiveTitle: ["There is no archive yet", "还没有对局库"], noArchiveText: ["An archive lists the games of a folder, so that you find them by player, fan and date. This command makes one out of your records; then load this page again:", "对局库列出一个文件夹里的所有对局，可按玩家、番种和日期查找。用下面的命令从你的牌谱做一个，再重新载入本页："], noArchiveHome: ["Matches of the tables", "牌桌上打过的对局"],
  gamesPlayer: ["Player", "玩家"], gamesSince: ["From (day)", "日期从"], gamesUntil: ["To (day)", "日期到"], gamesResult: ["Result", "结局"],
  result_won: ["won", "和"], "result_self-drawn": ["self-drawn", "自摸"], result_discard: ["won on a discard", "点和"], result_drawn: ["drawn", "荒庄"], result_fault: ["a fault", "犯规"], result_seat: ["one seat's view", "一家视角"],
  gamesFan: ["Fan, at least", "番数（最少）"], gamesFanName: ["Won by the fan", "番种"], gamesShortest: ["Discards, at least", "弃牌（最少）"], gamesLongest: ["Discards, at most", "弃牌（最多）"], gamesLost: ["Points lost, at least", "失分（最少）"],
  gamesSort: ["Sorted by", "按"], sort_began: ["date", "日期"], sort_fan: ["fan", "番数"], sort_length: ["length", "弃牌"], sort_lost: ["points lost", "失分"],
  gamesOrder: ["Order", "从"], order_desc: ["greatest first", "多到少"], order_asc: ["least first", "少到多"],
  gamesFind: ["Find", "显示"], gamesFirst: ["First page", "开头"], gamesNext: ["Next page", "下一页"], gamesCount: ["{count} games", "{count} 盘"], gamesMany: ["over {count} games", "{count} 盘以上"], gamesNone: ["No such game.", "没有。"],
  columnGame: ["Game", "对局"], columnDate: ["Date", "日期"], columnResult: ["Result", "结局"], columnPlayers: ["Players and scores", "玩家与得分"], columnLength: ["Discards", "弃牌"], columnLost: ["Points lost", "失分"],
});
