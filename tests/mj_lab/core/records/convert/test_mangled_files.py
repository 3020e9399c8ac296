"""What is wrong in the middle of a file is told with its line, and the rest is converted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.texts import texts_of
from tests.mj_lab.core.records.convert.judged import judged_games


def spoil_a_tile(lines: list[str]) -> int:
    """In the second hand."""
    second = [number for number, line in enumerate(lines) if line.startswith("Match ")][1]
    at = next(number for number in range(second, len(lines)) if " Play " in lines[number])
    lines[at] = lines[at].rpartition(" ")[0] + " X9"
    return at


def put_text_behind_a_hand(lines: list[str]) -> int:
    at = next(number for number, line in enumerate(lines) if line.startswith("Score ")) + 1
    lines.insert(at, "DEBUG: 0.3 s")
    return at


@pytest.mark.parametrize(
    ("spoil", "why", "games"),
    [
        (spoil_a_tile, "no such tile: X9", 2),
        (put_text_behind_a_hand, "after the end of a hand: DEBUG: 0.3 s", 3),
    ],
)
def test_the_line_is_told_and_the_other_hands_are_read(
    tmp_path: Path, spoil: Callable[[list[str]], int], why: str, games: int
) -> None:
    fair = [match for match in judged_games(12) if match.result.action in ("HU", "HUANG")]
    texts = [text for match in fair[:3] for text in texts_of(match, Format.DATASET, None)]
    lines = "".join(texts).split("\n")
    at = spoil(lines)
    path = tmp_path / "data.txt"
    path.write_text("\n".join(lines))
    told: list[str] = []
    account = converted([path], Format.LINES, tmp_path / "out.jsonl", None, told.append)
    assert told == [f"{path}: line {at + 1}: {why}"]
    assert account.games == games and account.skipped.total() == 1
    assert why.startswith(tuple(account.skipped)) or games == 3
