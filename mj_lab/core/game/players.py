"""Players of a table: tactics in this process, and the specs that name any player."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.botzone.clock import Clock, TimeUp
from mj_bot.events import PASSING, Action, Event, Request
from mj_bot.history import Loading, action_of, load_json
from mj_bot.state import GameState, Standing
from mj_bot.tactics import (
    Tactic,
    answer_of,
    best_so_far,
    debug_of,
    error_words,
    file_of,
    forget_best,
    loading_of,
)
from mj_lab.core.game.play_game import Player, WaitingFor
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.seating import PERSON

if TYPE_CHECKING:
    from mj_lab.core.game.sandbox import Limits

# Makes a tactic from a seed.
TacticFactory = Callable[[int], Tactic]
# Makes a player from a seed. Those that `player_of` returns can be pickled.
PlayerFactory = Callable[[int], Player]

# Seconds after which a tactic without a limit counts as stuck: Botzone allows 4 to 10 a turn, and
# our slowest takes 3.
STUCK = 30.0

# By the word before the colon: whether the program is kept running, and whether it uses the simple
# format.
_PROGRAM_KINDS = {
    "cmd": (False, False),
    "keep": (True, False),
    "cmd+simple": (False, True),
    "keep+simple": (True, True),
}

# A name has nothing of what a spec begins with: a path, a kind, options.
_WITH_NAME = re.compile(r"([^/@:=]*)=(.*)", re.DOTALL)
# A table's column and the seats of a page have room for this.
_LONGEST_NAME = 24
# Before the colons of a class's spec.
_CLASS = "py"
# A first draw, asked as a check: a class that answers it with a legal discard can play.
_TRIAL = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"],
    "responses": ["PASS", "PASS"],
}


class TacticPlayer:
    """Plays a tactic in this process; its answers go to the judge unchecked.

    factory: makes a tactic from `seed`, a new one for every game; `seed` may be set before any.
    limit: seconds a decision. A tactic that takes longer is cut off and its `best` is played;
    without one it is TLE. Outside the main thread it is not cut off but runs to its end. standing:
    of the match of the next game, which the tactic then sees; None outside of matches. common_wall:
    whether all draw from one wall in the next game.

    times: seconds of each decision of this game. errors: the traceback, if the tactic raised.
    """

    def __init__(
        self,
        factory: TacticFactory,
        name: str,
        seed: int = 0,
        limit: float = STUCK,
    ) -> None:
        self.name = name
        self.seed = seed
        self.limit = limit
        self.standing: Standing | None = None
        self.common_wall = False
        self.times: list[float] = []
        self.errors = ""
        self._factory = factory
        self._clock = Clock()
        self._state = GameState()
        self._tactic: Any = None
        self._loading: Loading | None = None
        self._broken: Fault | None = None

    @property
    def debug(self) -> str:
        """The tactic's remark on its latest answer."""
        return debug_of(self._tactic) if self._state.decision else ""

    def begin(self, seat: int) -> None:
        """Begin a game, with a new state and a new tactic."""
        self._state = GameState(standing=self.standing, common_wall=self.common_wall)
        self.times, self.errors, self._broken = [], "", None
        try:
            self._tactic = self._clock.run(partial(self._factory, self.seed), STUCK)
        except TimeUp:
            self._tactic, self._broken = None, Fault("TLE", f"not made in {STUCK:g} s")
        except (Exception, SystemExit) as error:
            self._tactic, self._broken = None, self._raised(error)
        self._loading = loading_of(self._tactic)

    def ask(self, request: Request) -> Reply:
        """Update the state with the request; if this seat must decide, let the tactic answer.

        Raises ValueError if the request cannot follow the ones before.
        """
        state = self._state
        if self._broken is not None:
            return self._broken
        if self._loading is not None:
            fault = self._load(self._loading, request)
            if fault is not None:
                return fault
        state.apply(request)
        if not state.decision:
            return PASSING
        return self._decide(state)

    def end(self) -> None:
        """The game is over."""

    def _load(self, loading: Loading, request: Request) -> Fault | None:
        action = action_of(self._state, request)
        if action is None or not isinstance(request, Event):
            return None
        try:
            self._clock.run(partial(loading, self._state, request.seat, action), STUCK)
        except TimeUp:
            return Fault("TLE", f"loading took over {STUCK:g} s")
        except (Exception, SystemExit) as error:
            return self._raised(error)
        return None

    def _decide(self, state: GameState) -> Reply:
        forget_best(self._tactic)
        try:
            answer = self._by_the_clock(state)
        except (Exception, SystemExit) as error:
            return self._raised(error)
        if isinstance(answer, Action):
            state.answered(answer)
            return answer
        return answer if isinstance(answer, Fault) else Fault("RE", f"answered {answer!r:.80}")

    def _by_the_clock(self, state: GameState) -> Any:
        limit = self.limit
        start = perf_counter()
        try:
            answer = self._clock.run(partial(answer_of, self._tactic, state), limit)
        except TimeUp:
            answer = None
        seconds = perf_counter() - start
        self.times.append(seconds)
        if seconds <= limit:
            return answer
        best = best_so_far(self._tactic)
        return best or Fault("TLE", f"{seconds:.3g} s for a decision, {limit:g} allowed")

    def _raised(self, error: BaseException) -> Fault:
        self.errors = "".join(traceback.format_exception(error))
        return Fault("RE", error_words(error))


