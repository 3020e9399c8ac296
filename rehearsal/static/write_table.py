"""Writes names.txt: what Python 3.6 with numpy 1.13 has, and what newer ones have besides.

    python3.6 -m rehearsal.static.write_table python3.13 > rehearsal/static/names.txt

Both Pythons need numpy: this one 1.13, which Botzone has or a newer one, the other the newest.
"""

import contextlib
import importlib
import inspect
import io
import json
import os
import pkgutil
import subprocess
import sys
import warnings
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set

# No bot wants the names of these, or of what is in them: that there are such modules is enough.
UNLISTED = (
    *("antigravity", "curses", "distutils", "email", "encodings", "ensurepip", "errno", "idlelib"),
    *("lib2to3", "macpath", "msilib", "numpy.compat", "numpy.core", "numpy.distutils", "numpy.doc"),
    *("numpy.f2py", "numpy.matlib", "numpy.testing", "ossaudiodev", "pickletools", "posix"),
    *("pydoc_data", "socket", "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl"),
    *("symbol", "termios", "test", "this", "tkinter", "tty", "turtle", "turtledemo", "venv"),
    *("wsgiref", "xml.dom", "xml.sax", "xmlrpc", "xxlimited", "xxsubtype"),
)
# Of which methods are looked at wherever they are called, as nobody knows the type of an object.
CLASSES = (
    *("array.array", "collections.ChainMap", "collections.Counter", "collections.OrderedDict"),
    *("collections.deque", "concurrent.futures.Executor", "datetime.date", "datetime.datetime"),
    *("datetime.time", "datetime.timedelta", "decimal.Decimal", "fractions.Fraction"),
    *("numpy.ndarray", "os.DirEntry", "pathlib.Path", "random.Random", "zipfile.ZipFile"),
)
# Functions in C say nothing of their keywords in 3.6: those of these modules can be called to see.
CALLABLE = ("bisect", "builtins", "functools", "itertools", "math", "numpy", "struct")
# They hide in `**keywords`, or among what C does not say.
HIDDEN = {"subprocess." + name: "text" for name in ("call", "check_call", "check_output")}
HIDDEN.update({"subprocess.run": "capture_output text", "builtins.map": "strict"})

Keywords = Optional[List[str]]


class Described(NamedTuple):
    """All that one Python has.

    modules: their names; None where these are not listed. keywords: of functions by dotted name;
    None where one does not say. attributes: of all classes. generic: what can be subscripted.
    """

    version: str
    modules: Dict[str, Optional[List[str]]]
    keywords: Dict[str, Keywords]
    methods: Dict[str, Dict[str, Keywords]]
    attributes: List[str]
    generic: List[str]


def describe() -> Described:
    """What this Python has. All of its modules are imported."""
    import numpy

    warnings.simplefilter("ignore")
    listed: Dict[str, Optional[List[str]]] = {}
    keywords: Dict[str, Keywords] = {}
    attributes: Set[str] = set()
    generic = []
    for name in sorted(_module_names(os.path.dirname(numpy.__file__))):
        listed[name] = None
        if _is_unlisted(name):
            continue
        try:
            module = importlib.import_module(name)
        except Exception:  # A module of another system.
            continue
        listed[name] = [
            attribute
            for attribute in dir(module)
            if not attribute.startswith("_") and attribute.isidentifier()
        ]
        for called, value in _own_callables(module, name):
            keywords[called] = _keywords_of(value)
            if inspect.isclass(value):
                attributes.update(dir(value))
                generic += [called] * _is_generic(value)
    versions = "Python {}.{}.{} with numpy ".format(*sys.version_info) + numpy.__version__
    return Described(versions, listed, keywords, _methods(), sorted(attributes), generic)


def _module_names(numpy: str) -> Set[str]:
    library = os.path.dirname(os.__file__)
    folders = [library, os.path.join(library, "lib-dynload")]
    names = {"numpy", "os.path"}.union(sys.builtin_module_names)
    return names.union(_found(folders, ""), _found([numpy], "numpy."))


def _found(folders: Sequence[str], prefix: str) -> Iterator[str]:
    for _, name, is_package in pkgutil.iter_modules(folders):
        if name in ("__main__", "setup", "conftest", "tests") or prefix and name == "test":
            continue
        yield prefix + name
        if is_package and not _is_unlisted(prefix + name):
            yield from _found(
                [os.path.join(folder, name) for folder in folders], prefix + name + "."
            )


def _is_unlisted(name: str) -> bool:
    is_private = "._" in "." + name and name != "__future__"
    return is_private or any((name + ".").startswith(package + ".") for package in UNLISTED)


def _own_callables(module: Any, name: str) -> "Iterator[tuple[str, Any]]":
    """What can be called in a module and comes from there, or from its part in C."""
    for attribute in dir(module):
        value = getattr(module, attribute, None)
        if attribute.startswith("_") or not callable(value):
            continue
        top = str(getattr(value, "__module__", None)).split(".")[0]
        if top in (name.split(".", maxsplit=1)[0], "None", "posixpath") or top.startswith("_"):
            yield name + "." + attribute, value


