"""Joins the modules of the worker to one file: fifty requests take long on a slow line."""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async function|function\*?|class|const) (\w+|\{[^}]*\}))", re.MULTILINE
)


def bundled(entry: Path) -> str:
    """The text of a module with all that it imports. Raises ValueError for a circle of imports."""
    parts: list[str] = []
    names: dict[Path, str] = {}

    def add(path: Path) -> str:
        """The name of a module's exports in the text."""
        if path in names:
            if not names[path]:
                raise ValueError(f"{path.name} imports itself by way of others")
            return names[path]
        names[path] = ""
        text = path.read_text(encoding="utf-8")

        def taken(found: re.Match[str]) -> str:
            return f"const {{{found[1]}}} = {add((path.parent / found[2]).resolve())};\n"

        body = _IMPORT.sub(taken, text)
        shown = ", ".join(name.strip("{ }") for name in _EXPORT.findall(body))
        names[path] = f"module{len(parts)}"
        parts.append(
            f"const {names[path]} = (function () {{\n{_EXPORT.sub('', body)}return {{ {shown} }};\n"
            "})();\n"
        )
        return names[path]

    add(entry.resolve())
    return "".join(parts)
