"""What the worker answers held against the server: fans, hands, replays, reviews, training."""

import gzip
import json
import random
import re
from base64 import b64encode
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.seating import PERSON, players_by_seat
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.formats.seat_record import ONE_VIEW, seat_of, to_input
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.match import Match, match_of, to_line
from mj_lab.core.records.matches import save_match
from mj_lab.core.text.fan_table import fan_entries
from mj_lab.explain.analysis.complete_hand.fan_study import FLAGS
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.analysis.losses import mean_accuracy
from mj_lab.explain.quiz.costs import Costs
from mj_lab.explain.quiz.deck import read_deck
from mj_lab.explain.quiz.making.mistakes import mistakes_in
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.trainer import QuizTrainer
from mj_lab.explain.review.replay.match_page import default_seat, replay_data
from mj_lab.measure.check.verify import disagreement
from mj_lab.web.server.my_games.reviews import review_of_replay
from mj_lab.web.server.service.answering import answered
from mj_lab.web.server.uploads import MOST_BYTES, MOST_TEXT, read_upload
from tests.mj_lab.core.records.brought import NAMES, brought
from tests.mj_lab.core.text.other_forms import ONE_HAND
from tests.mj_lab.web.site.in_node import InNode, answer_of_node
from tests.mj_lab.web.site.pages.kept_match import kept_match
from tests.recorded import Recorded

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).with_name("router.mjs")
Ask = Callable[..., list[Any]]


@pytest.fixture
def ask(site_folder: Path) -> Ask:
    """`ask((path, body), ...)`: the worker's answers, in one node."""

    def asked(*questions: tuple[str | None, Any]) -> list[Any]:
        found: list[Any] = answer_of_node(SCRIPT, site_folder, questions)
        return found

    return asked


def served(name: str, question: Any) -> dict[str, Any]:
    """What a server answers."""
    found: dict[str, Any] = json.loads(answered(name, json.dumps(question).encode())[1])
    return found


def plain(value: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(value))


def test_fans_by_every_flag(ask: Ask) -> None:
    """The hand of each fan of the rules, with flags of all kinds, those too that cannot be."""
    chance = random.Random(36)
    asked = []
    for entry in [*fan_entries()] * 6:
        flags = [flag for flag in FLAGS if chance.random() < 0.3]
        seat, wind = chance.randrange(4), chance.randrange(4)
        asked.append({"hand": entry.example.hand, "flags": flags, "seat": seat, "wind": wind})
    asked += [{"hand": hand} for hand in ("W123", "W12 x", "W123 B456 T789 F11 J23", "")]
    asked += [{"hand": form, "tile": "８ｍ"} for form in ONE_HAND]
    asked += [{"hand": ONE_HAND[0], "tile": tile} for tile in ("8m 9m", "[888m]", "H1")]
    mine = ask(*(("/api/v1/fan", question) for question in asked))
    wrong = failed = 0
    for question, found in zip(asked, mine, strict=True):
        wanted = served("fan", question)
        if "place" in wanted:  # Each reader says in its own words what it cannot read.
            assert "error" in found, (question, found, wanted)
            wrong += 1
            continue
        assert found == wanted, question
        failed += "error" in wanted
    assert wrong > 1 and 10 < failed < len(asked) - 100


@pytest.mark.parametrize(
    "hand", ["3467m 2345p 34588s 6z", "[W123] [暗杠 东] B4567 T88 J2", "W123 B4567 T88 F11 J2"]
)
def test_hands_are_studied_under_the_servers_names(ask: Ask, hand: str) -> None:
    question = {"hand": hand, "seat": 1, "wind": 2, "seen": "T8 J3"}
    (mine,) = ask(("/api/v1/analyze", question))
    wanted = served("analyze", question)
    assert mine.keys() | {"reason", "which_discard"} == wanted.keys() | {"reason", "which_discard"}
    for key in ("hand", "tiles", "melds", "seat", "prevalent_wind", "turn", "stage"):
        assert mine[key] == wanted[key], key
    by_form = {row["form"]: row for row in wanted.get("forms", ())}
    assert {row["form"]: row for row in mine.get("forms", ())} == by_form


