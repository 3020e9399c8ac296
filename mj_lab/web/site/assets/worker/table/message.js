// A state of a table as a page is given it (mj_lab/table/play/play_table.py, PlayTable.message).
/** @import { Match } from "./match.js" */
import { canChoose } from "./sights.js";
import { numberOf } from "./tiles.js";

/**
 * match: the settings, the hands by now, whose seat; see match.js. turn: which of the hand is shown.
 * @param {Match} match
 * @param {number} turn
 * @returns {TableMessage}
 */
export function tableMessage(match, turn) {
  const { hand, settings, seated, number } = match,
    { seat } = hand;
  const isEnd = hand.over !== null && turn === hand.latest,
    totals = match.totals(number + (isEnd ? 1 : 0));
  const made = {
    type: /** @type {const} */ ("table"),
    sequence: match.before + turn,
    since: 0,
    hand: number,
    hands: settings.hands,
    turn,
    seat,
    players: seated.map((player) => match.nameOf(player)),
    seated,
    people: seated.map((player) => settings.players[player] === "human"),
    wind: match.wind,
    totals: seated.map((player) => totals[player]),
    clock: settings.clock,
    begun: match.kept.again !== undefined,
    ask: null,
    given: null,
    waits: null,
    result: null,
  };
  if (isEnd && hand.over) return { ...made, ...ended(match, hand.over) };
  const sight = hand.sight(turn),
    given = hand.given.get(turn) ?? null;
  /** @type {TableMessage} */
  const message = {
    ...made,
    frame: hand.frame(turn),
    given: canChoose(sight) ? given : null,
    waits: sight.waits,
  };
  if (given === null && turn === hand.latest && canChoose(sight) && !hand.passesNow(sight)) {
    const { state } = sight,
      tile = /** @param {string | null} code */ (code) => (code === null ? null : numberOf(code));
    message.ask = { choices: sight.choices, offered: tile(state.offered), drawn: tile(state.drawn) };
  }
  return message;
}

/**
 * @param {Match} match
 * @param {SeatSeen} seen the finished game
 * @returns {{ frame: Frame, result: HandResult }}
 */
function ended(match, seen) {
  const { hand, seated } = match,
    record = match.record(),
    { result } = record;
  const shown = {
    action: result.action,
    player: result.player ?? null,
    giver: seen.result.giver,
    fan_total: result.fan_total ?? null,
    fans: result.fans ?? [],
    scores: seen.scores,
    match_over: match.isOver,
    names: [0, 1, 2, 3].map((player) => match.nameOf(player)),
    seated,
    faults: [],
    results: match.results,
    by_bot: match.kept.hands[match.number].by_bot ? [match.player] : [],
    record: originalResult(match.kept.again),
  };
  return { frame: hand.engine.frames(record, record.requests.length)[0], result: shown };
}

/**
 * What came in the record of a hand that began there.
 * @param {KeptBeginning | undefined} again
 * @returns {RecordedRest | null}
 */
function originalResult(again) {
  return again === undefined
    ? null
    : {
        scores: again.scores,
        turn: again.turn,
        penalties: again.penalties ?? false,
        wall_known: again.wall_known ?? true,
      };
}
