// The hands that this browser finished: the list, reviews, one file out and in.
import { rounded } from "./table/coach.js";
import { playedInstead } from "./table/match.js";
import { gameData, partOf, replayData } from "./table/replay.js";
import { besideOf } from "./table/table.js";
import { meanOf, movingMeans } from "./means.js";
import { isOfFile } from "./uploads.js";

const MOST_ROWS = 500;
const BY_CHANCE = "random";

export class MyGames {
  constructor(engine, store, rules, uploads) {
    Object.assign(this, { engine, store, rules, uploads });
  }

  // All finished hands, the newest first: { kept, number, hand, seat }.
  async finished() {
    const found = [];
    for (const kept of await this.store.all("tables")) {
      const player = kept.settings.players.indexOf(this.rules.person);
      for (const [number, hand] of kept.hands.entries()) if (hand.scores !== null) found.push({ kept, number, hand, seat: this.rules.players_by_seat[number].indexOf(player) });
    }
    return found.sort((one, other) => other.hand.ended - one.hand.ended || other.number - one.number);
  }

  async listed() {
    const found = await this.finished(), { tactic, window } = this.rules, first = [...found].reverse();
    const scores = first.map(({ hand, seat }) => hand.scores[seat]);
    const versus = first.flatMap(({ hand }) => (hand.instead ? [hand.instead.row.score - hand.instead.row.instead] : []));
    const lost = first.flatMap(({ hand }) => (hand.review ? [hand.review.points_lost] : []));
    return {
      tactic, window, count: found.length, hands: found.slice(0, MOST_ROWS).map((one) => this.row(one)), score: meanOf(scores), versus: meanOf(versus), lost: meanOf(lost),
      trends: { versus: movingMeans(versus, window), lost: movingMeans(lost, window) },
    };
  }

  row({ kept, number, hand, seat }) {
    const { settings, token } = kept, seated = this.rules.players_by_seat[number];
    const instead = hand.instead ? { tactic: hand.instead.row.tactic, score: hand.instead.row.instead, alone: true, beside: besideOf(token, number, seat) } : null;
    return {
      token, hand: number, hands: settings.hands, seat, wind: hand.record.quan, score: hand.scores[seat],
      others: [1, 2, 3].map((step) => seated[(seat + step) % 4]).map((player) => settings.names[player] || settings.players[player]),
      ended: Math.floor(hand.ended), again: false, replay: `/saved/${token}.${number}?seat=${seat}`, instead, review: hand.review || null,
    };
  }

  // A table and a finished hand of it.
  async found(token, number) {
    const kept = await this.store.get("tables", token), hand = kept?.hands[number];
    if (!hand || hand.scores === null) throw new Error("this browser keeps no such hand");
    return { kept, hand };
  }

  // seat: "" for the one that is shown if none is named. Another may be chosen on the page.
  async replay(token, number, seat) {
    const { tactic } = this.rules;
    if (isOfFile(token)) {
      const { record, seat: usual } = await this.uploads.found(token, number);
      return { ...replayData(this.engine, record, seat === "" ? usual : seat), tactic, choices: [tactic], kept: null };
    }
    const { hand } = await this.found(token, number);
    return { ...replayData(this.engine, hand.record, seat), tactic, choices: [tactic], kept: { saved: hand.ended, table: { number: number + 1, instead: false, again: false } } };
  }

  // The hand and the same wall with the tactic in the seat, and where they part.
  async beside(token, number, seat) {
    const { hand } = await this.found(token, number);
    if (!hand.instead) throw new Error("the bot has not played this wall yet");
    const games = [hand.record, hand.instead.record].map((record) => ({ ...gameData(this.engine, record), replay: `replay.html?record=${token}.${number}&seat=${seat}` }));
    const turn = partOf(hand.record, hand.instead.record, seat);
    return { games, seat, parts: turn === null ? null : { turn, answers: [hand.record, hand.instead.record].map(({ responses }) => responses[turn][seat]) } };
  }

  async reviewed({ token, hand: number }) {
    const { kept, hand } = await this.found(token, number);
    if (!hand.review) {
      const player = kept.settings.players.indexOf(this.rules.person);
      hand.review = this.reviewOf(hand.record, this.rules.players_by_seat[number].indexOf(player));
      await this.store.put("tables", token, kept);
    }
    return { review: hand.review };
  }

  reviewOf(record, seat) {
    const { decisions } = this.engine.review(record, seat);
    const losing = decisions.filter(({ lost }) => lost > 0).sort((one, other) => other.lost - one.lost);
    const answer = ({ turn, played, best, tile, lost, grade }) => ({ turn, played, best, tile, lost, grade });
    return {
      points_lost: rounded(decisions.reduce((sum, { lost }) => sum + lost, 0)), decisions: decisions.length,
      grades: Object.fromEntries(this.rules.grades.map((grade) => [grade, decisions.filter((one) => one.grade === grade).length])),
      worst: losing.slice(0, this.rules.worst).map(answer),
    };
  }

  // -- one file out and in -----------------------------------------------------------------------------

  // All finished hands as lines of our own format, the first first.
  async exported() {
    const found = await this.finished();
    return { text: found.reverse().map(({ hand }) => JSON.stringify(hand.record) + "\n").join("") };
  }

  // Hands of such a file, played by one person against three of our bots; each that is not here yet
  // becomes a finished table of its own.
  async imported(file) {
    const { hands } = await this.uploads.read(file);
    const here = new Set((await this.finished()).map(({ hand }) => hand.record.id)), found = [];
    for (const { place, record, wrong } of hands) {
      if (here.has(record.id)) continue;
      // What a file says that it paid is counted only if our table says so too.
      if (wrong !== null) throw new Error(`${place}: ${wrong}`);
      here.add(record.id);
      found.push(this.keptOf(record, place));
    }
    for (const kept of found) await this.store.put("tables", kept.token, kept);
    return { tokens: found.map(({ token }) => token) };
  }

  // A table of one hand that is over.
  keptOf(record, where) {
    const people = [0, 1, 2, 3].filter((place) => !this.rules.tactics.includes(record.players?.[place]));
    if (people.length !== 1 || record.common_wall) throw new Error(`${where}: no hand of one person and three bots; others' hands are read on the first page`);
    const [seat] = people;
    const review = this.reviewOf(record, seat);
    const players = record.players.map((name, place) => (place === seat ? this.rules.person : name));
    const names = record.players.map((name, place) => (place === seat && name !== this.rules.person ? name : ""));
    const hand = { wall: record.wall, answers: {}, passes: "", scores: record.scores, turns: record.requests.length, ended: Date.now() / 1000, record, review };
    // What is played by chance is not known: its seeds are in no record.
    if (!players.includes(BY_CHANCE)) hand.instead = playedInstead(this.engine, this.rules, { hand: 0, player: seat, players, seeds: [0, 1, 2, 3], record });
    return { token: `import-${crypto.randomUUID()}`, id: record.id, imported: true, settings: { players, names, hands: 1, pace: 0, clock: null }, hands: [hand], begun: Date.now() / 1000 };
  }
}
