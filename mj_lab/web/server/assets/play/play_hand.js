// The own hand and the possible answers. state: message, the newest state of the table; given, the own
// answer once the server has it; claim, the claim whose discard is being chosen. act: answer(action),
// announce(), redraw().
MJ.playHand = function (state, act) {
  const $ = MJ.element;
  const FAR = 36;
  const coarse = window.matchMedia("(pointer: coarse)");
  let raised = null,
    dragged = false;

  const choices = () => (state.message.ask === null || state.given !== null ? [] : state.message.ask.choices);
  const sameClaim = (choice, claim) =>
    choice.kind === claim.kind && String(choice.uses) === String(claim.uses);

  // The answer that a click on a tile of the hand sends, by the tile's code.
  function discards() {
    const wanted =
      state.claim === null ? (choice) => choice.kind === "PLAY" : (choice) => sameClaim(choice, state.claim);
    return new Map(
      choices()
        .filter(wanted)
        .map((choice) => [choice.action.split(" ").pop(), choice.action]),
    );
  }

  function send(action) {
    state.claim = raised = null;
    act.answer(action);
  }

  // On touch screens the first tap lifts a tile and the second plays it.
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

  function draggable(button, action) {
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

  function tileButton(tile, index, actions, drawn) {
    const code = MJ.codeOf(tile),
      action = actions.get(code);
    const picture = MJ.tile(tile, drawn ? "drawn" : "", drawn ? MJ.t("drawn") : "");
    const name = picture.querySelector("svg").getAttribute("aria-label");
    // While the discard of a claim is chosen, the tiles that the claim takes are pale.
    if (action === undefined)
      return MJ.make(
        "li",
        { class: (drawn ? "apart" : "") + (state.claim !== null ? " taken" : "") },
        picture,
      );
    picture.querySelector("svg").setAttribute("aria-hidden", "true");
    picture.removeAttribute("title");
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
        title: label,
        onclick: () => clicked(code, index, action),
      },
      picture,
    );
    draggable(button, action);
    return MJ.make("li", { class: drawn ? "apart" : "" }, button);
  }

  function drawOwn(frame) {
    const seat = state.message.seat,
      view = seat ?? 0,
      actions = discards();
    const drawn = frame.drawn !== null && frame.seat === view ? frame.drawn : null;
    const faceDown = (tile) => MJ.tile(tile === null || tile < 0 ? null : tile, "", "", "li");
    let tiles = frame.hands[view].map((tile, index) =>
      seat === null ? faceDown(tile) : tileButton(tile, index, actions, false),
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

  function answerButton(text, tiles, press, extra, classes) {
    return { text, tiles, press, extra, classes };
  }

  function buttons() {
    const { ask } = state.message;
    if (ask === null || state.given !== null) return [];
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
    const answers = [],
      seen = [];
    for (const choice of ask.choices) {
      if (choice.kind === "PLAY") continue;
      if (choice.kind === "HU") {
        answers.push(
          answerButton(
            MJ.t("winFor", { fan: choice.fan, points: choice.points }),
            [],
            () => send(choice.action),
            choice.fans,
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
            [...choice.uses, ask.offered].sort((a, b) => a - b),
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
        const tiles =
          choice.kind === "GANG" && choice.uses.length === 3 ? [...choice.uses, ask.offered] : choice.uses;
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
      state.message.people.filter(Boolean).length > 1
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
    const { ask } = state.message;
    if (state.given !== null) return state.given === "PASS" ? MJ.t("passed") : "";
    if (ask === null) return "";
    if (raised !== null) return MJ.t("tapAgain");
    if (state.claim !== null) return MJ.t("nowDiscard");
    return ask.drawn !== null ? MJ.t("yourTurn") : MJ.t("yourClaim");
  }

  function drawAsks() {
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
    const win = buttons().find((answer) => answer.extra);
    const fans = win
      ? MJ.make(
          "span",
          { class: "fans-now small" },
          MJ.listed(
            win.extra.map(([name, times, value]) =>
              MJ.make("span", {}, MJ.fanName(name), " " + value + (times > 1 ? " × " + times : "")),
            ),
          ),
        )
      : null;
    $("asks").replaceChildren(
      ...[MJ.make("span", { class: "prompt" }, prompt()), ...shown, fans].filter(Boolean),
    );
  }

  // -- keys ----------------------------------------------------------------------------------------

  function moveAmongTiles(step) {
    const tiles = [...document.querySelectorAll("#own .hand-tile")];
    if (!tiles.length) return;
    const focused = tiles.indexOf(document.activeElement);
    const next =
      focused < 0 ? (step > 0 ? 0 : tiles.length - 1) : (focused + step + tiles.length) % tiles.length;
    tiles[next].focus();
  }

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea"))
      return;
    const key =
      event.key === "Escape"
        ? $("asks").querySelector(".pass, .back")
        : $("asks").querySelector('[data-key="' + event.key + '"]');
    if (event.key.toLowerCase() === "t" && $("asks").querySelector(".think")) {
      $("asks").querySelector(".think").click();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      moveAmongTiles(event.key === "ArrowLeft" ? -1 : 1);
    } else if ((event.key === "Escape" || /^[1-9]$/.test(event.key)) && key) {
      event.preventDefault();
      key.click();
    }
  });

  // For keyboard play the focus goes to the next answer; on a touch screen it would look like a tile
  // that is already chosen.
  function focusAnswer(hadFocus) {
    if (!hadFocus || coarse.matches) return;
    const wanted =
      $("asks").querySelector(".win") ||
      $("own").querySelector(".apart .hand-tile") ||
      $("asks").querySelector("button") ||
      $("own").querySelector(".hand-tile");
    if (wanted) wanted.focus({ preventScroll: true });
  }

  return {
    drawOwn,
    drawAsks,
    focusAnswer,
    prompt,
    forget: () => {
      raised = null;
    },
  };
};
