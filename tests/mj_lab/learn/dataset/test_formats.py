"""A data set of our judge's games is the same whichever format they were written in."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from mj_bot.nets.moves import PASS_MOVE
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.formats.human_games import format_human_hand
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.records.matches import save_match
from mj_lab.learn.dataset.shard import Column
from tests.mj_lab.learn.dataset.sets import all_examples, assert_same, games_in, saved, some_matches


def ended_well(matches: list[Match]) -> list[Match]:
    return [match for match in matches if match.result.action in ("HU", HUANG)]


def bots_games(data_folder: Path) -> list[Match]:
    """Games with 34 tiles a seat, of bots and of random players with all kinds of claims."""
    found = some_matches(data_folder / "botzone_matches.jsonl.gz", 12)
    found += some_matches(data_folder / "judged_games.jsonl.gz", 80)
    return [match for match in ended_well(found) if len(match.wall) == 136]


def flower_games(count: int) -> list[Match]:
    """Games on walls of 144 tiles."""
    matches = []
    for number in range(count):
        wall = [*(tile for tile in range(34) for _ in range(4)), *range(34, 42)]
        Random(f"flowers/{number}").shuffle(wall)
        game = Game(wall, number % 4)
        players = [player_of("greedy")(number * 4 + seat) for seat in range(4)]
        matches.append(match_of(game, play(game, players), f"flowers-{number}"))
    return ended_well(matches)


def test_games_written_as_the_course_data_give_the_same_examples(
    data_folder: Path, tmp_path: Path
) -> None:
    matches = bots_games(data_folder)
    assert len(matches) > 20
    text = tmp_path / "data.txt"
    hands = [format_hand(hand_of(match), match) for match in matches]
    text.write_text("\n".join(hands), encoding="utf-8")
    direct = games_in(saved(tmp_path / "direct.jsonl", matches))
    archive = games_in(text)
    assert_same(all_examples(archive), all_examples(direct))
    for name in ("scores", "winners", "givers", "fans", "verdicts", "ids"):
        assert np.array_equal(archive[name], direct[name]), name


@pytest.mark.foreign
def test_what_was_pre_empted_is_an_example_in_the_course_data(data_folder: Path) -> None:
    arrays = games_in(data_folder / "botzone_games_sample.txt")
    found = all_examples(arrays)
    first = found["game"] == 0
    # "Player 0 Peng W9 Ignore Player 3 Chi W8": the third seat wanted W9 as the last of the run.
    wanted = first & (found["seat"] == 3) & (found["move"] == PASS_MOVE + 6)
    assert wanted.sum() == 1


def test_games_written_as_botzones_logs_give_the_same_examples(
    data_folder: Path, tmp_path: Path
) -> None:
    matches = some_matches(data_folder / "faulty_games.jsonl.gz", 4)
    matches += some_matches(data_folder / "botzone_matches.jsonl.gz", 3)
    direct = games_in(saved(tmp_path / "direct.jsonl.gz", matches))
    logs = tmp_path / "logs"
    logs.mkdir()
    for number, match in enumerate(matches):
        save_match(logs / f"{number}.json", match)
    assert_same(all_examples(games_in(logs)), all_examples(direct))


def test_games_with_flowers_written_as_human_games_give_the_same_examples(tmp_path: Path) -> None:
    matches = flower_games(12)
    assert len(matches) > 8
    assert any("BUHUA" in row[0] for match in matches for row in match.requests)
    assert any(any(hand_of(match).flowers) for match in matches)
    folder = tmp_path / "PLAY"
    folder.mkdir()
    for number, match in enumerate(matches):
        text = format_human_hand(hand_of(match), match)
        (folder / f"{number:03d}.txt").write_text(text, encoding="utf-8")
    direct = all_examples(games_in(saved(tmp_path / "direct.jsonl", matches)))
    told = told_by_human_games(direct, matches)
    assert_same(all_examples(games_in(folder)), {name: one[told] for name, one in direct.items()})
    assert 0 < (~told).sum() < len(told) / 10


def told_by_human_games(examples: dict[str, Column], matches: list[Match]) -> Column:
    """Which examples the human games tell: they say nothing of who wanted a tile and lost it.

    That is everybody's wish behind a win, and behind a pung or kong a chow of the next seat.
    """
    hidden: set[tuple[int, int, int]] = set()
    for game, match in enumerate(matches):
        for turn, row in enumerate(match.requests):
            words = row[0].split()
            drawn = any(text.startswith("2 ") for text in row)
            if drawn or words[0] != "3" or words[2] not in ("PLAY", "PENG", "CHI", "BUGANG"):
                continue
            actor = int(words[1])
            last = turn + 1 == len(match.requests)
            after = ["3", "0", "NONE"] if last else match.requests[turn + 1][0].split()
            if last and match.result.player is not None:
                hidden |= {
                    (game, turn, s) for s in range(4) if s not in (actor, match.result.player)
                }
            elif (
                after[0] == "3"
                and after[2] in ("PENG", "GANG")
                and int(after[1]) != (actor + 1) % 4
            ):
                hidden.add((game, turn, (actor + 1) % 4))
    places = zip(examples["game"], examples["turn"], examples["seat"], strict=True)
    return np.array([tuple(map(int, place)) not in hidden for place in places])


@pytest.mark.foreign
@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_the_case_of_verbs_does_not_matter(data_folder: Path, tmp_path: Path, case: object) -> None:
    assert callable(case)
    sample = data_folder / "botzone_games_sample.txt"
    lines = sample.read_text(encoding="utf-8").splitlines()
    other = tmp_path / "other.txt"
    words = [line.split(" ") for line in lines]
    turned = [
        " ".join([*row[:2], case(row[2]), *row[3:]]) if row[0] == "Player" else " ".join(row)
        for row in words
    ]
    other.write_text("\r\n".join(f"{line} " for line in turned), encoding="utf-8")
    ours, theirs = games_in(other), games_in(sample)
    assert all(np.array_equal(column, theirs[name]) for name, column in ours.items())


@pytest.mark.foreign
def test_a_hand_written_again_is_the_same_text(data_folder: Path) -> None:
    from mj_lab.core.records.formats.course_data import blocks_in, parse_course_hand
    from mj_lab.core.records.hand_at_table import folded

    sample = data_folder / "botzone_games_sample.txt"
    for line, block in blocks_in(iter(sample.read_text(encoding="utf-8").splitlines())):
        read = parse_course_hand(block, line)
        match = folded(read.hand)
        for hand in (read.hand, hand_of(match)):
            assert format_hand(hand, match).splitlines() == block
