// The part of a review about all hands of a match: players, the table of hands
// (mj_lab/explain/review/together, players.py and match_table.py).
/** @import { Engine } from "../../engine/engine.js" */
import { sumsOf } from "./summary.js";

/**
 * hands: of each { review, record, scores, seated, names by player }: `seats` by hand, `players`, `style`.
 * A player is who sat at the table, whatever others are called.
 * @param {Engine} engine
 * @param {SiteRules} rules
 * @param {ReviewedHand[]} hands
 */
export function overviewOf(engine, rules, hands) {
  const games = hands.map(({ review, record, scores, seated }) => ({
    seats: review.seats.map(({ decisions }, seat) => ({
      seat,
      player: seated[seat],
      score: scores[seat],
      decisions,
    })),
    hands: [record, review.again],
  }));
  const names = distinct(hands[0].names),
    { players, ...sums } = sumsOf(engine, rules, games);
  return {
    ...sums,
    players: players.map(({ player, ...sum }) => ({ name: names[player], rating: null, ...sum })),
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
 * The hands of the match: of each player the seat, the score and the points lost; the standing.
 * @param {ReviewedHand[]} hands
 * @param {SeatSums[][]} seats
 * @param {KeptGame} options
 * @returns {MatchTableData}
 */
export function tableOf(hands, seats, { id, settings }) {
  const order = hands[0].seated;
  /**
   * @param {ReviewedHand} options
   * @param {number} game
   * @returns {[number, number, number | null][]}
   */
  const cells = ({ scores, seated }, game) =>
    order
      .map((player) => seated.indexOf(player))
      .map((seat) => [seat, scores[seat], seats[game][seat].points_lost]);
  return {
    name: `table-${id}`,
    hands: settings.hands,
    players: order.map((player) => hands[0].names[player]),
    rows: hands.map((hand, game) => ({
      game,
      hand: hand.number,
      prevalent_wind: hand.record.quan,
      cells: cells(hand, game),
    })),
    standing: order.map((player) =>
      hands.reduce((all, { scores, seated }) => all + scores[seated.indexOf(player)], 0),
    ),
  };
}
