// The page of a hand: the question is in the address, so that it can be kept and shared.
(function () {
  /** @type {PageChoices & { notation: HandRules }} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  MJ.handEditor.setUp(data.notation);
  const $ = MJ.element;
  const EXAMPLE = "3467m 2345p 34588s 6z",
    WINDS = "ESWN";
  // How the last tile of a complete hand was obtained if the address does not say it.
  const DRAWN = ["self-drawn"];
  const JUDGE = "judge";
  let /** @type {HandStudy | null} */ study = null,
    wrong = "",
    /** @type {FanShown} */
    fan = null,
    /** @type {string[]} */
    flags = DRAWN,
    won = "",
    /** @type {"judge" | "mahjonggb"} */
    calculator = JUDGE,
    asked = 0;

  // -- the address -------------------------------------------------------------------------------------

  // The question in the fields as an address, without the default values.
  function address() {
    const query = new URLSearchParams();
    /**
     * @param {string} key
     * @param {string} value
     * @param {string} usual
     */
    const say = (key, value, usual) => value !== usual && query.set(key, value);
    say("hand", $("hand").value.trim(), "");
    say("seen", $("seen").value.trim(), "");
    say("seat", WINDS[Number($("seat").value)], "E");
    say("wind", WINDS[Number($("wind").value)], "E");
    say("turn", $("turn").value, "");
    say("tactic", $("tactic").value, data.tactic);
    say("tile", won, "");
    say("flags", flags.join(","), DRAWN.join(","));
    say("calculator", calculator, JUDGE);
    const text = query.toString().replace(/%2C/g, ",").replace(/%5B/g, "[").replace(/%5D/g, "]");
    return location.pathname + (text ? "?" + text : "");
  }

  // Puts the address into the fields.
  function readAddress() {
    const query = new URLSearchParams(location.search);
    /** @param {string} key */
    const wind = (key) => String(Math.max(0, WINDS.indexOf((query.get(key) || "E").toUpperCase())));
    $("seen").value = query.get("seen") || "";
    $("seat").value = wind("seat");
    $("wind").value = wind("wind");
    const [turn, tactic, tile] = ["turn", "tactic", "tile"].map((key) => query.get(key) ?? "");
    $("turn").value = /^\d{1,2}$/.test(turn) ? turn : "";
    $("tactic").value = data.tactics.includes(tactic) ? tactic : data.tactic;
    flags = query.get("flags")?.split(",").filter(Boolean) ?? DRAWN;
    won = MJ.isCode(tile) ? tile : "";
    calculator = query.get("calculator") === "mahjonggb" ? "mahjonggb" : JUDGE;
    MJ.handEditor.write(query.get("hand") || "");
  }

  function keepAddress() {
    const wanted = address();
    if (wanted !== location.pathname + location.search) history.pushState(null, "", wanted);
  }

  // -- asking --------------------------------------------------------------------------------------

  /**
   * @template {"/api/v1/analyze" | "/api/v1/fan"} Path
   * @param {Path} path
   * @param {Exchanges[Path][0]} question
   * @returns {Promise<Reply<Exchanges[Path][1]>>}
   */
  async function post(path, question) {
    try {
      return await MJ.ask(path, question);
    } catch {
      return { error: MJ.t("noAnswer") };
    }
  }

  const handAndSeat = () => ({
    hand: $("hand").value,
    seat: Number($("seat").value),
    wind: Number($("wind").value),
  });

  // A new question by the person: it gets an address, and the page scrolls to its answer.
  function ask() {
    keepAddress();
    return answer(true);
  }

  /** @param {boolean} show */
  async function answer(show) {
    const number = ++asked;
    const turn = $("turn").value === "" ? null : Number($("turn").value);
    $("study").setAttribute("aria-busy", "true");
    const said = await post("/api/v1/analyze", {
      ...handAndSeat(),
      seen: $("seen").value,
      turn,
      tactic: $("tactic").value,
    });
    if (number !== asked) return;
    fan = null;
    if (said.error === undefined) {
      study = said;
      wrong = "";
      if (study.win) await askFan(number, study);
    } else {
      study = null;
      wrong =
        said.column && said.place !== "hand"
          ? MJ.refusal(said.place ?? "") + MJ.t("colon") + said.error
          : said.error;
      if (said.column && said.place === "hand") {
        // A column is a character, of which the field counts some as two.
        const signs = [...$("hand").value];
        /** @param {number} column */
        const before = (column) => signs.slice(0, column - 1).join("").length;
        $("hand").focus();
        $("hand").setSelectionRange(before(said.column), before(said.column + 1));
      }
    }
    if (number !== asked) return;
    drawStudy();
    if (show && study) bringIntoView();
  }

  /**
   * @param {number} number of the question
   * @param {DrawStudy} study
   */
  async function askFan(number, study) {
    const said = await post("/api/v1/fan", { ...handAndSeat(), tile: wonTile(study), flags, calculator });
    if (number === asked) fan = said;
  }

  /** @param {DrawStudy} study */
  const wonTile = (study) => (MJ.handEditor.codes().includes(won) ? won : study.drawn);

  /**
   * @param {string[]} nextFlags
   * @param {string} tile
   * @param {"judge" | "mahjonggb"} [next]
   */
  async function refan(nextFlags, tile, next = calculator) {
    if (study?.stage !== "draw") return;
    flags = nextFlags;
    calculator = next;
    won = tile === study.drawn ? "" : tile;
    keepAddress();
    $("study").setAttribute("aria-busy", "true");
    const number = ++asked;
    const used = document.activeElement?.closest("#flags") ? document.activeElement : null;
    await askFan(number, study);
    if (number !== asked) return;
    drawStudy();
    // The control that was used has been redrawn: focus its replacement.
    if (used === null) return;
    const value = used instanceof HTMLInputElement ? used.value : "";
    if (!MJ.focusIn($("study"), '#flags [value="' + value + '"]:not(option)')) $("won").focus();
  }

  // On a phone the answer lies below the keyboard and the palette.
  function bringIntoView() {
    const top = $("study").getBoundingClientRect().top;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (top > window.innerHeight * 0.6 || top < 0)
      $("study").scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }

  // -- going on from the answer ------------------------------------------------------------------------

  /** @type {StudyMoves} */
  const moves = {
    // Draw a tile; with 14 in hand one is discarded first, which everybody sees.
    draw: function (code, discarded) {
      const text = MJ.handEditor.drawn(code, discarded || null);
      if (discarded) seen(discarded);
      if ($("turn").value !== "" && study?.stage !== "short")
        $("turn").value = String(Math.min(21, Number($("turn").value) + 1));
      go(text);
    },
    discard: function (code) {
      const text = MJ.handEditor.discarded(code);
      seen(code);
      go(text);
    },
  };

  /** @param {string} code */
  const seen = (code) => {
    $("seen").value = ($("seen").value + " " + code).trim();
  };

  /** @param {string} text */
  function go(text) {
    won = "";
    MJ.handEditor.write(text);
    ask();
  }

  // -- the page ---------------------------------------------------------------------------------------

  function drawStudy() {
    $("study").removeAttribute("aria-busy");
    $("error").hidden = wrong === "";
    $("error").textContent = wrong;
    $("hand").setAttribute("aria-invalid", String(wrong !== ""));
    if (study === null) return $("study").replaceChildren();
    const tiles = [...new Set(study.tiles)];
    const complete = study.win ? [MJ.fan.card({ flags, tile: wonTile(study) }, fan, tiles, refan)] : [];
    return $("study").replaceChildren(...complete, ...MJ.study.cards(study, moves, fan));
  }

  function drawFields() {
    const kind = $("kind").value || "TILE";
    $("kind").replaceChildren(
      ...["TILE", "CHI", "PENG", "GANG", "CONCEALED"].map((value) =>
        MJ.make("option", { value }, MJ.t("as" + value)),
      ),
    );
    $("kind").value = kind;
    for (const id of /** @type {("seat" | "wind")[]} */ (["seat", "wind"])) {
      const value = $(id).value || "0";
      $(id).replaceChildren(
        ...[0, 1, 2, 3].map((seat) => MJ.make("option", { value: seat }, MJ.seatName(seat))),
      );
      $(id).value = value;
    }
    /** @param {string} text */
    const start = function (text) {
      $("hand").value = text;
      won = "";
      flags = DRAWN;
      MJ.handEditor.changed();
    };
    $("buttons").replaceChildren(
      MJ.make("button", { type: "submit", class: "main", id: "submit" }, MJ.t("analyse")),
      MJ.make("button", { type: "button", onclick: () => start("") }, MJ.t("clear")),
      MJ.make(
        "button",
        {
          type: "button",
          id: "example",
          onclick: function () {
            start(EXAMPLE);
            ask();
          },
        },
        MJ.t("example"),
      ),
    );
  }

  function redraw() {
    drawFields();
    MJ.handEditor.drawPalette();
    MJ.handEditor.changed();
    drawStudy();
  }

  function show() {
    readAddress();
    if ($("hand").value) answer(true);
    else {
      asked++;
      study = null;
      wrong = "";
      drawStudy();
    }
  }

  $("hand").addEventListener("input", MJ.handEditor.changed);
  $("ask").addEventListener("submit", function (event) {
    event.preventDefault();
    ask();
  });
  for (const id of ["seat", "wind"]) $(id).addEventListener("change", () => study && study.win && ask());
  $("tactic").replaceChildren(...data.tactics.map((name) => MJ.make("option", { value: name }, name)));
  window.addEventListener("popstate", show);
  MJ.start(function () {
    $("nav-analyze").setAttribute("aria-current", "page");
    MJ.switches(redraw);
    redraw();
    show();
  });
})();
