// A question on the screen: the table as the seat saw it, or a complete hand, and the answers.
// state: question, grading (null until it is answered). choose(action): what a click sends.
/**
 * @param {TrainState} state
 * @param {(action: string) => void} choose
 */
MJ.trainQuestion = function (state, choose) {
  const $ = MJ.element;
  const inSeat = { view: 0, open: false };
  const match = { players: ["", "", "", ""], scores: [0, 0, 0, 0], quan: 0 };
  const table = MJ.replayTable(match, inSeat, () => null, ownHand);

  const open = () => state.grading === null;
  const discards = () =>
    new Map(
      state.question.options
        .filter((option) => option.kind === "PLAY")
        .map((option) => [option.action.slice(5), option.action]),
    );

  /**
   * The marks under tiles once the answer is known: the best, and the own answer.
   * @param {string} code
   */
  function mark(code) {
    if (state.grading === null) return "";
    return [
      ["tactic", state.grading.best],
      ["played", state.grading.action],
    ]
      .filter(([, action]) => action === "PLAY " + code)
      .map(([name]) => name)
      .join(" ");
  }

  /**
   * @param {number} tile
   * @param {boolean} drawn
   * @param {Map<string, string>} actions
   * @param {Set<string>} marked
   */
  function tileOf(tile, drawn, actions, marked) {
    const code = MJ.codeOf(tile),
      said = mark(code),
      classes = marked.has(code) ? "" : said;
    if (said) marked.add(code);
    const note = classes
      .split(" ")
      .filter(Boolean)
      .map((name) => MJ.t(name === "tactic" ? "bestOne" : "youChose"))
      .join(MJ.t("comma"));
    const picture = MJ.tile(
      tile,
      classes,
      [drawn ? MJ.t("drawn") : "", note].filter(Boolean).join(MJ.t("comma")),
    );
    const attributes = { class: drawn ? "apart" : "" },
      action = actions.get(code);
    if (!open() || action === undefined) return MJ.make("li", attributes, picture);
    const svg = picture.querySelector("svg"),
      name = svg?.getAttribute("aria-label");
    svg?.setAttribute("aria-hidden", "true");
    picture.removeAttribute("data-title");
    const label = MJ.t("discardIt", { tile: name });
    return MJ.make(
      "li",
      attributes,
      MJ.make(
        "button",
        {
          type: "button",
          class: "train-tile",
          "data-code": code,
          "aria-label": label,
          "data-title": label,
          onclick: () => choose(action),
        },
        picture,
      ),
    );
  }

  /** @param {Frame} frame */
  function ownHand(frame) {
    const { seat } = state.question,
      actions = discards();
    /** @type {Set<string>} */
    const marked = new Set();
    const drawn = frame.drawn !== null && frame.seat === seat ? frame.drawn : null;
    // Of equal tiles the drawn one is marked.
    const last = drawn === null ? null : tileOf(drawn, true, actions, marked);
    const tiles = frame.hands[seat].map((tile) => tileOf(tile ?? 0, false, actions, marked));
    return [
      MJ.tileList(
        last === null ? tiles : [...tiles, last],
        MJ.t("handOf", { seat: MJ.seatName(seat) }),
        "hand train-hand",
      ),
    ];
  }

  function prompt() {
    const { question } = state;
    if (question.kind === "fan") return MJ.t("askFAN");
    const { seat, tile } = question.frame;
    if (question.kind === "discard" || seat === null || tile === null) return MJ.t("askDISCARD");
    return MJ.t("askCLAIM", { seat: MJ.seatName(seat), tile: MJ.tileName(tile) });
  }

  /** @param {QuizOption} option */
  function optionParts(option) {
    const { kind, action } = option;
    if (kind === "FAN") return [MJ.make("span", {}, MJ.t("fanNumber", { fan: action }))];
    if (kind === "PASS") return [MJ.make("span", {}, MJ.t("doPASS"))];
    const { question } = state;
    const offered = question.kind === "claim" && question.frame.tile !== null ? [question.frame.tile] : [];
    return [
      MJ.make("span", {}, MJ.t("do" + kind)),
      MJ.inlineTiles([...(option.uses ?? []), ...offered].sort((a, b) => a - b).map(MJ.codeOf)),
      ...(option.then ? [MJ.make("span", {}, MJ.t("then")), MJ.inlineTiles([option.then])] : []),
    ];
  }

  function drawAnswers() {
    const options = state.question.options.filter((option) => option.kind !== "PLAY");
    const buttons = options.map(function (option, index) {
      const look =
        state.grading === null
          ? ""
          : option.action === state.grading.best
            ? " best"
            : option.action === state.grading.action
              ? " missed"
              : "";
      const note = look === " best" ? MJ.t("bestOne") : look ? MJ.t("youChose") : "";
      return MJ.make(
        "button",
        {
          type: "button",
          class: "answer" + look,
          disabled: !open(),
          "data-key": String(index + 1),
          "data-action": option.action,
          onclick: () => choose(option.action),
        },
        ...optionParts(option),
        note ? MJ.make("span", { class: "mark" }, note) : null,
      );
    });
    $("asks").hidden = !buttons.length;
    $("asks").replaceChildren(...buttons);
    // The question comes after the event, which says who discards what.
    const claim = state.question.kind === "claim";
    $("event").append(MJ.make("span", { class: "prompt" }, claim ? MJ.t("askClaimed") : prompt()));
  }

  /** @param {FanQuestion} question */
  function drawComplete(question) {
    const tiles = question.hand.map((tile) => MJ.tile(tile, "", "", "li"));
    tiles.push(MJ.tile(question.tile, "apart new", MJ.t("wonBy"), "li"));
    const melds = question.melds.map(([part, concealed]) =>
      MJ.make(
        "li",
        {},
        MJ.tileList(
          part.map((tile, index) =>
            MJ.tile(concealed && (index === 0 || index === 3) ? null : tile, "", "", "li"),
          ),
          concealed ? MJ.t("meldConcealed") : MJ.t("handWins"),
        ),
      ),
    );
    $("own").replaceChildren(
      ...[
        MJ.tileList(tiles, MJ.t("handWins"), "hand train-hand"),
        melds.length ? MJ.make("ul", { class: "melds train-melds" }, melds) : null,
      ].filter((part) => part !== null),
    );
    const flags = question.flags.length ? question.flags : ["discard"];
    $("event").replaceChildren(
      MJ.make(
        "span",
        {},
        MJ.t("seatAndRound", { seat: MJ.seatName(question.seat), wind: MJ.seatName(question.quan) }),
      ),
      MJ.make(
        "span",
        {},
        MJ.t("wonBy"),
        " ",
        MJ.inlineTiles([question.tile]),
        " ",
        MJ.listed(flags.map((flag) => MJ.make("span", {}, MJ.t("flag_" + flag)))),
      ),
    );
  }

  function draw() {
    const { question } = state;
    $("asking").dataset.kind = question.kind;
    $("table-place").hidden = question.kind === "fan";
    if (question.kind === "fan") drawComplete(question);
    else {
      inSeat.view = question.seat;
      match.quan = question.quan;
      table.draw(question.frame);
      $("event").replaceChildren(...MJ.eventParts(question.frame, null, table.isSeen));
    }
    drawAnswers();
  }

  document.addEventListener("keydown", function (event) {
    if (MJ.isTyping(event) || $("asking").hidden) return;
    /** @type {HTMLElement | null} */
    const key = /^[1-9]$/.test(event.key)
      ? $("asks").querySelector('[data-key="' + event.key + '"]:not(:disabled)')
      : null;
    const tiles = "#own .train-tile";
    if (key) {
      event.preventDefault();
      key.click();
    } else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && document.querySelector(tiles)) {
      event.preventDefault();
      MJ.focusNext(tiles, event.key === "ArrowLeft" ? -1 : 1);
    }
  });

  return { draw, prompt };
};
