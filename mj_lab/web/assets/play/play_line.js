// What a page has to do with the server of tables: setting one up, and the line to one.
// Goes to the own seat of a new table; what is wrong if there is none. With other people at it the
// page shows their links first: they are kept for it alone.
MJ.setUpTable = async function (settings) {
  try {
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(settings) });
    const said = await answer.json();
    if (said.error) return said.error;
    MJ.rememberTable(said.people[0].token);
    try { sessionStorage.setItem("mj-table-" + said.people[0].token, JSON.stringify(said)); } catch (error) { /* The links are shown once only. */ }
    location.assign("/play#" + said.people[0].token);
    if (location.pathname === "/play") location.reload();
    return null;
  } catch (error) {
    return MJ.t("noAnswer");
  }
};

// The seats that this browser was given, newest first: nobody else can name them, the server neither.
MJ.MOST_TABLES = 30;
MJ.knownTables = function () {
  try {
    const kept = JSON.parse(MJ.recall("tables"));
    return Array.isArray(kept) ? kept.filter((token) => typeof token === "string") : [];
  } catch (error) { return []; }
};
MJ.rememberTable = (token) => MJ.remember("tables", JSON.stringify([token, ...MJ.knownTables().filter((one) => one !== token)].slice(0, MJ.MOST_TABLES)));

// The line to the table's server: it says who one is, comes back by itself, and loses no answer.
// on: message(told) for a state of the table, note(told), compared(told) for what a tactic made of the
// own seat, effective(told), refused(text), line(up), gone().
MJ.playLine = function (token, on) {
  const SLOWEST = 4000;
  let socket = null, sequence = -1, tries = 0, over = false;
  // The answer that the server has not confirmed: said again when the line is back.
  let pending = null;

  function open() {
    socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/api/table");
    socket.onopen = () => send({ type: "hello", token, sequence });
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = closed;
  }

  function heard(told) {
    if (tries) on.line(true);
    tries = 0;
    if (told.type === "refused") {
      pending = null;
      on.refused(told.error);
    } else if (told.type === "table") {
      // No state is shown twice, and none after a newer one.
      if (told.sequence <= sequence) return;
      sequence = told.sequence;
      pending = null;
      on.message(told);
    } else if (told.type === "note" && told.sequence === sequence) {
      if (pending !== null && pending.type === "answer" && told.given === null && !pending.sent) say(pending);
      if (told.given !== null) pending = null;
      on.note(told);
    } else if (told.type === "same_wall") {
      on.compared(told);
    } else if (told.type === "effective") {
      on.effective(told);
    }
  }

  function closed(event) {
    if (over) return;
    if (event.code === 4404) {
      over = true;
      on.gone();
      return;
    }
    if (pending !== null) pending.sent = false;
    tries += 1;
    on.line(false);
    setTimeout(open, Math.min(SLOWEST, 125 * 2 ** Math.min(tries, 6)));
  }

  const send = (order) => socket.send(JSON.stringify(order));

  function say(wanted) {
    if (socket.readyState !== WebSocket.OPEN || sequence < 0) return;
    wanted.sent = true;
    send(wanted.order);
  }

  open();
  return {
    tell(order) {
      const wanted = { type: order.type, order, sent: false };
      if (order.type === "answer") pending = wanted;
      say(wanted);
    },
    // For tests and for who closes a lid: the line breaks and comes back.
    cut: () => socket.close(),
  };
};
