"""The commands that README and docs show are typed as a reader would, with small counts.

In every run: all are understood, and those of README are run. All pages, also where no extra is
installed, are run by

    pytest -m slow tests/test_doc_commands.py --timeout 0
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer.main

from mj_bot.tiles import CODES
from mj_lab.cli import app_of
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from mj_lab.table.live.stand_in.server import FakeBotzone, running
from mj_lab.table.live.stand_in.tables import Rules
from tests.documents import (
    DOCUMENTS,
    NAMES,
    ROOT,
    ShownCommand,
    commands_of,
    inline_commands,
    is_chinese,
    words_of,
)
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.records.formats.platforms.tables import common_wall_games, written
from tests.reader import Reader, bare_environment, made_small, this_environment, with_files

# What a reader types first; the other pages are run with `-m slow`.
FIRST = "README.md"
ALL = [one for path in DOCUMENTS for one in (*commands_of(path), *inline_commands(path))]
# `mj --install-completion` would do so as soon as it is understood.
MJ = [one for one in ALL if re.match(r"(\.venv/bin/)?mj [a-z]", one.text)]
# What is not run here, and where it is.
NOT_RUN = {
    r"make (setup|quick|test|lint|tidy|format)": "CI's, or it installs",
    r"make (hooks|engine|tables|prove|sound|docs|lock|site)": "it installs, or takes minutes",
    r"python3 -m http\.server": "Python's own server, which does not end by itself",
    r"\S*pipx? install|python -m (pip|build)": "tests/test_install.py",
    r"\S*pytest ": "CI's",
    r"build/": "minutes of compilers",
    r"git ": "a copy is no repository",
    r"mj arena score": "tests/mj_lab/table/play/test_same_wall.py: of hands that were played",
    r"mj check (reference|shanten)": "their own tests; the recorded answers are the author's",
}
SERVERS = {
    "mj web": "http://",
    "mj web --service": "http://",
    "mj live fake": "MJ_BOTZONE_URL=",
}
# A person who tries every tile until one is taken, and passes what is offered.
TYPED = "\n".join([*CODES, ""] * 100) + "\n"
FIX = re.compile(r"pip install")


@cache
def whole_command() -> Any:
    return typer.main.get_command(app_of())


def understood(words: list[str]) -> None:
    """Parse a command as it would be, without running it; raises what typer raises."""
    command = whole_command()
    context = command.make_context("mj", list(words), resilient_parsing=False)
    while hasattr(command, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        if not rest and getattr(command, "invoke_without_command", False):
            return
        _, command, rest = command.resolve_command(context, rest)
        context = command.make_context(rest[0] if rest else "", list(rest), parent=context)


def test_every_command_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = {}
    for shown in MJ:
        words = words_of(shown.text)
        for word in words:
            if "/" in word and not word.startswith(("/", "..", "http", "-")):
                Path(word).parent.mkdir(parents=True, exist_ok=True)
        try:
            understood([word for word in words if word not in ("...", "[...]")])
        except typer.TyperException as error:
            refused[str(shown)] = str(error)
    assert refused == {}


# -- run ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bare_environment(tmp_path_factory.mktemp("environment") / "bare")


@contextmanager
def botzone(reader: Reader) -> Iterator[None]:
    """A Botzone behind the address that docs/guide/live.md has the reader set."""
    pytest.importorskip("httpx")
    with running(FakeBotzone(Rules(matches=1))) as server:
        reader.variables["MJ_BOTZONE_URL"] = server.url
        yield


@contextmanager
def match_site(reader: Reader) -> Iterator[None]:
    """A site with a public match, which is asked instead of others by `mj records fetch`."""
    log = to_botzone(next(judged_games(1)))
    hands = [written(match, tziakcha_record) for match in common_wall_games(3)]

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer({**log, "_id": self.path.rpartition("/")[2].partition("?")[0]})

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
            hand = next((one for one in hands if asked == f"id={one['id']}"), None)
            listed = [{"i": one["id"]} for one in hands]
            self.answer(hand or {"periods": len(hands), "records": listed})

        def answer(self, record: object) -> None:
            body = json.dumps(record).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        reader.variables["MATCH_SITE"] = f"127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def recipe(target: str) -> str:
    """What `make` does for a target, the environment and the engine apart, which are there."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(rf"^{target}:(.*)\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert found is not None, target
    steps = [recipe("pyz")] if "pyz" in found[1].split() else []
    lines = [line.strip() for line in found[2].splitlines()]
    steps += [line for line in lines if not line.startswith("@")]
    return " && ".join(steps).replace("$(BIN)", ".venv/bin")


