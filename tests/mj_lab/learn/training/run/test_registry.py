"""Parts by name, and of one's own."""

import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.returns.score import ScoreAim
from mj_lab.learn.training.run.registry import (
    AIM_PARTS,
    MODEL_PARTS,
    PLAY_PARTS,
    TERM_PARTS,
    Registry,
)
from tests.mj_lab.learn.training.run.bandit import HERE, Arms


def test_a_part_is_made_of_its_section() -> None:
    bare = Context("0", Path(), torch.device("cpu"))
    made = AIM_PARTS.made({"kind": "score", "scale": 2.0}, bare)
    assert isinstance(made, ScoreAim)
    assert made.options.scale == 2 and made.options.epochs == 2
    model = MODEL_PARTS.made({"kind": HERE + "Arms", "first": 3}, bare)
    assert isinstance(model, Arms) and model.chances()[0] > 0.8


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scor", "scor is not one of "),
        ("mine:Aim", "mine:Aim cannot be imported: No module named 'mine'"),
        (".mine:Aim", ".mine:Aim cannot be imported: "),
        (":Aim", ":Aim cannot be imported: "),
        (HERE + "None", f"{HERE}None cannot be imported: "[:60]),
        (
            "json:JSONDecoder",
            "json:JSONDecoder is no Aim: derive it from Aim of mj_lab.learn.training.returns.aim",
        ),
        ("json:dumps", "json:dumps is no Aim"),
        (HERE + "Arms", f"{HERE}Arms is no Aim"),
        ("mj_lab.learn.training.returns.aim:Aim", "lacks batches: see Aim of mj_lab."),
    ],
)
def test_a_part_that_is_none_is_said_in_a_line(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as told:
        AIM_PARTS.named(name)
    assert "\n" not in str(told.value)


def test_a_module_of_ones_own_that_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_part.py").write_text("class (:", encoding="utf-8")
    (tmp_path / "needy_part.py").write_text("import not_there_at_all", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"broken_part:Mine cannot be imported: .*broken_part.py"):
        TERM_PARTS.named("broken_part:Mine")
    with pytest.raises(ValueError, match="needy_part:Mine .* No module named 'not_there_at_all'"):
        TERM_PARTS.named("needy_part:Mine")


def test_a_module_in_the_working_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "from mj_lab.learn.training.returns.score import ScoreAim as Mine\n"
    (tmp_path / "part_that_lies_here.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    assert AIM_PARTS.named("part_that_lies_here:Mine") is ScoreAim


@pytest.mark.parametrize(
    ("registry", "name"),
    [
        (one, name)
        for one in (PLAY_PARTS, AIM_PARTS, MODEL_PARTS, TERM_PARTS)
        for name in one.shipped
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_shipped_part_is_there_and_says_what_its_options_are(
    registry: Registry, name: str
) -> None:
    for option, field in registry.named(name).Options.model_fields.items():
        assert field.description, f"{option} is not described"
