"""Questions for the tests: a decision of a recorded game, and a complete hand."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import OWN_DRAW
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.quiz.making.fan_hands import fan_answers, study_of
from mj_lab.explain.quiz.question import FanHand, Proof, QuizAnswer, QuizQuestion, Theme, id_of

MATCHES = Path(__file__).resolve().parents[3] / "data" / "odds_matches.jsonl.gz"
LOST = (0.0, 3.0, 5.0, 9.0)
GRADES = (None, "slight", "mistake", "blunder")


def matches() -> list[Match]:
    """Games of `odds` and `rule_based` at our judge."""
    return list(read_matches(MATCHES))


def discard_question(match: Match, seat: int = 0, number: int = 3) -> QuizQuestion:
    """The n-th discard of a seat as a question whose key is made up: the first four actions."""
    view = seat_of(match, seat)
    turn, legal = list(_discards(view))[number]
    rows = [{"expected_score": 10 - lost, "win_chance": 0.2, "deal_in": 0.01} for lost in LOST]
    requests, responses = view.requests[: turn + 1], view.responses[:turn]
    return QuizQuestion(
        id=id_of([requests, responses]),
        kind="discard",
        theme="planning",
        source=f"{match.id} seat {seat} turn {turn}",
        requests=requests,
        responses=responses,
        wall_size=view.wall_size,
        answers=tuple(
            QuizAnswer(action=str(action), lost=lost, grade=grade, row=row)
            for action, lost, grade, row in zip(legal[::-1], LOST, GRADES, rows, strict=False)
        ),
        proof=Proof(told=LOST[1]),
    )


def _discards(view: SeatRecord) -> Iterator[tuple[int, list[Action]]]:
    """The turns in which a seat discards, and what it may."""
    for turn, state in view.states():
        legal = [one for one in action_space(state) if one.kind == "PLAY"]
        if state.decision == OWN_DRAW and len(legal) >= len(LOST):
            yield turn, legal


def complete_question(hand: str = "W123456789 B55 T2 T4", tile: str = "T3") -> QuizQuestion:
    """A complete hand as a question, won on a discard."""
    complete = FanHand(hand=hand, tile=tile, seat=1, prevalent_wind=0)
    study = study_of(complete)
    name = id_of(complete.model_dump(mode="json"))
    answers = fan_answers(study["fan"], study["fans"], name)
    return QuizQuestion(
        id=name, kind="fan", theme="fan", source="made", complete=complete, answers=answers
    )


def of_theme(questions: Iterable[QuizQuestion], theme: Theme) -> list[QuizQuestion]:
    """The same questions under another theme."""
    return [one.model_copy(update={"theme": theme}) for one in questions]
