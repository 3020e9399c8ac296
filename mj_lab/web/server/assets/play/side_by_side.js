// Two games of one wall side by side: they step together, and say where they part.
/** @param {SideBySideData} data */
MJ.showSideBySide = function (data) {
  const $ = MJ.element;
  const { games, seat, parts } = data;
  const last = Math.max(...games.map(({ frames }) => frames.length)) - 1;
  const partAt =
    parts === null
      ? null
      : games[0].frames.findIndex((frame) => frame.kind !== "END" && frame.turn === parts.turn);
  const first = games[0].frames[0].turn;
  const state = { view: seat, open: true };
  const tables = games.map(({ match }, index) => MJ.replayTable(match, state, () => null, null, "-" + index));
  const asked = Number(/^#t(\d+)$/.exec(location.hash)?.[1] ?? NaN) - first;
  let step = asked >= 0 ? Math.min(asked, last) : (partAt ?? 0),
    noted = 0;

  function draw() {
    games.forEach(function ({ frames, match }, index) {
      const frame = frames[Math.min(step, frames.length - 1)],
        score = match.scores[seat];
      $("name-" + index).replaceChildren(
        MJ.named(MJ.playerName(match.players[seat]) || MJ.seatName(seat)),
        MJ.t("colon") + MJ.signed(score),
      );
      tables[index].draw(frame);
      $("event-" + index).replaceChildren(
        MJ.make(
          "span",
          { class: "step" },
          MJ.t("stepOf", { step: first + Math.min(step, frames.length - 1), all: first + frames.length - 1 }),
        ),
        ...MJ.eventParts(frame, match.result, tables[index].isSeen),
      );
    });
    $("slider").value = String(first + step);
  }

  /** @param {number} wanted */
  function go(wanted) {
    step = Math.max(0, Math.min(last, wanted));
    draw();
    // As in a replay: who comes back or loads the page again finds the step that he left.
    clearTimeout(noted);
    noted = setTimeout(() => history.replaceState(null, "", "#t" + (first + step)), 300);
  }

  function drawHead() {
    const buttons = [
      MJ.button("first", "first", () => go(0)),
      MJ.button("back", "prev", () => go(step - 1)),
      MJ.button("next", "next", () => go(step + 1)),
      MJ.button("last", "last", () => go(last)),
    ];
    if (partAt !== null)
      buttons.push(
        MJ.make("button", { type: "button", id: "go-parts", onclick: () => go(partAt) }, MJ.t("besideGo")),
      );
    $("controls").replaceChildren(...buttons);
    if (parts === null || partAt === null) $("parts").textContent = MJ.t("besideSame");
    else {
      const frame = games[0].frames[partAt],
        offered = frame.kind === "DRAW" ? null : frame.tile;
      const answers = parts.answers.map((answer, index) =>
        MJ.make(
          "span",
          {},
          MJ.named(MJ.playerName(games[index].match.players[seat]) || MJ.seatName(seat)),
          " ",
          MJ.action(answer, offered),
        ),
      );
      const text = MJ.make("span", {}, MJ.t("besideParts", { step: parts.turn }) + " ", MJ.listed(answers));
      $("parts").replaceChildren(...text.childNodes);
    }
  }

  $("slider").min = String(first);
  $("slider").max = String(first + last);
  $("slider").addEventListener("input", () => go(Number($("slider").value) - first));
  games.forEach(({ replay }, index) => {
    $(`replay-${index}`).href = replay + "#t" + (parts === null ? first : parts.turn);
  });
  document.addEventListener("keydown", function (event) {
    /** @type {Record<string, number>} */
    const moves = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last };
    if (MJ.isTyping(event, "select, input[type=search]") || !(event.key in moves)) return;
    event.preventDefault();
    go(moves[event.key]);
  });
  MJ.start(function () {
    const all = () => {
      drawHead();
      draw();
    };
    MJ.switches(all);
    all();
  });
};

(async function () {
  MJ.LABELS = MJ.pageData().labels;
  const data = await MJ.loadRecord("beside");
  if (data !== null) MJ.showSideBySide(data);
})();
