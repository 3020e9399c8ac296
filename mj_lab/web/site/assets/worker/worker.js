// The web worker that replaces the server. A page sends { id, path, body } and is sent { id, answer }. For
// a connection to a table it sends { connection, message } or { connection, close } and is sent
// { connection, message } or { connection, code }; while the engine loads { loading }, and after a bug of
// ours { broken }. First it sends { beside }, the rows that its tab holds, and is sent { storage } of each that
// changes.
/** @import { Engine } from "../engine/engine.js" */
import { openEngine } from "../engine/engine.js";
import { Router, answered } from "./router.js";
import { RULES } from "./rules.js";
import { Store } from "./store.js";
import { Tables } from "./tables.js";

/** @param {FromWorker} message */
const say = (message) => self.postMessage(message);

// On a slow line the engine takes a while, so it is loaded for what needs it; a table is set up without.
/** @type {Promise<Engine> | null} */
let engine = null;
const openedEngine = () =>
  (engine ??= openEngine(new URL("../engine/", import.meta.url), (bytes, all) =>
    say({ loading: { bytes, all } }),
  ));
const store = new Store((why, place, row) => say({ storage: { why, place, row } })),
  tables = new Tables(openedEngine, store, RULES);
/** @type {Promise<Router> | null} */
let router = null;
const openedRouter = () =>
  (router ??= openedEngine().then((engine) => new Router(engine, store, RULES, tables)));

// A table's page has its table set up, and sits down at once.
let begun = Promise.resolve(/** @type {unknown} */ (null));

/** @param {{ connection: number, message?: string, close?: boolean }} options */
async function handleOrder({ connection: number, message, close }) {
  await begun;
  if (close) return tables.leave(number);
  /** @param {Message} reply */
  const send = (reply) => say({ connection: number, message: JSON.stringify(reply) });
  return tables.hear(number, message ?? "", send, (code) => say({ connection: number, code }));
}

/** @param {{ id: number, path: string, body: any }} options */
async function handleRequest({ id, path, body }) {
  const answer =
    path === "/api/tables"
      ? await (begun = answered(() => tables.begin(body)))
      : await (await openedRouter()).answer(path, body);
  say({ id, answer });
}

// After a fault the engine's module cannot go on: the page takes a new worker.
/** @param {unknown} error */
function broken(error) {
  console.error(error);
  say({ broken: true });
}

self.onunhandledrejection = ({ reason }) => broken(reason);
self.onmessage = ({ data }) =>
  data.beside
    ? store.lend(data.beside)
    : (data.id === undefined ? handleOrder(data) : handleRequest(data)).catch(broken);
