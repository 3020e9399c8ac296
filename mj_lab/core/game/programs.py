"""ProgramPlayer: an external program at the table, with Botzone's protocol.

Where Botzone's documents are silent this is strict, so a program that passes here passes there:

* An exit status other than 0 is RE, even after an answer.
* The marker counts only at the beginning of a line. Text after it belongs to the next answer: a
  marker printed twice makes that one empty.
* A program that printed the marker and ended before its next answer is started again with the whole
  history if its exit status was 0, else it is RE.
* JSON that is not an object, or has no `response`, is an empty response, which the judge faults
  (WA).
* `data` or `globaldata` over the limit is dropped, `debug` over it is cut, each with a note.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

from mj_bot.events import Request, format_request
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits, Output, Sandbox
from mj_lab.core.game.sandbox.isolation import Isolation
from mj_lab.core.game.sandbox.limits import MEBI


@dataclass
class Record:
    """What Botzone stores of a program's game and sends whenever it is started.

    time_limit: seconds. memory_limit: MiB. `globaldata` outlives the game.
    """

    requests: list[str] = field(default_factory=list)
    responses: list[str] = field(default_factory=list)
    data: Any = ""
    globaldata: Any = ""
    time_limit: float = 0.0
    memory_limit: int = 0


class ProgramAnswer(NamedTuple):
    """The contents of a program's output; `globaldata` is None if unchanged."""

    response: str
    debug: str = ""
    data: Any = ""
    globaldata: Any = None


class Style(NamedTuple):
    """A form of input and output.

    whole: the whole game. newest: the newest request alone.
    """

    whole: Callable[[Record], str]
    newest: Callable[[str], str]
    read: Callable[[bytes], ProgramAnswer | Fault]