def _keywords_of(function: Any) -> Keywords:
    """Which keywords it takes, `**` if any; None if it does not say."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except Exception:
        return None
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    keywords = [parameter.name for parameter in parameters if parameter.kind in named]
    return keywords + ["**"] * any(
        parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters
    )


def _is_generic(type_: Any) -> bool:
    if issubclass(type_, tuple) and type_ is not tuple:
        return False
    for inner in (int, ([int], int)):  # A Callable wants two.
        try:
            return bool(type_[inner])
        except Exception:
            pass
    return False


def _methods() -> Dict[str, Dict[str, Keywords]]:
    """The public methods of the classes of CLASSES and of builtins, with their keywords."""
    classes = {name: _thing(name) for name in CLASSES}
    builtin = vars(importlib.import_module("builtins"))
    classes.update({name: value for name, value in builtin.items() if inspect.isclass(value)})
    return {
        name: {
            method: _keywords_of(getattr(class_, method))
            for method in dir(class_)
            if not method.startswith("_") and callable(getattr(class_, method))
        }
        for name, class_ in classes.items()
    }


def _thing(dotted: str) -> Any:
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


def lines(old: Described, new: Described) -> Iterator[str]:
    """The table's lines."""
    yield f"# What {old.version} has, and what"
    yield f"# {new.version} has besides; written by:"
    yield "# python3.6 -m rehearsal.static.write_table python3.13 > rehearsal/static/names.txt"
    yield "[modules]"
    for name, names in sorted(old.modules.items()):
        yield " ".join([name] + (names or []))
    yield "[newer modules]"
    public = [name for name in new.modules if "._" not in "." + name]
    yield from sorted([name for name in public if name not in old.modules])
    yield "[newer names]"
    for name, names in sorted(old.modules.items()):
        added = sorted(set(new.modules.get(name) or ()).difference(names or ()))
        if names and added:
            yield " ".join([name, *added])
    yield "[newer builtins]"
    builtins = set(new.modules["builtins"] or ()).difference(old.modules["builtins"] or ())
    yield " ".join(sorted(builtins))
    yield "[newer keywords]"
    for name in sorted(set(old.keywords).intersection(new.keywords)):
        added = _added(name, old.keywords[name], new.keywords[name])
        added += HIDDEN.get(name, "").split()
        if added:
            yield " ".join([name] + sorted(set(added)))
    known = {method for methods in old.methods.values() for method in methods}
    new_methods = {method for name in old.methods for method in new.methods.get(name, ())}
    yield "[newer methods]"
    yield " ".join(sorted(new_methods.difference(known, old.attributes)))
    arrays = set(old.methods["numpy.ndarray"])
    for title, ours in (("methods", known - arrays), ("numpy's methods", arrays)):
        yield f"[newer keywords of {title}]"
        for name in sorted(new_methods & ours):
            added = _added_of_methods(name, old, new)
            if added:
                yield " ".join([name] + added)
    yield "[newer generics]"
    yield " ".join(
        ["builtins.type"] + [called for called in new.generic if _is_new_generic(called, old)]
    )


def _is_new_generic(name: str, old: Described) -> bool:
    is_number = name.startswith("numpy.") and name not in ("numpy.dtype", "numpy.ndarray")
    return name in old.keywords and name not in old.generic and not is_number


def _added(name: str, old: Keywords, new: Keywords) -> List[str]:
    """The keywords that a function has got since."""
    if new is None or old is not None and "**" in old:
        return []
    added = [
        keyword
        for keyword in new
        if keyword not in (old or ()) and keyword[0] not in "*_" and keyword != "self"
    ]
    if old is not None:
        return added
    if name.split(".", maxsplit=1)[0] not in CALLABLE:
        return []
    return [keyword for keyword in added if _refuses(_thing(name), keyword)]


def _refuses(function: Any, keyword: str) -> bool:
    """Whether a function says, when it is called so, that it has no such keyword."""
    complaints = ("unexpected keyword", "invalid keyword", "no keyword", "not take keyword")
    several: Sequence[Sequence[Any]] = ((), ([],), ([], 1))
    for given in several:  # It may miss an argument before it looks at keywords.
        try:
            function(*given, **{keyword: None})
        except TypeError as error:
            if any(complaint in str(error) for complaint in complaints):
                return True
        except Exception:
            pass
    return False


def _added_of_methods(name: str, old: Described, new: Described) -> List[str]:
    """The keywords that methods of this name have got since, in all classes that have it."""
    import numpy

    samples = {"numpy.ndarray": numpy.zeros(2), "memoryview": memoryview(b"")}
    samples.update({type_.__name__: type_() for type_ in (bool, bytearray, bytes, float, int, str)})
    dates = ["datetime." + kind for kind in ("date", "datetime", "time")]
    samples.update({date: _thing(date).min for date in dates})
    added: Set[str] = set()
    for one in [one for one, methods in new.methods.items() if name in methods]:
        given = new.methods[one][name] or []
        if "**" in given and one == "numpy.ndarray":  # What numpy's function of that name takes.
            given = (new.keywords.get("numpy." + name) or [""])[1:]
        added.update(given)
    for one in [one for one, methods in old.methods.items() if name in methods]:
        known = old.methods[one][name]
        if known is not None:
            added = set() if "**" in known else added.difference(known)
        elif one in samples:
            method = getattr(samples[one], name)
            added = {keyword for keyword in added if _refuses(method, keyword)}
        else:
            added = set()
    return sorted(added - {"**", "self"})


def write() -> None:
    """Describe this Python, and with another's name on the command line compare both."""
    with contextlib.redirect_stdout(io.StringIO()):
        here = describe()
    if len(sys.argv) < 2:
        print(json.dumps(here))
        return
    command = [sys.argv[1], "-W", "ignore", "-m", "rehearsal.static.write_table"]
    other = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True)
    with contextlib.redirect_stdout(io.StringIO()):
        table = "\n".join(lines(here, Described(*json.loads(other.stdout.decode("utf-8")))))
    print(table)


if __name__ == "__main__":
    write()
