// Routes a page's requests: the paths are the server's.
/** @import { Engine } from "../engine/engine.js" */
/** @import { Tables } from "./tables.js" */
import { EngineError } from "../engine/engine.js";
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
      mine = new MyGames(engine, store, rules, uploads),
      reviews = new MatchReviews(engine, store, rules);
    const quiz = new Quiz(store, rules.quiz),
      hands = new HandAnalysis(engine, rules);
    this.mine = mine;
    /** @type {SiteRoutes} */
    this.routes = {
      "/api/tables": (body) => tables.begin(body),
      "/api/again": async (body) => tables.beginAgain(body, await mine.recordAt(body.record)),
      "/api/tables/known": ({ tokens }) => tables.known(tokens),
      "/api/score": () => tables.score(),
      "/api/my-games": () => mine.listed(),
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
      "/api/train/score": () => quiz.score(),
    };
  }

  /**
   * Resolves to the reply; a wrong request resolves to { error }. It rejects only on a bug of ours.
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<unknown>}
   */
  async answer(path, body) {
    const shown = /^\/(saved|beside)\/([^/]+)\.(\d+)\?seat=([0-3]?)$/.exec(path);
    const routes = /** @type {Record<string, (body: unknown) => unknown>} */ (
      /** @type {unknown} */ (this.routes)
    );
    if (shown === null && !(path in routes)) return { error: "this needs a server: " + path };
    try {
      if (shown === null) return await routes[path](body || {});
      const [, page, token, hand, seat] = shown,
        place = /** @type {const} */ ([token, Number(hand), seat === "" ? null : Number(seat)]);
      return page === "saved" ? await this.mine.replay(...place) : await this.mine.beside(...place);
    } catch (error) {
      // A plain Error is a refusal in words; a TypeError or the like is not.
      const isRefusal =
        error instanceof EngineError || error instanceof ReadError || Object(error).constructor === Error;
      if (isRefusal && error instanceof Error) return { error: error.message };
      throw error;
    }
  }
}
