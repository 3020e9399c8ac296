// The replay: one frame of the match at a time, seen by any seat, with the decisions beside it.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  MJ.LABELS = data.labels;
  const { match, frames, decisions, seat: thinker, tactic } = data;
  const last = frames.length - 1;
  const byTurn = new Map(decisions.map((decision) => [decision.turn, decision]));
  const decisionAt = frames.map((frame) => (frame.kind === "END" ? null : byTurn.get(frame.turn) || null));
  const places = (wanted) => decisionAt.flatMap((decision, step) => (decision !== null && wanted(decision) ? [step] : []));
  const decided = places(() => true);
  const differing = places((decision) => !decision.agrees);
  const $ = (id) => document.getElementById(id);
  const state = { step: 0, view: thinker ?? 0, open: false, timer: null, address: 0 };
  const PACE = 700;

  // -- the table ------------------------------------------------------------------------------

  function drawTable(frame) {
    const layers = [], plates = [];
    for (let place = 0; place < 4; place++) {
      const seat = (state.view + place) % 4;
      layers.push(MJ.make("div", { class: "seat-layer", "data-place": place, "data-seat": seat },
        edgeRow(frame, seat, place), discards(frame, seat)));
      plates.push(plate(frame, seat, place));
    }
    $("table").replaceChildren(...layers, ...plates, hub(frame));
    $("own").replaceChildren(ownHand(frame));
  }

  const isSeen = (frame, seat) => state.open || seat === state.view || (frame.kind === "END" && frame.seat === seat);
  const hasDrawn = (frame, seat) => frame.drawn !== null && frame.drawn !== undefined && frame.seat === seat;

  function handTiles(frame, seat, mark) {
    const seen = isSeen(frame, seat);
    const tiles = frame.hands[seat].map((tile) => MJ.tile(seen ? tile : null, mark ? mark(tile, false) : "", "", "li"));
    if (hasDrawn(frame, seat)) {
      const won = frame.kind === "END";
      const classes = "apart" + (won ? " new" : "") + (mark ? " " + mark(frame.drawn, true) : "");
      tiles.push(MJ.tile(seen ? frame.drawn : null, classes, won ? "" : MJ.t("drawn"), "li"));
    }
    return MJ.tileList(tiles, MJ.t("handOf", { seat: MJ.seatName(seat) }), "hand");
  }

  function edgeRow(frame, seat, place) {
    const row = MJ.make("div", { class: "row-of-hand" });
    if (place > 0) row.append(handTiles(frame, seat));
    if (frame.melds[seat].length) {
      row.append(MJ.make("ul", { class: "melds", "aria-label": MJ.t("meldsOf", { seat: MJ.seatName(seat) }) }, frame.melds[seat].map((meld) => drawMeld(meld, seat))));
    }
    return row;
  }

  function drawMeld([kind, tiles, turned, concealed, added], seat) {
    const seen = state.open || seat === state.view;
    const name = concealed ? MJ.t("meldConcealed") : added ? MJ.t("meldAdded") : MJ.t("meld" + kind);
    if (concealed) {
      // The owner knows the tile: shown in the middle, as it is at the end of a game.
      const four = [0, 1, 2, 3].map((place) => MJ.tile(seen && (place === 1 || place === 2) && tiles.length ? tiles[place] : null, "", "", "li"));
      return MJ.make("li", {}, MJ.tileList(four, name));
    }
    // The turned tile points at the seat that it came from; of a chow that is the seat before.
    const giver = (seat + (turned === 0 ? 3 : turned === 1 ? 2 : 1)) % 4;
    const from = MJ.t("fromSeat", { seat: MJ.seatName(giver) });
    const row = tiles.map(function (tile, place) {
      if (place !== turned) return MJ.tile(tile, "", "", "li");
      if (!added) return MJ.tile(tile, "turned", from, "li");
      return MJ.make("li", { class: "stack" }, MJ.tile(tile, "turned", MJ.t("addedTile")), MJ.tile(tile, "turned", from));
    });
    return MJ.make("li", {}, MJ.tileList(row, name));
  }

  function discards(frame, seat) {
    const all = frame.discards[seat];
    const fresh = ["PLAY", "CHI", "PENG"].includes(frame.kind) && frame.seat === seat;
    const tiles = all.map(function ([tile, claimer], place) {
      const newest = fresh && place === all.length - 1;
      const said = claimer >= 0 ? MJ.t("claimedBy", { seat: MJ.seatName(claimer) }) : newest ? MJ.t("latest") : "";
      return MJ.tile(tile, claimer >= 0 ? "claimed" : newest ? "new" : "", said, "li");
    });
    // Rows of six; what a long game leaves over goes on in the fourth.
    const rows = [0, 6, 12, 18].map((from) => tiles.slice(from, from === 18 ? undefined : from + 6)).filter((row) => row.length);
    const label = MJ.t("discardsOf", { seat: MJ.seatName(seat) });
    return MJ.make("div", { class: "discards", role: "group", "aria-label": label }, rows.map((row) => MJ.tileList(row, label)));
  }

  function plate(frame, seat, place) {
    const acting = frame.seat === seat;
    const flowers = frame.flowers[seat].map((tile) => MJ.tile(tile, "", "", "li"));
    const name = match.players[seat];
    return MJ.make("div", { class: "plate" + (acting ? " acting" : ""), "data-place": place, "data-seat": seat },
      MJ.make("span", { class: "wind" }, MJ.names([MJ.TEXTS["wind" + seat][1], MJ.TEXTS["wind" + seat][0]])),
      name ? MJ.make("span", { class: "who", title: name }, name) : null,
      seat === thinker ? MJ.make("span", { class: "note" }, tactic) : null,
      flowers.length ? MJ.tileList(flowers, MJ.t("flowersOf", { seat: MJ.seatName(seat) }), "flowers") : null);
  }

  function hub(frame) {
    const ended = frame.kind === "END";
    const counts = [0, 1, 2, 3].map(function (place) {
      const seat = (state.view + place) % 4;
      const score = match.scores[seat];
      const text = ended ? (score > 0 ? "+" : "") + score : String(frame.walls[seat]);
      const label = ended ? MJ.t("score") : MJ.t("left", { seat: MJ.seatName(seat), count: frame.walls[seat] });
      return MJ.make("span", { class: "side-count" + (frame.seat === seat ? " acting" : ""), "data-place": place, "data-seat": seat, title: label },
        MJ.make("span", {}, MJ.language === "zh" ? MJ.seatName(seat) : MJ.seatName(seat)[0]), MJ.make("span", { class: "count" }, text));
    });
    const left = frame.walls.reduce((sum, wall) => sum + wall, 0);
    return MJ.make("div", { class: "hub" }, MJ.make("div", { class: "round" },
      MJ.make("strong", {}, MJ.t("round", { wind: MJ.seatName(match.quan) })), MJ.make("span", {}, MJ.t("wallLeft", { count: left }))), counts);
  }

  // The tile that an action discards from the hand, if it is a plain discard.
  function discarded(action) {
    const words = String(action).split(" ");
    return words[0] === "PLAY" && MJ.isCode(words[1]) ? MJ.CODES.indexOf(words[1]) : null;
  }

  function ownHand(frame) {
    const decision = state.view === thinker ? decisionAt[state.step] : null;
    if (decision === null) return handTiles(frame, state.view);
    const marks = [["tactic", discarded(decision.choice)], ["played", discarded(decision.played)]];
    const used = new Set();
    // Of equal tiles one is marked: the drawn one if it is among them.
    const mark = (tile, drawn) => marks.filter(function ([name, wanted]) {
      if (wanted !== tile || used.has(name) || (!drawn && frame.drawn === tile)) return false;
      used.add(name);
      return true;
    }).map(([name]) => name).join(" ");
    return handTiles(frame, state.view, mark);
  }

  // -- what happened ---------------------------------------------------------------------------

  function eventLine(frame) {
    const seat = frame.seat === null ? "" : MJ.seatName(frame.seat);
    const giver = frame.giver === undefined || frame.giver === null ? "" : MJ.seatName(frame.giver);
    const tiles = (...list) => MJ.inlineTiles(list.map(MJ.codeOf));
    const parts = [];
    const say = (key) => parts.push(MJ.make("strong", {}, MJ.t(key, { seat, giver, verdict: verdictName() })));
    if (frame.kind === "END") {
      if (match.result.action === "HU") {
        say(frame.giver === undefined ? "evWinSelf" : frame.robbed ? "evRob" : "evWin");
        if (frame.tile !== null) parts.push(tiles(frame.tile));
      } else say(match.result.action === "HUANG" ? "evDraw" : "evFault");
    } else if (frame.kind === "GANG") {
      say(frame.claimed === undefined ? "evConcealed" : "evGANG");
      if (frame.claimed !== undefined || isSeen(frame, frame.seat)) parts.push(tiles(frame.tile));
    } else if (frame.kind === "DRAW") {
      say("evDRAW");
      parts.push(isSeen(frame, frame.seat) ? tiles(frame.tile) : MJ.tile(null));
      parts[1].classList.add("inline-tiles");
    } else {
      say("ev" + frame.kind);
      if (frame.kind === "CHI") parts.push(tiles(...frame.melds[frame.seat][frame.melds[frame.seat].length - 1][1]));
      if (frame.kind === "PENG") parts.push(tiles(frame.claimed));
      if (frame.kind === "CHI" || frame.kind === "PENG") parts.push(MJ.make("span", {}, MJ.t("andDiscards")));
      if (frame.tile !== null) parts.push(tiles(frame.tile));
    }
    $("event").replaceChildren(MJ.make("span", { class: "step" }, MJ.t("stepOf", { step: state.step, all: last })), ...parts);
  }

  const verdictName = () => (MJ.TEXTS["verdict" + match.result.action] ? MJ.t("verdict" + match.result.action) : match.result.action);

  // -- the side ----------------------------------------------------------------------------------

  function drawDecision(frame) {
    const card = $("decision");
    if (thinker === null) {
      card.replaceChildren(MJ.make("p", { class: "quiet" }, MJ.t("noDecisions")));
      return;
    }
    const decision = decisionAt[state.step];
    const seat = MJ.seatName(thinker);
    const badge = decision === null ? null : MJ.make("span", { class: "badge" + (decision.agrees ? "" : " differs") }, MJ.t(decision.agrees ? "same" : "differs"));
    const title = MJ.make("div", { class: "title-line" }, MJ.make("h2", {}, MJ.t("decision", { seat })), badge);
    if (decision === null) {
      card.replaceChildren(title, MJ.make("p", { class: "quiet" }, MJ.t("noDecision", { seat })), nearDecisions());
      return;
    }
    const offered = frame.kind === "DRAW" ? null : frame.tile;
    const choice = MJ.make("dl", { class: "choices" },
      MJ.make("dt", {}, MJ.t("seatPlayed", { seat })), MJ.make("dd", {}, MJ.action(decision.played, offered), decision.happened ? null : MJ.make("span", { class: "quiet small" }, " " + MJ.t("notHappened"))),
      MJ.make("dt", {}, MJ.t("tacticWould", { tactic })), MJ.make("dd", {}, decision.choice === null ? "" : MJ.action(decision.choice, offered)));
    const options = { choice: decision.choice, played: decision.played, offered, tactic };
    let table = null;
    if (decision.error) table = MJ.make("p", { class: "error" }, MJ.t("failed", { error: decision.error }));
    else if (decision.candidates.length > 1 || Object.keys(decision.candidates[0] || {}).length > 1) table = MJ.candidates(decision.candidates, options);
    else table = MJ.make("p", { class: "quiet small" }, tactic + " " + MJ.t("silent"));
    card.replaceChildren(title, choice, table);
  }

  function nearDecisions() {
    const before = decided.filter((step) => step < state.step).pop();
    const after = decided.find((step) => step > state.step);
    const buttons = [];
    if (before !== undefined) buttons.push(MJ.make("button", { type: "button", onclick: () => go(before) }, MJ.icon("back"), MJ.t("gotoPrev")));
    if (after !== undefined) buttons.push(MJ.make("button", { type: "button", onclick: () => go(after) }, MJ.t("gotoNext"), MJ.icon("next")));
    const row = MJ.make("p", { class: "controls" }, buttons);
    row.style.setProperty("margin-top", "10px");
    return row;
  }

  function drawResult(frame) {
    const card = $("result");
    card.hidden = frame.kind !== "END";
    if (card.hidden) return;
    const { result, players, scores } = match;
    const winner = frame.seat === null ? "" : MJ.seatName(frame.seat);
    const parts = [MJ.make("h2", {}, MJ.t("result"))];
    if (result.action === "HUANG") parts.push(MJ.make("p", {}, MJ.t("evDraw")));
    else if (result.action !== "HU") {
      parts.push(MJ.make("p", {}, MJ.t("evFault", { seat: winner, verdict: verdictName() })));
      if (match.answer) parts.push(MJ.make("p", { class: "quiet small" }, MJ.t("answered") + ": ", MJ.make("code", {}, match.answer)));
    }
    if (result.fans && result.fans.length) parts.push(fanTable(result));
    else if (result.action === "WH") parts.push(MJ.make("p", {}, MJ.t("noWin")));
    const rows = scores.map((score, seat) => MJ.make("tr", { "data-seat": seat },
      MJ.make("td", {}, MJ.seatName(seat)), MJ.make("td", {}, players[seat] || ""),
      MJ.make("td", { class: "number score " + (score > 0 ? "plus" : score < 0 ? "minus" : "") }, (score > 0 ? "+" : "") + score)));
    parts.push(MJ.make("table", { class: "scores" }, MJ.make("thead", {}, MJ.make("tr", {},
      MJ.make("th", { scope: "col" }, MJ.t("seat")), MJ.make("th", { scope: "col" }, MJ.t("player")), MJ.make("th", { scope: "col", class: "number" }, MJ.t("score")))), MJ.make("tbody", {}, rows)));
    card.replaceChildren(...parts);
  }

  function fanTable(result) {
    const rows = result.fans.map(([name, times, value]) => MJ.make("tr", {}, MJ.make("td", {}, MJ.fanName(name)),
      MJ.make("td", { class: "number" }, times === 1 ? String(value) : times + " × " + value)));
    rows.push(MJ.make("tr", { class: "total" }, MJ.make("td", {}, MJ.t("total")), MJ.make("td", { class: "number" }, MJ.t("fanTotal", { fan: result.fan_total }))));
    return MJ.make("table", { class: "fans" }, MJ.make("thead", {}, MJ.make("tr", {},
      MJ.make("th", { scope: "col" }, MJ.t("fan")), MJ.make("th", { scope: "col", class: "number" }, MJ.t("points")))), MJ.make("tbody", {}, rows));
  }

  // -- moving about ------------------------------------------------------------------------------

  function go(step) {
    state.step = Math.max(0, Math.min(last, step));
    if (state.step === last) stop();
    draw();
  }

  function jump(steps, direction) {
    const found = direction > 0 ? steps.find((step) => step > state.step) : steps.filter((step) => step < state.step).pop();
    if (found !== undefined) go(found);
  }

  function stop() {
    if (state.timer === null) return;
    clearInterval(state.timer);
    state.timer = null;
    drawControls();
  }

  function playOrPause() {
    if (state.timer !== null) return stop();
    if (state.step === last) state.step = 0;
    state.timer = setInterval(() => go(state.step + 1), PACE);
    drawControls();
    draw();
  }

  function draw() {
    const frame = frames[state.step];
    drawTable(frame);
    eventLine(frame);
    drawDecision(frame);
    drawResult(frame);
    const slider = $("slider");
    slider.value = state.step;
    slider.setAttribute("aria-valuetext", $("event").textContent);
    for (const [id, off] of [["first", state.step === 0], ["prev", state.step === 0], ["next", state.step === last], ["last", state.step === last],
      ["prev-differs", !differing.some((step) => step < state.step)], ["next-differs", !differing.some((step) => step > state.step)]]) {
      const button = $(id);
      // A button that has the focus keeps it, so that a key pressed again does not get lost.
      if (button) button.setAttribute("aria-disabled", String(off));
    }
    clearTimeout(state.address);
    state.address = setTimeout(noteAddress, 300);
  }

  // The address follows when the steps pause: browsers complain of too many changes.
  function noteAddress() {
    try { history.replaceState(null, "", "#" + state.step); } catch (error) { /* It stays as it was. */ }
  }

  function drawControls() {
    const focused = document.activeElement ? document.activeElement.id : "";
    const button = function (id, icon, key, action) {
      const made = MJ.button(icon, key, action);
      made.id = id;
      return made;
    };
    const playing = state.timer !== null;
    const buttons = [
      button("first", "first", "first", () => go(0)), button("prev", "back", "prev", () => go(state.step - 1)),
      button("play", playing ? "pause" : "play", playing ? "pause" : "play", playOrPause),
      button("next", "next", "next", () => go(state.step + 1)), button("last", "last", "last", () => go(last)),
    ];
    if (thinker !== null) {
      buttons.push(MJ.make("span", { class: "gap" }), button("prev-differs", "backJump", "prevDiffers", () => jump(differing, -1)), button("next-differs", "nextJump", "nextDiffers", () => jump(differing, 1)),
        MJ.make("span", { class: "small count", id: "differ-count" }, MJ.t("differCount", { count: differing.length, all: decided.length })));
    }
    $("controls").replaceChildren(...buttons);
    if (focused && $(focused)) $(focused).focus();
  }

  function drawTicks() {
    const svg = $("ticks");
    svg.setAttribute("viewBox", "0 0 " + Math.max(1, last) + " 14");
    svg.replaceChildren(...decided.map(function (step) {
      const differs = differing.includes(step);
      return MJ.vector("line", { x1: step, x2: step, y1: differs ? 0 : 4, y2: differs ? 14 : 10, class: differs ? "differs" : "decision" });
    }));
    svg.onclick = function (event) {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * last;
      const near = decided.reduce((best, step) => (Math.abs(step - at) < Math.abs(best - at) ? step : best), decided[0]);
      if (near !== undefined) go(near);
    };
  }

  function drawViews() {
    const field = $("views");
    const legend = field.querySelector("legend");
    field.replaceChildren(legend, ...[0, 1, 2, 3].map(function (seat) {
      const input = MJ.make("input", { type: "radio", name: "view", value: seat, id: "view-" + seat });
      input.checked = seat === state.view;
      input.addEventListener("change", function () { state.view = seat; draw(); });
      return MJ.make("label", {}, input, MJ.make("span", {}, MJ.seatName(seat)));
    }));
    $("open").checked = state.open;
  }

  // On a served page another seat's decisions and another tactic are one request away.
  function drawChoices() {
    if (!data.choices.length) return;
    const choose = function (key, options, current) {
      const select = MJ.make("select", { id: "choose-" + key, "aria-label": MJ.t("choose_" + key) }, options.map(([value, text]) => MJ.make("option", { value }, text)));
      select.value = String(current);
      return select;
    };
    const seats = choose("seat", [0, 1, 2, 3].map((seat) => [seat, MJ.seatName(seat)]), thinker);
    const names = choose("tactic", data.choices.map((name) => [name, name]), tactic);
    const ask = () => location.replace(location.pathname + "?seat=" + seats.value + "&tactic=" + encodeURIComponent(names.value) + "#" + state.step);
    $("choices").replaceChildren(MJ.make("span", { class: "quiet" }, MJ.t("analysed")), seats, names, MJ.make("button", { type: "button", onclick: ask }, MJ.t("ask")));
  }

  function drawHelp() {
    const line = (key, ...keys) => MJ.make("li", {}, keys.flatMap((name) => [MJ.make("kbd", {}, name), " "]), MJ.t(key));
    const bar = (colour) => { const box = MJ.make("span", { class: "bar" }); box.style.cssText = "display:inline-block;vertical-align:middle;width:26px;margin:0 6px 0 0;background:" + colour; return box; };
    $("keys").replaceChildren(line("keyArrows", "←", "→"), line("keyEnds", "Home", "End"), line("keySpace", "Space"), line("keyDiffers", "[", "]"), line("keySeats", "1", "2", "3", "4"), line("keyOpen", "0"),
      MJ.make("li", {}, bar("var(--glow)"), MJ.t("markTactic")), MJ.make("li", {}, bar("#ff9f7a"), MJ.t("markPlayed")), MJ.make("li", {}, MJ.t("markClaimed")), MJ.make("li", {}, MJ.t("markTicks")));
  }

  function redraw() {
    const { players, id, level } = match;
    $("title").textContent = id || "mj replay";
    $("subtitle").textContent = [level, players.filter(Boolean).join(" · "), MJ.t("round", { wind: MJ.seatName(match.quan) })].filter(Boolean).join(" — ");
    document.title = (id ? id + " — " : "") + "mj replay";
    drawControls();
    drawViews();
    drawChoices();
    drawHelp();
    draw();
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target;
    const own = target.tagName === "SELECT" || (target.tagName === "INPUT" && target.type === "text");
    if (own) return;
    const moves = { ArrowLeft: () => go(state.step - 1), ArrowRight: () => go(state.step + 1), Home: () => go(0), End: () => go(last) };
    const others = { "[": () => jump(differing, -1), "]": () => jump(differing, 1), "0": () => { state.open = !state.open; drawViews(); draw(); } };
    for (let seat = 0; seat < 4; seat++) others[String(seat + 1)] = () => { state.view = seat; drawViews(); draw(); };
    const isRadio = target.tagName === "INPUT" && target.type === "radio";
    let action = isRadio ? null : moves[event.key];
    action = action || others[event.key];
    // Space presses what has the focus; elsewhere it plays.
    if (event.key === " " && !["BUTTON", "INPUT", "SUMMARY", "A"].includes(target.tagName)) action = playOrPause;
    if (event.key === " " && target.id === "slider") action = playOrPause;
    if (!action) return;
    event.preventDefault();
    action();
  }

  $("slider").max = last;
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("open").addEventListener("change", function () { state.open = $("open").checked; draw(); });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", function () { const step = parseInt(location.hash.slice(1), 10); if (step >= 0 && step !== state.step) go(step); });
  const asked = parseInt(location.hash.slice(1), 10);
  state.step = asked > 0 ? Math.min(asked, last) : 0;
  MJ.start(function () {
    MJ.switches(redraw);
    drawTicks();
    redraw();
    performance.mark("drawn");
  });
})();
