"""The process on Botzone: reads a turn, folds it, lets the tactic decide by the clock, answers.

Whatever comes in, exactly one answer of legal form goes out for every turn, and nothing else goes
to standard output: a fault costs more than the best game wins.
"""

import json
import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, Callable, List, NamedTuple, Optional, Sequence

from mj_bot.actions import action_space
from mj_bot.botzone.clock import Clock, TimeUp
from mj_bot.botzone.reading import (
    JSON,
    SIMPLE,
    Input,
    Pipe,
    Script,
    Turn,
    read_turn,
)
from mj_bot.events import PASSING, PLAYS, Action, Event, Start, format_response, parse_request
from mj_bot.fan import calculator
from mj_bot.history import Loading, fold, note_answer
from mj_bot.state import NOTHING, GameState
from mj_bot.tactics import DEFAULT, STAND_IN, Tactic, check, load

KEEP_RUNNING = "keep-running"
RESTART = "restart"
MODES = (KEEP_RUNNING, RESTART)
MARKER = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"

LIMIT = 1.0  # Seconds a turn; Botzone allows 4 and more (BOTZONE.md).
# Loading the tactic, once a process, has its own time: a tactic that is cut there never plays.
LOADING_LIMIT = 3.0
# The tactic has at least so many seconds, however long the folding took.
LEAST_TIME = 0.05
DEBUG_SIZE = 1000  # Bytes: Botzone's 1 KB by its lesser reading.

NO_FAN = "MahjongGB cannot be imported: no win will be declared"
UNREADABLE = "unreadable input"
ENDLESS = "the tactic does not end"

Write = Callable[[bytes], None]


class InputError(ValueError):
    """An input that is no turn of a game."""


class Settings(NamedTuple):
    """What a process is told at its start.

    limit: seconds a turn, after which the tactic is cut; None for none.
    """

    tactic: str = DEFAULT
    mode: str = KEEP_RUNNING
    limit: Optional[float] = LIMIT


class Reply(NamedTuple):
    """The answer to one turn."""

    action: Action
    debug: str


# -- answers that are always possible -------------------------------------------------------


def gate(state: GameState, action: Any) -> Action:
    """The action as `action_space` lists it; what is not in there becomes the fallback.

    The fallback is PASS where that is legal, else to play the drawn tile.
    """
    legal = action_space(state)
    if isinstance(action, Action):
        for other in legal:
            if other.same(action):
                return other
    if PASSING in legal:
        return PASSING
    assert state.drawn is not None
    return PLAYS[state.drawn]


def without_state(requests: Sequence[str]) -> Action:
    """The answer if the requests are no game: to play a tile just drawn, else to pass.

    >>> str(without_state(["2 W1"])), str(without_state(["3 1 PLAY W1"]))
    ('PLAY W1', 'PASS')
    """
    try:
        event = parse_request(requests[-1], -1)
    except (IndexError, ValueError):
        return PASSING
    if isinstance(event, Event) and event.seat == -1 and event.tile is not None:
        return PLAYS[event.tile]
    return PASSING


# -- deciding -------------------------------------------------------------------------------