@dataclass(frozen=True)
class _OfTactic:
    """Makes players of a tactic, given by name or class."""

    tactic: str

    def __call__(self, seed: int) -> Player:
        return TacticPlayer(self.make, self.tactic, seed)

    def make(self, seed: int) -> Tactic:
        return tactic_of(self.tactic, seed)


@dataclass(frozen=True)
class _OfProgram:
    """Makes players of a program; programs take no seed."""

    spec: str
    command: tuple[str, ...]
    keep: bool
    simple: bool
    limits: Limits | None

    def __call__(self, seed: int) -> Player:
        from mj_lab.core.game.programs import ProgramPlayer

        return ProgramPlayer(
            self.command, self.spec, keep=self.keep, simple=self.simple, limits=self.limits
        )


class NamedPlayer(NamedTuple):
    """A player's spec, and what it is called: the spec itself if it was given no name."""

    name: str
    spec: str


def named(player: str) -> NamedPlayer:
    """A player with its name: NAME=SPEC, or a spec alone.

    Raises ValueError for a name that is empty, long, unprintable or already a tactic's, and for
    one without a player.

    >>> named("mine=keep:./bot.py --deep=3").name, named("odds@defence=0.8").name
    ('mine', 'odds@defence=0.8')
    """
    found = _WITH_NAME.fullmatch(player)
    if found is None:
        return NamedPlayer(player, player)
    name, spec = found[1].strip(), found[2].strip()
    check_name(name)
    if not spec:
        raise ValueError(f"NAME=PLAYER has no player: {player!r:.80}")
    return NamedPlayer(name, spec)


def check_name(name: str) -> None:
    """Raise ValueError if a player cannot be given this name."""
    free = name not in (PERSON, *tactics.names())
    if not (free and 0 < len(name) <= _LONGEST_NAME and name.isprintable()):
        raise ValueError(
            f"not a name for a player: {name!r:.80}; 1 to {_LONGEST_NAME} characters, no tactic's"
        )


def is_tactic(spec: str) -> bool:
    """Whether a spec is a tactic (by name, file or class), not a program.

    >>> is_tactic("odds@defence=1"), is_tactic("py:mine:Agent"), is_tactic("keep:mine.pyz")
    (True, True, False)
    """
    kind, colon, _ = spec.partition(":")
    # A file may have a colon in its path, as on Windows.
    return not colon or kind == _CLASS or (kind not in _PROGRAM_KINDS and bool(file_of(spec)))


def tactic_of(spec: str, seed: int = 0) -> Tactic:
    """A new tactic from a spec: `odds@defence=0.8`, `mine/mine.py` or `py:MODULE:CLASS`.

    A class is made without arguments, except a `seed` if it takes one. A policy, see `policy_of`,
    is asked for one decision at a time.

    Raises ValueError, one line for people, if there is none.
    """
    if not _is_class(spec):
        return tactics.load(tactics.add_file(spec), seed=seed)
    if is_policy(spec):
        from mj_lab.core.game.one_by_one import OneByOne

        return OneByOne(policy_of(spec), seed)
    tactic: Tactic = _made(spec, seed)
    return tactic


def is_policy(spec: str) -> bool:
    """Whether a spec is a class that decides at all tables at once, by `act_batch`.

    Raises ValueError, one line, if there is no such class.

    >>> is_policy("greedy"), is_policy("py:collections:Counter")
    (False, False)
    """
    return _is_class(spec) and hasattr(_class_of(spec), "act_batch")


