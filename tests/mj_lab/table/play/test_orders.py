"""What a page may say to a table: of every other text one line, and no other error."""

import json
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.orders import MESSAGE_KINDS, MOST_ORDER_BYTES, TableOrder, read_order

ORDERS = [
    {"type": "hello", "token": "x", "sequence": -1},
    {"type": "answer", "hand": 0, "turn": 7, "action": "PLAY W1"},
    {"type": "announce", "hand": 0, "turn": 7},
    {"type": "claims", "hand": 0, "until": "turn"},
    {"type": "coach", "mode": "after"},
    {"type": "effective", "hand": 0, "turn": 7},
    {"type": "next", "hand": 0},
    {"type": "name", "name": "Mei"},
]


@pytest.mark.parametrize("order", ORDERS)
def test_orders(order: dict[str, object]) -> None:
    read = read_order(json.dumps(order))
    assert read.model_dump() == order


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_with_anything_wrong(order: dict[str, object]) -> None:
    for key, value in order.items():
        others: list[object] = [None, 1.5, [], {}, "no" * 4, 7, True]
        for other in others:
            if type(other) is not type(value) or key == "type":
                with pytest.raises(AnswerRefusedError):
                    read_order(json.dumps({**order, key: other}))
        with pytest.raises(AnswerRefusedError):
            read_order(json.dumps({name: one for name, one in order.items() if name != key}))
    with pytest.raises(AnswerRefusedError):
        read_order(json.dumps({**order, "more": 1}))


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", '"next"', "{}", '{"type": null}', "[" * 900, "x" * 1_000_000,
     '{"type": "next", "hand": 1e400}', '{"type": "next", "hand": NaN}', "\ud800", "\x00"],
)  # fmt: skip
def test_what_is_no_order(text: str) -> None:
    with pytest.raises(AnswerRefusedError) as refused:
        read_order(text)
    assert len(str(refused.value).splitlines()) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.text(max_size=MOST_ORDER_BYTES + 10) | JSON.map(json.dumps))
def test_any_text_at_all(text: str) -> None:
    with pytest.raises(AnswerRefusedError):
        read_order(text)


ROOT = Path(__file__).parents[4]
SPEAKERS = (
    "mj_lab/table/play/*.py",
    "mj_lab/web/server/at_table/*.py",
    "mj_lab/web/server/assets/play/*.js",
    "mj_lab/web/server/assets/seats/*.js",
    "mj_lab/web/site/assets/worker/tables.js",
    "mj_lab/web/site/assets/worker/table/*.js",
)
KIND = re.compile(r'(?:["{ ]type"?: |(?:message|order)\.type [!=]== )"(\w+)"')
OF_HTML = {"button", "checkbox", "radio", "text"}


def test_the_kinds_of_messages_are_the_same_in_every_language() -> None:
    """Those that pages and worker say or hear, and those that Python says, are in one place."""
    orders = {
        kind for form in get_args(TableOrder) for kind in get_args(get_type_hints(form)["type"])
    }
    known = orders | set(MESSAGE_KINDS)
    said = {
        glob: {kind for path in ROOT.glob(glob) for kind in KIND.findall(path.read_text("utf-8"))}
        for glob in SPEAKERS
    }
    assert {glob: kinds - known - OF_HTML for glob, kinds in said.items()} == dict.fromkeys(
        SPEAKERS, set()
    )
    in_python = set.union(*(kinds for glob, kinds in said.items() if glob.endswith(".py")))
    in_pages = set.union(*(said[glob] for glob in SPEAKERS[2:4]))
    assert set(MESSAGE_KINDS) <= in_python
    assert in_pages - OF_HTML == known
