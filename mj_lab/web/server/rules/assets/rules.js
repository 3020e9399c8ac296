// The page of the fans: found as players say them, in pinyin, in English and by value; each has an address.
(function () {
  /** @type {{ labels: Labels, fans: RuleOfFan[] }} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  const BOTZONE = 6;
  let noted = 0;
  /** @param {RuleOfFan} fan */
  const english = (fan) => MJ.LABELS.fans[fan.name];
  /** @param {string} text */
  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/[\s'-]/g, "")
      .replaceAll("honour", "honor");

  /**
   * Whether a text spells syllables from the first on, each in full or by its first letters.
   * @param {string} text
   * @param {string[]} syllables
   * @returns {boolean}
   */
  function spells(text, [syllable = "", ...after]) {
    if (text === "") return true;
    for (let length = syllable.length; length > 0; length--)
      if (text.startsWith(syllable.slice(0, length)) && spells(text.slice(length), after)) return true;
    return false;
  }

  /**
   * @param {RuleOfFan} fan
   * @param {string} text a plain one
   */
  function isMeant(fan, text) {
    const points = text.match(/^(\d+)(番|分|fan|points?)?$/);
    if (points) return fan.value === Number(points[1]);
    if ([english(fan), ...fan.calls].some((name) => plain(name).includes(text))) return true;
    // Within a name pinyin begins with a whole syllable, so that a letter or two do not find all fans.
    return fan.pinyin.some((name) =>
      name
        .split(" ")
        .some((syllable, at, all) => (at === 0 || text.startsWith(syllable)) && spells(text, all.slice(at))),
    );
  }

  /**
   * Whether what was asked is a whole name of the fan.
   * @param {RuleOfFan} fan
   */
  const isNamed = (fan) =>
    [english(fan), ...fan.calls, ...fan.pinyin].some((name) => plain(name) === plain($("find").value));

  function wanted() {
    const text = plain($("find").value),
      value = $("value").value;
    return data.fans.filter(
      (fan) => (value === "" || String(fan.value) === value) && (text === "" || isMeant(fan, text)),
    );
  }

  /**
   * @param {(string | null)[]} codes
   * @param {string} label
   */
  const tiles = (codes, label) =>
    MJ.tileList(
      codes.map((code) => MJ.tile(code, "", "", "li")),
      label,
    );

  /** @param {RuleOfFan} fan */
  function example(fan) {
    const melds = fan.melds.map(([codes, concealed]) =>
      tiles(
        codes.map((code, index) => (concealed && (index === 0 || index === 3) ? null : code)),
        MJ.t(concealed ? "meldConcealed" : "rulesMeld"),
      ),
    );
    return MJ.make(
      "div",
      { class: "example" },
      melds,
      fan.flowers.length ? tiles(fan.flowers, MJ.fanLabel("花牌")) : null,
      tiles(fan.tiles, MJ.t("handField")),
      tiles([fan.tile], MJ.t("wonWithTile")),
    );
  }

  /** @param {RuleOfFan} fan */
  function counted(fan) {
    const how = [
      MJ.t(fan.drawn ? "wonDraw" : "wonDiscard"),
      ...fan.won.filter((word) => word !== "self-drawn").map((word) => MJ.t("won_" + word)),
    ];
    const fans = fan.fans.map(([name, , value, times]) =>
      MJ.make("span", {}, name === fan.name ? MJ.fanLabel(name) : MJ.fanName(name), " " + value * times),
    );
    return MJ.make(
      "p",
      { class: "small quiet" },
      MJ.t("rulesExample") +
        " " +
        MJ.t("fanTotal", { fan: fan.fan }) +
        MJ.t("inBrackets", { name: how.join(MJ.t("comma")) }) +
        MJ.t("colon"),
      MJ.listed(fans),
      fan.enough ? null : MJ.t("clause") + MJ.t("notAlone"),
    );
  }

  /** @param {RuleOfFan} fan */
  function alsoCalled(fan) {
    const names = fan.calls.slice(1).filter((name) => /[a-z]/.test(name) === (MJ.language === "en"));
    const text = MJ.t("alsoCalled", { names: names.join(MJ.t("comma")) });
    return names.length ? MJ.make("p", { class: "small quiet" }, text) : null;
  }

  /** @param {RuleOfFan} fan */
  function entry(fan) {
    /** @type {NamePair} */
    const pair = [fan.name, english(fan)];
    return MJ.make(
      "article",
      { class: "card fan-entry", tabindex: "-1", id: MJ.fanSlug(english(fan)) },
      MJ.make(
        "h3",
        {},
        MJ.make("span", {}, MJ.name(pair)),
        MJ.make(
          "span",
          { class: "quiet", lang: MJ.language === "zh" ? "en" : "zh-Hans" },
          MJ.language === "zh" ? pair[1] : pair[0],
        ),
        MJ.make("span", { class: "badge" }, MJ.t("fanTotal", { fan: fan.value })),
      ),
      MJ.make("p", {}, MJ.fanRule(fan.name)),
      alsoCalled(fan),
      example(fan),
      counted(fan),
      fan.excludes.length
        ? MJ.make(
            "p",
            { class: "small" },
            MJ.t("rulesExcludes") + MJ.t("colon"),
            MJ.listed(fan.excludes.map((name) => MJ.fanName(name))),
          )
        : null,
    );
  }

  function draw() {
    const shown = wanted(),
      values = [...new Set(shown.map((fan) => fan.value))];
    $("count").textContent = shown.length
      ? MJ.t("rulesCount", { count: shown.length, all: data.fans.length })
      : MJ.t("rulesNone");
    $("fans-list").replaceChildren(
      ...values.map((value) =>
        MJ.make(
          "section",
          { class: "fan-group", "aria-label": MJ.t("fanTotal", { fan: value }) },
          MJ.make("h2", {}, MJ.t("fanTotal", { fan: value })),
          shown.filter((fan) => fan.value === value).map(entry),
        ),
      ),
    );
  }

  function redraw() {
    const chosen = $("value").value;
    const values = [...new Set(data.fans.map((fan) => fan.value))];
    $("value").replaceChildren(
      ...["", ...values].map((value) =>
        MJ.make(
          "option",
          { value, selected: String(value) === chosen },
          value === "" ? MJ.t("rulesAll") : String(value),
        ),
      ),
    );
    $("botzone").replaceChildren(
      ...Array.from({ length: BOTZONE }, (_, index) => MJ.make("li", {}, MJ.t("botzone" + index))),
    );
    draw();
  }

  // The fan that the address names, also where it was filtered away; or those that a search found.
  function show() {
    clearTimeout(noted);
    const search = location.hash.match(/^#find=(.*)/);
    if (search) {
      $("find").value = decodeURIComponent(search[1]);
      $("value").value = "";
      draw();
    }
    const found = search ? wanted() : [];
    const one = found.length > 1 ? found.find(isNamed) : found[0];
    const id = search ? one && MJ.fanSlug(english(one)) : location.hash.slice(1);
    if (!id) return;
    if (!document.getElementById(id)) {
      $("find").value = $("value").value = "";
      draw();
    }
    const card = document.getElementById(id);
    if (!card?.matches(".fan-entry")) return;
    for (const other of document.querySelectorAll(".fan-entry.named")) other.classList.remove("named");
    card.classList.add("named");
    card.scrollIntoView();
    card.focus({ preventScroll: true });
  }

  // Who follows a link from a fan and comes back finds what was searched. Browsers complain about too many
  // changes of an address: it waits until the typing pauses.
  function noteSearch() {
    const text = $("find").value.trim();
    history.replaceState(
      null,
      "",
      location.pathname + location.search + (text && "#find=" + encodeURIComponent(text)),
    );
  }

  $("find").addEventListener("input", function () {
    draw();
    clearTimeout(noted);
    noted = setTimeout(noteSearch, 300);
  });
  $("value").addEventListener("change", draw);
  // A link to the fan that the address already names fires no hashchange.
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a.fan")) setTimeout(show, 0);
  });
  window.addEventListener("hashchange", show);
  MJ.start(function () {
    $("nav-rules").setAttribute("aria-current", "page");
    MJ.switches(redraw);
    redraw();
    show();
  });
})();
