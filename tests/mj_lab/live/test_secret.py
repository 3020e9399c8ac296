"""The address: where it is read from, what is refused, and that it does not show."""

import copy
import os
import pickle
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from mj_lab.live.secret import VARIABLE, Secret, SecretError, read_secret

WORD = "5ecr3t0fTheUser"
URL = f"https://www.botzone.org.cn/api/5ac/{WORD}/localai"


def told(error: BaseException) -> str:
    """All that a traceback can tell, the variables too."""
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


def test_a_trailing_slash_is_no_matter() -> None:
    assert Secret(URL + "/").call("localai") == URL


def test_the_variable_is_taken_out_of_the_environment() -> None:
    environment = {VARIABLE: f" {URL}\n", "HOME": "/"}
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


def test_a_file_with_nonsense_is_not_quoted(address_file: Callable[..., Path]) -> None:
    with pytest.raises(SecretError) as caught:
        read_secret({}, address_file(f"url = {URL}"))
    assert WORD not in told(caught.value)


def test_no_address_at_all(tmp_path: Path) -> None:
    with pytest.raises(SecretError, match=f"set {VARIABLE}"):
        read_secret({}, tmp_path / "none")


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SecretError, match="not a regular file"):
            read_secret({}, path)
