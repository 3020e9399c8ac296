"""A table of people: what it takes and refuses, matches of several hands, restored where it was."""

import json
import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, PENG, PLAY, SEATS
from mj_bot.state import Standing
from mj_bot.tiles import ALL_CODES
from mj_lab.core.game.seating import PERSON, players_by_seat, seat_of_player
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable, new_table, restored
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import FOUR_PEOPLE, answer_all, play_hand, play_match, table_of

VIEWERS = (None, 0, 1, 2, 3)


def everything(table: PlayTable) -> str:
    return json.dumps([table.message(viewer) for viewer in VIEWERS], sort_keys=True)


def test_a_match_of_sixteen_hands(tmp_path: Path) -> None:
    table = table_of(tmp_path, 1, hands=16)
    given = play_match(table, random.Random(1))
    assert table.is_over
    assert given[CHI] > 20 and given[PENG] > 10
    assert [sum(result) for result in table.results] == [0] * 16
    assert table.totals() == [sum(column) for column in zip(*table.results, strict=True)]
    files = sorted((tmp_path / "saved").glob("*.jsonl"))
    assert len(files) == 16
    winds: Counter[int] = Counter()
    for path in files:
        (match,) = read_matches(path)
        assert disagreement(match) is None
        winds[match.quan] += 1
        number = int(match.id.rsplit("-", 1)[1]) - 1
        scores = [match.scores[seat_of_player(player, number)] for player in range(SEATS)]
        assert scores == table.results[number]
    assert winds == {0: 4, 1: 4, 2: 4, 3: 4}
    with pytest.raises(ValueError, match="no next hand"):
        table.next_hand()


def test_it_is_restored_at_every_turn(tmp_path: Path) -> None:
    chance = random.Random(3)
    table = table_of(tmp_path, 3, hands=4)
    moments = 0
    while not table.is_over:
        if table.hand.is_over:
            table.next_hand()
        for _ in answer_all(table, chance):
            moments += held_against_disk(table, chance, tmp_path / "3.db")
        table.go_on()
        moments += held_against_disk(table, chance, tmp_path / "3.db")
    assert moments > 30


def held_against_disk(table: PlayTable, chance: random.Random, file: Path) -> bool:
    """Sometimes: a table restored from the file is the same."""
    if chance.random() < 0.1:
        with closing(PlayStore(file)) as store:
            again = restored(store, table.id)
            assert everything(again) == everything(table)
            assert again.results == table.results
            return True
    return False


