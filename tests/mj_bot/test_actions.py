"""action_space against recorded lists of legal answers, recorded play, and the folding."""

from collections import Counter
from collections.abc import Iterator

import pytest

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAY, Action
from mj_bot.history import load_json
from mj_bot.state import CLAIM, NOTHING, OWN_DRAW, ROB, GameState
from mj_bot.successor import ends_drawn
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from tests.recorded import Match, Recorded, after, dealt, requests_of

MATCH_FILES = ("botzone_matches", "judged_games", "rare_games")

# Over all seats and requests of this many games, by kind of action. These may change only with the
# rules, and our own with tests/data/make.py.
KINDS = ("BUGANG", "CHI", "GANG", "HU", "PASS", "PENG", "PLAY")
LEGAL_ACTIONS = {
    ("botzone_matches", 40): (8, 3378, 17, 37, 14067, 1471, 18872),
    ("judged_games", 360): (95, 9364, 1062, 327, 78112, 6809, 76060),
    ("rare_games", 167): (76, 4390, 605, 159, 41993, 3728, 42012),
    # Our own:
    ("botzone_matches", 36): (12, 3737, 27, 30, 16952, 1896, 21641),
    ("judged_games", 250): (126, 5648, 918, 178, 49671, 4748, 51112),
    ("rare_games", 159): (87, 3801, 486, 154, 27805, 2917, 29331),
}


def asked(match: Match) -> Iterator[tuple[GameState, str, bool]]:
    """Every request of a match folded by its seat, the recorded answer, and if that was a fault."""
    result = match["result"]
    for turn, seat, state in requests_of(match):
        is_last = turn + 1 == len(match["requests"])
        at_fault = result["action"] in ("WA", "WH") and result["player"] == seat
        yield state, match["responses"][turn][seat], is_last and at_fault


@pytest.mark.foreign
def test_recorded_lists_of_legal_answers(recorded: Recorded) -> None:
    for decision in recorded("reference_decisions"):
        found = sorted(map(str, action_space(load_json(decision))))
        assert found == sorted(decision["legal"]), decision["id"]


@pytest.mark.parametrize("name", MATCH_FILES)
def test_recorded_answers_are_legal_but_for_the_faults(recorded: Recorded, name: str) -> None:
    legal: Counter[str] = Counter()
    matches = recorded(name)
    for match in matches:
        for state, answer, is_fault in asked(match):
            actions = action_space(state)
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts), match["id"]
            assert (answer in texts) is not is_fault, (match["id"], answer)
            assert HU not in texts[1:] and all(a.fan >= 8 for a in actions if a.kind == HU)
            legal.update(action.kind for action in actions)
    assert set(legal) == set(KINDS)
    assert tuple(map(legal.get, KINDS)) == LEGAL_ACTIONS[name, len(matches)]


def folds(state: GameState, action: Action) -> bool:
    """Whether the action's echo could be folded: the hand has the tiles, the meld is one."""
    try:
        after(state, action)
    except ValueError:
        return False
    return True


def conceivable(state: GameState) -> Iterator[Action]:
    """Every action of a kind that fits the decision, legal or not."""
    if state.decision == OWN_DRAW:
        for tile in range(TILE_KINDS):
            yield Action(PLAY, tile)
            if state.walls[state.seat] and not state.wall_last:
                yield Action(GANG, tile)
                yield Action(BUGANG, tile)
    elif state.decision == CLAIM and not state.wall_last:
        if state.walls[state.seat]:
            yield Action(GANG)
        for tile in range(TILE_KINDS):
            yield Action(PENG, tile)
            for chow in CHOW_MIDDLES:
                yield Action(CHI, tile, chow)


def test_legal_is_what_can_be_folded(recorded: Recorded) -> None:
    """The two are different code: one lists from counts, the other moves tiles or raises."""
    for match in recorded("rare_games")[::6]:
        for number, (state, _, _) in enumerate(asked(match)):
            if state.decision in (NOTHING, ROB) or number % 11:
                continue
            legal = {action for action in action_space(state) if action.kind != HU} - {PASSING}
            assert legal == {action for action in conceivable(state) if folds(state, action)}


def legal(state: GameState) -> str:
    return ", ".join(str(action) for action in action_space(state))


ONE_KONG = "W1 W1 W1 B5 B5 B5 T5 T6 T8 T9 F1 F2 F3"


def test_no_claim_while_the_wall_is_last() -> None:
    # Seat 3 discards while the wall of seat 0, ours, is empty.
    state = dealt(ONE_KONG, "2 J1", "3 0 PLAY J1", "3 3 DRAW", "3 3 PLAY W1", wall_size=14)
    assert state.walls[0] == 0
    assert legal(state) == "PASS"


def test_kongs_without_a_tile_to_replace_them() -> None:
    # Our wall is empty, the next seat's is not: a discard's kong ends the game drawn, and may.
    state = dealt(ONE_KONG, "2 J1", "3 0 PLAY J1", "3 1 DRAW", "3 1 PLAY W1", wall_size=14)
    state.walls[2] = 1
    state.legal = None
    kong = next(action for action in action_space(state) if action.kind == "GANG")
    assert "PENG" in legal(state) and kong.tile is None and ends_drawn(state, kong)
    drawn = dealt(ONE_KONG, "2 W1", wall_size=14)
    assert drawn.walls[0] == 0 and "GANG" not in legal(drawn)
    drawn.walls[0] = 1
    drawn.legal = None
    assert "GANG W1" in legal(drawn)
    drawn.walls[1] = 0
    drawn.legal = None
    assert "GANG" not in legal(drawn)
