// The sums over reviewed seats, made by the engine (mj_engine/cpp/review/sums.hpp).
/** @import { Engine } from "../../engine/engine.js" */
const NOBODY = 4;

/**
 * games: of each `seats` { seat, player, score, decisions } and of a whole one `hands`, records: its own
 * and the adviser's on the same wall.
 * @param {Engine} engine
 * @param {SiteRules} options
 * @param {GameToSum[]} games
 */
export function sumsOf(engine, { kinds, grades }, games) {
  /** @param {ReviewedDecision} decision */
  const numbersOf = (decision) => [
    decision.turn,
    decision.win_chance,
    decision.expected_score,
    decision.lost,
    Number(decision.own_draw),
    kinds.indexOf(decision.kind),
    decision.grade === null ? -1 : grades.indexOf(decision.grade),
  ];
  const /** @type {number[]} */ numbers = [],
    /** @type {string[]} */
    texts = [];
  for (const { seats, hands = [] } of games) {
    numbers.push(seats.length);
    for (const { seat, player, score, decisions } of seats)
      numbers.push(seat, player, score, decisions.length, ...decisions.flatMap(numbersOf));
    numbers.push(hands.length);
    for (const { requests, result } of hands) {
      const fans = result.fans ?? [];
      numbers.push(
        result.action === "HU" ? (result.player ?? NOBODY) : NOBODY,
        result.fan_total ?? 0,
        requests.length,
        fans.length,
        ...fans.map(([, , value]) => value),
      );
      texts.push(...requests.map(([text]) => text), ...fans.map(([name]) => name));
    }
  }
  return engine.sums(numbers, texts);
}

/**
 * Of one seat; `worst` are places of its decisions.
 * @param {Engine} engine
 * @param {SiteRules} rules
 * @param {ReviewedDecision[]} decisions
 * @param {number} [score]
 */
export const seatSums = (engine, rules, decisions, score = NaN) =>
  sumsOf(engine, rules, [{ seats: [{ seat: 0, player: 0, score, decisions }] }]).seats[0][0];

/** @param {ReviewedDecision} options */
export const mistakeOf = ({ turn, played, best, tile, told, lost, lost_error, grade, kind }) => ({
  turn,
  played,
  best,
  tile,
  told,
  lost,
  lost_error,
  grade,
  kind,
});

/**
 * review: { decisions, illegal } of a seat; sums: its own.
 * @param {SeatDecisions} options
 * @param {SeatSums} sums
 * @param {{ seat: number, player: string, score: number }} seat
 */
export function seatRecord({ decisions, illegal }, sums, seat) {
  return {
    ...seat,
    decisions: decisions.length,
    illegal,
    ...sums,
    worst: sums.worst.map((index) => mistakeOf(decisions[index])),
  };
}
