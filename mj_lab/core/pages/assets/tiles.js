// Tiles as pictures with names. A tile is an int as in mj_bot.tiles, or its code on the wire.
/** @type {string[]} */
MJ.CODES = [];
for (const letter of "WBT") for (let number = 1; number <= 9; number++) MJ.CODES.push(letter + number);
for (let number = 1; number <= 4; number++) MJ.CODES.push("F" + number);
for (let number = 1; number <= 3; number++) MJ.CODES.push("J" + number);
for (let number = 1; number <= 8; number++) MJ.CODES.push("H" + number);

// The pictures, as an SVG element with a symbol for each tile. page.py puts it behind the scripts.
MJ.TILE_ART = "";
document.addEventListener("DOMContentLoaded", function () {
  const art = new DOMParser().parseFromString(MJ.TILE_ART, "image/svg+xml").documentElement;
  document.body.prepend(document.importNode(art, true));
});

/**
 * @param {unknown} text
 * @returns {text is string}
 */
MJ.isCode = (text) => typeof text === "string" && MJ.CODES.includes(text);
/**
 * @param {AnyTile} tile
 * @returns {string}
 */
MJ.codeOf = (tile) => (typeof tile === "number" ? MJ.CODES[tile] : tile);

/**
 * @param {AnyTile} tile
 * @returns {string}
 */
MJ.tileName = function (tile) {
  const code = MJ.codeOf(tile);
  const number = Number(code[1]);
  if (MJ.language === "zh") {
    if ("WBT".includes(code[0]))
      return "一二三四五六七八九"[number - 1] + { W: "万", B: "饼", T: "条" }[code[0]];
    const names = { F: "东南西北", J: "中发白", H: "春夏秋冬梅兰竹菊" }[code[0]] ?? "";
    return names[number - 1] + (code[0] === "F" ? "风" : "");
  }
  if ("WBT".includes(code[0])) return number + " of " + { W: "characters", B: "dots", T: "bamboos" }[code[0]];
  if (code[0] === "F") return ["East", "South", "West", "North"][number - 1] + " wind";
  if (code[0] === "J") return ["red", "green", "white"][number - 1] + " dragon";
  return ["spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo flower", "chrysanthemum"][
    number - 1
  ];
};

/**
 * The picture of a tile; null is a tile face down. `more` adds to its name, `classes` to its look.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {AnyTile | null | undefined} tile
 * @param {string} [classes]
 * @param {string} [more]
 * @param {K} [tag]
 */
MJ.tile = function (tile, classes, more, tag) {
  const hidden = tile === null || tile === undefined;
  const name = (hidden ? MJ.t("hidden") : MJ.tileName(tile)) + (more ? MJ.t("clause") + more : "");
  const use = MJ.vector("use", { href: "#tile-" + (hidden ? "back" : MJ.codeOf(tile)) });
  const picture = MJ.vector("svg", { viewBox: "0 0 60 80", role: "img", "aria-label": name }, use);
  return MJ.make(
    tag || "span",
    {
      class: "tile" + (classes ? " " + classes : ""),
      "data-title": hidden ? null : MJ.codeOf(tile) + " " + name,
    },
    picture,
  );
};

/**
 * A list of tiles, for the screen and for screen readers, which count tiles that all lie face down. label: null
 * inside of what says it.
 * @param {HTMLElement[]} tiles
 * @param {string | null} label
 * @param {string} [extraClass]
 */
MJ.tileList = function (tiles, label, extraClass) {
  const list = MJ.make(
    "ul",
    { class: "tiles" + (extraClass ? " " + extraClass : ""), "aria-label": label },
    tiles,
  );
  if (label !== null && tiles.length && tiles.every((tile) => tile.querySelector('[href="#tile-back"]'))) {
    list.setAttribute("role", "img");
    list.setAttribute("aria-label", label + MJ.t("clause") + MJ.t("faceDown", { count: tiles.length }));
    for (const tile of tiles) tile.setAttribute("aria-hidden", "true");
  }
  return list;
};

/**
 * Tiles in a line of text. `counts`: what stands at each, such as copies left; `pick(code)`: what a
 * click on one does.
 * @param {string[]} codes
 * @param {(number | null)[] | null} [counts]
 * @param {((code: string) => void) | null} [pick]
 */
MJ.inlineTiles = function (codes, counts, pick) {
  const tiles = codes.map(function (code, index) {
    const tile = MJ.tile(code, "", counts ? MJ.t("copies", { count: counts[index] }) : "");
    if (pick) return MJ.pickable(tile, code, counts ? counts[index] : null, pick);
    if (counts) tile.append(MJ.make("span", { class: "left", "aria-hidden": "true" }, String(counts[index])));
    return tile;
  });
  return MJ.make("span", { class: "inline-tiles" + (counts ? " with-counts" : "") }, tiles);
};

/**
 * A tile that can be drawn by a click: a button whose name says so.
 * @param {HTMLElement} tile
 * @param {string} code
 * @param {number | null} count
 * @param {(code: string) => void} pick
 */
MJ.pickable = function (tile, code, count, pick) {
  const left = count === null ? "" : MJ.t("clause") + MJ.t("copies", { count });
  const name = MJ.t("drawTile", { tile: MJ.tileName(code) }) + left;
  tile.querySelector("svg")?.setAttribute("aria-hidden", "true");
  tile.removeAttribute("data-title");
  if (count !== null) tile.append(MJ.make("span", { class: "left", "aria-hidden": "true" }, String(count)));
  return MJ.make(
    "button",
    {
      type: "button",
      class: "pick",
      "data-pick": code,
      "aria-label": name,
      "data-title": name,
      onclick: () => pick(code),
    },
    tile,
  );
};

/**
 * An action as on the wire in words and pictures; `offered` is the tile that it may claim.
 * @param {unknown} action
 * @param {(AnyTile | null)} [offered]
 */
MJ.action = function (action, offered) {
  const words = String(action).split(" ");
  const known = ["PASS", "PLAY", "CHI", "PENG", "GANG", "BUGANG", "HU"];
  if (!known.includes(words[0]) || words.slice(1).some((word) => !MJ.isCode(word))) {
    return MJ.make("span", { class: "action" }, MJ.make("code", {}, String(action)));
  }
  const parts = [MJ.make("span", {}, MJ.t("do" + words[0]))];
  const tiles = words.slice(1);
  if (words[0] === "CHI" && tiles.length === 2) {
    const middle = MJ.CODES.indexOf(tiles[0]);
    parts.push(MJ.inlineTiles([MJ.CODES[middle - 1], MJ.CODES[middle], MJ.CODES[middle + 1]]));
  } else if (
    (words[0] === "PENG" || (words[0] === "GANG" && !tiles.length)) &&
    offered !== null &&
    offered !== undefined
  ) {
    parts.push(MJ.inlineTiles([MJ.codeOf(offered)]));
  }
  if (words[0] === "CHI" || words[0] === "PENG")
    parts.push(MJ.make("span", { class: "quiet" }, MJ.t("then")));
  if (tiles.length) parts.push(MJ.inlineTiles([tiles[tiles.length - 1]]));
  return MJ.make("span", { class: "action" }, parts);
};