class Player:
    """One seat's memory between turns: the state of the game and the tactic that plays it.

    standby: what to answer if the tactic never comes back.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.standby = Reply(PASSING, ENDLESS)
        self._settings = settings
        self._clock = clock
        self._state = None  # type: Optional[GameState]
        self._tactic: Optional[Tactic] = None
        self._notes = []  # type: List[str]
        self._deadline = 0.0

    def answer(self, turn: Turn) -> Reply:
        """The answer to a turn; never raises for what the input or the tactic does wrong."""
        self._notes = []
        self.standby = Reply(without_state(turn.requests), ENDLESS)
        try:
            state = self._fold(turn)
            action = self._decide(state)
            state.answered(action)
        except Exception as error:
            # Without a state to trust, what is left is legal whatever came before.
            self._state = None
            self._note("no state", error)
            action = without_state(turn.requests)
        return Reply(action, "; ".join([note for note in self._notes if note]))

    def _fold(self, turn: Turn) -> GameState:
        if turn.whole:
            self._state, self._tactic = GameState(), None
        state, self._state = self._state, None
        if turn.fault:
            raise InputError(turn.fault)
        if state is None or not turn.requests:
            raise InputError("no request" if state else "no game has begun")
        self._prepare()
        loading = self._loading()
        for place, request in enumerate(turn.requests):
            fold(state, request, loading)
            if place < len(turn.responses):
                note_answer(state, turn.responses[place])
        if isinstance(state.last, Start) and calculator() is None:
            self._notes.append(NO_FAN)
        self._state = state
        return state

    def _prepare(self) -> None:
        """Start the turn's time; before that, if there is none yet, load the tactic.

        One that was cut is loaded again at the next turn.
        """
        limit, name = self._settings.limit, self._settings.tactic
        if self._tactic is None:
            most = None if limit is None else max(limit, LOADING_LIMIT)
            self._tactic = self._foreign("tactic " + name, lambda: self._load(name), most)
        self._deadline = monotonic() + (limit or 0.0)

    def _load(self, name: str) -> Tactic:
        """The tactic, or the stand-in for this game if it has an error, as without numpy."""
        try:
            return load(name)
        except Exception as error:
            if name == STAND_IN:
                raise
            self._note("tactic " + name, error)
        self._notes.append(STAND_IN + " plays in its place")
        return load(STAND_IN)

    def _decide(self, state: GameState) -> Action:
        if state.decision == NOTHING:
            return PASSING
        fallback = gate(state, None)
        self.standby = Reply(fallback, ENDLESS)
        if self._tactic is None:
            return fallback
        wanted = self._ask(self._tactic, state)
        if wanted is None:
            return fallback

        def check() -> Action:
            action = gate(state, wanted)
            if not isinstance(wanted, Action):
                self._notes.append("not an action: {}".format(type(wanted).__name__))
            elif not action.same(wanted):
                self._notes.append("not legal: {}".format(wanted))
            return action

        return self._foreign("not an action", check, None) or fallback

    def _ask(self, tactic: Any, state: GameState) -> Any:
        """What the tactic answers, the best it had when it was cut, or None."""
        copy = state.copy()  # It may be cut in the middle of anything.

        def think() -> Any:
            if hasattr(tactic, "best"):
                tactic.best = None
            return tactic(copy)

        wanted = self._foreign("tactic", think, self._time_left())
        if wanted is None:
            wanted = self._foreign("best", lambda: getattr(tactic, "best", None), self._time_left())
        debug = self._foreign("debug", lambda: str(getattr(tactic, "debug", "")), self._time_left())
        self._notes.append(debug or "")
        return wanted

    def _loading(self) -> Optional[Loading]:
        """The tactic's `loading`, so that neither its time nor its errors reach the folding."""
        tactic = self._tactic  # type: Any
        loading = getattr(tactic, "loading", None)
        if loading is None:
            return None

        def tell(state: GameState, player_id: int, action: Action) -> None:
            copy = state.copy()
            self._foreign("loading", lambda: loading(copy, player_id, action), self._time_left())

        return tell

    def _foreign(self, what: str, call: Callable[[], Any], seconds: Optional[float]) -> Any:
        """What a tactic's code returns; None, and a note, if it raises or is cut."""
        try:
            return self._clock.run(call, seconds)
        except TimeUp:
            self._notes.append(what + ": cut by the clock")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a tactic does not end the game.
            self._note(what, error)
        return None

    def _time_left(self) -> Optional[float]:
        if self._settings.limit is None:
            return None
        return max(LEAST_TIME, self._deadline - monotonic())

    def _note(self, what: str, error: BaseException) -> None:
        """Note an error in one short line: its words, and for a bug its kind and place."""
        if isinstance(error, InputError):
            self._notes.append("{}: {}".format(what, error))
            return
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = ""
        if trace is not None:
            name = os.path.basename(trace.tb_frame.f_code.co_filename)
            place = " ({}:{})".format(name, trace.tb_lineno)
        try:
            words = str(error)[:200]
        except Exception:
            words = ""
        self._notes.append("{}: {}: {}{}".format(what, type(error).__name__, words, place))


# -- speaking -------------------------------------------------------------------------------


def cut_debug(text: str) -> str:
    r"""The longest beginning of a debug text that is small enough both as UTF-8 and as JSON.

    >>> len(cut_debug("x" * 2000)), len(cut_debug("\u4e2d" * 2000))
    (998, 166)
    """
    text = text[:DEBUG_SIZE].encode("utf-8", "replace").decode("utf-8")
    if len(json.dumps(text)) <= DEBUG_SIZE:
        return text
    short, long = 0, len(text)
    while long - short > 1:
        middle = (short + long) // 2
        if len(json.dumps(text[:middle])) <= DEBUG_SIZE:
            short = middle
        else:
            long = middle
    return text[:short]