def test_what_cannot_be_read_has_its_place(ask: Ask) -> None:
    """The place is the server's; the column is where the group begins that cannot be read."""
    for hand, column in (
        *(("123m 4q", 6), ("W1234567 W8", None), ("W11111", 6), ("🀇🀈 🀪", 4)),
        *(("11123456789999m|EE1000", 16), ("１２３ｍ [222m,5]", 6)),
    ):
        question = {"hand": hand}
        (mine,) = ask(("/api/v1/analyze", question))
        wanted = served("analyze", question)
        assert "error" in mine and "error" in wanted
        assert mine.get("place", "hand") == wanted.get("place", "hand")
        assert mine.get("column") == column
        assert column is None or column <= wanted["column"]


def played(seed: int, seat: int) -> Match:
    game = Game(wall_of_seed(seed))
    names = ["odds" if one == seat else "greedy" for one in range(4)]
    turns = play(game, [player_of(name)(place) for place, name in enumerate(names)])
    names[seat] = PERSON
    return match_of(game, turns, f"table-00{seed}-1", names)


def file_of(path: Path) -> dict[str, str]:
    """A file as a page hands it to the worker."""
    return {"name": path.name, "base64": b64encode(path.read_bytes()).decode()}


def served_replay(match: Match, seat: int) -> dict[str, Any]:
    """What the server's page of a replay has."""
    return dict(plain(replay_data(match, seat, asked_by_name(ADVISER), ADVISER)))


_FIGURE = re.compile(r"[0-9]+(?:[.][0-9]+)?")


def same_words(mine: Any, wanted: Any) -> None:
    """The same sentences; a figure between two roundings may be either."""
    one, other = (json.dumps((said or {}).get("parts"), sort_keys=True) for said in (mine, wanted))
    assert _FIGURE.sub("#", one) == _FIGURE.sub("#", other)
    figures = [[float(found) for found in _FIGURE.findall(text)] for text in (one, other)]
    assert figures[0] == pytest.approx(figures[1], abs=0.11)


