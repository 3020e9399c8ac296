"""The service's answers: models that give the schema of each."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class ServiceReply(BaseModel):
    """An answer; what is not listed here is described in the pages that the document names."""

    model_config = ConfigDict(extra="allow")


class HandReply(ServiceReply):
    """The study of a hand: what `mj analyze --json` prints."""

    stage: Literal["draw", "wait", "short"] = Field(
        description="14 tiles: a discard is due; 13: what comes next; 12: one was forgotten."
    )
    hand: str
    melds: list[str]
    seat: int
    prevalent_wind: int
    turn: int
    tactic: str
    shanten: int
    choice: str | None = Field(None, description="draw: what the tactic would do.")
    actions: list[dict[str, Any]] | None = Field(
        None, description="draw: every action, best first, with its values."
    )
    waits: dict[str, list[dict[str, Any]]] | None = Field(
        None, description="draw: by action that leaves some, the waits it leaves, as `wins`."
    )
    forms: list[dict[str, Any]] | None = Field(
        None, description="Shanten by form, with the effective tiles and the copies left."
    )
    wins: list[dict[str, Any]] | None = Field(
        None, description="wait: the tiles that complete the hand, copies left, fan both ways."
    )
    claims: list[dict[str, Any]] | None = Field(
        None, description="wait: what the tactic would do with each tile that could be claimed."
    )
    additions: list[dict[str, Any]] | None = Field(
        None, description="short: what each tile would make of the hand."
    )


class FanReply(ServiceReply):
    """What a complete hand is worth: what `mj fan --json` prints."""

    fan: int = Field(description="Without flowers.")
    enough: bool = Field(description="Whether the win may be declared (8 fan).")
    fans: list[tuple[str, str, int, int]] = Field(
        description="Chinese name, English name, value, times."
    )
    calculator: str = Field(description="Whose count it is.")
    other: dict[str, Any] | None = Field(
        description="The other count (fan, enough, fans, points) if it differs, else null."
    )
    tile: str
    flowers: int
    points: dict[str, int | None] | None = Field(
        description="To the winner, from the giver, from each of the others; null under 8 fan."
    )
    divisions: list[dict[str, Any]] = Field(description="Every way to read the hand.")


class DecisionReply(ServiceReply):
    """A decision: what to send to Botzone, and why."""

    response: str = Field(description="As it is sent, such as `PLAY J3`; always legal.")
    tactic: str
    seat: int
    turn: int = Field(description="Of the request, from 0.")
    legal: list[str] = Field(description="All legal answers.")
    candidates: list[dict[str, Any]] = Field(
        description="What the tactic thinks of each, best first; empty if it gives none."
    )
    reason: dict[str, Any] | None = Field(
        description="Why this one and not the next that is worse: `facts`, and a line."
    )


class ReviewReply(ServiceReply):
    """A review: what `mj review --json` has of each seat."""

    id: str
    tactic: str
    seats: list[dict[str, Any]] = Field(
        description="Points lost, accuracy, mistakes, luck and the curve of each reviewed seat."
    )


class TacticsReply(ServiceReply):
    """Their names, and which is the default."""

    tactics: list[str]
    default: str


class ErrorReply(BaseModel):
    """What is wrong, in one line."""

    error: str
    place: str | None = Field(None, description="The field that it is about.")
    column: int | None = Field(None, description="Of a notation: the character, from 1.")
