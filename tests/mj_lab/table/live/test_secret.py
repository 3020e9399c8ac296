"""The address: where it is read from, what is refused, and that it does not show."""

import base64
import copy
import os
import pickle
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from mj_lab.table.live.secret import VARIABLE, Secret, SecretError, read_secret, refuse_addresses
from tests.command import refused

WORD = "5ecr3t0fTheUser"
URL = f"https://www.botzone.org.cn/api/5ac/{WORD}/localai"


def told(error: BaseException) -> str:
    """All that a traceback can show, the variables too."""
    full = traceback.TracebackException.from_exception(error, capture_locals=True)
    lines = [line for line in full.format() if "tests/" not in line]  # This test knows the URL.
    return "".join(lines) + str(error) + repr(error)


def test_it_does_not_show() -> None:
    secret = Secret(URL)
    for text in (str(secret), repr(secret), f"{secret}", secret.shown, repr([secret])):
        assert WORD not in text
    assert secret.call("runmatch") == f"https://www.botzone.org.cn/api/5ac/{WORD}/runmatch"


def test_it_is_not_copied_or_saved() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret(URL))
    with pytest.raises(TypeError):
        copy.copy(Secret(URL))


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (WORD, f"GET {URL} HTTP/1.1"),
        (WORD, f"/api/5ac/{WORD}/localai and {WORD} again"),
        ("a%2Fbc", "https://x/api/5ac/a%2Fbc/localai or a/bc or a%2Fbc"),
        ("ab", "https://x/api/5ac/ab/localai"),
    ],
)
def test_it_is_redacted_however_quoted(word: str, text: str) -> None:
    redacted = Secret(f"https://x/api/5ac/{word}/localai").redact(text)
    assert f"/{word}" not in redacted
    assert "a/bc" not in redacted
    assert "***" in redacted


def encodings(word: str) -> dict[str, str]:
    """Ways to write it, each made by the standard library or a format of strings."""
    data = word.encode()
    percent = "".join(f"%{byte:02X}" for byte in data)
    return {
        "upper": word.upper(),
        "lower": word.lower(),
        "percent": percent,
        "percent of percent": percent.replace("%", "%25"),
        "percent in part": word[:3] + percent[9:].lower(),
        "hex": data.hex(),
        "HEX": data.hex().upper(),
        "hex with colons": data.hex(":"),
        "hex with spaces": data.hex(" "),
        "hex of Python": "".join(f"\\x{byte:02x}" for byte in data),
        "hex of C": ", ".join(f"0x{byte:02x}" for byte in data),
        "JSON": "".join(f"\\u{byte:04x}" for byte in data),
        "JSON in JSON": "".join(f"\\\\u{byte:04X}" for byte in data),
        "HTML": "".join(f"&#{byte};" for byte in data),
        "HTML in hex": "".join(f"&#x{byte:x};" for byte in data),
        "spaced": " ".join(word),
        "listed": repr(list(word)),
        "dashed": "-".join(word[n : n + 4] for n in range(0, len(word), 4)),
        "wrapped": word[:6] + "\n        " + word[6:],
        "in a repr": word[:6] + r"\n" + word[6:],
        "base64": base64.b64encode(data).decode(),
        "base64 after a byte": base64.b64encode(b"x" + data + b"yz").decode(),
        "base64 in a header": base64.b64encode(b"me:" + data).decode(),
        "base64 of the URL": base64.urlsafe_b64encode(URL.replace(WORD, word).encode()).decode(),
        "base64 in lines": base64.encodebytes(b"0123" * 12 + data).decode(),
    }


