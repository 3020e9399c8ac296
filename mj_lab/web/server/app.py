"""The pages and their requests, as an ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from mj_bot import tactics
from mj_lab.core.database import DatabaseError, StorageFault, check_database
from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import SERVED
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.index.index_file import INDEX_NAME
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.quiz.store import PROGRESS
from mj_lab.explain.review.page import empty_pages
from mj_lab.explain.review.replay.again import again_link
from mj_lab.explain.review.replay.choose import chosen_game
from mj_lab.explain.review.replay.match_page import default_seat, page_of_replay, replay_data
from mj_lab.table.play.bots.programs import Programs
from mj_lab.table.play.store import TABLES
from mj_lab.web.server.at_table.again import Find, RecordsHere
from mj_lab.web.server.at_table.network import ServerReach
from mj_lab.web.server.at_table.routes import table_routes
from mj_lab.web.server.at_table.tables import Tables
from mj_lab.web.server.front.pages import analysis_page, choices, home_page, message_page
from mj_lab.web.server.games.routes import game_routes
from mj_lab.web.server.guard import Guard
from mj_lab.web.server.json_bodies import json_answer, json_object, refusal
from mj_lab.web.server.match_reviews import MatchReviews
from mj_lab.web.server.my_games.finished import store_file
from mj_lab.web.server.my_games.replays import TableReplay
from mj_lab.web.server.my_games.routes import my_games_routes
from mj_lab.web.server.page_caching import FILES_ROUTE, LIGHT
from mj_lab.web.server.reports import SavedReports
from mj_lab.web.server.request_queue import BusyError, GoneError, Turns, answer_busy, answer_gone
from mj_lab.web.server.rules.page import RULES_PATH, rules_page
from mj_lab.web.server.saved import File, SavedMatches, when_and_where
from mj_lab.web.server.service.routes import closing_workers, service_routes
from mj_lab.web.server.service.workers import QuestionWorkers
from mj_lab.web.server.shutdown import in_thread
from mj_lab.web.server.train.page import train_page
from mj_lab.web.server.train.training import ServedQuiz, quiz_file
from mj_lab.web.server.uploads import MOST_BYTES, Upload, Uploads, fetched_upload, read_upload

_log = logging.getLogger(__name__)

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


def make_app(
    folders: Sequence[Path] = (),
    hosts: Sequence[str] = LOCAL_HOSTS,
    index: Path | None = None,
    compare: bool = True,
    programs: Programs | None = None,
    reach: ServerReach | None = None,
) -> Starlette:
    """The application.

    folders: with saved matches and reports. hosts: names that the server answers to. index: of an
    archive, else `index.db` in the first folder; it need not exist. compare: whether the default
    tactic replays people's hands. programs: those that may sit at tables. reach: who can reach the
    server; None for this machine only. Raises DatabaseError if a file of people's games is damaged,
    or of a newer version.
    """
    if folders:
        _check_files(folders[0])
    saved = SavedMatches(folders)
    training = ServedQuiz(folders[0]) if folders else None
    uploads = Uploads()
    home = folders[0] if folders else Path(".mj")
    workers = QuestionWorkers()
    index = index or home / INDEX_NAME
    find = RecordsHere(saved, uploads, index, training.game if training else None).find
    pages = _Pages(saved, SavedReports(folders, saved), training, uploads, find, home / "fetched")
    reviews = MatchReviews(uploads, folders[0] / "tables" if folders else None)
    playing: list[BaseRoute] = []
    tables = Tables(folders[0] / "tables", compare, programs) if folders else None
    if tables is not None:
        reached = (reach or ServerReach(True, ()))._asdict()
        named = {"programs": programs.names if programs else (), "reach": reached}
        playing = [
            *my_games_routes(folders[0] / "tables", workers),
            *table_routes(tables, saved, find, {**choices(), **named}),
            Route("/train", pages.train),
            Route("/train/games/{question}", pages.trained_game),
            Route("/api/train/{what}", pages.trained, methods=["POST"]),
        ]
    return Starlette(
        routes=[
            *playing,
            Route("/", pages.home),
            Route("/analyze", pages.analysis),
            Route(RULES_PATH, pages.rules),
            Route("/kept-{kind}", pages.empty),
            Route("/saved/{key}", pages.saved_match),
            Route("/reports/{key}", pages.saved_report),
            Route("/uploads/{token}/{number}", pages.uploaded_match),
            Route("/api/saved", pages.list_saved),
            Route("/api/reports", pages.list_reports),
            Route("/api/uploads", pages.upload, methods=["POST"]),
            Route("/api/uploads/{token}", pages.uploaded),
            Route("/api/fetch", pages.fetched, methods=["POST"]),
            *reviews.routes(),
            *game_routes(index, pages.replay),
            *service_routes(workers, home="/"),
            FILES_ROUTE,
        ],
        lifespan=_closing(workers, tables),
        middleware=[Middleware(Guard, hosts=hosts, limit=MOST_BYTES), *LIGHT],
        exception_handlers={404: _not_found, BusyError: answer_busy, GoneError: answer_gone},
    )


def _check_files(folder: Path) -> None:
    """Refuse to begin on a file that no later moment will mend; the other faults may pass."""
    for path, kind in ((store_file(folder / "tables"), TABLES), (quiz_file(folder), PROGRESS)):
        try:
            check_database(path, kind)
        except DatabaseError as error:
            if error.fault in (None, StorageFault.DAMAGED):
                raise
            _log.warning("%s", error)


def _closing(
    workers: QuestionWorkers, tables: Tables | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """A lifespan that ends all workers, and all programs at tables."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with closing_workers(workers)(app):
            yield
            if tables is not None:
                tables.stop()

    return lifespan


