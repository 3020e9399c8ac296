"""The engine of the site in node, asked from Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("in_node.mjs")


class InNodeError(ValueError):
    """What the engine says is wrong with a question."""


class InNode:
    """One node with one engine; close it. ms: how long the last answer took, in milliseconds."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        assert node is not None
        self._process = subprocess.Popen(
            [node, str(DRIVER), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.ms = 0.0

    def ask(self, what: str, **asked: Any) -> Any:
        """The reply to one question. Raises InNodeError with the engine's words."""
        told, heard = self._process.stdin, self._process.stdout
        assert told is not None and heard is not None
        told.write(json.dumps([what, asked]) + "\n")
        told.flush()
        line = heard.readline()
        assert line, "node has ended: its words are above"
        answer = json.loads(line)
        self.ms = answer["ms"]
        if "error" in answer:
            raise InNodeError(answer["error"])
        return answer.get("reply")

    def close(self) -> None:
        """End node."""
        told, heard = self._process.stdin, self._process.stdout
        assert told is not None and heard is not None
        told.close()
        heard.close()
        self._process.wait(timeout=30)


def answer_of_node(script: Path, folder: Path, question: Any) -> Any:
    """What a script answers to one question about a built site, in a node of its own."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    done = subprocess.run(
        [node, str(script), str(folder)],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
