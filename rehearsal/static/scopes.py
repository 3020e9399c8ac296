"""What the names of a module mean, scope by scope. Runs on Python 3.6 too."""

import ast
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

# What a name means that is not imported, and one that is set to None where an import failed.
OTHER, NOTHING = "", "None"
# The line of a module, and what is wrong there.
Fault = Tuple[int, str]


class Scope:
    """The names of a module, a class or a function.

    bound: what each was imported as. values: the expressions that were assigned to it.
    """

    def __init__(self, parent: "Optional[Scope]" = None, is_class: bool = False) -> None:
        self.parent, self.is_class = parent, is_class
        self.bound: Dict[str, str] = {}
        self.values: Dict[str, List[Any]] = {}
        self.outer: Set[str] = set()

    def bind(self, name: str, meaning: str = OTHER) -> None:
        """A name is imported, or assigned. With two meanings it has none that is known."""
        if name in self.outer and self.parent is not None:
            self.parent.bind(name, meaning)
            return
        known = self.bound.get(name, NOTHING)
        if known == NOTHING:
            self.bound[name] = meaning
        elif meaning not in (known, NOTHING):
            self.bound[name] = OTHER

    def owner(self, name: str) -> "Optional[Scope]":
        """Where a name that is used here was bound; None for a builtin."""
        scope: Optional[Scope] = self
        while scope is not None:
            if name in scope.bound and (scope is self or not scope.is_class):
                return scope
            scope = scope.parent
        return None

    def meaning(self, name: str) -> str:
        """The dotted name that a name stands for; OTHER if that is not known."""
        owner = self.owner(name)
        if owner is None:
            is_of_module = name.startswith("__") and name != "__import__"  # As `__file__` is.
            return OTHER if is_of_module else "builtins." + name
        value = owner.bound[name]
        return OTHER if value == NOTHING else value

    def dotted(self, node: Any) -> str:
        """The dotted name that an expression like `np.random.choice` stands for, or OTHER."""
        names: List[str] = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        meaning = self.meaning(node.id) if isinstance(node, ast.Name) else OTHER
        return ".".join([meaning] + names[::-1]) if meaning else OTHER


class Site(NamedTuple):
    """Something that runs.

    is_guarded: whether the code knows that a name may be missing there. is_annotation: whether it
    is a part of one.
    """

    scope: Scope
    node: Any
    line: int
    is_guarded: bool
    is_annotation: bool


class Import(NamedTuple):
    """A module that is imported by its whole name, and the names from it."""

    name: str
    names: Sequence[str]
    line: int
    is_guarded: bool


def is_none(node: Any) -> bool:
    """Whether an expression is None itself."""
    # Before 3.8 it is a NameConstant.
    return type(node).__name__ in ("Constant", "NameConstant") and node.value is None


def text_of(node: Any) -> Optional[str]:
    """The text of a constant; None for another expression."""
    # Before 3.8 it is a Str.
    value = getattr(node, "s" if type(node).__name__ == "Str" else "value", None)
    return value if isinstance(value, str) and type(node).__name__ in ("Constant", "Str") else None


def name_of(node: Any) -> str:
    """The name or the attribute that an expression is; empty for another one."""
    return str(getattr(node, "attr", "") or getattr(node, "id", ""))


def packages_of(dotted: str) -> List[str]:
    """A dotted name and all that it is in, the outermost first."""
    parts = dotted.split(".")
    return [".".join(parts[: end + 1]) for end in range(len(parts))]


def names_in(node: Any) -> Set[str]:
    """All names and attributes in a part of a tree."""
    names: Set[str] = set()
    left = [node]
    for part in left:  # It grows while it is gone over: faster than ast.walk.
        if isinstance(part, list):
            left += part
        elif isinstance(part, ast.AST):
            if isinstance(part, (ast.Name, ast.Attribute)):
                names.add(name_of(part))
            left += vars(part).values()
    return names
