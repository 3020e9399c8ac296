// The own hand and the possible answers. state: message, the newest state of the table; given, the own
// answer once the server has it; claim, the claim whose discard is being chosen. act: answer(action),
// announce(), redraw().
/**
 * @param {PlayState} state
 * @param {{ answer: (action: string) => void, announce: () => void, redraw: () => void }} act
 */
MJ.playHand = function (state, act) {
  const $ = MJ.element;
  const FAR = 36;
  const coarse = window.matchMedia("(pointer: coarse)");
  let /** @type {number | null} */ raised = null,
    dragged = false;

  const current = () => /** @type {TableMessage} */ (state.message);
  const isMine = () => !state.auto && !state.note?.given_up;
  const choices = () => (state.given === null && isMine() ? (current().ask?.choices ?? []) : []);
  /**
   * @param {Choice} choice
   * @param {Choice} claim
   */
  const sameClaim = (choice, claim) =>
    choice.kind === claim.kind && String(choice.uses) === String(claim.uses);

  // The answer that a click on a tile of the hand sends, by the tile's code.
  function discards() {
    const { claim } = state;
    return new Map(
      choices()
        .filter((choice) => (claim === null ? choice.kind === "PLAY" : sameClaim(choice, claim)))
        .map((choice) => [choice.action.split(" ").pop() ?? "", choice.action]),
    );
  }

  /** @param {string} action */
  function send(action) {
    state.claim = raised = null;
    act.answer(action);
  }

  /**
   * On touch screens the first tap lifts a tile and the second plays it.
   * @param {string} code
   * @param {number} index
   * @param {string} action
   */
  function clicked(code, index, action) {
    if (dragged) {
      dragged = false;
      return;
    }
    if (coarse.matches && raised !== index) {
      raised = index;
      act.redraw();
      return;
    }
    send(action);
  }

  /**
   * @param {HTMLElement} button
   * @param {string} action
   */
  function draggable(button, action) {
    /** @type {{ x: number, y: number } | null} */
    let from = null;
    const back = () => {
      from = null;
      button.style.transform = "";
    };
    // Captured at once: a quick pointer has left the tile before the first move event.
    button.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY };
      dragged = false;
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", function (event) {
      if (from === null) return;
      const x = event.clientX - from.x,
        y = event.clientY - from.y;
      if (Math.hypot(x, y) < 6) return;
      button.style.transform = "translate(" + x + "px," + y + "px)";
    });
    button.addEventListener("pointercancel", back);
    button.addEventListener("dragstart", (event) => event.preventDefault());
    button.addEventListener("pointerup", function (event) {
      if (from === null) return;
      const up = from.y - event.clientY,
        moved = Math.hypot(event.clientX - from.x, up) >= 6;
      back();
      dragged = moved;
      if (up > FAR) send(action);
      // A click follows where the pointer is still over the tile, and later clicks are meant.
      setTimeout(() => {
        dragged = false;
      }, 0);
    });
  }

  /**
   * @param {number} tile
   * @param {number} index
   * @param {Map<string, string>} actions
   * @param {boolean} drawn
   */
  function tileButton(tile, index, actions, drawn) {
    const code = MJ.codeOf(tile),
      action = actions.get(code);
    const picture = MJ.tile(tile, drawn ? "drawn" : "", drawn ? MJ.t("drawn") : "");
    const name = picture.querySelector("svg")?.getAttribute("aria-label");
    // While the discard of a claim is chosen, the tiles that the claim takes are pale.
    if (action === undefined)
      return MJ.make(
        "li",
        { class: (drawn ? "apart" : "") + (state.claim !== null ? " taken" : "") },
        picture,
      );
    picture.querySelector("svg")?.setAttribute("aria-hidden", "true");
    picture.removeAttribute("data-title");
    const label = MJ.t("discardTile", { tile: name });
    const button = MJ.make(
      "button",
      {
        type: "button",
        class: "hand-tile" + (raised === index ? " raised" : ""),
        "data-code": code,
        "data-action": action,
        "data-place": index,
        "aria-label": label,
        "data-title": label,
        onclick: () => clicked(code, index, action),
      },
      picture,
    );
    draggable(button, action);
    return MJ.make("li", { class: drawn ? "apart" : "" }, button);
  }

  /** @param {Frame} frame */
  function drawOwn(frame) {
    const { seat } = current(),
      view = seat ?? 0,
      actions = discards();
    const drawn = frame.drawn !== null && frame.seat === view ? frame.drawn : null;
    /** @param {number | null} tile */
    const faceDown = (tile) => MJ.tile(tile === null || tile < 0 ? null : tile, "", "", "li");
    const tiles = frame.hands[view].map((tile, index) =>
      seat === null || tile === null ? faceDown(tile) : tileButton(tile, index, actions, false),
    );
    if (drawn !== null)
      tiles.push(
        seat === null || drawn < 0 ? faceDown(drawn) : tileButton(drawn, tiles.length, actions, true),
      );
    return [
      MJ.tileList(
        tiles,
        seat === null ? MJ.t("handOf", { seat: MJ.seatName(view) }) : MJ.t("handOfYou"),
        "hand playing-hand",
      ),
    ];
  }

  /**
   * @param {string} text
   * @param {number[]} tiles
   * @param {() => void} press
   * @param {FanLine[] | null} extra
   * @param {string} classes
   * @returns {AnswerButton}
   */
  function answerButton(text, tiles, press, extra, classes) {
    return { text, tiles, press, extra, classes };
  }

  /** @returns {AnswerButton[]} */
  function buttons() {
    const { ask } = current();
    if (ask === null || state.given !== null || !isMine()) return [];
    if (state.claim !== null)
      return [
        answerButton(
          MJ.t("backToChoice"),
          [],
          () => {
            state.claim = null;
            act.redraw();
          },
          null,
          "back",
        ),
      ];
    /** @type {AnswerButton[]} */
    const answers = [];
    /** @type {Choice[]} */
    const seen = [];
    const offered = ask.offered === null ? [] : [ask.offered];
    for (const choice of ask.choices) {
      const { uses = [] } = choice;
      if (choice.kind === "PLAY") continue;
      if (choice.kind === "HU") {
        answers.push(
          answerButton(
            MJ.t("winFor", { fan: choice.fan, points: choice.points }),
            [],
            () => send(choice.action),
            choice.fans ?? null,
            "main win",
          ),
        );
      } else if (choice.kind === "PASS") {
        answers.push(answerButton(MJ.t("doPASS"), [], () => send(choice.action), null, "pass"));
      } else if (choice.kind === "CHI" || choice.kind === "PENG") {
        if (seen.some((other) => sameClaim(choice, other))) continue;
        seen.push(choice);
        answers.push(
          answerButton(
            MJ.t("do" + choice.kind),
            [...uses, ...offered].sort((a, b) => a - b),
            () => {
              state.claim = choice;
              act.announce();
              act.redraw();
            },
            null,
            choice.kind.toLowerCase(),
          ),
        );
      } else {
        const tiles = choice.kind === "GANG" && uses.length === 3 ? [...uses, ...offered] : uses;
        answers.push(
          answerButton(
            MJ.t("do" + choice.kind),
            tiles,
            () => send(choice.action),
            null,
            choice.kind.toLowerCase(),
          ),
        );
      }
    }
    const last = answers.filter((answer) => answer.classes === "pass");
    // Among people a discard waits only a short while; a slow player can ask for time.
    if (
      ask.drawn === null &&
      ask.offered !== null &&
      !state.thinking &&
      current().people.filter(Boolean).length > 1
    ) {
      last.push(
        answerButton(
          MJ.t("letMeThink"),
          [],
          () => {
            state.thinking = true;
            act.announce();
            act.redraw();
          },
          null,
          "think",
        ),
      );
    }
    return [...answers.filter((answer) => answer.classes !== "pass"), ...last];
  }

  function prompt() {
    const { ask } = current();
    if (state.auto) return current().result === null ? MJ.t("autoOn") : "";
    if (!isMine()) return "";
    if (state.given !== null) return state.given === "PASS" ? MJ.t("passed") : "";
    if (ask === null) return "";
    if (raised !== null) return MJ.t("tapAgain");
    if (state.claim !== null) return MJ.t("nowDiscard");
    return ask.drawn !== null ? MJ.t("yourTurn") : MJ.t("yourClaim");
  }

  /** @param {string} awaited who else is waited for */
  function drawAsks(awaited) {
    const shown = buttons().map((answer, index) =>
      MJ.make(
        "button",
        {
          type: "button",
          class: "answer " + (answer.classes || ""),
          "data-key": String(index + 1),
          onclick: answer.press,
        },
        MJ.make("span", {}, answer.text),
        answer.tiles.length ? MJ.inlineTiles(answer.tiles.map(MJ.codeOf)) : null,
      ),
    );
    const won = buttons().find((answer) => answer.extra)?.extra;
    const fans = won
      ? MJ.make(
          "span",
          { class: "fans-now small" },
          MJ.listed(
            won.map(([name, times, value]) =>
              MJ.make("span", {}, MJ.fanName(name), " " + value + (times > 1 ? " × " + times : "")),
            ),
          ),
        )
      : null;
    $("asks").replaceChildren(
      ...[MJ.make("span", { class: "prompt" }, prompt() || awaited), ...shown, fans].filter(
        (part) => part !== null,
      ),
    );
  }

  // -- keys ----------------------------------------------------------------------------------------

  document.addEventListener("keydown", function (event) {
    if (MJ.isTyping(event)) return;
    // A key that is held answers once, not the next question too.
    if (event.repeat && !event.key.startsWith("Arrow")) {
      const isPress = event.key === "Enter" || event.key === " ";
      if (isPress && document.activeElement?.closest("#own, #asks")) event.preventDefault();
      return;
    }
    /** @type {HTMLElement | null} */
    const key = $("asks").querySelector(
      event.key === "Escape" ? ".pass, .back" : '[data-key="' + event.key + '"]',
    );
    /** @type {HTMLElement | null} */
    const think = $("asks").querySelector(".think");
    if (event.key.toLowerCase() === "t" && think) {
      think.click();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      MJ.focusNext("#own .hand-tile", event.key === "ArrowLeft" ? -1 : 1);
    } else if ((event.key === "Escape" || /^[1-9]$/.test(event.key)) && key) {
      event.preventDefault();
      key.click();
    }
  });

  /**
   * For keyboard play the focus goes to what is to be done next, and never to what takes the last step back;
   * on a touch screen it would look like a tile that is already chosen.
   * @param {boolean} hadFocus
   * @param {string} [before] the id of what had it, if it was of the result
   */
  function focusAnswer(hadFocus, before) {
    if (!hadFocus || coarse.matches) return;
    /** @type {HTMLElement | null} */
    const wanted =
      $("asks").querySelector(".win") ||
      $("own").querySelector(".apart .hand-tile") ||
      $("asks").querySelector("button:not(.back)") ||
      $("own").querySelector(".hand-tile") ||
      (before ? document.getElementById(before) : null) ||
      $("result").querySelector(".main");
    // On so low a window the page scrolls (replay.css): what has the focus is seen.
    if (wanted) wanted.focus({ preventScroll: innerHeight > 300 });
  }

  return {
    drawOwn,
    drawAsks,
    send,
    focusAnswer,
    prompt,
    forget: () => {
      raised = null;
    },
  };
};
