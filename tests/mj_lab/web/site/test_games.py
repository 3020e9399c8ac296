"""Tables in node: the native engine's games to the word, people at them, records that verify."""

import gzip
import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import mj_engine
from mj_bot.tiles import codes_of, tiles_of
from mj_engine.learned import Against
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import loss_scale, native_scale
from mj_lab.measure.check.verify import disagreement
from tests.mj_engine.python_side import wall_with_flowers
from tests.mj_lab.web.site.comparing import games, spoilt
from tests.mj_lab.web.site.in_node import InNode, InNodeError

pytestmark = pytest.mark.thorough

PLAYERS = ["learned", "rule_based", "greedy", "random"]


@pytest.mark.parametrize(
    ("players", "count"),
    [
        (["learned"] * 4, 20),
        (["odds"] * 4, 20),
        (["rule_based"] * 4, 20),
        (["greedy"] * 4, 30),
        (["random"] * 4, 30),
        (PLAYERS, 20),
        pytest.param(["odds"] * 4, 5_000, marks=[pytest.mark.slow, pytest.mark.timeout(0)]),
    ],
)
def test_games_are_the_native_engines(node: InNode, players: list[str], count: int) -> None:
    other, spent = [], 0.0
    for number, played in enumerate(games(node, players, "site", count)):
        spent += played.ms / 1000
        if played.in_node != played.native:
            other.append(number)
    print(f"{count} games, {len(other)} differ; {count / spent:.1f} a second in node")
    assert other == []


def test_games_with_one_common_wall(node: InNode) -> None:
    for played in games(node, PLAYERS, "common", 10, common_wall=True):
        assert played.in_node == played.native


def test_games_with_flowers_verify(node: InNode) -> None:
    for seed in range(6):
        wall = codes_of(wall_with_flowers(seed))
        record = node.ask("game", players=PLAYERS, wall=wall, id="f", seeds=[1, 2, 3, 4])
        assert disagreement(Match.model_validate(record)) is None


@pytest.mark.parametrize("seed", [0, 1, -7, 2**70 + 3, "1/0", "", "牌墙"])
def test_a_seed_gives_pythons_wall(node: InNode, seed: int | str) -> None:
    for flowers in (False, True):
        told = node.ask("wall", seed=str(seed) if type(seed) is str else seed, flowers=flowers)
        if isinstance(seed, int) and abs(seed) > 2**53:
            continue  # JSON has no such number; engine.js takes a BigInt
        assert told == codes_of(wall_of_seed(seed, flowers))


def _person(node: InNode, table: int, seat: int, sent: list[str], said: list[str]) -> bool:
    """Answers as `greedy` does where the seat is asked; whether it was."""
    seen = node.ask("see", table=table, seat=seat, **{"from": len(sent)})
    sent += seen["requests"]
    said += ["PASS"] * (len(sent) - 1 - len(said))
    if not seen["asked"]:
        return False
    asked = {"requests": sent, "responses": said, "tactic": "greedy"}
    told = node.ask("decide", **asked)
    assert [text for text, _ in seen["legal"]] == [text for text, _ in told["legal"]]
    assert seen["state"] == told["state"]
    said.append(told["response"])
    node.ask("play", table=table, seat=seat, answer=told["response"])
    return True


def test_people_at_a_table_play_as_the_same_player_would(node: InNode) -> None:
    """Two seats are answered from what they are sent alone, as greedy: the game is greedy's."""
    for number in range(6):
        wall = mj_engine.wall_of_seed(f"people/{number}")
        names = ["person", "greedy", "person", "greedy"]
        table = node.ask("begin", players=names, wall=codes_of(wall), wind=number % 4)
        heard: dict[int, tuple[list[str], list[str]]] = {0: ([], []), 2: ([], [])}
        while not node.ask("see", table=table, seat=0, **{"from": 0})["over"]:
            asked = [_person(node, table, seat, *heard[seat]) for seat in heard]
            assert any(asked)
        told = node.ask("record", table=table, id="0", names=["greedy"] * 4)
        native = mj_engine.play([wall], "greedy", prevalent_winds=[number % 4], records=True)
        expected = json.loads(native.records[0])
        assert told | {"players": 0} == expected | {"players": 0}
        assert disagreement(Match.model_validate(told)) is None


def test_answers_against_the_bot_are_the_native_engines(node: InNode) -> None:
    """Of a hand of `rule_based` among others, and of one of the bot itself: worlds and points."""
    for players, differ in ((["rule_based", *["learned"] * 3], True), (["learned"] * 4, False)):
        for played in games(node, players, "against", 1):
            record = played.native
            told = node.ask("against", record=record, seat=0, first=1)
            game = mj_engine.Game(tiles_of(record["wall"]), record["quan"])
            for row in record["responses"]:
                game.submit(row)
            hand = Against(game, 0, 1, losses=native_scale(loss_scale()), name=record["id"])
            while not hand.is_over:
                hand.go_on()
            found = [told[key] for key in ("differ", "worlds", "points", "error")]
            assert found == pytest.approx(hand.found, abs=1e-9)
            assert (told["differ"] > 0) is differ


