// What reviewed seats add up to: the engine counts it (mj_engine/cpp/review/sums.hpp).
const NOBODY = 4;

// games: of each `seats` { seat, player, score, decisions } and of a whole one `hands`, records: its own
// and the adviser's on the same wall.
export function sumsOf(engine, { kinds, grades }, games) {
  const numbersOf = (decision) => [
    decision.turn,
    decision.win_chance,
    decision.expected_score,
    decision.lost,
    Number(decision.own_draw),
    kinds.indexOf(decision.kind),
    grades.indexOf(decision.grade),
  ];
  const numbers = [],
    texts = [];
  for (const { seats, hands = [] } of games) {
    numbers.push(seats.length);
    for (const { seat, player, score, decisions } of seats)
      numbers.push(seat, player, score, decisions.length, ...decisions.flatMap(numbersOf));
    numbers.push(hands.length);
    for (const {
      requests,
      result: { action, player, fan_total = 0, fans = [] },
    } of hands) {
      numbers.push(
        action === "HU" ? player : NOBODY,
        fan_total,
        requests.length,
        fans.length,
        ...fans.map(([, , value]) => value),
      );
      texts.push(...requests.map(([text]) => text), ...fans.map(([name]) => name));
    }
  }
  return engine.sums(numbers, texts);
}

// Of one seat; `worst` are places of its decisions.
export const seatSums = (engine, rules, decisions, score = NaN) =>
  sumsOf(engine, rules, [{ seats: [{ seat: 0, player: 0, score, decisions }] }]).seats[0][0];

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

// review: { decisions, illegal } of a seat; sums: its own.
export function seatRecord({ decisions, illegal }, sums, seat) {
  return {
    ...seat,
    decisions: decisions.length,
    illegal,
    ...sums,
    worst: sums.worst.map((index) => mistakeOf(decisions[index])),
  };
}
