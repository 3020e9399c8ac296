// The trainer: what to ask now, an answer graded, the score (mj_lab/explain/quiz/trainer.py, schedule.py).
const DAY = 86400000;
// The day that Python calls 1 (`date.toordinal`), in days before 1970.
const FIRST_DAY = 719163;
const FILE = "../quiz.bin",
  PROGRESS = "quiz";

export class Quiz {
  /**
   * @param {KeepingStore} store
   * @param {QuizRules} rules
   */
  constructor(store, rules) {
    this.store = store;
    this.rules = rules;
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

  /** @returns {Promise<QuizProgress>} */
  async progress() {
    const kept = await this.store.get("progress", PROGRESS);
    return kept !== undefined && "cards" in kept ? kept : { cards: {}, answers: [] };
  }

  /**
   * @param {{ themes?: string[], count?: number }} options
   * @returns {Promise<Reply<{ questions: string[] }>>}
   */
  async session({ themes = [], count = 10 }) {
    if (themes.some((theme) => !this.rules.themes.includes(theme))) return { error: "no such theme" };
    if (!(count >= 1 && count <= this.rules.most)) return { error: "count: expected 1-" + this.rules.most };
    const questions = await this.questions(),
      { cards } = await this.progress(),
      day = today();
    const asked = [...questions]
      .filter(([, { shown }]) => !themes.length || themes.includes(shown.theme))
      .map(([id]) => id);
    const known = asked.filter((id) => id in cards).sort((a, b) => cards[a].due - cards[b].due);
    const now = [...known.filter((id) => cards[id].due <= day), ...asked.filter((id) => !(id in cards))];
    const games = new Set(),
      /** @type {string[]} */
      first = [];
    for (const id of now.length ? now : known) {
      const game = questions.get(id)?.game;
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
    return question === undefined ? { error: "no such question" } : question.shown;
  }

  /**
   * @param {{ id: string, action: string }} options
   * @returns {Promise<Reply<Grading>>}
   */
  async answer({ id, action }) {
    const question = (await this.questions()).get(id);
    const answer = question?.answers.find((one) => one.action === action);
    if (question === undefined || answer === undefined)
      return { error: "this is no answer to this question" };
    const progress = await this.progress(),
      day = today();
    const card = reviewed(
      this.rules,
      progress.cards[id] || { repetitions: 0, easiness: this.rules.easiness, interval: 0, due: 0 },
      answer.quality,
      day,
    );
    progress.cards[id] = card;
    progress.answers.push({ day, theme: question.shown.theme, lost: answer.lost, right: answer.right });
    await this.store.put("progress", PROGRESS, progress);
    const { right, lost, grade, reason, lost_error } = answer;
    return {
      id,
      right,
      action,
      best: question.answers[0].action,
      lost,
      grade,
      again: answer.quality < this.rules.sure,
      days: card.due - day,
      streak: streak(progress.answers),
      replay: null,
      ...question.taught,
      ...(reason === undefined ? {} : { reason, lost_error }),
    };
  }

  /** @returns {Promise<QuizScore>} */
  async score() {
    const questions = [...(await this.questions()).values()],
      { cards, answers } = await this.progress(),
      day = today();
    /**
     * @param {SiteQuestion[]} asked
     * @param {GivenAnswer[]} given
     */
    const sums = (asked, given) =>
      sumsOf(
        asked.map(({ shown }) => cards[shown.id]),
        given,
        day,
      );
    const themes = this.rules.themes.map((theme) => [
      theme,
      sums(
        questions.filter(({ shown }) => shown.theme === theme),
        answers.filter((one) => one.theme === theme),
      ),
    ]);
    return {
      ...sums(questions, answers),
      themes: Object.fromEntries(themes),
      streak: streak(answers),
      longest: longest(answers),
      days: daysInARow(answers, day),
      today: answers.filter((one) => one.day === day).length,
    };
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
