"""The tactics: one file a tactic, and this registry, which finds them without a list.

Add a tactic as a new file here with one class in it; its name is the file's. `--tactic NAME` finds
it, `handin.py --tactic NAME` bakes it into the bot. A file elsewhere is named by its path: see
`add_file`. The class needs only `__call__`, which gets the GameState and returns one of its legal
actions, or the tuple or the text of one (`("PLAY", "W1")`, `"PLAY W1"`):

>>> from mj_bot.actions import action_space
>>> class First:
...     '''Plays the first of the legal actions (a win, if there is one).'''
...
...     def __call__(self, state):
...         return action_space(state)[0]

It is asked at every own draw, at every discard of another seat, even if it can only pass, and at
every kong that might be robbed:

>>> from mj_bot.history import load_json
>>> str(First()(load_json({"requests": [
...     "0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1", "2 J1"]})))
'PLAY W1'

The rest is optional. Each line ends with the function here that reads it:

* `loading(state, player_id, action)`: called before every action of every seat is folded into the
  state, for a tactic that learns from the game (see `mj_bot.history.load_json`): `loading_of`.
* options: keyword arguments of `__init__`, all with defaults. Numbers can be set where the tactic
  is named: `--tactic NAME@KEY=NUMBER,...`; one named `weights` takes the path of a file. A class
  may have a table `options` of their ranges and meanings (see `mj_bot.odds.options`): `options_of`.
  One named `seed`, an int, is for random choices: the same seed and state must give the same
  action.
* `best`: an Action, the best found so far in the running decision. It is played if time runs out
  before `__call__` returns, and is reset to None before every decision: `best_so_far`,
  `forget_best`.
* `debug`: a str about the last decision, which Botzone keeps with the match (1 KB of it):
  `debug_of`.
* `explain(state)`: every legal action, best first, each a dict with `action` and any figures of the
  tactic, such as `value`, `win_chance`, `expected_score`, `deal_in`, `targets`: `explain_of`.
* `until`: when the clock cuts the running decision, in seconds of `time.monotonic`; set before each
  decision on Botzone, for a tactic that searches as long as it may: `set_deadline`.
* `sees_standing`: whether it uses the standing of a match (`GameState.standing`): `sees_standing`.

A tactic with unusable weights raises the WeightsError of `mj_bot.nets.shipped.weights_for`. `load`
then returns `odds` and says so once on standard error; on Botzone every debug text says it.

A tactic must not change the state. Other classes in its file with `__call__` need a leading
underscore in their names.
"""

import os
import sys
from functools import lru_cache
from importlib import import_module
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from mj_bot.events import Action, read_answer
from mj_bot.history import Loading
from mj_bot.odds.options import Option
from mj_bot.state import GameState

# The default tactic: it beats `odds` (docs/results/odds.md).
DEFAULT = "learned"
# The stand-in if another cannot be loaded: it needs neither numpy nor MahjongGB.
STAND_IN = "rule_based"

# The one option that is a file, not a number.
_PATH = "weights"
_INFINITE = float("inf")
_PYTHON = ".py"
# Prefixes of files that are no tactics: shared code, and tests.
_NO_TACTIC = ("_", "test_")

# The type of every tactic; a new one is made for every game.
Tactic = Callable[[GameState], Action]
# The answer is plain JSON data.
Explain = Callable[[GameState], List[Dict[str, Any]]]

_TAKES_ANY_KEYWORD = 0x08  # inspect.CO_VARKEYWORDS


def answer_of(tactic: Any, state: GameState) -> Any:
    """The tactic's answer, as an Action if it is one; every caller asks tactics through this."""
    return read_answer(tactic(state))


def loading_of(tactic: Any) -> Optional[Loading]:
    """The tactic's `loading`, called before every action is folded; None without one."""
    return getattr(tactic, "loading", None)


def explain_of(tactic: Any) -> Optional[Explain]:
    """The tactic's `explain`, its opinion of every legal action; None without one."""
    return getattr(tactic, "explain", None)


def options_of(tactic: Any) -> Sequence[Option]:
    """The table of a class's options with their ranges; empty if it has none."""
    return getattr(tactic, "options", None) or ()


def best_so_far(tactic: Any) -> Any:
    """The best action found so far in the running decision; None if there is none yet."""
    return read_answer(getattr(tactic, "best", None))


