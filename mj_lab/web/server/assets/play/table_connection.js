// A page and its tables: setting one up, and the connection to one.

/**
 * Opens the own seat of a new table, or returns an error text. If other people play too, the page shows
 * the link for them first. With a `record` the table begins in that game.
 * @param {TableRequest | AgainRequest} settings
 * @returns {Promise<string | null>}
 */
MJ.setUpTable = async function (settings) {
  try {
    const said = await ("record" in settings
      ? MJ.ask("/api/again", settings)
      : MJ.ask("/api/tables", settings));
    if (said.error !== undefined) return said.error;
    MJ.rememberTable(said.people[0].token);
    if (said.room !== null) MJ.rememberRoom(said.room, said.people[0].token);
    MJ.keepInTab("mj-table-" + said.people[0].token, { ...said, settings });
    const table = new URL(MJ.at("/play") + "#" + said.people[0].token, location.href);
    if (location.search)
      location.replace(table); // "Back" leads to where the record was.
    else {
      const here = table.pathname === location.pathname;
      location.assign(table);
      if (here) location.reload();
    }
    return null;
  } catch {
    return MJ.t("noAnswer");
  }
};

// The tokens of this browser's seats, newest first: nobody else has this list, not even the server.
MJ.MOST_TABLES = 30;
MJ.knownTables = () => MJ.keptTokens("tables");
/**
 * @param {string} name
 * @returns {string[]}
 */
MJ.keptTokens = function (name) {
  try {
    const kept = JSON.parse(MJ.recall(name) ?? "null");
    return Array.isArray(kept) ? kept.filter((token) => typeof token === "string") : [];
  } catch {
    return [];
  }
};
/** @param {string} token */
MJ.rememberTable = function (token) {
  MJ.remember(
    "tables",
    JSON.stringify([token, ...MJ.knownTables().filter((one) => one !== token)].slice(0, MJ.MOST_TABLES)),
  );
  MJ.rememberFinished(token);
};
/** @param {string} token */
MJ.rememberFinished = (token) =>
  MJ.remember(
    "my-tables",
    JSON.stringify([token, ...MJ.myTables().filter((one) => one !== token)].slice(0, MJ.MOST_OF_MINE)),
  );
// All of them, also those of finished matches: the page "My games" asks about these.
MJ.MOST_OF_MINE = 300;
MJ.myTables = () =>
  [...new Set([...MJ.keptTokens("my-tables"), ...MJ.knownTables()])].slice(0, MJ.MOST_OF_MINE);

/**
 * The tables of several people at which this browser sits, newest first: the token for guests, which is
 * the link that friends send around, and the own seat's.
 * @returns {[string, string][]}
 */
MJ.rooms = function () {
  try {
    const kept = JSON.parse(MJ.recall("rooms") ?? "null");
    return Array.isArray(kept) ? kept.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
  } catch {
    return [];
  }
};
/**
 * @param {string} room
 * @param {string} seat
 */
MJ.rememberRoom = function (room, seat) {
  const others = MJ.rooms().filter(([one]) => one !== room);
  MJ.remember("rooms", JSON.stringify([[room, seat], ...others].slice(0, MJ.MOST_TABLES)));
};

/**
 * The connection to a table: sends the own token, reconnects by itself, and loses no answer. closes: the
 * close codes by name. on: callbacks for each message, for a connection that breaks or is back, and for a
 * link that opens no seat.
 * @param {string} token
 * @param {CloseCodes} closes
 * @param {TableListener} on
 */
MJ.tableConnection = function (token, closes, on) {
  const SLOWEST = 4000;
  // A table that waits for its disk waits a moment longer for its pages (live_table.py).
  const WAITING = 1000;
  // A connection may be dead without notice, after a closed lid or in another network. It is replaced if it
  // is silent this long while an answer is due, or if the page was hidden this long.
  const PATIENCE = 6000,
    ASLEEP = 30000;
  let sequence = -1,
    tries = 0,
    over = false,
    first = true,
    due = 0,
    hidden = 0;
  /** @type {TableSocket} */
  let socket;
  /**
   * An answer, or the wish for the next hand, that the server has not confirmed; sent again after a
   * reconnect.
   * @type {PendingOrder | null}
   */
  let pending = null;

  function open() {
    first = true;
    socket = MJ.connect();
    socket.onopen = () => send({ type: "hello", token, sequence });
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = closed;
    expect();
  }

  function expect() {
    clearTimeout(due);
    due = setTimeout(() => {
      on.line(false);
      tries += 1;
      renew();
    }, PATIENCE);
  }

  function renew() {
    if (over) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    if (pending !== null) pending.sent = false;
    open();
  }

  /** @param {Message} message */
  function heard(message) {
    clearTimeout(due);
    if (tries) on.line(true);
    // The site's engine is on its way: there is nothing to show yet.
    if (/** @type {string} */ (message.type) === "loading") return;
    tries = 0;
    if (message.type === "refused") {
      // Before the first state of a table, the code of the close says why.
      if (sequence < 0 && !message.program) return;
      pending = null;
      on.refused(message);
    } else if (message.type === "table") {
      // No state is shown twice, and none after a newer one. But a power failure of the server may lose a
      // moment, so the first state on a connection always counts.
      if (message.sequence <= sequence && !first) return;
      first = false;
      sequence = message.sequence;
      pending = null;
      on.message(message);
    } else if (message.type === "note" && message.sequence === sequence) {
      first = false;
      if (pending !== null && message.given === null && !pending.sent) say(pending);
      if (message.given !== null) pending = null;
      on.note(message);
    } else if (message.type === "same_wall") {
      on.compared(message);
    } else if (message.type === "effective") {
      on.effective(message);
    }
  }

  /** @param {{ code?: number; reason?: string }} event */
  function closed(event) {
    if (over) return;
    clearTimeout(due);
    if ([closes.no_such_seat, closes.taken, closes.no_program].includes(event.code ?? 0)) {
      over = true;
      if (event.code === closes.no_such_seat) on.gone();
      return;
    }
    if (event.code === closes.moved) {
      sequence = -1; // What it had is no state of what comes.
      pending = null;
      open();
      return;
    }
    if (pending !== null) pending.sent = false;
    tries += 1;
    const why = event.code === closes.broken ? event.reason : "";
    on.line(false, why);
    setTimeout(open, why ? WAITING : Math.min(SLOWEST, 125 * 2 ** Math.min(tries, 6)));
  }

  /** @param {TableOrder} order */
  const send = (order) => socket.send(JSON.stringify(order));

  /** @param {PendingOrder} wanted */
  function say(wanted) {
    if (socket.readyState !== WebSocket.OPEN || sequence < 0) return;
    wanted.sent = true;
    send(wanted.order);
    if (wanted === pending) expect();
  }

  window.addEventListener("online", renew);
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > ASLEEP) renew();
  });

  open();
  return {
    /** @param {TableOrder} order */
    send(order) {
      const wanted = { order, sent: false };
      if (order.type === "answer" || order.type === "next") pending = wanted;
      say(wanted);
    },
    // Breaks the connection, for tests and for a closed lid; it reconnects.
    cut: () => socket.close(),
  };
};
