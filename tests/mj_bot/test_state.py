"""GameState against the referee, and what cannot follow raises ValueError."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.events import BUGANG, CHI, DRAW, GANG, PENG, PLAY, Action, Event, parse_response
from mj_bot.folding.folded_state import FoldedState
from mj_bot.history import fold, load_json
from mj_bot.melds import Meld, offer_of
from mj_bot.state import CLAIM, NOTHING, OWN_DRAW, ROB, Discard, GameState
from mj_bot.tiles import counts_of, tile_of, tiles_from_counts, tiles_of
from mj_lab.core.game.referee import Game
from tests.recorded import Match, Recorded, dealt, sent_to

HAND = "W1 W1 W1 W1 B1 B2 B3 T5 T5 T5 T5 F1 F2"


def views(match: Match) -> Iterator[tuple[Game, list[GameState]]]:
    """After every request of a match: what the referee knows, and what each seat has folded."""
    game = Game(tiles_of(match["wall"]), match["quan"])
    states = [GameState(len(game.wall) // 4) for _ in range(4)]
    for number, asked in enumerate(match["requests"]):
        for seat, state in enumerate(states):
            state.apply(asked[seat])
        if number > 0:
            yield game, states
        # The last answers end the game, some of them by being none.
        if number + 1 < len(match["requests"]):
            for seat, state in enumerate(states):
                state.answered(parse_response(match["responses"][number][seat]))
            game.submit(match["responses"][number])


def decision_of(game: Game, seat: int) -> tuple[int, int | None]:
    """What a seat is asked now, and about which tile."""
    event = game.event
    if event is not None and event.kind == DRAW and event.seat == seat:
        return OWN_DRAW, event.tile
    if event is not None and event.kind in (PLAY, PENG, CHI) and event.seat != seat:
        return CLAIM, event.tile
    if event is not None and event.kind == BUGANG and event.seat != seat:
        return ROB, event.tile
    return NOTHING, None


def thrown(rivers: list[list[Discard]], before: Event | None, event: Event | None) -> int | None:
    """Adds an event to the discards, and a claim to the one before; the tile that is on offer."""
    discards = (PLAY, PENG, CHI)
    if event is None:
        return None
    if before is not None and before.kind in discards and event.kind in (PENG, CHI, GANG):
        assert before.tile is not None
        rivers[before.seat][-1] = Discard(before.tile, event.seat)
    if event.kind not in discards or event.tile is None:
        return None
    rivers[event.seat].append(Discard(event.tile))
    return event.tile


# In all of them together: every ending, robbed kongs, last tiles, claims that were pre-empted.
@pytest.mark.parametrize("name", ["botzone_matches", "judged_games", "rare_games"])
def test_every_seat_knows_what_the_referee_shows(recorded: Recorded, name: str) -> None:
    kinds = set()
    for match in recorded(name):
        rivers: list[list[Discard]] = [[], [], [], []]
        before: Event | None = None
        for game, states in views(match):
            offered = thrown(rivers, before, game.event)
            before = game.event
            kinds |= {(meld.kind, meld.offer > 0) for melds in game.melds for meld in melds}
            for seat, state in enumerate(states):
                where = (match["id"], seat, str(state.last))
                own = [meld.tile for meld in game.melds[seat] if not meld.offer]
                decision, tile = decision_of(game, seat)
                unseen = [
                    4 - shown - held - 4 * (place in own) - (place == offered)
                    for place, (shown, held) in enumerate(
                        zip(game.shown, game.hands[seat], strict=True)
                    )
                ]
                assert state.seat == seat and state.prevalent_wind == match["quan"], where
                assert state.hand == game.hands[seat], where
                assert state.walls == list(map(len, game.walls)), where
                assert (state.shown, state.unseen) == (game.shown, unseen), where
                assert (state.turn, state.replacing) == (game.turn, game.replacing), where
                assert state.decision == decision, where
                assert {OWN_DRAW: state.drawn, NOTHING: None}.get(decision, state.offered) == tile
                assert state.discards == rivers, where
                assert state.melds == [
                    [meld if meld.offer or owner == seat else Meld(GANG, None, 0) for meld in melds]
                    for owner, melds in enumerate(game.melds)
                ], where
    if name == "rare_games":  # Else there would be nothing to compare.
        assert kinds == {("CHI", True), ("PENG", True), ("GANG", True), ("GANG", False)}


def test_the_giver_of_a_meld_counts_from_the_left() -> None:
    assert [[offer_of(seat, (seat + n) % 4) for n in (3, 2, 1)] for seat in range(4)] == [
        [1, 2, 3]
    ] * 4


# -- load_json ------------------------------------------------------------------------------


def fields(state: GameState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in FoldedState.__slots__ if name != "legal"}


def test_load_json_is_folding_one_by_one(recorded: Recorded) -> None:
    for match in recorded("botzone_matches")[::8]:
        *_, (_, states) = views(match)
        for seat, state in enumerate(states):
            source = sent_to(match, seat)
            whole = load_json(json.dumps(source))
            assert fields(whole) == fields(load_json(source))
            assert fields(whole) == fields(load_json(json.dumps(source).encode()))
            assert fields(whole) == fields(state)


def test_loading_hears_of_every_action_before_it_is_folded(recorded: Recorded) -> None:
    for match in recorded("rare_games")[:40]:
        for seat in range(4):
            heard: list[str] = []

            def loading(
                state: GameState, player_id: int, action: Action, heard: list[str] = heard
            ) -> None:
                heard.append(f"{player_id} {action}")
                last = state.discards[player_id]
                # Before it is folded: the discard just announced is not yet among the discards.
                place = len([1 for line in heard if _discards(line, player_id)])
                assert len(last) == place - (1 if _discards(heard[-1], player_id) else 0)

            load_json(sent_to(match, seat), loading, len(match["wall"].split()) // 4)
            assert heard == told(match, seat)


def _discards(line: str, player_id: int) -> bool:
    who, kind, *_ = line.split()
    return int(who) == player_id and kind in (PLAY, PENG, CHI)


def told(match: Match, seat: int) -> list[str]:
    """The actions of a match as a seat sees them: the tile of a concealed kong is its owner's."""
    actions, requests = [], [row[seat] for row in match["requests"]]
    for number, request in enumerate(requests[2:], 2):
        if request.startswith("3 ") and "DRAW" not in request:
            _, who, *action = request.split()
            if action == ["GANG"] and int(who) == seat and requests[number - 1][0] == "2":
                action = match["responses"][number - 1][seat].split()
            actions.append(" ".join([who, *action]))
    return actions