def format_reply(reply: Reply, style: str) -> bytes:
    r"""The lines that answer a turn of this style, without the marker.

    >>> format_reply(Reply(PASSING, "why"), SIMPLE)
    b'PASS\nwhy\n'
    """
    response, debug = format_response(reply.action), cut_debug(reply.debug)
    if style == JSON:
        return json.dumps({"response": response, "debug": debug}).encode("ascii") + b"\n"
    debug = " ".join(debug.split())
    return (response + "\n" + (debug + "\n" if debug else "")).encode("utf-8")


def converse(
    source: Input, write: Write, settings: Settings, leave: Optional[Callable[[], None]] = None
) -> None:
    """Answer turn after turn until the input ends, or one turn in restart mode.

    `write` gets every answer whole. `leave` ends the process at once, if it is one, when a tactic
    does not let itself be cut: Botzone then starts a new one with the whole history.
    """
    style = JSON

    def last_resort() -> None:
        write(format_reply(player.standby, style))
        if leave is not None:
            leave()

    player = Player(settings, Clock(None if leave is None else last_resort))
    keep = settings.mode == KEEP_RUNNING
    turn = _read(source, style) or Turn(JSON, [], [], False, "no input")  # type: Optional[Turn]
    while turn is not None:
        style = turn.style
        reply = player.answer(turn)
        if keep and style == SIMPLE and turn.whole:
            source.mark()
        write(format_reply(reply, style) + (MARKER if keep else b""))
        turn = _read(source, style) if keep and turn.fault != UNREADABLE else None


def _read(source: Input, style: str) -> Optional[Turn]:
    try:
        return read_turn(source, style)
    except Exception:  # No memory for it: answer once more, and let Botzone start a new process.
        return Turn(style, [], [], False, UNREADABLE)


def play(turns: Sequence[bytes], settings: Settings) -> List[bytes]:
    r"""What a process that is sent these turns one by one would print, answer by answer.

    >>> play([b'{"requests": ["0 0 0"], "responses": []}'], Settings("random", RESTART))
    [b'{"response": "PASS", "debug": ""}\n']
    """
    answers = []  # type: List[bytes]
    converse(Script(turns), answers.append, settings)
    return answers


# -- the process ----------------------------------------------------------------------------


def main(tactic: str = DEFAULT, mode: str = KEEP_RUNNING) -> None:
    """Play on standard input and output; the arguments are what the command line may change.

    Ends the process: with 0, or with 2 and one line on standard error if the command line is bad.
    """
    settings = Settings(tactic, mode)
    if len(sys.argv) > 1:
        settings = _arguments(settings)
    output = _own_output()

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(output, data) :]

    # That is how it shows that nobody reads the answers any more.
    with suppress(OSError, KeyboardInterrupt):
        converse(Pipe(0), write, settings, _leave)
    _leave()


def _leave() -> None:
    # Not sys.exit: threads that a tactic left running would keep the process from ending.
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os._exit(0)


def _own_output() -> int:
    """A standard output for answers alone: what a tactic prints goes to standard error."""
    # A standard stream that is closed would give its number to our copy.
    while True:
        unused = os.open(os.devnull, os.O_RDWR)
        if unused > 2:
            break
    os.close(unused)
    output = os.dup(1)
    os.dup2(2, 1)
    return output


def _arguments(settings: Settings) -> Settings:
    from argparse import ArgumentParser  # Costs start-up time, and Botzone gives no arguments.

    from mj_bot.tactics import names

    parser = ArgumentParser(prog="mj_bot", description="Plays Guobiao Mahjong as Botzone asks.")
    parser.add_argument("--tactic", default=settings.tactic, help="one of " + ", ".join(names()))
    parser.add_argument("--mode", default=settings.mode, help=" or ".join(MODES))
    parser.add_argument("--limit", default=settings.limit, help="seconds a turn", type=float)

    def fail(message: str) -> None:
        parser.exit(2, "mj_bot: {}\n".format(message))

    parser.error = fail  # type: ignore[assignment, method-assign]
    given = parser.parse_args()
    try:
        check(given.tactic)
    except ValueError as error:
        fail(str(error))
    if given.mode not in MODES:
        fail("no mode {!r}; there are: {}".format(given.mode, ", ".join(MODES)))
    if not 0 < given.limit < float("inf"):
        fail("--limit must be a number of seconds above 0")
    return Settings(given.tactic, given.mode, given.limit)
