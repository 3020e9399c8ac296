"""Records read by the engine in node: the hands that mj_lab reads of the same files."""

import gzip
import json
from pathlib import Path

import pytest

from mj_lab.check.verify import disagreement
from mj_lab.records.match import to_line
from mj_lab.records.matches import read_matches
from tests.mj_lab.site.in_node import InNode, InNodeError

pytestmark = pytest.mark.thorough

OURS = Path(__file__).parents[2] / "data"


def test_files_are_read_hand_for_hand(node: InNode, data_folder: Path) -> None:
    """Every hand, and whether it comes out; what is no file of hands is refused."""
    refused = 0
    for folder in (OURS, data_folder):
        for path in sorted(folder.iterdir()):
            if path.suffix not in (".json", ".jsonl", ".gz"):
                continue
            data = path.read_bytes()
            text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
            try:
                found = node.ask("records", text=text, name=path.name, most=1000)["hands"]
            except InNodeError as error:
                with pytest.raises(ValueError) as told:
                    list(read_matches(path))
                assert str(told.value) == str(error).replace(path.name, str(path), 1)
                refused += 1
                continue
            for one, match in zip(found, read_matches(path), strict=True):
                assert one["record"] == json.loads(to_line(match)), (path, match.id)
                assert one["wrong"] == disagreement(match), (path, match.id)
    assert refused >= 4
