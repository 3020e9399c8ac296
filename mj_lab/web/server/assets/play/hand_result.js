// The end of a hand: the fans, the scores, the standing, and the buttons to go on.
// names: of the seats, as on the table. compared: a tactic's results in the own seat, null if not known.
// waiting: the names of those who are not ready for the next hand, null before the own player is.
// ways: next(), and again() if this page can set up the same table once more. drawMeld(meld, seat): as on
// the table.
/**
 * @param {EndMessage} message
 * @param {string[]} names
 * @param {SameWallMessage | null} compared
 * @param {string[] | null} waiting
 * @param {{ next: () => void, again: (() => void) | null }} ways
 * @param {(meld: MeldShown, seat: number) => HTMLElement} drawMeld
 */
MJ.handResult = function (message, names, compared, waiting, ways, drawMeld) {
  const { result } = message;
  const look = MJ.scoreLook;
  /**
   * @param {string} key
   * @param {boolean} [number]
   */
  const head = (key, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, MJ.t(key));
  const then = result.record;
  /** @type {HTMLElement[]} */
  const parts = [MJ.make("h2", {}, ...MJ.eventParts(message.frame, result, () => true, message.seat))];
  if (result.action === "HU" && message.frame.seat !== null)
    parts.push(wonHand(message.frame, message.frame.seat));
  if (result.fans.length) parts.push(MJ.fanTable(result));
  const rows = result.scores.map((score, seat) =>
    MJ.make(
      "tr",
      { "data-seat": seat, class: seat === message.seat ? "mine" : "" },
      MJ.make("td", {}, MJ.seatName(seat)),
      MJ.make("td", {}, MJ.named(names[seat])),
      then ? MJ.make("td", { class: "then " + look(then.scores[seat]) }, MJ.signed(then.scores[seat])) : null,
      MJ.make("td", { class: look(score) }, MJ.signed(score)),
      message.hands > 1
        ? MJ.make("td", { class: look(message.totals[seat]) }, MJ.signed(message.totals[seat]))
        : null,
    ),
  );
  parts.push(
    MJ.make(
      "table",
      { class: "scores" },
      MJ.make(
        "thead",
        {},
        MJ.make(
          "tr",
          {},
          head("seat"),
          head("player"),
          then ? head("againThen", true) : null,
          head(then ? "againNow" : "score", true),
          message.hands > 1 ? head("total_", true) : null,
        ),
      ),
      MJ.make("tbody", {}, rows),
    ),
  );
  if (then && message.seat !== null)
    parts.push(
      MJ.make(
        "p",
        { id: "then-and-now" },
        MJ.t("againLine", {
          then: MJ.signed(then.scores[message.seat]),
          now: MJ.signed(result.scores[message.seat]),
        }),
      ),
    );
  if (then && then.penalties) parts.push(MJ.make("p", { class: "quiet small" }, MJ.t("againPenalties")));
  if (then && !then.wall_known) parts.push(MJ.make("p", { class: "quiet small" }, MJ.t("againUnknown")));
  for (const [seat, count, first] of result.faults)
    parts.push(
      MJ.make("p", { class: "quiet small faults" }, MJ.t("faults", { name: names[seat], count, first })),
    );
  if (message.seat !== null && result.by_bot.includes(result.seated[message.seat]))
    parts.push(MJ.make("p", { class: "quiet small by-bot" }, MJ.t("byBotHand")));
  const same = MJ.sameWallLine(compared, message.hand);
  if (same !== null) parts.push(same);
  if (result.match_over && message.hands > 1)
    parts.push(
      MJ.make("h3", {}, MJ.t("matchOver")),
      byHand(result, message.seat === null ? -1 : result.seated[message.seat]),
    );
  const buttons = [];
  if (!result.match_over && message.seat !== null) {
    buttons.push(
      MJ.make(
        "button",
        { type: "button", class: "main", id: "next-hand", disabled: waiting !== null, onclick: ways.next },
        waiting === null
          ? MJ.t("nextHand")
          : waiting.length
            ? MJ.t("waitFor", { names: waiting.join(MJ.t("comma")) })
            : MJ.t("waitNext"),
      ),
    );
  }
  if (result.match_over && ways.again) {
    buttons.push(
      MJ.make(
        "button",
        { type: "button", class: "main", id: "play-again", onclick: ways.again },
        MJ.t(then ? "tryAgain" : "playAgain"),
      ),
    );
  }
  if (result.match_over)
    buttons.push(
      MJ.make(
        "a",
        { class: ways.again ? "button" : "button main", id: "play-other", href: MJ.at("/play") },
        MJ.t(ways.again ? "playChoose" : "playAgain"),
      ),
    );
  if (message.replay)
    buttons.push(
      MJ.make(
        "a",
        {
          class: "button",
          id: "replay",
          href: MJ.at(message.replay + (message.seat === null ? "" : "?seat=" + message.seat)),
        },
        MJ.t("replayHand"),
      ),
    );
  parts.push(MJ.make("p", { class: "buttons" }, buttons));
  return parts;

  /**
   * The hand that won, in a size to read: its melds, what was in the hand, the tile that made it.
   * @param {Frame} frame
   * @param {number} seat
   */
  function wonHand(frame, seat) {
    const melds = frame.melds[seat];
    const tiles = frame.hands[seat].map((tile) => MJ.tile(tile, "", "", "li"));
    const last = frame.drawn === null || frame.drawn === undefined ? frame.tile : frame.drawn;
    if (last !== null) tiles.push(MJ.tile(last, "apart new", "", "li"));
    return MJ.make(
      "div",
      { class: "won" },
      melds.length
        ? MJ.make(
            "ul",
            { class: "melds", "aria-label": MJ.t("meldsOf", { seat: MJ.seatName(seat) }) },
            melds.map((meld) => drawMeld(meld, seat)),
          )
        : null,
      MJ.tileList(tiles, MJ.t("handOf", { seat: MJ.seatName(seat) })),
    );
  }

  /**
   * A line for each hand, a column for each player with its first seat, as bots may share a name. me: -1
   * for a spectator. The own column is the first, so that narrow screens show it.
   * @param {HandResult} options
   * @param {number} me
   */
  function byHand({ seated, results }, me) {
    const order = [0, 1, 2, 3].sort((a, b) => Number(b === me) - Number(a === me) || a - b);
    /** @param {number} player */
    const named = (player) => names[seated.indexOf(player)];
    /** @param {number[]} points */
    const cells = (points) =>
      order.map((player) =>
        MJ.make(
          "td",
          { class: look(points[player]) + (player === me ? " mine" : "") },
          MJ.signed(points[player]),
        ),
      );
    const lines = results.map((scores, hand) =>
      MJ.make("tr", {}, MJ.make("td", {}, String(hand + 1)), cells(scores)),
    );
    const sums = [0, 1, 2, 3].map((player) => results.reduce((sum, scores) => sum + scores[player], 0));
    lines.push(MJ.make("tr", { class: "total" }, MJ.make("td", {}, MJ.t("total_")), cells(sums)));
    return MJ.make(
      "div",
      { class: "scroll", role: "group", tabindex: "0", "aria-label": MJ.t("matchOver") },
      MJ.make(
        "table",
        { class: "by-hand" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            MJ.make("td", {}),
            order.map((player) =>
              MJ.make(
                "th",
                { scope: "col", class: "number" },
                MJ.seatName(player) + " ",
                MJ.named(named(player)),
              ),
            ),
          ),
        ),
        MJ.make("tbody", {}, lines),
      ),
    );
  }
};

