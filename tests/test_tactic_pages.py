"""The pages on tactics: their file is that of `mj new-tactic`, their lists leave nothing out."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_bot.state import GameState
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of, tactic_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.new_tactic import write_tactic
from tests.documents import ROOT, commands_of

GUIDE = ROOT / "docs" / "guide" / "tactic.md"
CHINESE = ROOT / "docs" / "zh" / "guide" / "tactic.md"
REFERENCE = ROOT / "docs" / "reference" / "tactic.md"
DESIGNED = ROOT / "docs" / "guide" / "designed_bot.md"
CHINESE_REFERENCE = ROOT / "docs" / "zh" / "reference" / "tactic.md"
FACTS = [name for name in dir(GameState) if not name.startswith("_")]
# What the judge calls, and a tactic does not.
FOLDING = {"apply", "answered"}


def file_of_the_page(page: Path) -> str:
    """The one block of code that is a file and no example."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.M | re.DOTALL)
    (text,) = [str(block) for block in blocks if ">>>" not in block]
    return text


def named_in_tables(path: Path) -> set[str]:
    cells = re.findall(r"^\| ([^|]+) \|", path.read_text("utf-8"), re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)", cell)}


def examples_of(page: Path) -> list[tuple[str, str]]:
    """What each example runs, without its comments, and what it shows."""
    examples = DocTestParser().get_examples(page.read_text("utf-8"))
    return [(re.sub(r" +# .*", "", example.source), example.want) for example in examples]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__])
    write_tactic("mine", tmp_path)
    yield str(tmp_path / "mine" / "mine.py")
    sys.modules.pop("mj_bot.tactics.mine", None)


@pytest.mark.parametrize("page", [GUIDE, CHINESE], ids=str)
def test_the_file_of_the_guide_is_the_new_tactics(mine: str, page: Path) -> None:
    assert file_of_the_page(page) == Path(mine).read_text("utf-8")


def test_the_file_of_the_guide_plays_and_wins(mine: str) -> None:
    won = 0
    for number in range(6):
        seats = [player_of(spec)(seat) for seat, spec in enumerate((mine, "random") * 2)]
        game = Game(wall_of_seed(number), number % 4)
        play(game, seats)
        assert game.result is not None
        assert game.result.action in ("HU", "HUANG"), game.result
        won += game.result.action == "HU" and game.result.player in (0, 2)
    assert won >= 1


def test_the_option_of_the_guide_can_be_set(mine: str) -> None:
    assert tactic_of(f"{mine}@claim_cost=2")._claim_cost == 2  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_handin_builds_the_file_of_the_guide(mine: str, tmp_path: Path) -> None:
    from tests.reader import copy_of_the_tree

    copy_of_the_tree(tmp_path / "tree")
    built = subprocess.run(
        [sys.executable, "handin.py", "--tactic", mine, "--quick"],
        cwd=tmp_path / "tree",
        check=False,
    )
    assert built.returncode == 0
    asked = '{"requests": ["0 0 0"], "responses": []}'
    answer = subprocess.run(
        [sys.executable, tmp_path / "tree" / "mj_bot.pyz"],
        input=asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"response": "PASS"' in answer.stdout


@pytest.mark.thorough
def test_the_file_of_the_designed_bot_answers_as_its_page_says(tmp_path: Path) -> None:
    (asked,) = [one.text for one in commands_of(DESIGNED) if one.text.startswith("echo ")]
    build = [str(ROOT / "handin.py"), "--tactic", "rule_based", "--quick", "-o", "designed.pyz"]
    subprocess.run([sys.executable, *build], cwd=tmp_path, check=True)
    done = subprocess.run(
        ["sh", "-c", asked.replace(".venv/bin/python", sys.executable)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout.splitlines()[0])["response"]
    assert f'`"response": "{answer}"`' in DESIGNED.read_text("utf-8")


@pytest.mark.parametrize("page", [REFERENCE, CHINESE_REFERENCE], ids=str)
def test_the_reference_names_all_that_a_state_knows(page: Path) -> None:
    assert len(FACTS) > 20
    assert set(FACTS) - FOLDING - named_in_tables(page) - {"own_melds"} == set()
    assert "`own_melds`" in page.read_text("utf-8")


def test_the_chinese_reference_has_the_same_examples() -> None:
    assert examples_of(CHINESE_REFERENCE) == examples_of(REFERENCE)


@pytest.mark.parametrize("page", [GUIDE, REFERENCE, CHINESE_REFERENCE], ids=str)
def test_the_pages_name_all_that_a_tactic_may_have(page: Path) -> None:
    listed = re.findall(r"^\* (?:`(\w+)|(options))", tactics.__doc__ or "", re.MULTILINE)
    wanted = {name or options for name, options in listed}
    assert len(wanted) >= 7
    text = page.read_text("utf-8")
    assert [name for name in sorted(wanted) if name not in text] == []
