// The site's texts: they replace those that mention a server. English, Chinese.
Object.assign(MJ.TEXTS, {
  newer: ["A newer version of this site is here.", "这里有更新。"],
  takeNewer: ["Use it", "更新"],
  noAnswer: ["This question failed. Load the page again.", "没有回应，请重新载入本页。"],
  mineText: [
    "The hands that you finished in this browser. They are kept here and nowhere else: export them to keep them elsewhere.",
    "在这个浏览器打完的盘，只保存在这里；要在别处保存，请存为文件。",
  ],
  needsServer: [
    "Friends at the table, your own bot, archives of games and the service for programs need a server: mj web.",
    "与朋友同桌、你自己的机器人、大量对局和给程序用的服务，需要服务器：mj web。",
  ],
  howToInstall: ["How to install it", "怎么开始用"],
  dropKinds: [
    "Lines of JSON, a Botzone log, a record of tziakcha or Salasasa; plain or gzip, up to {size} MB. It stays in this browser.",
    "JSON 行、Botzone 日志、tziakcha 或 Salasasa 的对局；可用 gzip 压缩，最大 {size} MB。文件只留在这个浏览器里。",
  ],
  keepTitle: ["All hands in one file", "全部对局存为一个文件"],
  keepText: [
    "A line for each hand, in the format of mj_bot: other programs read it, and another browser takes it in.",
    "每行一盘，mj_bot 的格式：其他程序能读，别的浏览器也能载入。",
  ],
  reviewProgress: ["How far the review is", "复盘进度"],
  reviewedHands: ["Reviewed {hands} of {of} hands", "已复盘 {hands} / {of} 盘"],
  reviewGoOn: ["Go on", "继续"],
  reviewStop: ["Stop", "停止"],
  exportHands: ["Export", "存为文件"],
  importHands: ["Import", "载入文件"],
  imported: ["{count} hands are new.", "新增 {count} 盘。"],
});
