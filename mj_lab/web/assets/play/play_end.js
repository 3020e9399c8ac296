// How a hand ended: the fans, the scores, what everybody has by now, and the way on.
// compared: what a tactic made of the own seat, null if nothing is known.
MJ.playEnd = function (told, compared, waiting, next) {
  const { result } = told;
  const signed = (score) => (score > 0 ? "+" : "") + score;
  const look = MJ.scoreLook;
  const head = (key, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, MJ.t(key));
  const parts = [MJ.make("h2", {}, ...MJ.eventParts(told.frame, result, () => true))];
  if (result.fans.length) parts.push(MJ.fanTable(result));
  const rows = result.scores.map((score, seat) => MJ.make("tr", { "data-seat": seat },
    MJ.make("td", {}, MJ.seatName(seat)), MJ.make("td", {}, seat === told.seat ? MJ.t("you") : told.players[seat]),
    MJ.make("td", { class: look(score) }, signed(score)), told.hands > 1 ? MJ.make("td", { class: look(told.totals[seat]) }, signed(told.totals[seat])) : null));
  parts.push(MJ.make("table", { class: "scores" }, MJ.make("thead", {}, MJ.make("tr", {}, head("seat"), head("player"), head("score", true), told.hands > 1 ? head("total_", true) : null)),
    MJ.make("tbody", {}, rows)));
  const same = MJ.sameWallLine(compared, told.hand);
  if (same !== null) parts.push(same);
  if (result.match_over && told.hands > 1) parts.push(MJ.make("h3", {}, MJ.t("matchOver")), byHand(result));
  const buttons = [];
  if (!result.match_over && told.seat !== null) {
    buttons.push(MJ.make("button", { type: "button", class: "main", id: "next-hand", disabled: waiting, onclick: next }, MJ.t(waiting ? "waitNext" : "nextHand")));
  }
  if (result.match_over) buttons.push(MJ.make("a", { class: "button main", id: "play-again", href: "/play" }, MJ.t("playAgain")));
  if (told.replay) buttons.push(MJ.make("a", { class: "button", id: "replay", href: told.replay + (told.seat === null ? "" : "?seat=" + told.seat) }, MJ.t("replayHand")));
  parts.push(MJ.make("p", { class: "buttons" }, buttons));
  return parts;

  // A line a hand, a column a player.
  function byHand({ names, results }) {
    const lines = results.map((scores, hand) => MJ.make("tr", {}, MJ.make("td", {}, String(hand + 1)), scores.map((score) => MJ.make("td", { class: look(score) }, signed(score)))));
    const sums = names.map((name, player) => results.reduce((sum, scores) => sum + scores[player], 0));
    lines.push(MJ.make("tr", { class: "total" }, MJ.make("td", {}, MJ.t("total_")), sums.map((sum) => MJ.make("td", { class: look(sum) }, signed(sum)))));
    return MJ.make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": MJ.t("matchOver") }, MJ.make("table", { class: "by-hand" },
      MJ.make("thead", {}, MJ.make("tr", {}, MJ.make("td", {}), names.map((name) => MJ.make("th", { scope: "col", class: "number" }, name)))), MJ.make("tbody", {}, lines)));
  }
};
