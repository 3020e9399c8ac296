// The event of a frame in words and tiles, and the fans of a win.
MJ.verdictName = (result) =>
  MJ.TEXTS["verdict" + result.action] ? MJ.t("verdict" + result.action) : result.action;

// result: of the game, needed at its end. isSeen(frame, seat): whether that hand is open. reader: the
// reader's own seat, called "you" (play_texts.js); null if the reader has none.
MJ.eventParts = function (frame, result, isSeen, reader = null) {
  const seat = frame.seat === null ? "" : MJ.seatName(frame.seat);
  const giver = frame.giver === undefined || frame.giver === null ? "" : MJ.seatName(frame.giver);
  const tiles = (...list) => MJ.inlineTiles(list.map(MJ.codeOf));
  const parts = [];
  const toReader = (key) =>
    reader === null
      ? key
      : frame.seat === reader
        ? key + "ByYou"
        : frame.giver === reader
          ? key + "OfYou"
          : key;
  const text = (key) => (MJ.TEXTS[toReader(key)] ? toReader(key) : key);
  const say = (key) =>
    parts.push(
      MJ.make("strong", {}, MJ.t(text(key), { seat, giver, verdict: result ? MJ.verdictName(result) : "" })),
    );
  if (frame.kind === "END") {
    if (result.action === "HU") {
      say(frame.giver === undefined ? "evWinSelf" : frame.robbed ? "evRob" : "evWin");
      if (frame.tile !== null) parts.push(tiles(frame.tile));
    } else say(result.action === "HUANG" ? "evDraw" : "evFault");
  } else if (frame.kind === "GANG") {
    say(frame.claimed === undefined ? "evConcealed" : "evGANG");
    if (frame.tile !== null && (frame.claimed !== undefined || isSeen(frame, frame.seat)))
      parts.push(tiles(frame.tile));
  } else if (frame.kind === "DRAW") {
    say("evDRAW");
    parts.push(frame.tile !== null && isSeen(frame, frame.seat) ? tiles(frame.tile) : MJ.tile(null));
    parts[1].classList.add("inline-tiles");
  } else {
    say("ev" + frame.kind);
    if (frame.kind === "CHI")
      parts.push(
        tiles(...[...frame.melds[frame.seat][frame.melds[frame.seat].length - 1][1]].sort((a, b) => a - b)),
      );
    if (frame.kind === "PENG") parts.push(tiles(frame.claimed));
    if (frame.kind === "CHI" || frame.kind === "PENG")
      parts.push(MJ.make("span", {}, MJ.t(text("andDiscards"))));
    if (frame.tile !== null) parts.push(tiles(frame.tile));
  }
  return parts;
};

MJ.fanTable = function (result) {
  const rows = result.fans.map(([name, times, value]) =>
    MJ.make(
      "tr",
      {},
      MJ.make("td", {}, MJ.fanName(name)),
      MJ.make("td", { class: "number" }, times === 1 ? String(value) : times + " × " + value),
    ),
  );
  rows.push(
    MJ.make(
      "tr",
      { class: "total" },
      MJ.make("td", {}, MJ.t("total")),
      MJ.make("td", { class: "number" }, MJ.t("fanTotal", { fan: result.fan_total })),
    ),
  );
  return MJ.make(
    "table",
    { class: "fans" },
    MJ.make(
      "thead",
      {},
      MJ.make(
        "tr",
        {},
        MJ.make("th", { scope: "col" }, MJ.t("fan")),
        MJ.make("th", { scope: "col", class: "number" }, MJ.t("points")),
      ),
    ),
    MJ.make("tbody", {}, rows),
  );
};
