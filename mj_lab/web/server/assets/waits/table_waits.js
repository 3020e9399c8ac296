// The waits under the hand at the table: of the hand as it is, of what a lifted tile leaves, and a
// complete hand that has too few fan. state: message, the newest state of the table; given.
/** @param {PlayState} state */
MJ.tableWaits = function (state) {
  const list = MJ.element("waits"),
    own = MJ.element("own");

  /**
   * The tile that is under the pointer, lifted by a finger, or has the focus.
   * @returns {HTMLElement | null}
   */
  const lifted = () =>
    own.querySelector(".hand-tile.raised") ||
    own.querySelector(".hand-tile:hover") ||
    own.querySelector(".hand-tile:focus-visible");

  /**
   * @param {Child | Child[]} title
   * @param {Child} content
   */
  const row = (title, content) =>
    MJ.make("div", { class: "wait-row" }, MJ.make("span", { class: "quiet" }, title), content);

  /** @param {Waits["after"]} after */
  function ready(after) {
    const ready = [...own.querySelectorAll(".hand-tile")].filter(
      (tile) => after[tile.getAttribute("data-action") ?? ""],
    );
    const codes = [...new Set(ready.map((tile) => tile.getAttribute("data-code") ?? ""))];
    return codes.length ? row(MJ.t("readyAfter"), MJ.inlineTiles(codes)) : null;
  }

  /**
   * A hand that is complete needs no list of nearly all its tiles.
   * @param {TableMessage} message
   */
  const mayWin = (message) =>
    message.ask !== null && message.ask.choices.some((choice) => choice.kind === "HU");

  function parts() {
    const { message } = state;
    if (message === null || message.waits === null || message.waits === undefined) return [];
    const { now, after, under_eight: few } = message.waits,
      /** @type {(HTMLElement | null)[]} */
      shown = [];
    if (few !== null)
      shown.push(
        MJ.make("p", { class: "too-few" }, MJ.t("onlyFanNow", { tile: MJ.tileName(few.tile), fan: few.fan })),
      );
    const tile = state.given === null ? lifted() : null;
    const { action = "", code = "" } = tile?.dataset ?? {};
    const rows = after[action];
    if (rows) shown.push(row([MJ.t("waitsAfter") + " ", MJ.inlineTiles([code])], MJ.waits.list(rows)));
    else if (now.length) shown.push(row(MJ.t("waitsFor"), MJ.waits.list(now)));
    else if (state.given === null && !mayWin(message)) shown.push(ready(after));
    return shown.filter((part) => part !== null);
  }

  function draw() {
    const shown = parts();
    list.hidden = !shown.length;
    list.replaceChildren(...shown);
  }

  // For screen readers, once for each state: what a complete hand lacks, or the waits.
  function words() {
    const { message } = state;
    if (!message?.waits) return "";
    const { now, under_eight: few } = message.waits;
    if (few !== null) return MJ.t("onlyFanNow", { tile: MJ.tileName(few.tile), fan: few.fan });
    return message.frame.seat === message.seat && now.length
      ? MJ.t("waitsFor") + " " + MJ.waits.words(now)
      : "";
  }

  for (const event of ["pointerover", "pointerout", "focusin", "focusout"]) own.addEventListener(event, draw);
  return { draw, words };
};
