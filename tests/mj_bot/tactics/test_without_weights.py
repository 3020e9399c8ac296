"""Without usable weights a network's tactic is odds: a legal answer, and one line that says why."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mj_bot
from mj_bot.botzone.answer import debug_text, faults_of
from mj_bot.nets.weights_file import Weights, pack_weights
from mj_bot.tactics import load
from tests.mj_bot.nets.layers import NETWORK_TACTICS, tiny_weights

ROOT = Path(mj_bot.__file__).resolve().parent.parent
DEAL = "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1"
REQUEST = {"requests": ["0 0 0", DEAL, "2 W9"], "responses": ["PASS", "PASS"]}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__", "*.mjw")
    shutil.copytree(ROOT / "mj_bot", tmp_path / "mj_bot", ignore=ignored)
    (tmp_path / "mj_bot" / "nets" / "weights").mkdir(exist_ok=True)
    return tmp_path


@pytest.fixture(scope="module")
def answer_of_odds() -> tuple[str, str]:
    return answered(ROOT, "odds")[:2]


def answered(root: Path, tactic: str, python: str = sys.executable) -> tuple[str, str, list[str]]:
    """A process's answer to one turn: the response, its debug text, and the lines on stderr."""
    done = subprocess.run(
        [python, "-m", "mj_bot", "--tactic", tactic, "--mode", "restart", "--limit", "30"],
        cwd=root,
        input=json.dumps(REQUEST).encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    answer = json.loads(done.stdout)
    return answer["response"], answer["debug"], done.stderr.decode().splitlines()


def packed(tactic: str) -> bytes:
    weights = tiny_weights(tactic)
    return pack_weights(weights.header, weights.tensors)


def of_another_version(tactic: str) -> bytes:
    weights = tiny_weights(tactic)
    features = [{**one, "version": 0} for one in weights.header["features"]]
    return pack_weights({**weights.header, "features": features}, weights.tensors)


def of_another_size(tactic: str) -> bytes:
    weights = tiny_weights(tactic)
    smaller = {
        name: tensor[:-1] if len(tensor) > 1 < tensor.ndim else tensor
        for name, tensor in weights.tensors.items()
    }
    return pack_weights(weights.header, smaller)


SPOILT: dict[str, tuple[Callable[[str], bytes | None], str]] = {
    "missing": (lambda _: None, "there is no such file in the package"),
    "empty": (lambda _: b"", "not a weights file"),
    "cut": (lambda tactic: packed(tactic)[:-100], "cut short"),
    "damaged": (lambda tactic: packed(tactic)[:-40] + bytes(40), "damaged, wrong checksum"),
    "foreign": (lambda _: b"\x93NUMPY\x01\x00" + bytes(99), "not a weights file"),
    "of another version": (of_another_version, "of version 0, this bot has version"),
    "of another size": (of_another_size, "does not run"),
}


@pytest.mark.parametrize(
    ("tactic", "spoilt"),
    [
        *(("net", spoilt) for spoilt in SPOILT),
        ("cnn", "missing"),
        ("which_discard", "cut"),
        ("learned", "missing"),
        ("learned", "of another version"),
    ],
)
def test_odds_plays_and_one_line_says_why(
    copy: Path, tactic: str, spoilt: str, answer_of_odds: tuple[str, str]
) -> None:
    make, words = SPOILT[spoilt]
    data = make(tactic)
    if data is not None:
        (copy / "mj_bot" / "nets" / "weights" / (tactic + ".mjw")).write_bytes(data)
    response, debug, lines = answered(copy, tactic)
    expected, of_odds = answer_of_odds
    assert response == expected
    (line,) = lines
    assert line.startswith(f"tactic {tactic}: ") and line.endswith("; odds plays in its place")
    assert words in line
    assert debug == debug_text([line], of_odds)
    assert faults_of(debug) == [line.replace("; ", ", ")]


@pytest.mark.parametrize("tactic", NETWORK_TACTICS)
def test_with_its_weights_there_is_nothing_to_say(copy: Path, tactic: str, python36: str) -> None:
    """Also on Python 3.6, the answer is the same there as here, as far as it has what is needed."""
    data = packed(tactic)
    (copy / "mj_bot" / "nets" / "weights" / (tactic + ".mjw")).write_bytes(data)
    response, debug, lines = answered(copy, tactic)
    assert response.startswith("PLAY ") and lines == []
    if has_numpy(python36):
        assert answered(copy, tactic, python36)[::2] == (response, [])


def has_numpy(python: str) -> bool:
    done = subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False)
    return done.returncode == 0


def test_it_is_told_once_a_process(copy: Path) -> None:
    code = (
        "from mj_bot.tactics import load\nfrom mj_bot.tactics.odds import Odds\n"
        "print([isinstance(load('net'), Odds) for _ in range(3)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, check=True
    )
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == "[True, True, True]\n"


def test_weights_that_are_given_are_played_or_refused() -> None:
    weights = tiny_weights("net")
    tactic: Any = load("net", weights=weights)
    assert type(tactic).__name__ == "Net"
    with pytest.raises(ValueError, match="no network 'all'"):
        load("net", weights=Weights({**weights.header, "networks": {}}, weights.tensors))
