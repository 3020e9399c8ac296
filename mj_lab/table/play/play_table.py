"""A table with people: a match of several hands, stored as it goes, restored where it was.

It has no clock and no network: `running` drives it, and viewers get its `message`. Players are
numbered 0-3 in the order of the first hand; seats are those of a hand.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from mj_bot import tactics
from mj_bot.events import SEATS, Action, parse_response
from mj_bot.state import Standing
from mj_bot.tactics import Tactic
from mj_lab.core.files import drafted
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.seating import (
    PERSON,
    players_by_seat,
    prevalent_wind_of,
    seat_of_player,
    seed_of_hand,
    standing_before,
)
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.match import Match, MatchPlace, match_of
from mj_lab.core.records.matches import save_match
from mj_lab.explain.review.replay.frames import frames_of
from mj_lab.table.play.bots.program_bot import ProgramBot, fault_counts
from mj_lab.table.play.bots.programs import Programs, is_program
from mj_lab.table.play.hand_in_play import AnswerRefusedError, HandInPlay
from mj_lab.table.play.hands.names import file_of_hand, name_of_hand, name_of_instead
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.store import KeptFault, KeptHand, PlayStore, SameWall
from mj_lab.table.play.table_settings import TableSettings, clean_name, settings_of

Message = dict[str, Any]

# Random bytes in a token, which must be unguessable, and in a table's name, which is not secret.
_TOKEN_BYTES = 24
_NAME_BYTES = 6
_LONGEST_ACTION = 16


class PlayTable:
    """A table; made by `new_table` or `restored`.

    results: the scores of each finished hand, by player. same_walls: by hand and player, a tactic's
    result in that person's seat, if it was played. by_bot: by hand and player, where a bot answered
    for that person. given_up: the people who gave the match up. folder: for match files of finished
    hands, None for no files. programs: those that may sit at it. keep: does each write to disk, at
    once unless it is set to do so later, in order; till then nobody may be told what was written.

    Raises MissingProgramError if an unknown program sits at it.
    """

    keep: Callable[[Callable[[], object]], object]

    def __init__(
        self,
        store: PlayStore,
        table_id: str,
        settings: TableSettings,
        folder: Path | None = None,
        programs: Programs | None = None,
    ) -> None:
        self.id = table_id
        self.settings = settings
        self.programs = programs or Programs()
        self.results: list[list[int]] = []
        self.hand_number = 0
        self.keep = _at_once
        self._store = store
        self._folder = folder
        self.same_walls = {(row.hand, row.player): row for row in store.same_walls(table_id)}
        self.by_bot = store.bot_hands(table_id)
        self.given_up = store.given_up(table_id)
        # The first message of this match among all of the table, and that of the hand.
        self.since = self._before = store.since(table_id)
        stored = store.hands(table_id)
        if not stored:
            stored = [self._dealt(0)]
        for number, hand in enumerate(stored):
            if number:
                self._before += self.hand.turn
            self._begin(number, hand)
        self._resume()

    # -- how it goes on -----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the last hand of the match has ended, or all its people gave it up."""
        is_last = self.hand_number + 1 == self.settings.hands
        return (self.hand.is_over and is_last) or self.given_up >= self.people

    @property
    def people(self) -> set[int]:
        """The players who are people."""
        return {player for player, spec in enumerate(self.settings.players) if spec == PERSON}

    @property
    def has_begun(self) -> bool:
        """Whether anything has happened in this match: turn 0 asks nothing."""
        return self.hand_number > 0 or self.hand.turn > 1

    def player_at(self, seat: int) -> int:
        """The player at this seat in this hand."""
        return players_by_seat(self.hand_number)[seat]

    def seat(self, player: int) -> int:
        """The seat of a player in this hand."""
        return seat_of_player(player, self.hand_number)

    def is_person(self, seat: int) -> bool:
        """Whether a person has this seat in this hand."""
        return not self.hand.plays_by_itself(seat)

    def answer(self, player: int, hand: int, turn: int, text: str) -> None:
        """Take a person's answer in wire form, and `keep` it.

        Repeating it changes nothing, so a page that missed the confirmation may send it again.
        Raises AnswerRefusedError, one line, for an answer that is not legal now.
        """
        seat = self.seat(player)
        if player in self.given_up:
            raise AnswerRefusedError("the match was given up")
        if (hand, turn) != (self.hand_number, self.hand.turn) or self.hand.is_over:
            raise AnswerRefusedError("that turn is not on")
        try:
            action = parse_response(text[:_LONGEST_ACTION])
        except ValueError:
            raise AnswerRefusedError("not an answer in this game") from None
        if str(action) != text:
            raise AnswerRefusedError("not an answer in this game")
        given = self.hand.given(seat)
        if given is not None and given.same(action):
            return
        self.hand.check(seat, action)
        self.keep(partial(self._store.add_answer, self.id, hand, turn, seat, action))
        self.hand.reply(seat, action)

    def answer_by_bot(self, seat: int, action: Action) -> None:
        """Take a bot's answer in a person's seat, and mark the hand.

        Raises AnswerRefusedError for an answer that is not legal now.
        """
        marked = self.hand_number, self.player_at(seat)
        self.hand.check(seat, action)
        if marked not in self.by_bot:
            self.keep(partial(self._store.add_bot_hand, self.id, *marked))
            self.by_bot.add(marked)
        self.hand.reply(seat, action)

    def give_up(self, player: int) -> None:
        """A person leaves the match for good."""
        self.keep(partial(self._store.add_given_up, self.id, player))
        self.given_up.add(player)

    def pass_claims(self, player: int, until: str) -> None:
        """Set and store how long a player passes in this hand; see `HandInPlay.pass_claims`."""
        seat = self.seat(player)
        self.hand.pass_claims(seat, until)
        self.keep(partial(self._store.set_pass, self.id, self.hand_number, seat, until))

    def go_on(self) -> None:
        """Submit the four answers to the judge, and `keep` the turn."""
        hand, turn = self.hand, self.hand.turn
        passing = set(hand.passes)
        hand.go_on()
        for seat in passing - set(hand.passes):
            self.keep(partial(self._store.set_pass, self.id, self.hand_number, seat, ""))
        scores = hand.game.scores if hand.is_over else None
        replies = hand.turns[turn].replies
        new = [
            KeptFault(seat, number, *program.faults[number])
            for seat, program in hand.programs.items()
            for number in range(self._faults_kept[seat], len(program.faults))
        ]
        self._faults_kept.update(fault.seat for fault in new)
        place = self.id, self.hand_number, turn
        self.keep(partial(self._store.add_turn, *place, replies, scores, new))
        if hand.is_over:
            self._ended()

    def next_hand(self) -> None:
        """Deal the next hand. Raises ValueError while this one is played, or after the last."""
        if not self.hand.is_over or self.is_over:
            raise ValueError("there is no next hand now")
        self._before += self.hand.turn
        self._begin(self.hand_number + 1, self._dealt(self.hand_number + 1))

    def set_name(self, player: int, name: str) -> None:
        """Change a person's name. Raises ValueError if it is too long."""
        self.settings = self._named(player, name)
        self.keep(partial(self._store.set_settings, self.id, asdict(self.settings)))

    def sit(self, player: int, name: str | None = None) -> str:
        """Give a person's seat to somebody else: its new token. The one before opens it no more.

        It is on disk when this returns. name: None for that of the seat. Raises DatabaseError, and
        ValueError if the name is too long; then nothing changes.
        """
        token, settings = new_token(), self.settings
        if name is not None:
            settings = self._named(player, name)
        self._store.sit(self.id, player, token, asdict(settings))
        self.settings = settings
        return token

    def _named(self, player: int, name: str) -> TableSettings:
        names = list(self.settings.names)
        names[player] = clean_name(name)
        return replace(self.settings, names=tuple(names))

    def again(self, host: int) -> None:
        """Set up the next match of these players: the deal passes on, all tokens hold on.

        host: who may start it. Raises ValueError before the match is over.
        """
        if not self.is_over:
            raise ValueError("the match is not over")
        was, (players, names) = players_by_seat(1), (self.settings.players, self.settings.names)
        settings = replace(
            self.settings,
            players=tuple(players[player] for player in was),
            names=tuple(names[player] for player in was),
            host=was.index(host),
            wall_seed=None,
        )
        moved = [was.index(player) for player in range(SEATS)]
        since = self.sequence + 1
        self.keep(partial(self._store.add_next, _new_id(), self.id, asdict(settings), since, moved))

    def _dealt(self, number: int) -> KeptHand:
        seed: int | str = secrets.randbits(128)
        if self.settings.wall_seed is not None:
            seed = seed_of_hand(self.settings.wall_seed, number)
        wall = wall_of_seed(seed)
        self.keep(partial(self._store.add_hand, self.id, number, wall))
        return KeptHand(wall, (), {}, None)

    def _begin(self, number: int, stored: KeptHand) -> None:
        self.hand_number = number
        standing = self.standing(number)
        self.begun = stored.begun
        players, programs = self.settings.players, self.programs
        self.hand = hand_at(players, number, stored.wall, standing, programs, stored.begun)
        for turn, replies in enumerate(stored.turns, start=self.hand.turn):
            assert self.hand.turn == turn
            for seat in self.hand.open_seats():
                self.hand.reply(seat, replies[seat])
            self.hand.go_on()
        for (turn, seat), action in stored.answers.items():
            if turn == self.hand.turn and not self.hand.is_over:
                self.hand.reply(seat, action)
        self._faults_kept: Counter[int] = Counter()
        if self.hand.is_over:
            self._ended()

    def _resume(self) -> None:
        """Read what else is on disk of the latest hand."""
        for fault in self._store.faults(self.id, self.hand_number):
            self._faults_kept[fault.seat] += 1
            self.hand.programs[fault.seat].faults.append(Fault(fault.verdict, fault.why))
        for seat, until in self._store.passes(self.id, self.hand_number).items():
            if not self.hand.is_over:
                self.hand.pass_claims(seat, until)

    def _ended(self) -> None:
        scores = self.hand.game.scores
        self.results.append([scores[self.seat(player)] for player in range(SEATS)])
        self.save(self.match())

    def save(self, match: Match, instead: bool = False) -> None:
        """Save a match file in this table's folder, unless it is there.

        instead: in the folder of hands replayed by tactics.
        """
        path = self.path_of(match.id, instead)
        if path is not None:
            self.keep(partial(_save, path, match))

    def compare(self, row: SameWall) -> None:
        """Store a tactic's result in a person's seat."""
        self.keep(partial(self._store.add_same_wall, self.id, row))
        self.same_walls[row.hand, row.player] = row

    def kept_hand(self, number: int) -> KeptHand:
        """A hand of this table, read from disk."""
        return self._store.hands(self.id)[number]

    # -- what is shown --------------------------------------------------------------------------

    @property
    def saved_path(self) -> Path | None:
        """The path of this hand's match file; None while it is played, or without a folder."""
        return self.path_of(self.hand_name(self.hand_number)) if self.hand.is_over else None

    def path_of(self, name: str, instead: bool = False) -> Path | None:
        """The path of the match file of that name, whether it exists or not."""
        return None if self._folder is None else file_of_hand(self._folder, name, instead)

    def hand_name(self, number: int) -> str:
        """The name of the match of a hand."""
        return name_of_hand(self.id, number, again=self.begun is not None)

    def instead_name(self, number: int, player: int) -> str:
        """The name of the match in which a tactic played a player's seat."""
        return name_of_instead(self.hand_name(number), player)

    def match(self) -> Match:
        """This hand as a record. Raises ValueError while it is played."""
        names = [self.settings.name_of(player) for player in players_by_seat(self.hand_number)]
        name = self.hand_name(self.hand_number)
        match = match_of(self.hand.game, self.hand.turns, name, names)
        if self.begun is not None:
            return self.begun.carried(match)
        return match.model_copy(update={"place": self._place()})

    def _place(self) -> MatchPlace | None:
        """The place of this hand in the match; None for a single game."""
        standing = self.standing(self.hand_number)
        if standing is None:
            return None
        return MatchPlace(
            match=f"table-{self.id}",
            hand=standing.hand,
            hands=standing.hands,
            totals=standing.totals,
        )

    @property
    def sequence(self) -> int:
        """The number of the latest message; each message to everybody adds one."""
        return self._before + self.hand.turn

    def standing(self, number: int) -> Standing | None:
        """The standing before a hand that has begun; None for a single game."""
        before = [
            sum(result[player] for result in self.results[:number]) for player in range(SEATS)
        ]
        return standing_before(number, self.settings.hands, before)

    def totals(self) -> list[int]:
        """The points of each player so far."""
        return [sum(result[player] for result in self.results) for player in range(SEATS)]

    def message(self, player: int | None) -> Message:
        """The table as a player or a spectator may see it now: everything that a page shows.

        Until the hand is over it contains only what that seat sees; after that, everything.
        """
        hand, seated = self.hand, players_by_seat(self.hand_number)
        seat = None if player is None else self.seat(player)
        totals = self.totals()
        message: Message = {
            "type": "table",
            "sequence": self.sequence,
            "since": self.since,
            "hand": self.hand_number,
            "hands": self.settings.hands,
            "turn": hand.turn,
            "seat": seat,
            "players": [self.settings.name_of(player_of_seat) for player_of_seat in seated],
            "seated": list(seated),
            "people": [
                self.settings.players[player_of_seat] == PERSON for player_of_seat in seated
            ],
            "wind": hand.game.prevalent_wind,
            "totals": [totals[player_of_seat] for player_of_seat in seated],
            "clock": self.settings.clock,
            "begun": self.begun is not None,
            "ask": None,
            "given": None,
            "waits": None,
            "result": None,
        }
        if hand.is_over:
            message["frame"] = frames_of(self.match())[-1]
            message["result"] = self._result(seated)
            return message
        sight = hand.public if seat is None else hand.sights[seat]
        message["frame"] = sight.frame()
        if seat is not None:
            given = hand.given(seat)
            message["given"] = None if given is None else str(given)
            message["waits"] = sight.waits()
            if seat in hand.open_seats():
                message["ask"] = {
                    "choices": sight.choices(),
                    "offered": sight.state.offered,
                    "drawn": sight.state.drawn,
                }
        return message

    def _result(self, seated: Sequence[int]) -> Message:
        result = self.hand.game.result
        assert result is not None
        return {
            "action": result.action,
            "player": result.player,
            "giver": result.giver,
            "fan_total": result.fan,
            "fans": [list(line) for line in result.fans],
            "scores": list(self.hand.game.scores),
            "match_over": self.is_over,
            "names": [self.settings.name_of(player) for player in range(SEATS)],
            "seated": list(seated),
            "faults": fault_counts(sorted(self.hand.programs.items())),
            "results": [list(result) for result in self.results],
            "by_bot": [
                player for player in range(SEATS) if (self.hand_number, player) in self.by_bot
            ],
            "record": None if self.begun is None else _recorded_rest(self.begun),
        }


