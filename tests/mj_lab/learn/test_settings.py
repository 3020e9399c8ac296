"""`--set NAME=VALUE`: read by type into the parts of a plan; what cannot be is one line."""

from dataclasses import dataclass, field

import pytest

from mj_lab.learn.settings import setting, settings_help, with_settings


@dataclass(frozen=True)
class Part:
    rate: float = setting(0.001, "how fast", above=0)
    goal: float | None = setting(None, "where to", least=0)
    depth: int = setting(2, "how deep", name="blocks", least=0, most=9)
    scale: float = 20.0


@dataclass(frozen=True)
class Plan:
    games: tuple[int, ...] = setting((30, 100), "how many", least=0)
    luck: bool = setting(True, "whether luck counts")
    seed: str = "0"
    part: Part = field(default_factory=Part)


def test_what_is_set_is_set_and_the_rest_stays() -> None:
    assert with_settings(Plan(), None) == Plan()
    words = ["rate=1e-4", "goal=0.5", "blocks=0", "games=7,0", "luck=false", "rate=0.5"]
    told = with_settings(Plan(seed="x"), words)
    assert told == Plan((7, 0), False, "x", Part(0.5, 0.5, 0))
    assert with_settings(told, ["goal=none"]).part.goal is None


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("rate", "--set is NAME=VALUE, as games=8, not rate"),
        ("speed=1", "--set speed: no such setting; there are blocks, games, goal, luck, rate"),
        ("scale=1", "--set scale: no such setting; there are"),
        ("depth=1", "--set depth: no such setting; there are"),
        ("rate=0", "--set rate is a number above 0, not 0"),
        ("rate=nan", "--set rate is a number above 0, not nan"),
        ("rate=none", "--set rate is a number above 0, not none"),
        ("goal=-1", "--set goal is a number, 0 or more, or none, not -1"),
        ("goal=inf", "--set goal is a number, 0 or more, or none, not inf"),
        ("blocks=1.5", "--set blocks is a whole number, 0 or more, at most 9, not 1.5"),
        ("blocks=10", "at most 9, not 10"),
        ("games=1,,2", "--set games is whole numbers with commas between, 0 or more, not 1,,2"),
        ("games=-1", "0 or more, not -1"),
        ("luck=yes", "--set luck is true or false, not yes"),
    ],
)
def test_what_cannot_be_set_is_one_line(word: str, told: str) -> None:
    with pytest.raises(ValueError) as error:
        with_settings(Plan(), [word])
    assert told in str(error.value) and "\n" not in str(error.value)


def test_help_has_every_setting_with_its_default_and_meaning() -> None:
    told = settings_help(Plan(part=Part(rate=2e-5))).splitlines()
    assert told == [
        "--set takes",
        "",
        "- games=30,100: how many",
        "- luck=true: whether luck counts",
        "- rate=2e-05: how fast",
        "- goal=none: where to",
        "- blocks=2: how deep",
    ]
