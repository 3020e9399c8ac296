// Reads Salasasa (open_mahjong): whole matches, hand by hand
// (mj_lab/core/records/formats/platforms/salasasa.py).
import { SEATS, TILE_KINDS, codesOf } from "../../table/tiles.js";
import { isChow, stepText } from "../hand.js";
import { parseJson } from "../json_value.js";
import {
  HandError,
  ReadError,
  isObject,
  isWhole,
  listIn,
  numberIn,
  objectIn,
  partOf,
  pointsIn,
  ratingIn,
  shown,
  textIn,
} from "../values.js";
import { FALSE_WIN_NAME, fanOfName } from "./fans.js";
import { COMMON_WALL_SIZE, HandFromEvents } from "./hand_from_events.js";

const RULE = "guobiao",
  SUB_RULE = "guobiao/standard",
  ROUND = "round_index_",
  WIN = "hu_";
// By the claimed tile's place in the chow: the step from it to the middle.
const CHOWS = new Map([
    ["cl", -1],
    ["cm", 0],
    ["cr", 1],
  ]),
  WISHED_CHOWS = new Map([
    ["left", -1],
    ["mid", 0],
    ["right", 1],
  ]);
const CLAIMS = new Map([
  ["p", "PENG"],
  ["g", "GANG"],
]);
// Claims that were not carried out, by the beginning of their names; records use both names.
const WISHES = [
  ["hu", "HU"],
  ["gang", "GANG"],
  ["g", "GANG"],
  ["peng", "PENG"],
  ["pung", "PENG"],
  ["p", "PENG"],
];
const DRAGONS = new Map([
  [45, 31],
  [46, 33],
  [47, 32],
]);
const CHINA = 8 * 3600;
const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:.(\d\d)(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:(Z)|([+-])(\d\d)(?::(\d\d)(?::(\d\d))?)?)?)?$/su;

/** @param {number} most */
const upTo = (most) => [...Array(most).keys()];
/**
 * @param {number} seat
 * @param {number} dealer
 */
const turned = (seat, dealer) => (seat - dealer + SEATS) % SEATS;
/** @param {Raw} hand */
const dealerOf = (hand) =>
  numberIn(hand.dealer_index === undefined ? 0 : hand.dealer_index, 0, SEATS - 1, "dealer_index");
/**
 * @param {Raw} value
 * @param {Raw} other
 * @returns {Raw}
 */
const orElse = (value, other) => (value === undefined ? other : value);

/**
 * The object that has title and rounds, in a server's answer too; null if there is none.
 * @param {Raw} record
 * @returns {Raw}
 */
export function matchIn(record) {
  if (!isObject(record)) return null;
  let match = record;
  for (const name of ["data", "record"]) {
    let inner = match[name];
    if (typeof inner === "string" && inner.trimStart().startsWith("{")) {
      try {
        inner = parseJson(inner);
      } catch {
        return null;
      }
    }
    if (isObject(inner)) match = inner;
  }
  return "game_round" in match && "game_title" in match ? match : null;
}

export class SalasasaMatch {
  /** @param {any} record @param {[string, number][]} fans of `fans.js` */
  constructor(record, fans) {
    const inner = matchIn(record),
      about = isObject(record.data) ? record.data : record;
    this.fans = fans;
    this.title = objectIn(inner.game_title, "game_title");
    const rule = orElse(this.title.rule, RULE),
      subRule = orElse(this.title.sub_rule, SUB_RULE);
    if (rule !== RULE || subRule !== SUB_RULE)
      throw new ReadError(
        `played by the rule ${shown(textIn(subRule) || textIn(rule))}: only ${SUB_RULE} is read`,
      );
    const rounds = inner.game_round,
      named = Array.isArray(rounds)
        ? rounds.map((one, index) => [ROUND + (index + 1), one])
        : Object.entries(objectIn(rounds, "game_round"));
    /** @type {Map<number, any>} */
    this.rounds = new Map(
      named
        .map(([name, one]) => /** @type {[number, any]} */ ([numberOfRound(name), one]))
        .sort(([one], [other]) => one - other),
    );
    if (!this.rounds.size) throw new ReadError("game_round: no hand in it");
    this.name = textIn(about.game_id) || textIn(this.title.game_id);
    this.began = secondsOf(this.title.start_time);
  }

  /** @returns {number[]} the numbers of its hands, from 1 */
  get numbers() {
    return [...this.rounds.keys()];
  }

