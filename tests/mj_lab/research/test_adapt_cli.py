"""The command mj learn adapt: bad input is one line and exit code 2; a small run, gone on with."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from tests.command import ended, refused


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "argument file is missing"),
        (["{}"], "is a folder"),
        (["{}/none/a"], "no such folder"),
        (["{}/text"], "text is no file of mj learn adapt"),
        (["{}/other"], "other is no file of mj learn adapt"),
        (["{}/a", "--set", "games=-1"], "games is whole numbers with commas between, 0 or more"),
        (["{}/a", "--deals", "0"], "--deals"),
        (["{}/a", "--jobs", "0"], "--jobs"),
        (["{}/a", "--set", "temperature=0"], "--set temperature is a number above 0, not 0"),
        (["{}/a", "--set", "rate=-1"], "--set rate is a number above 0, not -1"),
        (["{}/a", "--set", "kl=-1"], "--set kl is a number, 0 or more, not -1"),
        (["{}/a", "--set", "clip=0.5"], "--set clip is a number, 1 or more, not 0.5"),
        (["{}/a", "--from", "{}/none.mjw"], "none.mjw: No such file"),
        (["{}/a", "--from", "{}/text"], "text: not a weights file"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("nonsense\n")
    (tmp_path / "other").write_text('{"kind": "placing"}\n')
    assert told in refused("learn", "adapt", *(word.format(tmp_path) for word in words))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "text"]


@pytest.mark.thorough
def test_a_small_run_goes_on_and_tells_the_same_in_both_forms(tmp_path: Path) -> None:
    words = ("learn", "adapt", tmp_path / "deals", "--set", "games=2")
    code, out, err = ended(*words, "--deals", "1")
    assert code == 0 and "deal 1 of 1: " in err
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["0", "2"]
    code, out, err = ended(*words, "--deals", "2", "--json")
    # The first deal is not played again.
    assert code == 0 and len(err.splitlines()) == 1 and "deal 2 of 2: " in err
    told = json.loads(out)
    assert told["deals"] == 2
    assert [one["games"] for one in told["gains"]] == [0, 2]
    control = told["gains"][0]
    assert (control["mean"], control["better"], control["worse"]) == (0.0, 0, 0)
