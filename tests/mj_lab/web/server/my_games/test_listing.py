"""The finished hands of a browser's seats: none more, none less, and means counted another way."""

import json
import random
import sqlite3
import statistics
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.game.seating import PERSON, seat_of_player
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import LOSS_KINDS
from mj_lab.table.play.play_table import restored
from mj_lab.table.play.same_wall import duplicate_scores
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from mj_lab.web.server.my_games.finished import finished_hands, seats_of_people
from mj_lab.web.server.my_games.listing import listing
from mj_lab.web.server.my_games.reviews import KeptReviews
from mj_lab.web.server.my_games.trend import WINDOW, mean_of, moving_means
from tests.mj_lab.table.play.playing import play_match
from tests.mj_lab.web.server.my_games.played import ME, played_table, sampled_of
from tests.mj_lab.web.server.staged import SCENES, wall_with


def test_the_hands_of_ones_own_seats_alone(tmp_path: Path) -> None:
    match, tokens = played_table(tmp_path, 2, hands=4)
    _, others = played_table(tmp_path, 3, again=False)
    tables = tmp_path / "tables"
    found = finished_hands(tables, [str(tokens[ME])])
    assert [hand.hand for _, hand in found] == [3, 2, 1, 0]
    for token, hand in found:
        assert token == tokens[ME]
        assert hand.score == match.results[hand.hand][ME]
        assert hand.seat == seat_of_player(ME, hand.hand)
        assert hand.path is not None and hand.instead_path is not None
        (record,) = read_matches(hand.path)
        around = [record.players[(hand.seat + step) % 4] for step in range(4)]
        assert around == ["Mei", *hand.others]
        assert record.scores[hand.seat] == hand.score
        (bots,) = read_matches(hand.instead_path)
        assert hand.instead is not None
        assert bots.scores[hand.seat] == hand.instead.instead
    both = finished_hands(tables, [str(tokens[ME]), str(others[ME]), str(tokens[ME])])
    assert len(both) == 5
    assert both[0][0] == others[ME], "the newest first"


