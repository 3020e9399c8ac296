"""The pages of `mj web` as files of a site, with a worker behind them instead of a server."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

from mj_bot import __version__
from mj_bot.tiles import CODES
from mj_lab.core.files import write_whole
from mj_lab.core.pages.page import ICON, PagePlace, SharedFiles, labels, render, without_comments
from mj_lab.explain.review.page import empty_pages
from mj_lab.explain.review.replay.match_page import REPLAY_ASSETS, REPLAY_SCRIPTS
from mj_lab.web.server.at_table.play_page import page_of_two_games, play_page
from mj_lab.web.server.front.pages import WEB_ASSETS, analysis_page, home_page
from mj_lab.web.server.match_reviews import match_review_page
from mj_lab.web.server.my_games.page import my_games_page
from mj_lab.web.server.rules.page import RULES_PATH, rules_page
from mj_lab.web.server.train.page import train_page
from mj_lab.web.site.building import build_engine
from mj_lab.web.site.bundling import bundled
from mj_lab.web.site.quiz_data import packed_quiz
from mj_lab.web.site.rules import site_choices, site_rules

_ASSETS = Path(__file__).parent / "assets"
# The file of each page, by the page's address at a server. worker_transport.js has the same rule.
_FILES = {
    path: f"{path[1:] or 'index'}.html"
    for path in ("/", "/play", "/analyze", RULES_PATH, "/train", "/my-games")
}
# The page of `make docs` on installing a server.
_INSTALLING = "docs/install.html"
# Pages that show a hand that the browser keeps; the address names the hand.
_TRANSPORT = "worker_transport.js"
_RECORD_LOADER = (_TRANSPORT, "record_loader.js")
# The browser keeps the hands: this saves them all to a file, and loads them.
_BACKUP = ("backup.js",)
SHARED = SharedFiles("files/")
# Only the site's own files. The worker is code of the site, and compiles the engine.
_SITE = PagePlace(
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'none'",
    files=SHARED,
    scripts="'wasm-unsafe-eval'",
    addresses=_FILES,
    assets=(_ASSETS / "pages",),
    replaced={"server_transport.js": _TRANSPORT},
    last=("site_texts.js",),
)


def build_site(folder: Path) -> None:
    """Write the whole site into a folder: pages, worker, engine, questions, app files.

    Raises CompilingError, and OSError if the folder cannot be written.
    """
    build_engine(folder / "engine")
    build_pages(folder)


def build_pages(folder: Path) -> None:
    """Write all but the engine, which must be there already; the list of offline files comes last.

    Raises OSError if the folder cannot be written.
    """
    has_docs = (folder / _INSTALLING).is_file()
    for path, text in site_pages(has_docs).items():
        write_whole(folder / path, text.encode("utf-8"))
    for kind, page in empty_pages().items():
        write_whole(folder / f"kept-{kind}.html", page.encode())
    # So no file of an older build is left.
    shutil.rmtree(folder / SHARED.at, ignore_errors=True)
    (folder / SHARED.at).mkdir()
    for name, content in SHARED.made.items():
        write_whole(folder / SHARED.at / name, content)
    worker = folder / "worker"
    shutil.rmtree(worker, ignore_errors=True)
    shutil.copytree(_ASSETS / "worker", worker, ignore=shutil.ignore_patterns("*.d.ts"))
    # The worker reads hands with the pages' own module.
    reader = (WEB_ASSETS / "hand_text.js").read_text(encoding="utf-8")
    module = (
        f"const MJ = {json.dumps({'CODES': CODES})};\n{reader}export const {{ handText }} = MJ;\n"
    )
    write_whole(worker / "hand_text.js", module.encode())
    rules = json.dumps(site_rules(), ensure_ascii=False, separators=(",", ":"))
    write_whole(worker / "rules.js", f"export const RULES = {rules};\n".encode())
    # The modules beside it are what it is made of.
    whole = bundled(worker / "worker.js")
    write_whole(worker / "worker.js", without_comments(whole).encode())
    write_whole(folder / "quiz.bin", packed_quiz())
    for asset in (*sorted((_ASSETS / "app").iterdir()), ICON):
        shutil.copyfile(asset, folder / asset.name)
    write_offline(folder)


def site_pages(has_docs: bool) -> dict[str, str]:
    """The text of each page by its file; has_docs: whether the documents are beside the site."""
    choices = site_choices()
    more = {"/install": _INSTALLING} if has_docs else {}
    first = _SITE._replace(addresses={**_FILES, **more})
    return {
        _FILES["/"]: home_page(first, choices),
        _FILES["/play"]: play_page(choices, _SITE),
        # For hands the engine evaluates with the default tactic only.
        _FILES["/analyze"]: analysis_page(_SITE, {**choices, "tactics": [choices["tactic"]]}),
        _FILES[RULES_PATH]: rules_page(_SITE),
        _FILES["/train"]: train_page(_SITE),
        _FILES["/my-games"]: my_games_page(_SITE, _BACKUP),
        "replay.html": _replay_page(),
        "review.html": match_review_page(_SITE),
        "beside.html": page_of_two_games(
            {"labels": labels(_SITE.at(RULES_PATH))}, _SITE, _RECORD_LOADER
        ),
    }


def _replay_page() -> str:
    """The page of a replay of a stored hand; its address names which."""
    return render(
        "replay.html",
        "mj replay",
        {"labels": labels(_SITE.at(RULES_PATH))},
        styles=("replay.css",),
        scripts=(*_RECORD_LOADER, *REPLAY_SCRIPTS),
        folders=(REPLAY_ASSETS,),
        place=_SITE,
        home=_SITE.at("/my-games"),
    )


def write_offline(folder: Path) -> None:
    """List the files for offline use with their digests, under a version made from these.

    Documents beside the site (`make docs`) are not included, nor modules that no page asks for.
    The smallest come first.
    """
    parts = ("*", f"{SHARED.at}*", "engine/*.bin", "worker/worker.js")
    paths = [path for part in parts for path in sorted(folder.glob(part)) if path.is_file()]
    paths.sort(key=lambda path: path.stat().st_size)
    files = (path.relative_to(folder).as_posix() for path in paths)
    names = [name for name in files if name != "offline.js"]
    digests = {name: sha256((folder / name).read_bytes()).hexdigest()[:16] for name in names}
    whole = sha256(json.dumps(digests).encode()).hexdigest()[:12]
    known = {"version": f"{__version__}-{whole}", "files": digests}
    text = (_ASSETS / "app" / "offline.js").read_text(encoding="utf-8")
    head = f"const KEPT = {json.dumps(known)};\n"
    write_whole(folder / "offline.js", (head + text).encode())
