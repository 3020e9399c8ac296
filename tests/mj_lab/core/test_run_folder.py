"""A folder goes on with the run whose settings it has, and with no other."""

from pathlib import Path

import pytest

from mj_lab.core.run_folder import FolderError, begin_folder, read_settings

SETTINGS = {"seed": "a", "games": 3}


def begin(folder: Path, **settings: object) -> None:
    begin_folder(folder, "run", {**SETTINGS, **settings})


def test_it_is_made_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "of" / "a run"
    begin(folder)
    begin(folder)
    assert read_settings(folder, "run") == SETTINGS


def test_other_settings_are_named(tmp_path: Path) -> None:
    begin(tmp_path)
    with pytest.raises(FolderError, match="has another run: its seed is 'a', not 'b'; choose"):
        begin(tmp_path, seed="b")
    with pytest.raises(FolderError, match="its more is None, not 1"):
        begin(tmp_path, more=1)
    assert read_settings(tmp_path, "run") == SETTINGS


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderError, match="has files in it, and none is a run's"):
        begin(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FolderError, match="file: File exists"):
        begin(tmp_path / "file")


@pytest.mark.parametrize("text", ["", "[]", '{"seed"', "\ud800".encode("utf-8", "surrogatepass")])
def test_what_are_no_settings_is_said(text: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(FolderError, match="settings.json: no settings of a run"):
        read_settings(tmp_path, "run")
    with pytest.raises(FolderError, match="no run there: No such file"):
        read_settings(tmp_path / "none", "run")
