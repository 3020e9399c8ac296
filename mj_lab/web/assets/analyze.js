// A hand, typed or clicked together, and its study.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  MJ.LABELS = data.labels;
  const $ = (id) => document.getElementById(id);
  const EXAMPLE = "W123 B4567 T88 F11 J233";
  let study = null, wrong = "";

  // -- the hand that is being put together -------------------------------------------------------

  // The concealed tiles of a text with their places, as far as it can be read; melds are left alone.
  function written(text) {
    const tiles = [];
    let letter = "", depth = 0;
    for (let place = 0; place < text.length; place++) {
      const char = text[place].toUpperCase();
      if (char === "[") depth++;
      else if (char === "]") depth = Math.max(0, depth - 1);
      else if (depth === 0 && "WBTFJ".includes(char)) letter = char;
      else if (depth === 0 && letter && MJ.isCode(letter + char)) tiles.push({ code: letter + char, place });
      else if (char !== " ") letter = "";
    }
    return tiles;
  }

  const meldsOf = (text) => text.match(/\[[^\]]*\]/g) || [];

  // A text for tiles in order, suit by suit; the one added last stays last, for it was drawn.
  function compose(codes, melds) {
    const order = codes.slice().sort((one, two) => MJ.CODES.indexOf(one) - MJ.CODES.indexOf(two));
    let text = "";
    for (const code of order) text += text && text.lastIndexOf(code[0]) > text.lastIndexOf(" ") ? code[1] : (text ? " " : "") + code;
    return [text, ...melds].filter(Boolean).join(" ");
  }

  // A meld of a tile as a text; of a chow it is the lowest. Null if there is none.
  function meldText(kind, code) {
    const number = Number(code[1]);
    if (kind === "CHI") return "WBT".includes(code[0]) && number <= 7 ? "[" + code + (number + 1) + (number + 2) + "]" : null;
    return "[" + code[0] + code[1].repeat(kind === "PENG" ? 3 : 4) + (kind === "CONCEALED" ? " concealed" : "") + "]";
  }

  // The tiles of a meld's text, as far as it names them.
  const meldCodes = (meld) => written(meld.slice(1, -1).replace(/[A-Za-z]{2,}/g, " ")).map((tile) => tile.code);

  function add(code) {
    const text = $("hand").value;
    const codes = written(text).map((tile) => tile.code);
    const melds = meldsOf(text);
    const kind = $("kind").value;
    if (kind !== "TILE") {
      const meld = meldText(kind, code);
      if (meld !== null) melds.push(meld);
      if (meld !== null && fits(codes, melds)) $("hand").value = compose(codes, melds);
      $("kind").value = "TILE";
      return changed();
    }
    if (!fits([...codes, code], melds)) return;
    const whole = 13 - 3 * melds.length;
    // The last of 14 is the drawn one: it is written apart.
    $("hand").value = codes.length === whole ? compose(codes, []) + " " + code + melds.map((meld) => " " + meld).join("") : compose([...codes, code], melds);
    changed();
  }

  // Whether a hand has at most 14 tiles, melds counted as three, and at most four of each.
  function fits(codes, melds) {
    const all = [...codes, ...melds.flatMap(meldCodes)];
    return codes.length + 3 * melds.length <= 14 && all.every((code) => all.filter((other) => other === code).length <= 4);
  }

  function removeMeld(gone) {
    const text = $("hand").value;
    $("hand").value = compose(written(text).map((tile) => tile.code), meldsOf(text).filter((meld, place) => place !== gone));
    changed();
  }

  function remove(place) {
    const text = $("hand").value;
    const codes = written(text).filter((tile) => tile.place !== place).map((tile) => tile.code);
    $("hand").value = compose(codes, meldsOf(text));
    changed();
  }

  function drawWritten() {
    const tiles = written($("hand").value);
    const melds = meldsOf($("hand").value);
    const buttons = tiles.map(function (tile) {
      const name = MJ.t("removeTile", { tile: MJ.tileName(tile.code) });
      const button = MJ.make("button", { type: "button", class: "tile-button", "aria-label": name, title: name, onclick: () => remove(tile.place) }, picture(tile.code));
      return MJ.make("li", {}, button);
    });
    const count = tiles.length + 3 * melds.length;
    $("written").replaceChildren(
      tiles.length || melds.length ? MJ.make("ul", { class: "tiles", "aria-label": MJ.t("handField") }, buttons, melds.map(meldButton)) : MJ.make("p", { class: "quiet" }, MJ.t("handEmpty")),
      MJ.make("span", { class: "quiet small" }, MJ.t("handCount", { count })));
  }

  function meldButton(meld, place) {
    const codes = meldCodes(meld);
    const concealed = /concealed|closed|暗/i.test(meld);
    const name = MJ.t("removeTile", { tile: meld });
    const pictures = codes.map((code, at) => picture(concealed && (at === 0 || at === 3) ? null : code));
    return MJ.make("li", {}, MJ.make("button", { type: "button", class: "tile-button meld-button", "aria-label": name, title: name, onclick: () => removeMeld(place) }, codes.length > 1 ? pictures : meld));
  }

  // The picture in a button, whose name the button says.
  function picture(code) {
    const tile = MJ.tile(code);
    tile.removeAttribute("title");
    const svg = tile.querySelector("svg");
    svg.removeAttribute("role");
    svg.removeAttribute("aria-label");
    svg.setAttribute("aria-hidden", "true");
    return tile;
  }

  function drawPalette() {
    const rows = ["W", "B", "T", "FJ"].map((letters) => MJ.make("div", { class: "palette-row" }, MJ.CODES.filter((code) => letters.includes(code[0])).map(function (code) {
      const name = MJ.t("addTile", { tile: MJ.tileName(code) });
      return MJ.make("button", { type: "button", class: "tile-button", "data-code": code, "aria-label": name, title: name, onclick: () => add(code) }, picture(code));
    })));
    $("palette").replaceChildren(...rows);
  }

  function changed() {
    drawWritten();
    const tiles = written($("hand").value).length + 3 * meldsOf($("hand").value).length;
    for (const button of $("palette").querySelectorAll("button")) button.setAttribute("aria-disabled", String(tiles >= 14));
  }

  // -- asking --------------------------------------------------------------------------------------

  async function ask() {
    const turn = $("turn").value === "" ? null : Number($("turn").value);
    const question = { hand: $("hand").value, seen: $("seen").value, seat: Number($("seat").value), wind: Number($("wind").value), turn, tactic: $("tactic").value };
    try {
      const answer = await fetch("/api/analyze", { method: "POST", body: JSON.stringify(question), headers: { "content-type": "application/json" } });
      const said = await answer.json();
      study = said.error ? null : said;
      wrong = said.error || "";
      if (said.column) {
        $("hand").focus();
        $("hand").setSelectionRange(said.column - 1, said.column);
      }
    } catch (error) {
      study = null;
      wrong = MJ.t("noAnswer");
    }
    drawStudy();
  }

  // -- the study --------------------------------------------------------------------------------------

  const card = (title, ...content) => MJ.make("section", { class: "card" }, MJ.make("h2", {}, title), ...content);
  const cell = (...content) => MJ.make("td", {}, ...content);
  const number = (text) => MJ.make("td", { class: "number" }, text);

  function grid(heads, rows) {
    return MJ.make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": MJ.t("study") }, MJ.make("table", { class: "matches" },
      MJ.make("thead", {}, MJ.make("tr", {}, heads.map((text) => MJ.make("th", { scope: "col" }, text)))), MJ.make("tbody", {}, rows)));
  }

  const shantenText = (value) => MJ.figure("shanten", value);
  const effective = (tiles) => (Object.keys(tiles).length ? MJ.effectiveTiles(tiles) : "");

  function drawStudy() {
    $("error").hidden = wrong === "";
    $("error").textContent = wrong;
    $("hand").setAttribute("aria-invalid", String(wrong !== ""));
    if (study === null) return $("study").replaceChildren();
    const parts = { draw: [discards], wait: [wins, claims], short: [additions] }[study.stage].map((part) => part());
    if (study.forms) parts.push(forms());
    return $("study").replaceChildren(...parts.filter((part) => part !== null));
  }

  function forms() {
    return card(MJ.t("formsTitle"), grid([MJ.t("form"), MJ.t("column_shanten"), MJ.t("effectiveTiles")],
      study.forms.map((form) => MJ.make("tr", {}, cell(MJ.names([form.chinese, form.english])), number(shantenText(form.shanten)), cell(form.shanten >= 0 ? effective(form.effective) : "")))));
  }

  function discards() {
    const parts = [MJ.make("p", { class: "plays" }, MJ.t("tacticPlays", { tactic: study.tactic }) + " ", MJ.action(study.choice, null))];
    if (study.win) parts.push(MJ.make("p", {}, MJ.make("span", { class: "badge" + (study.win.enough ? "" : " differs") }, MJ.t(study.win.enough ? "winNow" : "tooFew", { fan: study.win.fan })), " ", fans(study.win)));
    return card(MJ.t("discardTitle"), ...parts, MJ.candidates(study.actions, { choice: study.choice, offered: null, tactic: study.tactic }));
  }

  const fans = (win) => win.fans.map(([name, , value, times]) => MJ.fanName(name) + " " + value * times).join(MJ.t("comma"));
  const winText = (win) => [MJ.make("strong", {}, MJ.t(win.enough ? "fanTotal" : "tooFew", { fan: win.fan })), MJ.make("div", { class: "small quiet" }, fans(win))];

  function wins() {
    if (!study.wins.length) return null;
    return card(MJ.t("winsTitle"), grid([MJ.t("tile"), MJ.t("copiesLeft"), MJ.t("onDiscard"), MJ.t("selfDrawn")],
      study.wins.map((row) => MJ.make("tr", {}, cell(MJ.inlineTiles([row.tile])), number(String(row.left)), cell(winText(row.on_discard)), cell(winText(row.self_drawn))))));
  }

  function claims() {
    if (!study.claims.length) return card(MJ.t("claimsTitle"), MJ.make("p", { class: "quiet" }, MJ.t("noClaims")));
    // A value says no more than a score does.
    const told = ["win_chance", "expected_score", "value"].filter((key) => study.claims.some((row) => key in row));
    const keys = told.includes("expected_score") ? told.filter((key) => key !== "value") : told;
    const heads = [MJ.t("tile"), MJ.t("canBe"), MJ.t("does", { tactic: study.tactic }), MJ.t("claimedShanten"), ...keys.map((key) => MJ.t("claimPass", { column: MJ.columnHead(key) }))];
    const rows = study.claims.map((row) => MJ.make("tr", { class: row.choice === "PASS" ? "" : "choice" }, cell(MJ.inlineTiles([row.tile], [row.left])), cell(row.can.map((kind) => MJ.t("do" + kind)).join(MJ.t("comma"))),
      cell(MJ.action(row.choice, row.tile)), number(row.claimed_shanten === null ? "" : shantenText(row.claimed_shanten)), keys.map((key) => number([row[key], row["pass_" + key]].map((value) => MJ.figure(key, value) || "–").join(" / ")))));
    return card(MJ.t("claimsTitle"), grid(heads, rows), MJ.make("p", { class: "quiet small" }, MJ.t("onlyBefore")));
  }

  function additions() {
    const rows = study.additions.slice(0, 14).map((row) => MJ.make("tr", {}, cell(MJ.inlineTiles([row.tile])), number(String(row.left)), number(shantenText(row.shanten)), cell(effective(row.effective))));
    return card(MJ.t("shortTitle"), grid([MJ.t("tile"), MJ.t("copiesLeft"), MJ.t("column_shanten"), MJ.t("effectiveTiles")], rows));
  }

  // -- the page ---------------------------------------------------------------------------------------

  function drawFields() {
    const kind = $("kind").value || "TILE";
    $("kind").replaceChildren(...["TILE", "CHI", "PENG", "GANG", "CONCEALED"].map((value) => MJ.make("option", { value }, MJ.t("as" + value))));
    $("kind").value = kind;
    for (const id of ["seat", "wind"]) {
      const value = $(id).value || "0";
      $(id).replaceChildren(...[0, 1, 2, 3].map((seat) => MJ.make("option", { value: seat }, MJ.seatName(seat))));
      $(id).value = value;
    }
    $("buttons").replaceChildren(
      MJ.make("button", { type: "submit", class: "main", id: "submit" }, MJ.t("analyse")),
      MJ.make("button", { type: "button", onclick: function () { $("hand").value = ""; changed(); } }, MJ.t("clear")),
      MJ.make("button", { type: "button", id: "example", onclick: function () { $("hand").value = EXAMPLE; changed(); ask(); } }, MJ.t("example")));
  }

  function redraw() {
    drawFields();
    drawPalette();
    changed();
    drawStudy();
  }

  $("hand").addEventListener("input", changed);
  $("ask").addEventListener("submit", function (event) { event.preventDefault(); ask(); });
  $("tactic").replaceChildren(...data.tactics.map((name) => MJ.make("option", { value: name }, name)));
  $("tactic").value = data.tactic;
  MJ.start(function () {
    $("nav-analyze").setAttribute("aria-current", "page");
    MJ.switches(redraw);
    redraw();
  });
})();