  /**
   * @param {number} number
   * @returns {import("../hand.js").Played}
   */
  hand(number) {
    const { title } = this,
      round = objectIn(this.rounds.get(number), ROUND + number);
    const current = numberIn(orElse(round.current_round, number), 1, 99, "current_round"),
      seats = seatsOf(round);
    const [started] = textIn(title.start_time).split(".");
    const hand = handOf(
      round,
      `${this.name || started || "salasasa"}-${number}`,
      Math.floor((current - 1) / SEATS) % SEATS,
      this.fans,
    );
    const players = upTo(SEATS).map((seat) => seats.indexOf(seat)),
      ids = players.map((player) => textIn(title[`p${player}_uid`]));
    return {
      hand,
      players: players.map((player, seat) => textIn(title[`p${player}_name`]) || ids[seat]),
      player_ids: ids,
      ratings: players.map((player) => ratingIn(title[`p${player}_elo`])),
      began: this.began,
      place: this.place(number, current, players),
    };
  }

  /**
   * @param {number} number
   * @param {number} current
   * @param {number[]} players
   */
  place(number, current, players) {
    const hands = numberIn(orElse(this.title.max_round, SEATS), 1, SEATS, "max_round") * SEATS,
      totals = this.totalsBefore(number, current);
    if (totals === null) return null;
    return {
      match: this.name,
      hand: current - 1,
      hands: Math.max(hands, current),
      totals: players.map((player) => totals[player]),
    };
  }

  /**
   * The points of each player before a hand; null if the record does not say.
   * @param {number} number
   * @param {number} current
   * @returns {number[] | null}
   */
  totalsBefore(number, current) {
    const { totals_before: recorded } = objectIn(this.rounds.get(number), "a hand");
    if (recorded !== undefined && recorded !== null) return pointsIn(recorded, "totals_before");
    const earlier = this.numbers.filter((one) => one < number),
      totals = Array(SEATS).fill(0);
    if (earlier.length !== current - 1) return null;
    for (const one of earlier) {
      try {
        const round = objectIn(this.rounds.get(one), "a hand"),
          points = pointsOfHand(round);
        for (const [player, seat] of seatsOf(round).entries()) totals[player] += points[seat];
      } catch (error) {
        if (error instanceof ReadError) return null;
        throw error;
      }
    }
    return totals;
  }
}

/** @param {string} name */
function numberOfRound(name) {
  const digits = name.startsWith(ROUND) ? name.slice(ROUND.length) : name;
  if (!/^[0-9]{1,3}$/.test(digits)) throw new ReadError(`game_round: no hand: ${shown(name, 40)}`);
  return Number(digits);
}

/**
 * Seconds since 1970; 0 if it is not a time. Salasasa writes the time of China.
 * @param {Raw} value
 */
function secondsOf(value) {
  const parts = typeof value === "string" ? MOMENT.exec(value) : null;
  if (parts === null) return 0;
  const [year, month, day, hours, minutes, seconds] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const [, , , , , , , utc, sign, ...zone] = parts,
    shift = zone.reduce((sum, part, index) => sum + Number(part ?? 0) * [3600, 60, 1][index], 0);
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  if (
    year < 1 ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day ||
    hours > 23 ||
    minutes > 59 ||
    seconds > 59 ||
    shift >= 86400
  )
    return 0;
  const away = utc ? 0 : sign ? (sign === "-" ? -shift : shift) : CHINA;
  return Math.max(0, date.getTime() / 1000 + 3600 * hours + 60 * minutes + seconds - away);
}

/**
 * The seat of each player of the match in this hand, East as 0.
 * @param {Raw} hand
 * @returns {number[]}
 */
function seatsOf(hand) {
  const dealer = dealerOf(hand),
    seats = listIn(orElse(hand.seats, upTo(SEATS)), "seats").map((seat) =>
      turned(numberIn(seat, 0, SEATS - 1, "seats"), dealer),
    );
  if (seats.length !== SEATS || new Set(seats).size !== SEATS)
    throw new ReadError("seats: not each seat once");
  return seats;
}

/**
 * @param {Raw} hand
 * @returns {any[][]}
 */
function ticksOf(hand) {
  const ticks = listIn(hand.action_ticks, "action_ticks"),
    wrong = ticks.findIndex((tick) => !Array.isArray(tick) || typeof tick[0] !== "string");
  if (wrong >= 0) throw new HandError("an event without its parts", wrong + 1);
  return ticks;
}

/**
 * The points by seat in a tick that ends a hand or is a win; zeros if it has none.
 * @param {Raw[]} tick
 * @returns {number[]}
 */
