"""JSON in the bodies of requests and answers."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from mj_lab.core.database import DatabaseError, StorageFault
from mj_lab.core.records.json_value import parse_json

_FAILS, _FULL = 503, 507


def json_object(body: bytes) -> dict[str, Any]:
    """Parse a body as a JSON object. Raises ValueError, one line, for anything else."""
    value = parse_json(body)
    if not isinstance(value, dict):
        raise ValueError(f"expected a JSON object, found {type(value).__name__}")
    return value


def json_bytes(value: Any) -> bytes:
    """A JSON text in ASCII, which can hold every string, even halves of surrogate pairs."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def refusal(error: Exception) -> Response:
    """An answer with what is wrong, in one line.

    Its status is 200 for a person's input: browsers log any other as an error of the page.
    """
    status = 200
    if isinstance(error, DatabaseError) and error.fault is not None:
        status = _FULL if error.fault is StorageFault.FULL else _FAILS
    return json_answer({"error": str(error)}, status)


def json_answer(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(json_bytes(value), status, media_type="application/json")
