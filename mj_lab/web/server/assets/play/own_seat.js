// What a person does with the own seat but answer: let a bot play on, take it back, give the match up.
// state: message and note, the newest of the table. sendOrder(order): to the server.
/**
 * @param {PlayState} state
 * @param {(order: TableOrder) => void} sendOrder
 */
MJ.ownSeat = function (state, sendOrder) {
  const $ = MJ.element;
  // Whether "Really give up?" is asked.
  let asking = false;

  const isOver = () => state.message === null || state.message.result?.match_over === true;
  const isOwn = () => state.message !== null && state.message.seat !== null && state.note !== null;
  const turn = () => sendOrder({ type: state.auto ? "back" : "leave" });

  /** @param {boolean} now */
  function ask(now) {
    asking = now;
    draw();
    $(now ? "keep-playing" : "give-up").focus();
  }

  function giveUp() {
    asking = false;
    state.leaving = true;
    sendOrder({ type: "give_up" });
  }

  /**
   * @param {string} id
   * @param {string} key
   * @param {() => void} press
   * @param {object} [more]
   */
  const button = (id, key, press, more = {}) =>
    MJ.make("button", { type: "button", id, onclick: press, ...more }, MJ.t(key));

  function parts() {
    if (state.note?.given_up)
      return [
        MJ.make("span", {}, MJ.t("gaveUp") + " "),
        MJ.make("a", { href: MJ.at("/my-games") }, MJ.t("mineTitle")),
      ];
    if (asking)
      return [
        MJ.make("span", { id: "really" }, MJ.t(alone() ? "reallyGiveUp" : "reallyGiveUpSeat")),
        button("really-give-up", "yesGiveUp", giveUp),
        button("keep-playing", "noPlayOn", () => ask(false)),
      ];
    return [
      button("auto", state.auto ? "autoStop" : "autoStart", turn, {
        "aria-pressed": String(state.auto),
        title: MJ.t("autoAbout"),
      }),
      button("give-up", "giveUp", () => ask(true)),
    ];
  }

  const alone = () => state.message !== null && state.message.people.filter(Boolean).length === 1;

  function draw() {
    const bar = $("own-seat");
    bar.hidden = !isOwn() || (isOver() && !state.note?.given_up);
    if (bar.hidden) asking = false;
    const drawn = JSON.stringify([bar.hidden, asking, state.auto, state.note?.given_up, MJ.language]);
    // A button that is pressed twice stays the same.
    if (bar.dataset.drawn === drawn) return;
    bar.dataset.drawn = drawn;
    const focused = bar.contains(document.activeElement) ? document.activeElement?.id : "";
    bar.setAttribute("aria-label", MJ.t(asking ? "giveUp" : "ownSeat"));
    bar.replaceChildren(...parts());
    if (focused) document.getElementById(focused)?.focus();
    if (state.note?.given_up && state.leaving) location.assign(MJ.at("/"));
  }

  // The bot's hand is the person's again as soon as it is touched.
  $("own").addEventListener("click", () => {
    if (state.auto) turn();
  });
  // Elsewhere Esc passes.
  $("own-seat").addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || !asking) return;
    event.stopPropagation();
    ask(false);
  });
  document.addEventListener("keydown", function (event) {
    if (MJ.isTyping(event)) return;
    if (event.key.toLowerCase() === "a" && document.getElementById("auto") !== null) turn();
  });

  return draw;
};