function pointsOfTick(tick) {
  /** @param {Raw} one */
  const isPoint = (one) => isWhole(one) || typeof one === "boolean";
  const part = tick.slice(1).find((one) => Array.isArray(one) && one.length === SEATS && one.every(isPoint));
  return part === undefined ? Array(SEATS).fill(0) : pointsIn(part, tick[0]);
}

/**
 * The points of each seat in a hand, with penalties.
 * @param {Raw} hand
 * @returns {number[]}
 */
function pointsOfHand(hand) {
  const dealer = dealerOf(hand),
    total = Array(SEATS).fill(0);
  for (const tick of ticksOf(hand)) {
    if (!tick[0].startsWith(WIN) && !["liuju", "end"].includes(tick[0])) continue;
    for (const [seat, points] of pointsOfTick(tick).entries()) total[turned(seat, dealer)] += points;
  }
  return total;
}

/**
 * @param {Raw} hand
 * @param {string} name
 * @param {number} wind
 * @param {[string, number][]} fans
 * @returns {import("../hand.js").PlainHand}
 */
function handOf(hand, name, wind, fans) {
  const reader = new Reader(hand, fans),
    { made } = reader;
  for (const [index, tick] of ticksOf(hand).entries()) {
    made.at = index + 1;
    try {
      reader.read(tick);
    } catch (error) {
      if (error instanceof HandError || !(error instanceof ReadError)) throw error;
      throw new HandError(error.message, index + 1);
    }
  }
  if (!reader.isOver) throw new HandError("the hand breaks off", made.at);
  const [wall, isKnown] = made.finish();
  return {
    id: name,
    wind,
    common_wall: true,
    wall_size: COMMON_WALL_SIZE / SEATS,
    wall_known: isKnown,
    tells_all: false,
    wall: codesOf(wall),
    scores: pointsOfHand(hand),
    ...(reader.penalties.some(Boolean) ? { penalties: reader.penalties } : {}),
    steps: made.steps.map(stepText),
    keeping: made.keeping,
    drawn: reader.winner === null,
    fan: reader.fan,
    fans: reader.counted,
  };
}

/**
 * Our tile for a number 11-58.
 * @param {Raw} value
 * @returns {number}
 */
function tileOf(value) {
  const number = numberIn(value, 11, 58, "tile"),
    suit = Math.floor(number / 10),
    rank = number % 10;
  if (suit <= 3 && rank) return 9 * (suit - 1) + rank - 1;
  if (number >= 41 && number <= 44) return 27 + number - 41;
  const dragon = DRAGONS.get(number);
  if (dragon !== undefined) return dragon;
  if (number >= 51) return TILE_KINDS + number - 51;
  throw new ReadError(`no such tile: ${number}`);
}

// Reads the actions of a hand, tick by tick.
class Reader {
  /**
   * @param {Raw} hand
   * @param {[string, number][]} fans
   */
  constructor(hand, fans) {
    this.all = fans;
    this.dealer = dealerOf(hand);
    if (
      numberIn(orElse(hand.start_player_index, this.dealer), 0, SEATS - 1, "start_player_index") !==
      this.dealer
    )
      throw new ReadError("start_player_index: another than the dealer begins");
    /** @type {number[][]} */
    const dealt = upTo(SEATS).map(() => []);
    for (const seat of upTo(SEATS))
      dealt[this.seat(seat)] = listIn(hand[`p${seat}_tiles`], `p${seat}_tiles`).map(tileOf);
    this.made = new HandFromEvents(dealt, listIn(orElse(hand.tiles_list, []), "tiles_list").map(tileOf));
    /** @type {number | null} */
    this.winner = null;
    this.fan = 0;
    /** @type {import("./fans.js").Fan[]} */
    this.counted = [];
    /** @type {number[]} */
    this.penalties = Array(SEATS).fill(0);
    this.isOver = false;
    this.turn = 0; // The seat whose turn it is, or that discarded last.
    this.playing = false;
    this.discarded = false;
    /** @type {number | null} */
    this.offered = null;
    /** @type {[number, number] | null} a flower that is shown, and by whom */
    this.shown = null;
  }

  /** @param {Raw} seat */
  seat(seat) {
    return turned(numberIn(seat, 0, SEATS - 1, "seat"), this.dealer);
  }