def _at_once(write: Callable[[], object]) -> None:
    write()


def _save(path: Path, match: Match) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with drafted(path) as whole:
            save_match(whole, match)


def _recorded_rest(begun: BegunHand) -> Message:
    """The recorded continuation of a hand that began there, once the hand is over."""
    match = begun.match
    return {
        "scores": list(begun.scores),
        "turn": begun.turn,
        "penalties": any(match.penalties),
        "wall_known": begun.wall_known,
    }


def hand_at(
    players: Sequence[str],
    number: int,
    wall: Sequence[int],
    standing: Standing | None = None,
    programs: Programs | None = None,
    begun: BegunHand | None = None,
) -> HandInPlay:
    """A new hand. players: by player as in TableSettings. number: the hand's.

    begun: where it begins, if not at the deal.

    Raises MissingProgramError for a program that is not in `programs`.
    """
    bots: dict[int, Tactic] = {}
    seated: dict[int, ProgramBot] = {}
    for seat, player in enumerate(players_by_seat(number)):
        name = players[player]
        if not is_program(name):
            tactic = None if name == PERSON else _tactic(name, player)
        else:
            named = programs or Programs()
            tactic = named.tactic(name, player)
            if tactic is None:
                seated[seat] = named.bot(name, seat)
        if tactic is not None:
            bots[seat] = tactic
    wind = prevalent_wind_of(number)
    return HandInPlay(wall, wind, bots, standing, seated, begun)


