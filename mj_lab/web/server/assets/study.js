// The study of a hand, as cards: what to discard, what to wait for, what to claim.
MJ.study = (function () {
  /**
   * @param {string} title
   * @param {...Child|Child[]} content
   */
  const card = (title, ...content) =>
    MJ.make("section", { class: "card" }, MJ.make("h2", {}, title), ...content);
  /** @param {...Child|Child[]} content */
  const cell = (...content) => MJ.make("td", {}, ...content);
  /** @param {Child} text */
  const number = (text) => MJ.make("td", { class: "number" }, text);

  /**
   * @param {string} label
   * @param {string[]} heads
   * @param {HTMLElement[]} rows
   */
  function grid(label, heads, rows) {
    return MJ.make(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
      MJ.make(
        "table",
        { class: "matches" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            heads.map((text) => MJ.make("th", { scope: "col" }, text)),
          ),
        ),
        MJ.make("tbody", {}, rows),
      ),
    );
  }

  /** @param {number} value */
  const shantenText = (value) => MJ.figure("shanten", value);
  /**
   * @param {Record<string, number>} tiles
   * @param {((code: string) => void) | null} pick
   */
  const effective = (tiles, pick) => (Object.keys(tiles).length ? MJ.effectiveTiles(tiles, pick) : "");

  /**
   * The cards of a study. `moves`: what the page does, draw(tile, discarded) and discard(tile).
   * `fan`: what a complete hand counts, as its last tile came; else null.
   * @param {HandStudy} study
   * @param {StudyMoves} moves
   * @param {FanShown} fan
   * @returns {HTMLElement[]}
   */
  function cards(study, moves, fan) {
    const parts =
      study.stage === "draw"
        ? [discards(study, moves, fan)]
        : study.stage === "wait"
          ? [wins(study, moves), claims(study)]
          : [additions(study, moves)];
    if (study.forms) parts.push(forms(study, moves));
    return parts.filter((part) => part !== null);
  }

  /**
   * @param {HandStudy} study
   * @param {StudyMoves} moves
   */
  function forms(study, moves) {
    /** @param {string} code */
    const draw = (code) => moves.draw(code);
    const pick = study.stage === "wait" ? draw : null;
    return card(
      MJ.t("formsTitle"),
      grid(
        MJ.t("formsTitle"),
        [MJ.t("form"), MJ.t("column_shanten"), MJ.t("effectiveTiles")],
        (study.forms ?? []).map((form) =>
          MJ.make(
            "tr",
            {},
            cell(MJ.term([form.chinese, form.english])),
            number(shantenText(form.dead ? MJ.NEVER : form.shanten)),
            cell(form.shanten >= 0 && !form.dead ? effective(form.effective, pick) : ""),
          ),
        ),
      ),
    );
  }

  /**
   * A line that says why the choice, and not the best of the others.
   * @param {Reason | null | undefined} reason
   */
  function why(reason) {
    return reason ? MJ.make("p", { class: "why" }, MJ.whyParts(reason, null)) : null;
  }

  /**
   * The best discards of the network, beside those of another tactic.
   * @param {DrawStudy} study
   */
  function network(study) {
    const quick = study.which_discard;
    if (!quick || study.tactic === "which_discard") return null;
    const best = quick.discards.map((one) =>
      MJ.make("span", {}, MJ.action(one.action, null), " " + MJ.figure("probability", one.probability)),
    );
    return MJ.make(
      "p",
      { class: "quiet network" },
      MJ.make("b", {}, MJ.t("networkLikes")),
      " ",
      MJ.listed(best),
    );
  }

  /**
   * The table that the figures assume.
   * @param {DrawStudy["table"]} options
   */
  function tableAssumed({ own_draws_left: count, known }) {
    return MJ.make(
      "p",
      { class: "quiet small" },
      MJ.t("drawsLeft", { count }),
      known ? null : MJ.t("averageTable"),
    );
  }

  /**
   * What a discard leaves: the waits, if it is ready then, and the button that plays it.
   * @param {WaitRow[] | undefined} waits
   * @param {StudyMoves} moves
   * @param {string} discard
   * @param {HTMLElement} button
   */
  function leaves(waits, moves, discard, button) {
    if (!waits) return button;
    return MJ.make(
      "div",
      {},
      MJ.make(
        "div",
        { class: "reason" },
        MJ.make("h3", {}, MJ.t("waitsFor")),
        MJ.waits.list(waits, (code) => moves.draw(code, discard)),
      ),
      button,
    );
  }

  /**
   * @param {DrawStudy} study
   * @param {StudyMoves} moves
   * @param {FanShown} fan
   */
  function discards(study, moves, fan) {
    if (fan !== null && fan.error !== undefined) return null;
    // `fan` says whether the hand wins; the study takes its last tile as drawn.
    const rows = study.actions.filter((row) => row.action !== "HU");
    const choice = fan !== null && fan.enough ? null : rows[0].action;
    /** @param {Candidate} row */
    const discarded = (row) => (row.action.startsWith("PLAY ") ? row.action.slice(5) : "");
    /**
     * @param {string} tile
     * @param {WaitRow[] | undefined} waits
     */
    const afterDiscard = function (tile, waits) {
      const text = MJ.t("discardThis", { tile: MJ.tileName(tile) });
      const onclick = () => moves.discard(tile);
      const button = MJ.make(
        "button",
        { type: "button", class: "then", "data-discard": tile, onclick },
        text,
      );
      return leaves(waits, moves, tile, button);
    };
    const table = [
      MJ.candidates(rows, {
        choice,
        offered: null,
        tactic: study.tactic,
        pick: (row) => (discarded(row) ? (code) => moves.draw(code, discarded(row)) : null),
        more: (row) => (discarded(row) ? afterDiscard(discarded(row), study.waits[row.action]) : null),
      }),
      tableAssumed(study.table),
      MJ.make("p", { class: "quiet small" }, MJ.t("drawHint")),
    ];
    if (fan !== null && choice === null) {
      const drawn = fan.flags.includes("self-drawn");
      return card(
        MJ.t("won", { fan: fan.fan }),
        MJ.make("p", {}, MJ.fan.paid(fan)),
        drawn ? MJ.make("details", {}, MJ.make("summary", {}, MJ.t("notDeclared")), table) : null,
      );
    }
    const few = fan && MJ.make("p", {}, MJ.t("onlyFan", { fan: fan.fan }));
    const plays = MJ.make(
      "p",
      { class: "plays" },
      MJ.t("tacticPlays", { tactic: study.tactic }) + " ",
      MJ.action(choice ?? "", null),
    );
    return card(
      MJ.t("discardTitle"),
      few,
      plays,
      choice === study.choice ? why(study.reason) : null,
      network(study),
      ...table,
    );
  }

  /** @param {{ fans: FanCount[] }} win */
  const fans = (win) =>
    MJ.listed(
      win.fans.map(([name, , value, times]) => MJ.make("span", {}, MJ.fanName(name), " " + value * times)),
    );
  /** @param {WinCount} win */
  const winText = (win) => [
    MJ.make(
      "strong",
      { class: win.enough ? null : "too-few" },
      MJ.t(win.enough ? "fanAndPoints" : "tooFew", { fan: win.fan, points: win.points }),
    ),
    MJ.make("div", { class: "small quiet" }, fans(win)),
  ];

  /**
   * @param {WaitStudy} study
   * @param {StudyMoves} moves
   */
  function wins(study, moves) {
    if (!study.wins.length) return null;
    return card(
      MJ.t("winsTitle"),
      grid(
        MJ.t("winsTitle"),
        [MJ.t("tile"), MJ.t("copiesLeft"), MJ.t("onDiscard"), MJ.t("selfDrawn")],
        study.wins.map((row) =>
          MJ.make(
            "tr",
            {},
            cell(MJ.inlineTiles([row.tile], null, moves.draw)),
            number(String(row.left)),
            cell(winText(row.on_discard)),
            cell(winText(row.self_drawn)),
          ),
        ),
      ),
    );
  }

  /** @param {WaitStudy} study */
  function claims(study) {
    if (!study.claims.length)
      return card(MJ.t("claimsTitle"), MJ.make("p", { class: "quiet" }, MJ.t("noClaims")));
    // Where there are expected points, the column "value" adds nothing.
    const given = ["win_chance", "expected_score", "value"].filter((key) =>
      study.claims.some((row) => key in row),
    );
    const keys = given.includes("expected_score") ? given.filter((key) => key !== "value") : given;
    const heads = [
      MJ.t("tile"),
      MJ.t("canBe"),
      MJ.t("does", { tactic: study.tactic }),
      MJ.t("claimedShanten"),
      ...keys.map((key) => MJ.t("claimPass", { column: MJ.columnHead(key) })),
    ];
    const rows = study.claims.map((row) =>
      MJ.make(
        "tr",
        { class: row.choice === "PASS" ? "" : "choice" },
        cell(MJ.inlineTiles([row.tile], [row.left])),
        cell(row.can.map((kind) => MJ.t("do" + kind)).join(MJ.t("comma"))),
        cell(MJ.action(row.choice, row.tile)),
        number(row.claimed_shanten === null ? "" : shantenText(row.claimed_shanten)),
        keys.map((key) =>
          number([row[key], row["pass_" + key]].map((value) => MJ.figure(key, value) || "–").join(" / ")),
        ),
      ),
    );
    return card(
      MJ.t("claimsTitle"),
      grid(MJ.t("claimsTitle"), heads, rows),
      MJ.make("p", { class: "quiet small" }, MJ.t("onlyBefore")),
      study.claims.some(
        (row) => row.choice === "HU" && Number(row.pass_expected_score) > Number(row.expected_score),
      )
        ? MJ.make("p", { class: "quiet small" }, MJ.t("passUnsure"))
        : null,
    );
  }

  /**
   * @param {ShortStudy} study
   * @param {StudyMoves} moves
   */
  function additions(study, moves) {
    const rows = study.additions
      .slice(0, 14)
      .map((row) =>
        MJ.make(
          "tr",
          {},
          cell(MJ.inlineTiles([row.tile], null, moves.draw)),
          number(String(row.left)),
          number(shantenText(row.shanten)),
          cell(effective(row.effective, null)),
        ),
      );
    return card(
      MJ.t("shortTitle"),
      grid(
        MJ.t("shortTitle"),
        [MJ.t("tile"), MJ.t("copiesLeft"), MJ.t("column_shanten"), MJ.t("effectiveTiles")],
        rows,
      ),
    );
  }

  return { card, cards, fans, grid };
})();
