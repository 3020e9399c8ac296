"""The engine's headers have mj_bot's numbers to the last bit: read by another reader."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mj_bot.odds.coefficients import DEAL_IN, TILE_LOCATION
from mj_bot.odds.forecast.model import forecast_model
from mj_bot.odds.options import OPTIONS
from mj_bot.routes.families.flushes import LowerFour
from mj_bot.routes.families.patterns import TargetTable
from mj_bot.tactics.learned import Learned

WRITER = Path(__file__).resolve().parents[2] / "mj_engine" / "bot_numbers.py"


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("headers")
    subprocess.run([sys.executable, str(WRITER), str(folder)], check=True)
    return {path.stem: path.read_text() for path in (folder / "numbers").iterdir()}


def numbers_after(name: str, header: str) -> list[float]:
    """All numbers between the name of a constant and the end of its line."""
    (line,) = re.findall(rf"\b{name}\b(?: = |\{{)(.*);\n", header)
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", line)]


@pytest.mark.parametrize(
    ("module", "constant", "name"),
    [
        ("odds.evaluator", "WIN_VALUE", "odds/kWinValue"),
        ("odds.win_chance", "MIN_HAND_VALUE", "win_chance/kMinHandValue"),
        ("odds.win_chance", "DEAL_IN_COSTS", "win_chance/kDealInCosts"),
        ("odds.opponents.deal_in", "FIRST_DISCARDS", "deal_in/kFirstDiscards"),
        ("odds.value.hand_value", "CLEARLY", "hand_value/kClearly"),
        ("routes.evaluator", "NEAR", "routes/kNear"),
    ],
)
def test_a_constant(headers: dict[str, str], module: str, constant: str, name: str) -> None:
    wanted: Any = getattr(import_module(f"mj_bot.{module}"), constant)
    header, _, plain = name.partition("/")
    assert numbers_after(plain, headers[header]) == [float(wanted)]


def test_rows_of_numbers(headers: dict[str, str]) -> None:
    found = numbers_after("kTileLocation", headers["coefficients"])
    assert found == [number for feature in TILE_LOCATION for number in feature]
    assert numbers_after("kLowerFourHigh", headers["flushes"]) == [LowerFour.high]
    found = numbers_after("kTiles", headers["patterns"])
    assert found == [tile for one in TargetTable().targets for tiles in one.sets for tile in tiles]
    for header, layers in (
        ("forecast", forecast_model().layers),
        ("learned", Learned().model.layers),
    ):
        weights = [number for weight, _ in layers for number in weight.ravel()]
        assert numbers_after("kWeights", headers[header]) == weights
        assert numbers_after("kBiases", headers[header]) == [one for _, b in layers for one in b]


def test_numbers_with_names(headers: dict[str, str]) -> None:
    found = re.findall(r"double (\w+) = (\S+);", headers["coefficients"].partition("kDealIn")[0])
    assert {name: float(number) for name, number in found} == DEAL_IN._asdict()
    fields = re.findall(r"(int|double) (\w+) = (\S+);", headers["options"])
    assert [(kind, name, float(number)) for kind, name, number in fields] == [
        (type(one.default).__name__.replace("float", "double"), one.name, float(one.default))
        for one in OPTIONS
    ]
    for one in OPTIONS:
        assert f"OPTION({one.name})" in headers["options"]
