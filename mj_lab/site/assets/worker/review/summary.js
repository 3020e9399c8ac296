// What a reviewed seat adds up to (mj_lab/review/summary.py).
import { rounded } from "../table/coach.js";

const sum = (values) => values.reduce((all, one) => all + one, 0);
export const lostIn = (decisions) => sum(decisions.map(({ lost }) => lost));

// The decisions that lost most, the worst first; none that lost nothing.
export const worstOf = (decisions, count) => decisions.filter(({ lost }) => lost > 0).sort((one, other) => other.lost - one.lost).slice(0, count);

// How well a seat plays, 0 to 100, by the points that it loses a decision.
export const accuracyOf = (lost, { halving }) => 100 * 2 ** (-lost / halving);

// Null of no answers.
export const meanAccuracy = (decisions, rules) => (decisions.length ? accuracyOf(lostIn(decisions) / decisions.length, rules) : null);

export const mistakeOf = ({ turn, played, best, tile, told, lost, lost_error, grade, kind }) => ({ turn, played, best, tile, told, lost, lost_error, grade, kind });

// Every change of what the seat could expect that is not by its own losses; all parts and the points
// lost add up to the score.
export function luckOf(decisions, score) {
  const parts = { deal: 0, draws: 0, others: 0 };
  let expected = 0;
  for (const [place, one] of decisions.entries()) {
    parts[place === 0 ? "deal" : one.own_draw ? "draws" : "others"] += one.expected_score - expected;
    expected = one.expected_score - one.lost;
  }
  return { ...parts, end: score - expected, total: score + lostIn(decisions) };
}

// review: { decisions, illegal } of a seat; rules: halving, grades, kinds, worst.
export function seatRecord({ decisions, illegal }, { seat, player, score }, rules) {
  const lost = lostIn(decisions), count = decisions.length;
  const kind = (name) => {
    const of = decisions.filter((one) => one.kind === name);
    return { differ: of.length, mistakes: of.filter(({ grade }) => grade !== null).length, points_lost: rounded(lostIn(of)) };
  };
  return {
    seat, player, score, decisions: count, illegal, points_lost: rounded(lost), lost_per_decision: count ? rounded(lost / count) : null,
    accuracy: rounded(meanAccuracy(decisions, rules)), grades: Object.fromEntries(rules.grades.map((grade) => [grade, decisions.filter((one) => one.grade === grade).length])),
    worst: worstOf(decisions, rules.worst).map(mistakeOf), kinds: Object.fromEntries(rules.kinds.map((name) => [name, kind(name)])),
    luck: Object.fromEntries(Object.entries(luckOf(decisions, score)).map(([key, value]) => [key, rounded(value)])),
    curve: decisions.map((one) => [one.turn, rounded(one.win_chance), rounded(one.expected_score), one.lost]),
  };
}