def test_what_is_wrong_is_said_in_one_line(node: InNode) -> None:
    wall = codes_of(mj_engine.wall_of_seed(1))
    table = node.ask("begin", players=["person", *["random"] * 3], wall=wall)
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("begin", {"players": PLAYERS, "wall": "W1"}, "over 52 tiles"),
        ("begin", {"players": PLAYERS, "wall": "W1 X9"}, "no such tile: 'X9'"),
        ("begin", {"players": ["best"] * 4, "wall": wall}, "no such player: best"),
        ("begin", {"players": ["odds"], "wall": wall}, "four players"),
        ("play", {"table": table, "seat": 0, "answer": "PLAY J9"}, "is not legal for seat 0"),
        ("play", {"table": table, "seat": 1, "answer": "PASS"}, "nothing to decide"),
        ("record", {"table": table, "id": "", "names": []}, "not over"),
        ("raw", {"fields": ["see", 99999, 0, 0]}, "table"),
        ("raw", {"fields": ["go_on", 99999]}, "no such hand"),
        ("raw", {"fields": ["against", "W1", 0, 0, "", 0, 0, ""]}, "over 52 tiles"),
        ("raw", {"fields": ["dance"]}, "no such question"),
        ("raw", {"fields": []}, "no such question"),
        ("decide", {"requests": [], "responses": []}, "no requests"),
        ("decide", {"requests": ["0 0 0"], "responses": [], "tactic": "best"}, "no such tactic"),
    ]
    for what, asked, words in wrong:
        with pytest.raises(InNodeError, match=words) as raised:
            node.ask(what, **asked)
        assert "\n" not in str(raised.value)


@pytest.mark.usefixtures("node")
def test_as_many_tables_as_may_be_open_fit_into_the_memory(engine_folder: Path) -> None:
    """And hands played on: what the players keep must not end the module."""
    wall, opened = codes_of(mj_engine.wall_of_seed(3)), []
    # A node of its own: in that of all tests others may have left tables open.
    with closing(InNode(engine_folder)) as fresh:
        for question in (
            ["begin", "learned odds learned odds", wall, "0", "0", "1 2 3 4"],
            ["against", wall, "0", "0", "PASS\tPASS\tPASS\tPASS", "0", "1", "x"],
        ):
            with pytest.raises(InNodeError, match="too many"):
                for _ in range(100):
                    opened.append(str(fresh.ask("raw", fields=question)))
                    if question[0] == "against":
                        fresh.ask("raw", fields=["go_on", opened[-1]])
        for number in opened:
            fresh.ask("raw", fields=["leave", number])
    assert len(opened) > 70


def test_whatever_is_asked_is_answered_or_refused(node: InNode) -> None:
    """A question spoilt at random never ends the module: InNode would find node gone."""
    rng = random.Random(9)
    wall = codes_of(mj_engine.wall_of_seed(3))
    game = next(iter(games(node, ["greedy"] * 4, "spoilt", 1))).native
    sent = "\n".join(row[1] for row in game["requests"])
    said = "\n".join(row[1] for row in game["responses"])
    hand, whole = "W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1", "B3 B4 B5 T5 T5 T6 T7 T8"
    questions = [
        ["wall", "1 2 3", "1"],
        ["fan_study", whole, "CHI W2 1\nGANG F1 0", "", "self-drawn", *"010", "judge"],
        ["decide", "odds", "34", "0", "\n".join(sent.split("\n")[:20]), said],
        ["review", "34", "0", "\n".join(sent.split("\n")[:40]), said],
        ["study", hand, "PENG J1 2", "0", "0", "1", "5", "T8 J3"],
        ["begin", "person greedy random random", wall, "0", "0", "1 2 3 4"],
        ["see", "1", "0", "0"],
        ["play", "1", "0", "PLAY W1"],
        ["record", "1", "x", "a\nb\nc\nd"],
        ["leave", "70"],
        ["against", wall, "0", "0", "PASS\tPASS\tPASS\tPASS", "0", "1", "x"],
        ["go_on", "2"],
    ]
    words = ["", " ", "\n", "W", "9", "-1", "T9", "\0", "99999999999", "牌", "W1 W1"]
    answered, refused = 0, 0
    for _ in range(1_800):
        try:
            asked, other = rng.choice(questions), rng.choice(questions)
            node.ask("raw", fields=spoilt(asked, rng, other, words))
            answered += 1
        except InNodeError:
            refused += 1
    assert min(answered, refused) > 150


def test_module_and_numbers_are_small(engine_folder: Any) -> None:
    """1.2 MB, as sent by a server that compresses."""
    sizes = [len(gzip.compress(path.read_bytes(), 9)) for path in engine_folder.iterdir()]
    assert len(sizes) == 4
    assert sum(sizes) < 1_200_000