def folded(text: str) -> str:
    """The text without what parts it, in lower case."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


@pytest.mark.parametrize("way", list(encodings(WORD)))
@pytest.mark.parametrize("word", [WORD, "a1b2c3d4e5f60718293a4b5c", "x-_~y.z9"])
def test_it_is_redacted_however_written(way: str, word: str) -> None:
    url = f"https://www.botzone.org.cn/api/5ac/{word}/localai"
    text = f"before: {encodings(word)[way]} :after"
    told = Secret(url).redact(text)
    assert told.startswith("before: ") and told.endswith(" :after")
    assert "***" in told
    # Nor is a piece of it left, as far as it is not in the words around, in any way of writing.
    left = told.replace("***", "")
    for written in encodings(word).values():
        for start in range(len(written) - 8):
            piece = folded(written[start : start + 9])
            if len(piece) >= 8 and way != "base64 of the URL" and "base64" not in way:
                assert piece not in folded(left)


def test_other_texts_are_left_alone() -> None:
    lines = "match 5ff1d3a0c5b5e9001a7d3f60: finished, 88 turns, PLAY W1 | 12.5 %20 \\u0041 0x35"
    assert Secret(URL).redact(lines) == lines


@pytest.mark.thorough
def test_a_long_text_is_searched_quickly() -> None:
    secret = Secret(URL)
    for text in ("5 " * 500_000, "%25" * 300_000, "=" * 1_000_000, "35" * 500_000):
        start = time.thread_time()
        secret.redact(text)
        assert time.thread_time() - start < 10


@pytest.mark.parametrize(
    "words",
    [
        ("live", "play", "--url-file", URL),
        ("live", "play", f"--url-file={URL}"),
        ("live", "play", URL),
        ("live", "play", "--tactic", URL),
        ("live", "play", "--tactic", f"cmd:{URL}"),
        ("live", "play", "--limit", URL),
        ("live", "play", "--start-match", f"{URL},b,c"),
        ("live", "play", "--initdata", f"@{URL}"),
        ("live", "play", "-o", URL.removeprefix("https://")),
        ("live", "play", "--count", URL.upper()),
        (URL,),
        ("--url-file", URL),
        ("lvie", URL),
        ("play", URL),
        ("records", "fetch", URL),
    ],
)
def test_an_address_on_the_command_line_is_refused_unquoted(words: tuple[str, ...]) -> None:
    line = refused(*words)
    assert WORD.lower() not in line.lower()
    assert line.startswith("mj: an argument contains an address")


def test_a_programs_command_may_have_an_address() -> None:
    refuse_addresses(["play", "keep:bot.py --server http://localhost:8000", "random"])
    refuse_addresses(["live", "play", "--url-file", "/home/me/localai", "-o", "live"])


def test_a_secret_in_the_place_of_its_file_or_beside_it_is_not_quoted(
    address_file: Callable[..., Path],
) -> None:
    paths = [Path(word) for word in (WORD, f"5ac/{WORD}", WORD * 100)]
    for path in (*paths, address_file(f"url = {URL}")):
        with pytest.raises(SecretError) as caught:
            read_secret({}, path)
        assert WORD not in str(caught.value)
    assert WORD not in told(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        WORD,
        f"http://www.botzone.org.cn/api/5ac/{WORD}/localai",
        f"ftp://www.botzone.org.cn/api/5ac/{WORD}/localai",
        f"https://www.botzone.org.cn/api/5ac/{WORD}",
        f"https://www.botzone.org.cn/api/5ac/{WORD}/runmatch",
        f"https://www.botzone.org.cn/api//{WORD}/localai",
        f"https://www.botzone.org.cn/api/5ac/{WORD}/localai?x=1",
        f"https://me:{WORD}@www.botzone.org.cn/api/5ac/{WORD}/localai",
        f"https://[::1/api/5ac/{WORD}/localai",
        f"https://x:99999999/api/5ac/{WORD}/localai",
        f"https://x/api/5ac/{WORD}/localai\nhttps://y",
        f"https://x/api/5ac/{WORD} /localai",
        f"https://x/api/5äc/{WORD}/localai",
    ],
)
def test_what_is_no_address_is_refused_without_a_word_of_it(url: str) -> None:
    environment = {VARIABLE: url + "\n"}
    with pytest.raises(SecretError) as caught:
        read_secret(environment)
    assert WORD not in told(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_the_variable_is_taken_out_of_the_environment() -> None:
    environment = {VARIABLE: f" {URL}/\n", "HOME": "/"}
    assert read_secret(environment).call("localai") == URL
    assert environment == {"HOME": "/"}


def test_a_named_file_goes_before_the_variable(address_file: Callable[..., Path]) -> None:
    environment = {VARIABLE: "https://other/api/1/2222/localai"}
    assert read_secret(environment, address_file(URL + "\n")).call("localai") == URL
    assert not environment


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o644, 0o700, 0o666])
def test_a_file_that_others_can_read_is_refused(
    address_file: Callable[..., Path], mode: int
) -> None:
    with pytest.raises(SecretError, match=f"{mode:o}.*chmod 600") as caught:
        read_secret({}, address_file(URL, mode))
    assert WORD not in told(caught.value)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_file_of_ones_own_is_read(address_file: Callable[..., Path], mode: int) -> None:
    assert read_secret({}, address_file(URL, mode)).call("localai") == URL


def test_no_address_at_all(tmp_path: Path) -> None:
    with pytest.raises(SecretError, match=f"set {VARIABLE}"):
        read_secret({}, tmp_path / "none")


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SecretError, match="not a regular file"):
            read_secret({}, path)


def test_an_address_that_is_too_long_is_refused_at_once() -> None:
    """What finds a secret in a text grows faster than it: 30 s for one of 4,000 letters."""
    began = time.thread_time()  # Other work of the machine does not count.
    with pytest.raises(SecretError, match="longer than any of Botzone's"):
        Secret(f"https://www.botzone.org.cn/api/me/{'5ecr3t' * 600}/localai")
    Secret(f"https://www.botzone.org.cn/api/me/{'5e' * 100}/localai")
    assert time.thread_time() - began < 1