/**
 * The review of the finished hand, below the result: it opens by itself if the coach is on, and closes
 * by its button or Esc. say: announces to a screen reader.
 * @param {HTMLElement} card
 * @param {HTMLElement} result
 * @param {(text: string) => void} say
 */
MJ.playReview = function (card, result, say) {
  let address = "",
    closed = "",
    on = false;
  /** @type {DecidedStep[] | null} */
  let points = null;
  /** @type {ReturnType<typeof MJ.lossCard> | null} */
  let losses = null;
  /** @type {AbortController | null} */
  let leaving = null;

  /**
   * @param {TableMessage} message
   * @param {number} seat
   */
  async function load(message, seat) {
    const here = (leaving = new AbortController());
    try {
      const data = await MJ.dataOfPage(address, here.signal);
      const byTurn = new Map(data.decisions.map((decision) => [decision.turn, decision]));
      points = data.frames.flatMap(function (frame, step) {
        const decision = byTurn.get(frame.turn);
        if (frame.kind === "END" || decision === undefined) return [];
        return [{ step, decision, offered: frame.kind === "DRAW" ? null : frame.tile }];
      });
      losses = MJ.lossCard(points, { seat, tactic: data.tactic, accuracy: data.accuracy }, (step) =>
        location.assign(MJ.at(address) + "#t" + data.frames[step].turn),
      );
      if (on) say(MJ.t("reviewIsOpen")); // The coach may have been turned off meanwhile.
    } catch {
      if (here.signal.aborted) return; // The next hand is on.
      closed = address; // The way to the replay is there all the same.
    }
    draw(message, on);
  }

  function close() {
    if (card.hidden) return;
    closed = address;
    card.hidden = true;
    result.focus();
  }

  /**
   * coached: whether the coach is on.
   * @param {TableMessage | null} message
   * @param {boolean} coached
   */
  function draw(message, coached) {
    on = coached;
    const wanted =
      message !== null && message.result !== null && message.seat !== null && message.replay
        ? message.replay + "?seat=" + message.seat
        : "";
    if (wanted !== address) {
      if (leaving !== null) leaving.abort();
      [address, points, losses, leaving] = [wanted, null, null, null];
    }
    card.setAttribute("aria-busy", String(losses === null));
    card.hidden = !wanted || !coached || closed === address;
    if (card.hidden) return;
    const buttons = MJ.make(
      "p",
      { class: "buttons" },
      MJ.make("button", { type: "button", id: "review-close", onclick: close }, MJ.t("reviewClose")),
      losses === null ? null : MJ.make("a", { class: "button", href: MJ.at(address) }, MJ.t("reviewWhole")),
    );
    const worst = MJ.make("div", { id: "review-worst" });
    if (losses !== null) losses.draw(worst, null);
    const none =
      losses !== null && !points?.some(({ decision }) => (decision.lost ?? 0) >= 0.05)
        ? MJ.make("p", {}, MJ.t("reviewNone"))
        : null;
    card.replaceChildren(
      ...[
        losses === null ? MJ.make("p", { class: "quiet" }, MJ.t("reviewMade")) : worst,
        none,
        buttons,
      ].filter((part) => part !== null),
    );
    if (points === null && message !== null && message.seat !== null) {
      points = [];
      load(message, message.seat);
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return draw;
};
