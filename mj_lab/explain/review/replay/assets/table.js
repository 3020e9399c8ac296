// The table of a replay: four seats around it, the viewer's hand below.
// state: view, the viewer's seat; open, whether all hands are open. decisionOf: the decision shown now.
// drawOwn(frame): draws the player's own hand while playing. ending: suffix of the ids of table and hand
// on a page with two tables.
/**
 * @param {TableShown} match
 * @param {{ view: number, open: boolean }} state
 * @param {() => { choice: string | null, played: string } | null} decisionOf
 * @param {((frame: Frame) => HTMLElement[]) | null} [drawOwn]
 * @param {string} [ending]
 */
MJ.replayTable = function (match, state, decisionOf, drawOwn, ending = "") {
  const $ = /** @param {string} id */ (id) => MJ.element(id + ending);
  const LONG_NAME = 24;

  /** @param {Frame} frame */
  function drawTable(frame) {
    const layers = [],
      plates = [];
    for (let side = 0; side < 4; side++) {
      const seat = (state.view + side) % 4;
      layers.push(
        MJ.make(
          "div",
          { class: "seat-layer", "data-place": side, "data-seat": seat },
          edgeRow(frame, seat, side),
          discards(frame, seat),
        ),
      );
      plates.push(plate(frame, seat, side));
    }
    $("table").replaceChildren(...layers, ...plates, hub(frame));
    $("own").replaceChildren(...(drawOwn ? drawOwn(frame) : [ownHand(frame)]));
  }

  /**
   * @param {Frame} frame
   * @param {number | null} seat
   */
  const isSeen = (frame, seat) =>
    state.open || seat === state.view || (frame.kind === "END" && frame.seat === seat);
  /**
   * @param {Frame} frame
   * @param {number} seat
   */
  const hasDrawn = (frame, seat) => frame.drawn !== null && frame.drawn !== undefined && frame.seat === seat;

  /**
   * @param {Frame} frame
   * @param {number} seat
   * @param {((tile: number | null, drawn: boolean) => string)} [mark]
   */
  function handTiles(frame, seat, mark) {
    const seen = isSeen(frame, seat);
    const tiles = frame.hands[seat].map((tile) =>
      MJ.tile(seen ? tile : null, mark ? mark(tile, false) : "", "", "li"),
    );
    if (frame.drawn !== null && hasDrawn(frame, seat)) {
      const won = frame.kind === "END";
      const classes = "apart" + (won ? " new" : "") + (mark ? " " + mark(frame.drawn, true) : "");
      tiles.push(
        MJ.tile(seen && frame.drawn >= 0 ? frame.drawn : null, classes, won ? "" : MJ.t("drawn"), "li"),
      );
    }
    return MJ.tileList(tiles, MJ.t("handOf", { seat: MJ.seatName(seat) }), "hand");
  }

  /**
   * @param {Frame} frame
   * @param {number} seat
   * @param {number} side
   */
  function edgeRow(frame, seat, side) {
    const row = MJ.make("div", { class: "row-of-hand" });
    if (side > 0) row.append(handTiles(frame, seat));
    if (frame.melds[seat].length) {
      row.append(
        MJ.make(
          "ul",
          { class: "melds", "aria-label": MJ.t("meldsOf", { seat: MJ.seatName(seat) }) },
          frame.melds[seat].map((meld) => drawMeld(meld, seat)),
        ),
      );
    }
    return row;
  }

  /**
   * @param {MeldShown} options
   * @param {number} seat
   */
  function drawMeld([kind, tiles, turned, concealed, added], seat) {
    const seen = state.open || seat === state.view;
    const name = concealed ? MJ.t("meldConcealed") : added ? MJ.t("meldAdded") : MJ.t("meld" + kind);
    if (concealed) {
      // The owner knows the tile: shown in the middle, as it is at the end of a game.
      const four = [0, 1, 2, 3].map((index) =>
        MJ.tile(seen && (index === 1 || index === 2) && tiles.length ? tiles[index] : null, "", "", "li"),
      );
      return MJ.make("li", {}, MJ.tileList(four, name));
    }
    // The turned tile points at the seat that it came from; for a chow that is the previous seat.
    const giver = (seat + (turned === 0 ? 3 : turned === 1 ? 2 : 1)) % 4;
    const from = MJ.t("fromSeat", { seat: MJ.seatName(giver) });
    const row = tiles.map(function (tile, index) {
      if (index !== turned) return MJ.tile(tile, "", "", "li");
      if (!added) return MJ.tile(tile, "turned", from, "li");
      return MJ.make(
        "li",
        { class: "stack" },
        MJ.tile(tile, "turned", MJ.t("addedTile")),
        MJ.tile(tile, "turned", from),
      );
    });
    return MJ.make("li", {}, MJ.tileList(row, name));
  }

  /**
   * @param {Frame} frame
   * @param {number} seat
   */
  function discards(frame, seat) {
    const all = frame.discards[seat];
    const fresh = ["PLAY", "CHI", "PENG"].includes(frame.kind) && frame.seat === seat;
    const tiles = all.map(function ([tile, claimer], index) {
      const newest = fresh && index === all.length - 1;
      const said =
        claimer >= 0 ? MJ.t("claimedBy", { seat: MJ.seatName(claimer) }) : newest ? MJ.t("latest") : "";
      return MJ.tile(tile, claimer >= 0 ? "claimed" : newest ? "new" : "", said, "li");
    });
    // Three rows of six, in a long game of eight.
    const wide = tiles.length > 18 ? 8 : 6;
    const rows = [0, wide, 2 * wide]
      .map((from) => tiles.slice(from, from === 2 * wide ? undefined : from + wide))
      .filter((row) => row.length);
    const label = MJ.t("discardsOf", { seat: MJ.seatName(seat) });
    return MJ.make(
      "div",
      { class: "discards" + (wide > 6 ? " many" : ""), role: "group", "aria-label": label },
      rows.map((row) => MJ.tileList(row, null)),
    );
  }

  /**
   * @param {Frame} frame
   * @param {number} seat
   * @param {number} side
   */
  function plate(frame, seat, side) {
    const acting = frame.seat === seat;
    const flowers = frame.flowers[seat].map((tile) => MJ.tile(tile, "", "", "li"));
    const name = MJ.playerName(match.players[seat]);
    return MJ.make(
      "div",
      { class: "plate" + (acting ? " acting" : ""), "data-place": side, "data-seat": seat },
      MJ.make("span", { class: "wind" }, MJ.term([MJ.TEXTS["wind" + seat][1], MJ.TEXTS["wind" + seat][0]])),
      name
        ? MJ.make(
            "bdi",
            { class: "who" + (name.length > LONG_NAME ? " long" : ""), title: match.titles?.[seat] ?? name },
            name,
          )
        : null,
      flowers.length ? MJ.tileList(flowers, MJ.t("flowersOf", { seat: MJ.seatName(seat) }), "flowers") : null,
    );
  }

  /** @param {Frame} frame */
  function hub(frame) {
    const ended = frame.kind === "END";
    const counts = [0, 1, 2, 3].map(function (side) {
      const seat = (state.view + side) % 4;
      const score = match.scores[seat];
      const text = ended ? (score > 0 ? "+" : "") + score : String(frame.walls[seat]);
      const name = MJ.seatName(seat);
      const label = ended ? name + " " + text : MJ.t("left", { seat: name, count: frame.walls[seat] });
      return MJ.make(
        "span",
        {
          class: "side-count" + (frame.seat === seat ? " acting" : ""),
          "data-place": side,
          "data-seat": seat,
          role: "img",
          "aria-label": label,
          "data-title": label,
        },
        MJ.make("span", {}, MJ.language === "zh" ? name : name[0]),
        MJ.make("span", { class: "count" }, text),
      );
    });
    const left = frame.walls.reduce((sum, wall) => sum + wall, 0);
    return MJ.make(
      "div",
      { class: "hub" },
      MJ.make(
        "div",
        { class: "round" },
        MJ.make("strong", {}, MJ.t("round", { wind: MJ.seatName(match.quan) })),
        MJ.make("span", {}, MJ.t("wallLeft", { count: left })),
      ),
      counts,
    );
  }

  /**
   * The tile that an action discards from the hand, if it is a plain discard.
   * @param {string | null} action
   */
  function discarded(action) {
    const words = String(action).split(" ");
    return words[0] === "PLAY" && MJ.isCode(words[1]) ? MJ.CODES.indexOf(words[1]) : null;
  }

  /** @param {Frame} frame */
  function ownHand(frame) {
    const decision = decisionOf();
    if (decision === null) return handTiles(frame, state.view);
    const marks = [
      ["tactic", discarded(decision.choice)],
      ["played", discarded(decision.played)],
    ];
    const used = new Set();
    /**
     * Of equal tiles one is marked: the drawn one if it is among them.
     * @param {number | null} tile
     * @param {boolean} drawn
     */
    const mark = (tile, drawn) =>
      marks
        .filter(function ([name, wanted]) {
          if (wanted !== tile || used.has(name) || (!drawn && frame.drawn === tile)) return false;
          used.add(name);
          return true;
        })
        .map(([name]) => name)
        .join(" ");
    return handTiles(frame, state.view, mark);
  }

  return { draw: drawTable, isSeen, drawMeld };
};
