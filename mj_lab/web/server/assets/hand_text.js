// A hand's text read and written in every notation: the twin of mj_lab/core/text/hands.py, by its tables.
// It reads as much as it can of a text that is still being typed.
/** @param {HandRules} rules */
MJ.handText = function (rules) {
  /**
   * @param {string} pattern
   * @param {string} flags
   */
  const at = (pattern, flags) => new RegExp(pattern, "y" + flags);
  /** @type {[string, RegExp][]} */
  const named = Object.entries(rules.named).map(([code, pattern]) => [code, at(pattern, "u")]);
  /** @type {[RegExp, string | null, boolean][]} */
  const words = rules.words.map(([pattern, kind, concealed]) => [at(pattern, "iu"), kind, concealed]);
  const run = at(rules.run, "u"),
    lettered = at(rules.lettered, "u"),
    source = at(rules.source, "u");
  const SUITED = "WBT",
    MOST = 4;

  /**
   * @param {RegExp} pattern
   * @param {string} text
   * @param {number} start
   * @returns {string | null}
   */
  function matched(pattern, text, start) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    return match === null ? null : match[0];
  }

  /**
   * A text without full-width characters, as Python makes it: each is still one character.
   * @param {string} text
   */
  const plain = (text) =>
    Array.from(text, (char) => {
      const sign = char.normalize("NFKC");
      return [...sign].length === 1 ? sign : char;
    }).join("");

  /**
   * The next group of tiles, { codes, end, notation }; null if there is none. Of a letter followed by
   * numbers only the first tile; `letter` is the letter that applies to the numbers after it.
   * @param {string} text
   * @param {number} from
   * @param {string} letter
   * @returns {TileGroup | null}
   */
  function group(text, from, letter) {
    for (const [code, pattern] of named) {
      const name = matched(pattern, text, from);
      if (name !== null)
        return { codes: [code], end: from + name.length, notation: name > "\ud800" ? null : "chinese" };
    }
    const honours = matched(lettered, text, from);
    if (honours !== null) {
      const codes = [...honours].map((sign) => rules.letters[sign]);
      return { codes, end: from + honours.length, notation: "digits", asTools: true };
    }
    const char = text.charAt(from),
      upper = char.toUpperCase();
    /** @param {string} sign */
    const isNumber = (sign) => sign !== "" && rules.arabic.includes(sign);
    /** @type {[string, string, number] | null} */
    const held =
      letter && isNumber(char)
        ? [letter, char, from + 1]
        : upper in rules.numbers && char.length === 1
          ? [upper, text.charAt(from + 1), from + 2]
          : null;
    if (held !== null) {
      const [of, number, end] = held;
      return isNumber(number) && Number(number) <= rules.numbers[of]
        ? { codes: [of + number], end, letter: of, notation: of === "H" ? null : "letters" }
        : null;
    }
    const numbers = matched(run, text, from);
    return numbers === null
      ? null
      : suited(numbers, text.charAt(from + numbers.length).toLowerCase(), from + numbers.length + 1);
  }

  /**
   * @param {string} numbers
   * @param {string} suit
   * @param {number} end
   * @returns {TileGroup | null}
   */
  function suited(numbers, suit, end) {
    const values = [...numbers.replaceAll(" ", "")].map((sign) =>
      rules.arabic.includes(sign) ? Number(sign) : rules.chinese.indexOf(sign) + 1,
    );
    if (suit === "z")
      return values.every((value) => value <= rules.honours.length)
        ? { codes: values.map((value) => rules.honours[value - 1]), end, notation: "digits" }
        : null;
    if (!(suit in rules.suits)) return null;
    return {
      codes: values.map((value) => rules.suits[suit] + value),
      end,
      notation: "mps".includes(suit) ? "digits" : "chinese",
    };
  }

  /**
   * @param {string} text
   * @param {number} from
   */
  function past(text, from) {
    while (from < text.length && rules.between.includes(text.charAt(from))) from++;
    return from;
  }

  /**
   * The meld in brackets at a place, with its end; null if there is no meld.
   * @param {string} text
   * @param {number} start
   * @returns {MeldGroup | null}
   */
  function meldAt(text, start) {
    const closing = rules.brackets[text.charAt(start)];
    /** @type {string[]} */
    const codes = [];
    /** @type {(string | null)[]} */
    const notations = [];
    /** @type {string | null} */
    let kind = null;
    let position = start + 1,
      concealed = false,
      marked = false,
      asTools = false,
      letter = "";
    for (;;) {
      // After a letter a number is one of its tiles.
      const inRun = letter && rules.arabic.includes(text.charAt(position));
      const said = codes.length && !inRun ? matched(source, text, position) : null;
      if (said !== null) {
        position += said.length;
        asTools = marked = true;
        if (said.slice(-1) > "3") kind = "GANG";
      }
      const next = past(text, position);
      if (next > position) letter = "";
      position = next;
      if (position >= text.length) return null;
      if (text.charAt(position) === closing) break;
      const word = words.find(([pattern]) => matched(pattern, text, position) !== null);
      if (word) {
        const [pattern, of, hidden] = word;
        kind = of || kind;
        concealed ||= hidden;
        marked = true;
        letter = "";
        position += matched(pattern, text, position)?.length ?? 0;
        continue;
      }
      const item = group(text, position, letter);
      if (item === null) return null;
      codes.push(...item.codes);
      notations.push(item.notation);
      asTools ||= item.asTools === true;
      [position, letter] = [item.end, item.letter || ""];
    }
    const tiles = meldOf(codes, kind, concealed);
    return (
      tiles && {
        text: text.slice(start, position + 1),
        codes: tiles,
        concealed,
        marked,
        asTools,
        end: position + 1,
        notations,
      }
    );
  }

  /**
   * The tiles of a meld; null if there is no such one.
   * @param {string[]} codes
   * @param {string | null} kind
   * @param {boolean} concealed
   * @returns {string[] | null}
   */
  function meldOf(codes, kind, concealed) {
    if (!codes.length || codes[0][0] === "H") return null;
    const sorted = [...codes].sort(),
      first = sorted[0],
      number = Number(first[1]);
    /** @param {number} step */
    const next = (step) => first[0] + (number + step);
    let shape = kind,
      of = first;
    if (codes.length > 1) {
      const same = codes.every((code) => code === first);
      shape = same
        ? { 3: "PENG", 4: "GANG" }[codes.length] || null
        : SUITED.includes(first[0]) && String(sorted) === String([first, next(1), next(2)])
          ? "CHI"
          : null;
      of = shape === "CHI" ? next(1) : first;
      if (kind !== null && kind !== shape) return null;
    }
    if (shape === null || (concealed && shape !== "GANG")) return null;
    if (shape === "CHI") {
      const middle = Number(of[1]);
      return SUITED.includes(of[0]) && middle > 1 && middle < 9
        ? [middle - 1, middle, middle + 1].map((value) => of[0] + value)
        : null;
    }
    return Array(shape === "PENG" ? 3 : 4).fill(of);
  }

  /**
   * @param {string[]} used
   * @param {string[]} codes
   */
  function tooMany(used, codes) {
    const all = [...used, ...codes];
    return codes.some((code) => all.filter((other) => other === code).length > (code[0] === "H" ? 1 : MOST));
  }

  /**
   * What a text says: the concealed `tiles` in order, `melds`, `flowers`, the `rest` that cannot be
   * read and its `column`, and the `notation` that all of it is in, letters if it is in several.
   * @param {string} written
   * @returns {HandReading}
   */
  function read(written) {
    const text = plain(written);
    /** @type {string[]} */
    const tiles = [];
    /** @type {string[]} */
    const flowers = [];
    /** @type {MeldGroup[]} */
    const melds = [];
    /** @type {(string | null)[]} */
    const notations = [];
    let position = 0,
      end = 0,
      asTools = false,
      letter = "";
    const used = () => [...tiles, ...flowers, ...melds.flatMap((meld) => meld.codes)];
    while ([...text].length <= rules.longest) {
      const next = past(text, position);
      if (next > position) letter = "";
      end = position = next;
      if (position >= text.length) break;
      const meld = text.charAt(position) in rules.brackets ? meldAt(text, position) : undefined;
      const item = meld === undefined ? group(text, position, letter) : meld;
      if (item === null || tooMany(used(), item.codes) || (meld && melds.length >= rules.melds)) break;
      if (meld) melds.push(meld);
      else for (const code of item.codes) (code[0] === "H" ? flowers : tiles).push(code);
      notations.push(...("notations" in item ? item.notations : [item.notation]));
      asTools ||= item.asTools === true;
      [position, letter] = [item.end, item.letter || ""];
    }
    const rest = text.slice(end).trim();
    const begun =
      rest && rules.arabic.includes(rest[0])
        ? "digits"
        : rest && rules.chinese.includes(rest[0])
          ? "chinese"
          : null;
    const kinds = [...new Set([...notations, begun].filter((kind) => kind !== null))];
    const notation = kinds.length === 1 ? kinds[0] : "letters";
    // There a kong that says nothing is concealed.
    const said = melds.map((one) =>
      asTools && !one.marked && one.codes.length === MOST
        ? (meld("CONCEALED", one.codes[0], notation) ?? one)
        : one,
    );
    return { tiles, flowers, melds: said, rest, column: [...text.slice(0, end)].length + 1, notation };
  }

  // -- writing -------------------------------------------------------------------------------------

  /** @param {string} code */
  const isHonour = (code) => "FJ".includes(code[0]);

  /**
   * Tiles as people write them, neighbours of one suit together.
   * @param {string[]} codes
   * @param {string} notation
   */
  function tilesText(codes, notation) {
    /** @param {string} code */
    const suit = (code) => (notation === "digits" && isHonour(code) ? "z" : code[0]);
    /** @type {string[][]} */
    const groups = [];
    for (const code of codes) {
      if (groups.length && suit(groups[groups.length - 1][0]) === suit(code))
        groups[groups.length - 1].push(code);
      else groups.push([code]);
    }
    return groups.map((codes) => groupText(codes, notation)).join(" ");
  }

  /**
   * @param {string[]} codes
   * @param {string} notation
   */
  function groupText(codes, notation) {
    const [letter] = codes[0],
      numbers = codes.map((code) => code[1]).join("");
    if (notation === "chinese") {
      if (!SUITED.includes(letter)) return codes.map((code) => rules.names[code]).join("");
      return (
        codes.map((code) => rules.chinese[Number(code[1]) - 1]).join("") + rules.names[codes[0]].slice(1)
      );
    }
    if (notation === "digits" && isHonour(codes[0]))
      return codes.map((code) => rules.honours.indexOf(code) + 1).join("") + "z";
    return notation === "digits" && SUITED.includes(letter)
      ? numbers + "mps"["WBT".indexOf(letter)]
      : letter + numbers;
  }

  /**
   * In the order of the tiles; by digits the dragons go the other way round.
   * @param {string[]} codes
   * @param {string} notation
   */
  function sorted(codes, notation) {
    /** @param {string} code */
    const rank = (code) =>
      notation === "digits" && isHonour(code) ? 27 + rules.honours.indexOf(code) : MJ.CODES.indexOf(code);
    return [...codes].sort((a, b) => rank(a) - rank(b));
  }

  /**
   * A text for a reading; `drawn`: the last of its tiles stands apart behind the others.
   * @param {Omit<HandReading, "column">} options
   * @param {boolean} drawn
   */
  function write({ tiles, melds, flowers, rest, notation }, drawn) {
    const kept = drawn ? tiles.slice(0, -1) : tiles;
    const parts = [
      tilesText(sorted(kept, notation), notation),
      drawn ? tilesText(tiles.slice(-1), notation) : "",
      ...melds.map((meld) => meld.text),
      tilesText(flowers, notation),
      rest,
    ];
    return parts.filter(Boolean).join(" ");
  }

  /**
   * A meld of a tile, of a chow the lowest; null if there is none.
   * @param {string} kind
   * @param {string} code
   * @param {string} notation
   * @returns {MeldText | null}
   */
  function meld(kind, code, notation) {
    const concealed = kind === "CONCEALED",
      number = Number(code[1]);
    const codes =
      kind === "CHI"
        ? [0, 1, 2].map((step) => code[0] + (number + step))
        : Array(kind === "PENG" ? 3 : 4).fill(code);
    if (kind === "CHI" && (!SUITED.includes(code[0]) || number > 7)) return null;
    const tiles = tilesText(codes, notation);
    const text = !concealed
      ? "[" + tiles + "]"
      : notation === "chinese"
        ? "[暗杠 " + tiles + "]"
        : "[" + tiles + " concealed]";
    return { text, codes, concealed };
  }

  return { read, write, meld };
};
