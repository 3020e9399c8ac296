// The hands that this browser finished: the list, reviews, one file out and in.
/** @import { Engine } from "../engine/engine.js" */
/** @import { Uploads } from "./uploads.js" */
import { disagreement } from "./records/hand_at_table.js";
import { inPieces, seatSteps } from "./review/steps.js";
import { seatSums } from "./review/summary.js";
import { addressOf, againLink, playsOn } from "./table/again.js";
import { playedInstead } from "./table/match.js";
import { gameOf, partOf, replaySteps } from "./table/replay.js";
import { besideOf } from "./table/table.js";
import { meanAgainst, meanOf, movingMeans } from "./means.js";
import { isOfFile } from "./uploads.js";

const MOST_ROWS = 500;
const BY_CHANCE = "random";

export class MyGames {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   * @param {Uploads} uploads
   */
  constructor(engine, store, rules, uploads) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    this.uploads = uploads;
  }

  /**
   * All finished hands, the newest first: { kept, number, hand, seat }.
   * @returns {Promise<Finished[]>}
   */
  async finished() {
    /** @type {Finished[]} */
    const hands = [];
    for (const kept of await this.store.all("tables")) {
      const player = kept.settings.players.indexOf(this.rules.person);
      for (const [number, hand] of kept.hands.entries())
        if (hand.scores !== null)
          hands.push({
            kept,
            number,
            hand: /** @type {FinishedHand} */ (hand),
            seat: this.rules.players_by_seat[number].indexOf(player),
          });
    }
    return hands.sort((a, b) => b.hand.ended - a.hand.ended || b.number - a.number);
  }

  /** @returns {Promise<MyGamesReply>} */
  async listed() {
    const finished = await this.finished(),
      { tactic, window } = this.rules,
      first = finished.filter(({ kept }) => !kept.again).reverse();
    const scores = first.map(({ hand, seat }) => hand.scores[seat]);
    const rows = first.flatMap(({ hand }) => (hand.instead ? [hand.instead.row] : [])),
      against = rows.flatMap((row) => row.against ?? []);
    const lost = first.flatMap(({ hand }) => (hand.review ? [hand.review.points_lost] : []));
    return {
      tactic,
      window,
      count: finished.length,
      hands: finished.slice(0, MOST_ROWS).map((one) => this.row(one)),
      score: meanOf(scores),
      versus: meanOf(rows.map((row) => row.score - row.instead)),
      against: meanAgainst(rows),
      lost: meanOf(lost),
      trends: { against: movingMeans(against, window), lost: movingMeans(lost, window) },
    };
  }

  /**
   * @param {Finished} options
   * @returns {MyHand}
   */
  row({ kept, number, hand, seat }) {
    const { settings, token } = kept,
      seated = this.rules.players_by_seat[number];
    const instead = hand.instead
      ? {
          tactic: hand.instead.row.tactic,
          score: hand.instead.row.instead,
          alone: true,
          against: hand.instead.row.against ?? null,
          error: hand.instead.row.error ?? null,
          beside: besideOf(token, number, seat),
        }
      : null;
    return {
      token,
      hand: number,
      hands: settings.hands,
      seat,
      wind: hand.record.quan,
      score: hand.scores[seat],
      others: [1, 2, 3]
        .map((step) => seated[(seat + step) % 4])
        .map((player) => settings.names[player] || settings.players[player]),
      ended: Math.floor(hand.ended),
      again: kept.again !== undefined,
      replay: `${addressOf(token, number)}?seat=${seat}`,
      instead,
      review: hand.review || null,
      match: `/review/${token}`,
    };
  }

  /**
   * A table and a finished hand of it.
   * @param {string} token
   * @param {number} number
   * @returns {Promise<{ kept: KeptGame, hand: FinishedHand }>}
   */
  async found(token, number) {
    const kept = await this.store.get("tables", token),
      hand = kept?.hands[number];
    if (!kept || !hand || hand.scores === null) throw new Error("this browser keeps no such hand");
    return { kept, hand: /** @type {FinishedHand} */ (hand) };
  }

  /**
   * The record of a hand that the browser keeps, by its address: one's own, or of a dropped file.
   * @param {string} address
   */
  async recordAt(address) {
    const [, token, number] = /^\/saved\/(.+)\.(\d+)$/.exec(address) || [];
    if (token === undefined) throw new Error("there is no such record here");
    return (
      isOfFile(token)
        ? await this.uploads.found(token, Number(number))
        : (await this.found(token, Number(number))).hand
    ).record;
  }

  /**
   * seat: null for the one that is shown if none is named. Another may be chosen on the page.
   * @param {string} token
   * @param {number} number
   * @param {number | null} seat
   * @returns {Promise<ReplayData>}
   */
  async replay(token, number, seat) {
    const { tactic } = this.rules,
      shown = /** @param {GameRecord} record @param {number} asked */ (record, asked) =>
        inPieces(replaySteps(this.engine, this.rules, record, asked));
    /**
     * @param {GameRecord} record
     * @param {number} asked
     */
    const again = (record, asked) => (playsOn(record) ? againLink(addressOf(token, number), asked) : "");
    if (isOfFile(token)) {
      const { record, seat: usual } = await this.uploads.found(token, number),
        asked = seat ?? usual;
      return {
        ...(await shown(record, asked)),
        tactic,
        choices: [tactic],
        kept: null,
        again: again(record, asked),
      };
    }
    const { kept, hand } = await this.found(token, number),
      asked = seat ?? 0,
      table = { number: number + 1, instead: false, again: kept.again !== undefined };
    return {
      ...(await shown(hand.record, asked)),
      tactic,
      choices: [tactic],
      kept: { saved: hand.ended, table },
      again: again(hand.record, asked),
    };
  }

  /**
   * The hand and the same wall with the tactic in the seat, and where they part.
   * @param {string} token
   * @param {number} number
   * @param {number | null} shown
   * @returns {Promise<SideBySideData>}
   */
  async beside(token, number, shown) {
    const seat = shown ?? 0;
    const { hand } = await this.found(token, number);
    if (!hand.instead) throw new Error("the bot has not played this wall yet");
    const replay = `replay.html?record=${token}.${number}&seat=${seat}`;
    const games = [hand.record, hand.instead.record].map((record) => ({
      ...gameOf(this.engine, record),
      replay,
    }));
    const turn = partOf(hand.record, hand.instead.record, seat);
    return {
      games,
      seat,
      parts:
        turn === null
          ? null
          : {
              turn,
              answers: [hand.record, hand.instead.record].map(({ responses }) => responses[turn][seat]),
            },
    };
  }

  /** @param {{ token: string, hand: number }} options */
  async reviewed({ token, hand: number }) {
    const { kept, hand } = await this.found(token, number);
    if (!hand.review) {
      const player = kept.settings.players.indexOf(this.rules.person);
      const review = await this.reviewOf(hand.record, this.rules.players_by_seat[number].indexOf(player));
      // The table may have gone on meanwhile: the review is added to the newest stored state.
      const now = await this.found(token, number);
      now.hand.review = review;
      await this.store.put("tables", token, now.kept);
      return { review };
    }
    return { review: hand.review };
  }

  /**
   * What is kept of a seat's review (mj_lab/web/server/my_games/reviews.py, kept_of).
   * @param {GameRecord} record
   * @param {number} seat
   * @returns {Promise<KeptReview>}
   */
  async reviewOf(record, seat) {
    const { decisions } = await inPieces(seatSteps(this.engine, record, seat));
    const { points_lost, accuracy, grades, worst } = seatSums(this.engine, this.rules, decisions);
    return {
      points_lost,
      decisions: decisions.length,
      accuracy,
      grades,
      worst: worst
        .map((index) => decisions[index])
        .map(({ turn, played, best, tile, lost, lost_error, grade }) => ({
          turn,
          played,
          best,
          tile,
          lost,
          lost_error,
          grade,
        })),
    };
  }

  // -- export and import -----------------------------------------------------------------------------

  // All finished hands as lines of our own format, the oldest first.
  async exported() {
    const finished = await this.finished();
    return {
      text: finished
        .reverse()
        .map(({ hand }) => JSON.stringify(hand.record) + "\n")
        .join(""),
    };
  }

  /**
   * Hands of such a file, played by one person against three of our bots; each that is not here yet
   * becomes a finished table of its own.
   * @param {File} file
   */
  async imported(file) {
    const { hands } = await this.uploads.read(file);
    const here = new Set((await this.finished()).map(({ hand }) => hand.record.id)),
      tables = [];
    for (const { place, record } of hands) {
      if (here.has(record.id)) continue;
      const wrong = disagreement(this.engine, record);
      // The scores in the file are counted only if our table reaches the same.
      if (wrong !== null) throw new Error(`${place}: ${wrong}`);
      here.add(record.id);
      tables.push(await this.keptOf(record, place));
    }
    for (const kept of tables) await this.store.put("tables", kept.token, kept);
    return { tokens: tables.map(({ token }) => token) };
  }

  /**
   * A table of one hand that is over.
   * @param {GameRecord} record
   * @param {string} where
   * @returns {Promise<KeptGame>}
   */
  async keptOf(record, where) {
    const people = [0, 1, 2, 3].filter((seat) => !this.rules.tactics.includes(record.players?.[seat] ?? ""));
    if (people.length !== 1 || record.common_wall)
      throw new Error(
        `${where}: no hand of one person and three bots; others' hands are read on the first page`,
      );
    const [seat] = people;
    const review = await this.reviewOf(record, seat);
    const { players: seated = [] } = record;
    const players = seated.map((name, index) => (index === seat ? this.rules.person : name));
    const names = seated.map((name, index) => (index === seat && name !== this.rules.person ? name : ""));
    /** @type {FinishedHand} */
    const hand = {
      wall: record.wall,
      answers: {},
      passes: "",
      scores: record.scores,
      turns: record.requests.length,
      ended: Date.now() / 1000,
      record,
      review,
    };
    // Bots that play at random cannot be replayed: their seeds are in no record.
    if (!players.includes(BY_CHANCE))
      hand.instead = playedInstead(this.engine, this.rules, {
        hand: 0,
        player: seat,
        players,
        seeds: [0, 1, 2, 3],
        record,
      });
    return {
      token: `import-${crypto.randomUUID()}`,
      id: record.id,
      imported: true,
      settings: { players, names, hands: 1, pace: 0, clock: null },
      hands: [hand],
      begun: Date.now() / 1000,
    };
  }
}
