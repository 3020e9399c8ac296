// What a review says of the hands of a match together: players, the table of hands
// (mj_lab/review/together, players.py and match_table.py).
import { ratioEstimate, stated } from "../means.js";
import { styleOf } from "./style.js";
import { accuracyOf, lostIn, luckOf, worstOf } from "./summary.js";

// What is summed of a seat, and over what.
const FIGURES = { lost_per_decision: "decisions", lost_per_game: "games", mistakes_per_100: "decisions", luck_per_game: "games", score_per_game: "games" };

// hands: of each { review, scores, seated, names by player }; the players, who loses least a decision
// first. A player is who sat at the table, whatever others are called.
export function playersOf(hands, rules) {
  const names = distinct(hands[0].names);
  const players = [0, 1, 2, 3].map((player) => playerOf(hands.map((hand, game) => seatOf(hand, game, player)), names[player], rules));
  return players.sort((one, other) => one.lost_per_decision.mean - other.lost_per_decision.mean);
}

function seatOf({ review, scores, seated }, game, player) {
  const seat = seated.indexOf(player);
  return { game, seat, decisions: review.seats[seat].decisions, score: scores[seat], facts: review.facts[seat], same_wall: review.same_wall[seat] };
}

// The second name that is alike has (2) behind it.
const distinct = (names) => names.map(function (name, place) {
  const before = names.slice(0, place).filter((one) => one === name).length;
  return before ? `${name} (${before + 1})` : name;
});

function playerOf(seats, name, rules) {
  const sums = seats.map((one) => sumsOf(one, rules)), parts = (key, whole) => ratioEstimate(sums.map((one) => [one[key], one[whole]]));
  const lostBy = (kind) => stated(ratioEstimate(seats.map(({ decisions }) => [lostIn(decisions.filter((one) => one.kind === kind)), 1])));
  const answers = seats.flatMap(({ game, seat, decisions }) => decisions.map((one) => ({ ...one, game, seat })));
  return {
    name, rating: null, matches: seats.length, games: seats.length, decisions: answers.length,
    ...Object.fromEntries(Object.entries(FIGURES).map(([key, whole]) => [key, parts(key, whole)])),
    accuracy: accuracyBy(parts("lost_per_decision", "decisions"), rules),
    kinds: Object.fromEntries(rules.kinds.map((kind) => [kind, lostBy(kind)])),
    style: styleOf(seats.map(({ facts }) => [facts]), rules), same_walls: styleOf(seats.map((one) => [one.same_wall]), rules),
    worst: worstOf(answers, rules.worst),
  };
}

// By the points lost a decision.
function accuracyBy({ mean, error }, rules) {
  const found = mean === null ? null : accuracyOf(mean, rules);
  return { mean: found, error: error === null ? null : (found * Math.LN2 / rules.halving) * error };
}

function sumsOf({ decisions, score }, rules) {
  const lost = lostIn(decisions), grave = decisions.filter(({ grade }) => rules.grades.indexOf(grade) > 0);
  return {
    games: 1, decisions: decisions.length, lost_per_decision: lost, lost_per_game: lost,
    mistakes_per_100: 100 * grave.length, luck_per_game: luckOf(decisions, score).total, score_per_game: score,
  };
}

// The hands of the match: of each player the seat, the score and the points lost; the standing.
export function tableOf(hands, { id, settings }) {
  const order = hands[0].seated;
  const cells = ({ review, scores, seated }) => order.map((player) => seated.indexOf(player)).map((seat) => [seat, scores[seat], lostIn(review.seats[seat].decisions)]);
  return {
    name: `table-${id}`, hands: settings.hands, players: order.map((player) => hands[0].names[player]),
    rows: hands.map((hand, game) => ({ game, hand: hand.number, prevalent_wind: hand.record.quan, cells: cells(hand) })),
    standing: order.map((player) => hands.reduce((all, { scores, seated }) => all + scores[seated.indexOf(player)], 0)),
  };
}
