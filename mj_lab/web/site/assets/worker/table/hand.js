// A hand that is played at the engine's table, seen from the one person's seat.
/** @import { Engine } from "../../engine/engine.js" */
import { wallsOf } from "../../engine/engine.js";
import { canChoose, canWin, sightOf } from "./sights.js";

const PERSON = "human";

export class Hand {
  /**
   * players: of the settings, by seat; players by their number make the seeds of the bots.
   * way: the answers of the turns before it begins, by seat (again.js).
   * @param {Engine} engine
   * @param {{ players: string[], seated: number[], wall: string, wind: number, common_wall?: boolean,
   *   way?: string[][] }} options
   */
  constructor(engine, { players, seated, wall, wind, common_wall = false, way = [] }) {
    this.engine = engine;
    this.seat = players.indexOf(PERSON);
    this.way = way;
    this.walls = wallsOf({ wall, common_wall });
    this.table = engine.table({
      players: players.map((name) => (name === PERSON ? "person" : name)),
      wall,
      wind,
      common_wall,
      seeds: seated,
      way,
    });
    /** @type {string[]} */
    this.requests = [];
    /** @type {string[]} */
    this.responses = [];
    /** @type {Map<number, string>} */
    this.given = new Map();
    this.passes = "";
    /** @type {SeatSeen | null} */
    this.over = null;
    this.take();
  }

  // Adds the new requests, with a pass, or the answer of `way`, to each that needed no decision.
  take() {
    const seen = this.table.see(this.seat, this.requests.length);
    this.requests.push(...seen.requests);
    this.over = seen.over ? seen : null;
    const answered = this.requests.length - (seen.over ? 0 : 1);
    while (this.responses.length < answered)
      this.responses.push(this.way[this.responses.length]?.[this.seat] ?? "PASS");
  }

  // The newest turn: of the end the one after the last request.
  get latest() {
    return this.requests.length - (this.over ? 0 : 1);
  }

  /**
   * What the seat was sent and answered up to a turn.
   * @param {number} turn
   * @returns {SeatRecord}
   */
  upTo(turn) {
    return {
      requests: this.requests.slice(0, turn + 1),
      responses: this.responses.slice(0, turn),
      ...this.walls,
    };
  }

  /**
   * @param {number} turn
   * @param {string} [tactic]
   */
  sight(turn, tactic) {
    return sightOf(this.engine, this.upTo(turn), tactic);
  }

  /**
   * The table as the seat sees it.
   * @param {number} turn
   * @returns {Frame}
   */
  frame(turn) {
    const [{ turn: _turn, ...frame }] = this.engine.frames(this.upTo(turn), turn);
    return frame;
  }

  /** @param {number} turn */
  effective(turn) {
    return this.engine.effective(this.upTo(turn));
  }

  /**
   * Whether the seat has to answer at the newest turn.
   * @param {SeatAdvice} sight
   */
  isAsked(sight) {
    return this.over === null && canChoose(sight);
  }

  /**
   * Whether this turn is passed without asking (mj_lab/table/play/hand_in_play.py, pass_claims).
   * @param {SeatAdvice} sight
   */
  passesNow(sight) {
    return this.passes !== "" && sight.state.drawn === null && !canWin(sight);
  }

  /**
   * @param {number} turn
   * @param {string} action
   */
  answer(turn, action) {
    this.responses[turn] = action;
    this.given.set(turn, action);
    this.table.play(this.seat, action);
    this.take();
  }

  /**
   * The answer for a person whose time is over: discards the drawn tile, or passes.
   * @param {SeatAdvice} sight
   */
  standIn(sight) {
    return sight.state.drawn === null ? "PASS" : "PLAY " + sight.state.drawn;
  }

  leave() {
    this.table.leave();
  }
}
