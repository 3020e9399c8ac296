// Replaces MJ.loadRecord of core.js: the server, or the site's worker, reviews the match that the page's
// address names, while the page shows the progress. It is done in small steps: whoever leaves the page or
// stops can go on.
/** @type {LoadRecord} */
MJ.loadRecord = async function () {
  const token =
      new URLSearchParams(location.search).get("record") ?? location.pathname.split("/").at(-1) ?? "",
    content = MJ.element("content");
  let /** @type {ReviewProgress | null} */ progress = null,
    /** @type {string | null} */
    error = null,
    stopped = false,
    /** @type {(() => void) | null} */
    goOn = null;
  const bar = MJ.make("progress", { id: "progress", max: 1, value: 0 }),
    line = MJ.make("p", { id: "reviewed", role: "status" });
  const button = MJ.make("button", {
    type: "button",
    id: "stop",
    onclick: () => (stopped ? begin() : stop()),
  });
  const card = MJ.make("section", { class: "card" }, bar, line, MJ.make("p", { class: "buttons" }, button));
  content.classList.add("waiting");
  content.prepend(card);

  function draw() {
    document.title = MJ.t("reviewTitle");
    MJ.element("title").textContent = MJ.t("reviewTitle");
    bar.setAttribute("aria-label", MJ.t("reviewProgress"));
    button.textContent = MJ.t(stopped ? "reviewGoOn" : "reviewStop");
    button.hidden = error !== null;
    line.className = error === null ? "quiet" : "error";
    line.textContent = error ?? (progress === null ? "" : MJ.t("reviewedHands", progress));
    if (progress !== null) [bar.max, bar.value] = [progress.all ?? 1, progress.done ?? 0];
  }

  function stop() {
    stopped = true;
    draw();
  }

  function begin() {
    stopped = false;
    draw();
    goOn?.();
  }

  MJ.start(() => {
    if (content.contains(card)) MJ.switches(draw);
  });
  for (;;) {
    draw();
    if (stopped)
      await new Promise((done) => {
        goOn = () => done(null);
      });
    const said = await MJ.ask("/api/review", { token }).catch(() => ({ error: MJ.t("noAnswer") }));
    if (said.error !== undefined) {
      error = said.error;
      draw();
      return null;
    }
    if (said.data) {
      card.remove();
      content.classList.remove("waiting");
      return /** @type {any} */ (said.data);
    }
    progress = said;
  }
};
