// The coach and the effective tiles, below the table. state: `coach`, from the newest note; `effective`,
// the answer to the newest question. sendOrder(order) asks the server; answer(action) answers for the seat.
/**
 * @param {PlayState} state
 * @param {(order: TableOrder) => void} sendOrder
 * @param {(action: string) => void} answer
 */
MJ.playCoach = function (state, sendOrder, answer) {
  const $ = MJ.element;
  const MODES = ["off", "after", "before"];
  const wanted = () => {
    const chosen = MJ.recall("coach") ?? "off";
    return MODES.includes(chosen) ? chosen : "off";
  };
  const current = () => /** @type {TableMessage} */ (state.message);
  let said = "",
    /** @type {{ turn: number, tile: string } | null} */
    played = null,
    open = MJ.recall("effective") === "open",
    pressed = false,
    // Whether the last answer was a row, by keyboard: then the focus waits for the next advice.
    stays = false;

  /**
   * What an answer cost, in words.
   * @param {CoachMark} mark
   */
  const costText = ({ lost, lost_error }) =>
    MJ.isNumber(lost) ? MJ.t("coachLost", { points: MJ.aboutPoints({ lost, lost_error }) }) : MJ.t("differs");
  /** @param {CoachMark} options */
  const isSame = ({ played, choice }) => played === choice;

  /**
   * What the newest answer cost, as a small mark.
   * @param {CoachMark} mark
   */
  function markParts(mark) {
    if (isSame(mark)) return [MJ.make("span", { class: "badge" }, "\u2713 " + MJ.t("coachSame"))];
    if (mark.agrees)
      return [
        MJ.make("span", { class: "badge" }, "\u2713 " + MJ.t("asGood")),
        MJ.make("span", { class: "small" }, ...playedAndOther(mark, "coachAsGood")),
      ];
    const cost = costText(mark);
    return [
      MJ.make(
        "span",
        { class: "badge differs " + (mark.grade || "noise") },
        mark.grade ? MJ.t("coach_" + mark.grade) + MJ.t("comma") + cost : cost,
      ),
      MJ.make("span", { class: "small" }, ...playedAndOther(mark, "coachBetter")),
      ...(mark.reason ? [MJ.make("span", { class: "small" }, MJ.reasonWords(mark.reason))] : []),
    ];
  }

  /**
   * "You discarded X; better: Y", with tiles alone where both are discards.
   * @param {CoachMark} options
   * @param {string} between
   */
  function playedAndOther({ played, choice, offered }, between) {
    /** @param {string} action */
    const discard = (action) => action.startsWith("PLAY ");
    /** @param {string} action */
    const shown = (action) =>
      discard(played) && discard(action)
        ? MJ.inlineTiles([action.split(" ")[1]])
        : MJ.action(action, offered);
    return [
      MJ.t(discard(played) ? "coachDiscarded" : "coachChose") + " ",
      shown(played),
      MJ.t(between) + " ",
      shown(choice),
    ];
  }

  /** @param {CoachMark} mark */
  const markWords = (mark) => (mark.agrees ? MJ.t(isSame(mark) ? "coachSame" : "asGood") : costText(mark));

  /** @param {Reason | null} reason */
  function reasonLine(reason) {
    return reason
      ? MJ.make("p", { class: "why" }, MJ.whyParts(reason, current().ask?.offered ?? null))
      : null;
  }

  /**
   * What a row plays, with its names for a screen reader; null for an answer that is not asked for now.
   * @param {string} action
   */
  function playOf(action) {
    const { message, given, auto } = state;
    const isLegal = message?.ask?.choices.some((choice) => choice.action === action);
    if (!isLegal || given !== null || auto || state.note?.given_up) return null;
    /** @param {boolean} byKeys */
    const press = (byKeys) => {
      stays = byKeys;
      answer(action);
    };
    const words = { action: MJ.actionWords(action) };
    return { press, label: MJ.t("playThis", words), why: MJ.t("reasonsOfThis", words) };
  }

  /** @param {CoachAdvice} advice */
  function adviceParts(advice) {
    const offered = current().ask?.offered ?? null;
    const options = {
      choice: advice.choice,
      played: null,
      offered,
      tactic: state.data.tactic,
      both: false,
      expand: false,
      play: playOf,
    };
    return [
      MJ.make("p", {}, MJ.t("coachWould") + " ", MJ.action(advice.choice, offered)),
      reasonLine(advice.reason),
      MJ.candidates(advice.candidates, options),
    ].filter((part) => part !== null);
  }

  /**
   * The shanten and the effective tiles: to 8 fan, and to any win if that differs.
   * @param {string} key
   * @param {EffectiveCount | null} row
   */
  function nearer(key, row) {
    if (row === null) return MJ.make("div", { class: "small" }, MJ.t("eightNone"));
    const far =
      row.shanten < 0
        ? MJ.t("complete")
        : row.shanten === 0
          ? MJ.t("ready")
          : MJ.t("column_shanten") + " " + row.shanten;
    return MJ.make(
      "div",
      { class: "nearer" },
      MJ.make("span", { class: "quiet small" }, MJ.t(key) + MJ.t("comma") + far),
      MJ.make("b", { class: "number" }, MJ.t("copies", { count: row.copies })),
      MJ.effectiveTiles(row.effective),
    );
  }

  /** @param {EffectiveRow[]} rows */
  function effectiveParts(rows) {
    return rows.map((row) =>
      MJ.make(
        "li",
        {},
        row.tile === null ? null : MJ.make("span", {}, MJ.t("doPLAY") + " ", MJ.inlineTiles([row.tile])),
        // The site's worker does not count the shanten to 8 fan.
        nearer("eightFan", row.eight),
        row.eight && JSON.stringify(row.eight.effective) === JSON.stringify(row.effective)
          ? null
          : nearer("anyWin", row),
      ),
    );
  }

  /**
   * The rows for the hand as it is now; after a discard the row of that discard.
   * @returns {EffectiveRow[]}
   */
  function effectiveNow() {
    const { effective, message } = state;
    if (effective === null || message === null || effective.hand !== message.hand || message.result !== null)
      return [];
    if (effective.turn === message.turn) return effective.rows;
    const { frame } = message;
    if (frame.seat === message.seat && frame.tile !== null && ["PLAY", "CHI", "PENG"].includes(frame.kind))
      played = { turn: effective.turn, tile: MJ.codeOf(frame.tile) };
    if (played === null || played.turn !== effective.turn || effective.rows[0].tile === null)
      return effective.rows;
    const { tile } = played;
    return effective.rows.filter((row) => row.tile === tile).map((row) => ({ ...row, tile: null }));
  }

  function drawEffective() {
    const rows = open ? effectiveNow() : [];
    $("effective").setAttribute("aria-expanded", String(open));
    $("effective-list").hidden = !rows.length;
    $("effective-list").replaceChildren(MJ.make("ul", { class: "plain" }, effectiveParts(rows)));
  }

  function draw() {
    const { coach, message } = state;
    const alone = message !== null && message.people.filter(Boolean).length === 1 && message.seat !== null;
    $("coach-field").hidden = !alone;
    $("effective").hidden = message === null || message.seat === null || message.result !== null;
    MJ.choices(
      $("coach-mode"),
      MODES.map((mode) => [mode, MJ.t("coach_" + mode)]),
      wanted(),
    );
    const mark = coach === null ? null : coach.mark,
      here = message !== null && message.result === null;
    // The words for a past turn are removed; the card stays, so that nothing moves.
    const advice =
      message !== null &&
      here &&
      coach !== null &&
      coach.advice !== null &&
      coach.advice.turn === message.turn
        ? coach.advice
        : null;
    $("mark").hidden = mark === null || mark.hand !== message?.hand;
    $("mark").replaceChildren(...(mark === null ? [] : markParts(mark)));
    const asked = here && message?.ask !== null && state.given === null;
    $("advice").hidden = !here || coach === null || coach.mode !== "before";
    $("advice").setAttribute("aria-busy", String(asked && advice === null));
    $("advice").replaceChildren(
      ...(advice !== null
        ? adviceParts(advice)
        : [MJ.make("p", { class: "quiet" }, MJ.t(asked ? "coachThinks" : "coachWaits"))]),
    );
    if (stays && advice !== null && asked) {
      stays = false;
      /** @type {HTMLElement | null} */
      const choice = $("advice").querySelector("tr.choice .play");
      choice?.focus();
    }
    drawEffective();
  }

  /**
   * A note of the server: the words for a screen reader of what is new in it.
   * @param {CoachNote | null} coach
   */
  function noted(coach) {
    const message = current();
    state.coach = coach;
    const mode = coach === null ? "off" : coach.mode;
    if (mode !== wanted() && message.seat !== null && message.people.filter(Boolean).length === 1)
      sendOrder({ type: "coach", mode: wanted() });
    if (coach === null) return "";
    const words =
      coach.advice !== null
        ? "advice " + coach.advice.turn
        : coach.mark !== null
          ? "mark " + coach.mark.turn
          : "";
    if (words === said || !words) return "";
    said = words;
    if (coach.advice !== null) return MJ.t("coachWould") + " " + MJ.actionWords(coach.advice.choice);
    return coach.mark === null ? "" : MJ.t("coach") + MJ.t("colon") + markWords(coach.mark);
  }

  $("coach-mode").addEventListener("change", function () {
    MJ.remember("coach", $("coach-mode").value);
    sendOrder({ type: "coach", mode: $("coach-mode").value });
  });
  const ask = () => sendOrder({ type: "effective", hand: current().hand, turn: current().turn });
  // Once opened it stays open, and sends a new request at each decision of the seat, while the table waits.
  function turn() {
    open = pressed = !open;
    MJ.remember("effective", open ? "open" : "closed");
    if (open) ask();
    else draw();
  }
  const turned = () => {
    if (open && current().seat !== null && current().ask !== null && state.given === null) ask();
  };
  $("effective").addEventListener("click", turn);
  document.addEventListener("keydown", function (event) {
    if (MJ.isTyping(event)) return;
    if (event.key.toLowerCase() === "e" && !$("effective").hidden) turn();
    if (event.key.toLowerCase() === "c" && state.coach?.advice && state.coach.advice.turn === current().turn)
      playOf(state.coach.advice.choice)?.press(false);
  });
  const isOn = () => state.coach !== null && state.coach !== undefined && state.coach.mode !== "off";
  /**
   * Announced once, when it is opened.
   * @param {EffectiveRow[]} rows
   */
  function words(rows) {
    const wanted = pressed;
    pressed = false;
    return wanted
      ? rows
          .map(
            (row) =>
              (row.tile === null ? "" : MJ.tileName(row.tile) + MJ.t("colon")) +
              Object.keys(row.effective).map(MJ.tileName).join(" "),
          )
          .join(MJ.t("semicolon"))
      : "";
  }
  return { draw, noted, turned, isOn, words };
};

/**
 * The options of a select. They are replaced only if they change, as the select may be open.
 * @param {HTMLSelectElement} select
 * @param {string[][]} values
 * @param {string} chosen
 */
MJ.choices = function (select, values, chosen) {
  const drawn = JSON.stringify(values);
  if (select.dataset.drawn !== drawn)
    select.replaceChildren(...values.map(([value, text]) => MJ.make("option", { value }, text)));
  select.dataset.drawn = drawn;
  if (select.value !== chosen) select.value = chosen;
};

/**
 * An action in words alone.
 * @param {string} action
 */
MJ.actionWords = (action) =>
  action
    .split(" ")
    .map((word) => (MJ.isCode(word) ? MJ.tileName(word) : MJ.t("do" + word)))
    .join(" ");
