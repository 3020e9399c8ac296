// Routes a page's requests: the paths are the server's.
/** @import { Engine } from "../engine/engine.js" */
/** @import { Tables } from "./tables.js" */
import { EngineError } from "../engine/engine.js";
import { OwnDeck } from "./deck.js";
import { HandAnalysis } from "./hand_analysis.js";
import { MyGames } from "./my_games.js";
import { Quiz } from "./quiz.js";
import { ReadError } from "./records/values.js";
import { MatchReviews } from "./review/match_reviews.js";
import { Uploads } from "./uploads.js";

export class Router {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   * @param {Tables} tables
   */
  constructor(engine, store, rules, tables) {
    const uploads = new Uploads(engine, store, rules),
      deck = new OwnDeck(engine, store, rules),
      mine = new MyGames(engine, store, rules, uploads, deck),
      reviews = new MatchReviews(engine, store, rules, uploads, mine);
    const quiz = new Quiz(store, rules.quiz, deck),
      hands = new HandAnalysis(engine, rules);
    this.mine = mine;
    this.uploads = uploads;
    /** @type {SiteRoutes} */
    this.routes = {
      "/api/tables": (body) => tables.begin(body),
      "/api/again": async (body) => tables.beginAgain(body, await mine.recordAt(body.record)),
      "/api/tables/known": ({ tokens }) => tables.known(tokens),
      "/api/score": () => tables.score(),
      "/api/my-games": () => mine.listed(),
      "/api/my-games/rating": () => mine.rating(),
      "/api/my-games/review": (body) => mine.reviewed(body),
      "/api/review": (body) => reviews.goOn(body),
      "/api/my-games/export": () => mine.exported(),
      "/api/my-games/import": (file) => mine.imported(file),
      "/api/uploads": (file) => uploads.taken(file),
      "/api/v1/analyze": (body) => hands.analyze(body),
      "/api/v1/fan": (body) => hands.fan(body),
      "/api/train/session": (body) => quiz.session(body),
      "/api/train/question": ({ id }) => quiz.question(id),
      "/api/train/answer": (body) => quiz.answer(body),
      "/api/train/score": (body) => quiz.score(body),
      "/api/train/cost": (body) => deck.cost(body),
      "/api/train/keep": async ({ record, answers }) => deck.keep(await mine.recordAt(record), answers),
      "/api/train/drop": ({ id }) => deck.drop(id),
      "/api/train/export": () => quiz.exported(),
      "/api/train/import": (file) => quiz.imported(file),
    };
  }

  /**
   * Resolves to the reply; a wrong request resolves to { error }. It rejects only on a bug of ours.
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<unknown>}
   */
  async answer(path, body) {
    const file = /^\/api\/uploads\/(.+)$/.exec(path);
    const shown = /^\/(saved|beside)\/([^/]+)\.(\d+)\?seat=([0-3]?)$/.exec(path);
    const routes = /** @type {Record<string, (body: unknown) => unknown>} */ (
      /** @type {unknown} */ (this.routes)
    );
    if (/^\/(saved|beside)\//.test(path) && shown === null)
      return { error: "this browser keeps no such hand" };
    if (shown === null && file === null && !(path in routes))
      return { error: "this needs a server: " + path };
    return answered(async () => {
      if (file !== null) return this.uploads.contents(file[1]);
      if (shown === null) return routes[path](body || {});
      const [, page, token, hand, seat] = shown,
        place = /** @type {const} */ ([token, Number(hand), seat === "" ? null : Number(seat)]);
      return page === "saved" ? this.mine.replay(...place) : this.mine.beside(...place);
    });
  }
}

/**
 * Resolves to the reply; one that is refused in words resolves to { error }.
 * @param {() => Promise<unknown>} reply
 * @returns {Promise<unknown>}
 */
export async function answered(reply) {
  try {
    return await reply();
  } catch (error) {
    // A plain Error is a refusal in words; a TypeError or the like is not.
    const isRefusal =
      error instanceof EngineError || error instanceof ReadError || Object(error).constructor === Error;
    if (isRefusal && error instanceof Error) return { error: error.message };
    throw error;
  }
}
