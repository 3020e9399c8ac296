// The site's texts: they replace those that mention a server. English, Chinese.
Object.assign(MJ.TEXTS, {
  newer: ["A newer version of this site is here.", "本站有新版本。"],
  takeNewer: ["Use it", "更新"],
  engineLoading: ["engine: {bytes} of {all} MB", "引擎：已载入 {bytes} / {all} MB"],
  wantsHttp: [
    "A page opened from a folder cannot run the engine: this site wants to be opened over HTTP. Run {command} in this folder, then open {address}.",
    "直接从文件夹打开的网页，浏览器不让它用引擎：本站要通过 HTTP 打开。请在这个文件夹里运行 {command}，再打开 {address}。",
  ],
  storage_none: [
    "The browser stores nothing for this site now (a private window, or site data that is blocked): what you do stays in this tab and is gone with it. My games exports your hands to a file.",
    "浏览器现在不为本站保存数据（设置如此，或用了不留记录的方式）：内容只在这个标签页里，关闭就没有了。“我的对局”可导出为文件。",
  ],
  storage_full: [
    "The browser has no room left for this site: what is new stays in this tab and is gone with it. Free some space on the disk, or export your hands in My games.",
    "浏览器没有空间了：新的内容只在这个标签页里，关闭就没有了。请删掉一些文件，或在“我的对局”导出。",
  ],
  storage_page: [
    "Neither the browser nor this tab has room left: what is new is gone with this page. Free some space on the disk before you go on.",
    "浏览器和这个标签页都没有空间了：新的内容离开本页就没有了。请先删掉一些文件再继续。",
  ],
  storage_blocked: [
    "The browser's storage does not open: another tab has an older version of this site. Close the other tabs; this page then goes on by itself.",
    "浏览器的保存处打不开：另一个标签页开着本站以前的版本。请关闭其他标签页，本页就会自动继续。",
  ],
  storage_elsewhere: [
    "What the browser has stored is not what this tab goes on from: that is kept, and this tab's own stays in it until it is closed.",
    "浏览器保存的与这个标签页接着用的不同：保存的不变，这边的只在这个标签页里，关闭就没有了。",
  ],
  storage_damaged: [
    "Something that was stored here is damaged. It was set aside, and is not shown; all else is as it was.",
    "这里保存的内容有一处损坏：已放在一边，不再显示；其他的都不变。",
  ],
  isRead: ["I see", "知道了"],
  noSeat: [
    "This browser has no such table, or cannot play it any more.",
    "这个浏览器没有这张牌桌，或不能再打。",
  ],
  noAnswer: ["This question failed. Load the page again.", "没有回应，请重新载入本页。"],
  mineText: [
    "The hands that you finished in this browser. They are kept here and nowhere else: export them to keep them elsewhere.",
    "在这个浏览器打完的盘，只保存在这里；要在别处保存，请导出。",
  ],
  needsServer: [
    "Friends at the table, your own bot, archives of games and the service for programs need a server: mj web.",
    "与朋友同桌、用你自己的机器人、查对局库、给程序用的服务，都需要服务器：mj web。",
  ],
  howToInstall: ["How to install it", "怎么安装"],
  dropKinds: [
    "Lines of JSON, a Botzone log, a record of tziakcha or Salasasa; plain or gzip, up to {size} MB. It stays in this browser.",
    "一行一盘的 JSON、Botzone 日志、tziakcha 或 Salasasa 的对局；可用 gzip 压缩，最大 {size} MB。文件只留在这个浏览器里。",
  ],
  keepTitle: ["All hands in one file", "全部对局导出为一个文件"],
  keepText: [
    "A line for each hand, in the format of mj_bot: other programs read it, and another browser takes it in.",
    "每行一盘，mj_bot 的格式：其他程序能读，别的浏览器也能导入。",
  ],
  exportHands: ["Export", "导出"],
  importHands: ["Import", "导入"],
  imported: ["{count} hands are new.", "新增 {count} 盘。"],
});
