"""JSON in the bodies of requests and answers."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from mj_lab.core.records.json_value import parse_json


def json_object(body: bytes) -> dict[str, Any]:
    """Parse a body as a JSON object. Raises ValueError, one line, for anything else."""
    try:
        value = parse_json(body)
    except ValueError as error:
        raise ValueError(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"expected a JSON object, found {type(value).__name__}")
    return value


def json_bytes(value: Any) -> bytes:
    """A JSON text in ASCII, which can hold every string, even halves of surrogate pairs."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def json_answer(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(json_bytes(value), status, media_type="application/json")
