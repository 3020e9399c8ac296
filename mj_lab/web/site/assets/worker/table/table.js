// A table that goes on by itself while a page shows it; its messages are those of the server's table, in
// the same order (mj_lab/table/play/live_table.py, mj_lab/web/server/at_table/tables.py).
/** @import { Match } from "./match.js" */
import { meanAgainst, meanOf } from "../means.js";
import { addressOf } from "./again.js";
import { Coach } from "./coach.js";
import { eventOf } from "./event.js";
import { tableMessage } from "./message.js";

// How long the deal stays at most, and the part of the pace that a draw stays: as live_table.py has it.
const DEAL_SECONDS = 0.3,
  DRAW_SHARE = 0.4,
  OWN_SECONDS = 0.3;
const PASS_UNTIL = ["", "turn", "hand"];

/**
 * Where a hand and the same wall with a tactic in the seat stand side by side.
 * @param {string} token
 * @param {number} hand
 * @param {number} seat
 */
export const besideOf = (token, hand, seat) => `/beside/${token}.${hand}?seat=${seat}`;

class Refused extends Error {}

export class Table {
  /**
   * keep(): has the match kept, a promise. say(message): to the page.
   * @param {Match} match
   * @param {() => Promise<unknown>} keep
   * @param {SendMessage} say
   */
  constructor(match, keep, say) {
    this.match = match;
    this.keep = keep;
    this.say = say;
    this.turn = match.hand.latest;
    /** @type {number[]} players who want the next hand */
    this.ready = [];
    /** @type {number | null} seconds for the own answer */
    this.deadline = null;
    this.over = false;
    this.timer = 0;
    /** @type {(() => void) | null} goes on with what `until` waits for */
    this.wake = null;
    /** @type {string | null} the person's answer at this turn; the one that is being taken */
    this.answer = null;
    /** @type {string | null} */
    this.given = null;
    this.coach = new Coach(match, () => this.sendNote());
    // What was sent last.
    this.noted = "";
    this.compared = "";
  }

  /**
   * The page of the seat has connected: it is sent the state, and the table goes on.
   * @param {number} sequence
   */
  come(sequence) {
    const now = this.match.before + this.turn;
    if (sequence !== now) this.say(this.state());
    this.sendNote();
    this.sendComparison();
    this.run();
  }

  leave() {
    this.over = true;
    clearTimeout(this.timer);
    this.match.hand.leave();
  }

  async run() {
    if (this.match.kept.given_up) {
      await this.playAgain();
      return;
    }
    while (!this.over && !(this.match.isOver && this.atEnd())) {
      if (this.atEnd()) await this.nextHand();
      else await this.oneTurn();
      if (this.over) return;
      this.deadline = null;
      this.say(this.state());
      this.sendNote();
      if (this.atEnd()) await this.playAgain();
    }
    if (!this.over) await this.playAgain();
  }

  atEnd() {
    const { hand } = this.match;
    return hand.over !== null && this.turn === hand.latest;
  }

  /**
   * The state of the table; of a finished hand with the way to its replay.
   * @returns {TableMessage}
   */
  state() {
    const message = tableMessage(this.match, this.turn);
    return this.atEnd() ? { ...message, replay: this.replayOf(this.match.number) } : message;
  }

  /** @param {number} number */
  replayOf(number) {
    return addressOf(this.match.kept.token, number);
  }

  // -- a turn ---------------------------------------------------------------------------------------

  async oneTurn() {
    const { match } = this,
      { hand } = match,
      begun = Date.now();
    let seconds = this.pace();
    if (this.turn === hand.latest) {
      const sight = hand.sight(this.turn);
      if (sight.state.drawn !== null && hand.passes === "turn") await this.setPass("");
      if (hand.isAsked(sight)) {
        const action = hand.passesNow(sight) ? "PASS" : await this.asked(sight, begun);
        if (this.over) return;
        await this.take(action ?? "PASS");
        if (!match.kept.left) seconds = Math.min(match.settings.pace, OWN_SECONDS);
      }
    }
    await this.until(() => false, begun + seconds * 1000);
    this.turn += 1;
  }