class ProgramPlayer:
    """Plays by a program started anew every turn, or kept running (`keep`) if it asks to be.

    command: the program and its arguments. simple: simple input and output instead of JSON. stops:
    whether a kept program is stopped between its turns, as on Botzone. isolation: how it is
    isolated; None for the best on this machine.

    record: of this game. times: seconds of each answer of this game. debug: of the latest answer.
    errors: the end of its last standard error. notes: what Botzone would have cut.

    `begin`, `resume` and `ask` raise OSError if this machine cannot start programs.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str = "",
        *,
        keep: bool = False,
        simple: bool = False,
        limits: Limits | None = None,
        stops: bool = True,
        isolation: Isolation | None = None,
    ) -> None:
        self.name = name or command[0]
        self.limits = limits or Limits()
        self.times: list[float] = []
        self.notes: list[str] = []
        self.debug = ""
        self._keep = keep
        self._style = SIMPLE_STYLE if simple else JSON_STYLE
        self._sandbox = Sandbox(command, self.limits, stops, isolation)
        self._seat = 0
        self.record = self._new_record()

    @property
    def errors(self) -> str:
        """The end of the program's standard error since its last start; of a flood one line."""
        return self._sandbox.errors

    def begin(self, seat: int) -> None:
        """Begin a game; the program is started at its first request."""
        self._sandbox.close()
        self._seat = seat
        self.record = self._new_record(self.record.globaldata)
        self.times, self.notes, self.debug = [], [], ""
        self._sandbox.open()

    def resume(self, seat: int, requests: Sequence[str], responses: Sequence[str]) -> None:
        """Continue a game begun elsewhere: the program is started with this history.

        There are as many responses as requests, each as on the wire. Earlier `data` is lost.
        """
        self.begin(seat)
        self.record.requests += requests
        self.record.responses += responses

    def ask(self, request: Request) -> str | Fault:
        """The program's response as written, or its fault."""
        text = format_request(request, self._seat)
        self.record.requests.append(text)
        self.times.append(0.0)
        output = self._output(text)
        answer = output if isinstance(output, Fault) else self._style.read(output.text)
        if isinstance(answer, Fault):
            self.debug = ""
            return answer
        self._keep_saved(answer)
        self.record.responses.append(answer.response)
        return answer.response

    @property
    def process(self) -> int:
        """The process id of the kept program; 0 if none runs."""
        return self._sandbox.process

    def interrupt(self) -> None:
        """Stop waiting: a question asked in another thread ends at once, as a fault."""
        self._sandbox.interrupt()

    def end(self) -> None:
        """The game is over: every process of the program is gone."""
        self._sandbox.close()

    close = end

    def _new_record(self, globaldata: Any = "") -> Record:
        return Record(globaldata=globaldata, memory_limit=self.limits.memory // MEBI)

    def _output(self, text: str) -> Output | Fault:
        if self._sandbox.process:
            newest = self._style.newest(text)
            output = self._exchange(newest, self.limits.kept_seconds)
            if isinstance(output, Fault) or output.kept or output.text.strip():
                return output
        first = len(self.record.requests) == 1
        seconds = self.limits.first_seconds if first else self.limits.seconds
        self.record.time_limit = seconds
        whole = self._style.whole(self.record)
        self._sandbox.start()
        return self._exchange(whole, seconds)

    def _exchange(self, text: str, seconds: float) -> Output | Fault:
        start = perf_counter()
        output = self._sandbox.ask(text.encode(), seconds, self._keep)
        self.times[-1] += perf_counter() - start
        return output

    def _keep_saved(self, answer: ProgramAnswer) -> None:
        self.debug = self._cut_debug(answer.debug)
        self.record.data = self._saved("data", answer.data)
        if answer.globaldata is not None:
            self.record.globaldata = self._saved("globaldata", answer.globaldata)

    def _cut_debug(self, debug: str) -> str:
        size = len(debug.encode())
        if size <= self.limits.debug:
            return debug
        self.notes.append(f"turn {len(self.times)}: {size} bytes of debug")
        return debug.encode()[: self.limits.debug].decode("utf-8", "ignore")

    def _saved(self, what: str, value: Any) -> Any:
        size = len(_text(value).encode())
        if size <= self.limits.saved:
            return value
        self.notes.append(f"turn {len(self.times)}: {size} bytes of {what}")
        return ""


def _text(value: Any) -> str:
    """A value as text that any file can hold: JSON may have halves of surrogate pairs."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "replace").decode("utf-8")


def _whole_json(record: Record) -> str:
    return json.dumps(vars(record), separators=(",", ":")) + "\n"


def _newest_json(request: str) -> str:
    return json.dumps(request) + "\n"


def _read_json(output: bytes) -> ProgramAnswer | Fault:
    try:
        value = json.loads(output.decode("utf-8"))
    except (ValueError, RecursionError):
        return Fault("NJ", f"{len(output)} bytes that are not JSON: {output[:80]!r}")
    if not isinstance(value, dict):
        return ProgramAnswer("")
    response, debug = _text(value.get("response")), _text(value.get("debug"))
    return ProgramAnswer(response, debug, value.get("data", ""), value.get("globaldata"))


def _whole_simple(record: Record) -> str:
    lines = [str(len(record.requests))]
    for request, response in zip(record.requests, record.responses, strict=False):
        lines += [request, response]
    lines += [record.requests[-1], record.data]
    if record.globaldata:
        lines.append(record.globaldata)
    return "\n".join(lines) + "\n"


def _newest_simple(request: str) -> str:
    return request + "\n"


def _read_simple(output: bytes) -> ProgramAnswer:
    lines = output.decode("utf-8", "replace").splitlines() + ["", "", ""]
    response, debug, data, *globaldata = lines
    return ProgramAnswer(response.strip(), debug, data, "\n".join(globaldata).strip() or None)


JSON_STYLE = Style(_whole_json, _newest_json, _read_json)
SIMPLE_STYLE = Style(_whole_simple, _newest_simple, _read_simple)
