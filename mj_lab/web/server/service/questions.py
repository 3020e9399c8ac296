"""The questions to the service: models that validate each and give its schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mj_bot import tactics
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.complete_hand.fan_study import FLAGS
from mj_lab.explain.analysis.state_from_hand import LAST_TURN

# A hand, or the tiles seen elsewhere, fits into this many characters in any notation.
_MOST_TEXT = 1_000
# A game has some 250 requests for each seat.
_MOST_REQUESTS = 2_000
_MOST_MATCHES = 1_000
_LAST_SEAT = 3

_HAND = "W123 B4567 T88 F11 J233"
_SEAT: dict[str, Any] = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1 J2 J3", "2 J3"],
    "responses": ["PASS", "PASS", "PLAY W1"],
}
_Flag = Annotated[str, Field(json_schema_extra={"enum": list(FLAGS)})]


class ServiceQuestion(BaseModel):
    """A question: JSON of exactly these fields, no text where a number is due."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _TacticQuestion(ServiceQuestion):
    tactic: str = Field(ADVISER, description="Whose values are given: a name of GET /tactics.")

    @field_validator("tactic")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in tactics.names():
            raise ValueError(f"no tactic {value!r:.40}; there are {', '.join(tactics.names())}")
        return value


class HandQuestion(_TacticQuestion):
    """A hand of 12, 13 or 14 tiles, melds counted as three."""

    hand: str = Field(
        max_length=_MOST_TEXT,
        description="In any notation, melds in brackets; of 14 tiles the last was drawn.",
        examples=[_HAND],
    )
    seen: str = Field(
        "", max_length=_MOST_TEXT, description="Tiles that lie elsewhere.", examples=["T8 J3"]
    )
    seat: int = Field(0, ge=0, le=_LAST_SEAT, description="Seat wind, 0-3 for E S W N.")
    wind: int = Field(0, ge=0, le=_LAST_SEAT, description="Prevalent wind, 0-3 for E S W N.")
    turn: int | None = Field(
        None, ge=1, le=LAST_TURN, description="Own draws so far; as few as can be if null."
    )


class FanQuestion(ServiceQuestion):
    """A complete hand, and how its last tile came."""

    hand: str = Field(
        max_length=_MOST_TEXT,
        description="In any notation, melds in brackets.",
        examples=["W111222333 W99 B123"],
    )
    tile: str = Field(
        "", max_length=_MOST_TEXT, description="The tile that won; else the last one written."
    )
    flags: list[_Flag] = Field(
        [], max_length=len(FLAGS), description="How it came.", examples=[["self-drawn"]]
    )
    seat: int = Field(0, ge=0, le=_LAST_SEAT, description="Seat wind, 0-3 for E S W N.")
    wind: int = Field(0, ge=0, le=_LAST_SEAT, description="Prevalent wind, 0-3 for E S W N.")
    calculator: Literal["judge", "mahjonggb"] = Field(
        "judge", description="Whose count: of a wait inside a Knitted Straight they differ."
    )


class DecisionQuestion(_TacticQuestion):
    """What one seat was sent, as Botzone sends it: one request more than responses.

    Further fields, such as `data`, are passed by.
    """

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    requests: list[str] = Field(
        min_length=1,
        max_length=_MOST_REQUESTS,
        description="All so far; the last is answered.",
        examples=[_SEAT["requests"]],
    )
    responses: list[Any] = Field(
        max_length=_MOST_REQUESTS,
        description="What the seat answered, one fewer than requests.",
        examples=[_SEAT["responses"][:2]],
    )


class ReviewQuestion(_TacticQuestion):
    """A match, or what one seat saw of one."""

    match: dict[str, Any] | list[Any] | str = Field(
        description="A JSON record of any form, or as a text what stands in a file of any format.",
        examples=[_SEAT],
    )
    number: int = Field(
        1, ge=1, le=_MOST_MATCHES, description="Which one, if the text has several."
    )
    seat: int | None = Field(
        None, ge=0, le=_LAST_SEAT, description="The seat; all that are on record if null."
    )