def _html(text: str, status: int = 200) -> HTMLResponse:
    """A page as bytes, with any characters."""
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def _message_page(message: str, status: int) -> HTMLResponse:
    return _html(message_page(SERVED, message), status)


async def _not_found(_request: Request, _error: Exception) -> Response:
    return _message_page("notFound", 404)


class _Pages:
    """The handlers and their shared state."""

    def __init__(
        self,
        saved: SavedMatches,
        reports: SavedReports,
        training: ServedQuiz | None,
        uploads: Uploads,
        find: Find,
        kept_answers: Path,
    ) -> None:
        self._saved = saved
        self._training = training
        self._find = find
        self._reports = reports
        self._uploads = uploads
        # A server with training also has tables to play at.
        self._plays = training is not None
        # Memory-hungry work runs one at a time; of slow work a client has two, all clients three.
        self._reading = Turns(1)
        self._finding = Turns(1)
        self._working = Turns(3, of_one=2)
        # Quiz questions do not wait for replays.
        self._asking = Turns(1)
        # One after the other, to spare the platforms.
        self._fetching = Turns(1)
        self._kept_answers = kept_answers

    async def home(self, _request: Request) -> Response:
        """The first page: drop in a match, or open a saved one."""
        return _html(home_page(SERVED, choices()))

    async def analysis(self, _request: Request) -> Response:
        """The page for analysing a hand."""
        return _html(analysis_page(SERVED, choices()))

    async def rules(self, _request: Request) -> Response:
        """The page of the fans."""
        return _html(await in_thread(partial(rules_page, SERVED)))

    async def train(self, _request: Request) -> Response:
        """The page for training."""
        return _html(train_page(SERVED))

    async def trained(self, request: Request) -> Response:
        """The requests of the training page, answered as JSON."""
        training, what = self._training, request.path_params["what"]
        assert training is not None
        body = await request.body()
        # Playing on takes seconds: it waits with replays, not with questions.
        turns = self._working if what == "cost" else self._asking
        try:
            async with turns.of(request):
                if what == "import":
                    return json_answer(await in_thread(partial(training.loaded, body)))
                return json_answer(
                    await in_thread(lambda: training.asked(what, json_object(body), self._find))
                )
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return refusal(error)

    async def trained_game(self, request: Request) -> Response:
        """The replay of a question's game."""
        training, name = self._training, request.path_params["question"]
        assert training is not None
        return await self.replay(request, partial(training.game, name))

    async def empty(self, request: Request) -> Response:
        """The page on disk that a page of a record saves itself in."""
        page = empty_pages().get(request.path_params["kind"])
        return _message_page("notFound", 404) if page is None else _html(page)

    async def list_saved(self, request: Request) -> Response:
        """The saved matches, newest first."""
        async with self._reading.of(request):
            return json_answer(await in_thread(self._saved.newest))

    async def list_reports(self, request: Request) -> Response:
        """The saved reports and reviews, newest first."""
        async with self._reading.of(request):
            return json_answer(await in_thread(self._reports.newest))

    async def upload(self, request: Request) -> Response:
        """Take a match file; answers with its matches, or with the problem."""
        data = await request.body()
        name = unquote(request.headers.get("x-file-name", "file"))[:200]
        async with self._reading.of(request):
            upload = await in_thread(partial(_upload_or_problem, partial(read_upload, data, name)))
        return self._kept(upload)

    async def fetched(self, request: Request) -> Response:
        """Take the match of an address on a platform's site, as `upload` does a file."""
        body = await request.body()
        try:
            address = json_object(body).get("address")
            if not isinstance(address, str):
                raise ValueError("address: expected a text")
            async with self._fetching.of(request):
                upload = await in_thread(
                    partial(
                        _upload_or_problem, partial(fetched_upload, address, self._kept_answers)
                    )
                )
        except BusyError:
            raise
        except ValueError as error:
            return refusal(error)
        return self._kept(upload)

    def _kept(self, upload: Upload | str) -> Response:
        if isinstance(upload, str):
            return json_answer({"error": upload})
        return json_answer(_contents(self._uploads.keep(upload), upload))

    async def uploaded(self, request: Request) -> Response:
        """What an uploaded file holds, as when it came."""
        token = request.path_params["token"]
        upload = self._uploads.get(token)
        if upload is None:
            return refusal(ValueError("this file is no longer in memory: drop it in again"))
        return json_answer(_contents(token, upload))

    async def uploaded_match(self, request: Request) -> Response:
        """The replay of an uploaded match."""
        upload = self._uploads.get(request.path_params["token"])
        number = _number(request.path_params["number"])
        if upload is None or not 1 <= number <= upload.count:
            return _message_page("forgotten", 404)
        return await self.replay(request, lambda: upload.game(number))

    async def saved_match(self, request: Request) -> Response:
        """The replay of a saved match."""
        async with self._finding.of(request):
            file = await in_thread(partial(self._saved.file, request.path_params["key"]))
        if file is None:
            return _message_page("notFound", 404)
        return await self.replay(request, lambda: chosen_game(file.path, "1"), file)

    async def saved_report(self, request: Request) -> Response:
        """A saved report or review."""
        try:
            async with self._reading.of(request):
                key = request.path_params["key"]
                page = await in_thread(partial(self._reports.page, key))
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return _message_page(str(error), 400)
        return _message_page("notFound", 404) if page is None else _html(page)

    async def replay(
        self, request: Request, find: Callable[[], Match | SeatRecord], file: File | None = None
    ) -> Response:
        """The replay of a match, with the seat and tactic of the query.

        file: the match's file.
        """
        query = request.query_params
        seat, tactic = query.get("seat"), query.get("tactic")
        record = request.url.path if self._plays else None
        try:
            async with self._working.of(request):
                return _html(
                    await in_thread(partial(_replay_html, find, seat, tactic, file, record))
                )
        except BusyError as error:
            return _message_page(str(error), 429)
        except (ValueError, OSError) as error:
            return _message_page(str(error), 400)


