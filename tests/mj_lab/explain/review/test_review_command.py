"""The command `mj review`: its JSON, its tables, its page, and one line for what is wrong."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.pages.font_build import CHARACTERS, needed
from mj_lab.core.pages.page import ASSETS, data_of_page
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import GRADES, LOSS_KINDS
from mj_lab.explain.review.page import ASSETS_OF_REVIEW
from tests.command import mj

DATA = Path(__file__).resolve().parents[3] / "data"
MATCHES = DATA / "matches.jsonl.gz"
LOG = DATA / "botzone_log.json"


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(mj("review", LOG, "--json").stdout)
    return found


def test_the_json_has_what_the_issue_names(told: dict[str, Any]) -> None:
    (match,) = told["matches"]
    assert match["id"] == "wall-4"
    assert [seat["seat"] for seat in match["seats"]] == [0, 1, 2, 3]
    for seat in match["seats"]:
        assert seat["decisions"] == len(seat["curve"])
        assert 0 < seat["accuracy"] < 100
        assert seat["points_lost"] > 0
        for mistake in seat["mistakes"]:
            assert {"turn", "played", "best", "lost", "grade", "kind"} <= set(mistake)
            assert mistake["grade"] in GRADES
            assert mistake["kind"] in LOSS_KINDS
        turns = [mistake["turn"] for mistake in seat["mistakes"]]
        assert turns == sorted(turns)
        assert len(seat["worst"]) <= 5
        assert seat["luck"]["total"] == pytest.approx(seat["score"] + seat["points_lost"], abs=0.01)


def test_the_table_of_one_match(told: dict[str, Any]) -> None:
    output = mj("review", LOG, "--seat", "2").stdout
    assert "wall-4" in output
    assert "West 西" in output
    assert "South 南" not in output
    worst = told["matches"][0]["seats"][2]["worst"][0]
    assert worst["played"] in output
    assert f"{worst['lost']:.1f}" in output


@pytest.mark.thorough
def test_many_matches_are_a_table_by_player_and_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    told = json.loads(mj("review", MATCHES, "--seat", "1", "--json", "-o", page).stdout)
    (player,) = told["players"]
    assert player["name"] == "greedy"
    assert player["matches"] == player["games"] == 3
    assert player["lost_per_decision"]["error"] > 0
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 2_000_000
    data = data_of_page(text)
    assert data["games"] == len(data["matches"]) == 3
    assert data["players"] == told["players"]
    assert "src=" not in text.split("<script")[0]


@pytest.mark.foreign
@pytest.mark.thorough
def test_a_hand_of_people_without_names(data_folder: Path, tmp_path: Path) -> None:
    """Neither the page nor the replay has a name, an id or the file's name."""
    file = data_folder / "tziakcha_hand_raw.json"
    (match,) = read_matches(file)
    page, replayed = tmp_path / "review.html", tmp_path / "replay.html"
    mj("review", file, "--no-names", "-o", page)
    mj("replay", file, "--no-names", "--tactic", "none", "-o", replayed)
    assert match.place is not None
    secrets = {*match.players, *match.player_ids, match.id, match.place.match, file.name}
    for path in (page, replayed):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in secrets if name in text]
    data = data_of_page(page.read_text(encoding="utf-8"))
    assert [seat["player"] for seat in data["matches"][0]["seats"]] == ["A", "B", "C", "D"]
    for seat in data["matches"][0]["seats"]:
        lost = sum(kind["points_lost"] for kind in seat["kinds"].values())
        assert lost == pytest.approx(seat["points_lost"], abs=0.01)
        assert {one["key"] for one in seat["worst"]} <= set(data["matches"][0]["moments"])


def test_the_pages_texts_are_there_in_both_languages_and_its_font_has_them() -> None:
    scripts = {path.name: path.read_text("utf-8") for path in ASSETS_OF_REVIEW.glob("*.js")}
    pairs = re.findall(
        r'(\w+): \[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\]',
        scripts["review_texts.js"],
    )
    known = {key: (english, chinese) for key, english, chinese in pairs}
    for english, chinese in known.values():
        assert set(re.findall(r"\{\w+\}", chinese)) <= set(re.findall(r"\{\w+\}", english))
    shared = (ASSETS / "texts.js").read_text("utf-8")
    assert all(f"kind_{kind.replace(' ', '_')}: [" in shared for kind in LOSS_KINDS)
    assert {f"grade_{grade}" for grade in GRADES} <= set(known)
    for key in re.findall(r'MJ\.t\(\s*"(\w+)"\s*[,)]', scripts["review.js"]):
        assert key in known or f"{key}: [" in shared, key
    chinese = {char for char in scripts["review_texts.js"] if "\u3000" <= char <= "\uffef"}
    assert chinese <= set(CHARACTERS.read_text(encoding="utf-8")) & set(needed())
    assert "innerHTML" not in scripts["review.js"]


def one_seat(tmp_path: Path) -> Path:
    with gzip.open(MATCHES, "rt", encoding="utf-8") as file:
        record = json.loads(file.readline())
    path = tmp_path / "seat.json"
    rows = {key: [row[3] for row in record[key]] for key in ("requests", "responses")}
    path.write_text(json.dumps(rows))
    return path


@pytest.mark.thorough
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    none = tmp_path / "none.json"
    none.write_text('{"requests": [], "responses": []}')
    broken = tmp_path / "broken.json"
    broken.write_text('{"requests": ["0 0 0", "2 X9"], "responses": ["PASS", "PASS"]}')
    deal = tmp_path / "deal.json"
    deal.write_text(json.dumps({"requests": ["1 0 0 0 0" + " W1" * 13]}))
    for words, told in (
        ([deal], "whose seat it is"),
        ([tmp_path / "absent"], "no such file"),
        ([DATA / "README.md"], "no JSON"),
        ([none], "whose seat it is"),
        ([broken], "turn 1"),
        ([LOG, "--tactic", "nobody"], "no tactic 'nobody'"),
        ([LOG, "--tactic", "greedy"], "no expected points"),
        ([LOG, "--by", "moon"], "--by: expected"),
        ([LOG, "--count", "2"], "--count is for an index"),
        ([LOG, "--seat", "4"], "'--seat'"),
        ([one_seat(tmp_path), "--seat", "1"], "no record of seat 1"),
        ([LOG, "-o", tmp_path / "absent" / "page.html"], "no such folder"),
    ):
        done = mj("review", *words)
        assert done.returncode == 2, (words, done.stderr)
        assert told in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
