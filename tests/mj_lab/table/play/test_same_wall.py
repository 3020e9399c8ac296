"""The same wall for a tactic: who played as it does gets the same game; and nothing too early."""

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mj_lab.core.game.seating import PERSON, seat_of_player
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.options import ADVISER
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.cli import score
from mj_lab.table.play.coach import coached
from mj_lab.table.play.play_table import PlayTable, hand_at, new_table, restored
from mj_lab.table.play.same_wall import (
    HandInstead,
    against_bot,
    duplicate_scores,
    keep,
    mean_against,
    not_compared,
)
from mj_lab.table.play.store import PlayStore, SameWall
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import play_hand, play_match

if TYPE_CHECKING:
    from mj_engine.learned import AgainstBot

# Quick, and it depends on nothing but what its seat knows.
BOT = "greedy"


def table_with(folder: Path, players: tuple[str, ...], hands: int = 1) -> PlayTable:
    settings = TableSettings(players, hands=hands, wall_seed=6)
    return new_table(PlayStore(folder / "t.db"), settings, folder / "saved")[0]


def play_like(table: PlayTable, players: tuple[str, ...]) -> None:
    """Play the hand; the people answer as `players` do."""
    store = PlayStore(table_file(table))
    twin = restored(store, table.id)
    twin.hand = hand_at(players, table.hand_number, table.hand.game.wall)
    while not table.hand.is_over:
        assert not_compared(table) == []  # What is played is in no comparison.
        for seat in table.hand.open_seats():
            if table.is_person(seat):
                answer = str(twin.hand.think(seat))
                table.answer(table.player_at(seat), table.hand_number, table.hand.turn, answer)
            else:
                table.hand.reply(seat, table.hand.think(seat))
        table.go_on()
        replies = table.hand.turns[-1].replies
        for seat in twin.hand.open_seats():
            twin.hand.reply(seat, replies[seat])  # type: ignore[arg-type]
        twin.hand.go_on()
    store.close()


def table_file(table: PlayTable) -> Path:
    assert table.saved_path is None
    folder = table.path_of("x")
    assert folder is not None
    return folder.parent.parent / "t.db"


def played_again(table: PlayTable, number: int, player: int, tactic: str = BOT) -> HandInstead:
    kept = table.kept_hand(number)
    instead = HandInstead(table.settings.players, number, kept, player, tactic)
    while not instead.is_over:
        instead.go_on()
    return instead


@pytest.mark.parametrize("seat", range(4))
def test_who_plays_as_the_tactic_does_gets_the_same_game(tmp_path: Path, seat: int) -> None:
    others = ["random", "rule_based", "greedy", "random"]
    players = tuple(PERSON if one == seat else name for one, name in enumerate(others))
    table = table_with(tmp_path, players)
    play_like(table, tuple(BOT if one == seat else name for one, name in enumerate(others)))
    instead = played_again(table, 0, seat)
    assert instead.parts is None and instead.alone
    assert instead.scores == list(table.hand.game.scores)
    again = instead.match("again", table.match().players)
    assert again.responses == table.match().responses


def follow_the_coach(table: PlayTable, careless: int = 0) -> int:
    """Play the hand by the coach's word, but for the first answers: how often it was followed."""
    hand, asked = table.hand, 0
    while not hand.is_over:
        for seat in hand.open_seats():
            if not table.is_person(seat):
                hand.reply(seat, hand.think(seat))
                continue
            asked += 1
            answer = str(hand.stand_in(seat))
            if asked > careless:
                said = coached(0, hand.turn, hand.sights[seat].state.copy()).before()
                answer = said["choice"]
            table.answer(table.player_at(seat), 0, hand.turn, answer)
        table.go_on()
    return asked - careless


def sampled(table: PlayTable, number: int, player: int) -> "AgainstBot":
    """What a hand's answers are worth against the bot's."""
    against = against_bot(table.kept_hand(number), number, player, table.hand_name(number))
    assert against is not None
    while not against.is_over:
        against.go_on()
    return against.found


def test_who_follows_the_coach_gets_the_game_of_the_bot_in_the_seat(tmp_path: Path) -> None:
    """And is at nothing against it, without an error."""
    table = table_with(tmp_path, ("greedy", "rule_based", PERSON, "greedy"))
    assert follow_the_coach(table) >= 10
    instead = played_again(table, 0, 2, ADVISER)
    assert instead.parts is None and instead.scores == list(table.hand.game.scores)
    assert sampled(table, 0, 2) == (0, 0, 0.0, 0.0)


def test_where_two_people_sit_the_other_answers_as_it_did_until_it_is_told_otherwise(
    tmp_path: Path,
) -> None:
    players = (PERSON, "greedy", PERSON, "random")
    table = table_with(tmp_path, players)
    # The other plays at random, and where the person plays as the tactic the game stays the same.
    play_like(table, (BOT, "greedy", "random", "random"))
    same = played_again(table, 0, 0)
    assert (same.parts, same.alone) == (None, False)
    assert same.match("a", ()).responses == table.match().responses
    other = played_again(table, 0, 2)
    assert other.parts is not None
    then, now = table.match(), other.match("b", ())
    assert now.requests[: other.parts] == then.requests[: other.parts]
    assert now.responses[: other.parts] == then.responses[: other.parts]
    assert now.responses[other.parts][2] != then.responses[other.parts][2]