@pytest.mark.parametrize(
    "source",
    [
        "",
        "[]",
        "1",
        "{}",
        '{"requests": 1}',
        '{"requests": [1]}',
        '{"requests": [], "responses": {}}',
        '{"requests": ["junk"]}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_input_raises(source: str | bytes) -> None:
    with pytest.raises(ValueError):
        load_json(source)


def test_no_requests_are_a_state_before_the_start() -> None:
    assert fields(load_json('{"requests": []}')) == fields(GameState())
    assert not GameState().replacing


# -- single cases ---------------------------------------------------------------------------


def test_without_the_answer_it_must_be_the_only_one() -> None:
    hand = "W1 W1 W1 W1 B1 B2 B3 T5 T5 T6 T6 F1 F2"
    state = dealt(hand, "2 F3", "3 0 GANG")
    assert state.own_melds == [Meld(GANG, tile_of("W1"), 0)]
    with pytest.raises(ValueError, match="unknown tile"):
        dealt(HAND, "2 F3", "3 0 GANG")


def test_a_draw_after_a_kong_is_about_kong_and_a_later_one_is_not() -> None:
    state = dealt(HAND, "2 F3")
    state.answered(parse_response("GANG W1"))
    about_kong = []
    for request in ("3 0 GANG", "2 B9", "3 0 PLAY B9", "3 1 DRAW", "3 1 PLAY F4", "2 W9"):
        state.apply(request)
        about_kong.append(state.about_kong)
    assert about_kong == [False, True, False, False, False, False]


def test_an_added_kong_may_be_robbed_and_is_not_the_fourth_tile() -> None:
    state = dealt(HAND, "3 1 DRAW", "3 1 PLAY T9", "3 2 PENG W9", "3 2 DRAW", "3 2 BUGANG T9")
    assert state.decision == ROB and state.offered == tile_of("T9")
    assert state.about_kong and not state.fourth_tile
    assert state.melds[2] == [Meld(GANG, tile_of("T9"), 1, True)]
    assert state.shown[tile_of("T9")] == 4 and state.unseen[tile_of("T9")] == 0


def test_three_shown_make_the_fourth_tile() -> None:
    state = dealt(HAND, "3 1 DRAW", "3 1 PLAY T9", "3 2 PENG W9", "2 T9")
    assert state.fourth_tile
    assert not dealt(HAND, "3 1 DRAW", "3 1 PLAY T9", "2 T9").fourth_tile


def test_the_wall_is_last_while_the_next_seats_is_empty() -> None:
    state = dealt(HAND, "3 1 DRAW", "3 1 PLAY F4", wall_size=14)
    assert state.walls == [1, 0, 1, 1] and not state.wall_last
    state.apply("2 F4")
    assert state.walls == [0, 0, 1, 1] and state.wall_last


def test_flowers_are_replaced_from_the_wall() -> None:
    state = load_json({"requests": ["0 0 0", f"1 0 2 0 0 {HAND}"]})
    assert state.flowers == [0, 2, 0, 0] and state.walls == [23, 21, 23, 23]
    for request in ("2 W2", "3 0 PLAY W2", "3 1 DRAW", "3 1 BUHUA H3", "3 1 DRAW"):
        state.apply(request)
    assert state.flowers == [0, 3, 0, 0]
    assert state.walls == [22, 18, 23, 23]


def test_a_first_flower_tells_that_the_wall_is_the_longer_one() -> None:
    state = dealt(HAND, "3 1 DRAW", "3 1 BUHUA H3")
    assert state.walls == [23, 21, 23, 23] and state.flowers[1] == 1


def test_a_flower_after_a_kong_keeps_the_kong() -> None:
    state = dealt(HAND, "2 F3")
    state.answered(parse_response("GANG W1"))
    for request in ("3 0 GANG", "3 0 BUHUA H1", "2 F4"):
        state.apply(request)
    assert state.about_kong


def test_a_copy_shares_nothing() -> None:
    state = dealt(HAND, "3 1 DRAW", "3 1 PLAY T9", "3 2 PENG W9", "2 F3")
    state.answered(parse_response("GANG W1"))
    before = json.dumps(fields(state), default=list)
    copy = state.copy()
    assert fields(copy) == fields(state)
    for request in ("3 0 GANG", "2 F4", "3 0 PLAY F4", "3 1 DRAW", "3 1 PLAY F1"):
        copy.apply(request)
    assert json.dumps(fields(state), default=list) == before


@pytest.mark.parametrize(
    "requests",
    [
        ["0 0 0"],  # started twice
        ["1 0 0 0 0 " + HAND],  # dealt twice
        ["2 W1"],  # a fifth W1
        ["2 W2", "3 0 PLAY W9"],  # not in the hand
        ["3 1 PENG W9"],  # a claim of nothing
        ["3 1 CHI W2 W9"],
        ["3 1 DRAW", "3 1 PLAY W2", "3 1 PENG W9"],  # its own discard
        ["3 1 DRAW", "3 1 PLAY W2", "3 3 CHI W2 W9"],  # a chow over a seat
        ["3 1 DRAW", "3 1 PLAY W2", "3 2 CHI W5 W9"],  # a run that it is not in
        ["3 1 DRAW", "3 1 PLAY W2", "3 0 PENG B1"],  # an own pung that is not held
        ["3 1 DRAW", "3 2 GANG"],  # a concealed kong out of turn
        ["3 1 DRAW", "3 1 BUGANG W2"],  # no pung to add to
        ["3 1 DRAW", "3 1 PLAY T5"],  # a fifth T5
        ["3 0 DRAW"],  # an own draw that is hidden
    ],
)
def test_what_cannot_follow_raises(requests: list[str]) -> None:
    state = dealt(HAND)
    with pytest.raises(ValueError):
        for request in requests:
            state.apply(request)


def test_a_deal_must_follow_the_start_and_be_in_the_wall() -> None:
    with pytest.raises(ValueError):
        GameState().apply("1 0 0 0 0 " + HAND)
    with pytest.raises(ValueError):
        dealt("W1 " * 13)


@given(
    st.lists(
        st.sampled_from(
            """2 W2,2 T9,3 0 PLAY W2,3 0 PLAY T9,3 1 DRAW,3 1 PLAY W3,3 1 PLAY T9,3 2 PENG W4,
            3 2 CHI W4 W5,3 2 DRAW,3 2 GANG,3 0 GANG,3 1 GANG,3 2 BUGANG T9,3 0 BUGANG T9,
            3 0 PENG W1,3 0 CHI W2 B1,3 3 BUHUA H1,0 0 0,1 0 0 0 0""".replace("\n", "").split(",")
        ).map(str.strip),
        max_size=30,
    )
)
def test_any_order_of_events_folds_or_raises_value_error(requests: list[str]) -> None:
    state = dealt(HAND)
    heard: list[Action] = []
    try:
        for request in requests:
            fold(state, request, lambda _state, _seat, action: heard.append(action))
    except ValueError:
        return
    assert min(state.hand) >= 0 and min(state.unseen) >= 0
    assert all(count <= 4 for count in state.unseen)
    assert counts_of(tiles_from_counts(state.hand)) == state.hand
    assert {action.kind for action in heard} <= {PLAY, CHI, PENG, GANG, BUGANG}


def test_an_answer_that_was_lost_is_not_taken_for_an_earlier_one() -> None:
    """Two kongs, the answer before the second lost: it can only be the other four tiles."""
    fours = "W1 W1 W1 W1 B1 B1 B1 B1 W5 W6 W7 T9 T9"
    state = GameState()
    for request, answer in (
        ("0 0 0", "PASS"),
        ("1 0 0 0 0 " + fours, "PASS"),
        ("2 F2", "GANG W1"),
        ("3 0 GANG", None),
        ("2 F2", None),
        ("3 0 GANG", None),
    ):
        state.apply(request)
        if answer is not None:
            state.answered(parse_response(answer))
    assert [meld.tile for meld in state.own_melds] == [tile_of("W1"), tile_of("B1")]