  /**
   * Waits for the person's answer, no longer than the clock allows.
   * @param {SeatAdvice} sight
   * @param {number} begun
   * @returns {Promise<string | null>}
   */
  async asked(sight, begun) {
    const { clock } = this.match.settings;
    this.answer = null;
    this.coach.look(this.turn);
    if (clock !== null) {
      this.deadline = clock;
      this.sendNote();
    }
    const passes = () => this.match.hand.passesNow(sight);
    const isAnswered = () => this.answer !== null || passes() || this.match.kept.left === true;
    await this.until(isAnswered, clock === null ? null : begun + clock * 1000);
    if (this.over) return null;
    if (this.answer !== null) return this.answer;
    if (passes()) return "PASS";
    return this.match.kept.left ? this.answerOfBot(sight) : this.match.hand.standIn(sight);
  }

  /**
   * The adviser's answer in the person's seat, or the stand-in's if it is not legal; the hand is marked.
   * @param {SeatAdvice} sight
   */
  answerOfBot(sight) {
    const { hand, kept, number, rules } = this.match,
      { response } = hand.sight(this.turn, rules.tactic);
    kept.hands[number].by_bot = true;
    return sight.legal.some(([one]) => one === response) ? response : hand.standIn(sight);
  }

  /**
   * An answer is confirmed to the page before the bots think, and stored before it takes effect.
   * @param {string} action
   */
  async take(action) {
    const { match } = this,
      { turn } = this;
    this.given = action;
    this.sendNote();
    await new Promise((done) => setTimeout(done, 0));
    match.answer(turn, action);
    this.given = null;
    await this.keep();
  }

  pace() {
    const { hand, settings } = this.match,
      request = hand.requests[this.turn];
    const event = eventOf(request, hand.seat);
    if (event === null) return Math.min(settings.pace, DEAL_SECONDS);
    return event.kind === "DRAW" ? settings.pace * DRAW_SHARE : settings.pace;
  }

  async nextHand() {
    await this.until(() => this.ready.length > 0);
    if (this.over) return;
    await this.match.next();
    await this.keep();
    this.ready = [];
    this.turn = Math.min(1, this.match.hand.latest);
  }

  /**
   * Waits until a condition holds, the time is over, or the page is closed.
   * @param {() => boolean} so
   * @param {number | null} [end]
   * @returns {Promise<void>}
   */
  until(so, end = null) {
    return new Promise((done) => {
      this.wake = () => {
        if (this.over || so()) {
          clearTimeout(this.timer);
          this.wake = null;
          done();
        }
      };
      if (end !== null)
        this.timer = setTimeout(
          () => {
            this.wake = null;
            done();
          },
          Math.max(0, end - Date.now()),
        );
      this.wake();
    });
  }

  changed() {
    if (this.wake) this.wake();
  }

  // -- orders of the page -----------------------------------------------------------------------------

  /**
   * Throws an Error, one line, for what cannot be.
   * @param {TableOrder} order
   */
  async obey(order) {
    const { match } = this;
    if (order.type === "answer") this.answers(order);
    else if (order.type === "coach") this.coach.setMode(order.mode, this.isAsked() ? this.turn : null);
    else if (order.type === "claims") {
      if (order.hand !== match.number) throw new Refused("that hand is not on");
      if (!PASS_UNTIL.includes(order.until)) throw new Refused("claims: until is none of the words for it");
      await this.setPass(order.until);
    } else if (order.type === "next") {
      if (order.hand !== match.number || !this.atEnd()) throw new Refused("that hand is not over");
      this.ready = [match.player];
      this.sendNote();
    } else if (order.type === "leave" || order.type === "back") await this.setLeft(order.type === "leave");
    else if (order.type === "give_up") await this.giveUp();
    else if (order.type !== "announce") throw new Refused("there is no such order at this table");
    this.changed();
  }

  /**
   * Throws an Error, one line, for another turn.
   * @param {TurnOrder} options
   * @returns {EffectiveMessage}
   */
  effective({ hand, turn }) {
    const { match } = this;
    if (hand !== match.number || turn !== this.turn || this.atEnd()) throw new Refused("that turn is not on");
    return { type: "effective", hand, turn, rows: match.hand.effective(turn) };
  }

  isAsked() {
    const { hand } = this.match;
    return this.turn === hand.latest && hand.over === null && hand.isAsked(hand.sight(this.turn));
  }