def test_a_match_is_compared_hand_by_hand_and_kept(tmp_path: Path) -> None:
    table = table_with(tmp_path, ("random", PERSON, "random", PERSON), hands=4)
    assert not_compared(table) == []
    play_hand(table, random.Random(1))
    assert not_compared(table) == [(0, 1), (0, 3)]
    play_match(table, random.Random(1))
    assert not_compared(table) == [(hand, player) for hand in range(4) for player in (1, 3)]
    for number, player in not_compared(table):
        row = keep(table, played_again(table, number, player), number, player, BOT)
        assert row.score == table.results[number][player]
    assert not_compared(table) == []
    store = PlayStore(tmp_path / "t.db")
    again = restored(store, table.id, tmp_path / "saved")
    assert again.same_walls == table.same_walls and len(again.same_walls) == 8
    files = sorted((tmp_path / "saved" / "same_wall").glob("*.jsonl"))
    assert len(files) == 8
    for path in files:
        (match,) = read_matches(path)
        assert disagreement(match) is None
        number, player = (int(match.id.split("-")[part]) - 1 for part in (2, 4))
        seat, row = seat_of_player(player, number), table.same_walls[number, player]
        assert (match.players[seat], match.scores[seat]) == (BOT, row.instead)
        (own,) = read_matches(tmp_path / "saved" / f"{table.hand_name(number)}.jsonl")
        assert match.wall == own.wall and match.quan == own.quan
    # Where two people sat it is no exact comparison, and it counts in no score.
    assert duplicate_scores(store) == []
    store.close()


@pytest.mark.thorough
def test_answers_that_differ_are_held_against_the_bots(tmp_path: Path) -> None:
    """Some careless answers, the rest the coach's: figures of these, and they are kept."""
    table = table_with(tmp_path, ("random", PERSON, "greedy", "greedy"))
    follow_the_coach(table, careless=6)
    found = sampled(table, 0, 1)
    assert 1 <= found.differ <= 6
    assert found.worlds == min(100, 300 // found.differ) and found.error > 0
    row = keep(table, played_again(table, 0, 1), 0, 1, BOT, found)
    assert (row.differ, row.worlds, row.against, row.error) == found
    assert mean_against([row]) == (1, row.against, row.error)


def test_scores_by_name_with_their_error(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "t.db")
    draws = {"": [8, -8, 30], "Mei": [0, 0]}
    for name, differences in draws.items():
        settings = TableSettings(
            (PERSON, "odds", "odds", "odds"), hands=4, names=(name, "", "", "")
        )
        table, _ = new_table(store, settings)
        for hand, difference in enumerate(differences):
            if hand > 0:
                store.add_hand(table.id, hand, wall_of_seed(f"{name} {hand}"))
            row = SameWall(hand, 0, "odds", difference - 4, -4, True, None)
            if hand < 2:
                row = row._replace(against=-3.0 * hand, error=4.0 * hand, differ=hand, worlds=100)
            table.compare(row)
        table.compare(SameWall(3, 0, "odds", 500, 0, False, 7))
    first, second = duplicate_scores(store)
    assert (first.name, first.tactic, first.hands, first.points.mean) == ("", "odds", 3, 10.0)
    # The error of a mean of three by hand: deviations -2, -18, 20.
    assert first.points.error == pytest.approx(((4 + 324 + 400) / 2 / 3) ** 0.5)
    assert first.seats == (6.0, -4.0)
    # Of three one was not played on in sampled worlds.
    assert first.against == (2, -1.5, 2.0)
    # Two that came out alike say nothing of how far off the mean may be.
    assert (second.name, second.points.mean, second.points.error) == ("Mei", 0.0, None)
    # The same wall once more is no further draw.
    again, _ = new_table(store, TableSettings((PERSON, "odds", "odds", "odds"), hands=4))
    store.add_hand(again.id, 1, wall_of_seed(" 1"))
    again.compare(SameWall(1, 0, "odds", -12, -4, True, None))
    first, _ = duplicate_scores(store)
    assert (first.hands, first.points.draws, first.points.mean) == (4, 3, 5.5)
    store.close()


def test_the_command_tells_the_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no tables in"):
        score(tmp_path)
    store = PlayStore(tmp_path / "tables" / "tables.db")
    score(tmp_path)
    assert capsys.readouterr().out.startswith("no hand against bots was played")
    table, _ = new_table(store, TableSettings((PERSON, "odds", "odds", "odds"), hands=4))
    table.compare(SameWall(0, 0, "odds", -8, 24, True, 9))
    score(tmp_path)
    store.add_hand(table.id, 1, wall_of_seed("1"))
    table.compare(SameWall(1, 0, "odds", 40, 24, True, 7, -2.04, 3.01, 2, 100))
    score(tmp_path)
    store.close()
    assert capsys.readouterr().out.splitlines() == [
        "you minus odds: -32.0 points a hand over 1 on the same walls (you -8.0, odds +24.0)",
        "you minus odds: -8.0 ± 24.0 points a hand over 2 on the same walls"
        " (you +16.0, odds +24.0)",
        "  in sampled worlds: -2.0 ± 3.0 points a hand over 1",
    ]
