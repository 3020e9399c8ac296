"""The trainer: what is asked when, what is shown, how it is graded."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mj_lab.explain.analysis.losses import error_of
from mj_lab.explain.quiz.moment import moment_of
from mj_lab.explain.quiz.question import QuizQuestion
from mj_lab.explain.quiz.replaying import game_of
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.explain.quiz.trainer import QuizTrainer
from mj_lab.explain.review.replay.frames import frames_of, frames_of_seat
from tests.mj_lab.explain.quiz.made import (
    LOST,
    complete_question,
    discard_question,
    matches,
    of_theme,
)

MONDAY = 739_000


@pytest.fixture(scope="module")
def questions() -> list[QuizQuestion]:
    discards = [discard_question(match, seat) for seat, match in enumerate(matches()[:4])]
    return [*discards[:2], *of_theme(discards[2:], "waits"), complete_question()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[QuizStore]:
    with closing(QuizStore(tmp_path / "quiz.sqlite")) as opened:
        yield opened


def test_due_comes_before_new_and_new_in_order(
    questions: list[QuizQuestion], store: QuizStore
) -> None:
    trainer = QuizTrainer(questions, store)
    names = [one.id for one in questions]
    assert trainer.session(today=MONDAY) == names
    assert trainer.session(["waits"], today=MONDAY) == names[2:4]
    trainer.answered(names[3], questions[3].best.action, MONDAY)
    assert trainer.session(count=3, today=MONDAY) == names[:3]
    assert trainer.session(count=3, today=MONDAY + 1) == [names[3], *names[:2]]
    for one in questions:
        trainer.answered(one.id, one.best.action, MONDAY + 1)
    # Nothing is due and nothing new: what comes soonest.
    assert trainer.session(count=2, today=MONDAY + 1) == names[:2]
    assert set(trainer.session(today=MONDAY + 2)) == set(names) - {names[3]}


def test_of_a_game_one_is_asked_in_a_round(tmp_path: Path) -> None:
    """By the wall where it is known, else by the name; the others come in later rounds."""
    first, second = matches()[:2]
    same = [discard_question(first, seat) for seat in range(3)]
    other = discard_question(second)
    # Under another name: a wall that was played more than once.
    renamed = same[2].model_copy(update={"source": "again seat 2 turn 3"})
    walls = [
        one.model_copy(update={"moment": moment_of(match, seat, 9)})
        for one, match, seat in ((same[0], first, 0), (renamed, first, 2), (other, second, 0))
    ]
    for questions in ([*same, other], walls):
        with closing(QuizStore(tmp_path / f"{len(questions)}.sqlite")) as store:
            trainer = QuizTrainer(questions, store)
            asked: list[str] = []
            for _ in range(len(questions) - 1):
                names = trainer.session(today=MONDAY)
                games = [trainer.question(name).game for name in names]
                assert len(set(games)) == len(games)
                asked += names
                for name in names:
                    trainer.answered(name, trainer.question(name).best.action, MONDAY)
            assert asked[:2] == [questions[0].id, other.id]
            assert set(asked) == {one.id for one in questions}


def test_an_answer_leads_to_its_moment_in_the_replay(store: QuizStore) -> None:
    match = matches()[0]
    seen, hand = discard_question(match, 2), complete_question()
    moment = moment_of(match, 2, len(seen.requests) - 1)
    whole = seen.model_copy(update={"moment": moment, "id": "0" * 12})
    trainer = QuizTrainer([seen, whole, hand], store)
    for question, frames in ((whole, frames_of(match)), (seen, frames_of_seat(seen.record()))):
        place = trainer.answered(question.id, question.best.action, MONDAY)["replay"]
        assert place["seat"] == 2
        (frame,) = (one for one in frames if one["turn"] == place["turn"] and one["kind"] != "END")
        shown = trainer.shown(question.id)["frame"]
        assert (frame["kind"], frame["seat"], frame["drawn"]) == (
            shown["kind"], shown["seat"], shown["drawn"]
        )  # fmt: skip
        assert frame["hands"][2] == shown["hands"][2]
    assert game_of(whole) == match
    assert game_of(seen) == seen.record()
    assert trainer.answered(hand.id, hand.best.action, MONDAY)["replay"] is None
    with pytest.raises(ValueError, match="nothing is known"):
        game_of(hand)


def test_ones_own_questions_are_asked_first(
    questions: list[QuizQuestion], store: QuizStore
) -> None:
    trainer = QuizTrainer(questions[1:], store)
    assert trainer.session(count=1) == [questions[1].id]
    store.add_questions([questions[0]])
    assert trainer.session(count=1) == [questions[0].id]
    assert trainer.shown(questions[0].id)["id"] == questions[0].id


def test_what_is_shown_does_not_depend_on_the_key(
    questions: list[QuizQuestion], store: QuizStore
) -> None:
    trainer = QuizTrainer(questions, store)
    for question in questions:
        shown = trainer.shown(question.id)
        turned = question.model_copy(
            update={
                "answers": tuple(
                    one.model_copy(update={"lost": 77.5, "row": {}, "grade": None})
                    for one in reversed(question.answers)
                ),
                "proof": None,
                "played": question.answers[-1].action,
            }
        )
        store_free = QuizTrainer([turned], store)
        assert store_free.shown(question.id) == shown
        if question.kind != "fan":
            others = [seat for seat in range(4) if seat != shown["seat"]]
            hands = shown["frame"]["hands"]
            assert all(tile is None for seat in others for tile in hands[seat])
        json.dumps(shown)


def test_an_answer_is_graded_by_its_points(questions: list[QuizQuestion], store: QuizStore) -> None:
    trainer = QuizTrainer(questions, store)
    question = questions[0]
    best, slight, _, blunder = question.answers
    told = trainer.answered(question.id, blunder.action, MONDAY)
    assert not told["right"] and told["again"]
    assert (told["best"], told["lost"], told["grade"]) == (best.action, LOST[3], "blunder")
    assert told["lost_error"] == error_of(LOST[3])
    assert told["days"] == 1 and told["streak"] == 0
    assert [row["action"] for row in told["rows"]] == [one.action for one in question.answers]
    assert told["reason"]["better"] == best.action and told["reason"]["than"] == blunder.action
    assert told["reason"]["english"] and told["reason"]["chinese"]
    # On the same day it is asked again, and that moves nothing.
    told = trainer.answered(question.id, best.action, MONDAY)
    assert told["right"] and not told["again"] and told["days"] == 1
    assert told["reason"]["than"] == slight.action
    told = trainer.answered(question.id, best.action, MONDAY + 1)
    assert told["days"] == 1 and told["streak"] == 2
    assert trainer.answered(question.id, best.action, MONDAY + 2)["days"] == 6


def test_a_count_is_explained_fan_by_fan(questions: list[QuizQuestion], store: QuizStore) -> None:
    trainer, counting = QuizTrainer(questions, store), questions[-1]
    shown = trainer.shown(counting.id)
    numbers = [int(one["action"]) for one in shown["options"]]
    assert numbers == sorted(numbers) and len(numbers) == 5
    told = trainer.answered(counting.id, str(numbers[0]), MONDAY)
    assert told["study"]["fan"] == int(told["best"])
    assert sum(value * times for _, _, value, times in told["study"]["fans"]) == int(told["best"])
    assert all(all(told["rules"][name]) for name, *_ in told["study"]["fans"])
    json.dumps(told)


def test_the_score(questions: list[QuizQuestion], store: QuizStore) -> None:
    trainer = QuizTrainer(questions, store)
    empty = trainer.score(MONDAY)
    assert (empty["answers"], empty["lost"], empty["days"], empty["streak"]) == (0, None, 0, 0)
    for day, place, answer in ((0, 0, 0), (1, 1, 0), (2, 2, 2), (2, 4, 0), (2, 0, 0)):
        question = questions[place]
        trainer.answered(question.id, question.answers[answer].action, MONDAY + day)
    score = trainer.score(MONDAY + 2)
    assert (score["questions"], score["seen"], score["answers"], score["right"]) == (5, 4, 5, 4)
    assert score["lost"] == round(LOST[2] / 4, 2)
    assert (score["streak"], score["longest"], score["days"], score["today"]) == (2, 2, 3, 3)
    assert score["themes"]["waits"] == {
        "questions": 2, "seen": 1, "due": 0, "answers": 1, "right": 0, "lost": LOST[2]
    }  # fmt: skip
    assert score["themes"]["fan"]["lost"] is None
    assert score["due"] == 1
    assert trainer.score(MONDAY + 3)["days"] == 3
    assert trainer.score(MONDAY + 4)["days"] == 0


def test_what_is_refused(questions: list[QuizQuestion], store: QuizStore) -> None:
    trainer = QuizTrainer(questions, store)
    name = questions[0].id
    for ask, told in (
        (lambda: trainer.session(["moon"]), "no theme 'moon'"),
        (lambda: trainer.session(count=0), "count: expected 1-100"),
        (lambda: trainer.shown("nothing"), "no such question"),
        (lambda: trainer.answered("nothing", "PASS"), "no such question"),
        (lambda: trainer.answered(name, "PLAY H1"), "no answer to this question"),
        (lambda: trainer.answered(name, "HU"), "no answer to this question"),
    ):
        with pytest.raises(ValueError, match=told):
            ask()
    assert store.answers() == []