def same_replay(mine: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert mine["frames"] == wanted["frames"]
    assert mine["match"] == wanted["match"]
    assert mine["seat"] == wanted["seat"]
    assert len(mine["decisions"]) == len(wanted["decisions"])
    for one, other in zip(mine["decisions"], wanted["decisions"], strict=True):
        assert one.keys() == other.keys()
        same_words(one["reason"], other["reason"])
        for key in ("turn", "played", "happened", "choice", "agrees", "grade"):
            assert one[key] == other[key], (one["turn"], key)
        for key in ("told", "lost", "win_chance", "expected_score"):
            assert one[key] == pytest.approx(other[key], abs=2e-3), (one["turn"], key)
    # By the page's own losses: a thousandth of a point a decision is a tenth of a percent.
    said = mean_accuracy([one["lost"] for one in mine["decisions"] if "lost" in one])
    assert said is not None
    assert mine["accuracy"] == pytest.approx(round(said, 4), abs=1e-6)


@pytest.mark.parametrize(("seed", "seat"), [(3601, 0), (3602, 2)])
def test_a_replay_is_the_servers(ask: Ask, tmp_path: Path, seed: int, seat: int) -> None:
    """Every frame; every decision's choice and points; the review that adds them up."""
    match = played(seed, seat)
    save_match(tmp_path / "hand.jsonl", match)
    said, mine, listed = ask(
        ("/api/my-games/import", file_of(tmp_path / "hand.jsonl")),
        (None, None),
        ("/api/my-games", None),
    )
    assert len(said["tokens"]) == 1
    wanted = served_replay(match, seat)
    same_replay(mine, wanted)
    assert len(mine["decisions"]) > 10
    review = review_of_replay(wanted)
    assert review is not None
    found = listed["hands"][0]["review"]
    assert found["accuracy"] == pytest.approx(review["accuracy"], abs=1e-2)
    assert found["points_lost"] == pytest.approx(review["points_lost"], abs=1e-2)
    assert found["grades"] == review["grades"]
    assert [one["turn"] for one in found["worst"]] == [one["turn"] for one in review["worst"]]


def test_an_imported_match_stays_a_match(ask: Ask, node: InNode, tmp_path: Path) -> None:
    """Exported it is what it was; a match whose beginning is missing comes hand by hand."""
    hands = kept_match(node, 4, 3)["hands"][:3]
    totals, lines = [0, 0, 0, 0], []
    for number, hand in enumerate(hands):
        seated = players_by_seat(number)
        place = {"match": "table-00", "hand": number, "hands": 4}
        points = [totals[player] for player in seated]
        record = {**hand["record"], "place": {**place, "totals": points}}
        if number == 1:  # A bot answered for the person.
            record["debug"] = [[len(record["requests"]) - 1, seated.index(0), "auto play"]]
        lines.append(json.dumps(record))
        for seat, player in enumerate(seated):
            totals[player] += hand["scores"][seat]
    (tmp_path / "match.jsonl").write_text("\n".join(lines))
    (tmp_path / "end.jsonl").write_text("\n".join(lines[1:]))
    said, listed, exported = ask(
        ("/api/my-games/import", file_of(tmp_path / "match.jsonl")),
        ("/api/my-games", None),
        ("/api/my-games/export", None),
    )
    (token,) = said["tokens"]
    rows = listed["hands"]
    assert [(row["token"], row["hand"], row["hands"]) for row in rows] == [
        (token, number, 4) for number in (2, 1, 0)
    ]
    assert [row["by_bot"] for row in rows] == [False, True, False]
    assert listed["score"]["hands"] == 2
    for line, was in zip(exported["text"].splitlines(), map(json.loads, lines), strict=True):
        now = json.loads(line)
        assert (now["place"], now.get("debug", [])) == (was["place"], was.get("debug", []))
    said, listed = ask(
        ("/api/my-games/import", file_of(tmp_path / "end.jsonl")), ("/api/my-games", None)
    )
    assert len(said["tokens"]) == 2 and {row["hands"] for row in listed["hands"]} == {1}


def people_of(folder: Path) -> Path:
    """A match of people's: a recorded one, or where there is none games of our judge."""
    if (folder / "tziakcha_match.json").exists():
        return folder / "tziakcha_match.json"
    return folder / "flowers_and_kongs.jsonl"


@pytest.mark.parametrize("named", ["people", "rare_games.jsonl.gz", "faulty_games.jsonl.gz"])
def test_a_dropped_file_is_the_servers(ask: Ask, data_folder: Path, named: str) -> None:
    """Its list, and the replay of a hand at the seat that a server shows, and at another."""
    path = people_of(data_folder) if named == "people" else data_folder / named
    upload = read_upload(path.read_bytes(), path.name)
    number = min(2, upload.count)
    said, usual, other = ask(
        ("/api/uploads", file_of(path)),
        (f"/saved/TOKEN.{number}?seat=", None),
        (f"/saved/TOKEN.{number}?seat=3", None),
    )
    assert said["matches"] == plain(upload.summaries) and not said["skipped"]
    match = upload.game(number)
    assert isinstance(match, Match)
    same_replay(usual, served_replay(match, default_seat(match)))
    same_replay(other, served_replay(match, 3))


@pytest.mark.parametrize("cut", [0, 9])
def test_what_one_seat_saw_is_shown_as_by_the_server(ask: Ask, tmp_path: Path, cut: int) -> None:
    """Botzone's input to one bot: with all answers, and while one is wanted."""
    record = to_input(seat_of(played(3603, 2), 2))
    record["requests"] = record["requests"][: len(record["requests"]) - cut]
    record["responses"] = record["responses"][: len(record["requests"]) - (cut > 0)]
    path = tmp_path / "seat.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    upload = read_upload(path.read_bytes(), path.name)
    said, shown, other, review = ask(
        ("/api/uploads", file_of(path)),
        ("/saved/TOKEN.1?seat=", None),
        ("/saved/TOKEN.1?seat=1", None),
        ("/api/review", {"token": "TOKEN"}),
    )
    assert said["matches"] == plain(upload.summaries)
    view = upload.game(1)
    wanted = plain(replay_data(view, 2, asked_by_name(ADVISER), ADVISER))
    same_replay(shown, wanted)
    assert other == {"error": "only seat 2 is on record, not seat 1"}
    assert review == {"error": ONE_VIEW}


def test_a_file_is_read_or_refused_as_by_the_server(ask: Ask, tmp_path: Path) -> None:
    """And what is too large is not read; a line that does not come out is no game of mine."""
    match = played(3601, 0)
    line = json.loads(to_line(match))
    lines = {
        "text.jsonl": "[1, 2",
        "lacks.json": json.dumps({key: line[key] for key in line.keys() - {"scores"}}),
        "cut.jsonl": to_line(match) + "\n" + to_line(match)[:-5],
        "log.json": json.dumps({"log": [{"0": {}}]}),
        "large.jsonl": " " * (MOST_BYTES + 1),
    }
    dataset = format_hand(hand_of(match), match)
    lines |= {
        "dataset.txt": dataset + "\n" + dataset.replace("\n", " \r\n"),
        "cut.txt": dataset[: dataset.rindex("Score")],
        "wrong.txt": dataset.replace("Player 0 Play ", "Player 0 Play J4", 1),
        "illegal.txt": dataset.replace("Draw W", "Draw T", 1).replace("Draw B", "Draw T", 1),
    }
    for name, text in lines.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bomb.jsonl.gz").write_bytes(
        gzip.compress((b" " * 999 + b"\n") * (MOST_TEXT // 1000 + 1))
    )
    for file in brought():
        (tmp_path / file.name).write_bytes(file.data)
    names = sorted(tmp_path.iterdir())
    found = ask(*(("/api/uploads", file_of(path)) for path in names))
    read = refused = 0
    for path, said in zip(names, found, strict=True):
        try:
            upload = read_upload(path.read_bytes(), path.name)
        except ValueError as told:
            # What its parser says of a line that is no JSON each language has its own words for.
            assert said == {"error": re.sub(r"(: no JSON): .+", r"\1", str(told))}
            refused += 1
        else:
            assert said["matches"] == plain(upload.summaries), path.name
            read += said["matches"][0]["players"] == list(NAMES)
    assert read == sum(not file.told for file in brought())
    assert refused == 9 + sum(bool(file.told) for file in brought())
    (tmp_path / "forged.jsonl").write_text(
        json.dumps({**line, "scores": [100, 0, 0, -100]}), encoding="utf-8"
    )
    (tmp_path / "human.txt").write_text("./2017/1.xml\n东\t0\n", encoding="utf-8")
    forged, listed, of_people = ask(
        ("/api/my-games/import", file_of(tmp_path / "forged.jsonl")),
        ("/api/my-games", None),
        ("/api/uploads", file_of(tmp_path / "human.txt")),
    )
    read_elsewhere = "a hand of the human games of 2017: mj and a server read it"
    assert of_people == {"error": f"human.txt: {read_elsewhere}"}
    words = disagreement(match.model_copy(update={"scores": (100, 0, 0, -100)}))
    assert forged == {"error": f"forged.jsonl: {words}"} and listed["count"] == 0


def test_training_goes_as_at_the_server(ask: Ask, tmp_path: Path) -> None:
    """The same answers to the same questions: grades, cards, the score."""
    chance = random.Random(37)
    store = QuizStore(tmp_path / "quiz.sqlite")
    trainer = QuizTrainer(shipped_questions(), store)
    day = date.today().toordinal()
    ids = trainer.session((), 40)
    answers = [(one, chance.choice(trainer.question(one).answers).action) for one in ids]
    answers += answers[:5]
    questions: list[tuple[str, Any]] = [("/api/train/session", {"count": 40})]
    questions += [("/api/train/question", {"id": one}) for one in ids]
    questions += [("/api/train/answer", {"id": one, "action": given}) for one, given in answers]
    questions += [("/api/train/score", {}), ("/api/train/session", {"themes": ["fan"]})]
    session, *mine, score, fans = ask(*questions)
    assert session == {"questions": ids}
    shown, given = mine[: len(ids)], mine[len(ids) :]
    assert shown == plain([trainer.shown(one) for one in ids])
    for found, (one, action) in zip(given, answers, strict=True):
        wanted = plain(trainer.answered(one, action, day))
        assert found == {**wanted, "replay": None}, one
    assert score == plain(trainer.score(day))
    assert fans == {"questions": trainer.session(["fan"], 10, day)}
    store.close()


def test_ones_own_deck_is_the_servers(ask: Ask, recorded: Recorded, tmp_path: Path) -> None:
    """The same mistakes of the same hands, questions and costs; each reads the other's lines."""
    matches = [Match.model_validate(recorded("judged_games")[number]) for number in (2, 33)]
    (tmp_path / "games.jsonl").write_text("".join(to_line(match) + "\n" for match in matches))
    store = QuizStore(tmp_path / "quiz.sqlite")
    trainer = QuizTrainer([], store)
    day = date.today().toordinal()
    questions: list[tuple[str, Any]] = [("/api/uploads", file_of(tmp_path / "games.jsonl"))]
    for number, match in enumerate(matches, start=1):
        seats = range(4)
        graded = [
            (seat, len(question.requests) - 1)
            for seat in seats
            for question in mistakes_in(match, seat, range(len(match.requests)))
        ]
        # Beside them turns that ask nothing, or were answered well.
        asked = [*graded, (0, 0), (1, 1), (2, len(match.requests) - 1)]
        trainer.keep(match, asked)
        answers = [{"seat": seat, "turn": turn} for seat, turn in asked]
        questions.append(
            ("/api/train/keep", {"record": f"/saved/TOKEN.{number}", "answers": answers})
        )
    own = store.questions()
    first = next(one for one in own if one.kind == "claim" and "PENG W8" in one.played)
    (tmp_path / "lines.jsonl").write_text(trainer.deck_lines() + "{}\n")
    questions += [
        ("/api/train/session", {"deck": "own", "count": 40}),
        ("/api/train/question", {"id": first.id}),
        ("/api/train/answer", {"id": first.id, "action": first.played}),
        ("/api/train/cost", {"id": first.id, "action": first.played, "worlds": 0}),
        ("/api/train/score", {"deck": "own"}),
        ("/api/train/score", {}),
        (f"/saved/quiz-{first.id}.0?seat=", None),
        ("/api/train/import", file_of(tmp_path / "lines.jsonl")),
        ("/api/train/export", {}),
        ("/api/train/keep", {"record": "/saved/none.1", "answers": []}),
    ]
    _, *kept, session, shown, graded_there, cost, score, shipped, replay, came, lines, none = ask(
        *questions
    )
    assert kept[-1]["all"] == len(own) == sum(one["kept"] for one in kept) > 7
    assert set(session["questions"]) == {one.id for one in own}
    assert shown == plain(trainer.shown(first.id))
    wanted = plain(trainer.answered(first.id, first.played, day))
    for key in ("right", "best", "grade", "again", "days", "streak", "played", "proof"):
        assert graded_there[key] == wanted[key], key
    assert graded_there["lost"] == pytest.approx(wanted["lost"], abs=1e-3)
    assert [row["action"] for row in graded_there["rows"]] == [
        row["action"] for row in wanted["rows"]
    ]
    place = {"record": f"/saved/quiz-{first.id}.0", "again": True}
    assert graded_there["replay"] == {**wanted["replay"], **place}
    # The same worlds, so the same points.
    its = Costs().beyond(first, first.played, 0)._asdict()
    assert cost["cost"] == pytest.approx(its, abs=0.006)
    assert {key: score[key] for key in ("questions", "seen", "answers")} == {
        key: trainer.score(day, "own")[key] for key in ("questions", "seen", "answers")
    }
    assert shipped["answers"] == 0
    assert replay["match"]["id"] == matches[0].id and replay["seat"] == 2
    assert (came["kept"], came["all"], came["damaged"]) == (0, len(own), 1)
    assert came["fault"].startswith(f"line {len(own) + 1}: ")
    assert "no such hand" in none["error"]
    deck = read_deck(lines["text"].splitlines())
    assert deck.damaged == 0
    mine = {question.id: question for question, _ in deck.found}
    for question in own:
        there = mine[question.id]
        assert (there.theme, there.kind, there.played) == (
            question.theme,
            question.kind,
            question.played,
        )
        assert there.moment == question.moment and there.requests == question.requests
        assert [one.lost for one in there.answers] == pytest.approx(
            [one.lost for one in question.answers], abs=1e-3
        )
    cards = {question.id: card for question, card in deck.found if card is not None}
    assert cards == store.cards()
    store.close()
