// The review of a match, all seats of its finished hands, as the page of a review is given it
// (mj_lab/explain/review/page.py). What is reviewed is kept by hand, so that it is done once.
/** @import { Engine } from "../../engine/engine.js" */
import { addressOf, againLink } from "../table/again.js";
import { handSteps, pieceOf, stepsOf } from "./steps.js";
import { mistakeOf, seatRecord } from "./summary.js";
import { tableOf, overviewOf } from "./overview.js";

export class MatchReviews {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   */
  constructor(engine, store, rules) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    /** @type {Map<string, BegunReview>} */
    this.begun = new Map();
  }

  /**
   * Does a part of the work; returns { done, all, hands, of }, steps and hands, or at the end { data }.
   * @param {{ token: string }} options
   * @returns {Promise<ReviewProgress>}
   */
  async goOn({ token }) {
    const begun = this.begun.get(token) ?? (await this.begin(token));
    const { kept, hands } = begun,
      hand = hands.find(({ review }) => review === null);
    if (hand === undefined) {
      this.begun.delete(token);
      return { data: this.dataOf(kept, /** @type {ReviewedHand[]} */ (hands)) };
    }
    const review = pieceOf(hand.steps, () => {
      begun.done += 1;
    });
    if (review !== undefined) {
      await this.store.put("progress", keyOf(token, hand.number), { version: this.rules.version, review });
      hand.review = review;
    }
    return {
      done: begun.done,
      all: begun.all,
      hands: hands.filter((one) => one.review !== null).length,
      of: hands.length,
    };
  }

  /**
   * @param {string} token
   * @returns {Promise<BegunReview>}
   */
  async begin(token) {
    const kept = await this.store.get("tables", token),
      { rules, engine } = this;
    const finished = (kept?.hands ?? []).flatMap(({ record, scores }, number) =>
      scores === null || record === undefined ? [] : [{ record, scores, number }],
    );
    if (kept === undefined || !finished.length) throw new Error("this browser keeps no such hand");
    /** @type {HandInReview[]} */
    const hands = [];
    for (const { number, record, scores } of finished) {
      const known = await this.store.get("progress", keyOf(token, number)),
        seated = rules.players_by_seat[number];
      const names = [0, 1, 2, 3].map((player) => record.players?.[seated.indexOf(player)] ?? "");
      hands.push({
        number,
        record,
        scores,
        seated,
        names,
        review:
          known !== undefined && "version" in known && known.version === rules.version ? known.review : null,
        steps: handSteps(engine, record, rules),
      });
    }
    /** @param {HandInReview[]} of */
    const sum = (of) => of.reduce((all, { record }) => all + stepsOf(record), 0);
    const begun = { kept, hands, all: sum(hands), done: sum(hands.filter(({ review }) => review !== null)) };
    this.begun.set(token, begun);
    return begun;
  }

  /**
   * @param {KeptGame} kept
   * @param {ReviewedHand[]} hands
   * @returns {ReviewData}
   */
  dataOf(kept, hands) {
    const { rules } = this,
      { seats, players, style } = overviewOf(this.engine, rules, hands);
    /**
     * @param {[number, number, number]} options
     * @returns {PlacedAnswer}
     */
    const placed = ([game, seat, index]) => ({
      game,
      place: game + 1,
      ...answerOf(
        addressOf(kept.token, hands[game].number),
        seat,
        mistakeOf(hands[game].review.seats[seat].decisions[index]),
      ),
    });
    return {
      tactic: rules.tactic,
      games: hands.length,
      left_out: 0,
      matches: hands.map((hand, game) => this.gameOf(kept.token, hand, seats[game])),
      players: players.map(({ worst, loses_more, ...player }) => player),
      tables: hands.length > 1 ? [tableOf(hands, seats, kept)] : [],
      style,
      worst: players.map(({ worst }) => worst.map(placed)),
      limits: rules.limits,
      halving: rules.halving,
    };
  }

  /**
   * @param {string} token
   * @param {ReviewedHand} options
   * @param {SeatSums[]} sums
   * @returns {GameReview}
   */
  gameOf(token, { number, record, scores, review }, sums) {
    const seats = review.seats.map((reviewed, seat) =>
      seatRecord(reviewed, sums[seat], { seat, player: record.players?.[seat] ?? "", score: scores[seat] }),
    );
    return {
      id: record.id,
      level: "",
      prevalent_wind: record.quan,
      moments: review.moments,
      replay: addressOf(token, number),
      seats: seats.map((one) => ({
        ...one,
        worst: one.worst.map((answer) => answerOf(addressOf(token, number), one.seat, answer)),
      })),
    };
  }
}

/**
 * @param {string} token
 * @param {number} number
 */
const keyOf = (token, number) => `review ${token}.${number}`;
/**
 * @param {string} record
 * @param {number} seat
 * @param {ReturnType<typeof mistakeOf>} answer
 * @returns {WorstAnswer}
 */
const answerOf = (record, seat, answer) => ({
  seat,
  key: `${seat}-${answer.turn}`,
  again: againLink(record, seat, answer.turn),
  ...answer,
});
