// The hands that this browser finished: the list, reviews, one file out and in.
/** @import { Engine } from "../engine/engine.js" */
/** @import { OwnDeck } from "./deck.js" */
/** @import { Uploads } from "./uploads.js" */
import { isOfQuestion } from "./deck.js";
import { ONE_VIEW } from "./records/archives.js";
import { disagreement } from "./records/hand_at_table.js";
import { inPieces, seatSteps } from "./review/steps.js";
import { seatSums } from "./review/summary.js";
import { addressOf, againLink, playsOn } from "./table/again.js";
import { playedInstead } from "./table/match.js";
import { gameOf, partOf, replaySteps } from "./table/replay.js";
import { besideOf } from "./table/table.js";
import { allAndRecent, meanAgainst, meanOf, movingMeans, ratingOf } from "./means.js";
import { isOfFile } from "./uploads.js";

const MOST_ROWS = 500;
const BY_CHANCE = "random";
// A remark in an exported record: a bot answered for the person in this hand.
const BY_BOT = "auto play";

/**
 * Those that count in means, the oldest first: not those tried again, nor those in which a bot answered.
 * @param {Finished[]} finished
 */
const counted = (finished) => finished.filter(({ kept, hand }) => !kept.again && !hand.by_bot).reverse();

export class MyGames {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   * @param {Uploads} uploads
   * @param {OwnDeck} deck
   */
  constructor(engine, store, rules, uploads, deck) {
    this.deck = deck;
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
      for (const [number, hand] of kept.hands.entries())
        if (hand.scores !== null)
          hands.push({
            kept,
            number,
            hand: /** @type {FinishedHand} */ (hand),
            seat: seatIn(this.rules, kept, number),
          });
    }
    return hands.sort((a, b) => b.hand.ended - a.hand.ended || b.number - a.number);
  }

  /** @returns {Promise<MyGamesReply>} */
  async listed() {
    const finished = await this.finished(),
      { tactic, window } = this.rules,
      first = counted(finished);
    const scores = first.map(({ hand, seat }) => hand.scores[seat]);
    const rows = first.flatMap(({ hand }) => (hand.instead ? [hand.instead.row] : [])),
      against = rows.flatMap((row) => row.against ?? []);
    const reviews = first.flatMap(({ hand: { review } }) =>
        review?.kinds ? [{ ...review, kinds: review.kinds }] : [],
      ),
      lost = reviews.map(({ points_lost }) => points_lost);
    const byKind = this.rules.kinds.map((kind) => [
      kind,
      allAndRecent(
        reviews.map(({ kinds }) => kinds[kind]),
        window,
      ),
    ]);
    return {
      tactic,
      window,
      count: finished.length,
      hands: finished.slice(0, MOST_ROWS).map((one) => this.row(one)),
      score: meanOf(scores),
      versus: meanOf(rows.map((row) => row.score - row.instead)),
      against: meanAgainst(rows),
      lost: meanOf(lost),
      kinds: Object.fromEntries(byKind),
      rating: this.ratingFrom(first),
      trends: { against: movingMeans(against, window), lost: movingMeans(lost, window) },
    };
  }

  async rating() {
    return { rating: this.ratingFrom(counted(await this.finished())) };
  }

  /** @param {Finished[]} finished */
  ratingFrom(finished) {
    const { bots, least_hands, players_by_seat } = this.rules;
    const hands = finished.map(({ kept, number, hand, seat }) => ({
      score: hand.scores[seat],
      opponents: [1, 2, 3].map((step) => kept.settings.players[players_by_seat[number][(seat + step) % 4]]),
    }));
    return ratingOf(hands, bots, least_hands);
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
      by_bot: hand.by_bot === true,
      replay: `${addressOf(token, number)}?seat=${seat}`,
      instead,
      review: hand.review?.kinds ? hand.review : null,
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
   * The record of a hand that the browser keeps, by its address: one's own, of a dropped file or of a
   * question.
   * @param {string} address
   */
  async recordAt(address) {
    const [, token, number] = /^\/saved\/(.+)\.(\d+)$/.exec(address) || [];
    if (token === undefined) throw new Error("there is no such record here");
    const beside = await this.besideTables(token, Number(number));
    return (beside ?? (await this.found(token, Number(number))).hand).record;
  }

  /**
   * A hand of a dropped file or of a question, and the seat that is shown; null for one's own.
   * @param {string} token
   * @param {number} number
   */
  async besideTables(token, number) {
    if (isOfFile(token)) return this.uploads.found(token, number);
    return isOfQuestion(token) ? this.deck.record(token) : null;
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
    const beside = await this.besideTables(token, number);
    if (beside !== null) {
      const { record, seat: usual } = beside,
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
    if (hand.review?.kinds) return { review: hand.review };
    return {
      review: await this.keepReview(
        token,
        number,
        await this.decisionsOf(hand.record, seatIn(this.rules, kept, number)),
      ),
    };
  }

  /**
   * Stores the review of the person's answers in a finished hand.
   * @param {string} token
   * @param {number} number
   * @param {ReviewedDecision[]} decisions
   * @returns {Promise<KeptReview>}
   */
  async keepReview(token, number, decisions) {
    // The table may have gone on meanwhile: the review is added to the newest stored state.
    const { kept, hand } = await this.found(token, number);
    if (hand.review?.kinds) return hand.review;
    hand.review = this.reviewOf(decisions);
    await this.store.put("tables", token, kept);
    return hand.review;
  }

  /**
   * @param {GameRecord} record
   * @param {number} seat
   */
  async decisionsOf(record, seat) {
    return (await inPieces(seatSteps(this.engine, record, seat))).decisions;
  }

  /**
   * What is kept of a seat's review (mj_lab/web/server/my_games/reviews.py, kept_of).
   * @param {ReviewedDecision[]} decisions
   * @returns {KeptReview}
   */
  reviewOf(decisions) {
    const { points_lost, accuracy, grades, kinds, worst } = seatSums(this.engine, this.rules, decisions);
    return {
      points_lost,
      decisions: decisions.length,
      accuracy,
      grades,
      kinds: Object.fromEntries(Object.entries(kinds).map(([kind, sums]) => [kind, sums.points_lost])),
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

  /**
   * The finished hands of a table, the first one first, to review them: who sat where, and which match it is.
   * @param {string} token
   * @returns {Promise<HandToReview[]>}
   */
  async played(token) {
    const kept = await this.store.get("tables", token);
    const /** @type {number[]} */ totals = [0, 0, 0, 0];
    return (kept?.hands ?? []).flatMap(({ record, scores, by_bot }, number) => {
      if (kept === undefined || record === undefined || scores === null) return [];
      const seated = this.rules.players_by_seat[number],
        place = {
          match: `table-${kept.id}`,
          hand: number,
          hands: kept.settings.hands,
          totals: seated.map((player) => totals[player]),
        };
      seated.forEach((player, seat) => {
        totals[player] += scores[seat];
      });
      // At one table bots may share a name.
      const player_ids = seated.map((player) => `player ${player}`),
        own = seatIn(this.rules, kept, number);
      /** @type {Pick<GameRecord, "debug">} */
      const remarks = by_bot ? { debug: [[record.requests.length - 1, own, BY_BOT]] } : {};
      return [{ token, number, record: { ...record, ...remarks, player_ids, place }, own }];
    });
  }

  // -- export and import -----------------------------------------------------------------------------

  // All finished hands as lines of our own format, the oldest match first.
  async exported() {
    const tables = (await this.store.all("tables")).sort((a, b) => a.begun - b.begun),
      played = await Promise.all(tables.map(({ token }) => this.played(token)));
    const lines = played
      .flat()
      .map(({ record: { player_ids: _, place, ...record } }) =>
        JSON.stringify(place && place.hands > 1 ? { ...record, place } : record),
      );
    return { text: lines.map((line) => line + "\n").join("") };
  }

  /**
   * Hands of such a file, played by one person against three of our bots; those that are not here yet become
   * finished tables, the hands of a match one table.
   * @param {File} file
   */
  async imported(file) {
    const { hands } = await this.uploads.read(file);
    const here = new Set((await this.finished()).map(({ hand }) => hand.record.id)),
      /** @type {Map<string, ImportedHand[]>} */
      matches = new Map();
    for (const { place: where, record } of hands) {
      if (record.only !== undefined) throw new Error(`${where}: ${ONE_VIEW}`);
      if (here.has(record.id)) continue;
      const wrong = disagreement(this.engine, record);
      // The scores in the file are counted only if our table reaches the same.
      if (wrong !== null) throw new Error(`${where}: ${wrong}`);
      here.add(record.id);
      const { match, hand } = record.place ?? { match: "", hand: 0 },
        known = matches.get(match) ?? [];
      // A match whose earlier hands are elsewhere comes in hand by hand.
      const isNext = match !== "" && known.length === hand;
      matches.set(isNext ? match : where, isNext ? [...known, { where, record }] : [{ where, record }]);
    }
    const tables = [];
    for (const played of matches.values()) tables.push(await this.keptOf(played));
    for (const kept of tables) await this.store.put("tables", kept.token, kept);
    return { tokens: tables.map(({ token }) => token) };
  }

  /**
   * A table whose hands are over.
   * @param {ImportedHand[]} played the hands of a match from the first on, or a single one
   * @returns {Promise<KeptGame>}
   */
  async keptOf(played) {
    const [{ record: first }] = played,
      bySeat = playersOf(this.rules, played[0]);
    const ofMatch = first.place?.hand === 0 ? first.place : null;
    const kept = {
      token: `import-${crypto.randomUUID()}`,
      id: ofMatch === null ? first.id : ofMatch.match.replace(/^table-/, ""),
      imported: true,
      settings: { ...bySeat, hands: ofMatch?.hands ?? 1, pace: 0, clock: null },
      hands: /** @type {FinishedHand[]} */ ([]),
      begun: Date.now() / 1000,
    };
    for (const [number, hand] of played.entries()) kept.hands.push(await this.handOf(kept, number, hand));
    return kept;
  }

  /**
   * @param {KeptGame} kept
   * @param {number} number
   * @param {ImportedHand} hand
   * @returns {Promise<FinishedHand>}
   */
  async handOf({ settings }, number, { where, record }) {
    const { players, names } = playersOf(this.rules, { where, record }),
      seated = this.rules.players_by_seat[number];
    /** @param {string[]} one @param {string[]} other */
    const isAlike = (one, other) => seated.every((player, seat) => one[player] === other[seat]);
    if (!isAlike(settings.players, players) || !isAlike(settings.names, names))
      throw new Error(`${where}: other players than in the hands before it`);
    const seat = players.indexOf(this.rules.person);
    /** @type {FinishedHand} */
    const hand = {
      wall: record.wall,
      answers: {},
      passes: "",
      scores: record.scores,
      turns: record.requests.length,
      ended: Date.now() / 1000,
      record,
      by_bot: record.debug?.some(([, other, text]) => other === seat && text === BY_BOT) ?? false,
      review: this.reviewOf(await this.decisionsOf(record, seat)),
    };
    // Bots that play at random cannot be replayed: their seeds are in no record.
    if (!players.includes(BY_CHANCE))
      hand.instead = playedInstead(this.engine, this.rules, {
        hand: number,
        player: seated[seat],
        players,
        seeds: seated,
        record,
      });
    return hand;
  }
}

/**
 * The players and the names by seat of a hand, as a table's settings have them.
 * @param {SiteRules} rules
 * @param {ImportedHand} hand
 */
function playersOf({ tactics, person }, { where, record }) {
  const { players: seated = [], common_wall } = record,
    people = [0, 1, 2, 3].filter((seat) => !tactics.includes(seated[seat] ?? ""));
  if (people.length !== 1 || common_wall)
    throw new Error(
      `${where}: no hand of one person and three bots; others' hands are read on the first page`,
    );
  const [own] = people;
  return {
    players: seated.map((name, seat) => (seat === own ? person : name)),
    names: seated.map((name, seat) => (seat === own && name !== person ? name : "")),
  };
}

/**
 * The person's seat in a hand of a table.
 * @param {SiteRules} rules
 * @param {KeptGame} kept
 * @param {number} number
 */
const seatIn = ({ person, players_by_seat: seated }, { settings }, number) =>
  seated[number].indexOf(settings.players.indexOf(person));
