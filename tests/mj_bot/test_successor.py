"""Hands after actions against what the judge's echo makes of them, in recorded matches."""

from collections import Counter
from collections.abc import Iterator

import pytest

from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action, Event, parse_response
from mj_bot.folding.folded_state import FoldedState
from mj_bot.state import OWN_DRAW, Discard, GameState
from mj_bot.successor import after_claim, hand_after
from tests.recorded import Match, Recorded


def answers_of(match: Match) -> Iterator[tuple[GameState, Action, GameState]]:
    """Each seat's recorded answers: the state asked, the answer, and the state after it."""
    for seat in range(4):
        state = GameState(len(match["wall"].split()) // 4)
        for number, asked in enumerate(match["requests"][:-1]):
            state.apply(asked[seat])
            before = state.copy()
            action = parse_response(match["responses"][number][seat])
            state.answered(action)
            if number > 0:
                after = state.copy()
                after.apply(match["requests"][number + 1][seat])
                yield before, action, after


def happened(before: GameState, action: Action, after: GameState) -> bool:
    """Whether the next event is this seat's action."""
    event = after.last
    assert isinstance(event, Event)
    return (event.seat, event.kind) == (before.seat, action.kind)


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games", "rare_games"])
def test_every_recorded_action_leaves_what_its_echo_leaves(recorded: Recorded, name: str) -> None:
    kinds: Counter[str] = Counter()
    for match in recorded(name):
        for before, action, after in answers_of(match):
            if action.kind == HU:
                continue
            if action.kind == PASS:
                if after.decision != OWN_DRAW:
                    assert hand_after(before, action) == (after.hand, after.own_melds), match["id"]
                    kinds[PASS] += 1
                continue
            if not happened(before, action, after):
                kinds["came first"] += 1
                continue
            kinds[
                "concealed" if action.kind == GANG and action.tile is not None else action.kind
            ] += 1
            hand, melds = list(before.hand), list(before.own_melds)
            where = (match["id"], before.seat, str(action))
            assert hand_after(before, action) == (after.hand, after.own_melds), where
            held, fixed = hand_after(before, action, discarding=False)
            if action.kind in (PLAY, CHI, PENG):
                assert action.tile is not None
                held[action.tile] -= 1
            assert (held, fixed) == (after.hand, after.own_melds), where
            # What was asked about stays as it is.
            assert (before.hand, before.own_melds) == (hand, melds), where
    assert set(kinds) >= {PASS, PLAY, CHI, PENG, GANG, BUGANG, "concealed", "came first"}


@pytest.mark.parametrize("name", ["judged_games", "rare_games"])
def test_a_claim_without_its_discard_is_what_its_echo_leaves_less_the_discard(
    recorded: Recorded, name: str
) -> None:
    seen = 0
    for match in recorded(name):
        for before, action, echoed in answers_of(match):
            if action.kind not in (CHI, PENG) or not happened(before, action, echoed):
                continue
            asked = before.copy()
            between = after_claim(before, action)
            assert all(getattr(before, key) == getattr(asked, key) for key in FoldedState.__slots__)
            assert action.tile is not None and between.legal is not None
            assert Action(PLAY, action.tile) in between.legal
            between.hand[action.tile] -= 1
            between.discards[between.seat].append(Discard(action.tile))
            for field in ("hand", "melds", "discards", "walls", "unseen", "shown", "turn", "drawn"):
                assert getattr(between, field) == getattr(echoed, field), (match["id"], field)
            seen += 1
    assert seen > 20


def test_no_discard_goes_with_another_action() -> None:
    with pytest.raises(ValueError, match="no discard"):
        after_claim(GameState(), Action(PASS))


def test_a_win_leaves_no_hand() -> None:
    with pytest.raises(ValueError, match="win"):
        hand_after(GameState(), Action(HU))
