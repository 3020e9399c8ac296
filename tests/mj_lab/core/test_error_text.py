"""What people read of pydantic and typer: our words, for whatever those have to say."""

import datetime
import typing

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mj_lab.core.error_text import error_text, words_of_validation


class Tried(BaseModel):
    """One field of every kind that our models have."""

    model_config = ConfigDict(extra="forbid")
    whole: int = Field(0, ge=1, le=5)
    number: float = Field(0.5, allow_inf_nan=False)
    text: str = Field("", max_length=3, pattern="^a*$")
    yes: bool = True
    some: list[int] = Field([1], min_length=1, max_length=2)
    named: dict[str, int] = {}
    day: datetime.date = datetime.date(2026, 1, 1)
    word: typing.Literal["a", "b"] = "a"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"whole": "x"}, "whole: expected a whole number"),
        ({"whole": 1.5}, "whole: expected a whole number"),
        ({"whole": 0}, "whole: expected 1 or more"),
        ({"whole": 6}, "whole: expected 5 or less"),
        ({"number": "x"}, "number: expected a number"),
        ({"number": float("nan")}, "number: expected a finite number"),
        ({"text": 3}, "text: expected a text"),
        ({"text": "aaaa"}, "text: expected at most 3 letters"),
        ({"text": "b"}, "text: expected a text of the form ^a*$"),
        ({"yes": "perhaps"}, "yes: expected true or false"),
        ({"some": 3}, "some: expected a list"),
        ({"some": []}, "some: expected 1 or more, found 0"),
        ({"some": [1, 2, 3]}, "some: expected 2 or fewer, found 3"),
        ({"some": [1, "x"]}, "some.1: expected a whole number"),
        ({"named": 3}, "named: expected an object"),
        ({"day": "tomorrow"}, "day: expected a date, as 2026-11-23"),
        ({"word": "c"}, "word: expected 'a' or 'b'"),
        ({"moon": 1}, "moon: not known"),
    ],
)
def test_what_pydantic_says(given: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError) as raised:
        Tried.model_validate(given)
    assert ": ".join(words_of_validation(raised.value)) == told


def test_other_words_stay() -> None:
    assert error_text("no tactic 'x'") == "no tactic 'x'"