def _tactic(name: str, player: int) -> Tactic:
    return tactics.load(name, seed=player)


def new_table(
    store: PlayStore,
    settings: TableSettings,
    folder: Path | None = None,
    programs: Programs | None = None,
    begun: BegunHand | None = None,
    room: str | None = None,
) -> tuple[PlayTable, dict[int | None, str]]:
    """Set up a table; returns it with the tokens of its people, and of spectators under None.

    begun: where its only hand begins, if not at a deal. room: the token with which friends take
    seats; then only the host has one from the start.

    Raises MissingProgramError, without a table, for a program that is not in `programs`.
    """
    (programs or Programs()).check(settings.players)
    table_id = _new_id()
    holders: list[int | None] = [
        player
        for player, spec in enumerate(settings.players)
        if spec == PERSON and (room is None or player == settings.host)
    ]
    tokens = {holder: new_token() for holder in [*holders, None]}
    by_token = {word: holder for holder, word in tokens.items()}
    store.add_table(table_id, asdict(settings), by_token, begun, room)
    return PlayTable(store, table_id, settings, folder, programs), tokens


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def _new_id() -> str:
    return secrets.token_hex(_NAME_BYTES)


def restored(
    store: PlayStore, table_id: str, folder: Path | None = None, programs: Programs | None = None
) -> PlayTable:
    """A table restored to its last state.

    Raises KeyError if there is none, MissingProgramError as PlayTable does.
    """
    return PlayTable(store, table_id, settings_of(store.settings(table_id)), folder, programs)
