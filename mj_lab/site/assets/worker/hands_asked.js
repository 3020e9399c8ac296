// A hand that a person wrote: what to do with it, what it is worth (/api/v1/analyze and /fan).
import { handText } from "./hand_text.js";
import { numberOf } from "./table/tiles.js";
import { inWords } from "./why_words.js";

const WHOLE = 14;
const SELF_DRAWN = "self-drawn", LAST_COPY = "last-copy", REPLACEMENT = "replacement", ROBBING = "robbing", LAST_TILE = "last-tile";
const FLAGS = [SELF_DRAWN, LAST_COPY, REPLACEMENT, ROBBING, LAST_TILE];

// What is wrong with a field.
class AskedError extends Error {
  constructor(place, text, column) {
    super(text);
    this.answer = { error: text, place, ...(column ? { column } : {}) };
  }
}

export class HandsAsked {
  constructor(engine, rules) {
    Object.assign(this, { engine, rules, reader: handText(rules.notation) });
  }

  analyze({ hand: text, seen = "", seat = 0, wind = 0, turn = null }) {
    return answered(() => {
      const hand = this.read(text, "hand"), laid = this.read(seen, "seen");
      const study = this.engine.study({ hand: hand.tiles.join(" "), melds: hand.melds.map(meldWords), flowers: hand.flowers.length, seat, wind, turn: turn ?? 0, seen: laid.tiles.join(" ") });
      for (const form of study.forms || []) [form.chinese, form.english] = this.rules.forms[form.form];
      return { ...this.written(hand), ...study, reason: inWords(study.reason ?? null, this.rules.why), which_discard: null };
    });
  }

  fan({ hand: text, tile: won = "", flags = [], seat = 0, wind = 0, calculator = "judge" }) {
    return answered(() => {
      const hand = this.read(text, "hand"), named = this.read(won, "tile").tiles, given = flags.includes(REPLACEMENT) ? [...flags, SELF_DRAWN] : flags;
      const rest = [...hand.tiles], whole = WHOLE - 3 * hand.melds.length, tile = named.length ? named[0] : rest[rest.length - 1];
      if (named.length && rest.length === whole - 1) rest.push(tile);
      if (rest.length !== whole) throw new Error(`a complete hand has ${whole} tiles beside its melds, not ${rest.length}`);
      if (!rest.includes(tile)) throw new Error(`${tile} is not among the concealed tiles`);
      rest.splice(rest.lastIndexOf(tile), 1);
      check(given, rest, hand.melds, tile);
      const complete = {
        hand: rest.join(" "), melds: hand.melds.map(meldWords), tile, selfDrawn: given.includes(SELF_DRAWN), lastCopy: given.includes(LAST_COPY),
        kong: given.includes(REPLACEMENT) || given.includes(ROBBING), lastTile: given.includes(LAST_TILE), seat, wind, flowers: hand.flowers.length,
      };
      const found = this.engine.readings(complete, calculator === "mahjonggb");
      if (found === null) throw new Error(`this is no complete hand: ${tile} does not complete it`);
      for (const one of found.divisions) [one.chinese, one.english] = this.rules.forms[one.form];
      const { hand: compact, melds } = this.written({ ...hand, tiles: rest });
      return {
        hand: compact, melds, tile, flags: FLAGS.filter((flag) => given.includes(flag)), seat, prevalent_wind: wind, flowers: hand.flowers.length,
        calculator, ...this.worth(found, given), other: found.other && this.worth(found.other, given), divisions: found.divisions,
      };
    });
  }

  worth({ fan, enough, fans, total }, flags) {
    return { fan, enough, fans, points: enough ? this.paid(total, flags.includes(SELF_DRAWN)) : null };
  }

  // What the winner gets: from each of the others if it was drawn, else most from the giver.
  paid(fan, drawn) {
    const { points, base } = this.rules, all = points[drawn ? "self_drawn" : "on_discard"][fan];
    return drawn ? { all, giver: null, others: all / 3 } : { all, giver: all - 2 * base, others: base };
  }

  read(text, place) {
    const said = this.reader.read(text);
    if (said.rest) throw new AskedError(place, `cannot be read: ${said.rest.slice(0, 40)}`, text.length - said.rest.length + 1);
    return said;
  }

  written({ tiles, melds }) {
    const sorted = [...tiles].sort((one, other) => numberOf(one) - numberOf(other));
    return {
      hand: this.reader.write({ tiles: sorted, melds: [], flowers: [], rest: "", notation: "letters" }), tiles: sorted,
      melds: melds.map(({ codes, concealed }) => this.reader.meld(concealed ? "CONCEALED" : kindOf(codes), codes[0], "letters").text),
    };
  }
}

const kindOf = (codes) => (codes.length === 4 ? "GANG" : codes[0] === codes[1] ? "PENG" : "CHI");

// Of a meld whose tiles alone are known the claimed one came from the seat before.
const meldWords = ({ codes, concealed }) => `${kindOf(codes)} ${kindOf(codes) === "CHI" ? codes[1] : codes[0]} ${concealed ? 0 : 1}`;

// The flags that cannot be together, or with this hand (mj_lab/analysis/complete_hand/fan_study.py).
function check(flags, rest, melds, tile) {
  const held = rest.includes(tile) || melds.some(({ codes }) => codes.includes(tile)), has = (flag) => flags.includes(flag);
  const wrong = flags.find((flag) => !FLAGS.includes(flag));
  if (wrong !== undefined) throw new Error("flags: expected " + FLAGS.join(", "));
  if (has(ROBBING) && has(SELF_DRAWN)) throw new Error("a robbed tile is not self-drawn");
  if (has(ROBBING) && has(LAST_COPY)) throw new Error("a robbed tile does not count as the last copy");
  if (has(ROBBING) && held) throw new Error(`a ${tile} is in the hand: no kong of it can be robbed`);
  if (has(LAST_COPY) && rest.includes(tile)) throw new Error(`another ${tile} is concealed in the hand: not the last copy`);
  if (has(REPLACEMENT) && melds.every(({ codes }) => codes.length < 4)) throw new Error("a replacement tile comes after a kong, and there is no kong");
}

function answered(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof AskedError) return error.answer;
    throw error;
  }
}