def test_a_token_has_the_hands_of_all_matches_of_its_table(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    first, tokens = played_table(tmp_path, 3, people=(ME, 3), again=False)
    with closing(PlayStore(tables / "tables.db")) as store:
        restored(store, first.id).again(3)
        holder = store.holder(str(tokens[ME]))
        assert holder is not None
        second = restored(store, holder.table_id, tables)
        play_match(second, random.Random(1))
    played = {(first.id, ME, first.results[0][ME]), (second.id, 0, second.results[0][0])}
    found = finished_hands(tables, [str(tokens[ME])])
    assert {(hand.table, hand.player, hand.score) for _, hand in found} == played
    rows = listing(tables, KeptReviews(tables), [str(tokens[ME])])["hands"]
    assert {row["table"] for row in rows} == {first.id, second.id}


def test_no_hands_of_spectators_strangers_and_hands_being_played(tmp_path: Path) -> None:
    assert finished_hands(tmp_path / "tables", ["token"]) == []
    assert not (tmp_path / "tables").exists()
    _, tokens = played_table(tmp_path, 3, again=False)
    store = PlayStore(tmp_path / "tables" / "tables.db")
    settings = asdict(TableSettings((PERSON, "random", "random", "random"), hands=4))
    store.add_table("on", settings, {"mine": 0})
    store.add_hand("on", 0, wall_with(SCENES["pung"].draws, 34))
    store.close()
    for token in (str(tokens[None]), "token", "mine", ""):
        assert finished_hands(tmp_path / "tables", [token]) == []


def test_a_tactic_of_then_and_a_match_file_may_be_gone(tmp_path: Path) -> None:
    table, tokens = played_table(tmp_path, 3)
    tables = tmp_path / "tables"
    (path,) = tables.glob("*.jsonl")
    path.unlink()
    store = PlayStore(tables / "tables.db")
    settings = store.settings(table.id)
    settings["players"][0] = "which_is_gone"
    begun = store.set_up_at(table.id)
    store.close()
    with closing(sqlite3.connect(tables / "tables.db")) as file, file:
        told = (json.dumps(settings), table.id)
        file.execute("UPDATE tables SET settings = ? WHERE id = ?", told)
    ((_, hand),) = finished_hands(tables, [str(tokens[ME])])
    assert (hand.path, hand.ended) == (None, begun)
    assert "which_is_gone" in hand.others
    (row,) = listing(tables, KeptReviews(tables), [str(tokens[ME])])["hands"]
    assert row["replay"] is None and row["instead"]["beside"] is None


def test_means_are_those_of_all_hands_counted_another_way(tmp_path: Path) -> None:
    _, tokens = played_table(tmp_path, 2, hands=4)
    tables = tmp_path / "tables"
    told = listing(tables, KeptReviews(tables), [str(tokens[ME])])
    store = PlayStore(tables / "tables.db")
    (score,) = duplicate_scores(store)
    store.close()
    assert told["versus"]["hands"] == score.hands == 4
    assert told["versus"]["mean"] == pytest.approx(score.points.mean)
    assert told["versus"]["error"] == pytest.approx(score.points.error)
    assert told["score"]["mean"] == pytest.approx(score.seats[0])
    assert told["against"] == score.against._asdict()
    values = [sampled_of(number)[2] for number in range(4)]
    assert told["against"]["mean"] == statistics.mean(values)
    assert told["against"]["error"] == pytest.approx(2.0 * 3**0.5 / 4)
    assert [row["instead"]["against"] for row in told["hands"][::-1]] == values
    assert [one["value"] for one in told["trends"]["against"]] == values
    last = told["trends"]["against"][-1]
    assert last["mean"] == pytest.approx(statistics.mean(values))
    assert last["error"] == pytest.approx(statistics.stdev(values) / 4**0.5)


def test_what_is_no_fair_draw_counts_in_no_mean(tmp_path: Path) -> None:
    """Hands with other people are not held against the bot, hands tried again count nowhere."""
    _, two = played_table(tmp_path, 2, people=(1, 3))
    _, again = played_table(tmp_path, 3)
    tables = tmp_path / "tables"
    told = listing(tables, KeptReviews(tables), [str(two[1]), str(again[ME])])
    assert (told["score"]["hands"], told["versus"]["hands"]) == (2, 1)
    table = next(row for row in told["hands"] if row["token"] == again[ME])
    assert not table["again"]
    ((_, hand),) = finished_hands(tables, [str(again[ME])])
    assert hand.path is not None
    hand.path.rename(hand.path.with_name(f"{hand.path.stem}-again.jsonl"))
    told = listing(tables, KeptReviews(tables), [str(two[1]), str(again[ME])])
    assert (told["score"]["hands"], told["versus"]["hands"]) == (1, 0)
    assert [row["again"] for row in told["hands"] if row["token"] == again[ME]] == [True]


def reviewed(lost: float) -> dict[str, Any]:
    """A review with a quarter of the loss in defence."""
    kinds = dict.fromkeys(LOSS_KINDS, 0.0)
    kinds |= {"defence": lost / 4, "discard early": lost * 3 / 4}
    return {"points_lost": lost, "kinds": kinds}


def test_reviews_are_counted_where_there_are_some(tmp_path: Path) -> None:
    table, tokens = played_table(tmp_path, 2, hands=4)
    tables = tmp_path / "tables"
    reviews = KeptReviews(tables)
    for number, lost in ((0, 12.5), (2, 7.0)):
        reviews.add((table.id, number, ME), reviewed(lost))
    reviews.add((table.id, 1, 3), reviewed(99.0))
    told = listing(tables, reviews, [str(tokens[ME])])
    assert [one["value"] for one in told["trends"]["lost"]] == [12.5, 7.0]
    assert told["lost"] == {
        "hands": 2,
        "mean": 9.75,
        "error": pytest.approx(statistics.stdev([12.5, 7.0]) / 2**0.5),
    }
    assert told["kinds"]["defence"]["all"]["mean"] == 9.75 / 4
    assert told["kinds"]["kong"]["recent"] == {"hands": 2, "mean": 0.0, "error": None}
    assert [row["review"] is not None for row in told["hands"]] == [False, True, False, True]


def test_the_seats_of_people(tmp_path: Path) -> None:
    one, _ = played_table(tmp_path, 2, hands=4)
    two, _ = played_table(tmp_path, 3, people=(1, 3), again=False)
    tables = tmp_path / "tables"
    for number in range(4):
        assert seats_of_people(tables, one.hand_name(number)) == (seat_of_player(ME, number),)
        instead = one.instead_name(number, 3)
        assert seats_of_people(tables, instead) == (seat_of_player(3, number),)
    assert seats_of_people(tables, two.hand_name(0)) == (1, 3)
    for name in ("duel-7", "table-0f3c-1", "table-0f3c-99", "table-0f3c-0-instead-1"):
        assert seats_of_people(tables, name) == ()
    assert seats_of_people(tmp_path, one.hand_name(0)) == ()


@given(st.lists(st.integers(-300, 300), max_size=3 * WINDOW))
def test_each_is_of_the_newest_by_then(values: list[int]) -> None:
    made = moving_means(values)
    assert [one["value"] for one in made] == values
    for place, one in enumerate(made):
        newest = [values[at] for at in range(len(values)) if place - WINDOW < at <= place]
        assert one["hands"] == len(newest)
        assert one["mean"] == pytest.approx(statistics.fmean(newest))
        if len(set(newest)) == 1:
            assert one["error"] is None, "nothing is known of the error of one value"
        else:
            error = statistics.stdev(newest) / len(newest) ** 0.5
            assert one["error"] == pytest.approx(error)


def test_nothing_yet() -> None:
    assert mean_of([]) == {"hands": 0, "mean": None, "error": None}
    assert moving_means([]) == []
