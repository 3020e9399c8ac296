"""What must not be in what plays: other processes, signals, the clock as a seed. For Python 3.6.

On Botzone one process plays, without a network; and the same seed and state must give the same
action, or no game can be looked at again.
"""

import ast
from typing import Any, Iterator, Sequence, Set

from rehearsal.static.reading import Reading
from rehearsal.static.scopes import Fault, Scope, Site, is_none, name_of, packages_of

_ALONE = "on Botzone one process plays, without a network"
_SAME = "the same seed and state must give the same action"
_ENDS = "ends the process, and the game with it"
_EXITS = "raises SystemExit, and another tactic answers"
_TAKES = "takes the signals by which a turn is cut"
_READS = "takes the next request"

_MODULES = {"ctypes", "ftplib", "http.client", "http.server", "imaplib", "multiprocessing", "pty"}
_MODULES |= {"smtplib", "socket", "socketserver", "ssl", "subprocess", "telnetlib", "webbrowser"}
_MODULES |= {"urllib.request", "xmlrpc"}
# How names of `os` begin that start a process.
_STARTING = ("exec", "fork", "popen", "posix_spawn", "spawn", "system")
_NAMES = {"os." + name: _ENDS for name in ("_exit", "abort", "kill", "killpg")}
_NAMES.update(dict.fromkeys(("builtins.exit", "builtins.quit", "sys.exit"), _EXITS))
_SIGNALS = ("alarm", "pthread_kill", "pthread_sigmask", "setitimer", "signal", "sigwait")
_NAMES.update({"signal." + name: _TAKES for name in _SIGNALS})
_NAMES.update({"builtins.input": _READS, "sys.stdin": _READS, "sys.__stdin__": _READS})
_NAMES.update(dict.fromkeys(("os.urandom", "uuid.uuid1", "uuid.uuid4"), _SAME))
_NAMES.update({"random.SystemRandom": _SAME, "concurrent.futures.ProcessPoolExecutor": _ALONE})

# What gets a seed, and the modules whose functions draw numbers from one that is common to all.
_SEEDING = ("random.seed", "numpy.random.seed", "torch.manual_seed")
_MAKING = ("random.Random", "numpy.random.RandomState", "numpy.random.default_rng")
_NO_DRAW = {"absolute_import", "bench", "default_rng", "division", "get_state", "getstate", "info"}
_NO_DRAW |= {"mtrand", "np", "operator", "print_function", "seed", "set_state", "setstate", "test"}
_NO_DRAW |= {"warnings"}
# Whose answers differ from run to run, beside all of `time`.
_CLOCKS = {"datetime.datetime." + name for name in ("now", "today", "utcnow")}
_CLOCKS |= {"datetime.date.today", "os.getpid", "os.getppid", "os.urandom", "os.times"}
_CLOCKS |= {"uuid.uuid1", "uuid.uuid4", "uuid.getnode", "builtins.id"}


class Plays:
    """Looks at the modules of an archive, all of which it knows."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        calls = [site for reading in readings for site in reading.calls]
        seeded = [site.scope.dotted(site.node.func) for site in calls if not _is_empty(site.node)]
        self._seeded = {name.rpartition(".")[0] for name in seeded if name in _SEEDING}

    def faults(self, reading: Reading) -> Iterator[Fault]:
        """The lines of a module with something that must not be there, each with what it is."""
        yield from _imports(reading)
        for site in reading.chains:
            yield from self._name(site)
        is_later = any(name_of(call.node.func) in ("seed", "set_state") for call in reading.calls)
        for site in reading.calls:
            dotted = site.scope.dotted(site.node.func)
            if dotted not in _SEEDING + _MAKING:
                continue
            given = list(site.node.args) + [keyword.value for keyword in site.node.keywords]
            sources = [_clock(reading, site.scope, value, set()) for value in given]
            if any(sources):
                yield site.line, f"{dotted} with a seed from {max(sources)}: {_SAME}"
            elif _is_empty(site.node) and not (is_later and dotted in _MAKING):
                yield site.line, f"{dotted} without a number: {_SAME}"

    def _name(self, site: Site) -> Iterator[Fault]:
        dotted = site.scope.dotted(site.node)
        module, _, name = dotted.rpartition(".")
        for package in set(packages_of(dotted)).intersection(_NAMES):
            yield site.line, "{}: {}".format(package.replace("builtins.", ""), _NAMES[package])
        if module == "os" and name.startswith(_STARTING):
            yield site.line, f"{dotted}: {_ALONE}"
        is_draw = module in ("random", "numpy.random") and name.islower() and name not in _NO_DRAW
        if is_draw and module not in self._seeded:
            yield site.line, f"{dotted} without {module}.seed(NUMBER) in the bot: {_SAME}"


def _imports(reading: Reading) -> Iterator[Fault]:
    for imported in reading.imports:
        names = [imported.name] + [imported.name + "." + name for name in imported.names]
        forbidden = [name for name in names if _MODULES.intersection(packages_of(name))]
        if forbidden:
            yield imported.line, f"imports {forbidden[0]}: {_ALONE}"
        elif imported.name == "secrets":
            yield imported.line, "imports secrets: " + _SAME


def _is_empty(call: Any) -> bool:
    """Whether a call has no argument, or None."""
    return all(
        is_none(argument)
        for argument in list(call.args) + [keyword.value for keyword in call.keywords]
    )


def _clock(reading: Reading, scope: Scope, node: Any, seen: Set[int]) -> str:
    """The function of the clock that a value depends on, by names and attributes of `self`."""
    if id(node) in seen:
        return ""
    seen.add(id(node))
    behind = [(scope, child) for child in ast.iter_child_nodes(node)]
    if isinstance(node, ast.Name):
        owner = scope.owner(node.id)
        behind = [(owner, value) for value in owner.values.get(node.id, ())] if owner else []
    elif isinstance(node, ast.Attribute) and name_of(node.value) == "self":
        behind = reading.values.get(node.attr, [])
    elif isinstance(node, ast.Call):
        dotted = scope.dotted(node.func)
        if dotted in _CLOCKS or dotted.startswith("time."):
            return dotted.replace("builtins.", "")
        if not dotted or dotted.startswith((".", "mj_bot.")):  # What it gives is its own.
            behind = [(scope, node.func)]
    return max([_clock(reading, *source, seen=seen) for source in behind], default="")
