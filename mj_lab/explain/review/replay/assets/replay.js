// The replay: one frame of the match at a time, from any seat, with the decisions beside it.
/** @param {ReplayData} data */
MJ.showReplay = function (data) {
  const { match, frames, decisions, seat: thinker, tactic } = data;
  const last = frames.length - 1;
  // A step's number is that of its request, as in reviews; the end has one more.
  const first = frames[0].turn;
  const byTurn = new Map(decisions.map((decision) => [decision.turn, decision]));
  const decisionAt = frames.map((frame) => (frame.kind === "END" ? null : byTurn.get(frame.turn) || null));
  /** @param {(decision: Decision) => boolean} wanted */
  const places = (wanted) =>
    decisionAt.flatMap((decision, step) => (decision !== null && wanted(decision) ? [step] : []));
  const differing = places((decision) => !decision.agrees);
  const $ = MJ.element;
  const state = { step: 0, view: thinker ?? 0, open: false, timer: 0, address: 0, hash: location.hash };
  const PACE = 700;
  /** @param {number} step */
  const offeredAt = (step) => (frames[step].kind === "DRAW" ? null : frames[step].tile);
  const points = decisionAt.flatMap((decision, step) =>
    decision === null ? [] : [{ step, decision, offered: offeredAt(step) }],
  );
  const decided = points.map(({ step }) => step);
  const table = MJ.replayTable(match, state, () => (state.view === thinker ? decisionAt[state.step] : null));
  const isSeen = table.isSeen;
  const won = match.result.action === "HU" && match.result.player === thinker;
  const timeline = MJ.timeline(
    points,
    last,
    { win: won ? 1 : 0, score: thinker === null ? 0 : match.scores[thinker] },
    go,
  );
  const losses =
    thinker === null ? null : MJ.lossCard(points, { seat: thinker, tactic, accuracy: data.accuracy }, go);

  // -- what happened ---------------------------------------------------------------------------

  /** @param {Frame} frame */
  function eventLine(frame) {
    $("event").replaceChildren(
      MJ.make("span", { class: "step" }, MJ.t("stepOf", { step: first + state.step, all: first + last })),
      ...MJ.eventParts(frame, match.result, isSeen),
    );
  }

  // -- the side ----------------------------------------------------------------------------------

  function drawDecision() {
    const card = $("decision");
    if (thinker === null) {
      card.replaceChildren(MJ.make("p", { class: "quiet" }, MJ.t("noDecisions")));
      return;
    }
    const decision = decisionAt[state.step];
    const seat = MJ.seatName(thinker);
    const title = MJ.make(
      "div",
      { class: "title-line" },
      MJ.make("h2", {}, MJ.t("decision", { seat })),
      decision === null ? null : verdict(decision),
    );
    if (decision === null) {
      card.replaceChildren(
        title,
        MJ.make("p", { class: "quiet" }, MJ.t("noDecision", { seat })),
        nearDecisions(),
      );
      return;
    }
    const offered = offeredAt(state.step);
    const choice = MJ.make(
      "dl",
      { class: "choices" },
      MJ.make("dt", {}, MJ.t("seatPlayed", { seat })),
      MJ.make(
        "dd",
        {},
        MJ.action(decision.played, offered),
        decision.happened ? null : MJ.make("span", { class: "quiet small" }, " " + MJ.t("notHappened")),
      ),
      MJ.make("dt", {}, MJ.t("tacticWould", { tactic })),
      MJ.make("dd", {}, decision.choice === null ? "" : MJ.action(decision.choice, offered)),
    );
    const options = { choice: decision.choice, played: decision.played, offered, tactic, both: true };
    let rows;
    if (decision.error) rows = MJ.make("p", { class: "error" }, MJ.t("failed", { error: decision.error }));
    else if (decision.candidates.length > 1 || Object.keys(decision.candidates[0] || {}).length > 1)
      rows = MJ.candidates(decision.candidates, options);
    else rows = MJ.make("p", { class: "quiet small" }, tactic + " " + MJ.t("silent"));
    card.replaceChildren(
      title,
      choice,
      ...(data.again ? [tryAgain(decision)] : []),
      ...(decision.reason ? [why(decision.reason, offered)] : []),
      rows,
    );
  }

  /**
   * How to play the hand on from here: at this server, or without one at the terminal.
   * @param {Decision} decision
   */
  function tryAgain(decision) {
    const way = (data.again ?? "") + decision.turn;
    if (way.startsWith("/"))
      return MJ.make(
        "p",
        { class: "again" },
        MJ.make("a", { class: "button", id: "try-again", href: MJ.at(way) }, MJ.t("tryAgain")),
      );
    return MJ.make(
      "p",
      { class: "again quiet small", id: "try-again" },
      MJ.t("tryAgainBy") + " ",
      MJ.make("code", {}, way),
    );
  }

  // The mistakes of the seat go into Train, where a server or the site has the match.
  function practise() {
    const record = new URLSearchParams((data.again ?? "").split("?")[1]).get("record");
    if (!record?.startsWith("/") || thinker === null) return [];
    const answers = decisions.map(({ turn, grade }) => ({ seat: thinker, turn, grade: grade ?? null }));
    const link = MJ.practise([{ record, answers }]);
    return link ? [MJ.make("p", { class: "buttons" }, link)] : [];
  }

  /**
   * A line that says why the choice and not what was played, or, if it was played, not the next best.
   * @param {Reason} reason
   * @param {number | null} offered
   */
  function why(reason, offered) {
    return MJ.make("p", { class: "why" }, MJ.whyParts(reason, offered));
  }

  /**
   * Whether tactic and player agree, and if not, what it cost.
   * @param {Decision} decision
   */
  function verdict(decision) {
    const texts = [
      decision.grade
        ? MJ.t("grade_" + decision.grade)
        : MJ.t(!decision.agrees ? "differs" : decision.played === decision.choice ? "same" : "asGood"),
    ];
    const { lost, lost_error } = decision;
    if (!decision.agrees && MJ.isNumber(lost))
      texts.push(MJ.t("lostHere", { points: MJ.aboutPoints({ lost, lost_error }) }));
    return MJ.make(
      "span",
      { class: "badge" + (decision.agrees ? "" : " differs " + (decision.grade || "noise")) },
      texts.join(MJ.t("comma")),
    );
  }

  function nearDecisions() {
    const before = decided.filter((step) => step < state.step).pop();
    const after = decided.find((step) => step > state.step);
    const buttons = [];
    if (before !== undefined)
      buttons.push(
        MJ.make("button", { type: "button", onclick: () => go(before) }, MJ.icon("back"), MJ.t("gotoPrev")),
      );
    if (after !== undefined)
      buttons.push(
        MJ.make("button", { type: "button", onclick: () => go(after) }, MJ.t("gotoNext"), MJ.icon("next")),
      );
    return MJ.make("p", { class: "near" }, buttons);
  }

  /** @param {Frame} frame */
  function drawResult(frame) {
    const card = $("result");
    card.hidden = frame.kind !== "END";
    if (card.hidden) return;
    const { result, players, scores } = match;
    const winner = frame.seat === null ? "" : MJ.seatName(frame.seat);
    const parts = [MJ.make("h2", {}, MJ.t("result"))];
    if (result.action === "HUANG") parts.push(MJ.make("p", {}, MJ.t("evDraw")));
    else if (result.action !== "HU") {
      parts.push(MJ.make("p", {}, MJ.t("evFault", { seat: winner, verdict: MJ.verdictName(result) })));
      if (match.answer)
        parts.push(
          MJ.make(
            "p",
            { class: "quiet small" },
            MJ.t("answered") + MJ.t("colon"),
            MJ.make("code", {}, match.answer),
          ),
        );
    }
    if (result.fans && result.fans.length) parts.push(MJ.fanTable(result));
    else if (result.action === "WH") parts.push(MJ.make("p", {}, MJ.t("noWin")));
    const rows = scores.map((score, seat) =>
      MJ.make(
        "tr",
        { "data-seat": seat },
        MJ.make("td", {}, MJ.seatName(seat)),
        MJ.make("td", {}, MJ.named(MJ.playerName(players[seat] || ""))),
        MJ.make(
          "td",
          { class: "number score " + (score > 0 ? "plus" : score < 0 ? "minus" : "") },
          (score > 0 ? "+" : "") + score,
        ),
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
            MJ.make("th", { scope: "col" }, MJ.t("seat")),
            MJ.make("th", { scope: "col" }, MJ.t("player")),
            MJ.make("th", { scope: "col", class: "number" }, MJ.t("score")),
          ),
        ),
        MJ.make("tbody", {}, rows),
      ),
    );
    card.replaceChildren(...parts);
  }

  // -- moving about ------------------------------------------------------------------------------

  /** @param {number} step */
  function go(step) {
    state.step = Math.max(0, Math.min(last, step));
    if (state.step === last) stop();
    draw();
  }

  /**
   * @param {number[]} steps
   * @param {number} direction
   */
  function jump(steps, direction) {
    const target =
      direction > 0
        ? steps.find((step) => step > state.step)
        : steps.filter((step) => step < state.step).pop();
    if (target !== undefined) go(target);
  }

  function stop() {
    if (!state.timer) return;
    clearInterval(state.timer);
    state.timer = 0;
    drawControls();
  }

  function playOrPause() {
    if (state.timer) return stop();
    if (state.step === last) state.step = 0;
    state.timer = setInterval(() => go(state.step + 1), PACE);
    drawControls();
    draw();
  }

  function draw() {
    const frame = frames[state.step];
    table.draw(frame);
    eventLine(frame);
    timeline.mark(state.step);
    if (losses !== null) losses.draw($("review"), state.step);
    $("review").append(...practise());
    drawDecision();
    drawResult(frame);
    const slider = $("slider");
    slider.value = String(first + state.step);
    slider.setAttribute("aria-valuetext", $("event").textContent);
    // Of the slider that is moved screen readers say the same.
    $("event").setAttribute("aria-live", document.activeElement === slider ? "off" : "polite");
    const disabled = {
      first: state.step === 0,
      prev: state.step === 0,
      next: state.step === last,
      last: state.step === last,
      "prev-differs": !differing.some((step) => step < state.step),
      "next-differs": !differing.some((step) => step > state.step),
    };
    // A button that has the focus keeps it, so that a key pressed again does not get lost.
    for (const [id, off] of Object.entries(disabled))
      document.getElementById(id)?.setAttribute("aria-disabled", String(off));
    clearTimeout(state.address);
    state.address = setTimeout(noteAddress, 300);
  }

  const address = () => "#t" + (first + state.step);

  // The address changes when the steps pause: browsers complain about too many changes. If it already
  // names another step, the event for that is on its way.
  function noteAddress() {
    if (location.hash !== state.hash) return;
    try {
      history.replaceState(null, "", address());
    } catch {
      /* It stays as it was. */
    }
    state.hash = location.hash;
  }

  function drawControls() {
    const focused = document.activeElement ? document.activeElement.id : "";
    /**
     * @param {string} id
     * @param {string} icon
     * @param {string} key
     * @param {() => void} action
     */
    const button = function (id, icon, key, action) {
      const made = MJ.button(icon, key, action);
      made.id = id;
      return made;
    };
    const playing = state.timer !== 0;
    /** @type {HTMLElement[]} */
    const buttons = [
      button("first", "first", "first", () => go(0)),
      button("prev", "back", "prev", () => go(state.step - 1)),
      button("play", playing ? "pause" : "play", playing ? "pause" : "play", playOrPause),
      button("next", "next", "next", () => go(state.step + 1)),
      button("last", "last", "last", () => go(last)),
    ];
    if (thinker !== null) {
      buttons.push(
        MJ.make("span", { class: "gap" }),
        button("prev-differs", "backJump", "prevDiffers", () => jump(differing, -1)),
        button("next-differs", "nextJump", "nextDiffers", () => jump(differing, 1)),
      );
    }
    $("controls").replaceChildren(...buttons);
    if (focused) document.getElementById(focused)?.focus();
  }

  function drawViews() {
    const field = $("views");
    const legend = field.querySelector("legend");
    field.replaceChildren(
      ...(legend ? [legend] : []),
      ...[0, 1, 2, 3].map(function (seat) {
        const input = MJ.make("input", { type: "radio", name: "view", value: seat, id: "view-" + seat });
        input.checked = seat === state.view;
        input.addEventListener("change", function () {
          state.view = seat;
          draw();
        });
        return MJ.make(
          "label",
          { title: MJ.seatName(seat) },
          input,
          MJ.make("span", { class: "long" }, MJ.seatName(seat)),
          MJ.make("span", { class: "brief", "aria-hidden": "true" }, MJ.seatName(seat)[0]),
        );
      }),
    );
    $("open").checked = state.open;
  }

  // A served page can request the decisions of another seat or by another tactic.
  function drawChoices() {
    if (!data.choices.length) return;
    /**
     * @param {string} key
     * @param {[string | number, string][]} options
     * @param {string | number | null} current
     */
    const choose = function (key, options, current) {
      const select = MJ.make(
        "select",
        { id: "choose-" + key, "aria-label": MJ.t("choose_" + key) },
        options.map(([value, text]) => MJ.make("option", { value }, text)),
      );
      select.value = String(current);
      return select;
    };
    const seats = choose(
      "seat",
      [0, 1, 2, 3].map((seat) => [seat, MJ.seatName(seat)]),
      thinker,
    );
    const names = choose(
      "tactic",
      data.choices.map((name) => [name, name]),
      tactic,
    );
    const ask = function () {
      const query = new URLSearchParams(location.search);
      query.set("seat", seats.value);
      query.set("tactic", names.value);
      location.replace(location.pathname + "?" + query + address());
    };
    $("choices").replaceChildren(
      MJ.make("span", { class: "quiet" }, MJ.t("analysed")),
      seats,
      names,
      MJ.make("button", { type: "button", onclick: ask }, MJ.t("ask")),
    );
  }

  function drawHelp() {
    /**
     * @param {string} key
     * @param {...string} keys
     */
    const line = (key, ...keys) =>
      MJ.make(
        "li",
        {},
        keys.flatMap((name) => [MJ.make("kbd", {}, name), " "]),
        MJ.t(key),
      );
    /** @param {string} colour */
    const bar = (colour) => {
      const box = MJ.make("span", { class: "bar" });
      box.style.cssText =
        "display:inline-block;vertical-align:middle;width:26px;margin:0 6px 0 0;background:" + colour;
      return box;
    };
    $("keys").replaceChildren(
      line("keyArrows", "←", "→"),
      line("keyEnds", "Home", "End"),
      line("keySpace", "Space"),
      line("keyDiffers", "[", "]"),
      line("keySeats", "1", "2", "3", "4"),
      line("keyOpen", "0"),
      MJ.make("li", {}, bar("var(--glow)"), MJ.t("markTactic")),
      MJ.make("li", {}, bar("#ff9f7a"), MJ.t("markPlayed")),
      MJ.make("li", {}, MJ.t("markClaimed")),
      MJ.make("li", {}, MJ.t("markTicks")),
    );
  }

  function redraw() {
    const { level } = match,
      id = MJ.matchName(match.id, data.kept);
    $("title").textContent = id || "mj replay";
    $("subtitle").textContent = [level && MJ.plain(level), MJ.t("round", { wind: MJ.seatName(match.quan) })]
      .filter(Boolean)
      .join(" — ");
    document.title = (id ? id + " — " : "") + "mj replay";
    drawControls();
    drawViews();
    drawChoices();
    drawHelp();
    draw();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {HTMLInputElement} */ (event.target);
    const own = target.tagName === "SELECT" || (target.tagName === "INPUT" && target.type !== "range");
    if (own) return;
    /** @type {Record<string, () => void>} */
    const moves = {
      ArrowLeft: () => go(state.step - 1),
      ArrowRight: () => go(state.step + 1),
      Home: () => go(0),
      End: () => go(last),
    };
    /** @type {Record<string, () => void>} */
    const others = {
      "[": () => jump(differing, -1),
      "]": () => jump(differing, 1),
      0: () => {
        state.open = !state.open;
        drawViews();
        draw();
      },
    };
    for (let seat = 0; seat < 4; seat++)
      others[String(seat + 1)] = () => {
        state.view = seat;
        drawViews();
        draw();
      };
    const isRadio = target.tagName === "INPUT" && target.type === "radio";
    let action = isRadio ? null : moves[event.key];
    action = action || others[event.key];
    // Space presses what has the focus; elsewhere it plays.
    if (event.key === " " && !["BUTTON", "INPUT", "SUMMARY", "A"].includes(target.tagName))
      action = playOrPause;
    if (event.key === " " && target.id === "slider") action = playOrPause;
    if (!action) return;
    event.preventDefault();
    action();
  }

  $("slider").min = String(first);
  $("slider").max = String(first + last);
  $("review").hidden = losses === null;
  $("slider").addEventListener("input", () => go(Number($("slider").value) - first));
  $("open").addEventListener("change", function () {
    state.open = $("open").checked;
    draw();
  });
  document.addEventListener("keydown", onKey);
  // After the # comes "t" and the number of a step; in older addresses its place, from 0.
  function stepAsked() {
    const [, numbered, asked] = /^#(t?)(\d+)$/.exec(location.hash) || [];
    return Number(asked) - (numbered ? first : 0);
  }
  window.addEventListener("hashchange", function () {
    state.hash = location.hash;
    const step = stepAsked();
    if (step >= 0 && step !== state.step) go(step);
  });
  const asked = stepAsked();
  state.step = asked > 0 ? Math.min(asked, last) : 0;
  MJ.start(function () {
    MJ.switches(redraw);
    timeline.draw();
    redraw();
    performance.mark("drawn");
  });
};

(async function () {
  MJ.LABELS = MJ.pageData().labels;
  const data = await MJ.loadRecord("replay");
  if (data === null) return;
  MJ.showReplay(data);
  MJ.keepPage("replay", data);
})();
