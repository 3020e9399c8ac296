"""Reads the types of messages.d.ts, and holds values of JSON to them.

It knows what that file uses: interfaces with bases, names for types, unions, arrays, tuples,
records and literals.
"""

import re
from typing import Any, NamedTuple

_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"[^"]*"|\w+|[{}\[\]()<>|:;,?=&]', re.DOTALL)
_PRIMITIVES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "undefined": (),
    "object": (dict,),
}


class Interface(NamedTuple):
    """Own fields by name, with whether each may be left out.

    rest: the type of any other field. base: the interface that it extends.
    """

    own: dict[str, tuple[Any, bool]]
    rest: Any = None
    base: str = ""


class Types:
    """The types of a file of declarations: each a name, an Interface or a tuple of its kind."""

    def __init__(self, text: str, closed: bool = True) -> None:
        """closed: whether a field that is not declared is a fault."""
        self._closed = closed
        self._tokens: list[str] = [
            one for one in _TOKEN.findall(text) if one[:2] not in ("/*", "//")
        ]
        self.named: dict[str, Any] = {}
        while self._tokens:
            word, name = self._next(), self._next()
            if word == "interface":
                base = self._next() if self._has("extends") else ""
                self.named[name] = self._interface()._replace(base=base)
            else:
                assert (word, self._next()) == ("type", "="), name
                self.named[name] = self._union()
                assert self._has(";"), name

    def fields(self, kind: Interface) -> dict[str, tuple[Any, bool]]:
        """Its fields, with those of its bases."""
        return {**(self.fields(self.named[kind.base]) if kind.base else {}), **kind.own}

    def fault(self, value: Any, kind: Any, place: str = "") -> str | None:
        """The first thing in a value that is not of its type, None if there is none."""
        if isinstance(kind, Interface):
            return self._fault_of_fields(value, kind, place)
        if isinstance(kind, str):
            if kind in self.named:
                return self.fault(value, self.named[kind], f"{place} {kind}".strip())
            good = kind == "unknown" or (
                value == kind[1:-1] if kind[0] == '"' else type(value) in _PRIMITIVES[kind]
            )
            return None if good else f"{place}: {value!r:.60} is no {kind}"
        match kind:
            case ("union", *kinds):
                faults = [self.fault(value, one, place) for one in kinds]
                # The kind that the value fits longest says most.
                return None if None in faults else max(map(str, faults), key=_depth)
            case ("array", inner):
                inners = [inner] * len(value) if isinstance(value, list) else None
            case ("tuple", *inners):
                pass
            case ("record", inner):
                return self._fault_of_fields(value, Interface({}, inner), place)
        if not isinstance(value, list) or inners is None or len(value) != len(inners):
            return f"{place}: {value!r:.60} is no {kind[0]} of that length"
        pairs = enumerate(zip(value, inners, strict=True))
        faults = [self.fault(one, inner, f"{place}[{at}]") for at, (one, inner) in pairs]
        return next(filter(None, faults), None)

    def _fault_of_fields(self, value: Any, kind: Interface, place: str) -> str | None:
        if not isinstance(value, dict):
            return f"{place}: {value!r:.60} is no object"
        fields = self.fields(kind)
        for name, (inner, optional) in fields.items():
            if name not in value and not optional:
                return f"{place}.{name} is not there"
            if name in value and (fault := self.fault(value[name], inner, f"{place}.{name}")):
                return fault
        for name in value.keys() - fields.keys():
            if kind.rest is None and self._closed:
                return f"{place}.{name} is not declared"
            if kind.rest and (fault := self.fault(value[name], kind.rest, f"{place}.{name}")):
                return fault
        return None

    def _next(self) -> str:
        return self._tokens.pop(0)

    def _has(self, token: str) -> bool:
        """Take the next token if it is this one."""
        return self._tokens[:1] == [token] and bool(self._tokens.pop(0))

    def _interface(self) -> Interface:
        assert self._has("{")
        fields: dict[str, tuple[Any, bool]] = {}
        rest = None
        while not self._has("}"):
            name = self._next()
            if name == "[":  # [name: string]: type
                del self._tokens[: self._tokens.index("]") + 1]
                assert self._has(":")
                rest = self._union()
            else:
                optional = self._has("?")
                assert self._has(":"), name
                fields[name] = (self._union(), optional)
            self._has(";")
        return Interface(fields, rest)

    def _union(self) -> Any:
        self._has("|")
        kinds = [self._array()]
        while self._has("|"):
            kinds.append(self._array())
        return ("union", *kinds) if len(kinds) > 1 else kinds[0]

    def _array(self) -> Any:
        kind = self._single()
        while self._tokens[:2] == ["[", "]"]:
            del self._tokens[:2]
            kind = ("array", kind)
        return kind

    def _single(self) -> Any:
        if self._tokens[0] == "{":
            return self._interface()
        if self._has("("):
            kind = self._union()
            assert self._has(")")
            return kind
        if self._has("["):
            kinds = []
            while not self._has("]"):
                kinds.append(self._union())
                self._has(",")
            return ("tuple", *kinds)
        name = self._next()
        if name != "Record":
            return name
        assert self._has("<")
        self._union()
        assert self._has(",")
        inner = self._union()
        assert self._has(">")
        return ("record", inner)


def _depth(fault: str) -> int:
    place = fault.partition(":")[0]
    return place.count(".") + place.count("[")
