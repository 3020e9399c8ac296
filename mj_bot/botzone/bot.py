"""The bot at its seat: folds requests, runs the tactic within its time, checks the answer."""

from math import inf
from time import monotonic, process_time
from typing import Any, Callable, List, NamedTuple, Optional

from mj_bot.botzone.answer import Answer, debug_text
from mj_bot.botzone.clock import Clock, TimeLeft, TimeUp, TurnTime
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
    answer_of,
    best_so_far,
    debug_of,
    error_words,
    forget_best,
    load,
    loading_of,
    problem_of,
    set_deadline,
)

KEEP_RUNNING = "keep-running"
RESTART = "restart"
MODES = (KEEP_RUNNING, RESTART)

# CPU seconds a turn, after which the tactic is cut.
LIMIT = 1.0
# Elapsed seconds a turn, after which it is cut whatever its CPU time. The platform allows 4 s, and
# 6 s in a process's first turn, which includes its start (docs/reference/botzone.md).
ELAPSED = 3.0
START_ELAPSED = 4.5
# The share of the platform's limit that we use, where the input names one. The rest is for the
# stand-in, printing and waiting for a core.
SAFE_PART = 0.75
# CPU seconds. A long-running process has extra time in its first turn to load the tactic. In other
# turns loading may take at most these shares of the turn: of elapsed time nearly all, because on a
# busy machine loading can take most of it.
LOADING_LIMIT = 3.0
LOADING_PART = TimeLeft(elapsed=0.9, cpu=0.75)
# Attempts to load a tactic that is cut while it loads.
LOADINGS = 3
# Extra time for the stand-in after the tactic has failed: CPU seconds, and a share of the turn's
# elapsed seconds.
STAND_IN_TIME = 0.2
STAND_IN_PART = 1 / 6

# The fault noted when something other than the tactic answered a decision, or a game.
FELL_BACK = STAND_IN + " answers in its place"
NO_TACTIC = STAND_IN + " plays in its place"
NO_FAN = "MahjongGB cannot be imported: no win will be declared"
ENDLESS = "the tactic does not end"


class InputError(ValueError):
    """The input is not a turn of a game."""


class _NotPlayedError(Exception):
    """The answer must not be played; the reason is already noted."""


class Settings(NamedTuple):
    """Settings of a process.

    limit: CPU seconds a turn, after which the tactic is cut; None for no limit, also of elapsed
    time. elapsed: elapsed seconds of a later turn, at least `limit`.
    """

    tactic: str = DEFAULT
    mode: str = KEEP_RUNNING
    limit: Optional[float] = LIMIT
    elapsed: float = ELAPSED


