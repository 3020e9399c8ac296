// The web worker that replaces the server. A page sends { id, path, body } and is sent { id, answer }. For
// a connection to a table it sends { connection, message } or { connection, close } and is sent
// { connection, message } or { connection, code }; after a bug of ours { broken }.
import { openEngine } from "../engine/engine.js";
import { Router } from "./router.js";
import { RULES } from "./rules.js";
import { openStore } from "./store.js";
import { Tables } from "./tables.js";

const ready = (async function () {
  const [engine, store] = await Promise.all([
    openEngine(new URL("../engine/", import.meta.url)),
    openStore(),
  ]);
  const tables = new Tables(engine, store, RULES);
  return { tables, router: new Router(engine, store, RULES, tables) };
})();

/** @param {FromWorker} message */
const say = (message) => self.postMessage(message);

/** @param {{ connection: number, message?: string, close?: boolean }} options */
async function handleOrder({ connection: number, message, close }) {
  const { tables } = await ready;
  if (close) return tables.leave(number);
  /** @param {Message} reply */
  const send = (reply) => say({ connection: number, message: JSON.stringify(reply) });
  return tables.hear(number, message ?? "", send, (code) => say({ connection: number, code }));
}

/** @param {{ id: number, path: string, body: unknown }} options */
async function handleRequest({ id, path, body }) {
  const { router } = await ready;
  say({ id, answer: await router.answer(path, body) });
}

// After a fault the engine's module cannot go on: the page takes a new worker.
self.onmessage = ({ data }) =>
  (data.id === undefined ? handleOrder(data) : handleRequest(data)).catch(function (error) {
    console.error(error);
    say({ broken: true });
  });