def _contents(token: str, upload: Upload) -> dict[str, Any]:
    return {
        "token": token,
        "name": upload.name,
        "matches": upload.summaries,
        "tables": upload.tables,
        "skipped": upload.skipped,
    }


def _upload_or_problem(read: Callable[[], Upload]) -> Upload | str:
    """An upload, or its problem.

    An exception passed between threads would keep its frames, with all the unpacked data, until the
    next garbage collection.
    """
    try:
        return read()
    except (ValueError, OSError) as error:
        return str(error)


def _number(text: str) -> int:
    """Parse a number in an address of our pages; 0 for anything else.

    >>> _number("12"), _number("9" * 5000), _number("x")
    (12, 0, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _replay_html(
    find: Callable[[], Match | SeatRecord],
    seat: str | None,
    tactic: str | None,
    file: File | None,
    record: str | None,
) -> str:
    match = find()
    of_table = None if file is None else TableReplay(file.path, match.id)
    people = () if of_table is None else of_table.people
    chosen = int(seat) if seat in ("0", "1", "2", "3") else default_seat(match, people)
    name = tactic or ADVISER
    data = replay_data(match, chosen, asked_by_name(name), name)
    if of_table is not None:
        of_table.keep_review(data)
    saved_at = None if file is None else when_and_where(file, match.id)
    data |= {"choices": tactics.names(), "kept": saved_at}
    if isinstance(match, Match):  # One seat's view has no wall to play on with.
        data["again"] = "" if record is None else again_link(record, chosen, None)
    return page_of_replay(data, "/", SERVED)
