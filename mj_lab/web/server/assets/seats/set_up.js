// Setting a table up: opponents, seats, length and pace, claims and coach before the first hand.
/** @param {TableChoices} data */
MJ.playSetUp = function (data) {
  const $ = MJ.element;
  /** @type {Record<string, number>} */
  const PACES = { slow: 1.6, usual: 0.8, fast: 0.3 };
  const SEATS = [1, 2, 3, 4];
  /** @type {ScoreRow[]} */
  let scores = [];

  /**
   * The value of a field, or `usual` if there is no such field or it is empty.
   * @param {string} id
   * @param {string | number} usual
   */
  function now(id, usual) {
    const field = document.getElementById(id);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    return (isField && field.value) || String(usual);
  }
  const others = () => [2, 3, 4].map((number) => now("seat-" + number, MJ.levelOfLast(data.levels)));
  const withFriends = () => others().includes("human");

  /**
   * @param {string} id
   * @param {[string | number, string][]} values
   * @param {string | number} chosen
   */
  function options(id, values, chosen) {
    $(id).replaceChildren(
      ...values.map(([value, text]) =>
        MJ.make("option", { value, selected: String(value) === String(chosen) }, text),
      ),
    );
  }

  /**
   * The players for a seat: the levels, a friend, and all others under "more".
   * @param {string} kept
   */
  function occupants(kept) {
    /** @param {string[]} options */
    const option = ([value, text]) => MJ.make("option", { value, selected: value === kept }, text);
    const levels = data.levels.map(({ tactic }) => [
      tactic,
      MJ.levelName(data.levels, tactic) + " · " + MJ.botTitle(data.bots, tactic),
    ]);
    const more = [
      ...data.tactics
        .filter((name) => !MJ.levelName(data.levels, name))
        .map((name) => [name, MJ.botTitle(data.bots, name)]),
      ...data.programs.map((name) => ["program:" + name, name]),
    ];
    // Friends come by a link to a server.
    const friend = data.reach ? [["human", MJ.t("aFriend")]] : [];
    const others = MJ.make("optgroup", { label: MJ.t("more") }, more.map(option));
    return [...[...levels, ...friend].map(option), others];
  }

  /** @param {number} number */
  function seat(number) {
    const id = "seat-" + number,
      kept = number === 1 ? "you" : now(id, MJ.levelOfLast(data.levels));
    const values = number === 1 ? [MJ.make("option", { value: "you" }, MJ.t("you"))] : occupants(kept);
    const name = "name-" + number,
      label = MJ.t("nameOf", { number });
    const usual = number === 1 ? MJ.recall("name") || "" : "";
    return MJ.make(
      "div",
      { class: "field" },
      MJ.make("label", { for: id }, MJ.t("seatLabel", { number })),
      MJ.make(
        "select",
        {
          id,
          onchange: () => {
            draw();
            $(id).focus();
          },
        },
        values,
      ),
      ["you", "human"].includes(kept)
        ? MJ.make("input", {
            type: "text",
            id: name,
            maxlength: 24,
            value: now(name, usual),
            placeholder: MJ.t("nameField"),
            "aria-label": label,
            autocomplete: "off",
          })
        : null,
    );
  }

  /** @param {string} tactic */
  function chooseLevel(tactic) {
    for (const number of [2, 3, 4])
      if ($(`seat-${number}`).value !== "human") $(`seat-${number}`).value = tactic;
    draw();
    MJ.focusIn(document, '#levels [value="' + tactic + '"]');
  }

  function draw() {
    const chosen = {
      hands: now("hands", 1),
      lot: now("lot", "yes"),
      pace: now("pace", "usual"),
      clock: now("clock", 0),
      claims: now("claims-first", $("claims-first").options.length ? "" : MJ.recall("claims") || ""),
      coach: now("coach-first", MJ.recall("coach") || "off"),
    };
    $("seats").replaceChildren(...SEATS.map(seat));
    const bots = [...new Set(others().filter((one) => one !== "human"))];
    MJ.levelCards($("levels"), data.levels, bots.length === 1 ? bots[0] : null, chooseLevel);
    options(
      "hands",
      [1, 4, 16].map((count) => [count, MJ.t("hands" + count)]),
      chosen.hands,
    );
    options(
      "lot",
      [
        ["yes", MJ.t("seatsDrawn")],
        ["no", MJ.t("seatsListed")],
      ],
      chosen.lot,
    );
    options(
      "pace",
      Object.keys(PACES).map((name) => [name, MJ.t("pace_" + name)]),
      chosen.pace,
    );
    options(
      "clock",
      [0, 10, 20, 60].map((seconds) => [
        seconds,
        seconds ? MJ.t("clockSeconds", { seconds }) : MJ.t("clock0"),
      ]),
      chosen.clock,
    );
    options(
      "claims-first",
      ["", "hand"].map((until) => [until, MJ.t("claimsFirst_" + until)]),
      chosen.claims,
    );
    options(
      "coach-first",
      ["off", "after", "before"].map((mode) => [mode, MJ.t("coach_" + mode)]),
      chosen.coach,
    );
    $("coach-first").disabled = withFriends();
    $("set-up-note").textContent = MJ.t(withFriends() ? "setUpFriends" : "setUpLater");
    $("score").hidden = !scores.length;
    $("score").replaceChildren(...(scores.length ? MJ.duplicateScores(scores) : []));
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const players = SEATS.map((number) => $(`seat-${number}`).value).map((value) =>
      value === "you" ? "human" : value,
    );
    const clock = Number($("clock").value);
    const names = SEATS.map((number) => now("name-" + number, "").trim());
    MJ.remember("name", names[0]);
    MJ.remember("claims", $("claims-first").value);
    if (!withFriends()) MJ.remember("coach", $("coach-first").value);
    /** @type {HTMLInputElement | null} */
    const level = document.querySelector("#levels input:checked");
    if (level !== null) MJ.remember("level", level.value);
    const wrong = await MJ.setUpTable({
      players,
      names,
      lot: $("lot").value === "yes",
      hands: Number($("hands").value),
      pace: PACES[$("pace").value],
      clock: clock || null,
    });
    $("set-up-error").hidden = !wrong;
    $("set-up-error").textContent = wrong || "";
  }

  $("set-up").hidden = false;
  $("set-up-form").addEventListener("submit", submit);
  MJ.switches(draw);
  draw();
  MJ.ask("/api/score")
    .then((said) => {
      scores = said.error === undefined ? said.scores : [];
      draw();
    })
    .catch(() => {
      /* There is none to show. */
    });
};
