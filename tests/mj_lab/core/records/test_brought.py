"""Files as people bring them: read, or named by their true place, by commands and a server."""

import json
from pathlib import Path

import pytest

from mj_lab.core.records.matches import MatchError
from mj_lab.web.server.uploads import read_upload
from tests.command import ended
from tests.mj_lab.core.records.brought import NAMES, Brought, brought


@pytest.mark.parametrize("file", brought(), ids=lambda file: file.name)
def test_a_file_is_read_or_named_by_its_place(file: Brought, tmp_path: Path) -> None:
    (tmp_path / file.name).write_bytes(file.data)
    out = tmp_path / "out.jsonl"
    code, _, err = ended(
        "records", "convert", file.name, "--to", "lines", "-o", out, folder=tmp_path
    )
    if file.told:
        with pytest.raises(MatchError) as told:
            read_upload(file.data, file.name)
        for line in (str(told.value), err.removeprefix("mj: ")):
            assert line.startswith(f"{file.name}: {file.told}"), line
        # Of several records the others are read.
        assert code == (0 if "jsonl" in file.name or "list" in file.name else 2)
    else:
        assert (code, err) == (0, "")
        assert tuple(json.loads(out.read_text(encoding="utf-8"))["players"]) == NAMES
        assert read_upload(file.data, file.name).summaries[0]["players"] == list(NAMES)
