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
    auto: false,
    data,
    view: 0,
    open: false,
  };
  /** @type {TableShown} */
  const match = { players: [], scores: [0, 0, 0, 0], quan: 0 };
  // Milliseconds after which the time is counted, and a screen reader is told who is waited for: no
  // discard lies as long unless somebody takes time.
  const LONG = 5000;
  let ticking = 0,
    waiting = 0,
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
  /** @type {ReturnType<typeof MJ.ownSeat>} */
  let ownSeat;
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

  /** @param {number[]} points by seat */
  const eachWith = (points) =>
    state.names.flatMap((name, seat) => [
      (seat ? MJ.t("comma") : "") + MJ.seatName(seat) + " ",
      MJ.named(name),
      " " + MJ.signed(points[seat]),
    ]);

  /** @param {string} text */
  function say(text) {
    if (!text) return;
    $("live").append(MJ.make("span", {}, /[.。]$/.test(text) ? text + " " : text + MJ.t("stop")));
    while ($("live").children.length > LOG) $("live").firstElementChild?.remove();
  }

  function draw() {
    const { message } = state;
    if (message === null) return;
    const active = document.activeElement;
    const inResult = $("result").contains(active) ? active?.id : "";
    const hadFocus =
      active === document.body ||
      ["own", "asks", "result"].some((id) => document.getElementById(id)?.contains(active));
    state.view = message.seat ?? 0;
    state.open = message.result !== null;
    state.names = message.players.map((name, seat) =>
      seat === message.seat
        ? MJ.t("you")
        : message.people[seat]
          ? MJ.playerName(state.note?.names[message.seated[seat]] ?? name)
          : MJ.botName(data.bots, name),
    );
    match.titles = message.players.map((name, seat) =>
      message.people[seat] ? null : MJ.botTitle(data.bots, name),
    );
    match.players = state.names.map((name, seat) => name + lobby.mark(seat));
    match.scores = message.result ? message.result.scores : [0, 0, 0, 0];
    match.quan = message.wind;
    table.draw(message.frame);
    hand.drawAsks(awaited());
    waits.draw();
    $("event").replaceChildren(...MJ.eventParts(message.frame, message.result, table.isSeen, message.seat));
    const all =
      message.hands > 1
        ? MJ.t("standingOf", { hand: message.hand + 1, hands: message.hands })
        : MJ.t("round", { wind: MJ.seatName(message.wind) });
    $("standing").textContent =
      message.seat === null ? MJ.t("watching") : all + (message.begun ? " — " + MJ.t("againPlayed") : "");
    $("totals").replaceChildren(...(message.hand ? eachWith(message.totals) : []));
    const { result } = message;
    $("result").hidden = result === null;
    if (result !== null) {
      const me = message.seat === null ? -1 : result.seated[message.seat];
      $("result").replaceChildren(
        ...MJ.handResult(
          { ...message, result: { ...result, match_over: result.match_over || hasGivenUp() } },
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
    ownSeat();
    coach.draw();
    review(message, coach.isOn());
    const same = MJ.sameWallCard(state.compared);
    $("same-walls").hidden = !same.length;
    $("same-walls").replaceChildren(...same);
    hand.focusAnswer(hadFocus, inResult);
    // Tests wait for this.
    $("playing").dataset.sequence = String(message.sequence);
    $("playing").dataset.asked =
      message.ask !== null && state.given === null && state.note !== null && !state.auto ? "yes" : "no";
  }

  /** @param {TableMessage} message */
  function heard(message) {
    const { message: before } = state;
    const isSame =
      before === null ||
      (before.since === message.since && (before.seat === null) === (message.seat === null));
    if (!isSame) {
      location.reload(); // The next match, or somebody else has this seat now.
      return;
    }
    const anotherHand = before !== null && before.hand !== message.hand;
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
    // That a bot plays is said once.
    if (!state.auto) say(hand.prompt());
    say(waits.words());
    if (message.result !== null) say(MJ.make("p", {}, eachWith(message.result.scores)).textContent);
    clearTimeout(waiting);
    waiting = setTimeout(() => say(awaited()), LONG);
    coach.turned();
    if (message.result !== null) $("result").scrollIntoView({ block: "nearest" });
    if (sound !== null && ["PLAY", "CHI", "PENG", "GANG", "BUGANG", "END"].includes(message.frame.kind))
      sound(message.frame.kind);
  }

  /** @param {NoteMessage} note */
  function noted(note) {
    const { note: before } = state,
      same = before !== null && before.sequence === note.sequence && before.deadline === note.deadline;
    const changed =
      note.given !== state.given ||
      String(note.ready) !== String(state.ready) ||
      people(note) !== people(state.note);
    const { auto } = state,
      { seat, seated } = current();
    state.auto = seat !== null && note.presences[seated[seat]] === "left" && !note.given_up;
    state.note = note;
    state.given = note.given;
    state.ready = note.ready;
    state.pass = note.pass;
    if (!same) clock(note.deadline);
    passFromTheStart(note);
    const words = coach.noted(note.coach);
    if (changed) draw();
    else {
      drawClaims();
      coach.draw();
      review(state.message, coach.isOn());
    }
    say(words);
    // Who takes the seat back plays on.
    if (auto && !state.auto) hand.focusAnswer(document.activeElement?.id === "auto");
    if (auto !== state.auto) say(MJ.t(state.auto ? "autoOn" : "autoOff"));
  }

  /** @param {NoteMessage | null} note */
  const people = (note) =>
    note === null
      ? ""
      : [note.lobby, note.may_start, note.given_up, note.may_sit, ...note.presences, ...note.names].join();

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
    const begun = performance.now(),
      end = begun + (seconds ?? 0) * 1000;
    const tick = function () {
      if (seconds === null) {
        const gone = performance.now() - begun;
        $("clock-left").textContent =
          gone >= LONG && awaited() ? MJ.t("secondsGone", { seconds: Math.floor(gone / 1000) }) : "";
        return;
      }
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      $("clock-left").textContent = MJ.t("secondsLeft", { seconds: left });
      $("clock-left").classList.toggle("hurry", left <= 5);
    };
    tick();
    ticking = setInterval(tick, 500);
  }

  const hasGivenUp = () => state.note?.given_up === true;

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
  const keptOfTable = () => MJ.inTab("mj-table-" + token);

  /**
   * Who is waited for, by what all see: of a discard nobody but all others, as who could claim it is
   * nobody's business.
   */
  function awaited() {
    const { frame, people, seat, result, ask } = current();
    if (result !== null || !lobby.playTogether() || (ask !== null && state.given === null)) return "";
    if (["PLAY", "CHI", "PENG", "BUGANG"].includes(frame.kind)) return MJ.t("waitNext");
    const { seat: on } = frame;
    if (frame.kind !== "DRAW" || on === null || on === seat || !people[on]) return "";
    return MJ.t("waitFor", { names: state.names[on] });
  }

  // The next match with the same people; alone the same table again, for the browser that set it up.
  function again() {
    if (lobby.several()) return current().seat === null || hasGivenUp() ? null : againTogether;
    const settings = keptOfTable()?.settings;
    return settings ? async () => warn((await MJ.setUpTable(settings)) || "") : null;
  }

  // Who let a bot play to the end sits down again.
  function againTogether() {
    if (state.auto) connection.send({ type: "back" });
    connection.send({ type: "again" });
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
      [["C"], "keyCoach"],
      [["A"], "keyAuto"],
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
    lobby = MJ.playLobby(state, token, keptOfTable(), (order) => connection.send(order), warn);
    ownSeat = MJ.ownSeat(state, (order) => connection.send(order));
    coach = MJ.playCoach(state, (order) => connection.send(order), hand.send);
    review = MJ.playReview($("review"), $("result"), say);
    $("claims").addEventListener("change", () => passClaims($("claims").value));
    document.addEventListener("keydown", function (event) {
      if (MJ.isTyping(event) || state.message === null) return;
      if (event.key.toLowerCase() === "p") passClaims(state.pass ? "" : "turn");
    });
    MJ.rememberTable(token);
    // A table that this browser set up for one person is there before the first message.
    $("playing").hidden = keptOfTable()?.people.length !== 1;
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
      line: (up, why) =>
        warn(up ? "" : why ? MJ.t("tableWaits", { why: MJ.refusal(why) }) : MJ.t("lineLost")),
      gone: () => {
        warn(MJ.t("noSeat"));
        $("playing").hidden = state.message === null;
      },
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
    // Who has a seat finds it by the link of all.
    const own = MJ.rooms().find(([room]) => room === token)?.[1];
    if (own !== undefined) location.replace("#" + own);
    else if (token) sitDown();
    else if (asked.has("record")) fromRecord(asked);
    else MJ.playSetUp(data);
  });
})();
