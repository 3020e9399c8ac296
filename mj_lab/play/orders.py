"""What a person's page may tell a table: JSON of a known form, or refused in one line."""

from __future__ import annotations

from typing import Any, NamedTuple

from mj_lab.play.hand_in_play import AnswerRefusedError
from mj_lab.records.json_value import parse_json

# By type of order its other keys and what they hold.
_FORMS: dict[str, dict[str, type]] = {
    "hello": {"token": str, "sequence": int},
    "answer": {"hand": int, "turn": int, "action": str},
    "announce": {"hand": int, "turn": int},
    "claims": {"hand": int, "until": str},
    "coach": {"mode": str},
    "effective": {"hand": int, "turn": int},
    "next": {"hand": int},
}
MOST_ORDER_BYTES = 1000


class TableOrder(NamedTuple):
    """An order. type: a key of the forms, as answer or next; values: by key, of its form."""

    type: str
    values: dict[str, Any]


def read_order(text: str) -> TableOrder:
    """An order out of what was sent.

    Raises AnswerRefusedError, one line, for anything else.

    >>> read_order('{"type": "next", "hand": 0}')
    TableOrder(type='next', values={'hand': 0})
    >>> read_order('{"type": "next", "hand": "0"}')
    Traceback (most recent call last):
    ...
    mj_lab.play.hand_in_play.AnswerRefusedError: next: hand is no int
    """
    if len(text) > MOST_ORDER_BYTES:
        raise AnswerRefusedError("too long")
    try:
        record = parse_json(text.encode("utf-8", "replace"))
    except ValueError:
        raise AnswerRefusedError("no JSON") from None
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        raise AnswerRefusedError("expected an object with a type")
    kind = record.pop("type")
    form = _FORMS.get(kind)
    if form is None:
        raise AnswerRefusedError("no such type of order")
    if record.keys() != form.keys():
        raise AnswerRefusedError(f"{kind}: expected {', '.join(form)}")
    for key, wanted in form.items():
        if type(record[key]) is not wanted:
            raise AnswerRefusedError(f"{kind}: {key} is no {wanted.__name__}")
    return TableOrder(kind, record)
