// The part of a review about several hands: players, the tables of matches
// (mj_lab/explain/review/together, players.py and match_table.py).
/** @import { Engine } from "../../engine/engine.js" */
import { sumsOf } from "./summary.js";

const UNNAMED = "?";

/**
 * `seats` by hand, `players`, `style`. A player is who has the same name, and id where there is one.
 * @param {Engine} engine
 * @param {SiteRules} rules
 * @param {ReviewedHand[]} hands
 */
export function overviewOf(engine, rules, hands) {
  const /** @type {Map<string, number>} */ numbers = new Map(),
    /** @type {string[]} */
    names = [],
    /** @type {(number | null)[]} */
    ratings = [];
  /**
   * @param {GameRecord} record
   * @param {number} seat
   */
  function playerAt({ players = [], player_ids: ids = [], ratings: rated = [], level }, seat) {
    const name = players[seat] || level || UNNAMED,
      key = JSON.stringify([name, ids[seat] ?? ""]);
    const number = numbers.get(key) ?? numbers.size;
    if (!numbers.has(key)) {
      numbers.set(key, number);
      names.push(name);
    }
    ratings[number] = rated[seat] ?? ratings[number] ?? null;
    return number;
  }
  const games = hands.map(({ review, record }) => ({
    seats: review.seats.map(({ decisions }, seat) => ({
      seat,
      player: playerAt(record, seat),
      score: record.scores[seat],
      decisions,
    })),
    hands: [record, review.again],
  }));
  const shown = distinct(names),
    { players, ...sums } = sumsOf(engine, rules, games);
  return {
    ...sums,
    players: players.map(({ player, ...sum }) => ({ name: shown[player], rating: ratings[player], ...sum })),
  };
}

/**
 * Of equal names the second gets the suffix (2).
 * @param {string[]} names
 */
const distinct = (names) =>
  names.map(function (name, index) {
    const before = names.slice(0, index).filter((one) => one === name).length;
    return before ? `${name} (${before + 1})` : name;
  });

/**
 * The matches with several of these hands: of each player the seat, the score and the points lost by hand;
 * the standing. A match whose players change between hands is left out.
 * @param {SiteRules} rules
 * @param {{ record: GameRecord, lost: (number | null)[] }[]} hands lost: by seat
 * @returns {MatchTableData[]}
 */
export function matchTables(rules, hands) {
  /** @type {Map<string, PlacedHand[]>} */
  const matches = new Map();
  const /** @type {Map<string, number>} */ before = new Map();
  for (const [game, { record, lost }] of hands.entries()) {
    const { place } = record;
    if (!place) continue;
    const hand = JSON.stringify([place.match, place.hand]),
      copy = before.get(hand) ?? 0;
    before.set(hand, copy + 1);
    const key = JSON.stringify([place.match, copy]);
    matches.set(key, [...(matches.get(key) ?? []), { game, record, place, lost }]);
  }
  return [...matches.values()].flatMap((placed) => (placed.length > 1 ? (tableOf(rules, placed) ?? []) : []));
}

/**
 * @param {SiteRules} rules
 * @param {PlacedHand[]} placed
 * @returns {MatchTableData | null}
 */
function tableOf(rules, placed) {
  const hands = [...placed].sort((a, b) => a.place.hand - b.place.hand),
    [first] = hands;
  const /** @type {MatchTableRow[]} */ rows = [];
  let /** @type {number[]} */ standing = [];
  for (const { game, record, place, lost } of hands) {
    const seats = seatsOf(rules, first, { game, record, place, lost });
    if (seats === null) return null;
    rows.push({
      game,
      hand: place.hand,
      prevalent_wind: record.quan,
      cells: seats.map((seat) => [seat, record.scores[seat], lost[seat]]),
    });
    standing = seats.map((seat) => place.totals[seat] + record.scores[seat]);
  }
  const { match: name, hands: all } = hands[hands.length - 1].place;
  return {
    name,
    began: first.record.began ?? 0,
    hands: all,
    players: first.record.players ?? [],
    rows,
    standing,
  };
}

/** @param {GameRecord} record */
const keysOf = ({ player_ids: ids = [], players = [] }) => (ids.length ? ids : players);

/**
 * The seats in a hand of those who sat East to North in the first; null if they are others.
 * @param {SiteRules} rules
 * @param {PlacedHand} first
 * @param {PlacedHand} hand
 */
function seatsOf({ players_by_seat: seated }, first, hand) {
  const keys = keysOf(first.record),
    theirs = keysOf(hand.record);
  if (keys.length < 4 || JSON.stringify([...keys].sort()) !== JSON.stringify([...theirs].sort())) return null;
  if (new Set(keys).size === 4) return keys.map((key) => theirs.indexOf(key));
  // Bots share a name: then only our own order of seats says who is who.
  const [from, to] = [seated[first.place.hand], seated[hand.place.hand]];
  if (from === undefined || to === undefined) return null;
  const seats = from.map((player) => to.indexOf(player));
  return seats.every((seat, index) => theirs[seat] === keys[index]) ? seats : null;
}
