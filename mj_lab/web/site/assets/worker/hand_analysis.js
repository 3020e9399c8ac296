// /api/v1/analyze and /fan: the study of a hand that a person typed, and its fan.
/** @import { Engine } from "../engine/engine.js" */
import { handText } from "./hand_text.js";
import { inWords } from "./why_words.js";

// An error about one field of a request.
class AskedError extends Error {
  /**
   * @param {string} field
   * @param {string} text
   * @param {number} [column]
   */
  constructor(field, text, column) {
    super(text);
    this.answer = { error: text, place: field, ...(column ? { column } : {}) };
  }
}

/**
 * @param {string} field
 * @param {string} rest
 * @param {number} column
 */
const unread = (field, rest, column) =>
  new AskedError(field, `column ${column}: cannot be read: ${rest.slice(0, 40)}`, column);

export class HandAnalysis {
  /**
   * @param {Engine} engine
   * @param {SiteRules} rules
   */
  constructor(engine, rules) {
    this.engine = engine;
    this.rules = rules;
    this.reader = handText(rules.notation);
  }

  /**
   * @param {HandRequest} options
   * @returns {Reply<HandStudy>}
   */
  analyze({ hand: text, seen = "", seat = 0, wind = 0, turn = null }) {
    return answered(() => {
      const hand = this.read(text, "hand"),
        laid = this.readTiles(seen, "seen");
      const study = this.engine.study({
        hand: hand.tiles.join(" "),
        melds: hand.melds.map(meldWords),
        flowers: hand.flowers.length,
        seat,
        wind,
        turn: turn ?? 0,
        seen: laid.join(" "),
      });
      const shown = { ...study, ...this.written(study.tiles, hand) };
      if (shown.stage !== "draw") return shown;
      return { ...shown, reason: inWords(shown.reason ?? null, this.rules.why), which_discard: null };
    });
  }

  /**
   * @param {FanRequest} options
   * @returns {Reply<FanStudy>}
   */
  fan({ hand: text, tile = "", flags = [], seat = 0, wind = 0, calculator = "judge" }) {
    return answered(() => {
      const hand = this.read(text, "hand"),
        named = this.readTiles(tile, "tile"),
        melds = hand.melds.map(meldWords);
      if (named.length > 1) throw new AskedError("tile", `expected one, found ${named.length}`);
      const study = this.engine.fanStudy({
        hand: hand.tiles.join(" "),
        melds,
        tile: named.join(""),
        flags,
        seat,
        wind,
        flowers: hand.flowers.length,
        calculator,
      });
      return { ...study, ...this.written(study.hand, hand) };
    });
  }

  /**
   * @param {string} text
   * @param {string} field
   */
  read(text, field) {
    const said = this.reader.read(text);
    if (said.rest) throw unread(field, said.rest, said.column);
    return said;
  }

  /**
   * Tiles without melds and flowers, such as those seen elsewhere.
   * @param {string} text
   * @param {string} field
   */
  readTiles(text, field) {
    const { tiles, melds, flowers } = this.read(text, field);
    if (melds.length || flowers.length) throw unread(field, text, 1);
    return tiles;
  }

  /**
   * The concealed tiles in order and the melds of a hand, as texts.
   * @param {string[]} tiles
   * @param {HandReading} options
   */
  written(tiles, { melds }) {
    return {
      hand: this.reader.write({ tiles, melds: [], flowers: [], rest: "", notation: "letters" }, false),
      melds: melds.map(
        ({ codes, concealed }) =>
          this.reader.meld(concealed ? "CONCEALED" : kindOf(codes), codes[0], "letters")?.text ?? "",
      ),
    };
  }
}

/** @param {string[]} codes */
const kindOf = (codes) => (codes.length === 4 ? "GANG" : codes[0] === codes[1] ? "PENG" : "CHI");

/**
 * A meld as the engine reads it. A typed meld does not say who discarded its tile: the previous seat.
 * @param {MeldText} options
 */
const meldWords = ({ codes, concealed }) =>
  `${kindOf(codes)} ${kindOf(codes) === "CHI" ? codes[1] : codes[0]} ${concealed ? 0 : 1}`;

/**
 * @template T
 * @param {() => T} make
 * @returns {T | ErrorReply}
 */
function answered(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof AskedError) return error.answer;
    throw error;
  }
}
