"""Parses a page's orders to a table: JSON of known forms, anything else refused in one line."""

from __future__ import annotations

from enum import IntEnum, unique
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from mj_lab.core.error_text import words_of_validation
from mj_lab.core.records.json_lines import one_line
from mj_lab.core.records.json_value import parse_json
from mj_lab.table.play.hand_in_play import AnswerRefusedError

MOST_ORDER_BYTES = 1000
# The kinds of messages from a table to a page. Python, the pages and the site's worker know only
# these kinds and those of the orders below; a test compares the three lists.
MESSAGE_KINDS = ("effective", "note", "refused", "same_wall", "table")


@unique
class Close(IntEnum):
    """Why a connection to a page is closed: a WebSocket close code (RFC 6455, 7.4).

    Pages and the site's worker get the codes from here (`close_codes`). Browsers take BROKEN for a
    server error, after which a page reconnects. MOVED: its token opens something else now, the next
    match or no seat any more; it reconnects at once. TAKEN: another page has the seat.
    """

    BROKEN = 1011
    MOVED = 4301
    NO_SUCH_SEAT = 4404
    TAKEN = 4409
    NO_PROGRAM = 4410
    TOO_MANY = 4429


def close_codes() -> dict[str, int]:
    """The codes by their JavaScript names."""
    return {code.name.lower(): code.value for code in Close}


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Hello(_Order):
    type: Literal["hello"]
    token: str
    sequence: int


class _Answer(_Order):
    type: Literal["answer"]
    hand: int
    turn: int
    action: str


class _OfTurn(_Order):
    type: Literal["announce", "effective"]
    hand: int
    turn: int


class _Claims(_Order):
    type: Literal["claims"]
    hand: int
    until: str


class _Coach(_Order):
    type: Literal["coach"]
    mode: str


class _Next(_Order):
    type: Literal["next"]
    hand: int


class _Attends(_Order):
    type: Literal["start", "leave", "back", "give_up", "again"]


class _Replace(_Order):
    type: Literal["replace"]
    player: int


class _Name(_Order):
    type: Literal["name"]
    name: str


TableOrder = _Hello | _Answer | _OfTurn | _Claims | _Coach | _Next | _Attends | _Replace | _Name
_ORDERS: TypeAdapter[TableOrder] = TypeAdapter(Annotated[TableOrder, Field(discriminator="type")])


def read_order(text: str) -> TableOrder:
    """Parse an order.

    Raises AnswerRefusedError, one line, for anything else.

    >>> read_order('{"type": "next", "hand": 0}').hand
    0
    >>> read_order('{"type": "next", "hand": "0"}')
    Traceback (most recent call last):
    ...
    mj_lab.table.play.hand_in_play.AnswerRefusedError: next.hand: expected a whole number
    """
    if len(text) > MOST_ORDER_BYTES:
        raise AnswerRefusedError("too long")
    try:
        return _ORDERS.validate_python(parse_json(text.encode("utf-8", "replace")))
    except ValidationError as error:
        field, problem = words_of_validation(error)
        raise AnswerRefusedError(one_line(f"{field}: {problem}" if field else problem)) from None
    except ValueError:
        raise AnswerRefusedError("no JSON") from None
