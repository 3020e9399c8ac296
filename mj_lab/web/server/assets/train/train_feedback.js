// The answer to a question, and the result of a session.
MJ.trainFeedback = (function () {
  /** @param {QuizQuestion} question */
  const offeredOf = (question) => (question.kind === "claim" ? question.frame.tile : null);

  /** @param {Grading} grading */
  function lost(grading) {
    if (grading.right || !grading.rows) return null;
    const grade = grading.grade ? MJ.t("comma") + MJ.t("grade_" + grading.grade) : "";
    return MJ.make(
      "span",
      { class: "grade " + (grading.grade || "noise") },
      MJ.t("lostPoints", { points: MJ.aboutPoints(grading) }) + grade,
    );
  }

  /**
   * @param {QuizQuestion} question
   * @param {Grading} grading
   * @returns {Child[]}
   */
  function verdict(question, grading) {
    if (grading.right && grading.action === grading.best)
      return [MJ.make("strong", { class: "plus" }, MJ.t("right"))];
    if (grading.right)
      return [
        MJ.make("strong", { class: "plus" }, MJ.t("right") + MJ.t("comma") + MJ.t("asGood")),
        " ",
        MJ.action(grading.best, offeredOf(question)),
      ];
    if (question.kind === "fan") return [MJ.make("strong", {}, MJ.t("wrongFan", { fan: grading.best }))];
    return [
      MJ.make("strong", {}, MJ.t("wrong")),
      " ",
      MJ.action(grading.best, offeredOf(question)),
      " ",
      lost(grading),
    ];
  }

  /**
   * The verdict in words, for screen readers.
   * @param {QuizQuestion} question
   * @param {Grading} grading
   */
  function words(question, grading) {
    const parts = verdict(question, grading).map((part) => {
      if (!(part instanceof Element)) return part ? String(part) : "";
      const copy = /** @type {Element} */ (part.cloneNode(true));
      for (const picture of copy.querySelectorAll("svg"))
        picture.replaceWith(" " + picture.getAttribute("aria-label") + " ");
      return copy.textContent;
    });
    return parts.join(" ").replace(/\s+/g, " ").trim();
  }

  /**
   * @param {QuizQuestion} question
   * @param {Reason | null | undefined} reason
   */
  const why = (question, reason) =>
    reason ? MJ.make("p", { class: "why" }, MJ.whyParts(reason, offeredOf(question))) : null;

  /**
   * @param {QuizQuestion} question
   * @param {Grading} options
   */
  function proof(question, { proof: evidence }) {
    if (!evidence) return null;
    // In defence several answers may be safe.
    const other = MJ.t(question.theme === "defence" ? "theNextLosing" : "theNextBest");
    const { worlds, true: points, error } = evidence;
    const text =
      worlds && points !== null && error !== null
        ? MJ.t("proofTrue", { worlds, points: points.toFixed(1), error: error.toFixed(1), other })
        : MJ.t("proofPredicted", { points: evidence.told.toFixed(1), other });
    return MJ.make("p", { class: "quiet small proof" }, text);
  }

  /**
   * @param {QuizQuestion} question
   * @param {Grading} grading
   * @param {string} tactic
   * @param {HTMLElement} [cost]
   */
  function decision(question, grading, tactic, cost) {
    const then = grading.played
      ? MJ.make("p", {}, MJ.t("playedThen"), " ", MJ.action(grading.played, offeredOf(question)))
      : null;
    return [
      then,
      why(question, grading.reason),
      proof(question, grading),
      cost ?? null,
      MJ.make("h3", {}, MJ.t("allAnswers")),
      MJ.candidates(grading.rows ?? [], {
        choice: grading.best,
        played: grading.right ? null : grading.action,
        tactic,
        offered: offeredOf(question),
        both: true,
        expand: false,
      }),
    ];
  }

  /**
   * @param {FanStudy} study
   * @param {Record<string, TextPair>} rules
   */
  function complete(study, rules) {
    const rows = study.fans.map(([name, , value, times]) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.fanName(name)),
        MJ.make("td", { class: "rule" }, rules[name][MJ.language === "zh" ? 1 : 0]),
        MJ.make("td", { class: "number" }, times === 1 ? String(value) : times + " × " + value),
      ),
    );
    rows.push(
      MJ.make(
        "tr",
        { class: "total" },
        MJ.make("td", {}, MJ.t("total")),
        MJ.make("td", {}),
        MJ.make("td", { class: "number" }, MJ.t("fanTotalIs", { fan: study.fan })),
      ),
    );
    const best = study.divisions.find((one) => one.best);
    return [
      study.enough ? null : MJ.make("p", { class: "error" }, MJ.t("underEight")),
      best
        ? MJ.make(
            "p",
            { class: "read-as" },
            MJ.t("sets") + " ",
            MJ.make(
              "span",
              { class: "parts" },
              best.parts.map((part) => MJ.inlineTiles(part.tiles)),
            ),
          )
        : null,
      MJ.make(
        "table",
        { class: "matches rules" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            MJ.make("th", { scope: "col" }, MJ.t("fan")),
            MJ.make("th", { scope: "col" }, MJ.t("ruleOf")),
            MJ.make("th", { scope: "col", class: "number" }, MJ.t("points")),
          ),
        ),
        MJ.make("tbody", {}, rows),
      ),
    ];
  }

  /** @param {Grading} grading */
  function due(grading) {
    if (grading.again) return MJ.t("againToday");
    return grading.days === 1 ? MJ.t("againTomorrow") : MJ.t("againDays", { days: grading.days });
  }

  /**
   * The replay of the question's game at that moment, in a tab of its own: the session stays.
   * @param {Grading} options
   */
  function replay({ replay: moment }) {
    if (!moment) return null;
    const address = MJ.at(moment.record + "?seat=" + moment.seat) + "#t" + moment.turn;
    return MJ.make(
      "a",
      { class: "to-replay", href: address, target: "_blank", rel: "noopener" },
      MJ.t("toReplay"),
    );
  }

  /**
   * A table that goes on from that moment, likewise.
   * @param {Grading} options
   */
  function again({ replay: moment }) {
    if (!moment?.again) return null;
    return MJ.make(
      "a",
      {
        class: "try-again",
        href: MJ.againLink(moment.record, moment.seat, moment.turn),
        target: "_blank",
        rel: "noopener",
      },
      MJ.t("tryItAgain"),
    );
  }

  /**
   * What the card of an answer holds; `go`: the button that leads on; `cost`: what the answer costs.
   * @param {QuizQuestion} question
   * @param {Grading} grading
   * @param {string} tactic
   * @param {HTMLElement} go
   * @param {HTMLElement} [cost]
   * @returns {(HTMLElement)[]}
   */
  function parts(question, grading, tactic, go, cost) {
    return [
      MJ.make(
        "div",
        { class: "title-line" },
        MJ.make("h2", { class: "verdict" }, verdict(question, grading)),
        go,
      ),
      ...(grading.study && grading.rules
        ? complete(grading.study, grading.rules)
        : decision(question, grading, tactic, cost)),
      MJ.make(
        "p",
        { class: "feedback-end" },
        replay(grading),
        " ",
        again(grading),
        " ",
        MJ.make("span", { class: "quiet small" }, due(grading)),
      ),
    ].filter((part) => part !== null);
  }

  // -- the end of a session, and the score ---------------------------------------------------------

  /**
   * @param {ThemeName[]} themes
   * @param {string} theme
   */
  function themeName(themes, theme) {
    const [, chinese, english] = themes.find(([name]) => name === theme) ?? ["", theme, theme];
    return MJ.name([chinese, english]);
  }

  /**
   * @param {QuizScore} total
   * @param {ThemeName[]} themes
   */
  function score(total, themes) {
    /** @param {QuizSums} sums */
    const share = (sums) => (sums.answers ? Math.round((100 * sums.right) / sums.answers) + "%" : "");
    /**
     * @param {string} name
     * @param {QuizSums} sums
     * @param {string} [look]
     */
    const line = (name, sums, look) =>
      MJ.make(
        "tr",
        { class: look || "" },
        MJ.make("td", {}, name),
        MJ.make("td", { class: "number" }, String(sums.due)),
        MJ.make("td", { class: "number" }, sums.seen + " / " + sums.questions),
        MJ.make("td", { class: "number" }, share(sums)),
        MJ.make("td", { class: "number" }, sums.lost === null ? "" : sums.lost.toFixed(1)),
      );
    const head = ["theme", "due", "seen", "right", "lost"].map((key, index) =>
      MJ.make("th", { scope: "col", class: index ? "number" : "" }, MJ.t("col_" + key)),
    );
    const rows = [
      ...themes.map(([theme]) => line(themeName(themes, theme), total.themes[theme])),
      line(MJ.t("allThemes"), total, "total"),
    ];
    return [
      MJ.make("h3", {}, MJ.t("scoreTitle")),
      MJ.make(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": MJ.t("scoreTitle") },
        MJ.make(
          "table",
          { class: "matches score" },
          MJ.make("thead", {}, MJ.make("tr", {}, head)),
          MJ.make("tbody", {}, rows),
        ),
      ),
      MJ.make(
        "p",
        { class: "quiet small" },
        MJ.listed(
          [
            total.days === 1 ? MJ.t("oneDayInARow") : MJ.t("daysInARow", { days: total.days }),
            total.today === 1 ? MJ.t("oneAnswerToday") : MJ.t("answersToday", { today: total.today }),
            MJ.t("longestStreak", { longest: total.longest }),
          ].map((text) => MJ.make("span", {}, text)),
        ),
      ),
    ];
  }

  /**
   * answered: [{ question, grading }], the first answer to each question.
   * @param {Answered[]} answered
   * @param {ThemeName[]} themes
   */
  function end(answered, themes) {
    const right = answered.filter(({ grading }) => grading.right).length,
      decisions = answered.filter(({ grading }) => grading.rows);
    const sum = decisions.reduce((all, { grading }) => all + grading.lost, 0);
    const missed = answered
      .filter(({ grading }) => !grading.right)
      .map(({ question, grading }) =>
        MJ.make(
          "li",
          {},
          MJ.make("span", { class: "quiet" }, themeName(themes, question.theme) + " "),
          question.kind === "fan"
            ? MJ.make("span", {}, grading.action + " → " + MJ.t("fanNumber", { fan: grading.best }))
            : MJ.make(
                "span",
                { class: "action" },
                MJ.action(grading.action, offeredOf(question)),
                " → ",
                MJ.action(grading.best, offeredOf(question)),
                " ",
                lost(grading),
              ),
          " ",
          replay(grading),
        ),
      );
    return [
      MJ.make("h2", { id: "end-title" }, MJ.t("endTitle")),
      MJ.make(
        "p",
        { class: "sums" },
        MJ.make("strong", {}, MJ.t("rightOf", { right, all: answered.length })),
        decisions.length
          ? MJ.make("span", {}, MJ.t("lostEach", { points: (sum / decisions.length).toFixed(1) }))
          : null,
      ),
      ...(missed.length
        ? [MJ.make("h3", {}, MJ.t("missedTitle")), MJ.make("ul", { class: "missed" }, missed)]
        : [MJ.make("p", {}, MJ.t("allRight"))]),
    ];
  }

  return { parts, words, score, end, themeName };
})();
