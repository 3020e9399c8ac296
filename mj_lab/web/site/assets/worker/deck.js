// A person's own deck: mistakes of reviewed hands as questions, in the lines that a server has too
// (mj_lab/explain/quiz/deck.py, making/mistakes.py), and what an answer costs (costs.py).
/** @import { Engine } from "../engine/engine.js" */
import { wallsOf } from "../engine/engine.js";
import { ONE_VIEW } from "./records/archives.js";
import { inPieces } from "./review/steps.js";
import { playsOn } from "./table/again.js";
import { plain } from "./table/coach.js";
import { sightOf } from "./table/sights.js";
import { inWords } from "./why_words.js";

const DECK = "deck",
  OF_QUESTION = "quiz-";
const MOST_NAME = 80,
  MOST_FAULT = 160;
const ID = /^[0-9a-f]{12}$/;

/** @param {string} token */
export const isOfQuestion = (token) => token.startsWith(OF_QUESTION);

export class OwnDeck {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   */
  constructor(engine, store, rules) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    /** @type {Map<string, AgainstProgress[]>} */
    this.costs = new Map();
  }

  /** @returns {Promise<DeckRow[]>} */
  async listed() {
    const kept = await this.store.get("progress", DECK);
    return kept !== undefined && "deck" in kept ? kept.deck : [];
  }

  /**
   * The questions in the order in which they came: { id, theme }; without those that can be read no more.
   * @returns {Promise<DeckRow[]>}
   */
  async rows() {
    const rows = await this.listed(),
      kept = await Promise.all(rows.map(({ id }) => this.store.get("progress", DECK + " " + id)));
    return rows.filter((_, place) => kept[place] !== undefined);
  }

  /**
   * @param {string} id
   * @returns {Promise<QuizLine>}
   */
  async found(id) {
    const kept = await this.store.get("progress", DECK + " " + id);
    if (kept === undefined || !("requests" in kept)) throw new Error("no such question");
    return kept;
  }

  /**
   * @param {QuizLine[]} questions
   * @returns {Promise<KeepReply>}
   */
  async add(questions) {
    const deck = await this.rows(),
      known = new Set(deck.map(({ id }) => id));
    const fresh = questions.filter(({ id }) => !known.has(id) && known.add(id));
    for (const question of fresh) await this.store.put("progress", DECK + " " + question.id, question);
    const listed = (await this.listed()).filter(({ id }) => fresh.every((one) => one.id !== id));
    listed.push(...fresh.map(({ id, theme }) => ({ id, theme })));
    if (fresh.length) await this.store.put("progress", DECK, { deck: listed });
    return { kept: fresh.length, all: deck.length + fresh.length };
  }

  /**
   * Takes a question out of the deck; its card stays.
   * @param {string} id
   */
  async drop(id) {
    const deck = (await this.listed()).filter((row) => row.id !== id);
    await this.store.put("progress", DECK, { deck });
    await this.store.drop("progress", DECK + " " + id);
    return { all: deck.length };
  }

  /**
   * @param {GameRecord} record
   * @param {KeptAnswer[]} answers by their places; what they lost is counted again
   * @returns {Promise<KeepReply>}
   */
  async keep(record, answers) {
    if (record.only !== undefined) throw new Error(ONE_VIEW);
    const questions = [];
    for (const { seat, turn } of answers) {
      if (![0, 1, 2, 3].includes(seat) || !(turn >= 0 && turn < record.requests.length)) continue;
      const made = await inPieces(this.mistake(record, seat, turn));
      if (made !== null) questions.push({ ...made, id: await idOf(made) });
    }
    return this.add(questions);
  }

  /**
   * The question of a seat's answer at a turn, an answer each step; null if it is none.
   * @param {GameRecord} record
   * @param {number} seat
   * @param {number} turn
   * @returns {Generator<undefined, Omit<QuizLine, "id"> | null, unknown>}
   */
  *mistake(record, seat, turn) {
    const [reviewed] = this.engine.review(record, seat, turn).decisions;
    if (reviewed === undefined || reviewed.grade === null) return null;
    const view = viewAt(record, seat, turn),
      sight = sightOf(this.engine, view, this.rules.tactic);
    if (sight.legal.length === 1 || sight.legal[0][0] === "HU") return null;
    const order = sight.candidates,
      firsts = new Map([...order].reverse().map(({ action }) => [claimOf(action), action]));
    const { played, best } = reviewed;
    const answers = [];
    for (const row of order) {
      if (![firsts.get(claimOf(row.action)), played].includes(row.action)) continue;
      const { lost, grade } = lossIn(this.engine, view, row.action);
      answers.push({ action: row.action, lost, grade, row: keptOf(row) });
      yield;
    }
    answers.sort((one, other) => one.lost - other.lost);
    const given = answers.find(({ action }) => action === played);
    if (answers.length < 2 || answers[0].action !== best || given === undefined || given.grade === null)
      return null;
    const kind = reviewed.own_draw ? "discard" : "claim";
    const discards = this.frameOf(view).discards[seat].length;
    return {
      kind,
      theme: this.themeOf(kind, answers, view, discards),
      source: `${[...record.id].slice(0, MOST_NAME).join("")} seat ${seat} turn ${turn}`,
      requests: view.requests,
      responses: view.responses,
      ...(view.wall_size === wallsOf({}).wall_size ? {} : { wall_size: view.wall_size }),
      ...(view.common_wall ? { common_wall: true } : {}),
      answers: answers.map(({ lost, grade, ...answer }) => ({
        ...answer,
        ...(lost ? { lost } : {}),
        ...(grade === null ? {} : { grade }),
      })),
      played: given.action,
      ...this.momentOf(record, seat, turn),
    };
  }

  /**
   * The theme of a decision (mj_lab/explain/quiz/themes.py).
   * @param {string} kind
   * @param {{ action: string, row: Candidate }[]} answers
   * @param {SeatRecord} view
   * @param {number} discards
   */
  themeOf(kind, answers, view, discards) {
    if (kind === "claim") return "claims";
    const { early, chance, danger, nearly_lost, much_danger } = this.rules.quiz.bounds;
    const figure = /** @param {Candidate} row @param {string} name */ (row, name) => Number(row[name] ?? 0),
      [best, ...others] = answers.map(({ row }) => row);
    for (const other of others) {
      const risk = figure(other, "deal_in") - figure(best, "deal_in");
      if (figure(other, "win_chance") - figure(best, "win_chance") > chance && risk > danger)
        return "defence";
      if (figure(best, "win_chance") < nearly_lost && risk > much_danger) return "defence";
    }
    const [word, discard] = answers[0].action.split(" "),
      isReady = /** @param {EffectiveRow} row */ (row) => row.tile === discard && row.shanten === 0;
    if (word === "PLAY" && this.engine.effective(view).some(isReady)) return "waits";
    const plan = /** @param {Candidate} row */ (row) => row.targets?.[0]?.fans?.[0] ?? null,
      plans = [plan(best), plan(others[0])];
    return discards >= early || (!plans.includes(null) && plans[0] !== plans[1]) ? "planning" : "early";
  }

  /**
   * The game, if the engine plays the same from its answers.
   * @param {GameRecord} record
   * @param {number} seat
   * @param {number} turn
   * @returns {{ moment?: QuizMoment }}
   */
  momentOf({ id: _id, ...record }, seat, turn) {
    const { quan, wall, wall_known = true, common_wall = false, players = [] } = record;
    const moment = {
      seat,
      turn,
      quan,
      ...(common_wall ? { common_wall } : {}),
      ...(players.length ? { players: [...players] } : {}),
      wall,
      ...(wall_known ? {} : { wall_known }),
      answers: record.responses.map((row) => row.map((text) => (text === "PASS" ? "" : text))),
    };
    try {
      const again = this.gameOf(moment);
      const isSame =
        JSON.stringify([again.requests, again.result.action]) ===
        JSON.stringify([record.requests, record.result.action]);
      return isSame ? { moment } : {};
    } catch {
      return {};
    }
  }

  /**
   * @param {QuizMoment} moment
   * @returns {GameRecord}
   */
  gameOf({ wall, quan, common_wall = false, wall_known = true, players = [], answers }) {
    const again = this.engine.playAgain({
      id: "",
      requests: [],
      scores: [],
      wall,
      quan,
      common_wall,
      result: { action: "HUANG" },
      responses: answers.map((row) => row.map((text) => text || "PASS")),
    });
    return { ...again, players: [...players], ...(wall_known ? {} : { wall_known }) };
  }

  /**
   * The game of a question, for its replay or to play on from: named as the record that it is from.
   * @param {string} token
   */
  async record(token) {
    const { moment, source } = await this.found(token.slice(OF_QUESTION.length));
    if (moment === undefined) throw new Error("nothing is known of the game of this question");
    return { record: { ...this.gameOf(moment), id: source.split(" seat ")[0] }, seat: moment.seat };
  }

  // -- what the page is told ---------------------------------------------------------------------------

  /** @param {SeatRecord} view */
  frameOf(view) {
    return this.engine.frames(view, view.requests.length - 1)[0];
  }

  /**
   * @param {string} id
   * @returns {Promise<DecisionQuestion>}
   */
  async shown(id) {
    const line = await this.found(id),
      { choices } = sightOf(this.engine, line);
    const possible = new Set(line.answers.map(({ action }) => action));
    const options = choices
      .filter(({ action }) => possible.has(action))
      .map(({ action, kind, uses = [] }) => ({ action, kind, uses }));
    /** @param {{ action: string }} option */
    const several = ({ action }) =>
      options.filter((other) => claimOf(other.action) === claimOf(action)).length > 1;
    const [, seat, quan] = line.requests[0].split(" ").map(Number);
    return {
      id,
      kind: line.kind,
      theme: line.theme,
      seat,
      quan,
      frame: this.frameOf(line),
      options: options
        .map((option) => (several(option) ? { ...option, then: option.action.split(" ").at(-1) } : option))
        .sort((one, other) => Number(one.kind === "PASS") - Number(other.kind === "PASS")),
    };
  }

  /**
   * An answer graded, and what to learn from it; all but what the schedule says.
   * @param {string} id
   * @param {string} action
   */
  async graded(id, action) {
    const line = await this.found(id),
      given = line.answers.find((answer) => answer.action === action);
    if (given === undefined) throw new Error("this is no answer to this question");
    const { lost = 0, grade = null } = given,
      quality = grade === null ? this.rules.quiz.best : this.rules.quiz.qualities[grade];
    const { reason, lost_error } = lossIn(this.engine, line, action);
    const { moment } = line;
    return {
      theme: line.theme,
      quality,
      graded: {
        right: quality === this.rules.quiz.best,
        best: line.answers[0].action,
        lost,
        lost_error,
        grade,
        rows: line.answers.map((answer, index) => ({
          ...answer.row,
          action: answer.action,
          ...(index && !answer.grade ? { as_good: true } : {}),
        })),
        reason: inWords(reason, this.rules.why),
        proof: null,
        played: line.played ?? "",
        replay: moment
          ? {
              record: `/saved/${OF_QUESTION}${id}.0`,
              seat: moment.seat,
              turn: moment.turn,
              again: playsOn({ ...this.gameOf(moment) }),
            }
          : null,
      },
    };
  }

  /**
   * A further round of worlds, in pieces: other requests are answered in between.
   * @param {{ id: string, action: string, worlds: number }} options
   * @returns {Promise<{ cost: AnswerCost }>}
   */
  async cost({ id, action, worlds }) {
    const { moment, answers } = await this.found(id),
      key = id + " " + action;
    if (moment === undefined) throw new Error("this game cannot be played on: not all of it is known");
    if (!answers.some((answer) => answer.action === action)) throw new Error("no such answer");
    const rounds = this.costs.get(key) ?? [];
    this.costs.set(key, rounds);
    const sum = () => rounds.reduce((all, round) => all + round.worlds, 0);
    while (sum() <= worlds) {
      const number = rounds.length,
        round = await inPieces(this.round(moment, action, `${id}/${number}`));
      if (!round.differ) throw new Error("this answer is as good by the estimate already");
      rounds[number] = round;
    }
    const mean = rounds.reduce((all, { points }) => all - points, 0) / rounds.length,
      error = Math.hypot(...rounds.map((round) => round.error)) / rounds.length;
    return {
      cost: {
        worlds: sum(),
        points: mean,
        error,
        clear: Math.abs(mean) > this.rules.quiz.clear_errors * error,
      },
    };
  }

  /**
   * @param {QuizMoment} moment
   * @param {string} action
   * @param {string} id
   * @returns {Generator<undefined, AgainstProgress, unknown>}
   */
  *round({ seat, turn, ...moment }, action, id) {
    const game = this.gameOf({ seat, turn, ...moment }),
      row = game.responses[turn].map((text, index) => (index === seat ? action : text));
    const against = this.engine.against({
      record: { ...game, id, responses: [...game.responses.slice(0, turn), row] },
      seat,
      first: turn,
    });
    try {
      for (;;) {
        const progress = against.goOn();
        if (progress.over) return progress;
        yield;
      }
    } finally {
      against.leave();
    }
  }

  // -- to a file and back --------------------------------------------------------------------------------

  /** @param {Record<string, QuizCard>} cards */
  async exported(cards) {
    const lines = [];
    for (const { id } of await this.rows()) {
      const card = cards[id],
        line = await this.found(id);
      lines.push(
        JSON.stringify(
          card === undefined
            ? line
            : { ...line, card: [card.repetitions, card.easiness, card.interval, card.due] },
        ) + "\n",
      );
    }
    return { text: lines.join("") };
  }

  /**
   * The questions in such a file, and their cards; damaged lines are counted.
   * @param {string} text
   */
  read(text) {
    /** @type {QuizLine[]} */
    const questions = [];
    /** @type {[string, QuizCard][]} */
    const cards = [];
    let damaged = 0,
      fault = "";
    for (const [index, line] of text.split("\n").entries()) {
      if (!line.trim()) continue;
      try {
        const { card, ...question } = JSON.parse(line);
        this.check(question);
        questions.push(question);
        if (card !== undefined) cards.push([question.id, cardOf(card)]);
      } catch (error) {
        damaged += 1;
        fault ||= `line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    return { questions, cards, damaged, fault: [...fault].slice(0, MOST_FAULT).join("") };
  }

  /**
   * Throws an Error unless it is a question whose answers are all legal.
   * @param {Raw} question
   */
  check(question) {
    const isText = /** @param {unknown} value */ (value) => typeof value === "string",
      { id, kind, theme, source, requests, responses, answers, played, moment } = question ?? {};
    if (kind === "fan") throw new Error("a hand to count: only decisions are asked here");
    if (!ID.test(id) || !["discard", "claim"].includes(kind) || !this.rules.quiz.themes.includes(theme))
      throw new Error("no question");
    if (!isText(source) || !Array.isArray(requests) || !requests.every(isText) || !Array.isArray(responses))
      throw new Error("no question: its requests");
    if (!Array.isArray(answers) || answers.length < 2) throw new Error("no question: its answers");
    const legal = new Set(sightOf(this.engine, question).legal.map(([action]) => action));
    for (const { action, lost = 0, grade = null, row = {} } of answers)
      if (
        !legal.has(action) ||
        !(lost >= 0) ||
        !(grade === null || grade in this.rules.quiz.qualities) ||
        typeof row !== "object"
      )
        throw new Error(`answers: ${String(action).slice(0, 40)} is none`);
    if (!(played === undefined || answers.some(({ action }) => action === played)))
      throw new Error("played: none of the answers");
    if (moment !== undefined) {
      if (moment.turn !== requests.length - 1 || ![0, 1, 2, 3].includes(moment.seat))
        throw new Error("moment: another turn");
      this.gameOf(moment);
    }
  }
}

/**
 * What a seat knew at a turn.
 * @param {GameRecord} record
 * @param {number} seat
 * @param {number} turn
 */
const viewAt = (record, seat, turn) => ({
  requests: record.requests.slice(0, turn + 1).map((row) => row[seat]),
  responses: record.responses.slice(0, turn).map((row) => row[seat]),
  ...wallsOf(record),
});

/**
 * What an answer loses at the end of what a seat knew.
 * @param {Engine} engine
 * @param {SeatRecord} view
 * @param {string} action
 */
const lossIn = (engine, { requests, responses, ...walls }, action) =>
  engine.review({ requests, responses: [...responses, action], ...walls }, 0, requests.length - 1, true)
    .decisions[0];

/**
 * A claim without its discard; any other action whole.
 * @param {string} action
 */
const claimOf = (action) => (/^(CHI|PENG) /.test(action) ? action.split(" ").slice(0, -1).join(" ") : action);

/**
 * The figures that later explain an answer (making/answers.py).
 * @param {Candidate} candidate
 */
function keptOf(candidate) {
  const { win_chance, expected_score, deal_in, targets } = plain(candidate);
  /** @type {Record<string, unknown>} */
  const kept = {};
  if (typeof win_chance === "number") kept.win_chance = win_chance;
  if (typeof expected_score === "number") kept.expected_score = Math.round(expected_score * 100) / 100;
  if (typeof deal_in === "number") kept.deal_in = deal_in;
  if (targets?.length) kept.targets = [{ ...targets[0], fans: (targets[0].fans ?? []).slice(0, 3) }];
  return /** @type {Candidate} */ (kept);
}

/**
 * @param {unknown} figures
 * @returns {QuizCard}
 */
function cardOf(figures) {
  if (
    !Array.isArray(figures) ||
    figures.length !== 4 ||
    !figures.every((one) => typeof one === "number" && one >= 0)
  )
    throw new Error("card: expected four numbers");
  const [repetitions, easiness, interval, due] = figures;
  return { repetitions, easiness, interval, due };
}

/**
 * A question's id, the same as Python's (question.py, id_of).
 * @param {{ requests: string[], responses: string[] }} options
 */
async function idOf({ requests, responses }) {
  const bytes = new TextEncoder().encode(JSON.stringify([requests, responses]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
