"""The order of the judge's checks, against the same written plainly, with every kind of answer."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.events import Action, parse_response
from mj_bot.tiles import ALL_CODES, CODES
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.records.match import Match
from mj_lab.measure.check.legal import CONCEIVABLE
from tests.recorded import Recorded

Outcome = tuple[Any, ...]
Said = str | Fault

TILE = "(?:[WBT][1-9]|F[1-4]|J[1-3])"
FORM = re.compile(rf"PASS|HU|GANG|(?:PLAY|PENG|GANG|BUGANG) {TILE}|CHI [WBT][2-8] {TILE}", re.ASCII)


# -- the order, plainly ----------------------------------------------------------------------


def told(game: Game, replies: list[Said]) -> Outcome:
    """What the published judge makes of four answers, by its rules as they are written down."""
    event = game.event
    if event is None or event.kind in ("BUHUA", "GANG"):
        return all_must_pass(game, replies)
    if event.kind == "DRAW":
        return after_a_draw(game, replies)
    if event.kind == "BUGANG":
        return after_an_added_kong(game, replies)
    return after_a_discard(game, replies)


def all_must_pass(game: Game, replies: list[Said]) -> Outcome:
    for seat in (0, 1, 2, 3):
        reply = replies[seat]
        if isinstance(reply, Fault):
            return (reply.verdict, seat)
        if reply != "PASS":
            return ("WA", seat)
    return ("goes on",)


def after_a_draw(game: Game, replies: list[Said]) -> Outcome:
    drawer = actor_of(game)
    for seat in (0, 1, 2, 3):
        reply = replies[seat]
        if isinstance(reply, Fault):
            return (reply.verdict, seat)
        if seat != drawer and reply != "PASS":
            return ("WA", seat)
        if seat == drawer and reply == "HU":
            return judged_win(game, seat)
        if seat == drawer and not is_allowed(game.allows_own, seat, reply):
            return ("WA", seat)
    return ("does", drawer, replies[drawer])


def after_a_discard(game: Game, replies: list[Said]) -> Outcome:
    discarder = actor_of(game)
    for seat in (discarder, (discarder + 1) % 4, (discarder + 2) % 4, (discarder + 3) % 4):
        reply = replies[seat]
        if isinstance(reply, Fault):
            return (reply.verdict, seat)
        if seat == discarder and reply != "PASS":
            return ("WA", discarder)
        if reply == "HU":
            return judged_win(game, seat)
    texts = [str(reply) for reply in replies]
    three_words = [seat for seat in range(4) if len(re.split(" ", texts[seat])) == 3]
    others = [seat for seat in range(4) if seat not in three_words and texts[seat] != "PASS"]
    for seat in others + three_words:
        if is_allowed(game.allows_claim, seat, texts[seat]):
            return ("does", seat, texts[seat])
        return ("WA", seat)
    return ("goes on",)


def after_an_added_kong(game: Game, replies: list[Said]) -> Outcome:
    actor = actor_of(game)
    for seat in (actor, (actor + 1) % 4, (actor + 2) % 4, (actor + 3) % 4):
        reply = replies[seat]
        if isinstance(reply, Fault):
            return (reply.verdict, seat)
        if reply == "HU" and seat != actor:
            return judged_win(game, seat)
        if reply != "PASS":
            return ("WA", seat)
    return ("goes on",)


def actor_of(game: Game) -> int:
    assert game.event is not None
    return game.event.seat


def is_allowed(rule: Callable[[int, Action], bool], seat: int, reply: str) -> bool:
    return FORM.fullmatch(reply) is not None and rule(seat, parse_response(reply))


def judged_win(game: Game, seat: int) -> Outcome:
    found = game.winning(seat)
    return ("HU" if found is not None and found.fan >= 8 else "WH", seat)


def became(game: Game, replies: Sequence[Reply]) -> Outcome:
    """What our judge made of them."""
    before, deals = game.event, len(game.deals)
    game.submit(replies)
    result, event = game.result, game.event
    if result is not None and result.action != "HUANG":
        return (result.action, result.player)
    if (
        event is None
        or event.kind in ("DRAW", "BUHUA")
        or (event, len(game.deals)) == (before, deals)
    ):
        return ("goes on",)
    # A concealed kong is not announced: its tile is the newest meld's.
    tile = event.tile
    if event.kind == "GANG" and before is not None and before.kind == "DRAW":
        tile = game.melds[event.seat][-1].tile
    return ("does", event.seat, str(Action(event.kind, tile, event.chow)))


# -- what is answered -------------------------------------------------------------------------

words = st.sampled_from(
    ["PASS", "HU", "PLAY", "PENG", "GANG", "BUGANG", "CHI", "pass", "W0", "X1", "", "BUHUA", "1"]
)
nonsense = st.lists(st.one_of(words, st.sampled_from(ALL_CODES)), max_size=5).map(" ".join)
# Of two, three and four words, which are looked at in that order.
ODD = (" PASS", "PENG  W1", "PLAY W1 W2", "GANG", "CHI T2 T5 ", "CHI T2 T5 W1")
BLANKS = (" ", "\t", "\n", "\u00a0", "\u3000", "\x1f", "\0")


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """An answer with something about it that exact comparing does not forgive."""
    place = draw(st.integers(0, len(text)))
    way = draw(st.sampled_from(["blank", "case", "cut", "word", "digit"]))
    if way == "blank":
        return text[:place] + draw(st.sampled_from(BLANKS)) + text[place:]
    if way == "case":
        return text[:place] + text[place:].lower()
    if way == "word":
        return text + " " + draw(st.sampled_from(CODES))
    if way == "digit":
        return text.replace("1", "\u0661")
    return text[:place]


def answers_of(game: Game, seat: int) -> st.SearchStrategy[Said]:
    legal = [str(action) for action in CONCEIVABLE if game.allows(seat, action)]
    good = st.sampled_from([*legal, "PASS"])
    anything = st.sampled_from(CONCEIVABLE).map(str)
    fault = st.sampled_from(["RE", "TLE", "MLE", "OLE", "NJ"]).map(Fault)
    passing = st.just("PASS")
    whole = st.one_of(passing, good, good, anything, st.just("HU"))
    odd = st.sampled_from(ODD)
    return st.one_of(whole, whole, passing, whole.flatmap(spoilt), odd, nonsense, fault)


def reached(record: dict[str, Any], turn: int) -> Game:
    match = Match.model_validate(record)
    game = Game(match.wall, match.quan)
    for place in range(turn):
        game.submit(match.replies(place))
    return game


@given(st.data())
@settings(max_examples=250)
def test_every_stage_has_the_judges_order(recorded: Recorded, data: st.DataObject) -> None:
    check_a_turn(recorded, data)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=1500)
def test_every_stage_many_times(recorded: Recorded, data: st.DataObject) -> None:
    check_a_turn(recorded, data)


def check_a_turn(recorded: Recorded, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(recorded("rare_games")))
    asked = record["requests"]
    # After a discard most can go wrong; added kongs are rare.
    claims = [t for t, row in enumerate(asked) if set(row[0].split()) & {"PLAY", "PENG", "CHI"}]
    added = [turn for turn, row in enumerate(asked) if "BUGANG" in row[0]]
    anywhere = range(len(asked))
    turns = data.draw(st.sampled_from([anywhere, claims or anywhere, added or anywhere]))
    turn = data.draw(st.sampled_from(turns))
    game = reached(record, turn)
    replies = [data.draw(answers_of(game, seat)) for seat in range(4)]
    expected = told(game, replies)
    assert became(game, replies) == expected
    if all(isinstance(one, str) and FORM.fullmatch(one) for one in replies):
        acted = reached(record, turn)
        acted.submit([parse_response(str(one)) for one in replies])
        assert (acted.result, acted.event) == (game.result, game.event)


@pytest.mark.foreign
def test_a_malformed_claim_comes_before_a_good_chow(recorded: Recorded) -> None:
    """As in faulty-27: what has three words is never looked at once a chow was accepted."""
    record = next(one for one in recorded("faulty_games") if one["id"] == "faulty-27")
    chow = ["CHI T2 T5", "PASS", "PLAY T1 T9", "PASS"]
    assert record["responses"][4] == chow
    game = reached(record, 4)
    assert became(game, list(chow)) == ("does", 0, "CHI T2 T5")
    for second, third in (("PENG", "PASS"), ("PASS", "PLAY T1"), ("PASS", " PASS"), ("", "PASS")):
        game = reached(record, 4)
        game.submit(["CHI T2 T5", second, third, "PASS"])
        assert game.result is not None
        assert game.result[:2] == ("WA", 2 if second == "PASS" else 1)
