"""The `--set NAME=VALUE` options of a method: fields of frozen dataclasses, each declared once."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Plan = TypeVar("_Plan", bound="DataclassInstance")

_KEY = "setting"
_NONE = "none"
_MANY = tuple[int, ...]
# The words for the types of values.
_WANTED = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    _MANY: "whole numbers with commas between",
}


@dataclass(frozen=True)
class _Setting:
    meaning: str
    name: str | None
    least: float
    above: float
    most: float

    def allows(self, value: Any) -> bool:
        numbers = value if isinstance(value, tuple) else (value,)
        return all(self.least <= number <= self.most and number > self.above for number in numbers)

    def limits(self) -> str:
        limits = [f", {self.least:g} or more"] if math.isfinite(self.least) else []
        limits += [f" above {self.above:g}"] if math.isfinite(self.above) else []
        limits += [f", at most {self.most:g}"] if math.isfinite(self.most) else []
        return "".join(limits)


def setting(
    default: Any,
    meaning: str,
    *,
    name: str | None = None,
    least: float = -math.inf,
    above: float = -math.inf,
    most: float = math.inf,
) -> Any:
    """A field of a frozen dataclass that `--set` can set.

    meaning: one line. name: if it is not the field's. least, above, most: its limits.
    """
    return field(default=default, metadata={_KEY: _Setting(meaning, name, least, above, most)})


def with_settings(plan: _Plan, changes: Sequence[str] | None) -> _Plan:
    """The plan with these changes, each NAME=VALUE, of its fields and those of its parts.

    Raises ValueError, one line, for an unknown name and for a bad value.
    """
    known = sorted(name for name, _, _ in _settings_in(plan))
    given: dict[str, str] = {}
    for change in changes or ():
        name, text = parse_setting(change)
        if name not in known:
            raise ValueError(f"--set {name:.40}: no such setting; there are {', '.join(known)}")
        given[name] = text
    return _changed(plan, given)


def parse_setting(change: str) -> tuple[str, str]:
    """The two sides of NAME=VALUE; a name may have dots. Raises ValueError for any other text."""
    name, equals, text = change.partition("=")
    if not equals or not all(name.split(".")):
        raise ValueError(f"--set is NAME=VALUE, as games=8, not {change:.80}")
    return name, text


def setting_value(text: str) -> Any:
    """The value of a text: as in TOML, None for `none`, else the text itself.

    >>> setting_value("1e-4"), setting_value("[1, 2]"), setting_value("none"), setting_value("odds")
    (0.0001, [1, 2], None, 'odds')
    """
    try:
        return tomllib.loads("value = " + text)["value"]
    except tomllib.TOMLDecodeError:
        return None if text == _NONE else text


def settings_help(plan: DataclassInstance) -> str:
    """The settings of a plan for the end of a command's help: name, default, meaning."""
    lines = [
        f"{name}={_text(value)}: {plan_field.metadata[_KEY].meaning}"
        for name, plan_field, value in _settings_in(plan)
    ]
    return "\n- ".join(["--set takes\n", *lines])


def _settings_in(part: Any) -> Iterator[tuple[str, Field[Any], Any]]:
    """Name, field and value of all settings, those of the plan's parts too."""
    for plan_field in fields(part):
        value = getattr(part, plan_field.name)
        if is_dataclass(value):
            yield from _settings_in(value)
        elif _KEY in plan_field.metadata:
            yield plan_field.metadata[_KEY].name or plan_field.name, plan_field, value


def _changed(part: _Plan, given: dict[str, str]) -> _Plan:
    kinds, new = get_type_hints(type(part)), {}
    for plan_field in fields(part):
        value = getattr(part, plan_field.name)
        if is_dataclass(value) and not isinstance(value, type):
            new[plan_field.name] = _changed(value, given)
        elif _KEY in plan_field.metadata:
            name = plan_field.metadata[_KEY].name or plan_field.name
            if name in given:
                new[plan_field.name] = _read(
                    name, given[name], kinds[plan_field.name], plan_field.metadata[_KEY]
                )
    return replace(part, **new)


def _read(name: str, text: str, kind: Any, limits: _Setting) -> Any:
    """Parse a value. Raises ValueError, one line, if that fails."""
    none_too = type(None) in get_args(kind)
    value = setting_value(text)
    if none_too and value is None:
        return None
    kind = next(iter(get_args(kind))) if none_too else kind
    try:
        value = _as_kind(value, kind)
        if limits.allows(value):
            return value
    except (TypeError, ValueError):
        pass
    wanted = _WANTED[kind] + limits.limits() + (f", or {_NONE}" if none_too else "")
    raise ValueError(f"--set {name} is {wanted}, not {text:.40}")


def _as_kind(value: Any, kind: Any) -> Any:
    """Convert a value to a setting's type. Raises TypeError or ValueError if it is of another."""
    if kind == _MANY:
        return tuple(map(int, str(value).split(",")))
    accepted = (int, float) if kind is float else (kind,)
    if type(value) not in accepted or not math.isfinite(value):
        raise ValueError(value)
    return kind(value)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)