def test_tactics_play_on_after_it_was_restored(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    settings = TableSettings((PERSON, "greedy", "rule_based", "random"), wall_seed=2)
    table, _ = new_table(store, settings)
    chance = random.Random(2)
    while not table.hand.is_over:
        thought = {seat: table.hand.think(seat) for seat in table.hand.open_seats() if seat}
        again = restored(store, table.id)
        assert {seat: again.hand.think(seat) for seat in thought} == thought
        for _ in answer_all(table, chance):
            pass
        table.go_on()
    store.close()


FORGED = [
    "", " ", "PASS ", "pass", "PLAY", "PLAY W0", "PLAY H1", "HU HU", "CHI W2", "PENG", "GANG W1 W1",
    "PLAY W1\n", "PLAY W1" * 99, "\ud800", "２", "PLAY Ｗ1", "null", "BUGANG", "DRAW",
    "3 1 PLAY W1",
]  # fmt: skip


def test_no_answer_but_the_legal_ones_is_taken(tmp_path: Path) -> None:
    """At every turn of a game: every text of the wire, for every seat, hand and turn."""
    table = table_of(tmp_path, 7)
    chance = random.Random(7)
    plays = [f"{kind} {code}" for kind in (PLAY, PENG, GANG, BUGANG) for code in ALL_CODES[:34]]
    texts = [*FORGED, *plays, "PASS", "HU", "GANG", "CHI W2 T9", "CHI B5 F1"]
    refused = 0
    while not table.hand.is_over and table.hand.turn < 40:
        before = everything(table)
        hand, turn = table.hand_number, table.hand.turn
        for player in range(SEATS):
            seat = table.seat(player)
            open_ = seat in table.hand.open_seats()
            legal = (
                {str(one) for one in action_space(table.hand.sights[seat].state)}
                if open_
                else set()
            )
            for text in texts:
                if text not in legal:
                    with pytest.raises(AnswerRefusedError):
                        table.answer(player, hand, turn, text)
                    refused += 1
            for text in legal:
                for place in ((hand, turn - 1), (hand, turn + 1), (hand + 1, turn), (-1, -1)):
                    with pytest.raises(AnswerRefusedError):
                        table.answer(player, *place, text)
        assert everything(table) == before
        for _ in answer_all(table, chance):
            pass
        table.go_on()
    assert refused > 10_000


def test_an_answer_counts_once(tmp_path: Path) -> None:
    table = table_of(tmp_path, 9)
    table.go_on()
    (seat,) = table.hand.open_seats()
    player, turn = table.player_at(seat), table.hand.turn
    plays = [str(one) for one in action_space(table.hand.sights[seat].state) if one.kind == PLAY]
    table.answer(player, 0, turn, plays[0])
    before = everything(table)
    table.answer(player, 0, turn, plays[0])  # Said again, as after a broken line.
    with pytest.raises(AnswerRefusedError, match="nothing is asked"):
        table.answer(player, 0, turn, plays[1])
    assert everything(table) == before
    table.go_on()
    with pytest.raises(AnswerRefusedError, match="not on"):
        table.answer(player, 0, turn, plays[0])


def test_a_pass_set_for_the_hand_still_asks_for_a_win(tmp_path: Path) -> None:
    asked: Counter[str] = Counter()
    for seed in range(30):
        table = table_of(tmp_path, seed)
        chance = random.Random(seed)
        for seat in range(SEATS):
            table.hand.pass_claims(seat, "hand")
        while not table.hand.is_over:
            for seat in table.hand.open_seats():
                state = table.hand.sights[seat].state
                legal = action_space(state)
                assert state.drawn is not None or legal[0].kind == "HU"
                asked[legal[0].kind if state.drawn is None else "draw"] += 1
            for _ in answer_all(table, chance):
                pass
            table.go_on()
    assert asked["draw"] > 500


def test_a_pass_set_until_the_next_draw_ends_with_it(tmp_path: Path) -> None:
    """And a table restored in between passes on, or asks again, like the one that went on."""
    table = table_of(tmp_path, 8)
    chance = random.Random(8)
    passing = asked_again = 0
    while not table.hand.is_over and table.hand.turn < 60:
        store = PlayStore(tmp_path / "8.db")
        again = restored(store, table.id)
        store.close()
        assert again.hand.passes == table.hand.passes
        assert again.hand.open_seats() == table.hand.open_seats()
        state = table.hand.sights[2].state
        if 2 in table.hand.open_seats() and state.drawn is not None:
            assert 2 not in table.hand.passes
            table.pass_claims(2, "turn")
            asked_again += 1
        elif 2 in table.hand.passes and state.offered is not None and asked_again:
            legal = action_space(state)
            assert 2 not in table.hand.open_seats() or legal[0].kind == "HU"
            passing += len(legal) > 1
        for _ in answer_all(table, chance):
            pass
        table.go_on()
    assert asked_again > 3 and passing > 0
    for word in ("", "hand", "turn"):
        if not table.hand.is_over:
            table.pass_claims(1, word)
    with pytest.raises(AnswerRefusedError, match="none of the words"):
        table.pass_claims(1, "ever")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"players": ("human",) * 3, "names": ("",) * 4}, "four players"),
        ({"players": ("odds",) * 4}, "a person"),
        ({"players": ("human", "no_such", "odds", "odds")}, "no tactic"),
        ({"players": FOUR_PEOPLE, "hands": 3}, "1, 4 or 16"),
        ({"players": FOUR_PEOPLE, "pace": -1.0}, "pace"),
        ({"players": FOUR_PEOPLE, "pace": float("nan")}, "pace"),
        ({"players": FOUR_PEOPLE, "clock": 0.0}, "clock"),
        ({"players": FOUR_PEOPLE, "names": ("x" * 25, "", "", "")}, "24 characters"),
    ],
)
def test_settings_that_no_table_can_have(settings: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        TableSettings(**settings)  # type: ignore[arg-type]


def test_a_broken_tactic_does_not_end_the_game(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    table, _ = new_table(store, TableSettings((PERSON, "greedy", "greedy", "greedy"), wall_seed=1))

    def broken(_state: object) -> None:
        raise RuntimeError("broken")

    for seat in range(1, SEATS):
        table.hand.tactics[seat] = broken  # type: ignore[assignment]
    play_hand(table, random.Random(1))
    result = table.hand.game.result
    assert result is not None and result.action in ("HU", "HUANG")
    store.close()


def test_tactics_see_the_standing_of_the_match(tmp_path: Path) -> None:
    """Also after the table was restored."""
    bots = (PERSON, "greedy", "greedy", "greedy")
    store = PlayStore(tmp_path / "t.db")
    table, _ = new_table(store, TableSettings(bots, hands=4, wall_seed=4))
    for hand in range(4):
        totals = table.totals()
        east, south, west, north = (totals[player] for player in players_by_seat(hand))
        expected = Standing(hand, 4, (east, south, west, north))
        for one in (table, restored(store, table.id)):
            assert [sight.state.standing for sight in one.hand.sights] == [expected] * SEATS
        play_hand(table, random.Random(hand))
        if hand < 3:
            table.next_hand()
    assert any(totals)
    single = table_of(tmp_path, 5)
    assert [sight.state.standing for sight in single.hand.sights] == [None] * SEATS