@lru_cache(maxsize=16)
def policy_of(spec: str) -> Any:
    """The policy of a spec for which `is_policy` holds: one in this process, for all its games.

    Raises ValueError, one line, if it cannot be made.
    """
    return _made(spec)


def _made(spec: str, seed: int = 0) -> Any:
    made_by = _class_of(spec)
    try:
        return made_by(seed=seed) if tactics.takes(made_by, "seed") else made_by()
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec:.200}: {tactics.error_words(error)}") from error


def module_of(spec: str) -> str:
    """The module that the spec of a class names; empty for any other.

    >>> module_of("py:agents.mine:Agent"), module_of("greedy")
    ('agents.mine', '')
    """
    return spec.split(":")[1] if _is_class(spec) else ""


def _is_class(spec: str) -> bool:
    return spec.startswith(f"{_CLASS}:")


def find_modules_here() -> None:
    """Let Python find modules in the working folder too, last in order; `-m` does so anyway."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def player_of(spec: str, limits: Limits | None = None) -> PlayerFactory:
    """A function that makes players of a spec, each from a seed.

    A spec is a tactic's name; the path of a tactic's file (.py); `py:MODULE:CLASS` for a tactic's
    class in any module that Python finds, the working folder included; `cmd:COMMAND` for a program
    started anew every turn; or `keep:COMMAND` for one that is kept running if it asks to be.
    `cmd+simple:` and `keep+simple:` use simple input and output instead of JSON. COMMAND is split
    as in a shell; a path ending in .py or .pyz is run by this Python. limits: those of programs.

    Raises ValueError, one line for people, if there is no such tactic or program, or the class
    answers a first draw with an illegal action.

    >>> player_of("random")(1).name
    'random'
    >>> player_of("keep:no_such_bot")
    Traceback (most recent call last):
    ...
    ValueError: no such program: no_such_bot
    """
    kind, _, command = spec.partition(":")
    if is_tactic(spec):
        try:  # Fail now, not in the middle of a league.
            with WaitingFor() as waiting:
                waiting.begin(f"{spec}, which is being made")
                Clock().run(partial(_try_tactic, spec), STUCK)
        except TimeUp:
            raise ValueError(f"tactic {spec}: it is not made in {STUCK:g} s") from None
        return _OfTactic(spec)
    if kind not in _PROGRAM_KINDS:
        known = ", ".join(name + ":" for name in (*_PROGRAM_KINDS, _CLASS))
        raise ValueError(f"no such kind of player: {kind + ':'!r:.80}; there are: {known}")
    if not hasattr(os, "pidfd_open"):
        raise ValueError("programs can play on Linux only; tactics play anywhere")
    keep, simple = _PROGRAM_KINDS[kind]
    return _OfProgram(spec, _command_of(command), keep, simple, limits)


def _try_tactic(spec: str) -> None:
    tactic = tactic_of(spec)
    if not _is_class(spec):
        return
    state = load_json(_TRIAL)
    try:
        answer = answer_of(tactic, state)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec:.200}: {tactics.error_words(error)}") from error
    if not isinstance(answer, Action) or not any(
        answer.same(legal) for legal in action_space(state)
    ):
        said = str(answer) if isinstance(answer, Action) else repr(answer)
        raise ValueError(f"{spec:.200}: answered {said:.80} to a first draw, which is not legal")


def _class_of(spec: str) -> Any:
    """The class of `py:MODULE:CLASS`."""
    name, colon, class_name = module_of(spec), *spec.partition(":")[2].partition(":")[1:]
    if not colon or not all(part.isidentifier() for part in (*name.split("."), class_name)):
        raise ValueError(f"a class is py:MODULE:CLASS, not {spec!r:.80}")
    find_modules_here()
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{spec:.200}: {tactics.error_words(error)}") from error
    member = getattr(module, class_name, None)
    if not callable(member):
        raise ValueError(f"{spec:.200}: {name} has no class {class_name}")
    return member


def _command_of(text: str) -> tuple[str, ...]:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"a command that no shell understands ({error}): {text:.200}") from None
    if not command:
        raise ValueError("a program's command is missing after the colon")
    program = command[0]
    if program.endswith((".py", ".pyz")):
        exists = os.path.isfile(program)
        command.insert(0, sys.executable)
    else:
        exists = shutil.which(program) is not None
    if not exists:
        raise ValueError(f"no such program: {program}")
    return tuple(command)