  /** @param {Raw[]} tick */
  read(tick) {
    const [kind] = tick,
      { made } = this;
    if (kind === "bh" || kind === "bd") {
      this.flower(kind, tick);
      return;
    }
    this.playing = true;
    if (kind === "d" || kind === "gd") {
      this.turn = this.discarded ? (this.turn + 1) % SEATS : this.turn;
      made.draw(this.turn, tileOf(partOf(tick, 1)));
      [this.discarded, this.offered] = [false, null];
    } else if (kind === "c") {
      this.offered = this.plain(partOf(tick, 1));
      made.act("PLAY", this.turn, this.offered, tick[2] === "T" || tick[2] === true || tick[2] === 1);
      this.discarded = true;
    } else if (kind === "ag" || kind === "jg") {
      const tile = this.plain(partOf(tick, 1));
      made.act(kind === "jg" ? "BUGANG" : "GANG", this.turn, tile);
      [this.discarded, this.offered] = [false, kind === "jg" ? tile : null];
    } else if (CHOWS.has(kind) || CLAIMS.has(kind)) this.claim(kind, tick);
    else if (kind === "ca") this.wish(tick);
    else if (kind.startsWith(WIN)) this.win(tick);
    else if (kind === "liuju" || kind === "end") this.isOver = true;
    else throw new ReadError(`no such event: ${shown(kind, 20)}`);
  }

  /** @param {Raw} number */
  plain(number) {
    const tile = tileOf(number);
    if (tile >= TILE_KINDS) throw new HandError("a flower that is kept", this.made.at);
    return tile;
  }

  /**
   * @param {string} kind
   * @param {Raw[]} tick
   */
  flower(kind, tick) {
    const tile = tileOf(partOf(tick, 1)),
      { made } = this,
      seat = tick.length > 2 ? this.seat(tick[2]) : this.turn;
    if (kind === "bh") {
      if (this.shown !== null) throw new HandError("a flower that is not replaced", made.at);
      this.shown = [seat, tile];
      return;
    }
    if (this.shown === null || this.shown[0] !== seat)
      throw new HandError("a flower that was not drawn", made.at);
    const [, flower] = this.shown;
    this.shown = null;
    made.showFlower(seat, flower, tile, !this.playing);
  }

  /**
   * @param {string} kind
   * @param {Raw[]} tick
   */
  claim(kind, tick) {
    const tile = this.plain(partOf(tick, 1)),
      seat = this.seat(partOf(tick, 2));
    if (this.offered !== tile || !this.discarded)
      throw new HandError("the claimed tile is not the discard", this.made.at);
    if (CHOWS.has(kind)) {
      // Converted records use the letters differently, so the tiles decide.
      const others = tick.slice(3, 5).map((other) => this.plain(other));
      const middle =
        others.length === 2 ? [tile, ...others].sort((a, b) => a - b)[1] : tile + (CHOWS.get(kind) ?? 0);
      if (!isChow(middle, tile)) throw new ReadError("a chow that cannot be");
      this.made.claim("CHI", seat, middle);
    } else this.made.claim(CLAIMS.get(kind) ?? kind, seat);
    [this.turn, this.discarded] = [seat, false];
  }

  /**
   * A claim that was not carried out; one of an unknown kind is left out.
   * @param {Raw[]} tick
   */
  wish(tick) {
    const seat = this.seat(partOf(tick, 1)),
      what = textIn(partOf(tick, 2)),
      tile = tick.length > 3 ? this.plain(tick[3]) : this.offered;
    if (tile === null || tile !== this.offered) return;
    const step = CHOWS.get(what) ?? WISHED_CHOWS.get(what.slice(what.lastIndexOf("_") + 1)) ?? null;
    if (step !== null || what.startsWith("chi")) {
      this.made.wish(seat, "CHI", step !== null && isChow(tile + step, tile) ? tile + step : null);
      return;
    }
    const [, kind = null] = WISHES.find(([begins]) => what.startsWith(begins)) ?? [];
    if (kind !== null) this.made.wish(seat, kind);
  }

  /** @param {Raw[]} tick */
  win(tick) {
    const seat = this.seat(partOf(tick, 1)),
      isNames = /** @param {Raw} part */ (part) =>
        Array.isArray(part) && part.length > 0 && part.every((one) => typeof one === "string");
    /** @type {string[]} */
    const named = tick.slice(2).find(isNames) ?? [];
    if (named.includes(FALSE_WIN_NAME)) {
      for (const [other, points] of pointsOfTick(tick).entries())
        this.penalties[turned(other, this.dealer)] += points;
      this.made.falseWin(seat);
      return;
    }
    [this.winner, this.fan] = [seat, numberIn(partOf(tick, 2), 0, 999, "fan")];
    this.counted = named.map((name) => fanOfName(this.all, name));
    this.made.claim("HU", seat);
  }
}
