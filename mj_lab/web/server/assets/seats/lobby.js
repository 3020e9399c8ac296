// Who sits at a table of several people: the lobby before the first hand, the list beside the table.
// state: message (the newest state of the table), note, names by seat. kept: what this browser got when it
// set the table up, null if another one did. sendOrder(order): sends it to the server. warn(text): shows it.
/**
 * @param {PlayState} state
 * @param {string} token
 * @param {KeptTable | null} kept
 * @param {(order: TableOrder) => void} sendOrder
 * @param {(text: string) => void} warn
 */
MJ.playLobby = function (state, token, kept, sendOrder, warn) {
  const $ = MJ.element;
  const { data } = state;
  const reach = data.reach ?? { local: true, addresses: [] };
  const current = () => /** @type {LobbyState} */ (state);
  const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];
  const room = MJ.rooms().find(([, seat]) => seat === token)?.[0];
  let copied = "";

  // A link that works for others too: this machine's address in its network, where it listens there.
  function origin() {
    const { local, addresses } = reach;
    if (local || !addresses.length || !LOOPBACK.includes(location.hostname)) return location.origin;
    return (
      location.protocol +
      "//" +
      (addresses[0].includes(":") ? "[" + addresses[0] + "]" : addresses[0]) +
      (location.port ? ":" + location.port : "")
    );
  }

  /** @param {string} word */
  const address = (word) => origin() + "/play#" + word;
  /** @param {number} seat */
  const presence = (seat) =>
    state.note === null || state.message === null ? "" : state.note.presences[state.message.seated[seat]];
  const several = () => state.message !== null && state.message.people.filter(Boolean).length > 1;
  /** @param {number} seat */
  const isPlayed = (seat) => ["here", "away"].includes(presence(seat));
  const playTogether = () => !state.note?.lobby && [0, 1, 2, 3].filter(isPlayed).length > 1;

  /**
   * Browsers allow the clipboard only on secure addresses; copying from a text field always works.
   * @param {string} link
   * @returns {Promise<void>}
   */
  function copyFromField(link) {
    const field = MJ.make("textarea", { class: "away", "aria-hidden": "true" });
    field.value = link;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done ? Promise.resolve() : Promise.reject(new Error(link));
  }

  /** @param {string} link */
  function copy(link) {
    const copying = navigator.clipboard ? navigator.clipboard.writeText(link) : copyFromField(link);
    copying.then(
      () => {
        copied = link;
        draw();
      },
      () => {
        /* It can be read and typed. */
      },
    );
  }

  /** @param {string} link */
  function linkParts(link) {
    return [
      MJ.make("a", { href: link, target: "_blank", rel: "noopener", class: "link" }, link.slice(0, 44) + "…"),
      " ",
      MJ.make(
        "button",
        { type: "button", onclick: () => copy(link) },
        MJ.t(copied === link ? "copied" : "copyLink"),
      ),
    ];
  }

  // A friend elsewhere cannot open an address of this machine only; a hint says what to do.
  function reachLines() {
    const { local, addresses } = reach,
      port = location.port || "80";
    if (!local)
      return addresses.length
        ? [MJ.t("reachOpen", { addresses: addresses.map((one) => one + ":" + port).join(MJ.t("comma")) })]
        : [];
    if (!LOOPBACK.includes(location.hostname)) return [];
    const there = addresses.length ? MJ.t("reachThen", { address: addresses[0] + ":" + port }) : "";
    return [MJ.t("reachLocal") + there];
  }

  /** @param {number} seat */
  function tag(seat) {
    const { message, note } = current();
    const what = note.lobby && presence(seat) === "away" ? "expected" : presence(seat),
      level = MJ.levelName(data.levels, message.players[seat]);
    const text =
      what === "bot" && level
        ? MJ.t("presence_bot") + MJ.t("inBrackets", { name: level })
        : MJ.t("presence_" + what);
    return MJ.make("span", { class: "badge" + (what === "away" || what === "left" ? " absent" : "") }, text);
  }

  const ownName = () => $("own-name").value.trim();

  /**
   * A guest takes a seat; its own address stays the same from now on.
   * @param {number} player
   */
  async function sit(player) {
    MJ.remember("name", ownName());
    try {
      const said = await MJ.ask("/api/tables/sit", { token, player, name: ownName() });
      if (said.error !== undefined) {
        warn(MJ.t("notSeated"));
        return;
      }
      MJ.rememberRoom(room ?? token, said.token);
      location.replace("#" + said.token);
    } catch {
      warn(MJ.t("noAnswer"));
    }
  }

  /** @param {Event} event */
  function named(event) {
    event.preventDefault();
    const { note } = current();
    if (note.may_sit.length) sit(note.may_sit[0]);
    else {
      MJ.remember("name", ownName());
      sendOrder({ type: "name", name: ownName() });
    }
  }
  $("name-form").addEventListener("submit", named);

  /** @param {number} seat */
  function seatLine(seat) {
    const { message, note } = current(),
      player = message.seated[seat],
      what = presence(seat),
      own = seat === message.seat ? MJ.playerName(note.names[player]) : "",
      isNobody = what === "free" && note.names[player] === "human";
    const parts = [
      MJ.make("b", {}, MJ.seatName(seat), ...(isNobody ? [] : [" · ", MJ.named(state.names[seat])])),
      " ",
      own && note.lobby ? MJ.make("span", { class: "quiet" }, MJ.t("inBrackets", { name: own })) : "",
      " ",
      tag(seat),
    ];
    if (note.may_sit.includes(player))
      parts.push(
        " ",
        MJ.make(
          "button",
          {
            type: "button",
            class: "main sit",
            "aria-label": MJ.t("sitHere") + MJ.t("inBrackets", { name: MJ.seatName(seat) }),
            onclick: () => sit(player),
          },
          MJ.t("sitHere"),
        ),
      );
    if (what === "away" && !note.lobby && message.seat !== null)
      parts.push(
        " ",
        MJ.make(
          "button",
          { type: "button", class: "replace", onclick: () => sendOrder({ type: "replace", player }) },
          MJ.t("letBotPlay"),
        ),
      );
    return MJ.make("li", { "data-seat": seat, "data-presence": what }, parts);
  }

  /**
   * @param {string} title
   * @param {string | null | undefined} word
   */
  const linkLine = (title, word) =>
    word
      ? [
          MJ.make(
            "li",
            {},
            MJ.make("b", {}, MJ.t(title)),
            MJ.make("span", { class: "seat-link" }, ...linkParts(address(word))),
          ),
        ]
      : [];
  const spectators = () => linkLine("linkSpectators", kept?.spectators);
  const seats = () =>
    MJ.make(
      "ul",
      { class: "link-list" },
      linkLine("linkFriends", room),
      [0, 1, 2, 3].map(seatLine),
      spectators(),
    );

  function ownButtons() {
    const { message, note } = current();
    if (message.seat === null || presence(message.seat) === "left") return [];
    const leave = () => {
      state.leaving = true;
      sendOrder({ type: "leave" });
    };
    if (note.may_start)
      return [
        MJ.make(
          "button",
          { type: "button", class: "main", id: "start-now", onclick: () => sendOrder({ type: "start" }) },
          MJ.t("startNow"),
        ),
      ];
    return [MJ.make("button", { type: "button", id: "leave", onclick: leave }, MJ.t("leaveTable"))];
  }

  function drawLobby() {
    const { message, note } = current(),
      isGuest = note.may_sit.length > 0;
    $("lobby-title").textContent = MJ.t(
      isGuest ? "lobbyGuests" : message.seat === null ? "lobbyWatch" : "lobbyTitle",
    );
    $("lobby-text").textContent = MJ.t(isGuest ? "lobbySit" : note.may_start ? "lobbyHost" : "lobbyGuest");
    const form = $("name-form"),
      wasHidden = form.hidden;
    form.hidden = message.seat === null && !isGuest;
    $("rename").hidden = isGuest;
    if (wasHidden && !form.hidden) {
      const name = message.seat === null ? "human" : note.names[message.seated[message.seat]];
      $("own-name").value = name === "human" ? (MJ.recall("name") ?? "") : name;
    }
    $("lobby-seats").replaceChildren(seats());
    $("lobby-reach").replaceChildren(
      ...(room === undefined ? [] : reachLines().map((line) => MJ.make("p", { class: "quiet small" }, line))),
    );
    $("lobby-buttons").replaceChildren(...ownButtons());
  }

  function drawBeside() {
    const { message } = current();
    if (!several()) {
      const watched = spectators();
      $("links").hidden = !watched.length;
      if (watched.length)
        $("links").replaceChildren(
          MJ.make(
            "details",
            {},
            MJ.make("summary", {}, MJ.t("linkSpectators")),
            MJ.make("p", { class: "quiet small" }, MJ.t("linkWatchText")),
            MJ.make("ul", { class: "link-list" }, watched),
          ),
        );
      return;
    }
    $("links").hidden = false;
    $("links").replaceChildren(
      MJ.make("h2", {}, MJ.t("whoIsHere")),
      seats(),
      room === undefined ? "" : MJ.make("p", { class: "quiet small" }, MJ.t("linksText")),
      message.result !== null && message.result.match_over
        ? ""
        : MJ.make("p", { class: "buttons" }, ownButtons()),
    );
  }

  // A bot plays for a person who left, until that person comes back.
  function drawLeft() {
    const { seat } = current().message;
    const left = seat !== null && several() && state.auto;
    $("left").hidden = !left;
    $("left").replaceChildren(
      ...(left
        ? [
            MJ.make("span", {}, MJ.t("botPlaysForYou")),
            " ",
            MJ.make(
              "button",
              { type: "button", class: "main", id: "come-back", onclick: () => sendOrder({ type: "back" }) },
              MJ.t("comeBack"),
            ),
          ]
        : []),
    );
    if (left && state.leaving) location.assign(MJ.at("/"));
  }

  function draw() {
    const { message, note } = state;
    if (message === null || note === null) return;
    const isOpen = note.lobby || note.may_sit.length > 0;
    $("lobby").hidden = !isOpen;
    $("playing").hidden = note.lobby;
    if (isOpen) {
      drawLobby();
      $("links").hidden = true;
    } else {
      for (const part of ["seats", "reach", "buttons"]) $("lobby-" + part).replaceChildren();
      drawBeside();
    }
    drawLeft();
  }

  /**
   * The mark behind a name on the table: away, or gone.
   * @param {number} seat
   */
  const mark = (seat) =>
    ["away", "left"].includes(presence(seat)) && current().message.people[seat]
      ? MJ.t("inBrackets", { name: MJ.t("presence_" + presence(seat)) })
      : "";

  return {
    draw,
    mark,
    several,
    playTogether,
    waitsFor: () =>
      [0, 1, 2, 3]
        .filter((seat) => isPlayed(seat) && !state.ready.includes(current().message.seated[seat]))
        .map((seat) => state.names[seat]),
  };
};