def forget_best(tactic: Any) -> None:
    """Reset `best` to None at the start of a decision."""
    if hasattr(tactic, "best"):
        tactic.best = None


def set_deadline(tactic: Any, until: float) -> None:
    """Set `until`, the time at which the decision is cut."""
    if hasattr(tactic, "until"):
        tactic.until = until


def debug_of(tactic: Any) -> str:
    """The tactic's remark on its last decision; empty if it has none."""
    return str(getattr(tactic, "debug", ""))


def problem_of(tactic: Any) -> str:
    """Why this tactic plays instead of another; empty for one that was asked for."""
    problem = getattr(tactic, "problem", "")
    return problem if isinstance(problem, str) else ""


def sees_standing(tactic: Any) -> bool:
    """Whether the tactic uses the standing of a match."""
    return bool(getattr(tactic, "sees_standing", False))


class TacticError(ValueError):
    """A tactic that cannot be loaded: what is wrong in its file, and where, on one line."""


def error_words(error: BaseException) -> str:
    """An error on one short line: its type, its message, and the file and line that raised it.

    >>> error_words(KeyError("a bug"))
    "KeyError: 'a bug'"
    """
    try:
        message = " ".join(str(error)[:200].split())
    except Exception:
        message = ""
    line = ": ".join([type(error).__name__, message] if message else [type(error).__name__])
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or isinstance(error, SyntaxError):  # Its message has the place.
        return line
    file = os.path.basename(trace.tb_frame.f_code.co_filename)
    return "{} ({}:{})".format(line, file, trace.tb_lineno)


def names() -> List[str]:
    """The names of all tactics, sorted."""
    from pkgutil import iter_modules  # Slow to import, and seldom needed.

    modules = [module[1] for module in iter_modules(__path__)]
    return sorted([name for name in modules if not name.startswith(_NO_TACTIC)])


def file_of(spec: str) -> str:
    """The file in a tactic's spec; empty if the spec is a name.

    >>> file_of("mine/mine.py@claim_cost=1"), file_of("odds@defence=0.8")
    ('mine/mine.py', '')
    """
    path, at, _ = spec.partition(_PYTHON + "@")
    return path + _PYTHON if at else spec if spec.endswith(_PYTHON) else ""


def add_file(spec: str) -> str:
    """Register a tactic's file, which may have options after it; returns its name with the options.

    From now on this process finds it, and all that lies beside it, by that name as if in the
    package. Anything that is no path of a Python file is returned as it is.

    Raises ValueError, one line, if there is no such file, or its name is another tactic's or none.

    >>> add_file("odds@defence=0.8")
    'odds@defence=0.8'
    """
    from importlib import invalidate_caches
    from importlib.util import find_spec

    path = file_of(spec)
    if not path:
        return spec
    folder, file = os.path.split(os.path.abspath(path))
    name = file[: -len(_PYTHON)]
    if not os.path.isfile(path):
        raise ValueError("no such file: {}".format(path))
    if not name.isidentifier() or name.startswith(_NO_TACTIC):
        raise ValueError("{}: the name of a tactic's file is one such as mine.py".format(path))
    known = find_spec(__name__ + "." + name)
    if known is None:
        __path__.append(folder)
        invalidate_caches()
    elif known.origin is None or not os.path.samefile(path, known.origin):
        raise ValueError("{}: there is another tactic {}: rename the file".format(path, name))
    return name + spec[len(path) :]


def check(name: str) -> None:
    """Check that there is such a tactic and that its options parse, without loading it.

    Raises ValueError if not.
    """
    plain, _ = parted(name)
    if plain not in names():
        raise _unknown(plain)


def load(name: str, **options: Any) -> Tactic:
    """A new tactic of that name, which may have options after it: `odds@defence=0.8,slack=2`.

    `seed` is passed on only to a tactic that takes one, every other option as it is. If the
    tactic's weights cannot be used, returns another tactic instead.

    Raises what `load_itself` raises, and TacticError if there is no other.
    """
    try:
        return load_itself(name, **options)
    except ValueError as error:
        instead = getattr(error, "instead", None)
        if instead is None or _PATH in options or _PATH in parted(name)[1]:
            raise
        problem = "tactic {}: {}".format(parted(name)[0], error)
        if instead not in names():
            raise TacticError(problem) from error
    problem = "{}; {} plays in its place".format(problem, instead)
    _say_once(problem)
    return _in_its_place(instead, problem)


