"""What a page costs on the wire, what of it a browser keeps, and that nothing is sent twice."""

import gzip
import re
from types import SimpleNamespace

from tests.mj_lab.web.server.test_server import ask

TAKEN = {"Accept-Encoding": "gzip, deflate, br"}
PAGES = ("/", "/play", "/train", "/my-games", "/games", "/analyze", "/rules", "/api/v1/")
MOST_OF_FIRST, MOST_OF_SECOND = 150_000, 60_000


def linked(server: SimpleNamespace, path: str) -> tuple[int, dict[str, int]]:
    """The bytes of a page on the wire, and of each file that it needs, the font too, by name."""
    status, headers, body = ask(server, path, headers=TAKEN)
    assert (status, headers["content-encoding"]) == (200, "gzip")
    html = gzip.decompress(body).decode()
    assert "<style" not in html and 'style="' not in html
    (data,) = re.findall(r"<script(?! src=)[^>]*>", html)
    assert data == '<script type="application/json" id="data">'
    files = {}
    waiting = re.findall(r'(?:<script src|(?:stylesheet|icon)" href)="([^"]+)"', html)
    # Without one that they may load, browsers ask for /favicon.ico.
    assert "icon" in str(waiting) and "img-src &#39;self&#39;" in html
    while waiting:
        name = waiting.pop()
        status, headers, content = ask(server, name, headers=TAKEN)
        assert status == 200, name
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        files[name] = len(content)
        if headers.get("content-encoding") == "gzip":
            assert headers["vary"] == "Accept-Encoding"
            content = gzip.decompress(content)
        if name.endswith(".css"):
            waiting += [
                f"{name.rpartition('/')[0]}/{one}"
                for one in re.findall(r"url\((.*?)\)", content.decode())
                # Characters that the table and the first page do not have.
                if "cjk-more" not in one
            ]
    return len(body), files


def test_a_first_page_is_light_and_a_second_one_lighter(server: SimpleNamespace) -> None:
    weights = {path: linked(server, path) for path in PAGES}
    for first, (html, files) in weights.items():
        assert html + sum(files.values()) < MOST_OF_FIRST, first
        for second, (more, others) in weights.items():
            new = [size for name, size in others.items() if name not in files]
            assert second == first or 0 < len(new) <= 2
            assert more + sum(new) < MOST_OF_SECOND, (first, second)


def test_a_page_is_sent_once(server: SimpleNamespace) -> None:
    for path in PAGES:
        _, headers, _ = ask(server, path, headers=TAKEN)
        assert headers["cache-control"] == "private, no-cache"
        again = {**TAKEN, "If-None-Match": headers["etag"]}
        status, headers, body = ask(server, path, headers=again)
        assert (status, body, headers["etag"]) == (304, b"", again["If-None-Match"])
        assert ask(server, path, headers={**again, "If-None-Match": '"0"'})[0] == 200


def test_answers_about_people_are_kept_by_nobody(server: SimpleNamespace) -> None:
    for path, body in (("/api/saved", None), ("/api/my-games", '{"tokens": []}'), ("/x", None)):
        _, headers, _ = ask(server, path, body)
        assert headers["cache-control"] == "no-store" and "etag" not in headers
    assert ask(server, "/files/all.0000000000000000.js")[0] == 404
