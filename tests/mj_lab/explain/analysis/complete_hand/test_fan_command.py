"""`mj fan` against recorded wins, and what it says of input that cannot be."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from mj_bot.events import HU
from mj_bot.fan import win_context_of
from mj_bot.state import OWN_DRAW
from mj_lab.cli import app_of
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.core.text.hands import parse_hand
from mj_lab.core.text.notation import compact, meld_text
from mj_lab.explain.analysis.complete_hand.fan_study import fan_study
from tests.mj_lab.core.text.other_forms import ONE_HAND
from tests.recorded import Recorded


def run(*words: str) -> Any:
    return CliRunner().invoke(app_of(), ["fan", *words])


def test_the_wins_of_recorded_matches(recorded: Recorded) -> None:
    """Hand, flags and winds as the winner's seat saw them give the fans that the judge wrote."""
    checked = 0
    for record in recorded("botzone_matches"):
        match = Match.model_validate(record)
        if match.result.action != HU or match.result.player is None:
            continue
        seat = match.result.player
        state = list(decisions_of_seat(match, seat))[-1].state
        context = win_context_of(state)
        drawn = state.decision == OWN_DRAW
        tile = state.drawn if drawn else state.offered
        assert tile is not None
        melds = " ".join(meld_text(meld) for meld in state.own_melds)
        flowers = " ".join(f"H{place + 1}" for place in range(context.flowers))
        flags = [
            flag
            for flag, is_so in (
                ("self-drawn", drawn),
                ("last-copy", context.fourth_tile),
                ("replacement", context.about_kong and drawn),
                ("robbing", context.about_kong and not drawn),
                ("last-tile", context.wall_last),
            )
            if is_so
        ]
        hand = parse_hand(f"{flowers} {compact(state.hand)} {melds}")
        found = fan_study(hand, tile, flags, seat, match.quan)
        judged = sorted((fan.name, fan.times, fan.value) for fan in match.result.fans or ())
        assert sorted((name, times, value) for name, _, value, times in found["fans"]) == judged
        assert found["points"]["all"] == match.scores[seat]
        assert any(one["best"] for one in found["divisions"])
        checked += 1
    assert checked > 25


@pytest.mark.parametrize(
    ("text", "fan"),
    [("[123m,1][123p,1]123m12p44s3p", 18), ("[1111s][2222m,1][4444p,3]333p88s", 51)],
)
def test_a_tools_own_examples_count_what_it_says(text: str, fan: int) -> None:
    """From the page of GB-Mahjong: the second has a concealed kong and two open ones."""
    assert json.loads(run(text, "--json").output)["fan"] == fan


def test_one_hand_in_every_form() -> None:
    assert len({run(form, "--json").output for form in ONE_HAND}) == 1


def test_both_languages_on_the_terminal() -> None:
    done = run("W111222333 W99 B123", "--won", "self-drawn")
    assert done.exit_code == 0
    for words in ("一色三节高", "Pure Shifted Pungs", "48 fan 番: +168 points", "有 2 种拆法"):
        assert words in done.output
    assert "一色三同顺" in done.output
    few = run("W123 B456 T789 F11 W12 W3", "--json")
    assert json.loads(few.output)["enough"] is True
    under = run("W123 B456 T678 F11 W66 W6 ")
    assert "under 8" in under.output


def test_json() -> None:
    found = json.loads(run("W111222333 W99 B12", "--tile", "B3", "--seat", "S", "--json").output)
    assert (found["fan"], found["tile"], found["seat"], found["flags"]) == (46, "B3", 1, [])
    assert found["points"] == {"all": 46 + 24, "giver": 54, "others": 8}
    assert [one["fan"] for one in found["divisions"]] == [46, 35]
    assert [one["best"] for one in found["divisions"]] == [True, False]


