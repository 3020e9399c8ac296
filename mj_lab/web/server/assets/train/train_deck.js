// The person's own deck: mistakes come in from a review, the deck goes to a file and back; and what an answer
// costs, played on many times.
MJ.trainDeck = (function () {
  // Continuations that are played without being asked for, and at a further click.
  const MANY = 400;

  /** @param {Promise<Reply<KeepReply>>} asked */
  const answered = (asked) => asked.catch(() => ({ error: MJ.t("noAnswer") }));

  /**
   * Keeps the mistakes that the page's address carries. Returns the line to show; null without any.
   * @returns {Promise<(() => string) | null>}
   */
  async function keep() {
    const hands = MJ.mistakesIn(location.hash);
    if (!hands.length) return null;
    history.replaceState(null, "", location.pathname + location.search);
    let kept = 0,
      all = 0;
    for (const hand of hands) {
      const said = await answered(MJ.ask("/api/train/keep", hand));
      if (said.error !== undefined) return () => said.error;
      kept += said.kept;
      all = said.all;
    }
    return () => MJ.t("deckKept", { kept, all });
  }

  /**
   * The buttons that write the deck to a file and load one. loaded(line): called with what came of it.
   * @param {(line: () => string) => void} loaded
   */
  function files(loaded) {
    async function write() {
      const said = await MJ.ask("/api/train/export", {});
      if (said.error !== undefined) return;
      const address = URL.createObjectURL(new Blob([said.text], { type: "application/jsonl" }));
      MJ.make("a", { href: address, download: "mj_bot-mistakes.jsonl" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 0);
    }
    /** @param {Event} event */
    async function load({ target }) {
      const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
      if (file === undefined) return;
      const said = await MJ.ask("/api/train/import", file).catch(() => ({ error: MJ.t("noAnswer") }));
      if (said.error !== undefined) return loaded(() => said.error);
      const { kept, all, damaged, fault } = said;
      return loaded(
        () =>
          MJ.t("deckKept", { kept, all }) +
          (damaged ? MJ.t("deckDamaged", { damaged, fault: MJ.refusal(fault ?? "") }) : ""),
      );
    }
    const input = MJ.make("input", {
      type: "file",
      id: "deck-import",
      class: "away",
      accept: ".jsonl,.json,.txt",
      onchange: load,
    });
    return MJ.make(
      "p",
      { class: "buttons" },
      MJ.make("button", { type: "button", id: "deck-export", onclick: write }, MJ.t("deckExport")),
      MJ.make("label", { class: "button" }, input, " ", MJ.make("span", {}, MJ.t("deckImport"))),
    );
  }

  /**
   * What an answer to a question costs: it and the best are played on in the same worlds, a part with each
   * request, until there are many or the page goes on.
   * @param {string} id
   * @param {string} action
   * @param {number | null} offered
   */
  function played(id, action, offered) {
    const place = MJ.make("section", { class: "played-on" }),
      line = MJ.make("p", { class: "cost", role: "status" });
    let wanted = MANY,
      left = false,
      /** @type {AnswerCost | null} */
      cost = null,
      /** @type {string | null} */
      error = null;
    const isOver = () => error !== null || (cost !== null && cost.worlds >= wanted);

    function words() {
      if (error !== null) return error;
      if (cost === null) return MJ.t("costBegins");
      const { worlds, points, clear } = cost,
        figures = { worlds, points: Math.abs(points).toFixed(1), error: cost.error.toFixed(1) };
      if (clear) return MJ.t(points > 0 ? "costIs" : "costGains", figures);
      const signed = (points < 0 ? "\u2212" : "") + figures.points;
      return MJ.t("costIs", { ...figures, points: signed }) + MJ.t("costNone");
    }

    function draw() {
      const bar = MJ.make("progress", {
        max: wanted,
        value: cost?.worlds ?? 0,
        "aria-label": MJ.t("costTitle"),
      });
      const more = MJ.make(
        "button",
        {
          type: "button",
          class: "cost-more",
          onclick: () => {
            wanted += MANY;
            run();
          },
        },
        MJ.t("costMore", { count: MANY }),
      );
      // Busy: only the result is read out.
      line.setAttribute("aria-busy", String(!isOver()));
      line.replaceChildren(...(error === null ? [MJ.action(action, offered), " "] : []), words());
      place.replaceChildren(
        MJ.make("h3", {}, MJ.t("costTitle")),
        line,
        MJ.make("p", { class: "quiet small" }, MJ.t("costHow")),
        ...(error !== null ? [] : isOver() ? [more] : [bar]),
      );
      place.dataset.over = String(isOver());
    }

    async function run() {
      while (!left && !isOver()) {
        draw();
        const said = await MJ.ask("/api/train/cost", { id, action, worlds: cost?.worlds ?? 0 }).catch(() => ({
          error: MJ.t("noAnswer"),
        }));
        if (said.error !== undefined) error = said.error;
        else ({ cost } = said);
      }
      if (!left) draw();
    }

    run();
    return {
      place,
      draw,
      leave: () => {
        left = true;
      },
    };
  }

  /**
   * The button that takes a question out of the deck. dropped(): called once it is.
   * @param {string} id
   * @param {() => void} dropped
   */
  function drop(id, dropped) {
    const place = MJ.make("p", { class: "drop-own", role: "status" });
    async function ask() {
      /** @type {Reply<{ all: number }>} */
      const said = await MJ.ask("/api/train/drop", { id }).catch(() => ({ error: MJ.t("noAnswer") }));
      place.replaceChildren(said.error ?? MJ.t("deckDropped", said));
      if (said.error === undefined) dropped();
    }
    place.append(MJ.make("button", { type: "button", onclick: ask }, MJ.t("deckDrop")));
    return place;
  }

  return { keep, files, played, drop };
})();
