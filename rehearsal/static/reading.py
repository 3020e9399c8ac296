"""Reads a module: what it imports, calls and assigns where Botzone runs it. For Python 3.6 too."""

import ast
from typing import Any, Dict, List, Sequence, Set

from rehearsal.static.scopes import NOTHING, OTHER, Import, Scope, Site, is_none, names_in, text_of

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
# Who catches these, or asks for these, knows that there may be no such name.
_CAUGHT = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError"}
_CAUGHT |= {"Exception", "BaseException"}
_ASKED = {"hasattr", "hexversion", "platform", "python_version", "version_info", "__version__"}


class Reading:
    """What is in a module that runs on Botzone.

    values: what is assigned to attributes. defined: the names of functions and attributes.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.imports: List[Import] = []
        self.calls: List[Site] = []
        self.chains: List[Site] = []
        self.subscripts: List[Site] = []
        self.operations: List[Site] = []
        self.decorators: List[Site] = []
        self.values: Dict[str, List[Any]] = {}
        self.defined: Set[str] = set()
        self._idle = _only_for_main(tree)
        self._module = self._scope = Scope()
        self._line = 1
        self._is_live, self._is_guarded, self._is_annotation = True, False, False
        self._flags: Set[str] = set()  # Names that say whether there is another name.
        self._body(tree.body)

    def _note(self, sites: List[Site], node: Any) -> None:
        # Before 3.8 what is inside an f-string is on line 1.
        line = max(node.lineno, self._line)
        if self._is_live:
            sites.append(Site(self._scope, node, line, self._is_guarded, self._is_annotation))

    # -- going over it ------------------------------------------------------------------------

    def _visit(self, node: Any) -> None:
        visit = getattr(self, "_on_" + type(node).__name__.lower(), None)
        (visit or self._inside)(node)

    def _inside(self, node: Any) -> None:
        for value in vars(node).values():
            if type(value) is list:
                self._all(value)
            elif isinstance(value, ast.AST):
                self._visit(value)

    def _all(self, nodes: Sequence[Any]) -> None:
        if nodes and isinstance(nodes[0], ast.stmt):
            self._body(nodes)
            return
        for node in nodes:
            if isinstance(node, ast.AST):
                self._visit(node)

    def _body(self, nodes: Sequence[Any], is_guarded: bool = False, is_live: bool = True) -> None:
        before = self._is_guarded, self._is_live
        self._is_guarded, self._is_live = before[0] or is_guarded, before[1] and is_live
        for node in nodes:
            self._line = node.lineno
            self._visit(node)
            if isinstance(node, ast.If) and self._asks(node.test):
                # `if sys.version_info < (3, 8): return ...` guards what comes after it.
                ends = [block[-1] for block in (node.body, node.orelse) if block]
                self._is_guarded |= any(isinstance(last, _ENDS) for last in ends)
        self._is_guarded, self._is_live = before

    def _within(self, scope: Scope, nodes: Sequence[Any]) -> None:
        before, self._scope = self._scope, scope
        self._all(nodes)
        self._scope = before

    def _annotation(self, node: Any) -> None:
        if node is not None:
            before, self._is_annotation = self._is_annotation, True
            self._visit(node)
            self._is_annotation = before

    # -- names --------------------------------------------------------------------------------

    def _bind(self, name: str, meaning: str = OTHER) -> None:
        self._scope.bind(name, meaning if self._is_live else OTHER)
        if self._scope.is_class:
            self.defined.add(name)

    def _on_name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._chain(node, node)
        else:
            self._bind(node.id)

    def _on_attribute(self, node: ast.Attribute) -> None:
        root = node.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(node.ctx, ast.Load):
            self.defined.add(node.attr)
            self._visit(node.value)
        elif isinstance(root, ast.Name):
            self._chain(node, root)
        else:
            self._visit(root)

    def _chain(self, node: Any, root: ast.Name) -> None:
        # Most names are variables, and stay without a meaning.
        if self._scope.bound.get(root.id) != OTHER:
            self._note(self.chains, node)

    def _on_import(self, node: ast.Import) -> None:
        for alias in node.names:
            top = alias.name.split(".")[0]
            self._import(alias.name, ())
            self._bind(alias.asname or top, alias.name if alias.asname else top)

    def _on_importfrom(self, node: ast.ImportFrom) -> None:
        base = "." * node.level + (node.module or "")
        if not node.level:
            self._import(base, [alias.name for alias in node.names])
        for alias in node.names:
            self._bind(alias.asname or alias.name, base + "." + alias.name)

    def _import(self, name: str, names: Sequence[str]) -> None:
        if self._is_live:
            self.imports.append(Import(name, names, self._line, self._is_guarded))

    def _on_global(self, node: Any) -> None:
        self._scope.outer.update(node.names)

    _on_nonlocal = _on_global

    # -- statements ---------------------------------------------------------------------------

    def _on_functiondef(self, node: Any) -> None:
        before = self._is_live
        self._is_live &= not (self._scope is self._module and node.name in self._idle)
        self.defined.add(node.name)
        self._decorated(node)
        self._annotation(node.returns)
        self._function(node, node.body)
        self._is_live = before

    _on_asyncfunctiondef = _on_functiondef

    def _on_lambda(self, node: ast.Lambda) -> None:
        self._function(node, [node.body])

    def _function(self, node: Any, body: Sequence[Any]) -> None:
        scope, given = Scope(self._scope), node.args
        every = getattr(given, "posonlyargs", []) + given.args + given.kwonlyargs
        for argument in every + [given.vararg, given.kwarg]:
            if argument is not None:
                scope.bind(argument.arg)
                self._annotation(argument.annotation)
        self._all(given.defaults)
        self._all(given.kw_defaults)
        self._within(scope, body)

    def _on_classdef(self, node: ast.ClassDef) -> None:
        self._decorated(node)
        self._all(node.bases)
        self._all(node.keywords)
        self._within(Scope(self._scope, is_class=True), node.body)

    def _decorated(self, node: Any) -> None:
        self._bind(node.name)
        for decorator in node.decorator_list:
            self._line = decorator.lineno
            self._note(self.decorators, decorator)
            self._visit(decorator)

    def _on_assign(self, node: ast.Assign) -> None:
        self._visit(node.value)
        for target in node.targets:
            self._assign(target, node.value)

    def _on_annassign(self, node: ast.AnnAssign) -> None:
        if self._scope is self._module or self._scope.is_class:  # In a function it is not run.
            self._annotation(node.annotation)
        if node.value is not None:
            self._visit(node.value)
            self._assign(node.target, node.value)
        else:
            self._visit(node.target)

    def _on_augassign(self, node: ast.AugAssign) -> None:
        self._visit(node.value)
        self._assign(node.target, node.value)
        self._note(self.operations, node)

    def _assign(self, target: Any, value: Any) -> None:
        """Bind a target, and note what was assigned to it."""
        if isinstance(target, ast.Name):
            self._bind(target.id, NOTHING if is_none(value) and self._is_live else OTHER)
            owner = self._scope.owner(target.id) or self._scope
            owner.values.setdefault(target.id, []).append(value)
            if self._asks(value):
                self._flags.add(target.id)
        else:
            if isinstance(target, ast.Attribute):
                self.values.setdefault(target.attr, []).append((self._scope, value))
            self._visit(target)

    def _on_try(self, node: ast.Try) -> None:
        caught = [handler_.type for handler_ in node.handlers]
        is_guarded = any(type_ is None or names_in(type_) & _CAUGHT for type_ in caught)
        self._body(node.body, is_guarded)
        for handler in node.handlers:
            if handler.name:
                self._bind(handler.name)
            self._inside(handler)
            assigned = [
                statement
                for statement in handler.body
                if isinstance(statement, ast.Assign) and is_guarded
            ]
            self._flags |= names_in([statement.targets for statement in assigned])
        self._body(node.orelse, is_guarded)
        self._body(node.finalbody)

    def _on_with(self, node: Any) -> None:
        self._all(node.items)
        managers = [names_in(item.context_expr) for item in node.items]
        self._body(node.body, any("suppress" in names and names & _CAUGHT for names in managers))

    _on_asyncwith = _on_with

    def _on_if(self, node: ast.If) -> None:
        self._visit(node.test)
        is_guarded = self._asks(node.test)
        is_never = _is_for_main(node.test) or _is_for_types(node.test)
        self._body(node.body, is_guarded, not is_never)
        self._body(node.orelse, is_guarded)

    def _asks(self, test: Any) -> bool:
        """Whether a condition asks for a version or a system, or whether there is a name."""
        names = names_in(test)
        return not names.isdisjoint(_ASKED | self._flags) or names >= {"os", "name"}

    # -- expressions --------------------------------------------------------------------------

    def _on_ifexp(self, node: Any) -> None:
        before = self._is_guarded
        self._is_guarded |= self._asks(node.test if isinstance(node, ast.IfExp) else node)
        self._inside(node)
        self._is_guarded = before

    _on_boolop = _on_ifexp

    def _on_call(self, node: ast.Call) -> None:
        self._note(self.calls, node)
        self._inside(node)

    def _on_subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self._note(self.subscripts, node)
        self._inside(node)

    def _on_binop(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.BitOr):
            self._note(self.operations, node)
        self._inside(node)

    def _on_listcomp(self, node: Any) -> None:
        self._within(Scope(self._scope), list(ast.iter_child_nodes(node)))

    _on_setcomp = _on_dictcomp = _on_generatorexp = _on_listcomp


def _is_for_types(test: Any) -> bool:
    return getattr(test, "attr", getattr(test, "id", "")) == "TYPE_CHECKING"


def _is_for_main(test: Any) -> bool:
    """Whether it is `__name__ == "__main__"`."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return False
    sides: List[Any] = [test.left, test.comparators[0]]
    return "__name__" in names_in(sides) and any(text_of(side) == "__main__" for side in sides)


def _only_for_main(tree: ast.Module) -> Set[str]:
    """The functions of a module that only its `if __name__ == "__main__":` comes to."""
    idle: List[Any] = [
        statement for statement in tree.body if _is_for_main(getattr(statement, "test", None))
    ]
    while True:
        called = names_in(idle)
        rest = [statement for statement in tree.body if statement not in idle]
        new = [
            statement
            for statement in rest
            if isinstance(statement, ast.FunctionDef) and statement.name in called
            if statement.name not in names_in([other for other in rest if other is not statement])
        ]
        if not new:
            return {getattr(statement, "name", "") for statement in idle}
        idle += new
