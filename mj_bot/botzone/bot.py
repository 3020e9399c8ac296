"""The bot at its seat: folds the requests, lets the tactic decide in time, checks the answer."""

from math import inf
from time import monotonic
from typing import Any, Callable, List, NamedTuple, Optional, Tuple

from mj_bot.botzone.answer import Answer
from mj_bot.botzone.clock import Clock, TimeUp
from mj_bot.botzone.gate import gate, without_state
from mj_bot.botzone.reading import Turn
from mj_bot.events import PASSING, Action, Start
from mj_bot.fan import calculator
from mj_bot.history import Loading, fold, note_answer
from mj_bot.state import NOTHING, GameState
from mj_bot.tactics import (
    DEFAULT,
    STAND_IN,
    Tactic,
    TacticError,
    best_so_far,
    debug_of,
    error_words,
    forget_best,
    hand_time,
    load,
    loading_of,
)

KEEP_RUNNING = "keep-running"
RESTART = "restart"
MODES = (KEEP_RUNNING, RESTART)

# Seconds a turn, from its first byte until the tactic is cut; Botzone allows 4 and more.
LIMIT = 1.0
# A process that is kept running has extra time in its first turn to load the tactic. In any other
# turn loading takes from the turn's time, at most this part of it.
LOADING_LIMIT = 3.0
LOADING_PART = 0.75
# A tactic that is cut while it loads is tried again, up to this many times in all.
LOADINGS = 3
# Seconds before the cut at which a tactic that watches the clock should be done.
RESERVE = 0.1
# Seconds that the tactic has at least, however long reading and folding took.
LEAST_TIME = 0.05
# Extra seconds for the stand-in to load and decide when the tactic has failed.
STAND_IN_TIME = 0.2

# The end of the note on a decision that something other than the tactic answered.
FELL_BACK = STAND_IN + " answers in its place"
NO_FAN = "MahjongGB cannot be imported: no win will be declared"
ENDLESS = "the tactic does not end"


class InputError(ValueError):
    """An input that is not a turn of a game."""


class _NotPlayedError(Exception):
    """An answer that must not be played; the reason is already noted."""


class Settings(NamedTuple):
    """What a process is given at its start.

    limit: seconds a turn, after which the tactic is cut; None for no limit.
    """

    tactic: str = DEFAULT
    mode: str = KEEP_RUNNING
    limit: Optional[float] = LIMIT


