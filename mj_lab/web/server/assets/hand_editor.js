// A hand as it is typed or clicked together: its text in any notation, its tiles as buttons, the palette.
MJ.handEditor = (function () {
  const $ = MJ.element;
  const MOST = 14;
  /** @type {ReturnType<typeof MJ.handText>} */
  let hands;

  /**
   * The tables of the notations (`hand_rules`), once, before anything else.
   * @param {HandRules} rules
   */
  function setUp(rules) {
    hands = MJ.handText(rules);
  }

  const reading = () => hands.read($("hand").value);
  /** @param {Pick<HandReading, "tiles" | "melds">} options */
  const size = ({ tiles, melds }) => tiles.length + 3 * melds.length;

  /**
   * Puts a reading into the field, in the notation that it has. Of 14 tiles the last was drawn.
   * @param {HandReading} said
   */
  function put(said) {
    $("hand").value = hands.write(said, size(said) === MOST && said.tiles.length > 0);
    changed();
  }

  /** @param {string} code */
  function add(code) {
    const said = reading(),
      kind = $("kind").value;
    $("kind").value = "TILE";
    const meld = kind === "TILE" ? null : hands.meld(kind, code, said.notation);
    const next =
      kind === "TILE"
        ? { ...said, tiles: [...said.tiles, code] }
        : meld && { ...said, melds: [...said.melds, meld] };
    if (next && fits(next)) put(next);
    else changed();
  }

  /**
   * Whether a hand has at most 14 tiles, melds counted as three, and at most four of each.
   * @param {HandReading} said
   */
  function fits(said) {
    const all = [...said.tiles, ...said.melds.flatMap((meld) => meld.codes)];
    return (
      size(said) <= MOST &&
      said.melds.length <= 4 &&
      all.every((code) => all.filter((other) => other === code).length <= 4)
    );
  }

  /**
   * @template T
   * @param {T[]} list
   * @param {number} index
   * @returns {T[]}
   */
  const without = (list, index) => list.filter((_, other) => other !== index);

  /**
   * @param {"tiles" | "flowers" | "melds"} key
   * @param {number} index
   */
  function remove(key, index) {
    const said = reading();
    if (key === "melds") put({ ...said, melds: without(said.melds, index) });
    else put({ ...said, [key]: without(said[key], index) });
  }

  /**
   * @param {string} name
   * @param {string} classes
   * @param {HTMLElement | HTMLElement[]} pictures
   * @param {"tiles" | "flowers" | "melds"} key
   * @param {number} index
   */
  function removable(name, classes, pictures, key, index) {
    const label = MJ.t("removeTile", { tile: name });
    return MJ.make(
      "li",
      {},
      MJ.make(
        "button",
        {
          type: "button",
          class: "tile-button" + classes,
          "aria-label": label,
          "data-title": label,
          onclick: () => remove(key, index),
        },
        pictures,
      ),
    );
  }

  function drawWritten() {
    const said = reading();
    const items = /** @type {("tiles" | "flowers")[]} */ (["tiles", "flowers"]).flatMap((key) =>
      said[key].map((code, index) => removable(MJ.tileName(code), "", picture(code), key, index)),
    );
    items.splice(said.tiles.length, 0, ...said.melds.map(meldItem));
    $("written").replaceChildren(
      items.length
        ? MJ.make("ul", { class: "tiles", "aria-label": MJ.t("handField") }, items)
        : MJ.make("p", { class: "quiet" }, MJ.t("handEmpty")),
      said.rest ? MJ.make("span", { class: "unread", title: MJ.t("handUnread") }, said.rest) : "",
      MJ.make("span", { class: "quiet small" }, MJ.t("handCount", { count: size(said) })),
    );
  }

  /**
   * @param {MeldText} meld
   * @param {number} index
   */
  function meldItem(meld, index) {
    const pictures = meld.codes.map((code, at) =>
      picture(meld.concealed && (at === 0 || at === 3) ? null : code),
    );
    return removable(meld.text, " meld-button", pictures, "melds", index);
  }

  /**
   * The picture of a tile in a button; hidden from screen readers, as the button has the name.
   * @param {string | null} code
   */
  function picture(code) {
    const tile = MJ.tile(code);
    tile.removeAttribute("data-title");
    const svg = tile.querySelector("svg");
    svg?.removeAttribute("role");
    svg?.removeAttribute("aria-label");
    svg?.setAttribute("aria-hidden", "true");
    return tile;
  }

  function drawPalette() {
    const rows = ["W", "B", "T", "FJ"].map((letters) =>
      MJ.make(
        "div",
        { class: "palette-row" },
        MJ.CODES.filter((code) => letters.includes(code[0])).map(function (code) {
          const name = MJ.t("addTile", { tile: MJ.tileName(code) });
          return MJ.make(
            "button",
            {
              type: "button",
              class: "tile-button",
              "data-code": code,
              "aria-label": name,
              "data-title": name,
              onclick: () => add(code),
            },
            picture(code),
          );
        }),
      ),
    );
    $("palette").replaceChildren(...rows);
  }

  function changed() {
    drawWritten();
    const full = size(reading()) >= MOST;
    for (const button of $("palette").querySelectorAll("button"))
      button.setAttribute("aria-disabled", String(full));
  }

  // -- changing the hand from the study -------------------------------------------------------------------

  const codes = () => reading().tiles;

  /** @param {string} text */
  function write(text) {
    $("hand").value = text;
    changed();
  }

  /**
   * The text after a draw, and after a discard before it if one is named.
   * @param {string} code
   * @param {string | null} discard
   */
  function drawn(code, discard) {
    const said = reading(),
      left = discard ? less(said.tiles, discard) : said.tiles;
    return hands.write({ ...said, tiles: [...left, code] }, true);
  }

  /**
   * Without one copy of a tile; the one written last stays last.
   * @param {string[]} tiles
   * @param {string} code
   */
  const less = (tiles, code) => (tiles.includes(code) ? without(tiles, tiles.lastIndexOf(code)) : tiles);

  /** @param {string} code */
  function discarded(code) {
    const said = reading();
    return hands.write({ ...said, tiles: less(said.tiles, code) }, false);
  }

  return { setUp, codes, write, drawn, discarded, drawPalette, changed, picture };
})();
