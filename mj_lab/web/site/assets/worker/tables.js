// The tables of this browser: setting one up, the connections to them, their progress.
/** @import { Engine } from "../engine/engine.js" */
import { EngineError } from "../engine/engine.js";
import { againAsked } from "./table/again.js";
import { Match, matchAsked } from "./table/match.js";
import { estimate, meanAgainst } from "./means.js";
import { Table } from "./table/table.js";

/** @type {RandomBytes} */
export const chance = (count) => crypto.getRandomValues(new Uint8Array(count));

export class Tables {
  /**
   * @param {() => Promise<Engine>} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   */
  constructor(engine, store, rules) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    this.connections = new Map();
    this.held = new Map();
  }

  /** @param {KeptGame} kept */
  keep(kept) {
    return this.store.put("tables", kept.token, kept);
  }

  /**
   * @param {TableRequest} asked
   * @returns {Promise<TableReply>}
   */
  async begin(asked) {
    const kept = matchAsked(asked, this.rules, chance);
    // A page that was loaded again asks again.
    if ((await this.store.get("tables", kept.token)) === undefined) await this.keep(kept);
    return {
      people: [{ player: kept.settings.players.indexOf(this.rules.person), token: kept.token }],
      spectators: null,
      room: null,
    };
  }

  /**
   * A table whose hand begins at a decision of one that this browser keeps.
   * @param {AgainRequest} asked
   * @param {GameRecord} record
   * @returns {Promise<TableReply>}
   */
  async beginAgain(asked, record) {
    const { rules } = this,
      engine = await this.engine(),
      kept = againAsked(asked, record, { engine, rules, random: chance });
    await this.keep(kept);
    return { people: [{ player: asked.seat, token: kept.token }], spectators: null, room: null };
  }

  /** @param {string[]} tokens */
  async known(tokens) {
    return { tables: await Promise.all(tokens.map((token) => this.knownOne(token))) };
  }

  /**
   * @param {string} token
   * @returns {Promise<KnownTable | null>}
   */
  async knownOne(token) {
    const kept = await this.store.get("tables", token);
    if (kept === undefined) return null;
    const { players, names, hands } = kept.settings,
      player = players.indexOf(this.rules.person);
    const paid = paidTo(kept, this.rules),
      others = [0, 1, 2, 3].filter((one) => one !== player);
    return {
      hand: Math.max(0, kept.hands.length - 1),
      hands,
      score: paid.reduce((sum, points) => sum + points, 0),
      players: others.map((one) => names[one] || players[one]),
      over: paid.length === hands || kept.given_up === true,
    };
  }

  /**
   * How the person did against the tactic on the same walls, like a server's /api/score.
   * @returns {Promise<{ scores: ScoreRow[] }>}
   */
  async score() {
    /** @type {Map<string, SameWallRow[]>} */
    const byName = new Map();
    for (const kept of await this.store.all("tables")) {
      // Hands played on from a record do not count, as the person may know what comes; nor do those in
      // which a bot answered.
      if (kept.again) continue;
      const name = kept.settings.names[kept.settings.players.indexOf(this.rules.person)];
      for (const { instead, by_bot } of kept.hands)
        if (instead && !by_bot) byName.set(name, [...(byName.get(name) || []), instead.row]);
    }
    /**
     * @param {SameWallRow[]} rows
     * @param {"score" | "instead"} key
     */
    const mean = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length;
    const scores = [...byName].map(function ([name, rows]) {
      const { mean: points, error } = estimate(rows.map((row) => row.score - row.instead));
      /** @type {[number, number]} */
      const seats = [mean(rows, "score"), mean(rows, "instead")];
      const { tactic } = rows[0],
        hands = rows.length;
      return { name, tactic, hands, points: points ?? 0, error, seats, against: meanAgainst(rows) };
    });
    return { scores: scores.sort((a, b) => b.hands - a.hands) };
  }

  // -- connections ----------------------------------------------------------------------------------------

  /**
   * Handles one order of a connection; send(message) and close(code) reach its page.
   * @param {number} connection
   * @param {string} text
   * @param {SendMessage} send
   * @param {CloseLine} close
   * @returns {Promise<void>}
   */
  async hear(connection, text, send, close) {
    const order = JSON.parse(text);
    if (order.type === "hello") return this.hello(connection, order, send, close);
    const table = this.connections.get(connection);
    if (table === undefined) return undefined;
    try {
      if (order.type === "effective") send(table.effective(order));
      else await table.obey(order);
    } catch (error) {
      send({ type: "refused", error: error instanceof Error ? error.message : String(error) });
    }
    return undefined;
  }

  /**
   * @param {number} connection
   * @param {HelloOrder} options
   * @param {SendMessage} send
   * @param {CloseLine} close
   * @returns {Promise<void>}
   */
  async hello(connection, { token, sequence }, send, close) {
    // Held first: the tab before may still be keeping an answer.
    await this.hold(token, connection, send, close);
    const kept = await this.store.get("tables", token),
      match = kept === undefined || kept.imported ? null : await this.opened(kept);
    if (kept === undefined || match === null) {
      this.leave(connection);
      send({ type: "refused", error: "this link opens no seat" });
      return close(this.rules.closes.no_such_seat);
    }
    await this.keep(kept);
    const table = new Table(match, () => this.keep(kept), send);
    this.connections.set(connection, table);
    return table.come(sequence);
  }

  /**
   * null if the engine does not play what is stored: it is damaged, or of other bots.
   * @param {KeptGame} kept
   */
  async opened(kept) {
    const engine = await this.engine();
    try {
      return await Match.of(engine, this.rules, kept, chance);
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  /**
   * A table is played in one tab: the one that comes last has it. Each worker has its own state of
   * it, so the one before goes no further.
   * @param {string} token
   * @param {number} connection
   * @param {SendMessage} send
   * @param {CloseLine} close
   */
  async hold(token, connection, send, close) {
    const locks = globalThis.navigator?.locks;
    if (!locks) return;
    await new Promise((held) => {
      const whole = locks.request("mj-table " + token, { steal: true }, () => {
        held(null);
        return new Promise((release) => this.held.set(connection, release));
      });
      whole.catch(() => {
        // Where site data is blocked there are no locks, and no other tab with this table.
        held(null);
        if (!this.held.has(connection)) return;
        this.leave(connection);
        send({ type: "refused", error: "this table was opened in another tab" });
        close(this.rules.closes.taken);
      });
    });
  }

  /** @param {number} connection */
  leave(connection) {
    this.held.get(connection)?.();
    this.held.delete(connection);
    this.connections.get(connection)?.leave();
    this.connections.delete(connection);
  }
}

/**
 * What each finished hand paid the person.
 * @param {KeptGame} options
 * @param {SiteRules} rules
 */
export function paidTo({ settings, hands }, rules) {
  const player = settings.players.indexOf(rules.person);
  return hands.flatMap(({ scores }, number) =>
    scores === null ? [] : [scores[rules.players_by_seat[number].indexOf(player)]],
  );
}
