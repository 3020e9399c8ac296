// The review of a match, of one's own or of a dropped file, all seats of its finished hands, as the page of
// a review is given it (mj_lab/explain/review/page.py). What is reviewed is stored by hand, so that it is
// done once.
/** @import { Engine } from "../../engine/engine.js" */
/** @import { MyGames } from "../my_games.js" */
/** @import { Uploads } from "../uploads.js" */
import { ONE_VIEW } from "../records/archives.js";
import { addressOf, againLink, playsOn } from "../table/again.js";
import { isOfFile } from "../uploads.js";
import { handSteps, pieceOf, stepsOf } from "./steps.js";
import { mistakeOf, seatRecord } from "./summary.js";
import { matchTables, overviewOf } from "./overview.js";

export class MatchReviews {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   * @param {Uploads} uploads
   * @param {MyGames} mine
   */
  constructor(engine, store, rules, uploads, mine) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    this.uploads = uploads;
    this.mine = mine;
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
    const { hands } = begun,
      hand = hands.find(({ review }) => review === null);
    if (hand === undefined) {
      this.begun.delete(token);
      return { data: this.dataOf(/** @type {ReviewedHand[]} */ (hands)) };
    }
    const review = pieceOf(hand.steps, () => {
      begun.done += 1;
    });
    if (review !== undefined) {
      await this.store.put("progress", keyOf(hand), { version: this.rules.version, review });
      await this.keepOwn(hand, review);
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
   * The person's seat of a hand played here counts in My games.
   * @param {HandToReview} hand
   * @param {HandReview} review
   */
  async keepOwn({ token, number, own }, { seats }) {
    if (own !== null) await this.mine.keepReview(token, number, seats[own].decisions);
  }

  /**
   * @param {string} token
   * @returns {Promise<BegunReview>}
   */
  async begin(token) {
    /** @type {HandInReview[]} */
    const hands = [];
    const all = isOfFile(token) ? await this.uploads.reviewable(token) : await this.mine.played(token),
      whole = all.filter(({ record }) => record.only === undefined);
    if (all.length && !whole.length) throw new Error(ONE_VIEW);
    for (const hand of whole) {
      const known = await this.store.get("progress", keyOf(hand)),
        review =
          known !== undefined && "version" in known && known.version === this.rules.version
            ? known.review
            : null;
      if (review !== null) await this.keepOwn(hand, review);
      hands.push({ ...hand, review, steps: handSteps(this.engine, hand.record, this.rules) });
    }
    if (!hands.length) throw new Error("this browser keeps no such hand");
    if (hands.length > this.rules.uploads.reviewed)
      throw new Error(`over ${this.rules.uploads.reviewed} hands: mj review does it`);
    /** @param {HandInReview[]} of */
    const sum = (of) => of.reduce((all, { record }) => all + stepsOf(record), 0);
    const begun = { hands, all: sum(hands), done: sum(hands.filter(({ review }) => review !== null)) };
    this.begun.set(token, begun);
    return begun;
  }

  /**
   * @param {ReviewedHand[]} hands
   * @returns {ReviewData}
   */
  dataOf(hands) {
    const { rules } = this,
      { seats, players, style } = overviewOf(this.engine, rules, hands);
    /**
     * @param {[number, number, number]} options
     * @returns {PlacedAnswer}
     */
    const placed = ([game, seat, index]) => ({
      game,
      place: game + 1,
      ...answerOf(hands[game], seat, mistakeOf(hands[game].review.seats[seat].decisions[index])),
    });
    const lost = hands.map(({ record }, game) => ({
      record,
      lost: [0, 1, 2, 3].map((seat) => seats[game][seat].points_lost),
    }));
    return {
      tactic: rules.tactic,
      games: hands.length,
      left_out: 0,
      matches: hands.map((hand, game) => this.gameOf(hand, seats[game])),
      players: players.map(({ worst, loses_more, ...player }) => player),
      tables: matchTables(rules, lost),
      style,
      worst: players.map(({ worst }) => worst.map(placed)),
      limits: rules.limits,
      halving: rules.halving,
    };
  }

  /**
   * @param {ReviewedHand} hand
   * @param {SeatSums[]} sums
   * @returns {GameReview}
   */
  gameOf(hand, sums) {
    const { token, number, record, review } = hand;
    const seats = review.seats.map((reviewed, seat) =>
      seatRecord(reviewed, sums[seat], {
        seat,
        player: record.players?.[seat] ?? "",
        score: record.scores[seat],
      }),
    );
    return {
      id: record.id,
      level: record.level ?? "",
      prevalent_wind: record.quan,
      moments: review.moments,
      replay: addressOf(token, number),
      seats: seats.map((one) => ({
        ...one,
        worst: one.worst.map((answer) => answerOf(hand, one.seat, answer)),
      })),
    };
  }
}

/** @param {HandToReview} hand */
const keyOf = ({ token, number }) => `review ${token}.${number}`;
/**
 * @param {HandToReview} hand
 * @param {number} seat
 * @param {ReturnType<typeof mistakeOf>} answer
 * @returns {WorstAnswer}
 */
const answerOf = ({ token, number, record }, seat, answer) => ({
  seat,
  key: `${seat}-${answer.turn}`,
  again: playsOn(record) ? againLink(addressOf(token, number), seat, answer.turn) : "",
  ...answer,
});
