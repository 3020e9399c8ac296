// The trainer: a session of questions from the server; what was missed is asked again at its end.
(function () {
  /** @type {{ labels: Labels, themes: ThemeName[], tactic: string }} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  const COUNTS = [5, 10, 20];
  /** @type {QuizDeck[]} */
  const DECKS = ["shipped", "own"];
  /** @type {TrainState} */
  const state = { question: /** @type {QuizQuestion} */ (/** @type {unknown} */ (null)), grading: null };
  let number = 0,
    many = 0,
    streak = 0;
  /** @type {"start" | "asking" | "end"} */
  let stage = "start";
  /** @type {string[]} the ids of questions that are left */
  let waiting = [];
  /** @type {Map<string, Answered>} the first answer to each question */
  let first = new Map();
  /** @type {Partial<Record<QuizDeck, QuizScore>>} */
  let scores = {};
  /** @type {QuizDeck} */
  let deck = new URLSearchParams(location.search).get("deck") === "own" ? "own" : "shipped";
  /** @type {() => string} what came of the last mistakes that came in */
  let came = () => "";
  /** @type {ReturnType<typeof MJ.trainDeck.played> | null} */
  let cost = null;
  /** @type {string[]} */
  let themes = [];
  const asked = MJ.trainQuestion(state, answer);
  const SESSION = "mj-train";

  /**
   * @template {"session" | "question" | "answer" | "score"} What
   * @param {What} what
   * @param {Exchanges[`/api/train/${What}`][0]} body
   * @returns {Promise<Exchanges[`/api/train/${What}`][1] | null>}
   */
  async function ask(what, body) {
    const said = await MJ.ask(`/api/train/${what}`, body).catch(() => ({ error: MJ.t("noAnswer") }));
    $("error").hidden = said.error === undefined;
    $("error").textContent = said.error ?? "";
    return said.error === undefined ? said : null;
  }

  /** @param {string} text */
  const announce = (text) => {
    $("live").textContent = text;
  };

  /** @param {"start" | "asking" | "end"} next */
  function show(next) {
    stage = next;
    for (const id of ["start", "asking", "end"]) $(id).hidden = id !== stage;
    document.body.classList.toggle("at-table", stage === "asking");
    draw();
  }

  // The session that is on, so that it goes on where the page is loaded again or one comes back to it.
  function note() {
    const isAnswered = state.grading !== null;
    MJ.keepInTab(SESSION, {
      deck,
      themes,
      waiting: isAnswered ? waiting : [state.question.id, ...waiting],
      number: isAnswered ? number : number - 1,
      many,
      first: [...first],
    });
  }

  async function goOn() {
    const [way] = performance.getEntriesByType("navigation");
    try {
      const kept = MJ.inTab(SESSION);
      if (kept === null || !(way instanceof PerformanceNavigationTiming) || way.type === "navigate") return;
      ({ deck, themes, waiting, number, many } = kept);
      first = new Map(kept.first);
    } catch {
      return;
    }
    await next();
  }

  // -- the start -----------------------------------------------------------------------------------

  async function begin() {
    const session = await ask("session", { themes, count: Number($("count").value || COUNTS[1]), deck });
    if (session === null) return;
    if (!session.questions.length) {
      $("error").hidden = false;
      $("error").textContent = MJ.t("nothingLeft");
      return;
    }
    waiting = session.questions;
    number = 0;
    many = waiting.length;
    first = new Map();
    await next();
  }

  async function start() {
    MJ.keepInTab(SESSION, null);
    show("start");
    await count();
    if (stage === "start") draw();
  }

  async function count() {
    for (const one of DECKS) {
      const score = await ask("score", { deck: one });
      if (score === null) return;
      scores[one] = score;
    }
  }

  function drawDeck() {
    const own = deck === "own",
      isEmpty = own && scores.own?.questions === 0;
    $("train-deck").replaceChildren(
      ...DECKS.map((one) => {
        const sums = scores[one],
          name = MJ.t(one === "own" ? "deckOwn" : "deckShipped");
        const text = sums
          ? MJ.t("deckCounts", { deck: name, due: sums.due, fresh: sums.questions - sums.seen })
          : name;
        return MJ.make("option", { value: one, selected: one === deck }, text);
      }),
    );
    $("begin").hidden = isEmpty;
    $("deck-said").textContent = own ? came() || (isEmpty ? MJ.t("deckEmpty") : "") : "";
    $("deck-files").replaceChildren(
      ...(own
        ? [
            MJ.trainDeck.files(async (line) => {
              came = line;
              await start();
            }),
          ]
        : []),
    );
  }

  /**
   * The themes that a deck has questions of.
   * @param {QuizScore | null} score
   */
  const themesOf = (score) =>
    data.themes.filter(([theme]) => score === null || score.themes[theme].questions);

  function drawStart() {
    const chosen = themes[0] || "",
      score = scores[deck] ?? null,
      inDeck = themesOf(score);
    drawDeck();
    const rows = [
      { theme: "", name: MJ.t("themeAll"), sums: score },
      ...inDeck.map(([theme]) => ({
        theme,
        name: MJ.trainFeedback.themeName(data.themes, theme),
        sums: score && score.themes[theme],
      })),
    ];
    $("train-theme").replaceChildren(
      ...rows.map(({ theme, name, sums }) =>
        MJ.make(
          "option",
          { value: theme, selected: theme === chosen },
          sums
            ? MJ.t("themeCounts", { theme: name, due: sums.due, fresh: sums.questions - sums.seen })
            : name,
        ),
      ),
    );
    const count = Number($("count").value || COUNTS[1]);
    $("count").replaceChildren(
      ...COUNTS.map((choice) =>
        MJ.make("option", { value: String(choice), selected: choice === count }, String(choice)),
      ),
    );
    $("score").replaceChildren(...(score ? MJ.trainFeedback.score(score, inDeck) : []));
  }

  // -- the questions -------------------------------------------------------------------------------

  // Where the session is; what was missed is asked again behind the questions, and counted apart.
  function place() {
    const again = number + waiting.length - many;
    if (number > many) return MJ.t("placeAgain", { place: number - many, all: again });
    const shown = MJ.t("placeOf", { place: number, all: many });
    return again ? shown + MJ.t("againAtEnd", { count: again }) : shown;
  }

  async function next() {
    if (!waiting.length) return finish();
    const question = await ask("question", { id: waiting[0] });
    if (question === null) return;
    waiting.shift();
    number++;
    state.question = question;
    state.grading = null;
    cost?.leave();
    cost = null;
    note();
    $("asking").dataset.question = question.id;
    show("asking");
    announce(place() + " " + asked.prompt());
    window.scrollTo(0, 0);
    /** @type {HTMLElement | null} */
    const control =
      $("own").querySelector(".apart .train-tile") ||
      $("own").querySelector(".train-tile") ||
      $("asks").querySelector("button");
    if (control) control.focus({ preventScroll: true });
  }

  /** @param {string} action */
  async function answer(action) {
    const { question } = state;
    if (state.grading !== null) return;
    const grading = await ask("answer", { id: question.id, action });
    if (grading === null || state.question !== question) return;
    state.grading = grading;
    streak = grading.streak;
    if (!first.has(question.id)) first.set(question.id, { question, grading });
    if (grading.again) waiting.push(question.id);
    note();
    cost = deck === "own" ? costOf(question, grading) : null;
    draw();
    announce(MJ.trainFeedback.words(question, grading));
    $("next").focus({ preventScroll: true });
    // Where the answer stands below the question, the hand stays in sight above it.
    if ($("feedback").getBoundingClientRect().top > $("own").getBoundingClientRect().bottom)
      $("event").scrollIntoView({ block: "start" });
  }

  /**
   * What the answer costs, or if it is right, what the one in the game did.
   * @param {QuizQuestion} question
   * @param {Grading} grading
   */
  function costOf(question, { id, right, action, played, replay }) {
    const asked = right ? played : action;
    if (!asked || !replay?.again) return null;
    return MJ.trainDeck.played(id, asked, question.kind === "claim" ? question.frame.tile : null);
  }

  // What was taken out of the deck is not asked again in this session.
  function forget() {
    waiting = waiting.filter((id) => id !== state.question.id);
    note();
    $("place").textContent = MJ.t("placeOf", { place: number, all: number + waiting.length });
    $("next").textContent = MJ.t(waiting.length ? "nextQuestion" : "toTheEnd");
  }

  function drawAsking() {
    $("place").textContent = place();
    $("theme-now").textContent = MJ.trainFeedback.themeName(data.themes, state.question.theme);
    $("streak").textContent = streak > 1 ? MJ.t("inARow", { count: streak }) : "";
    $("feedback").hidden = state.grading === null;
    if (state.grading !== null) {
      const go = MJ.make(
        "button",
        { type: "button", class: "main", id: "next", onclick: next },
        MJ.t(waiting.length ? "nextQuestion" : "toTheEnd"),
      );
      $("feedback").replaceChildren(
        ...MJ.trainFeedback.parts(state.question, state.grading, data.tactic, go, cost?.place),
      );
      cost?.draw();
      if (deck === "own") $("feedback").append(MJ.trainDeck.drop(state.question.id, forget));
    }
    asked.draw();
    /** @type {[string[], string][]} */
    const keys = [
      [["←", "→"], "keyTiles"],
      [["1", "9"], "keyNumbers"],
      [["N"], "keyNext"],
    ];
    const leave = MJ.make(
      "li",
      {},
      MJ.make("button", { type: "button", id: "leave", onclick: finish }, MJ.t("leave")),
    );
    $("keys").replaceChildren(
      ...keys.map(([names, text]) =>
        MJ.make(
          "li",
          {},
          names.flatMap((name, at) => [at ? " " : "", MJ.make("kbd", {}, name)]),
          " ",
          MJ.t(text),
        ),
      ),
      leave,
    );
  }

  // -- the end -------------------------------------------------------------------------------------

  async function finish() {
    cost?.leave();
    MJ.keepInTab(SESSION, null);
    await count();
    show(first.size ? "end" : "start");
    if (stage !== "end") return;
    announce($("end").querySelector(".sums")?.textContent ?? "");
    $("end").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  function drawEnd() {
    const score = scores[deck];
    const buttons = MJ.make(
      "p",
      { class: "buttons" },
      MJ.make("button", { type: "button", class: "main", id: "more", onclick: begin }, MJ.t("moreTraining")),
      MJ.make("button", { type: "button", id: "choose", onclick: start }, MJ.t("chooseTheme")),
    );
    $("end").replaceChildren(
      ...MJ.trainFeedback.end([...first.values()], data.themes),
      buttons,
      ...(score ? MJ.trainFeedback.score(score, themesOf(score)) : []),
    );
  }

  function draw() {
    ({ start: drawStart, asking: drawAsking, end: drawEnd })[stage]();
  }

  document.addEventListener("keydown", function (event) {
    if (MJ.isTyping(event) || event.key.toLowerCase() !== "n" || state.grading === null || stage !== "asking")
      return;
    event.preventDefault();
    $("next").click();
  });
  $("start-form").addEventListener("submit", function (event) {
    event.preventDefault();
    themes = $("train-theme").value ? [$("train-theme").value] : [];
    begin();
  });
  $("train-deck").addEventListener("change", () => {
    deck = $("train-deck").value === "own" ? "own" : "shipped";
    themes = [];
    draw();
  });
  $("train-theme").addEventListener("change", () => {
    themes = $("train-theme").value ? [$("train-theme").value] : [];
  });

  MJ.start(async function () {
    $("nav-train").setAttribute("aria-current", "page");
    MJ.switches(draw);
    came = (await MJ.trainDeck.keep()) ?? came;
    await goOn();
    if (stage === "start") await start();
  });
})();
