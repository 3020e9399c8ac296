"use strict";
// What all pages share: making elements, the two languages, the theme. Text goes in as text only.
const MJ = {};

/**
 * The element with this id. It must be in the page's template.
 * @template {string} Id
 * @param {Id} id
 * @returns {PageElement<Id>}
 */
MJ.element = (id) => /** @type {PageElement<Id>} */ (document.getElementById(id));

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child|Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
MJ.make = function (tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = String(value);
    else if (name.startsWith("on"))
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {SvgAttributes} attributes
 * @param {...Node|string} children
 * @returns {SVGElementTagNameMap[K]}
 */
MJ.vector = function (tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
};

/** @type {Record<string, string>} */
MJ.ICONS = {
  first: "M6 5V19M18 5L9 12L18 19",
  back: "M15 5L8 12L15 19",
  play: "M8 5L18 12L8 19Z",
  pause: "M9 5V19M16 5V19",
  next: "M9 5L16 12L9 19",
  last: "M18 5V19M6 5L15 12L6 19",
  backJump: "M19 5L12 12L19 19M10 5L3 12L10 19",
  nextJump: "M5 5L12 12L5 19M14 5L21 12L14 19",
  more: "M9 6L15 12L9 18",
  sun: "M12 8A4 4 0 1 1 12 16A4 4 0 1 1 12 8M12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4M17.6 17.6L19 19M19 5L17.6 6.4M6.4 17.6L5 19",
  moon: "M20 14A8.5 8.5 0 1 1 10 4A7 7 0 0 0 20 14Z",
  globe: "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M3 12H21M12 3Q7 8 7 12T12 21Q17 16 17 12T12 3",
  remove: "M6 6L18 18M18 6L6 18",
  digits: "M6 3H18V21H6ZM10 9L12.5 7.5V15.5",
};

/** @param {string} name */
MJ.icon = function (name) {
  return MJ.vector(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    MJ.vector("path", { d: MJ.ICONS[name] }),
  );
};

/**
 * @param {string | null} icon
 * @param {string} key
 * @param {() => void} action
 * @param {boolean} [showText]
 */
MJ.button = function (icon, key, action, showText) {
  const text = MJ.t(key);
  return MJ.make(
    "button",
    { type: "button", "aria-label": showText ? null : text, title: text, onclick: action },
    icon ? MJ.icon(icon) : null,
    showText ? text : null,
  );
};

/**
 * A choice that was stored before; null if there is none or the browser stores nothing.
 * @param {string} key
 * @returns {string | null}
 */
MJ.recall = function (key) {
  try {
    return localStorage.getItem("mj-" + key);
  } catch {
    return null;
  }
};
/**
 * @param {string} key
 * @param {string} value
 */
MJ.remember = function (key, value) {
  try {
    localStorage.setItem("mj-" + key, value);
  } catch {
    /* It is only forgotten. */
  }
};

/** @returns {Language} as it was chosen, else the browser's */
MJ.firstLanguage = function () {
  const chosen = MJ.recall("language");
  if (chosen === "zh" || chosen === "en") return chosen;
  return (navigator.language || "").toLowerCase().startsWith("zh") ? "zh" : "en";
};
/** @type {Language} */
MJ.language = MJ.firstLanguage();

/**
 * Focuses the first element inside another that a selector finds, if there is one.
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {FocusOptions} [options]
 * @returns {boolean} whether there is one
 */
MJ.focusIn = function (parent, selector, options) {
  const found = parent.querySelector(selector);
  if (!(found instanceof HTMLElement)) return false;
  found.focus(options);
  return true;
};

/**
 * Moves the focus to the next (1) or the previous (-1) of the elements that a selector finds; the first
 * follows the last.
 * @param {string} selector
 * @param {number} step
 */
MJ.focusNext = function (selector, step) {
  /** @type {HTMLElement[]} */
  const all = [...document.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
  if (!all.length) return;
  const focused = all.findIndex((element) => element === document.activeElement);
  const next = focused < 0 ? (step > 0 ? 0 : all.length - 1) : (focused + step + all.length) % all.length;
  all[next].focus();
};

/**
 * Whether a key press is for an input field or the browser, so that no shortcut of the page applies.
 * @param {KeyboardEvent} event
 * @param {string} [fields]
 */
MJ.isTyping = (event, fields = "input, select, textarea") =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(fields) !== null);

/**
 * The text with this key in the chosen language, with each {name} replaced from `values`.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
MJ.t = function (key, values) {
  const both = MJ.TEXTS[key];
  const text = both === undefined ? key : both[MJ.language === "zh" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    values && name in values ? String(values[name]) : whole,
  );
};

/**
 * Of a pair of names [Chinese, English] the one in the chosen language, and both with that one first.
 * @param {NamePair} pair
 */
MJ.name = (pair) => (MJ.language === "zh" ? pair[0] : pair[1]);
/** @param {NamePair} pair */
MJ.names = (pair) =>
  pair[0] === pair[1] ? pair[0] : MJ.language === "zh" ? pair[0] + " " + pair[1] : pair[1] + " " + pair[0];

/**
 * A name in the language chosen, and in the other one where a pointer rests on it.
 * @param {NamePair} pair
 */
MJ.term = (pair) =>
  MJ.make(
    "span",
    { class: "term", title: pair[0] === pair[1] ? null : MJ.language === "zh" ? pair[1] : pair[0] },
    MJ.name(pair),
  );

/**
 * Elements separated by commas.
 * @param {Child[]} elements
 * @returns {Child[]}
 */
MJ.listed = (elements) =>
  elements.flatMap((element, index) => (index ? [MJ.t("comma"), element] : [element]));

/** @param {number} seat */
MJ.seatName = (seat) => MJ.t("wind" + seat);

/**
 * The address of another page; a site of files has addresses of its own.
 * @param {string} path
 * @returns {string}
 */
MJ.at = (path) => path;

/**
 * Where a record at the server is played on from a decision of a seat (mj_lab/explain/review/replay/again.py).
 * @param {string} record
 * @param {number} seat
 * @param {number} turn
 */
MJ.againLink = (record, seat, turn) =>
  MJ.at("/play?" + new URLSearchParams({ record, seat: String(seat), turn: String(turn) }));

/**
 * What a match is called. kept: when it was `saved`, in seconds, and of a hand at a table which, `table`.
 * @param {string} id
 * @param {(MatchNaming | null)} [kept]
 */
MJ.matchName = function (id, kept) {
  if (!kept || !kept.table) return id;
  const day = new Date((kept.saved ?? 0) * 1000);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const time =
    day.getFullYear() +
    "-" +
    two(day.getMonth() + 1) +
    "-" +
    two(day.getDate()) +
    " " +
    two(day.getHours()) +
    ":" +
    two(day.getMinutes());
  return MJ.t(kept.table.instead ? "tableHandInstead" : kept.table.again ? "tableHandAgain" : "tableHand", {
    time,
    number: kept.table.number,
  });
};

/**
 * What a player is called: a person at a table who gave no name is "a person".
 * @param {string} name
 */
MJ.playerName = (name) => (name === "human" ? MJ.t("aPersonHere") : name);

MJ.localize = function () {
  const generator = document.querySelector('meta[name="generator"]')?.getAttribute("content") ?? "";
  const title = "title_" + generator.split(" ").pop();
  if (title in MJ.TEXTS) document.title = MJ.t(title);
  document.documentElement.lang = MJ.language === "zh" ? "zh-Hans" : "en";
  for (const element of document.querySelectorAll("[data-t]"))
    element.textContent = MJ.t(element.getAttribute("data-t") ?? "");
  for (const element of document.querySelectorAll("[data-t-label]"))
    element.setAttribute("aria-label", MJ.t(element.getAttribute("data-t-label") ?? ""));
};

MJ.systemDark = window.matchMedia("(prefers-color-scheme: dark)");
MJ.theme = function () {
  const chosen = MJ.recall("theme");
  return chosen === "dark" || chosen === "light" ? chosen : MJ.systemDark.matches ? "dark" : "light";
};
MJ.applyTheme = () => document.documentElement.setAttribute("data-theme", MJ.theme());
MJ.applyTheme();

// Small figures in the corners of tiles: as chosen, else on unless the page is Chinese.
MJ.digits = function () {
  const chosen = MJ.recall("digits");
  return chosen === "on" || chosen === "off" ? chosen : MJ.language === "zh" ? "off" : "on";
};
/** @param {string} [wanted] */
MJ.applyDigits = (wanted) => document.documentElement.setAttribute("data-digits", wanted || MJ.digits());

/**
 * The switches in the header; `redraw` is called when the language changed.
 * @param {() => void} redraw
 */
MJ.switches = function (redraw) {
  const bar = MJ.element("switches");
  const draw = function () {
    const dark = MJ.theme() === "dark";
    const language = MJ.make(
      "button",
      {
        type: "button",
        id: "language",
        lang: MJ.language === "zh" ? "en" : "zh-Hans",
        onclick: turnLanguage,
      },
      MJ.icon("globe"),
      MJ.language === "zh" ? "English" : "中文",
    );
    const theme = MJ.button(dark ? "sun" : "moon", dark ? "light" : "dark", turnTheme);
    theme.id = "theme";
    const digits = MJ.button("digits", "digits", turnDigits);
    digits.id = "digits";
    digits.setAttribute("aria-pressed", String(document.documentElement.dataset.digits === "on"));
    bar.replaceChildren(language, digits, theme);
  };
  const turnLanguage = function () {
    MJ.language = MJ.language === "zh" ? "en" : "zh";
    MJ.remember("language", MJ.language);
    MJ.localize();
    if (MJ.recall("digits") === null) MJ.applyDigits();
    draw();
    MJ.element("language").focus();
    redraw();
  };
  const turnTheme = function () {
    MJ.remember("theme", MJ.theme() === "dark" ? "light" : "dark");
    // The switch has to work also where the browser stores nothing.
    const wanted = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.setAttribute("data-theme", wanted);
    draw();
    MJ.element("theme").focus();
  };
  const turnDigits = function () {
    const wanted = document.documentElement.dataset.digits === "on" ? "off" : "on";
    MJ.remember("digits", wanted);
    MJ.applyDigits(wanted);
    draw();
    MJ.element("digits").focus();
  };
  MJ.applyDigits();
  MJ.systemDark.addEventListener("change", function () {
    MJ.applyTheme();
    draw();
  });
  MJ.localize();
  draw();
};

// The served pages visited before this one in this tab; a "Back" link leads to the last, with the part
// after its # (a table, a step). In a new tab the link stays as it is.
MJ.wayBack = function () {
  const MOST = 20;
  /** @returns {string[]} */
  const known = function () {
    try {
      return JSON.parse(sessionStorage.getItem("mj-way") ?? "null") || [];
    } catch {
      return [];
    }
  };
  /** @param {string[]} way */
  const keep = function (way) {
    try {
      sessionStorage.setItem("mj-way", JSON.stringify(way));
    } catch {
      /* Then there is none. */
    }
  };
  function arrived() {
    const way = known(),
      here = way.findIndex((address) => new URL(address).pathname === location.pathname);
    const before = here < 0 ? way.slice(-MOST) : way.slice(0, here);
    keep([...before, location.href]);
    if (!before.length) return;
    for (const link of document.querySelectorAll('a[data-t="back"]'))
      link.setAttribute("href", before[before.length - 1]);
  }
  window.addEventListener("pageshow", arrived);
  window.addEventListener("pagehide", () => keep([...known().slice(0, -1), location.href]));
};
if (location.protocol.startsWith("http")) MJ.wayBack();

/**
 * Names of routes and fans, from the page's data (mj_lab/core/pages/page.py, labels).
 * @type {Labels}
 */
MJ.LABELS = { routes: {}, fans: {}, rules: {}, rules_at: "" };

// The data that stands in the page, as JSON.
MJ.pageData = () => JSON.parse(MJ.element("data").text);

/**
 * The data of a page that shows a record: a "replay", a "review", or two games "beside" each other. Null
 * if there is none; the page then says why. The site replaces this function, as its pages load their
 * data from the worker.
 * @type {LoadRecord}
 */
MJ.loadRecord = async (_kind) => MJ.pageData();

/**
 * Draws the page once the Chinese font is loaded: text that is laid out earlier would keep wrong sizes.
 * @param {() => void} draw
 */
MJ.start = function (draw) {
  const font = document.fonts ? document.fonts.load('16px "MJ CJK"', "\u4e2d") : Promise.resolve();
  font.then(draw, draw);
};
