// The answer to a question, and the result of a session.
MJ.trainFeedback = (function () {
  const offeredOf = (question) => (question.kind === "claim" ? question.frame.tile : null);

  function lost(told) {
    if (told.right || !told.rows) return null;
    const grade = told.grade ? MJ.t("comma") + MJ.t("grade_" + told.grade) : "";
    return MJ.make("span", { class: "grade " + (told.grade || "noise") }, MJ.t("lostPoints", { points: MJ.aboutPoints(told) }) + grade);
  }

  function verdict(question, told) {
    if (told.right && told.action === told.best) return [MJ.make("strong", { class: "plus" }, MJ.t("right"))];
    if (told.right) return [MJ.make("strong", { class: "plus" }, MJ.t("right") + MJ.t("comma") + MJ.t("asGood")), " ", MJ.action(told.best, offeredOf(question))];
    if (question.kind === "fan") return [MJ.make("strong", {}, MJ.t("wrongFan", { fan: told.best }))];
    return [MJ.make("strong", {}, MJ.t("wrong")), " ", MJ.action(told.best, offeredOf(question)), " ", lost(told)];
  }

  // The verdict in words, for screen readers.
  function words(question, told) {
    const parts = verdict(question, told).map((part) => {
      if (typeof part === "string" || part === null) return part || "";
      const copy = part.cloneNode(true);
      for (const picture of copy.querySelectorAll("svg")) picture.replaceWith(" " + picture.getAttribute("aria-label") + " ");
      return copy.textContent;
    });
    return parts.join(" ").replace(/\s+/g, " ").trim();
  }

  const why = (question, reason) => (reason ? MJ.make("p", { class: "why" }, MJ.whyParts(reason, offeredOf(question))) : null);

  function proof(question, { proof: found }) {
    if (!found) return null;
    // In defence several answers may be safe.
    const other = MJ.t(question.theme === "defence" ? "theNextLosing" : "theNextBest");
    const text = found.worlds ? MJ.t("proofTrue", { worlds: found.worlds, points: found.true.toFixed(1), error: found.error.toFixed(1), other }) : MJ.t("proofTold", { points: found.told.toFixed(1), other });
    return MJ.make("p", { class: "quiet small proof" }, text);
  }

  function decision(question, told, tactic) {
    const then = told.played ? MJ.make("p", {}, MJ.t("playedThen"), " ", MJ.action(told.played, offeredOf(question))) : null;
    return [then, why(question, told.reason), proof(question, told), MJ.make("h3", {}, MJ.t("allAnswers")),
      MJ.candidates(told.rows, { choice: told.best, played: told.right ? null : told.action, tactic, offered: offeredOf(question), both: true, expand: false })];
  }

  function complete(told) {
    const { study, rules } = told;
    const rows = study.fans.map(([name, , value, times]) => MJ.make("tr", {}, MJ.make("td", {}, MJ.fanName(name)), MJ.make("td", { class: "rule" }, rules[name][MJ.language === "zh" ? 1 : 0]), MJ.make("td", { class: "number" }, times === 1 ? String(value) : times + " × " + value)));
    rows.push(MJ.make("tr", { class: "total" }, MJ.make("td", {}, MJ.t("total")), MJ.make("td", {}), MJ.make("td", { class: "number" }, MJ.t("fanTotalIs", { fan: study.fan }))));
    const best = study.divisions.find((one) => one.best);
    return [study.enough ? null : MJ.make("p", { class: "error" }, MJ.t("underEight")),
      best ? MJ.make("p", { class: "read-as" }, MJ.t("sets") + " ", MJ.make("span", { class: "parts" }, best.parts.map((part) => MJ.inlineTiles(part.tiles)))) : null,
      MJ.make("table", { class: "matches rules" }, MJ.make("thead", {}, MJ.make("tr", {}, MJ.make("th", { scope: "col" }, MJ.t("fan")), MJ.make("th", { scope: "col" }, MJ.t("ruleOf")), MJ.make("th", { scope: "col", class: "number" }, MJ.t("points")))), MJ.make("tbody", {}, rows))];
  }

  function due(told) {
    if (told.again) return MJ.t("againToday");
    return told.days === 1 ? MJ.t("againTomorrow") : MJ.t("againDays", { days: told.days });
  }

  // The replay of the question's game at that moment, in a tab of its own: the session stays.
  function replay({ id, replay: place }) {
    if (!place) return null;
    const address = "/train/games/" + encodeURIComponent(id) + "?seat=" + place.seat + "#t" + place.turn;
    return MJ.make("a", { class: "to-replay", href: address, target: "_blank", rel: "noopener" }, MJ.t("toReplay"));
  }

  // What the card of an answer holds; `go`: the button that leads on.
  function parts(question, told, tactic, go) {
    return [MJ.make("div", { class: "title-line" }, MJ.make("h2", { class: "verdict" }, verdict(question, told)), go),
      ...(told.study ? complete(told) : decision(question, told, tactic)), MJ.make("p", { class: "told-end" }, replay(told), " ", MJ.make("span", { class: "quiet small" }, due(told)))].filter(Boolean);
  }

  // -- the end of a session, and the score ---------------------------------------------------------

  const themeName = (themes, theme) => MJ.name(themes.find(([name]) => name === theme).slice(1));

  function score(found, themes) {
    const share = (sums) => (sums.answers ? Math.round((100 * sums.right) / sums.answers) + "%" : "");
    const line = (name, sums, look) => MJ.make("tr", { class: look || "" }, MJ.make("td", {}, name), MJ.make("td", { class: "number" }, String(sums.due)), MJ.make("td", { class: "number" }, sums.seen + " / " + sums.questions),
      MJ.make("td", { class: "number" }, share(sums)), MJ.make("td", { class: "number" }, sums.lost === null ? "" : sums.lost.toFixed(1)));
    const head = ["theme", "due", "seen", "right", "lost"].map((key, place) => MJ.make("th", { scope: "col", class: place ? "number" : "" }, MJ.t("col_" + key)));
    const rows = [...themes.map(([theme]) => line(themeName(themes, theme), found.themes[theme])), line(MJ.t("allThemes"), found, "total")];
    return [MJ.make("h3", {}, MJ.t("scoreTitle")), MJ.make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": MJ.t("scoreTitle") },
      MJ.make("table", { class: "matches score" }, MJ.make("thead", {}, MJ.make("tr", {}, head)), MJ.make("tbody", {}, rows))),
    MJ.make("p", { class: "quiet small" }, MJ.listed([found.days === 1 ? MJ.t("oneDayInARow") : MJ.t("daysInARow", { days: found.days }), found.today === 1 ? MJ.t("oneAnswerToday") : MJ.t("answersToday", { today: found.today }), MJ.t("longestStreak", { longest: found.longest })].map((text) => MJ.make("span", {}, text))))];
  }

  // answered: [{ question, told }], the first answer to each question.
  function end(answered, themes) {
    const right = answered.filter(({ told }) => told.right).length, decisions = answered.filter(({ told }) => told.rows);
    const sum = decisions.reduce((all, { told }) => all + told.lost, 0);
    const missed = answered.filter(({ told }) => !told.right).map(({ question, told }) => MJ.make("li", {}, MJ.make("span", { class: "quiet" }, themeName(themes, question.theme) + " "),
      question.kind === "fan" ? MJ.make("span", {}, told.action + " → " + MJ.t("fanNumber", { fan: told.best })) : MJ.make("span", { class: "action" }, MJ.action(told.action, offeredOf(question)), " → ", MJ.action(told.best, offeredOf(question)), " ", lost(told)), " ", replay(told)));
    return [MJ.make("h2", { id: "end-title" }, MJ.t("endTitle")),
      MJ.make("p", { class: "sums" }, MJ.make("strong", {}, MJ.t("rightOf", { right, all: answered.length })), decisions.length ? MJ.make("span", {}, MJ.t("lostEach", { points: (sum / decisions.length).toFixed(1) })) : null),
      ...(missed.length ? [MJ.make("h3", {}, MJ.t("missedTitle")), MJ.make("ul", { class: "missed" }, missed)] : [MJ.make("p", {}, MJ.t("allRight"))])];
  }

  return { parts, words, score, end, themeName };
})();
