"""The bot at its seat: folds what came, lets the tactic decide by the clock, gates the answer."""

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
# Loading the tactic has its own time in a process's first turn if it is to be kept running; in any
# other turn it is part of the turn's, and no more than this part.
LOADING_LIMIT = 3.0
LOADING_PART = 0.75
# A tactic that is cut while it is loaded is tried again, so often in all.
LOADINGS = 3
# Seconds before the cut at which a tactic that looks at the clock is to be done.
RESERVE = 0.1
# The least seconds that the tactic has, however long the reading and folding took.
LEAST_TIME = 0.05
# Seconds that the stand-in has on top, to be loaded and to decide, when the tactic has failed.
STAND_IN_TIME = 0.2

# What the note of a decision ends with that another than the tactic has answered.
FELL_BACK = STAND_IN + " answers in its place"
NO_FAN = "MahjongGB cannot be imported: no win will be declared"
ENDLESS = "the tactic does not end"


class InputError(ValueError):
    """An input that is no turn of a game."""


class _NotPlayedError(Exception):
    """An answer that is not to be played; why is already noted."""


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
        self._stand_in: Optional[Tactic] = None
        self._turn = Turn("", [], [])
        self._loadings = 0
        self._is_deaf = False
        self._notes: List[str] = []
        self._deadline = 0.0

    def answer(self, turn: Turn, began: Optional[float] = None) -> Answer:
        """The answer to a turn that began at that time (monotonic), which is now if None.

        It never raises for what the input or the tactic does wrong.
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
            # Without a state to trust, what is left is legal whatever came before.
            self._state = None
            self._note("no state", error)
            action = without_state(turn.requests)
        return Answer(action, "; ".join([note for note in self._notes if note]))

    def last_answer(self) -> Answer:
        """What to answer when a tactic does not let itself be cut and the process is to end."""
        state = self._state or self._folded_again()
        if state is None or state.decision == NOTHING or self._settings.tactic == STAND_IN:
            return self.standby
        self._clock = Clock()
        return Answer(self._stand_in_for(state), ENDLESS)

    def _folded_again(self) -> Optional[GameState]:
        """The state, without asking the tactic, if the turn has the whole history."""
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
        """Load the tactic, if there is none yet."""
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
        """How long the tactic may be loaded, and whether that is not taken from the turn's time."""
        limit = self._settings.limit
        if limit is None:
            return None, False
        if self._loadings == 0 and self._settings.mode == KEEP_RUNNING:
            return max(limit, LOADING_LIMIT), True
        left = self._deadline - monotonic()
        return max(LEAST_TIME, LOADING_PART * left), False

    def _load(self, name: str) -> Tactic:
        """The tactic, or the stand-in for this game if it has an error, as without numpy."""
        try:
            return load(name)
        except (TimeUp, KeyboardInterrupt):
            raise
        except BaseException as error:  # SystemExit too: a tactic does not end the game.
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
        """What the tactic answers, the best it had when it was cut, or None."""
        tactic: Any = self._tactic
        if tactic is None or self._is_deaf:
            return None
        copy = state.copy()  # It may be cut in the middle of anything.

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
        """What the stand-in answers in the tactic's place; the fallback if that has nothing."""
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
        """The tactic's `loading`, so that neither its time nor its errors reach the folding.

        A turn in which it does not hear all in time is not the tactic's.
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
        """What a tactic's code returns; None, and a note, if it raises or is cut."""
        try:
            return self._clock.run(call, seconds)
        except TimeUp:
            self._notes.append(what + ": cut by the clock")
        except _NotPlayedError:
            pass
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