def _in_its_place(instead: str, why: str) -> Tactic:
    """Another tactic as a substitute; its `problem` says why it plays."""
    base = class_of(instead)

    class Instead(base):  # type: ignore[misc, valid-type]
        problem = why

    return Instead()


@lru_cache(maxsize=None)
def _say_once(problem: str) -> None:
    sys.stderr.write(problem + "\n")


def load_itself(name: str, **options: Any) -> Tactic:
    """The tactic of that name as in `load`, never a substitute.

    Raises ValueError if there is no such tactic, or an option in the name is not one of its
    numbers; TacticError if its file fails or does not have exactly one class; TypeError for any
    other option that it does not know.
    """
    name, given = parted(name)
    tactic_class = class_of(name)
    for option in given:
        if not takes(tactic_class, option):
            known = ", ".join(_options_taken(tactic_class))
            there = "there are: " + known if known else "it has none"
            raise ValueError("{} has no option {!r:.80}; {}".format(name, option, there))
    options.update(given)
    if "seed" in options and not takes(tactic_class, "seed"):
        del options["seed"]
    try:
        return tactic_class(**options)  # type: ignore[no-any-return]
    except (Exception, SystemExit) as error:
        is_call = error.__traceback__ is not None and error.__traceback__.tb_next is None
        if is_call or isinstance(error, ValueError) and type(error) is not ValueError:
            raise  # An option that it does not have, or bad weights.
        raise TacticError("tactic {}: {}".format(name, error_words(error))) from error


def parted(name: str) -> Tuple[str, Dict[str, Any]]:
    """Parse a tactic's name and options.

    Options are numbers, except `weights`, a path without commas.

    Raises ValueError for an option that is not `KEY=NUMBER`.

    >>> parted("odds@defence=0.8,slack=2")
    ('odds', {'defence': 0.8, 'slack': 2})
    """
    name, at, rest = name.partition("@")
    options: Dict[str, Any] = {}
    for option in rest.split(",") if at else []:
        key, _, number = option.partition("=")
        if key == _PATH and number:
            options[key] = number
            continue
        try:
            options[key] = int(number) if number.lstrip("-").isdigit() else float(number)
            if not abs(options[key]) < _INFINITE:  # Rejects `nan` too.
                raise ValueError
        except ValueError:
            line = "an option is KEY=NUMBER or weights=FILE, not {!r:.80}"
            raise ValueError(line.format(option)) from None
    return name, options


def class_of(name: str) -> Any:
    """The class of a tactic.

    Raises ValueError if there is no such tactic, TacticError if its file fails or has none.
    """
    full_name = __name__ + "." + name
    if not name.isidentifier() or name.startswith(_NO_TACTIC):
        raise _unknown(name)
    try:
        module = import_module(full_name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ImportError) and error.name == full_name:
            raise _unknown(name) from None
        raise TacticError("tactic {}: {}".format(name, error_words(error))) from error
    classes = [
        value
        for key, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == full_name
        and not key.startswith("_")
        and any("__call__" in vars(base) for base in value.__mro__)
    ]
    if len(classes) != 1:
        class_names = ", ".join([tactic_class.__name__ for tactic_class in classes]) or "none"
        raise TacticError(
            "tactic {0}: {0}.py must have one class with __call__, found {1}: "
            "start the names of helpers with an underscore".format(name, class_names)
        )
    return classes[0]


def _unknown(name: str) -> ValueError:
    return ValueError("no tactic {!r}; there are: {}".format(name[:80], ", ".join(names())))


def _options_taken(tactic_class: Any) -> List[str]:
    """The names of the options that can be set where the tactic is named."""
    code = getattr(tactic_class.__init__, "__code__", None)
    own = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if code else ()
    listed = [known.name for known in options_of(tactic_class)]
    names = listed + [name for name in own if name != "seed" and name not in listed]
    return [name for name in names if takes(tactic_class, name)]


def takes(tactic_class: Any, option: str) -> bool:
    """Whether a tactic's class takes an option of this name."""
    code = getattr(tactic_class.__init__, "__code__", None)
    if code is None:
        return False
    if option in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        return True
    # A subclass may inherit the table and yet have an `__init__` without its options.
    listed = not hasattr(tactic_class, "options") or option in [
        known.name for known in options_of(tactic_class)
    ]
    return bool(code.co_flags & _TAKES_ANY_KEYWORD) and listed
