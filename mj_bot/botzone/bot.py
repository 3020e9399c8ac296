"""The bot at its seat: folds what came, lets the tactic decide by the clock, gates the answer."""

import os
from time import monotonic
from typing import Any, Callable, List, NamedTuple, Optional

from mj_bot.botzone.answer import Answer
from mj_bot.botzone.clock import Clock, TimeUp
from mj_bot.botzone.gate import gate, without_state
from mj_bot.botzone.reading import Turn
from mj_bot.events import PASSING, Action, Start
from mj_bot.fan import calculator
from mj_bot.history import Loading, fold, note_answer
from mj_bot.state import NOTHING, GameState
from mj_bot.tactics import DEFAULT, STAND_IN, Tactic, load

KEEP_RUNNING = "keep-running"
RESTART = "restart"
MODES = (KEEP_RUNNING, RESTART)

LIMIT = 1.0  # Seconds a turn; Botzone allows 4 and more (docs/botzone.md).
# Loading the tactic, once a process, has its own time: a tactic that is cut there never plays.
LOADING_LIMIT = 3.0
# The tactic has at least so many seconds, however long the folding took.
LEAST_TIME = 0.05

NO_FAN = "MahjongGB cannot be imported: no win will be declared"
ENDLESS = "the tactic does not end"


class InputError(ValueError):
    """An input that is no turn of a game."""


class Settings(NamedTuple):
    """What a process is told at its start.

    limit: seconds a turn, after which the tactic is cut; None for none.
    """

    tactic: str = DEFAULT
    mode: str = KEEP_RUNNING
    limit: Optional[float] = LIMIT


class Bot:
    """One seat's memory between turns: the state of the game and the tactic that plays it.

    standby: what to answer if the tactic never comes back.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.standby = Answer(PASSING, ENDLESS)
        self._settings = settings
        self._clock = clock
        self._state: Optional[GameState] = None
        self._tactic: Optional[Tactic] = None
        self._notes: List[str] = []
        self._deadline = 0.0

    def answer(self, turn: Turn) -> Answer:
        """The answer to a turn; never raises for what the input or the tactic does wrong."""
        self._notes = []
        self.standby = Answer(without_state(turn.requests), ENDLESS)
        try:
            state = self._fold(turn)
            action = self._decide(state)
            state.answered(action)
        except Exception as error:
            # Without a state to trust, what is left is legal whatever came before.
            self._state = None
            self._note("no state", error)
            action = without_state(turn.requests)
        return Answer(action, "; ".join([note for note in self._notes if note]))

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
        self.standby = Answer(fallback, ENDLESS)
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
        tactic: Any = self._tactic
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
