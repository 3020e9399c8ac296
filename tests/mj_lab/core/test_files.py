"""Files that commands write: what is refused, what is followed, whole or not at all."""

import os
import resource
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mj_lab.core.files import check_kept_file, check_output, drafted, target_of, write_whole


def a_device(path: Path) -> None:
    """A node of its own like /dev/null, which no fault here can spoil."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device can be made here")


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))  # The whole path may be too long for a socket.


SPECIAL: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a device": a_device,
    "a socket": a_socket,
}


def kind_of(path: Path) -> int:
    return stat.S_IFMT(path.lstat().st_mode)


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "behind links"])
@pytest.mark.parametrize("kind", SPECIAL)
def test_what_is_no_regular_file_is_refused_and_stays(
    tmp_path: Path, kind: str, linked: bool
) -> None:
    node = tmp_path / "node"
    SPECIAL[kind](node)
    path = node
    if linked:
        (tmp_path / "first").symlink_to(node)
        path = tmp_path / "second"
        path.symlink_to("first")
    before = kind_of(node)
    told = f"^{path} is {kind}, not a regular file$"
    for refuse in (check_kept_file, lambda one: check_output(one, True)):
        with pytest.raises(ValueError, match=told):
            refuse(path)
    with pytest.raises(ValueError, match=told):
        write_whole(path, b"data")
    with pytest.raises(ValueError, match=told), drafted(path):
        pytest.fail("a draft of it")
    assert kind_of(node) == before
    assert path.is_symlink() == linked


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    for path in (tmp_path, tmp_path / "link"):
        for refuse in (check_kept_file, lambda one: check_output(one, True)):
            with pytest.raises(ValueError, match=f"^{path} is a folder$"):
                refuse(path)
        with pytest.raises(ValueError, match=f"^{path} is a folder$"):
            write_whole(path, "text")


def test_a_file_that_is_there_wants_force(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("what was there")
    link.symlink_to(path)
    for one in (path, link):
        with pytest.raises(ValueError, match=f"^{one} exists already; --force overwrites it$"):
            check_output(one, False)
        check_output(one, True)
        check_kept_file(one)
    check_output(None, False)
    check_output(tmp_path / "new", False)
    check_kept_file(tmp_path / "no folder" / "new")
    assert sorted(tmp_path.iterdir()) == [path, link]


def test_a_folder_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("far").symlink_to(tmp_path / "nowhere" / "file")
    Path("near").symlink_to(tmp_path / "new")
    for path, folder in (
        ("nowhere/a", "nowhere"),
        ("file/a", "file"),
        ("far", target_of(tmp_path) / "nowhere"),
    ):
        with pytest.raises(ValueError, match=f"^{path}: no such folder: {folder}$"):
            check_output(Path(path), True)
    check_output(Path("near"), False)


def test_links_in_a_circle_and_names_too_long_are_one_line(tmp_path: Path) -> None:
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for path in (circle, tmp_path / ("n" * 300)):
        with pytest.raises(ValueError, match=f"^{path}: [A-Z][a-z ]+$"):
            check_output(path, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_what_may_not_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o400)
    with pytest.raises(ValueError, match=f"^{path} cannot be written$"):
        check_output(path, True)
    path.chmod(0o600)
    tmp_path.chmod(0o500)
    with pytest.raises(ValueError, match=f"^{path} cannot be written$"):
        check_output(path, True)
    tmp_path.chmod(0o700)


# -- writing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
def test_a_link_stays_and_its_target_is_written(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target, link = folder / "target", tmp_path / "link"
    if there:
        target.write_text("old")
    link.symlink_to(Path("elsewhere") / "target")
    write_whole(link, "新\n")
    assert link.is_symlink()
    assert target.read_bytes() == "新\n".encode()
    assert sorted(tmp_path.rglob("*")) == [folder, target, link]


def test_permissions_are_those_of_any_new_file_or_of_the_old_one(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"")
        (tmp_path / "old").touch(0o600)
        write_whole(tmp_path / "old", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "old").stat().st_mode) == 0o600


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow over 100 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
def test_what_cannot_be_written_whole_leaves_all_as_it_was(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "file"
    if there:
        path.write_text("old")
    with full_disk(), pytest.raises(OSError, match=f"File too large: '{path}'$"):
        write_whole(path, b"x" * 1000)
    assert [one.read_text() for one in tmp_path.iterdir()] == ["old"] * there


def test_nobody_sees_half_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with drafted(path) as draft:
        draft.write_text("ne")
        assert path.read_text() == "old"
        draft.write_text("new")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["new"]


def test_a_draft_may_be_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with drafted(path) as draft:
        draft.mkdir()
        (draft / "inside").touch()
    assert sorted(tmp_path.rglob("*")) == [path, path / "inside"]
    with pytest.raises(KeyError), drafted(tmp_path / "other") as draft:
        draft.mkdir()
        (draft / "inside").touch()
        raise KeyError
    assert sorted(tmp_path.iterdir()) == [path]


def test_the_longest_name_has_a_draft(tmp_path: Path) -> None:
    path = tmp_path / ("牌" * 85)
    write_whole(path, "x")
    assert path.read_text() == "x"