class Bot:
    """One seat's memory between turns: the state of the game and the tactic that plays it.

    standby: the answer if the tactic never returns.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.standby = Answer(PASSING, ENDLESS)
        self._settings = settings
        self._clock = clock
        self._state: Optional[GameState] = None
        self._tactic: Optional[Tactic] = None
        self._stand_in: Optional[Tactic] = None
        self._turn = Turn("", [], [])
        self._loadings = 0
        self._is_deaf = False
        self._notes: List[str] = []
        self._deadline = 0.0

    def answer(self, turn: Turn, began: Optional[float] = None) -> Answer:
        """The answer to a turn. began: when the turn began (monotonic, seconds), None for now.

        It never raises because of bad input or a faulty tactic.
        """
        self._notes = []
        self._turn = turn
        self._is_deaf = False
        self._deadline = (monotonic() if began is None else began) + (self._settings.limit or 0.0)
        self.standby = Answer(without_state(turn.requests), ENDLESS)
        try:
            state = self._fold(turn)
            action = self._decide(state)
            state.answered(action)
        except Exception as error:
            # There is no state to trust, so answer something legal in any state.
            self._state = None
            self._note("no state", error)
            action = without_state(turn.requests)
        return Answer(action, "; ".join([note for note in self._notes if note]))

    def last_answer(self) -> Answer:
        """The answer when a tactic cannot be cut and the process has to end."""
        state = self._state or self._folded_again()
        if state is None or state.decision == NOTHING or self._settings.tactic == STAND_IN:
            return self.standby
        self._clock = Clock()
        return Answer(self._stand_in_for(state), ENDLESS)

    def _folded_again(self) -> Optional[GameState]:
        """The state, if the turn has the whole history; the tactic is not asked."""
        turn, state = self._turn, GameState()
        if not turn.whole or turn.fault:
            return None
        try:
            _fold_turn(state, turn, None)
        except Exception:
            return None
        return state

    def _fold(self, turn: Turn) -> GameState:
        if turn.whole:
            self._state, self._tactic = GameState(), None
        state, self._state = self._state, None
        if turn.fault:
            raise InputError(turn.fault)
        if state is None or not turn.requests:
            raise InputError("no request" if state else "no game has begun")
        self._prepare()
        _fold_turn(state, turn, self._loading())
        if isinstance(state.last, Start) and calculator() is None:
            self._notes.append(NO_FAN)
        self._state = state
        return state

    def _prepare(self) -> None:
        """Load the tactic, if it is not loaded yet."""
        if self._tactic is not None:
            return
        name = self._settings.tactic
        if self._loadings < LOADINGS:
            seconds, is_extra = self._loading_time()
            start = monotonic()
            self._loadings += 1
            self._tactic = self._foreign("tactic " + name, lambda: self._load(name), seconds)
            if self._tactic is not None:
                self._loadings = 0
            if is_extra:
                self._deadline += monotonic() - start
        else:
            self._notes.append("tactic {}: given up".format(name))
        if self._tactic is None:
            self._notes.append(STAND_IN + " plays in its place")

    def _loading_time(self) -> Tuple[Optional[float], bool]:
        """How long the tactic may load, and whether this time is extra to the turn's."""
        limit = self._settings.limit
        if limit is None:
            return None, False
        if self._loadings == 0 and self._settings.mode == KEEP_RUNNING:
            return max(limit, LOADING_LIMIT), True
        left = self._deadline - monotonic()
        return max(LEAST_TIME, LOADING_PART * left), False

    def _load(self, name: str) -> Tactic:
        """The tactic, or the stand-in if it cannot be loaded, for instance without numpy."""
        try:
            return load(name)
        except (TimeUp, KeyboardInterrupt):
            raise
        except BaseException as error:  # SystemExit too: a tactic must not end the game.
            if name == STAND_IN:
                raise
            self._note("tactic " + name, error)
        self._notes.append(STAND_IN + " plays in its place")
        return load(STAND_IN)

    def _decide(self, state: GameState) -> Action:
        if state.decision == NOTHING:
            return PASSING
        self.standby = Answer(gate(state, None), ENDLESS)
        wanted = self._ask(state)

        def check() -> Action:
            action = gate(state, wanted)
            if not isinstance(wanted, Action):
                self._notes.append("not an action: {}".format(type(wanted).__name__))
            elif action.same(wanted):
                return action
            else:
                self._notes.append("not legal: {}".format(wanted))
            raise _NotPlayedError

        if wanted is not None:
            checked: Optional[Action] = self._foreign("not an action", check, None)
            if checked is not None:
                return checked
        return self._stand_in_for(state)

    def _ask(self, state: GameState) -> Any:
        """The tactic's answer, else the best that it had when it was cut, else None."""
        tactic: Any = self._tactic
        if tactic is None or self._is_deaf:
            return None
        copy = state.copy()  # The cut may come anywhere.

        def think() -> Any:
            forget_best(tactic)
            hand_time(tactic, self._deadline - RESERVE if self._settings.limit else inf)
            return tactic(copy)

        known = len(self._notes)
        wanted = self._foreign("tactic", think, self._time_left())
        if wanted is None and len(self._notes) == known:
            self._notes.append("no answer")
        if wanted is None:
            wanted = self._foreign("best", lambda: best_so_far(tactic), self._time_left())
        debug = self._foreign("debug", lambda: debug_of(tactic), self._time_left())
        self._notes.append(debug or "")
        return wanted

    def _stand_in_for(self, state: GameState) -> Action:
        """The stand-in's answer in the tactic's place, else the fallback."""
        self._notes.append(FELL_BACK)
        if self._settings.tactic == STAND_IN:
            return gate(state, None)

        def think() -> Action:
            if self._stand_in is None:
                self._stand_in = load(STAND_IN)
            return gate(state, self._stand_in(state.copy()))

        left = self._time_left()
        seconds = None if left is None else left + STAND_IN_TIME
        action: Optional[Action] = self._foreign(STAND_IN, think, seconds)
        return gate(state, None) if action is None else action

    def _loading(self) -> Optional[Loading]:
        """The tactic's `loading`, wrapped so that its time and errors do not harm the folding.

        In a turn in which it misses an action, the tactic is not asked.
        """
        loading = loading_of(self._tactic)
        if loading is None:
            return None

        def tell(state: GameState, player_id: int, action: Action) -> None:
            if self._is_deaf:
                return
            copy = state.copy()
            self._foreign("loading", lambda: loading(copy, player_id, action), self._time_left())
            if self._settings.limit is not None and monotonic() > self._deadline:
                self._is_deaf = True

        return tell

    def _foreign(self, what: str, call: Callable[[], Any], seconds: Optional[float]) -> Any:
        """The result of a tactic's code; None, with a note, if it raises or is cut."""
        try:
            return self._clock.run(call, seconds)
        except TimeUp:
            self._notes.append(what + ": cut by the clock")
        except _NotPlayedError:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a tactic must not end the game.
            self._note(what, error)
        return None

    def _time_left(self) -> Optional[float]:
        if self._settings.limit is None:
            return None
        return max(LEAST_TIME, self._deadline - monotonic())

    def _note(self, what: str, error: BaseException) -> None:
        """Note an error in one short line: its message, and for a bug its type and place."""
        if isinstance(error, TacticError):
            self._notes.append(str(error))
            return
        if isinstance(error, InputError):
            self._notes.append("{}: {}".format(what, error))
            return
        self._notes.append("{}: {}".format(what, error_words(error)))


def _fold_turn(state: GameState, turn: Turn, loading: Optional[Loading]) -> None:
    for place, request in enumerate(turn.requests):
        fold(state, request, loading)
        if place < len(turn.responses):
            note_answer(state, turn.responses[place])
