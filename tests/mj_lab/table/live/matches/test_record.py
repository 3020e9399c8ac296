"""Saved matches: whole files, never replaced, readable by what reads Botzone's input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_lab.explain.analysis.explain import explain_file
from mj_lab.table.live.matches.record import MatchRecord, save
from mj_lab.table.live.stand_in.tables import Rules


def a_record(**more: object) -> MatchRecord:
    fields = {"requests": ("0 1 2",), "responses": ("PASS",), "debug": ("",), **more}
    return MatchRecord("5f", "random", "finished", **fields)  # type: ignore[arg-type]


def test_a_second_record_of_a_match_does_not_replace_the_first(tmp_path: Path) -> None:
    paths = [save(tmp_path, a_record(marks=(str(number),))) for number in range(3)]
    assert [path.name for path in paths] == ["5f.json", "5f-2.json", "5f-3.json"]
    assert [json.loads(path.read_text())["marks"] for path in paths] == [["0"], ["1"], ["2"]]
    assert sorted(tmp_path.iterdir()) == sorted(paths)


def test_what_is_not_known_is_not_there(tmp_path: Path) -> None:
    record = json.loads(save(tmp_path, a_record(known=False)).read_text())
    assert "scores" not in record
    assert "slot" not in record
    assert record["known"] is False


def test_every_decision_of_a_live_match_can_be_explained(
    serve: Callable[..., Any], play: Callable[..., Any], tmp_path: Path
) -> None:
    with serve(Rules(matches=1)) as server:
        play(server, matches=1, save=tmp_path, tactic="greedy")
        (match_id,) = server.played
    record = json.loads((tmp_path / f"{match_id}.json").read_text())
    decisions = 0
    for turn, response in enumerate(record["responses"]):
        requests, before = record["requests"][: turn + 1], record["responses"][:turn]
        at_turn = {"requests": requests, "responses": before}
        if len(action_space(load_json(at_turn))) < 2:
            assert response == "PASS" or record["requests"][turn].startswith("2 ")
            continue
        decisions += 1
        if decisions % 8 == 0:
            path = tmp_path / f"{match_id}.json"
            assert explain_file(path, "greedy", None, turn).chosen == response
    assert decisions > 10
