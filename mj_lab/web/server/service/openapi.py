"""The service's OpenAPI document, generated from its operations and models."""

from __future__ import annotations

import inspect
from typing import Any

from pydantic.json_schema import models_json_schema

from mj_bot import __version__
from mj_lab.web.server.service.answering import OPERATIONS, Operation
from mj_lab.web.server.service.replies import ErrorReply

_SCHEMAS = "#/components/schemas/"
# Error responses, and when they occur.
_ERRORS = {
    "400": "The question is wrong: one line says which field, and what was expected.",
    "408": "The question did not come in whole within 30 seconds.",
    "413": "The question is over 4 MB.",
    "429": "This client asks too much at once; try again in a moment.",
    "500": "A fault of the server.",
    "503": "All clients together ask too much at once; try again in a moment.",
    "504": "No answer within the time of the operation.",
}


def openapi_document() -> dict[str, Any]:
    """The document (OpenAPI 3.1)."""
    models = [
        *(
            (operation.question, "validation")
            for operation in OPERATIONS
            if operation.question is not None
        ),
        *((operation.reply, "serialization") for operation in OPERATIONS),
        (ErrorReply, "serialization"),
    ]
    _, schemas = models_json_schema(models, ref_template=_SCHEMAS + "{model}")  # type: ignore[arg-type]
    paths = {
        f"/{operation.name}": {operation.method.lower(): _told_of(operation)}
        for operation in OPERATIONS
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "mj_bot",
            "version": __version__,
            "description": (
                "Guobiao Mahjong (MCR): hands analysed, decisions made, matches reviewed. "
                "No state is kept and no key is asked for. The fields of answers are described in "
                "docs/reference/analysis.md and docs/reference/review.md."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": schemas["$defs"]},
    }


def _told_of(operation: Operation) -> dict[str, Any]:
    question, reply = operation.question, operation.reply
    described: dict[str, Any] = {"operationId": operation.name, "summary": operation.summary}
    responses = {"200": _described(inspect.getdoc(reply) or "", reply.__name__)}
    if question is None:
        return {**described, "responses": responses}
    errors = {status: _described(text, ErrorReply.__name__) for status, text in _ERRORS.items()}
    return {
        **described,
        "description": f"Takes {operation.seconds:g} seconds at most.",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": _SCHEMAS + question.__name__}}},
        },
        "responses": {**responses, **errors},
    }


def _described(text: str, model: str) -> dict[str, Any]:
    schema = {"$ref": _SCHEMAS + model}
    return {"description": text, "content": {"application/json": {"schema": schema}}}
