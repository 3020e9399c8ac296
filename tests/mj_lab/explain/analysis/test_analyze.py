"""The command `mj analyze`: tables for people, JSON for programs, one line for what is wrong."""

import json
import re

import pytest
from typer.testing import CliRunner

from mj_lab.cli import app_of


def run(*words: str) -> str:
    done = CliRunner().invoke(app_of(), ["analyze", *words], env={"COLUMNS": "160"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("W123 B4567 T88 F11 J233", ["十三幺", "Thirteen Orphans", "shanten", "T8 F1 J3 (6)"]),
        ("W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1 J2 J3", ["If another seat discards it"]),
        ("W123 B456 T22234 F11", ["wins on", "门前清 Concealed Hand 2"]),
        ("W123456789 T456 F11", ["清龙 Pure Straight 16", "complete 和"]),
        ("W123 B4567 T88 F11 J2", ["one short of 13"]),
        ("W123 T88 F1 [B456] [J1111 concealed]", ["[B456] [J1111 concealed]"]),
    ],
)
def test_tables(hand: str, wanted: list[str]) -> None:
    output = run(hand, "--tactic", "greedy")
    for text in wanted:
        assert text in output


def test_a_win_taken_against_a_higher_figure_is_said_to_be_too_close() -> None:
    note = "A win whose pass has the higher figure is taken: too little to be sure."
    assert note in run("W678 B2345688 T567") and note not in run("W123 B4567 T88 F11 J23")


def test_words_need_no_quotes_and_any_notation_is_read() -> None:
    quoted = run("W123 B4567 T88 F11 J233", "--tactic", "greedy")
    for hand in (
        "W123 B4567 T88 F11 J233",
        "123m 4567p 88s 11z 6z 55z",
        "一二三万 4567p T88 东东 发白白",
    ):
        assert run(*hand.split(), "--tactic", "greedy") == quoted


def test_tiles_are_printed_in_the_notation_asked_for() -> None:
    hand = ["W123", "B4567", "T88", "F11", "J233", "--tactic", "greedy"]
    letters = run(*hand)
    digits, chinese = run(*hand, "--notation", "digits"), run(*hand, "--notation", "chinese")
    assert digits.splitlines()[0] == "123m 4567p 88s 11z 655z"
    assert chinese.splitlines()[0] == "一二三万 四五六七饼 八八条 东东 发白白"
    for text in (digits, chinese):
        assert not re.search(r"\b[WBTFJ][1-9]+\b", text)
    assert "PLAY W1 一万" in letters and "PLAY 1m 一万" in digits
    assert "PLAY 一万 " in chinese and "一万 一万" not in chinese


def test_a_hand_in_every_notation() -> None:
    def hand(*words: str) -> str:
        return CliRunner().invoke(app_of(), ["records", "notation", *words]).output

    assert hand("123m", "456p", "[暗杠 东]", "J3", "W1112").splitlines() == [
        "letters  W111123 B456 J3 W2 [F1111 concealed]",
        "digits   111123m 456p 5z 2m [1111z concealed]",
        "chinese  一一一一二三万 四五六饼 白 二万 [暗杠 东东东东]",
    ]
    assert (
        hand("123m", "456p", "789s", "1234z", "--notation", "letters") == "W123 B456 T789 F1234\n"
    )


def test_json_says_the_same() -> None:
    words = ["--seat", "S", "--wind", "2", "--turn", "7", "--seen", "T8", "--tactic", "greedy"]
    made = json.loads(run("W123 B4567 T88 F11 J233", "--json", *words))
    assert (made["seat"], made["prevalent_wind"], made["turn"]) == (1, 2, 7)
    assert made["choice"].startswith("PLAY")
    assert made["actions"][0]["effective"]["T8"] == 1


def test_every_tile_that_could_be_added_is_a_row() -> None:
    short = ["W123 B4567 T88 F11 J2", "--tactic", "greedy"]
    added = json.loads(run(*short, "--json"))["additions"]
    assert len(added) > 20
    text = run(*short)
    assert all(row["tile"] in text for row in added)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["W123 B40"], "hand: column 8: expected a number 1-9 after B"),
        (["W123"], "hand: column 5: expected 13 tiles"),
        (["W123 B4567 T88 F11 J23", "--seen", "Q1"], "--seen: column 1"),
        (["W123 B4567 T88 F11 J23", "--seen", "W1111"], "seen: a fifth W1"),
        (["W123 B4567 T88 F11 J23", "--turn", "99"], "turn: expected 1-21"),
        (["W123 B4567 T88 F11 J23", "--tactic", "nobody"], "no tactic 'nobody'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: list[str], told: str) -> None:
    with pytest.raises(ValueError) as raised:
        run(*words)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
