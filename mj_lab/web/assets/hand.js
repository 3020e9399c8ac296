// A hand as it is typed or clicked together: its text, its tiles as buttons, the palette.
MJ.hand = (function () {
  const $ = (id) => document.getElementById(id);

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

  // -- what the study does with it -------------------------------------------------------------------

  const codes = () => written($("hand").value).map((tile) => tile.code);
  const melds = () => meldsOf($("hand").value);

  function write(text) {
    $("hand").value = text;
    changed();
  }

  // Without one copy of a tile; the one written last stays last.
  function without(code) {
    const left = codes();
    const place = left.lastIndexOf(code);
    if (place >= 0) left.splice(place, 1);
    return left;
  }

  // The hand after a draw, and after a discard before it if one is named.
  function drawn(code, discarded) {
    const left = discarded ? without(discarded) : codes();
    return [compose(left, []), code, ...melds()].filter(Boolean).join(" ");
  }

  const discarded = (code) => compose(without(code), melds());

  return { codes, melds, write, drawn, discarded, drawPalette, changed, picture };
})();
