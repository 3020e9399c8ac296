"""Matches that were played live are read as any others: replayed, reviewed, asked about."""

import json
from pathlib import Path

from mj_bot.history import load_json
from mj_bot.tactics import load
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.matches import recorded_in
from mj_lab.core.records.sources import read_sources
from mj_lab.explain.analysis.explain import explain_file
from mj_lab.explain.review.replay.match_page import replay_page
from mj_lab.explain.review.views import recorded_games
from mj_lab.table.live.stand_in.tables import Rules
from tests.mj_lab.table.live.conftest import play, serve


def test_a_match_that_was_played_live_is_explained_replayed_and_reviewed(tmp_path: Path) -> None:
    with serve(Rules(matches=1)) as server:
        play(server, matches=1, save=tmp_path, tactic="greedy")
        (match_id,) = server.played
    path = tmp_path / f"{match_id}.json"
    (record,) = recorded_in(path)
    assert isinstance(record.game, SeatRecord)
    assert (record.game.id, record.game.player) == (match_id, "greedy")
    assert record.game.score == record.game.scores[record.game.seat]
    saved = json.loads(path.read_text())
    assert load_json(saved).seat == record.game.seat
    assert len(saved["debug"]) == len(saved["responses"])
    page = replay_page(record.game, record.game.seat, load("greedy"), "greedy")
    assert "</html>" in page
    (game,) = recorded_games(path)
    assert [view.seat for view in game.views] == [record.game.seat]
    (source,) = read_sources(path)
    decisions = [(one.turn, str(one.chosen), one.state.seat) for one in source.decisions(None)]
    assert len(decisions) > 10
    seat, answers = record.game.seat, record.game.responses
    assert decisions == [(turn, answers[turn], seat) for turn, _, _ in decisions]
    for turn, response, _ in decisions[::8]:
        assert explain_file(path, "greedy", None, turn).chosen == response
    asked = {turn for turn, *_ in decisions}
    requests = enumerate(record.game.requests)
    free = [turn for turn, text in requests if turn not in asked and not text.startswith("2 ")]
    assert {answers[turn] for turn in free} == {"PASS"}
