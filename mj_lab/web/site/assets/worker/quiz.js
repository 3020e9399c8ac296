// The trainer: what to ask now, an answer graded, the score (mj_lab/explain/quiz/trainer.py, schedule.py).
/** @import { OwnDeck } from "./deck.js" */
const DAY = 86400000;
// The day that Python calls 1 (`date.toordinal`), in days before 1970.
const FIRST_DAY = 719163;
const FILE = "../quiz.bin",
  PROGRESS = "quiz";

export class Quiz {
  /**
   * @param {KeepingStore} store
   * @param {QuizRules} rules
   * @param {OwnDeck} own
   */
  constructor(store, rules, own) {
    this.store = store;
    this.rules = rules;
    this.own = own;
    /** @type {Map<string, SiteQuestion> | null} */
    this.loaded = null;
  }

  /**
   * The questions, read with the first that is asked, by their ids in their order.
   * @returns {Promise<Map<string, SiteQuestion>>}
   */
  async questions() {
    if (this.loaded === null) {
      const packed = await (await fetch(new URL(FILE, import.meta.url))).blob();
      /** @type {SiteQuestion[]} */
      const rows = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).json();
      this.loaded = new Map(rows.map((row) => [row.shown.id, row]));
    }
    return this.loaded;
  }

  /**
   * The questions of a deck in their order; of the own one each is a game for itself.
   * @param {QuizDeck} deck
   * @returns {Promise<(DeckRow & { game: string })[]>}
   */
  async rows(deck) {
    if (deck === "own") return (await this.own.rows()).map((row) => ({ ...row, game: row.id }));
    const questions = await this.questions();
    return [...questions.values()].map(({ game, shown: { id, theme } }) => ({ id, theme, game }));
  }

  /** @returns {Promise<QuizProgress>} */
  async progress() {
    const kept = await this.store.get("progress", PROGRESS);
    return kept !== undefined && "cards" in kept ? kept : { cards: {}, answers: [] };
  }

  /**
   * @param {{ themes?: string[], count?: number, deck?: QuizDeck }} options
   * @returns {Promise<Reply<{ questions: string[] }>>}
   */
  async session({ themes = [], count = 10, deck = "shipped" }) {
    if (themes.some((theme) => !this.rules.themes.includes(theme))) return { error: "no such theme" };
    if (!(count >= 1 && count <= this.rules.most)) return { error: "count: expected 1-" + this.rules.most };
    const rows = (await this.rows(deck)).filter(({ theme }) => !themes.length || themes.includes(theme)),
      { cards } = await this.progress(),
      day = today();
    const asked = rows.map(({ id }) => id),
      gameOf = new Map(rows.map(({ id, game }) => [id, game]));
    const known = asked.filter((id) => id in cards).sort((a, b) => cards[a].due - cards[b].due);
    const now = [...known.filter((id) => cards[id].due <= day), ...asked.filter((id) => !(id in cards))];
    const games = new Set(),
      /** @type {string[]} */
      first = [];
    for (const id of now.length ? now : known) {
      const game = gameOf.get(id);
      if (!games.has(game)) first.push(id);
      games.add(game);
    }
    return { questions: first.slice(0, count) };
  }

  /**
   * @param {string} id
   * @returns {Promise<Reply<QuizQuestion>>}
   */
  async question(id) {
    const question = (await this.questions()).get(id);
    return question === undefined ? this.own.shown(id) : question.shown;
  }

  /**
   * @param {{ id: string, action: string }} options
   * @returns {Promise<Reply<Grading>>}
   */
  async answer({ id, action }) {
    const question = (await this.questions()).get(id);
    if (question === undefined) {
      const { theme, quality, graded } = await this.own.graded(id, action);
      return { id, action, ...graded, ...(await this.note(id, theme, quality, graded, true)) };
    }
    const answer = question.answers.find((one) => one.action === action);
    if (answer === undefined) return { error: "this is no answer to this question" };
    const noted = await this.note(id, question.shown.theme, answer.quality, answer);
    const { right, lost, grade, reason, lost_error } = answer;
    return {
      id,
      right,
      action,
      best: question.answers[0].action,
      lost,
      grade,
      ...noted,
      replay: null,
      ...question.taught,
      ...(reason === undefined ? {} : { reason, lost_error }),
    };
  }

  /**
   * Stores an answer and when its question is asked again. own: whether it is of the own deck.
   * @param {string} id
   * @param {string} theme
   * @param {number} quality
   * @param {{ lost: number, right: boolean }} answer
   * @param {boolean} [own]
   */
  async note(id, theme, quality, { lost, right }, own = false) {
    const progress = await this.progress(),
      day = today();
    const card = reviewed(
      this.rules,
      progress.cards[id] || { repetitions: 0, easiness: this.rules.easiness, interval: 0, due: 0 },
      quality,
      day,
    );
    progress.cards[id] = card;
    progress.answers.push({ day, theme, lost, right, ...(own ? { own } : {}) });
    await this.store.put("progress", PROGRESS, progress);
    return {
      again: quality < this.rules.sure,
      days: card.due - day,
      streak: streak(progress.answers),
    };
  }

  /**
   * @param {{ deck?: QuizDeck }} options
   * @returns {Promise<QuizScore>}
   */
  async score({ deck = "shipped" }) {
    const rows = await this.rows(deck),
      { cards, answers: all } = await this.progress(),
      answers = all.filter(({ own = false }) => own === (deck === "own")),
      day = today();
    /**
     * @param {DeckRow[]} asked
     * @param {GivenAnswer[]} given
     */
    const sums = (asked, given) =>
      sumsOf(
        asked.map(({ id }) => cards[id]),
        given,
        day,
      );
    const themes = this.rules.themes.map((theme) => [
      theme,
      sums(
        rows.filter((row) => row.theme === theme),
        answers.filter((one) => one.theme === theme),
      ),
    ]);
    return {
      ...sums(rows, answers),
      themes: Object.fromEntries(themes),
      streak: streak(answers),
      longest: longest(answers),
      days: daysInARow(answers, day),
      today: answers.filter((one) => one.day === day).length,
    };
  }

  async exported() {
    return this.own.exported((await this.progress()).cards);
  }

  /**
   * A file of the own deck; cards of questions that were not answered here come with it.
   * @param {File} file
   * @returns {Promise<DeckReply>}
   */
  async imported(file) {
    const { questions, cards, damaged, fault } = this.own.read(await file.text()),
      reply = await this.own.add(questions),
      progress = await this.progress();
    for (const [id, card] of cards) progress.cards[id] ??= card;
    if (cards.length) await this.store.put("progress", PROGRESS, progress);
    return { ...reply, damaged, fault };
  }
}

