"""Prepares docstrings for the API page (reference/api.md): plain sentences and examples."""

from __future__ import annotations

import re
from typing import Any

import griffe

# Lines of a doctest up to the next empty line.
_EXAMPLE = re.compile(r"^(>>> .*(?:\n.+)*)", re.MULTILINE)
_CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)


class PlainDocstrings(griffe.Extension):
    """Fences doctests, which Markdown takes for quotes, and escapes what it takes for links."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        _make_plain(obj)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Change the docstring of a package, for which `on_object` is not called."""
        _make_plain(pkg)


def _make_plain(documented: griffe.Object) -> None:
    if documented.docstring is None:
        return
    text = _EXAMPLE.sub(r"```python\n\1\n```", documented.docstring.value)
    parts = _CODE.split(text)
    parts[::2] = [part.replace("[", r"\[") for part in parts[::2]]
    documented.docstring.value = "".join(parts)
