// Questions answered: by the path that a server has for each.
import { EngineError } from "../engine/engine.js";
import { HandAnalysis } from "./hand_analysis.js";
import { MyGames } from "./my_games.js";
import { Quiz } from "./quiz.js";
import { ReadError } from "./records/values.js";
import { MatchReviews } from "./review/match_reviews.js";
import { Uploads } from "./uploads.js";

export class Router {
  constructor(engine, store, rules, tables) {
    const uploads = new Uploads(engine, store, rules),
      mine = new MyGames(engine, store, rules, uploads),
      reviews = new MatchReviews(engine, store, rules);
    const quiz = new Quiz(store, rules.quiz),
      hands = new HandAnalysis(engine, rules);
    this.mine = mine;
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

  // What is wrong with a question is { error }; anything else that is thrown is a fault of ours.
  async answer(path, body) {
    const shown = /^\/(saved|beside)\/([^/]+)\.(\d+)\?seat=([0-3]?)$/.exec(path);
    if (shown === null && !(path in this.routes)) return { error: "this needs a server: " + path };
    try {
      if (shown === null) return await this.routes[path](body || {});
      const [, page, token, hand, seat] = shown;
      return await this.mine[page === "saved" ? "replay" : "beside"](
        token,
        Number(hand),
        seat && Number(seat),
      );
    } catch (error) {
      if (error instanceof EngineError || error instanceof ReadError || error.constructor === Error)
        return { error: error.message };
      throw error;
    }
  }
}
