"""LocalAI's texts: read back as written, and what is none is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.table.live.protocol import (
    Finished,
    PollReply,
    ProtocolError,
    format_poll_reply,
    parse_reply,
)

IDS = st.text("0123456789abcdefXYZ_-", min_size=1, max_size=24)
REQUESTS = st.sampled_from(["0 1 2", "2 W1", "3 2 CHI B2 J3", "3 0 GANG", "3 1 DRAW"])
SCORES = st.lists(st.integers(-500, 500), min_size=4, max_size=4).map(tuple)
REPLIES = st.builds(
    PollReply,
    st.lists(st.tuples(IDS, REQUESTS), max_size=5).map(tuple),
    st.lists(st.builds(Finished, IDS, st.integers(0, 3), st.none() | SCORES), max_size=5).map(
        tuple
    ),
)


@given(REPLIES, st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read(reply: PollReply, end: str) -> None:
    text = format_poll_reply(reply).replace("\n", end)
    assert parse_reply(text) == reply
    assert parse_reply(text.rstrip()) == reply


@given(REPLIES.filter(lambda reply: reply.requests or reply.finished), st.data())
def test_a_reply_without_its_last_lines_is_refused(reply: PollReply, data: st.DataObject) -> None:
    lines = format_poll_reply(reply).splitlines()
    cut = data.draw(st.integers(0, len(lines) - 1))
    with pytest.raises(ProtocolError):
        parse_reply("\n".join(lines[:cut]))


@given(st.text())
def test_any_text_is_a_reply_or_refused(text: str) -> None:
    try:
        parse_reply(text)
    except ProtocolError:
        return


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "0",
        "0 0 0",
        "-1 0",
        "a b",
        "<html>",
        "99999999 0",
        "1 0\nno id here\n2 W1",
        "1 0\n../../etc\n2 W1",
        "0 1\na 0 4 nan 8 8 8",
        "0 1\na 0 4 inf 8 8 8",
        "0 1\na 0 4 1e999 8 8 8",
        "1 0\nX: y\n2 W1",
        "0 1\na 0 4 1 2 3",
        "0 1\na 0 4 1 2 3 x",
        "0 1\na -1 4 1 2 3 4",
        "0 1\na 0",
    ],
)
def test_what_is_no_reply_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse_reply(text)


def test_a_request_may_be_a_json_string() -> None:
    reply = parse_reply('2 0\na\n"2 W1"\nb\n"broken\n')
    assert reply.requests == (("a", "2 W1"), ("b", '"broken'))


def test_scores_may_be_fractions() -> None:
    assert parse_reply("0 1\na 1 2 0.5 -1").finished[0].scores == (0.5, -1)