  /** @param {AnswerOrder} options */
  answers({ hand, turn, action }) {
    const { match } = this;
    if (match.kept.given_up) throw new Refused("the match was given up");
    if (hand !== match.number || turn !== this.turn) throw new Refused("that turn is not on");
    if (match.hand.given.has(turn) || this.answer === action) return;
    if (!this.isAsked()) throw new Refused("nothing is asked of this seat now");
    if (!match.hand.sight(turn).legal.some(([one]) => one === action))
      throw new Refused("not legal now: " + String(action).slice(0, 40));
    this.answer = action;
    this.coach.answered(turn, action);
  }

  /** @param {string} until */
  async setPass(until) {
    this.match.hand.passes = this.match.kept.hands[this.match.number].passes = until;
    await this.keep();
    this.sendNote();
  }

  /**
   * Whether a bot plays for the person from now on; it is stored with the table.
   * @param {boolean} left
   */
  async setLeft(left) {
    const { kept } = this.match;
    if (kept.given_up) throw new Refused("you gave this match up");
    if (!left && !kept.left) throw new Refused("no bot plays for you");
    kept.left = left;
    await this.keep();
    this.sendNote();
  }

  // The person leaves the match for good: nothing goes on.
  async giveUp() {
    this.match.kept.given_up = true;
    await this.keep();
    this.over = true;
    this.sendNote();
  }

  // -- between two states ------------------------------------------------------------------------------

  /** @returns {NoteMessage} */
  note() {
    const { match } = this,
      { hand } = match,
      over = this.atEnd();
    return {
      type: "note",
      sequence: match.before + this.turn,
      given: over ? null : (this.given ?? hand.given.get(this.turn) ?? null),
      pass: over ? "" : hand.passes,
      deadline: this.deadline,
      ready: this.ready,
      coach: this.coach.says(this.turn),
      presences: match.settings.players.map((name) =>
        name !== "human" ? "bot" : match.kept.left || match.kept.given_up ? "left" : "here",
      ),
      lobby: false,
      may_start: false,
      given_up: match.kept.given_up === true,
      may_sit: [],
      names: [0, 1, 2, 3].map((player) => match.nameOf(player)),
    };
  }

  sendNote() {
    const note = this.note(),
      text = JSON.stringify(note);
    if (text !== this.noted) this.say(note);
    this.noted = text;
  }

  // What the adviser makes of the seat on the walls that are over, one after the other.
  async playAgain() {
    for (const [number, hand] of this.match.kept.hands.entries()) {
      if (hand.scores === null || hand.instead) continue;
      this.sendComparison();
      const steps = this.match.instead(number);
      // The page is drawn first; its requests are answered between two steps.
      /** @type {{ done?: boolean, value?: SameWallProgress | void }} */
      let step = {};
      for (; !step.done; step = steps.next()) {
        if (step.value) this.sendComparison(step.value);
        await new Promise((done) => setTimeout(done, 0));
        if (this.over) {
          steps.return();
          return;
        }
      }
      await this.keep();
      this.sendComparison();
    }
  }

  /**
   * progress: of the hand that is played on.
   * @param {SameWallProgress | null} [progress]
   */
  sendComparison(progress = null) {
    const { match } = this,
      finished = match.kept.hands.filter(({ scores }) => scores !== null),
      done = finished.flatMap(({ instead }) => (instead ? [instead] : [])),
      counted = finished.flatMap(({ instead, by_bot }) => (instead && !by_bot ? [instead.row] : []));
    if (!finished.length || (this.atEnd() === false && match.hand.over !== null)) return;
    /** @param {number} hand */
    const seatOf = (hand) => match.rules.players_by_seat[hand].indexOf(match.player);
    const rows = done.map(({ row }) => row);
    const hands = rows.map((row) => ({
      ...row,
      against: row.against ?? null,
      seat: seatOf(row.hand),
      beside: besideOf(match.kept.token, row.hand, seatOf(row.hand)),
    }));
    const means = {
      wall: meanOf(counted.map((row) => row.score - row.instead)),
      sampled: meanAgainst(counted),
    };
    /** @type {SameWallMessage} */
    const message = {
        type: "same_wall",
        tactic: match.rules.tactic,
        hands,
        waiting: finished.length - done.length,
        progress,
        means,
      },
      text = JSON.stringify(message);
    if (text !== this.compared) this.say(message);
    this.compared = text;
  }
}
