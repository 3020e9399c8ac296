// A match of one person and three bots as it is stored: wall and answers, from which it is replayed to
// the same state.
/** @import { Engine } from "../../engine/engine.js" */
import { Hand } from "./hand.js";
import { partOf } from "./replay.js";

/** @type {(keyof TableRequest)[]} */
const NAMED = ["players", "names", "hands", "pace", "clock"];
const BOTS_LEVELS = 4;
const TOKEN = /^[\w-]{32}$/;

/**
 * A new match from a page's request, which may name its token: { token, settings, hands }.
 * Throws an Error, one line, for what no table can have.
 * @param {TableRequest & { token?: string }} asked
 * @param {SiteRules} rules
 * @param {RandomBytes} random
 * @returns {KeptGame}
 */
export function matchAsked(asked, rules, random) {
  /** @type {GameSettings} */
  const settings = {
    players: ["human", ...Array(BOTS_LEVELS - 1).fill(rules.tactics.at(-1))],
    names: ["", "", "", ""],
    hands: 1,
    pace: 0.8,
    clock: null,
  };
  for (const key of NAMED) if (key in asked) Object.assign(settings, { [key]: asked[key] });
  check(settings, rules);
  const order = [0, 1, 2, 3];
  if (asked.lot) shuffle(order, random);
  /** @param {string[]} list */
  const of = (list) => order.map((one) => list[one]);
  return {
    token: TOKEN.test(asked.token ?? "") ? String(asked.token) : token(random),
    id: name(random),
    settings: {
      ...settings,
      players: of(settings.players),
      names: of(settings.names.map((name) => name.trim())),
    },
    hands: [],
    begun: Date.now() / 1000,
  };
}

/**
 * @param {GameSettings} options
 * @param {SiteRules} rules
 */
function check({ players, names, hands, pace, clock }, rules) {
  /** @param {unknown} list */
  const four = (list) =>
    Array.isArray(list) && list.length === 4 && list.every((one) => typeof one === "string");
  if (!four(players) || !four(names)) throw new Error("players and names are lists of four texts");
  if (players.filter((name) => name === "human").length !== 1)
    throw new Error("friends need a server: here one person plays");
  const other = players.find((name) => name !== "human" && !rules.tactics.includes(name));
  if (other !== undefined)
    throw new Error("no tactic " + other.slice(0, 40) + "; there are " + rules.tactics.join(", "));
  if (!rules.hands.includes(hands)) throw new Error("a match has 1, 4 or 16 hands");
  if (!(pace >= 0 && pace <= 10)) throw new Error("the pace is 0 to 10 seconds");
  if (clock !== null && !(clock >= 3 && clock <= 600)) throw new Error("the clock is 3 to 600 seconds");
}

/**
 * @param {number} count
 * @param {RandomBytes} random
 */
const bytes = (count, random) => [...random(count)];

/**
 * Shuffles up to 256 items: each changes with one at or before its place, by random bytes.
 * @template T
 * @param {T[]} items
 * @param {RandomBytes} random
 */
export function shuffle(items, random) {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const choices = index + 1,
      even = 256 - (256 % choices);
    let byte = 256;
    while (byte >= even) [byte] = bytes(1, random);
    const other = byte % choices;
    [items[index], items[other]] = [items[other], items[index]];
  }
}

/**
 * A token of 32 letters, like a server's.
 * @param {RandomBytes} random
 */