def typed(text: str) -> str:
    """A command with small counts and names for the placeholders."""
    text = re.sub(r"^make play\b", lambda _: recipe("play"), text)
    text = text.replace("CANDIDATE BASE", "odds greedy")
    text = text.replace(" A B C D ", " odds greedy random net ")
    text = text.replace("explain FILE", "explain turn.json").replace(" round2 round3", "")
    text = text.replace("--own NAME", "--own random")
    return made_small(text)


def is_run(shown: ShownCommand) -> bool:
    return not any(re.match(pattern, shown.text) for pattern in NOT_RUN)


def needs_everything(shown: ShownCommand) -> bool:
    """Whether it is a developer's, who has the fast table: a measurement of ours."""
    return shown.text.startswith("python -m tools.")


def run_page(reader: Reader, name: str, all_is_there: bool, whole: bool) -> list[str]:
    """Type all commands of a page; those that were refused, each with a line that helps."""
    refused: list[str] = []
    # Commands in the text and its tables, which are duels above all, are run by `-m slow` alone.
    inline = inline_commands(ROOT / name) if whole else ()
    done_before = set()
    for shown in filter(is_run, (*commands_of(ROOT / name), *inline)):
        if needs_everything(shown) and not all_is_there:
            continue
        text = typed(shown.text)
        if not all_is_there:  # All games of a rehearsal need what its first one does.
            text = text.replace("handin.py", "handin.py --quick")
        if text.startswith("export MJ_BOTZONE_URL=") or text in done_before:
            continue
        done_before.add(text)
        server = next((told for name, told in SERVERS.items() if name in text), None)
        if server is not None and all_is_there:
            done = reader.serve(text, server)
            assert server in done.out, f"{shown}\n{done.out}"
        else:
            done = reader.run(text, said=TYPED if " human " in text else "")
        said = f"{shown}\n{text}\n{done.out[-2000:]}\n{done.err[-2000:]}"
        assert "Traceback" not in done.out + done.err, said
        if done.code == 0 or (server is not None and done.code == 130):
            continue
        assert not all_is_there, said
        # What a refused command would have written is not there for the shell's own.
        if refused and re.match(r"cat |cp ", text):
            continue
        # Ours end with 2; the examples, which are a reader's own programs, with Python's 1.
        assert done.code == (1 if re.search(r"python\d? examples/", text) else 2), said
        last = done.err.strip().splitlines()[-1]
        # What a refused command would have written is not there for the next one.
        assert FIX.search(last) or (refused and "Error" not in last), said
        refused.append(last)
    return refused


def type_page(
    name: str, folder: Path, environment: Path, data: Path, whole: bool = False
) -> list[str]:
    reader = Reader(folder, environment)
    with_files(reader, data)
    all_is_there = environment == this_environment()
    if name.endswith(("archives.md", "people.md")):
        with match_site(reader):
            return run_page(reader, name, all_is_there, whole)
    if name.endswith("live.md") and all_is_there:
        with botzone(reader):
            return run_page(reader, name, all_is_there, whole)
    return run_page(reader, name, all_is_there, whole)


# A page of which nothing is run proves nothing; a Chinese one has an English one's commands
# (tests/test_site.py).
RUN = [
    name for name in NAMES if not is_chinese(name) and any(map(is_run, commands_of(ROOT / name)))
]


@pytest.mark.thorough
def test_the_commands_of_the_first_page_do_what_it_says(tmp_path: Path, data_folder: Path) -> None:
    assert type_page(FIRST, tmp_path, this_environment(), data_folder) == []


@pytest.mark.slow
def test_without_any_extra_a_command_works_or_says_the_line_that_helps(
    tmp_path: Path, bare: Path, data_folder: Path
) -> None:
    refused = type_page(FIRST, tmp_path, bare, data_folder)
    assert any(".venv" in line or "-m pip install" in line for line in refused), refused


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
def test_the_commands_of_every_page_do_what_it_says(
    name: str, tmp_path: Path, data_folder: Path
) -> None:
    assert type_page(name, tmp_path, this_environment(), data_folder, whole=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
def test_without_any_extra_no_page_ends_in_a_traceback(
    name: str, tmp_path: Path, bare: Path, data_folder: Path
) -> None:
    type_page(name, tmp_path, bare, data_folder, whole=True)
