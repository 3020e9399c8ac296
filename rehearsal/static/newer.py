"""What a module uses that Python 3.6 or numpy 1.13 does not have yet. Runs on Python 3.6 too.

The table names.txt says what these have, and what newer ones have besides.
"""

import ast
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

from rehearsal.static.reading import Reading
from rehearsal.static.scopes import OTHER, Fault, Site, is_none

_PATH = Path(__file__).resolve().with_name("names.txt")
_TYPES = {"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list"}
_TYPES |= {"object", "range", "set", "slice", "str", "tuple", "type"}
_UNION_METHODS = {"__or__", "__ror__", "__ior__"}


class Table:
    """What names.txt says.

    builtins, modules, methods, generics: those that newer ones have besides; generics can be
    subscripted there. keywords, method_keywords, array_keywords: by the function's dotted name, or
    that of a method or of an array's.
    """

    def __init__(self) -> None:
        sections: Dict[str, List[str]] = {}
        for line in _PATH.read_text(encoding="ascii").splitlines():
            if line.startswith("["):
                lines = sections.setdefault(line, [])
            elif not line.startswith("#"):
                lines.append(line)
        names = _by_first(sections["[modules]"])
        self._names = {module: set(names[module].split()) for module in names}
        self._newer = _by_first(sections["[newer names]"])
        self.modules = set(sections["[newer modules]"])
        self.builtins = set(sections["[newer builtins]"][0].split())
        self.methods = set(sections["[newer methods]"][0].split())
        self.generics = set(sections["[newer generics]"][0].split())
        self.keywords = _by_first(sections["[newer keywords]"])
        self.method_keywords = _by_first(sections["[newer keywords of methods]"])
        self.array_keywords = _by_first(sections["[newer keywords of numpy's methods]"])

    def has_module(self, name: str) -> bool:
        """Whether there is such a module, or it is inside one whose names are not listed."""
        while name not in self._names:
            name, dot, _ = name.rpartition(".")
            if not dot:
                return False
            if name in self._names:
                return not self._names[name]
        return True

    def is_module(self, name: str) -> bool:
        """Whether this is the name of a module."""
        return name in self._names

    def missing(self, dotted: str) -> Optional[str]:
        """The part of a dotted name up to the first that is not there; None if all is there.

        Only names in modules are known, none in classes.
        """
        module, *left = dotted.split(".")
        if module not in self._names:
            return None
        for name in left:
            inner = module + "." + name
            if inner not in self._names:
                known = self._names[module]
                return inner if known and name[0] != "_" and name not in known else None
            module = inner
        return None

    def lacks(self, what: str) -> str:
        """Of something that is missing: who has not got it, and whether a newer one has."""
        module, _, name = what.rpartition(".")
        is_newer = what in self.modules or module not in self._names or " " in name
        is_newer = is_newer or name in self._newer.get(module, "").split()
        owner = "numpy 1.13" if what.startswith("numpy.") else "Python 3.6, which Botzone runs"
        return "{} is {} {}".format(what, "newer than" if is_newer else "not in", owner)


class Newer:
    """Finds it. defined: the names of functions and attributes that the archive itself has.

    has_platform: whether modules of the platform are used, whose methods are not known here.
    """

    def __init__(
        self, reading: Reading, table: Table, defined: Set[str], has_platform: bool
    ) -> None:
        self._reading, self._table, self._defined = reading, table, defined
        self._has_platform = has_platform

    def faults(self) -> Iterator[Fault]:
        """The lines with something newer, each with what is wrong there."""
        reading = self._reading
        yield from self._found(reading.chains, self._names)
        yield from self._found(reading.calls, self._calls)
        yield from self._found(reading.subscripts, self._generics)
        yield from self._found(reading.operations, self._operations)
        yield from self._found(reading.decorators, self._decorators)

    def _found(self, sites: List[Site], find: Callable[[Site], Iterator[str]]) -> Iterator[Fault]:
        for site in sites:
            if not site.is_guarded:
                yield from [(site.line, self._table.lacks(what)) for what in find(site)]

    def _names(self, site: Site) -> Iterator[str]:
        node = site.node
        while isinstance(node, ast.Attribute):
            node = node.value
        if site.scope.owner(node.id) is not None:
            missing = self._table.missing(site.scope.dotted(site.node))
            # What an import names is looked at there.
            if missing and not self._table.missing(site.scope.meaning(node.id)):
                yield missing
        elif site.node is node:
            if node.id in self._table.builtins:
                yield str(node.id)
        elif node.id in _TYPES:
            names = site.scope.dotted(site.node).split(".")[1:]
            if names[1] in self._table.methods:
                yield ".".join(names[:2])

    def _calls(self, site: Site) -> Iterator[str]:
        call = site.node
        dotted = site.scope.dotted(call.func)
        shown = dotted.replace("builtins.", "", 1)
        keywords = {one.arg for one in call.keywords}
        for keyword in keywords.intersection(self._table.keywords.get(dotted, "").split()):
            yield f"{shown}({keyword}=...)"
        if isinstance(call.func, ast.Attribute) and self._may_be_object(site, call.func.value):
            yield from self._method(call.func.attr, keywords)

    def _may_be_object(self, site: Site, node: Any) -> bool:
        """Whether it may be an object of Python's or numpy's: neither a module nor of others."""
        dotted = site.scope.dotted(node)
        if dotted == OTHER:
            return True
        is_there = self._table.missing(dotted) is None and not self._table.is_module(dotted)
        # Of builtins `_names` knows more.
        top = dotted.split(".")[0]
        return is_there and top != "builtins" and self._table.is_module(top)

    def _method(self, name: str, keywords: Set[Any]) -> Iterator[str]:
        if name in self._defined:
            return
        if name in self._table.methods:
            yield f"the method {name}"
        for keyword in keywords.intersection(self._table.method_keywords.get(name, "").split()):
            yield f"the method {name}({keyword}=...)"
        arrays = "" if self._has_platform else self._table.array_keywords.get(name, "")
        for keyword in keywords.intersection(arrays.split()):
            yield f"numpy.ndarray.{name}({keyword}=...)"

    def _generics(self, site: Site) -> Iterator[str]:
        dotted = site.scope.dotted(site.node.value)
        if dotted in self._table.generics:
            yield "{}[...]".format(dotted.replace("builtins.", "", 1))

    def _operations(self, site: Site) -> Iterator[str]:
        node = site.node
        sides = [node.value] if isinstance(node, ast.AugAssign) else [node.left, node.right]
        if not isinstance(node.op, ast.BitOr) or self._defined & _UNION_METHODS:
            return
        if any(isinstance(side, (ast.Dict, ast.DictComp)) for side in sides):
            yield "dict | dict"
        elif site.is_annotation or any(_is_type(site, side) for side in sides):
            yield "a type with |"

    def _decorators(self, site: Site) -> Iterator[str]:
        if site.scope.dotted(site.node) == "functools.lru_cache":
            yield "@lru_cache without ()"


def _is_type(site: Site, node: Any) -> bool:
    dotted = site.scope.dotted(node.value if isinstance(node, ast.Subscript) else node)
    is_plain = dotted.startswith("builtins.") and dotted[9:] in _TYPES
    return is_none(node) or is_plain or dotted.startswith("typing.")


def _by_first(lines: List[str]) -> Dict[str, str]:
    """The first word of each line, and the rest of it."""
    return {first: rest for first, _, rest in [line.partition(" ") for line in lines]}
