"""The live commands of `mj`; heavy imports wait until a command runs."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.core.extras import check_installed
from mj_lab.core.options import Seed, TacticName, seed_number

if TYPE_CHECKING:
    from mj_lab.table.live.loop import Options
    from mj_lab.table.live.secret import Secret

_INTERRUPTED = 130  # The exit code of shells for Ctrl-C.

_ADDRESS = """The LocalAI address holds a secret: put it into the environment variable
MJ_BOTZONE_URL, or into a file with mode 600. It is never printed or saved."""

AtOnce = Annotated[int, typer.Option(min=1, help="Matches in play at a time.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    app.command(epilog=_ADDRESS)(play)
    app.command()(fake)


def play(
    tactic: TacticName = DEFAULT,
    start_match: Annotated[
        str | None,
        typer.Option(metavar="BOTS", help="Start matches: three bot ids, or four with `me`."),
    ] = None,
    initdata: Annotated[
        str, typer.Option(help="The initdata of started matches: JSON, or @FILE.")
    ] = "",
    count: Annotated[int | None, typer.Option(min=1, help="How many.")] = None,
    at_once: AtOnce = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", metavar="DIR", help="Where to write: a folder for every match."
        ),
    ] = None,
    limit: Annotated[float, typer.Option(min=0.01, help="Seconds a decision.")] = 1.0,
    url_file: Annotated[
        Path | None,
        typer.Option(
            help="The file with the LocalAI address; by default ~/.config/mj/botzone_url."
        ),
    ] = None,
    finish: Annotated[
        bool, typer.Option("--finish", help="On Ctrl-C finish the running matches.")
    ] = False,
) -> None:
    """Play real matches on Botzone from here, through its LocalAI interface.

    Ctrl-C stops at once (with --finish, the second one): ready answers are sent, and matches in
    play are saved as interrupted.
    """
    check_installed("mj live play", "httpx", "live")
    from mj_lab.table.live.loop import Options
    from mj_lab.table.live.secret import read_secret
    from mj_lab.table.live.start import order_of

    if initdata and start_match is None:
        raise ValueError("--initdata goes with --start-match")
    order = order_of(start_match, _initdata(initdata)) if start_match is not None else None
    options = Options(tactic, limit, count, out, order, at_once, finish)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    secret = read_secret(file=url_file)
    code = _guarded(secret, lambda: _play(secret, options))
    if code:
        raise typer.Exit(code)


def _initdata(text: str) -> str:
    if not text.startswith("@"):
        return text
    return Path(text[1:]).read_text(encoding="utf-8")


def _play(secret: Secret, options: Options) -> int:
    from rich.console import Console

    from mj_lab.core.records.formats.botzone_log import ME
    from mj_lab.table.live.client import LocalAI
    from mj_lab.table.live.loop import Live
    from mj_lab.table.live.status import LineView, TableView, totals_line

    console = Console()
    with LocalAI(secret) as server:
        view = TableView(console) if console.is_terminal else LineView(console)
        client = Live(server, options, view)
        with view:
            view.tell(f"{options.tactic} plays for {secret.shown}")
            done = client.run()
    if client.saved:
        review = f"mj review --own {ME} {quote(str(options.save))}"
        hint = f"What the answers cost, and what went wrong: {review}"
        console.print(hint, soft_wrap=True, highlight=False, markup=False)
    console.print(totals_line(client.sessions.totals), soft_wrap=True, highlight=False)
    if not done:
        return _INTERRUPTED
    return 1 if client.unsaved else 0


def _guarded(secret: Secret, call: Callable[[], int]) -> int:
    """Run the call; its errors are shown without the secret."""
    try:
        return call()
    except (ValueError, OSError) as error:
        message = secret.redact(error)
    except Exception:
        print(secret.redact(traceback.format_exc()), file=sys.stderr, end="")
        return 1
    # Raised outside, so that it does not carry the first error.
    raise ValueError(message)


def fake(
    count: Annotated[int, typer.Option(min=0, help="How many.")] = 1,
    at_once: AtOnce = 1,
    tactic: TacticName = "random",
    seed: Seed = "0",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 0,
    limit: Annotated[float | None, typer.Option(min=0.01, help="Seconds a decision.")] = None,
    fault_rate: Annotated[
        float, typer.Option(min=0, max=1, help="The share of polls that fail on purpose.")
    ] = 0.0,
) -> None:
    """Run a fake Botzone on this machine, to test clients of the LocalAI interface.

    It prints its address, offers matches against three copies of the tactic, and prints results.
    """
    check_installed("mj live fake", "h11", "live")
    from mj_lab.table.live.stand_in.faults import Faults
    from mj_lab.table.live.stand_in.server import serve_here
    from mj_lab.table.live.stand_in.tables import Rules

    number = seed_number(seed)
    rules = Rules(count, at_once, opponent=tactic, seed=number, turn_seconds=limit)
    serve_here(rules, Faults.of_rate(fault_rate, number), port)
