// The event of a frame in words and tiles, and the fans of a win.
/**
 * @param {{ action: string }} result
 * @returns {string}
 */
MJ.verdictName = (result) =>
  MJ.TEXTS["verdict" + result.action] ? MJ.t("verdict" + result.action) : result.action;

/**
 * result: of the game, needed at its end. isSeen(frame, seat): whether that hand is open. reader: the
 * reader's own seat, called "you" (play_texts.js); null if the reader has none.
 * @param {Frame} frame
 * @param {GameResult | null} result
 * @param {(frame: Frame, seat: number | null) => boolean} isSeen
 * @param {number | null} [reader]
 */
MJ.eventParts = function (frame, result, isSeen, reader = null) {
  const seat = frame.seat === null ? "" : MJ.seatName(frame.seat);
  const giver = frame.giver === undefined || frame.giver === null ? "" : MJ.seatName(frame.giver);
  /** @param {...AnyTile} list */
  const tiles = (...list) => MJ.inlineTiles(list.map(MJ.codeOf));
  /** @type {(HTMLElement)[]} */
  const parts = [];
  /** @param {string} key */
  const toReader = (key) =>
    reader === null
      ? key
      : frame.seat === reader
        ? key + "ByYou"
        : frame.giver === reader
          ? key + "OfYou"
          : key;
  /** @param {string} key */
  const text = (key) => (MJ.TEXTS[toReader(key)] ? toReader(key) : key);
  /** @param {string} key */
  const say = (key) =>
    parts.push(
      MJ.make("strong", {}, MJ.t(text(key), { seat, giver, verdict: result ? MJ.verdictName(result) : "" })),
    );
  if (frame.kind === "END") {
    if (result === null) return parts;
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
    if (frame.kind === "CHI" && frame.seat !== null) {
      const [, chow] = frame.melds[frame.seat][frame.melds[frame.seat].length - 1];
      parts.push(tiles(...[...chow].sort((a, b) => a - b)));
    }
    if (frame.kind === "PENG" && frame.claimed !== undefined) parts.push(tiles(frame.claimed));
    if (frame.kind === "CHI" || frame.kind === "PENG")
      parts.push(MJ.make("span", {}, MJ.t(text("andDiscards"))));
    if (frame.tile !== null) parts.push(tiles(frame.tile));
  }
  return parts;
};

/** @param {{ fans: FanLine[], fan_total: number | null }} result */
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
