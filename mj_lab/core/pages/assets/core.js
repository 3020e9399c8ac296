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
 * Text from elsewhere as it is read: a character that turns the direction of those around it is named.
 * @param {string} text
 */
MJ.plain = (text) =>
  text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => "[U+" + char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + "]",
  );

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
    else if (name === "title" || name === "aria-label") element.setAttribute(name, MJ.plain(String(value)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined)
      element.append(typeof child === "string" ? MJ.plain(child) : child);
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
  element.append(...children.map((child) => (typeof child === "string" ? MJ.plain(child) : child)));
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
  // 中 as a picture: an English page needs no Chinese font.
  chinese: "M4 7H20V16H4ZM12 2V22",
  digits: "M6 3H18V21H6ZM10 9L12.5 7.5V15.5",
};

// What is told where a pointer rests: as a title that always stands there, screen readers say it once more.
document.addEventListener("pointerover", function ({ target }) {
  for (const left of document.querySelectorAll("[data-title][title]")) left.removeAttribute("title");
  const rested = target instanceof Element ? target.closest("[data-title]") : null;
  rested?.setAttribute("title", rested.getAttribute("data-title") ?? "");
});

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
    { type: "button", "aria-label": showText ? null : text, "data-title": text, onclick: action },
    icon ? MJ.icon(icon) : null,
    showText ? text : null,
  );
};

// What a tab holds from page to page. Where site data is blocked its name holds it: there is nothing to be
// spoilt by a page that opened this one under a name.
MJ.tabStorage = (function () {
  const MARK = "mj ";
  /** @returns {Record<string, string>} */
  const held = function () {
    try {
      return window.name.startsWith(MARK) ? JSON.parse(window.name.slice(MARK.length)) : {};
    } catch {
      return {};
    }
  };
  /** @param {Record<string, string>} texts */
  const hold = (texts) => {
    window.name = MARK + JSON.stringify(texts);
  };
  try {
    sessionStorage.getItem(MARK);
    return sessionStorage;
  } catch {
    return {
      /** @param {string} key */
      getItem: (key) => held()[key] ?? null,
      /** @param {string} key @param {string} text */
      setItem: (key, text) => hold({ ...held(), [key]: text }),
      /** @param {string} key */
      removeItem: (key) => hold({ ...held(), [key]: "null" }),
    };
  }
})();

/**
 * What this tab holds under a key; null if there is nothing.
 * @param {string} key
 * @returns {any}
 */
