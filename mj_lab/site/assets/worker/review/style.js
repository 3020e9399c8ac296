// How somebody plays, in figures that players know (mj_lab/review/together/style.py).
import { ratioEstimate, stated } from "../means.js";
import { eventOf } from "../table/frames.js";

const DISCARDING = ["PLAY", "CHI", "PENG"];
// What is summed of a hand, and over what.
const FIGURES = { win_rate: "hands", deal_in_rate: "hands", self_drawn_share: "wins", mean_fan: "wins", win_turn: "wins", claims: "hands", first_claim_turn: "opened" };

// What each seat did in a game.
export function seatFacts({ requests, result }) {
  const discards = [0, 0, 0, 0], claims = [0, 0, 0, 0], first = [null, null, null, null];
  let last = null;
  for (const row of requests) {
    const event = eventOf(row[0], 0);
    if (event === null) continue;
    const { kind, seat } = event, isOwnTurn = last !== null && last.kind === "DRAW" && last.seat === seat;
    if (kind === "CHI" || kind === "PENG" || (kind === "GANG" && !isOwnTurn)) {
      claims[seat] += 1;
      first[seat] ??= discards[seat];
    }
    discards[seat] += DISCARDING.includes(kind) ? 1 : 0;
    last = event;
  }
  const winner = result.action === "HU" ? result.player : null, giver = winner === null ? null : last.seat;
  return [0, 1, 2, 3].map((seat) => ({
    won: seat === winner, self_drawn: seat === winner && winner === giver, dealt_in: winner !== null && seat === giver && giver !== winner,
    fan: seat === winner ? result.fan_total ?? 0 : 0, discards: discards[seat], claims: claims[seat], first_claim: first[seat], fans: seat === winner ? result.fans ?? [] : [],
  }));
}

// The greatest fan of a win; flowers are none.
function mainFan(fans, flowers) {
  const counted = fans.filter(([name]) => name !== flowers), most = Math.max(...counted.map(([, , value]) => value));
  return counted.find(([, , value]) => value === most)?.[0] ?? null;
}

// games: of each the facts of its seats, which share its tiles and are one draw.
export function styleOf(games, { flowers }) {
  const sums = games.map(sumsOf), seats = games.flat(), wins = seats.filter(({ won }) => won), count = new Map();
  for (const { fans } of wins) {
    const fan = mainFan(fans, flowers);
    if (fan !== null) count.set(fan, (count.get(fan) ?? 0) + 1);
  }
  const figures = Object.entries(FIGURES).map(([key, whole]) => [key, stated(ratioEstimate(sums.map((one) => [one[key], one[whole]])))]);
  return { hands: seats.length, wins: wins.length, ...Object.fromEntries(figures), main_fans: Object.fromEntries([...count].sort((one, other) => other[1] - one[1])) };
}

function sumsOf(seats) {
  const wins = seats.filter(({ won }) => won), opened = seats.filter((one) => one.first_claim !== null);
  const sum = (of, value) => of.reduce((all, one) => all + value(one), 0), counted = (of, key) => of.filter((one) => one[key]).length;
  return {
    hands: seats.length, wins: wins.length, opened: opened.length, win_rate: wins.length, deal_in_rate: counted(seats, "dealt_in"), self_drawn_share: counted(wins, "self_drawn"),
    mean_fan: sum(wins, ({ fan }) => fan), win_turn: sum(wins, ({ discards }) => discards), claims: sum(seats, ({ claims }) => claims), first_claim_turn: sum(opened, (one) => one.first_claim),
  };
}
