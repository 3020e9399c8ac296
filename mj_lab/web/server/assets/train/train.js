// The trainer: a session of questions from the server; what was missed is asked again at its end.
(function () {
  /** @type {{ labels: Labels, themes: ThemeName[], tactic: string }} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  const COUNTS = [5, 10, 20];
  /** @type {TrainState} */
  const state = { question: /** @type {QuizQuestion} */ (/** @type {unknown} */ (null)), grading: null };
  let number = 0,
    streak = 0;
  /** @type {"start" | "asking" | "end"} */
  let stage = "start";
  /** @type {string[]} the ids of questions that are left */
  let waiting = [];
  /** @type {Map<string, Answered>} the first answer to each question */
  let first = new Map();
  /** @type {QuizScore | null} */
  let score = null;
  /** @type {string[]} */
  let themes = [];
  const asked = MJ.trainQuestion(state, answer);

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
    draw();
  }

  // -- the start -----------------------------------------------------------------------------------

  async function begin() {
    const session = await ask("session", { themes, count: Number($("count").value || COUNTS[1]) });
    if (session === null) return;
    if (!session.questions.length) {
      $("error").hidden = false;
      $("error").textContent = MJ.t("nothingLeft");
      return;
    }
    waiting = session.questions;
    number = 0;
    first = new Map();
    await next();
  }

  async function start() {
    show("start");
    score = await ask("score", {});
    if (stage === "start") draw();
  }

  function drawStart() {
    const chosen = themes[0] || "";
    const rows = [
      { theme: "", name: MJ.t("themeAll"), sums: score },
      ...data.themes.map(([theme]) => ({
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
    $("score").replaceChildren(...(score ? MJ.trainFeedback.score(score, data.themes) : []));
  }

  // -- the questions -------------------------------------------------------------------------------

  async function next() {
    if (!waiting.length) return finish();
    const question = await ask("question", { id: waiting[0] });
    if (question === null) return;
    waiting.shift();
    number++;
    state.question = question;
    state.grading = null;
    $("asking").dataset.question = question.id;
    show("asking");
    announce(MJ.t("placeOf", { place: number, all: number + waiting.length }) + " " + asked.prompt());
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
    draw();
    announce(MJ.trainFeedback.words(question, grading));
    $("next").focus({ preventScroll: true });
    // Where the answer stands below the question, the hand stays in sight above it.
    if ($("feedback").getBoundingClientRect().top > $("own").getBoundingClientRect().bottom)
      $("event").scrollIntoView({ block: "start" });
  }

  function drawAsking() {
    $("place").textContent = MJ.t("placeOf", { place: number, all: number + waiting.length });
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
        ...MJ.trainFeedback.parts(state.question, state.grading, data.tactic, go),
      );
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
    score = await ask("score", {});
    show(first.size ? "end" : "start");
    if (stage !== "end") return;
    announce($("end").querySelector(".sums")?.textContent ?? "");
    $("end").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  function drawEnd() {
    const buttons = MJ.make(
      "p",
      { class: "buttons" },
      MJ.make("button", { type: "button", class: "main", id: "more", onclick: begin }, MJ.t("moreTraining")),
      MJ.make("button", { type: "button", id: "choose", onclick: start }, MJ.t("chooseTheme")),
    );
    $("end").replaceChildren(
      ...MJ.trainFeedback.end([...first.values()], data.themes),
      buttons,
      ...(score ? MJ.trainFeedback.score(score, data.themes) : []),
    );
  }

  function draw() {
    ({ start: drawStart, asking: drawAsking, end: drawEnd })[stage]();
  }

  document.addEventListener("keydown", function (event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.key.toLowerCase() !== "n" ||
      state.grading === null ||
      stage !== "asking"
    )
      return;
    event.preventDefault();
    $("next").click();
  });
  $("start-form").addEventListener("submit", function (event) {
    event.preventDefault();
    themes = $("train-theme").value ? [$("train-theme").value] : [];
    begin();
  });
  $("train-theme").addEventListener("change", () => {
    themes = $("train-theme").value ? [$("train-theme").value] : [];
  });

  MJ.start(function () {
    $("nav-train").setAttribute("aria-current", "page");
    MJ.switches(draw);
    start();
  });
})();