MJ.inTab = function (key) {
  try {
    return JSON.parse(MJ.tabStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
};
/**
 * Whether there is room for it.
 * @param {string} key
 * @param {unknown} value null: it is forgotten
 */
MJ.keepInTab = function (key, value) {
  try {
    if (value === null) MJ.tabStorage.removeItem(key);
    else MJ.tabStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/**
 * A choice that was stored before; null if there is none.
 * @param {string} key
 * @returns {string | null}
 */
MJ.recall = function (key) {
  try {
    return localStorage.getItem("mj-" + key);
  } catch {
    return MJ.inTab("mj-" + key);
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
    MJ.keepInTab("mj-" + key, value);
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

// Whether it is a finger that points: no text may ask it for a key or to drag a file.
MJ.isTouched = window.matchMedia("(pointer: coarse)").matches;

/**
 * The text with this key in the chosen language, with each {name} replaced from `values`.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
MJ.t = function (key, values) {
  const both = (MJ.isTouched && MJ.TEXTS[key + "_touch"]) || MJ.TEXTS[key];
  const text = both === undefined ? key : both[MJ.language === "zh" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    values && name in values ? MJ.plain(String(values[name])) : whole,
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
 * @param {number} points
 * @param {number} [digits]
 */
MJ.signed = (points, digits) =>
  (points > 0 ? "+" : points < 0 ? "\u2212" : "") + Math.abs(points).toFixed(digits || 0);

/**
 * The day and the minute in the reader's time zone.
 * @param {number} seconds since 1970
 */
MJ.date = function (seconds) {
  const day = new Date(seconds * 1000),
    two = /** @param {number} number */ (number) => String(number).padStart(2, "0");
  const date = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())].join("-");
  return date + " " + two(day.getHours()) + ":" + two(day.getMinutes());
};

/**
 * The reader's own player among these names, as chosen before, the newest choice first; -1 if none. A reader
 * who sat at tables here and chose nobody is the only person of a match.
 * @param {string[]} names
 */
MJ.ownPlayer = function (names) {
  const isAlone = names.filter((name) => name === "human").length === 1 && MJ.recall("my-tables") !== null;
  const mine = MJ.ownNames().find((name) => names.includes(name)) ?? (isAlone ? "human" : undefined);
  return mine === undefined ? -1 : names.indexOf(mine);
};
/** @returns {string[]} */
MJ.ownNames = function () {
  try {
    const names = JSON.parse(MJ.recall("own") ?? "[]");
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
};
/**
 * @param {string} name
 * @param {boolean} isOwn
 */
MJ.rememberOwn = function (name, isOwn) {
  const others = MJ.ownNames().filter((other) => other !== name);
  MJ.remember("own", JSON.stringify((isOwn ? [name, ...others] : others).slice(0, 20)));
};

/**
 * Buttons that choose the reader's own player; the choice is remembered. Pressed again a button takes it back.
 * @param {string[]} names
 * @param {() => void} changed
 */
MJ.ownPicker = function (names, changed) {
  const own = MJ.ownPlayer(names);
  const buttons = names.map((name, index) =>
    MJ.make(
      "button",
      {
        type: "button",
        "aria-pressed": String(index === own),
        onclick: function () {
          MJ.rememberOwn(name, index !== own);
          changed();
        },
      },
      MJ.named(MJ.playerName(name)),
    ),
  );
  return MJ.make(
    "div",
    { class: "pickers own-picker", role: "group", "aria-label": MJ.t("whoAreYou") },
    MJ.make("span", { class: "quiet" }, MJ.t("whoAreYou")),
    buttons,
  );
};

/**
 * A link to Train that keeps the mistakes of reviewed hands there (`MJ.mistakesIn`); null without any.
 * hands: each with the address of its replay and its answers; those without a grade are no mistakes.
 * @param {{ record: string, answers: (KeptAnswer & { grade: string | null })[] }[]} hands
 * @returns {HTMLElement | null}
 */
MJ.practise = function (hands) {
  const mistakes = hands
    .map(({ record, answers }) => ({ record, answers: answers.filter(({ grade }) => grade !== null) }))
    .filter(({ answers }) => answers.length);
  if (!mistakes.length) return null;
  const kept = mistakes
    .map(({ record, answers }) => [record, ...answers.map(({ seat, turn }) => seat + "-" + turn)].join(" "))
    .join("\n");
  const count = mistakes.reduce((sum, { answers }) => sum + answers.length, 0);
  return MJ.make(
    "a",
    { class: "button practise", href: MJ.at("/train?deck=own") + "#keep=" + encodeURIComponent(kept) },
    count === 1 ? MJ.t("practiseOne") : MJ.t("practise", { count }),
  );
};

/**
 * The mistakes that a link of `MJ.practise` carries.
 * @param {string} hash
 * @returns {{ record: string, answers: KeptAnswer[] }[]}
 */
MJ.mistakesIn = (hash) =>
  hash.startsWith("#keep=")
    ? decodeURIComponent(hash.slice(6))
        .split("\n")
        .map(function (line) {
          const [record, ...places] = line.split(" ");
          return {
            record,
            answers: places.map(function (place) {
              const [seat, turn] = place.split("-").map(Number);
              return { seat, turn };
            }),
          };
        })
    : [];

/**
 * What a match is called. kept: when it was `saved`, in seconds, and of a hand at a table which, `table`.
 * @param {string} id
 * @param {(MatchNaming | null)} [kept]
 */
MJ.matchName = function (id, kept) {
  if (!kept || !kept.table) return MJ.plain(id);
  const time = MJ.date(kept.saved ?? 0);
  return MJ.t(kept.table.instead ? "tableHandInstead" : kept.table.again ? "tableHandAgain" : "tableHand", {
    time,
    number: kept.table.number,
  });
};

/**
 * What a match of several hands is called, with the day it began on.
 * @param {MatchTableData} match
 */
MJ.matchTitle = function ({ name, began, rows, hands }) {
  const called = name.startsWith("table-") ? MJ.t("matchAtTable") : name;
  const title = MJ.t(called ? "matchTitle" : "matchUnnamed", { name: called, count: rows.length, hands });
  return began ? MJ.t("matchBegan", { title, date: MJ.date(began) }) : title;
};

/**
 * The hand of a match as players call it.
 * @param {MatchTableRow} row
 */
MJ.handName = (row) =>
  MJ.t("handOfMatch", { wind: MJ.seatName(row.prevalent_wind), number: (row.hand % 4) + 1 });

/**
 * What a player is called: a person at a table who gave no name is "a person".
 * @param {string} name
 */
MJ.playerName = (name) => (name === "human" ? MJ.t("aPersonHere") : name);
/**
 * A player's name among other words: whatever its script it turns none of them around, and where it is too
 * long to be seen whole, its title is.
 * @param {string} name
 * @param {string} [classes]
 */
MJ.named = (name, classes) => MJ.make("bdi", { class: classes ?? "name", title: name || null }, name);

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
 * The search for a fan in the header: it leads to the page of the fans. None on a page that knows none.
 */
MJ.findFan = function () {
  const field = MJ.make("input", { type: "search", id: "find-fan", maxlength: "60", autocomplete: "off" });
  const search = MJ.make("form", { role: "search", class: "find-fan" }, field);
  search.addEventListener("submit", function (event) {
    event.preventDefault();
    const address = MJ.LABELS.rules_at + "#find=" + encodeURIComponent(field.value.trim());
    // A table stays open, as it does behind a fan's name.
    if (document.body.classList.contains("at-table")) window.open(address, "_blank", "noopener");
    else location.assign(address);
  });
  // The page of the fans has a field of its own.
  const known = MJ.LABELS.rules_at !== "" && document.getElementById("fans-list") === null;
  return { search: known ? search : null, field };
};

/**
 * The switches in the header; `redraw` is called when the language changed.
 * @param {() => void} redraw
 */
MJ.switches = function (redraw) {
  const bar = MJ.element("switches"),
    { search, field } = MJ.findFan();
  const draw = function () {
    const dark = MJ.theme() === "dark";
    const language = MJ.make(
      "button",
      {
        type: "button",
        id: "language",
        lang: MJ.language === "zh" ? "en" : "zh-Hans",
        "aria-label": MJ.language === "zh" ? null : "中文",
        onclick: turnLanguage,
      },
      MJ.icon("globe"),
      MJ.language === "zh" ? "English" : MJ.icon("chinese"),
    );
    const theme = MJ.button(dark ? "sun" : "moon", dark ? "light" : "dark", turnTheme);
    theme.id = "theme";
    const digits = MJ.button("digits", "digits", turnDigits);
    digits.id = "digits";
    digits.setAttribute("aria-pressed", String(document.documentElement.dataset.digits === "on"));
    field.placeholder = MJ.t("findFan");
    field.setAttribute("aria-label", MJ.t("findFan"));
    bar.replaceChildren(...(search === null ? [] : [search]), language, digits, theme);
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

// The first Tab leads past the header; the part after an address's # stays, as it may name a table or a step.
document.addEventListener("click", function (event) {
  if (!(event.target instanceof Element) || event.target.closest(".skip") === null) return;
  event.preventDefault();
  const content = MJ.element("content");
  content.tabIndex = -1;
  content.focus();
});

// The served pages visited before this one in this tab; a "Back" link leads to the last, with the part
// after its # (a table, a step). In a new tab the link stays as it is.
MJ.wayBack = function () {
  const MOST = 20;
  /** @returns {string[]} */
  const known = () =>
    (MJ.inTab("mj-way") ?? []).filter((/** @type {string} */ one) => one.startsWith(location.origin + "/"));
  /** @param {string[]} way */
  const keep = (way) => MJ.keepInTab("mj-way", way);
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
 * Names of routes and fans. mj_lab/core/pages/page.py puts them behind the scripts of all pages.
 * @type {Labels}
 */
MJ.LABELS = { routes: {}, fans: {}, rules: {}, rules_at: "" };

/**
 * Loads the files of a page that may be the next one.
 * @param {string} path
 */
MJ.loadAhead = async function (path) {
  const html = await (await fetch(MJ.at(path))).text();
  for (const [, file] of html.matchAll(/(?:href|src)="([^"]*files\/[^"]+)"/g)) await fetch(file);
};

// The data that stands in the page, as JSON; its labels are added to those of all pages.
MJ.pageData = function () {
  const data = JSON.parse(MJ.element("data").text);
  return { ...data, labels: { ...MJ.LABELS, ...data.labels } };
};

/**
 * The data of a page that shows a record: a "replay", a "review", or two games "beside" each other. Null
 * if there is none; the page then says why. The site replaces this function, as its pages load their
 * data from the worker.
 * @type {LoadRecord}
 */
MJ.loadRecord = async (_kind) => MJ.pageData();

/**
 * Draws the page. A Chinese one waits for its font: text that is laid out earlier would keep wrong sizes.
 * @param {() => void} draw
 */
MJ.start = function (draw) {
  const waits = MJ.language === "zh" && document.fonts;
  const font = waits ? document.fonts.load('16px "MJ CJK"', "\u4e2d") : Promise.resolve();
  font.then(draw, draw);
};
