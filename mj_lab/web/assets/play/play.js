// The page of a table: set one up, or play at the seat that the address opens.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  MJ.LABELS = data.labels;
  const $ = (id) => document.getElementById(id);
  const token = location.hash.slice(1);
  const PACES = { slow: 1.6, usual: 0.8, fast: 0.3 };
  const LOG = 12;
  window.addEventListener("hashchange", () => location.reload());

  // -- setting up ------------------------------------------------------------------------------

  function options(id, values, chosen) {
    $(id).replaceChildren(...values.map(([value, text]) => MJ.make("option", { value, selected: String(value) === String(chosen) }, text)));
  }

  function drawSetUp() {
    const now = (id, usual) => ($(id) && $(id).value ? $(id).value : usual);
    const chosen = { hands: now("hands", 1), lot: now("lot", "yes"), pace: now("pace", "usual"), clock: now("clock", 0) };
    const seats = [1, 2, 3, 4].map(function (number) {
      const id = "seat-" + number, kept = now(id, number === 1 ? "you" : data.tactic);
      const values = number === 1 ? [["you", MJ.t("you")]]
        : [...data.tactics.map((name) => [name, name]), ...data.programs.map((name) => ["program:" + name, name]), ["human", MJ.t("aPerson")]];
      const name = "name-" + number, label = MJ.t("nameOf", { number });
      return MJ.make("div", { class: "field" }, MJ.make("label", { for: id }, MJ.t("seatLabel", { number })),
        MJ.make("select", { id, onchange: () => { drawSetUp(); $(id).focus(); } }, values.map(([value, text]) => MJ.make("option", { value, selected: value === kept }, text))),
        ["you", "human"].includes(kept) ? MJ.make("input", { type: "text", id: name, maxlength: 24, value: now(name, number === 1 ? MJ.recall("name") || "" : ""), placeholder: MJ.t("nameField"), "aria-label": label, autocomplete: "off" }) : null);
    });
    $("seats").replaceChildren(...seats);
    options("hands", [1, 4, 16].map((count) => [count, MJ.t("hands" + count)]), chosen.hands);
    options("lot", [["yes", MJ.t("seatsLot")], ["no", MJ.t("seatsListed")]], chosen.lot);
    options("pace", Object.keys(PACES).map((name) => [name, MJ.t("pace_" + name)]), chosen.pace);
    options("clock", [0, 10, 20, 60].map((seconds) => [seconds, seconds ? MJ.t("clockSeconds", { seconds }) : MJ.t("clock0")]), chosen.clock);
  }

  function setUp() {
    $("set-up").hidden = false;
    $("set-up-form").addEventListener("submit", async function (event) {
      event.preventDefault();
      const players = [1, 2, 3, 4].map((number) => $("seat-" + number).value).map((value) => (value === "you" ? "human" : value));
      const clock = Number($("clock").value);
      const names = [1, 2, 3, 4].map((number) => ($("name-" + number) ? $("name-" + number).value.trim() : ""));
      MJ.remember("name", names[0]);
      const told = await MJ.setUpTable({ players, names, lot: $("lot").value === "yes", hands: Number($("hands").value), pace: PACES[$("pace").value], clock: clock || null });
      $("set-up-error").hidden = !told;
      $("set-up-error").textContent = told || "";
    });
    const all = () => { drawSetUp(); drawScore(); };
    MJ.switches(all);
    all();
    fetch("/api/score").then((answer) => answer.json()).then((told) => { scores = told.scores || []; drawScore(); }).catch(() => { /* There is none to show. */ });
  }

  // The address names a decision on record: the table begins there, at once.
  async function fromRecord(asked) {
    const settings = { record: asked.get("record"), seat: Number(asked.get("seat")), turn: Number(asked.get("turn")), name: MJ.recall("name") || "" };
    for (const key of ["game", "tactic"]) if (asked.get(key)) settings[key] = asked.get(key);
    const wrong = await MJ.setUpTable(settings);
    if (wrong === null) return;
    warn(MJ.t("againRefused", { error: wrong }));
    setUp();
  }

  let scores = [];
  function drawScore() {
    $("score").hidden = !scores.length;
    $("score").replaceChildren(...(scores.length ? MJ.duplicateScores(scores) : []));
  }

  // -- at the table --------------------------------------------------------------------------------

  const state = { told: null, given: null, claim: null, ready: [], compared: null, coach: null, effective: null, data, view: 0, open: false };
  const match = { players: [], scores: [0, 0, 0, 0], quan: 0 };
  let line = null, ticking = null, sound = null;
  const act = {
    answer: (action) => line.tell({ type: "answer", hand: state.told.hand, turn: state.told.turn, action }),
    announce: () => line.tell({ type: "announce", hand: state.told.hand, turn: state.told.turn }),
    redraw: draw,
  };
  const hand = MJ.playHand(state, act);
  let coach = null, review = null;
  const table = MJ.replayTable(match, state, () => null, (frame) => hand.drawOwn(frame));

  // A tile that lies face down says nothing.
  const words = (part) => (part.querySelector('[href="#tile-back"]') ? "" : [...part.querySelectorAll("svg[aria-label]")].map((svg) => svg.getAttribute("aria-label")).join(" ") || part.textContent);

  function say(text) {
    if (!text) return;
    $("live").append(MJ.make("span", {}, text + ". "));
    while ($("live").children.length > LOG) $("live").firstChild.remove();
  }

  function draw() {
    const { told } = state;
    if (told === null) return;
    const active = document.activeElement;
    const hadFocus = active === document.body || $("own").contains(active) || $("asks").contains(active);
    state.view = told.seat ?? 0;
    state.open = told.result !== null;
    match.players = told.players.map((name, seat) => (seat === told.seat ? MJ.t("you") : name));
    match.scores = told.result ? told.result.scores : [0, 0, 0, 0];
    match.quan = told.wind;
    table.draw(told.frame);
    hand.drawAsks();
    $("event").replaceChildren(...MJ.eventParts(told.frame, told.result, table.isSeen, told.seat));
    const all = told.hands > 1 ? MJ.t("standingOf", { hand: told.hand + 1, hands: told.hands }) : MJ.t("round", { wind: MJ.seatName(told.wind) });
    $("standing").textContent = told.seat === null ? MJ.t("watching") : all + (told.begun ? " — " + MJ.t("againPlayed") : "");
    $("totals").textContent = told.hand ? match.players.map((name, seat) => MJ.seatName(seat) + " " + name + " " + MJ.signed(told.totals[seat])).join(MJ.t("comma")) : "";
    $("result").hidden = told.result === null;
    if (told.result !== null) {
      const me = told.seat === null ? -1 : told.result.seated[told.seat];
      $("result").replaceChildren(...MJ.playEnd(told, state.compared, state.ready.includes(me), { next: () => line.tell({ type: "next", hand: told.hand }), again: again() }, table.drawMeld));
    }
    drawClaims();
    coach.draw();
    review(told, coach.isOn());
    const same = MJ.sameWallCard(state.compared);
    $("same-walls").hidden = !same.length;
    $("same-walls").replaceChildren(...same);
    hand.focusAnswer(hadFocus);
    // What a test waits for.
    $("playing").dataset.sequence = String(told.sequence);
    $("playing").dataset.asked = told.ask !== null && state.given === null ? "yes" : "no";
  }

  function heard(told) {
    state.told = told;
    state.given = told.given;
    state.claim = null;
    state.ready = [];
    hand.forget();
    warn("");
    $("playing").hidden = false;
    draw();
    say($("event").childElementCount ? [...$("event").children].map(words).filter(Boolean).join(" ") : "");
    say(hand.prompt());
    if (told.result !== null) $("result").scrollIntoView({ block: "nearest" });
    if (sound !== null && ["PLAY", "CHI", "PENG", "GANG", "BUGANG", "END"].includes(told.frame.kind)) sound(told.frame.kind);
  }

  function noted(note) {
    const changed = note.given !== state.given || String(note.ready) !== String(state.ready);
    state.given = note.given;
    state.ready = note.ready;
    state.pass = note.pass;
    clock(note.deadline);
    const words = coach.noted(note.coach);
    if (changed) draw();
    else {
      drawClaims();
      coach.draw();
      review(state.told, coach.isOn());
    }
    say(words);
  }

  function drawClaims() {
    MJ.choices($("claims"), ["", "turn", "hand"].map((until) => [until, MJ.t("claims_" + until)]), state.pass || "");
  }

  const passClaims = (until) => line.tell({ type: "claims", hand: state.told.hand, until });

  function effective(told) {
    state.effective = told;
    coach.draw();
    say(coach.words(told.rows));
  }

  function compared(told) {
    const known = MJ.sameWallOf(state.compared, state.told.hand);
    state.compared = told;
    draw();
    const line = $("result").querySelector(".same-wall p");
    if (known === undefined && MJ.sameWallOf(told, state.told.hand) !== undefined && line !== null) say(line.firstChild.textContent);
  }

  function clock(seconds) {
    clearInterval(ticking);
    $("clock-left").textContent = "";
    if (seconds === null) return;
    const end = performance.now() + seconds * 1000;
    const tick = () => { $("clock-left").textContent = MJ.t("secondsLeft", { seconds: Math.max(0, Math.ceil((end - performance.now()) / 1000)) }); };
    tick();
    ticking = setInterval(tick, 500);
  }

  // A short knock, made here: nothing is loaded.
  function knocking() {
    const audio = new AudioContext();
    return function (kind) {
      const tone = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
      tone.frequency.value = kind === "PLAY" ? 320 : kind === "END" ? 520 : 420;
      gain.gain.setValueAtTime(0.12, now);
      gain.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
      tone.connect(gain).connect(audio.destination);
      tone.start(now);
      tone.stop(now + 0.1);
    };
  }

  function drawLinks() {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem("mj-table-" + token)); } catch (error) { /* It has none. */ }
    if (kept === null) return;
    const address = (word) => location.origin + "/play#" + word;
    const others = kept.people.filter((one) => one.token !== token).map((one) => [MJ.t("seatLabel", { number: one.player + 1 }), address(one.token)]);
    const rows = [...others, [MJ.t("linkSpectators"), address(kept.spectators)]].map(([name, link]) => MJ.make("li", {}, MJ.make("span", {}, name + " "),
      MJ.make("a", { href: link, target: "_blank", rel: "noopener", class: "link" }, link.slice(0, 40) + "…"), " ",
      MJ.make("button", { type: "button", onclick: () => navigator.clipboard && navigator.clipboard.writeText(link) }, MJ.t("copyLink"))));
    $("links").hidden = false;
    $("links").replaceChildren(MJ.make("details", { open: others.length > 0 }, MJ.make("summary", {}, MJ.t(others.length ? "linksTitle" : "linksWatch")), MJ.make("p", { class: "quiet small" }, MJ.t(others.length ? "linksText" : "linksWatchText")), MJ.make("ul", { class: "link-list" }, rows)));
  }

  // The same table once more, for who set this one up.
  function again() {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem("mj-table-" + token)); } catch (error) { /* It has none. */ }
    if (kept === null || !kept.settings) return null;
    return async () => warn((await MJ.setUpTable(kept.settings)) || "");
  }

  function drawKeys() {
    const rows = [[["←", "→", "Enter"], "keyDiscard"], [["1", "…", "9"], "keyAnswers"], [["Esc"], "keyEscape"], [["P"], "keyPass"], [["E"], "keyEffective"], [[], "ruleEight"]];
    $("keys").replaceChildren(...rows.map(([keys, text]) => MJ.make("li", {}, keys.map((key) => MJ.make("kbd", {}, key)), " " + MJ.t(text))));
  }

  function warn(text) {
    $("line").hidden = !text;
    $("line").textContent = text;
  }

  function sitDown() {
    document.body.classList.add("at-table");
    coach = MJ.playCoach(state, (order) => line.tell(order));
    review = MJ.playReview($("review"), $("result"), say);
    $("claims").addEventListener("change", () => passClaims($("claims").value));
    document.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea") || state.told === null) return;
      if (event.key.toLowerCase() === "p") passClaims(state.pass ? "" : "turn");
    });
    MJ.rememberTable(token);
    $("sounds").addEventListener("change", () => { sound = $("sounds").checked ? knocking() : null; });
    const refused = (told) => { warn(told.program ? MJ.t("noProgram", { name: told.program }) : MJ.t("tooLate")); draw(); };
    line = MJ.playLine(token, { message: heard, note: noted, compared, effective, refused, line: (up) => warn(up ? "" : MJ.t("lineLost")), gone: () => warn(MJ.t("noSeat")) });
    const all = () => { drawLinks(); drawKeys(); draw(); };
    MJ.switches(all);
    all();
  }

  MJ.start(function () {
    $("nav-play").setAttribute("aria-current", "page");
    const asked = new URLSearchParams(location.search);
    if (token) sitDown();
    else if (asked.has("record")) fromRecord(asked);
    else setUp();
  });
})();