class Bot:
    """One seat's memory between turns: the state of the game and the tactic that plays it."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._state: Optional[GameState] = None
        self._tactic: Optional[Tactic] = None
        self._stand_in: Optional[Tactic] = None
        self._turn = Turn("", [], [])
        self._loadings = 0
        self._is_deaf = False
        self._standby = PASSING  # Played if the tactic never returns.
        self._problems: List[str] = []  # The tactic's faults in every turn.
        self._faults: List[str] = []
        self._remark = ""
        self._is_first = True
        self._time = TurnTime(inf, inf, 0.0, 0.0)

    def answer(self, turn: Turn, began: Optional[float] = None, spent: float = 0.0) -> Answer:
        """The answer to a turn; bad input or a faulty tactic never raises.

        began: when the turn began (monotonic, seconds), None for now. spent: CPU seconds used
        before now.
        """
        self._faults, self._remark = [], ""
        self._turn = turn
        self._is_deaf = False
        self._time = self._time_of(turn, monotonic() if began is None else began, spent)
        self._is_first = False
        self._standby = without_state(turn.requests)
        try:
            state = self._fold(turn)
            action = self._decide(state)
            state.answered(action)
        except Exception as error:
            # The state is unusable: answer with something legal in any state.
            self._state = None
            self._faults.append(_words("no state", error))
            action = without_state(turn.requests)
        return Answer(action, debug_text(self._faults, self._remark))

    def last_answer(self, cut: str) -> Answer:
        """The answer before the process ends because a tactic ignores cuts; `cut` says where."""
        state = self._state or self._folded_again()
        action = self._standby
        self._faults = ["{}: {}".format(ENDLESS, cut)]
        if state is not None and state.decision != NOTHING:
            self._clock = Clock()
            action = self._stand_in_for(state)
        return Answer(action, debug_text(self._faults, ""))

    def _time_of(self, turn: Turn, began: float, spent: float) -> TurnTime:
        limit = self._settings.limit
        if limit is None:
            return TurnTime(inf, inf, began, spent)
        if turn.time_limit is not None:
            elapsed = SAFE_PART * turn.time_limit
            return TurnTime(elapsed, min(limit, elapsed), began, spent)
        elapsed = START_ELAPSED if self._is_first else self._settings.elapsed
        return TurnTime(max(limit, elapsed), limit, began, spent)

    def _folded_again(self) -> Optional[GameState]:
        """The state rebuilt from a whole history, without asking the tactic."""
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
            self._state, self._tactic, self._problems = GameState(), None, []
        state, self._state = self._state, None
        if turn.fault:
            raise InputError(turn.fault)
        if state is None or not turn.requests:
            raise InputError("no request" if state else "no game has begun")
        self._prepare()
        self._faults += self._problems
        _fold_turn(state, turn, self._loading())
        if isinstance(state.last, Start) and calculator() is None:
            self._faults.append(NO_FAN)
        self._state = state
        return state

    def _prepare(self) -> None:
        """Load the tactic, if it is not loaded yet."""
        if self._tactic is not None:
            return
        name = self._settings.tactic
        if self._loadings == LOADINGS:
            self._faults.append("tactic {}: given up".format(name))
            return
        is_extra = self._loadings == 0 and self._settings.mode == KEEP_RUNNING
        time = self._time.left(LOADING_PART)
        if is_extra:
            time = time._replace(cpu=max(time.cpu, LOADING_LIMIT))
        start = process_time()
        self._loadings += 1
        self._tactic = self._foreign("tactic " + name, lambda: self._load(name), time)
        if self._tactic is not None:
            self._loadings = 0
        if is_extra:
            self._time.add_cpu(process_time() - start)

    def _load(self, name: str) -> Tactic:
        """The tactic, or the stand-in if it cannot be loaded, for instance without numpy."""
        try:
            tactic = load(name)
            problem = problem_of(tactic)
        except (TimeUp, KeyboardInterrupt):
            raise
        except BaseException as error:  # SystemExit too: a tactic must not end the game.
            if name == STAND_IN:
                raise
            self._problems = [_words("tactic " + name, error), NO_TACTIC]
            return load(STAND_IN)
        self._problems = [problem] if problem else []
        return tactic

    def _decide(self, state: GameState) -> Action:
        if state.decision == NOTHING:
            return PASSING
        self._standby = gate(state, None)
        wanted = self._ask(state)

        def check() -> Action:
            action = gate(state, wanted)
            if not isinstance(wanted, Action):
                self._faults.append("not an action: {}".format(_shown(wanted)))
            elif action.same(wanted):
                return action
            else:
                self._faults.append("not legal: {}".format(wanted))
            raise _NotPlayedError

        if wanted is not None:
            checked: Optional[Action] = self._foreign("not an action", check, TimeLeft())
            if checked is not None:
                return checked
        return self._stand_in_for(state)

    def _ask(self, state: GameState) -> Any:
        """The tactic's answer, else its best so far if it was cut, else None."""
        tactic: Any = self._tactic
        if self._is_deaf:
            self._faults.append("tactic: not asked, as its loading took all the time")
        if tactic is None or self._is_deaf:
            return None
        copy = state.copy()  # The cut may come anywhere.

        def think() -> Any:
            forget_best(tactic)
            set_deadline(tactic, self._time.search_end())
            return answer_of(tactic, copy)

        known = len(self._faults)
        wanted = self._foreign("tactic", think, self._time.left())
        if wanted is None and len(self._faults) == known:
            self._faults.append("no answer")
        if wanted is None:
            wanted = self._foreign("best", lambda: best_so_far(tactic), self._time.left())
        self._remark = self._foreign("debug", lambda: debug_of(tactic), self._time.left()) or ""
        return wanted

    def _stand_in_for(self, state: GameState) -> Action:
        """The stand-in's answer, else the fallback."""
        self._faults.append(FELL_BACK)
        if self._settings.tactic == STAND_IN:
            return gate(state, None)

        def think() -> Action:
            if self._stand_in is None:
                self._stand_in = load(STAND_IN)
            return gate(state, self._stand_in(state.copy()))

        left = self._time.left()
        extra = STAND_IN_PART * self._time.elapsed
        time = TimeLeft(left.elapsed + extra, left.cpu + STAND_IN_TIME)
        action: Optional[Action] = self._foreign(STAND_IN, think, time)
        return gate(state, None) if action is None else action

    def _loading(self) -> Optional[Loading]:
        """The tactic's `loading`, wrapped so that its time and errors do not harm the folding.

        A tactic that misses an action this way is not asked in that turn.
        """
        loading = loading_of(self._tactic)
        if loading is None:
            return None

        def tell(state: GameState, player_id: int, action: Action) -> None:
            if self._is_deaf:
                return
            copy = state.copy()
            self._foreign("loading", lambda: loading(copy, player_id, action), self._time.left())
            self._is_deaf = self._time.is_over()

        return tell

    def _foreign(self, what: str, call: Callable[[], Any], time: TimeLeft) -> Any:
        """The result of the tactic's code; None, with a fault noted, if it raises or is cut."""
        try:
            return self._clock.run(call, *time)
        except _NotPlayedError:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a tactic must not end the game.
            self._faults.append(_words(what, error))
        return None


def _words(what: str, error: BaseException) -> str:
    """An error on one short line: its message, and for a bug its type and place."""
    if isinstance(error, TacticError):
        return str(error)
    is_said = isinstance(error, (InputError, TimeUp))
    return "{}: {}".format(what, error if is_said else error_words(error))


def _fold_turn(state: GameState, turn: Turn, loading: Optional[Loading]) -> None:
    for index, request in enumerate(turn.requests):
        fold(state, request, loading)
        if index < len(turn.responses):
            note_answer(state, turn.responses[index])


def _shown(answer: Any) -> str:
    """A tactic's answer for a message: text or a tuple of text, else its type."""
    if isinstance(answer, (str, tuple, list)):
        return repr(answer)[:60]
    return type(answer).__name__