export const token = (random) =>
  btoa(String.fromCharCode(...bytes(24, random)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");

/**
 * The id in the names of its matches; it is not secret.
 * @param {RandomBytes} random
 */
export const name = (random) =>
  bytes(6, random)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/**
 * A seed of 128 bits, so that no wall comes twice.
 * @param {RandomBytes} random
 */
const seed = (random) => bytes(16, random).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/**
 * @param {Engine} engine
 * @param {RandomBytes} random
 * @returns {Promise<KeptHand>}
 */
async function dealt(engine, random) {
  return { wall: await engine.wall(seed(random)), answers: {}, passes: "", scores: null };
}

export class Match {
  /**
   * kept: from `matchAsked` or `againAsked`, with hands { wall, answers: { turn: action }, passes, scores,
   * record, instead, ended }. If there is no hand yet, the first is dealt.
   * @param {Engine} engine
   * @param {SiteRules} rules
   * @param {KeptGame} kept
   * @param {RandomBytes} random
   */
  static async of(engine, rules, kept, random) {
    if (!kept.hands.length) kept.hands.push(await dealt(engine, random));
    return new Match(engine, rules, kept, random);
  }

  /**
   * From a stored match with at least one hand.
   * @param {Engine} engine
   * @param {SiteRules} rules
   * @param {KeptGame} kept
   * @param {RandomBytes} random
   */
  constructor(engine, rules, kept, random) {
    this.engine = engine;
    this.rules = rules;
    this.kept = kept;
    this.settings = kept.settings;
    this.random = random;
    this.number = kept.hands.length - 1;
    this.hand = this.handOf(this.number, this.settings.players);
    this.catchUp();
  }

  // The player at each seat of this hand.
  get seated() {
    return this.rules.players_by_seat[this.number];
  }

  get wind() {
    return this.kept.again?.wind ?? this.rules.winds[this.number];
  }

  // The turns of the hands before this one.
  get before() {
    return this.kept.hands.slice(0, this.number).reduce((sum, { turns = 0 }) => sum + turns, 0);
  }

  // Plays the answers that are kept.
  catchUp() {
    const { answers, passes } = this.kept.hands[this.number];
    for (const [turn, action] of Object.entries(answers)) this.hand.answer(Number(turn), action);
    this.hand.passes = passes;
    this.end();
  }

  /**
   * @param {number} number
   * @param {string[]} players
   */
  handOf(number, players) {
    const seated = this.rules.players_by_seat[number];
    return new Hand(this.engine, {
      players: seated.map((player) => players[player]),
      seated,
      wall: this.kept.hands[number].wall,
      wind: this.wind,
      common_wall: this.kept.again?.common_wall,
      way: this.kept.again?.way,
    });
  }

  /**
   * @param {number} turn
   * @param {string} action
   */
  answer(turn, action) {
    this.kept.hands[this.number].answers[turn] = action;
    this.hand.answer(turn, action);
    this.end();
  }

  // Stores the result of a finished hand.
  end() {
    const kept = this.kept.hands[this.number];
    if (this.hand.over === null || kept.scores !== null) return;
    const { scores } = this.hand.over;
    Object.assign(kept, { scores, turns: this.hand.latest, ended: Date.now() / 1000, record: this.record() });
  }

  async next() {
    this.kept.hands.push(await dealt(this.engine, this.random));
    this.hand.leave();
    this.number += 1;
    this.hand = this.handOf(this.number, this.settings.players);
    this.catchUp();
  }

  get isOver() {
    return this.hand.over !== null && this.number + 1 === this.settings.hands;
  }

  // The person, counted as in the first hand.
  get player() {
    return this.settings.players.indexOf("human");
  }

  /** @param {number} player */
  nameOf(player) {
    return this.settings.names[player] || this.settings.players[player];
  }

  /**
   * What each finished hand paid, by player.
   * @returns {number[][]}
   */
  get results() {
    return this.kept.hands.flatMap(({ scores }, number) =>
      scores === null
        ? []
        : [[0, 1, 2, 3].map((player) => scores[this.rules.players_by_seat[number].indexOf(player)])],
    );
  }

  /**
   * What each player has after so many hands.
   * @param {number} hands
   */
  totals(hands) {
    return [0, 1, 2, 3].map((player) =>
      this.results.slice(0, hands).reduce((sum, scores) => sum + scores[player], 0),
    );
  }

  /** @param {number} number */
  handName(number) {
    return `table-${this.kept.id}-${number + 1}${this.kept.again ? "-again" : ""}`;
  }

  /**
   * The finished hand as mj_lab keeps it.
   * @returns {GameRecord}
   */
  record() {
    return (
      this.kept.hands[this.number].record ||
      this.hand.table.record(
        this.handName(this.number),
        this.seated.map((player) => this.nameOf(player)),
      )
    );
  }

  /**
   * A finished hand played again with the adviser for the person, then each answer that differs played on
   * in sampled worlds; all of it is kept in the end. Yields how far that is: { hand, played,
   * differ }, with what the wall gave both.
   * @param {number} number
   * @returns {Generator<SameWallProgress, void, unknown>}
   */
  *instead(number) {
    const kept = this.kept.hands[number],
      record = kept.record ?? this.record(),
      seated = this.rules.players_by_seat[number],
      { way } = this.kept.again ?? {};
    const players = seated.map((player) => this.settings.players[player]);
    const instead = playedInstead(this.engine, this.rules, {
      hand: number,
      player: this.player,
      players,
      seeds: seated,
      record,
      way,
    });
    const against = this.engine.against({
      record,
      seat: seated.indexOf(this.player),
      first: way ? way.length : 1,
    });
    try {
      for (let said = against.goOn(); ; said = against.goOn()) {
        Object.assign(instead.row, {
          against: said.points,
          error: said.error,
          differ: said.differ,
          worlds: said.worlds,
        });
        if (said.over) break;
        yield {
          hand: number,
          played: said.played,
          differ: said.differ,
          score: instead.row.score,
          instead: instead.row.instead,
        };
      }
    } finally {
      against.leave();
    }
    kept.instead = instead;
  }
}

/**
 * The wall of a record with the adviser for the person: { record, row }, the row as a server
 * keeps it. players: by seat, the person among them.
 * @param {Engine} engine
 * @param {SiteRules} options
 * @param {{ hand: number, player: number, players: string[], seeds: number[], record: GameRecord,
 *   way?: string[][] }} more
 * @returns {PlayedInstead}
 */
export function playedInstead(
  engine,
  { person, tactic },
  { hand, player, players, seeds, record: then, way },
) {
  const seat = players.indexOf(person),
    put = /** @param {string[]} list @param {string} one */ (list, one) =>
      list.map((other, index) => (index === seat ? one : other));
  const { wall, quan: wind, common_wall } = then,
    table = engine.table({ players: put(players, tactic), wall, wind, common_wall, seeds, way });
  const record = table.record(`${then.id}-instead-${player + 1}`, put(then.players ?? [], tactic));
  table.leave();
  return {
    record,
    row: {
      hand,
      player,
      tactic,
      score: then.scores[seat],
      instead: record.scores[seat],
      alone: true,
      parts: partOf(then, record, seat),
      against: null,
      error: null,
      differ: null,
      worlds: null,
    },
  };
}