def test_a_wait_inside_a_knitted_straight_has_two_counts() -> None:
    from MahjongGB import MahjongFanCalculator

    hand = "W2 W3 W4 W5 W5 W8 B3 B3 B6 B9 T1 T4 T7"
    tiles = tuple(hand.split())
    theirs = MahjongFanCalculator(
        (), tiles, "B3", 0, False, False, False, False, 0, 0, verbose=True
    )
    found = json.loads(run(hand, "B3", "--json").output)
    other = json.loads(run(hand, "B3", "--json", "--calculator", "mahjonggb").output)
    assert [found["calculator"], other["calculator"]] == ["judge", "mahjonggb"]
    assert sum(value * times for value, times, *_ in theirs) == other["fan"] == found["fan"] + 1
    assert {english for _, english, *_ in other["fans"]} - {
        english for _, english, *_ in found["fans"]
    } == {"Single Wait"}
    for mine, its in ((found, other), (other, found)):
        assert mine["other"] == {key: its[key] for key in ("fan", "enough", "fans", "points")}
        assert [one["fan"] for one in mine["divisions"]] == [mine["fan"]]
    shown = " ".join(run(hand, "B3").output.split())
    assert "16 fan 番: +40" in shown and "17 fan 番: +41" in shown
    same = run("W111222333 W99 B12 B3", "--calculator", "mahjonggb", "--json")
    assert json.loads(same.output)["other"] is None
    refused = run(hand, "B3", "--calculator", "mine")
    assert refused.exit_code != 0 and "--calculator: expected judge or mahjonggb" in str(
        refused.exception
    )


def test_all_readings_with_the_most_fan_have_the_star() -> None:
    done = run("2223333444555s", "4s")
    starred = [line for line in done.output.splitlines() if line.startswith("* T")]
    assert len(starred) == 2 and "It can be read in 4 ways" in done.output


KONG = "T8 B456 T8 [W123] [F1111 concealed] [J111]"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["W12 W3"], "hand: column 7: expected 13 tiles"),
        (["W123 B456 T789 F11 W12"], "a complete hand has 14 tiles beside its melds, not 13"),
        (["W123 B456 T789 F11 J12 J1"], "no complete hand: without J1 its shanten is 1"),
        (["W123 B456 T789 F11 W12 W4"], "no complete hand: W4 does not complete it"),
        (["W123 B456 T789 F11 W12", "--tile", "W0"], "--tile: column 2"),
        (["W123 B456 T789 F11 W12", "--tile", "W34"], "--tile: expected one tile, found 2"),
        (["W123 B456 T789 F11 W123", "--tile", "J1"], "J1 is not among the concealed tiles"),
        (["W123 B456 T789 F11 W123", "--won", "quickly"], "--won: expected self-drawn, last-copy"),
        (["W1111 W23 B456 T789 F1", "--tile", "W1"], "a fifth W1"),
        ([KONG, "--won", "robbing,self-drawn"], "a robbed tile is not self-drawn"),
        ([KONG, "--won", "robbing,last-copy"], "does not count as the last copy"),
        ([KONG, "--won", "robbing"], "no kong of it can be robbed"),
        ([KONG, "--won", "last-copy"], "another T8 is concealed in the hand"),
        (
            ["W123 B456 T789 F11 W123", "--won", "replacement"],
            "comes after a kong, and there is no kong",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_line(words: list[str], told: str) -> None:
    done = run(*words)
    assert isinstance(done.exception, ValueError)
    assert told in str(done.exception)
    assert "\n" not in str(done.exception)


def test_a_replacement_tile_is_self_drawn() -> None:
    found = json.loads(run(KONG, "--won", "replacement", "--json").output)
    assert found["flags"] == ["self-drawn", "replacement"]
    assert "Out with Replacement Tile" in [english for _, english, _, _ in found["fans"]]


@pytest.mark.parametrize(
    "words", [["三色三同顺"], ["Mixed", "Triple", "Chow"], ["mixed-triple chow"]]
)
def test_a_fan_is_shown_by_its_name(words: list[str]) -> None:
    found = run(*words)
    assert found.exit_code == 0
    for part in (
        "三色三同顺 Mixed Triple Chow: 8 fan",
        "the same chow in all three suits",
        "12 fan 番",
    ):
        assert part in found.stdout
    row = json.loads(run(*words, "--json").stdout)
    assert (row["name"], row["value"]) == ("三色三同顺", 8)
    assert ["三色三同顺", "Mixed Triple Chow", 8, 1] in row["example"]["fans"]


def test_a_name_that_is_nearly_one_is_said_with_those_near() -> None:
    found = run("Mixed", "Tripple", "Chow")
    assert isinstance(found.exception, ValueError)
    assert str(found.exception).startswith("no fan 'Mixed Tripple Chow'; near it: Mixed Triple")
    assert "column 1" in str(run("nothing at all").exception)


def test_what_is_not_counted_beside_a_fan_is_said() -> None:
    said = run("十三幺").stdout
    assert "not counted beside it 不另计" in said and "单钓将 Single Wait" in said
