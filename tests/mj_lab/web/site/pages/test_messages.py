"""The worker's table held against the server's: the same wall, the same answers, each message."""

import json
import random
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from mj_bot.events import SEATS
from mj_bot.tiles import codes_of
from mj_lab.core.game.seating import PERSON
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.match import Match, to_line
from mj_lab.explain.review.replay.frames import frames_of
from mj_lab.table.play.hands.resumed_hand import begin_at
from mj_lab.table.play.play_table import Message, PlayTable, new_table
from mj_lab.table.play.store import PlayStore
from mj_lab.table.play.table_settings import TableSettings
from mj_lab.web.server.uploads import read_upload
from tests.mj_lab.web.site.in_node import InNode, answer_of_node
from tests.mj_lab.web.site.pages.test_router import people_of

HANDS = 16
# Hands played on from a decision on record.
AGAIN, PEOPLES = 2, 4
SCRIPT = Path(__file__).with_name("messages.mjs")

pytestmark = pytest.mark.thorough


def shown_by_server(table: PlayTable, player: int, answers: dict[str, str]) -> list[Message]:
    """The messages of the server's table where the person answers so, the first the deal."""
    hand, messages = table.hand, [table.message(player)]
    while not hand.is_over:
        turn = hand.turn
        for seat in hand.open_seats():
            if hand.plays_by_itself(seat):
                hand.reply(seat, hand.think(seat))
            else:
                table.answer(player, table.hand_number, turn, answers[str(turn)])
        table.go_on()
        messages.append(table.message(player))
    return messages


def test_every_message_is_the_servers(site_folder: Path, tmp_path: Path) -> None:
    """Frames, waits, choices with their fans, the end: equal, number for number."""
    kinds: Counter[str] = Counter()
    store = PlayStore(tmp_path / "tables.db")
    for number in range(HANDS):
        player = number % SEATS
        bots = ["greedy", "odds" if number % 6 == 0 else "greedy", "greedy"]
        players = (*bots[:player], PERSON, *bots[player:])
        names = tuple("Ann" if one == PERSON else "" for one in players)
        hands = 1 if number % 2 else 4
        settings = TableSettings(players, hands, 0.0, wall_seed=9000 + number, names=names)
        asked = {"settings": asdict(settings), "wall": codes_of(wall_of_seed(9000 + number))}
        played = answer_of_node(SCRIPT, site_folder, {**asked, "lot": number})
        table, _ = new_table(store, settings)
        wanted = json.loads(json.dumps(shown_by_server(table, player, played["answers"])))
        assert len(played["messages"]) == len(wanted)
        for mine, its in zip(played["messages"], wanted, strict=True):
            assert mine == its, (number, its["turn"])
        asks = [one["ask"] for one in wanted if one["ask"]]
        kinds.update(choice["kind"] for ask in asks for choice in ask["choices"])
        kinds.update(["few" for one in wanted if one["waits"] and one["waits"]["under_eight"]])
        kinds.update(["waits" for one in wanted if one["waits"] and one["waits"]["now"]])
        kinds.update([wanted[-1]["result"]["action"]])
    store.close()
    # What the hands have to have shown, so that the comparison is one.
    assert {"PASS", "PLAY", "CHI", "PENG", "GANG", "HU", "few", "waits", "HUANG"} <= set(kinds), (
        kinds
    )


def test_a_hand_played_on_from_a_record_is_the_servers(
    node: InNode, site_folder: Path, data_folder: Path, tmp_path: Path
) -> None:
    """From any decision of any seat, of people's hands too: every message, the record."""
    chance, store = random.Random(36), PlayStore(tmp_path / "tables.db")
    players = ["odds", "greedy", "greedy", "greedy"]
    records = [
        node.ask("game", players=players, wall=codes_of(wall_of_seed(9100 + seat)), id="then")
        for seat in range(AGAIN)
    ]
    path = people_of(data_folder)
    upload = read_upload(path.read_bytes(), path.name)
    people = [upload.game(number) for number in range(1, upload.count + 1)]
    records += [
        json.loads(to_line(match))
        for match in people
        # What nobody drew is dealt anew where the record has no wall.
        if isinstance(match, Match) and match.wall_known
    ][:PEOPLES]
    for number, record in enumerate(records):
        seat = number % SEATS
        decisions = node.ask("review", record=record, seat=seat)["decisions"]
        turn = chance.choice(decisions[1:])["turn"]
        again = {"record": record, "seat": seat, "turn": turn, "tactic": "greedy", "name": "Ann"}
        played = answer_of_node(SCRIPT, site_folder, {"again": again, "lot": seat + 1})
        begun = begin_at(Match.model_validate(record), seat, turn, chance)
        names = tuple("Ann" if one == seat else "" for one in range(SEATS))
        seated = tuple(PERSON if one == seat else "greedy" for one in range(SEATS))
        table, _ = new_table(store, TableSettings(seated, pace=0.8, names=names), begun=begun)
        wanted = json.loads(json.dumps(shown_by_server(table, seat, played["answers"])))
        assert played["messages"] == wanted and wanted[0]["begun"]
        assert wanted[-1]["result"]["record"]["scores"] == list(record["scores"])
        assert played["record"]["id"] == f"table-{'00' * 6}-1-again"
        assert played["record"]["responses"][:turn] == record["responses"][:turn]
    store.close()


def test_of_a_record_without_its_wall_what_nobody_drew_is_dealt_anew(
    node: InNode, site_folder: Path
) -> None:
    players = ["greedy"] * SEATS
    record = node.ask("game", players=players, wall=codes_of(wall_of_seed(9200)), id="then")
    turn = node.ask("review", record=record, seat=0)["decisions"][3]["turn"]
    again = {"record": {**record, "wall_known": False}, "seat": 0, "turn": turn, "tactic": "greedy"}
    played = answer_of_node(SCRIPT, site_folder, {"again": again, "lot": 1})["record"]
    before, now = record["wall"].split(), played["wall"].split()
    assert sorted(now) == sorted(before) and now != before
    size = len(before) // SEATS
    left = frames_of(Match.model_validate(record))[-1]["walls"]
    for seat, count in enumerate(left):
        own = slice(seat * size + count, (seat + 1) * size)
        assert now[own] == before[own]
