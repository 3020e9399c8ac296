// The page of a table: set one up, or play at the seat that the address opens.
(function () {
  /** @type {TableChoices} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  const token = location.hash.slice(1);
  const LOG = 12;
  window.addEventListener("hashchange", () => location.reload());

  /**
   * The address names a decision on record: the table begins there, at once.
   * @param {URLSearchParams} asked
   */
  async function fromRecord(asked) {
    /** @type {AgainRequest} */
    const settings = {
      record: asked.get("record") ?? "",
      seat: Number(asked.get("seat")),
      turn: Number(asked.get("turn")),
      name: MJ.recall("name") || "",
    };
    const game = asked.get("game"),
      tactic = asked.get("tactic");
    if (game) settings.game = game;
    if (tactic) settings.tactic = tactic;
    const wrong = await MJ.setUpTable(settings);
    if (wrong === null) return;
    warn(MJ.t("againRefused", { error: wrong }));
    MJ.playSetUp(data);
  }

  // -- at the table --------------------------------------------------------------------------------

  /** @type {PlayState} */
  const state = {
    message: null,
    note: null,
    names: [],
    given: null,
    claim: null,
    thinking: false,
    leaving: false,
    ready: [],
    compared: null,
    coach: null,
    effective: null,
    pass: "",
    data,
    view: 0,
    open: false,
  };
  /** @type {TableShown} */
  const match = { players: [], scores: [0, 0, 0, 0], quan: 0 };
  let ticking = 0,
    passed = -1;
  /** @type {((kind: string) => void) | null} */
  let sound = null;
  const current = () => /** @type {TableMessage} */ (state.message);
  const turnNow = () => ({ hand: current().hand, turn: current().turn });
  const act = {
    /** @param {string} action */
    answer: (action) => connection.send({ type: "answer", ...turnNow(), action }),
    announce: () => connection.send({ type: "announce", ...turnNow() }),
    redraw: draw,
  };
  const hand = MJ.playHand(state, act);
  const waits = MJ.tableWaits(state);
  // Set when the page has connected to a seat.
  /** @type {ReturnType<typeof MJ.tableConnection>} */
  let connection;
  /** @type {ReturnType<typeof MJ.playCoach>} */
  let coach;
  /** @type {ReturnType<typeof MJ.playReview>} */
  let review;
  /** @type {ReturnType<typeof MJ.playLobby>} */
  let lobby;
  const table = MJ.replayTable(
    match,
    state,
    () => null,
    (frame) => hand.drawOwn(frame),
  );

  /**
   * A tile that lies face down says nothing.
   * @param {Element} part
   */
  const words = (part) =>
    part.querySelector('[href="#tile-back"]')
      ? ""
      : [...part.querySelectorAll("svg[aria-label]")]
          .map((svg) => svg.getAttribute("aria-label"))
          .join(" ") || part.textContent;

  /** @param {string} text */
  function say(text) {
    if (!text) return;
    $("live").append(MJ.make("span", {}, text + ". "));
    while ($("live").children.length > LOG) $("live").firstElementChild?.remove();
  }

  function draw() {
    const { message } = state;
    if (message === null) return;
    const active = document.activeElement;
    const hadFocus = active === document.body || $("own").contains(active) || $("asks").contains(active);
    state.view = message.seat ?? 0;
    state.open = message.result !== null;
    state.names = message.players.map((name, seat) =>
      seat === message.seat ? MJ.t("you") : MJ.playerName(name),
    );
    match.players = state.names.map((name, seat) => name + lobby.mark(seat));
    match.scores = message.result ? message.result.scores : [0, 0, 0, 0];
    match.quan = message.wind;
    table.draw(message.frame);
    hand.drawAsks();
    waits.draw();
    $("event").replaceChildren(...MJ.eventParts(message.frame, message.result, table.isSeen, message.seat));
    const all =
      message.hands > 1
        ? MJ.t("standingOf", { hand: message.hand + 1, hands: message.hands })
        : MJ.t("round", { wind: MJ.seatName(message.wind) });
    $("standing").textContent =
      message.seat === null ? MJ.t("watching") : all + (message.begun ? " — " + MJ.t("againPlayed") : "");
    $("totals").textContent = message.hand
      ? state.names
          .map((name, seat) => MJ.seatName(seat) + " " + name + " " + MJ.signed(message.totals[seat]))
          .join(MJ.t("comma"))
      : "";
    const { result } = message;
    $("result").hidden = result === null;
    if (result !== null) {
      const me = message.seat === null ? -1 : result.seated[message.seat];
      $("result").replaceChildren(
        ...MJ.handResult(
          { ...message, result },
          state.names,
          state.compared,
          state.ready.includes(me) ? lobby.waitsFor() : null,
          { next: () => connection.send({ type: "next", hand: message.hand }), again: again() },
          table.drawMeld,
        ),
      );
    }
    drawClaims();
    lobby.draw();
    coach.draw();
    review(message, coach.isOn());
    const same = MJ.sameWallCard(state.compared);
    $("same-walls").hidden = !same.length;
    $("same-walls").replaceChildren(...same);
    hand.focusAnswer(hadFocus);
    // Tests wait for this.
    $("playing").dataset.sequence = String(message.sequence);
    $("playing").dataset.asked =
      message.ask !== null && state.given === null && state.note !== null ? "yes" : "no";
  }

  /** @param {TableMessage} message */
  function heard(message) {
    const anotherHand = state.message !== null && state.message.hand !== message.hand;
    state.message = message;
    state.given = message.given;
    state.claim = null;
    state.thinking = false;
    state.ready = [];
    hand.forget();
    warn("");
    // While friends are awaited, the table is hidden until the first note says that it began.
    $("playing").hidden = lobby.several() && (state.note === null || state.note.lobby);
    draw();
    if (anotherHand) scrollTo(0, 0);
    say($("event").childElementCount ? [...$("event").children].map(words).filter(Boolean).join(" ") : "");
    say(hand.prompt());
    say(waits.words());
    coach.turned();
    if (message.result !== null) $("result").scrollIntoView({ block: "nearest" });
    if (sound !== null && ["PLAY", "CHI", "PENG", "GANG", "BUGANG", "END"].includes(message.frame.kind))
      sound(message.frame.kind);
  }

  /** @param {NoteMessage} note */
  function noted(note) {
    const changed =
      note.given !== state.given ||
      String(note.ready) !== String(state.ready) ||
      people(note) !== people(state.note);
    state.note = note;
    state.given = note.given;
    state.ready = note.ready;
    state.pass = note.pass;
    clock(note.deadline);
    passFromTheStart(note);
    const words = coach.noted(note.coach);
    if (changed) draw();
    else {
      drawClaims();
      coach.draw();
      review(state.message, coach.isOn());
    }
    say(words);
  }

  /** @param {NoteMessage | null} note */
  const people = (note) => (note === null ? "" : [note.lobby, note.may_start, ...note.presences].join());

  /**
   * The choice from before the first hand holds for every hand, until it is changed at the table.
   * @param {NoteMessage} note
   */
  function passFromTheStart(note) {
    const message = current(),
      wanted = MJ.recall("claims");
    const begins =
      message.seat !== null &&
      message.result === null &&
      message.frame.discards.every((row) => !row.length) &&
      message.frame.melds.every((row) => !row.length);
    if (!begins || note.lobby || wanted !== "hand" || note.pass || passed === message.hand) return;
    passed = message.hand;
    passClaims("hand");
  }

  function drawClaims() {
    MJ.choices(
      $("claims"),
      ["", "turn", "hand"].map((until) => [until, MJ.t("claims_" + until)]),
      state.pass,
    );
  }

  /** @param {string} until */
  const passClaims = (until) => connection.send({ type: "claims", hand: current().hand, until });

  /** @param {EffectiveMessage} message */
  function effective(message) {
    state.effective = message;
    coach.draw();
    say(coach.words(message.rows));
  }

  /** @param {SameWallMessage} message */
  function compared(message) {
    const known = MJ.sameWallOf(state.compared, current().hand);
    state.compared = message;
    draw();
    const text = $("result").querySelector(".same-wall p")?.firstChild?.textContent;
    if (known === undefined && MJ.sameWallOf(message, current().hand) !== undefined && text) say(text);
  }

  /** @param {number | null} seconds */
  function clock(seconds) {
    clearInterval(ticking);
    $("clock-left").textContent = "";
    $("clock-left").classList.remove("hurry");
    if (seconds === null) return;
    const end = performance.now() + seconds * 1000;
    const tick = function () {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      $("clock-left").textContent = MJ.t("secondsLeft", { seconds: left });
      $("clock-left").classList.toggle("hurry", left <= 5);
    };
    tick();
    ticking = setInterval(tick, 500);
  }

  // A short knock, synthesized here, so nothing is loaded.
  function knocking() {
    const audio = new AudioContext();
    /** @param {string} kind */
    return function (kind) {
      const tone = audio.createOscillator(),
        gain = audio.createGain(),
        now = audio.currentTime;
      tone.frequency.value = kind === "PLAY" ? 320 : kind === "END" ? 520 : 420;
      gain.gain.setValueAtTime(0.12, now);
      gain.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
      tone.connect(gain).connect(audio.destination);
      tone.start(now);
      tone.stop(now + 0.1);
    };
  }

  /**
   * The server's reply when this browser set up the table; null if another browser did.
   * @returns {KeptTable | null}
   */
  function keptOfTable() {
    try {
      return JSON.parse(sessionStorage.getItem("mj-table-" + token) ?? "null");
    } catch {
      return null;
    }
  }

  // Sets up the same table again, for the browser that set up this one.
  function again() {
    const settings = keptOfTable()?.settings;
    return settings ? async () => warn((await MJ.setUpTable(settings)) || "") : null;
  }

  function drawKeys() {
    /** @type {[string[], string][]} */
    const rows = [
      [["←", "→", "Enter"], "keyDiscard"],
      [["1", "…", "9"], "keyAnswers"],
      [["Esc"], "keyEscape"],
      [["P"], "keyPass"],
      [["T"], "keyThink"],
      [["E"], "keyEffective"],
      [[], "ruleEight"],
    ];
    $("keys").replaceChildren(
      ...rows.map(([keys, text]) =>
        MJ.make(
          "li",
          {},
          keys.map((key) => MJ.make("kbd", {}, key)),
          " " + MJ.t(text),
        ),
      ),
    );
  }

  /** @param {string} text */
  function warn(text) {
    $("line").hidden = !text;
    $("line").textContent = text;
  }

  function sitDown() {
    document.body.classList.add("at-table");
    lobby = MJ.playLobby(state, token, keptOfTable(), (order) => connection.send(order));
    coach = MJ.playCoach(state, (order) => connection.send(order));
    review = MJ.playReview($("review"), $("result"), say);
    $("claims").addEventListener("change", () => passClaims($("claims").value));
    document.addEventListener("keydown", function (event) {
      if (MJ.isTyping(event) || state.message === null) return;
      if (event.key.toLowerCase() === "p") passClaims(state.pass ? "" : "turn");
    });
    MJ.rememberTable(token);
    $("sounds").addEventListener("change", () => {
      sound = $("sounds").checked ? knocking() : null;
    });
    /** @param {RefusedMessage} message */
    const refused = (message) => {
      warn(message.program ? MJ.t("noProgram", { name: message.program }) : MJ.t("tooLate"));
      draw();
    };
    connection = MJ.tableConnection(token, data.closes, {
      message: heard,
      note: noted,
      compared,
      effective,
      refused,
      line: (up) => warn(up ? "" : MJ.t("lineLost")),
      gone: () => warn(MJ.t("noSeat")),
    });
    const all = () => {
      drawKeys();
      draw();
    };
    MJ.switches(all);
    all();
  }

  MJ.start(function () {
    $("nav-play").setAttribute("aria-current", "page");
    const asked = new URLSearchParams(location.search);
    if (token) sitDown();
    else if (asked.has("record")) fromRecord(asked);
    else MJ.playSetUp(data);
  });
})();