// Days as Python counts them, by the clock on the wall.
export function today(now = new Date()) {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60000) / DAY) + FIRST_DAY;
}

/**
 * The card after an answer: the algorithm SM-2 with the numbers of schedule.py.
 * @param {QuizRules} rules
 * @param {QuizCard} card
 * @param {number} quality
 * @param {number} day
 * @returns {QuizCard}
 */
export function reviewed(rules, card, quality, day) {
  if (card.due > day) return card;
  if (quality < rules.known)
    return {
      repetitions: 0,
      easiness: card.easiness,
      interval: rules.intervals[0],
      due: day + rules.intervals[0],
    };
  const short = rules.best - quality,
    round = /** @param {number} value */ (value) => Math.round(value * 1e4) / 1e4;
  const easiness = round(Math.max(rules.least_easiness, card.easiness + 0.1 - short * (0.08 + short * 0.02)));
  const interval =
    card.repetitions < rules.intervals.length
      ? rules.intervals[card.repetitions]
      : Math.ceil(round(card.interval * easiness));
  return { repetitions: card.repetitions + 1, easiness, interval, due: day + interval };
}

/**
 * @param {(QuizCard | undefined)[]} cards
 * @param {GivenAnswer[]} answers
 * @param {number} day
 * @returns {QuizSums}
 */
function sumsOf(cards, answers, day) {
  const known = cards.filter((card) => card !== undefined),
    lost = answers.filter(({ theme }) => theme !== "fan").map((one) => one.lost);
  return {
    questions: cards.length,
    seen: known.length,
    due: known.filter(({ due }) => due <= day).length,
    answers: answers.length,
    right: answers.filter(({ right }) => right).length,
    lost: lost.length
      ? Math.round((100 * lost.reduce((sum, one) => sum + one, 0)) / lost.length) / 100
      : null,
  };
}

/** @param {GivenAnswer[]} answers */
function streak(answers) {
  const wrong = answers.map(({ right }) => right).lastIndexOf(false);
  return answers.length - 1 - wrong;
}

/** @param {GivenAnswer[]} answers */
function longest(answers) {
  let most = 0,
    count = 0;
  for (const { right } of answers) {
    count = right ? count + 1 : 0;
    most = Math.max(most, count);
  }
  return most;
}

/**
 * Days in a row with an answer, up to today or yesterday.
 * @param {GivenAnswer[]} answers
 * @param {number} day
 */
function daysInARow(answers, day) {
  const days = new Set(answers.map((one) => one.day));
  let last = days.has(day) ? day : day - 1,
    count = 0;
  while (days.has(last)) {
    count += 1;
    last -= 1;
  }
  return count;
}
