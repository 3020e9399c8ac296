"""The trainer: selects questions, shows them without their key, grades, keeps score."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import Any, Literal, get_args

from mj_bot.events import CHI, PASS, PENG, Start, parse_request
from mj_lab.core.records.match import Match
from mj_lab.core.text.fan_rules import fan_rule
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.explanation import Row
from mj_lab.explain.analysis.losses import error_of
from mj_lab.explain.analysis.reason import Reason, reason
from mj_lab.explain.quiz.deck import deck_line, read_deck
from mj_lab.explain.quiz.making.fan_hands import study_of
from mj_lab.explain.quiz.making.mistakes import mistakes_in
from mj_lab.explain.quiz.question import FanHand, QuizAnswer, QuizQuestion, without_copies
from mj_lab.explain.quiz.replaying import place_of
from mj_lab.explain.quiz.schedule import Card, asked_again, is_right, quality_of, reviewed
from mj_lab.explain.quiz.store import GivenAnswer, QuizStore
from mj_lab.explain.quiz.themes import THEMES
from mj_lab.explain.review.replay.frames import table_of_seat

MOST_IN_A_SESSION = 100
# The questions that ship, or the person's own: mistakes kept, and those of `mj quiz make`.
Deck = Literal["shipped", "own"]
DECKS: tuple[Deck, ...] = get_args(Deck)


class QuizTrainer:
    """Questions and one person's progress with them. Days are `date.toordinal`, today if None.

    questions: those that ship; the person's own come from the store and are asked first.
    """

    def __init__(self, questions: Sequence[QuizQuestion], store: QuizStore) -> None:
        self._shipped = tuple(questions)
        self._store = store
        self._own = -1
        self._questions: dict[str, QuizQuestion] = {}
        self._decks: dict[Deck | None, list[QuizQuestion]] = {}

    def _all(self, deck: Deck | None = None) -> list[QuizQuestion]:
        """The questions of a deck, or all; the store's are reloaded when there are new ones."""
        count = self._store.question_count()
        if count != self._own:
            self._own = count
            own, shipped = self._store.questions(), list(self._shipped)
            every = without_copies([*own, *shipped])
            self._decks = {"own": own, "shipped": shipped, None: every}
            self._questions = {question.id: question for question in every}
        return self._decks[deck]

    def question(self, name: str) -> QuizQuestion:
        """The question with this id. Raises ValueError if there is none."""
        self._all()
        if name not in self._questions:
            raise ValueError("no such question")
        return self._questions[name]

    def session(
        self,
        themes: Sequence[str] = (),
        count: int = 10,
        today: int | None = None,
        deck: Deck | None = None,
    ) -> list[str]:
        """The ids of questions to ask now: due ones, the longest overdue first, then new ones.

        If there are neither, those due soonest. Each game has one question, so that none gives away
        another's answer; not in the own deck, whose games the person played. themes: only these;
        all if empty. deck: only its questions; all if None. Raises ValueError for an unknown theme,
        or a bad count.
        """
        for theme in themes:
            if theme not in THEMES:
                raise ValueError(f"no theme {theme!r:.40}; there are: {', '.join(THEMES)}")
        if not 1 <= count <= MOST_IN_A_SESSION:
            raise ValueError(f"count: expected 1-{MOST_IN_A_SESSION}, found {count}")
        day, cards = _day(today), self._store.cards()
        games = {
            question.id: question.id if deck == "own" else question.game
            for question in self._all(deck)
            if not themes or question.theme in themes
        }
        ids = list(games)
        known = sorted(
            (question_id for question_id in ids if question_id in cards),
            key=lambda question_id: cards[question_id].due,
        )
        due = [question_id for question_id in known if cards[question_id].due <= day]
        new = [question_id for question_id in ids if question_id not in cards]
        first_of_game: dict[str, str] = {}
        for candidate in (due + new) or known:
            first_of_game.setdefault(games[candidate], candidate)
        return list(first_of_game.values())[:count]

    def shown(self, name: str) -> dict[str, Any]:
        """A question for the page: nothing in it depends on the key.

        `id`, `kind`, `theme`; for a decision the table as the seat sees it (`frame`, of
        `review.replay.frames`), `seat`, `quan`, and `options`: `action`, `kind` and for a claim
        the tiles that it `uses`. For a complete hand `hand`, `melds`, `tile`, `flags`, and the
        numbers to choose from. Raises ValueError if there is no such question.
        """
        return shown_of(self.question(name))

    def answered(self, name: str, action: str, today: int | None = None) -> dict[str, Any]:
        """Grade and store an answer; returns what to learn from it.

        `right`, `best`, `lost`, `grade`; `again`: whether to ask it once more in this session;
        `days` until it is due; `streak`, right answers in a row; `replay`: see `replaying.py`. For
        a decision `lost_error`, `rows`, the tactic's evaluation of each answer, best first,
        `reason`, why the best and not this one (or the next best), `proof` and `played`. For a
        complete hand its `study` and the `rules` of its fans. Raises ValueError if there is no such
        question, or the answer is not one of its options.
        """
        question, day = self.question(name), _day(today)
        answer = question.answer(action)
        if answer is None:
            raise ValueError(f"{action!r:.40} is no answer to this question")
        right, quality = is_right(question, answer), quality_of(question, answer)
        card = reviewed(self._store.cards().get(name, Card()), quality, day)
        self._store.add_answer(
            GivenAnswer(day, name, question.theme, action, answer.lost, right), card
        )
        return {
            "id": name,
            "right": right,
            "action": action,
            "best": question.best.action,
            "lost": answer.lost,
            "grade": answer.grade,
            "again": asked_again(quality),
            "days": card.due - day,
            "streak": _streak(self._store.answers()),
            "replay": place_of(question),
            **taught(question, answer),
        }

    def keep(self, match: Match, places: Iterable[tuple[int, int]]) -> int:
        """Add the mistakes at these places, seat and turn, to the own deck; how many are new.

        Raises ValueError if the match's requests are not a game.
        """
        by_seat = groupby(sorted(set(places)), key=lambda place: place[0])
        mistakes = [
            question
            for seat, of_seat in by_seat
            for question in mistakes_in(match, seat, {turn for _, turn in of_seat})
        ]
        return self._store.add_questions(mistakes)

    def drop(self, name: str) -> int:
        """Take a question out of the own deck; how many are left."""
        self._store.drop_question(name)
        self._own = -1
        return len(self._all("own"))

    def deck_lines(self) -> str:
        """The own deck as lines of JSON: each question (`question_line`), with its `card`."""
        cards = self._store.cards()
        return "".join(
            deck_line(question, cards.get(question.id)) + "\n" for question in self._all("own")
        )

    def add_deck(self, lines: Iterable[str]) -> dict[str, Any]:
        """Add such lines to the own deck, with the cards of questions that were not answered here.

        Returns `kept`, how many are new; `all`; `damaged`, how many lines are no question, and
        `fault`, what is wrong with the first, "" if none is.
        """
        deck = read_deck(lines)
        kept = self._store.add_questions([question for question, _ in deck.found])
        self._store.add_cards((one.id, card) for one, card in deck.found if card is not None)
        return {"kept": kept, "all": len(self._all("own")), **deck.faults()}

    def score(self, today: int | None = None, deck: Deck | None = None) -> dict[str, Any]:
        """The score: in all, and by theme; of the questions of a deck, or all.

        Both have `questions`, `seen`, `due`, `answers`, `right` and `lost` (points, the mean of the
        answers to decisions; None without any). In all also `streak` and `longest` (right answers
        in a row), `days` (in a row, up to today) and `today` (answers).
        """
        day, cards, answers = _day(today), self._store.cards(), self._store.answers()
        questions = self._all(deck)
        if deck is not None:
            asked = {question.id for question in questions}
            answers = [answer for answer in answers if answer.question in asked]
        themes = {
            theme: _sums(
                [question for question in questions if question.theme == theme],
                [answer for answer in answers if answer.theme == theme],
                cards,
                day,
            )
            for theme in THEMES
        }
        return {
            **_sums(questions, answers, cards, day),
            "themes": themes,
            "streak": _streak(answers),
            "longest": _longest(answers),
            "days": _days_in_a_row({answer.day for answer in answers}, day),
            "today": sum(answer.day == day for answer in answers),
        }


def shown_of(question: QuizQuestion) -> dict[str, Any]:
    """The result of `QuizTrainer.shown`."""
    shown: dict[str, Any] = {
        "id": question.id,
        "kind": question.kind,
        "theme": question.theme,
    }
    if question.complete is not None:
        numbers = sorted(int(answer.action) for answer in question.answers)
        options = [{"action": str(number), "kind": "FAN"} for number in numbers]
        return {**shown, **_hand_shown(question.complete), "options": options}
    start = parse_request(question.requests[0])
    assert isinstance(start, Start)
    table = table_of_seat(question.record())
    return {
        **shown,
        "seat": start.seat,
        "quan": start.prevalent_wind,
        "frame": {"turn": len(question.requests) - 1, **json.loads(table.frame(False))},
        "options": _options(question, json.loads(table.choices())),
    }


def _day(today: int | None) -> int:
    return date.today().toordinal() if today is None else today


def _hand_shown(complete: FanHand) -> dict[str, Any]:
    hand = parse_hand(complete.hand)
    return {
        "seat": complete.seat,
        "quan": complete.prevalent_wind,
        "hand": [tile for tile, count in enumerate(hand.counts) for _ in range(count)],
        "melds": [[list(meld.tiles()), meld.concealed] for meld in hand.melds],
        "tile": complete.tile,
        "flags": list(complete.flags),
    }


def _options(question: QuizQuestion, choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers in rule order, a pass last, whichever is best."""
    possible = {answer.action for answer in question.answers}
    options = [
        {"action": choice["action"], "kind": choice["kind"], "uses": choice.get("uses", [])}
        for choice in choices
        if choice["action"] in possible
    ]
    # A claim that is there with several discards shows them.
    claims = Counter((option["kind"], tuple(option["uses"])) for option in options)
    for option in options:
        if option["kind"] in (CHI, PENG) and claims[option["kind"], tuple(option["uses"])] > 1:
            option["then"] = option["action"].split()[-1]
    return sorted(options, key=lambda option: option["kind"] == PASS)


def taught(question: QuizQuestion, answer: QuizAnswer) -> dict[str, Any]:
    """What to show once a question is answered."""
    if question.complete is not None:
        study = study_of(question.complete)
        rules = {name: fan_rule(name) for name, *_ in study["fans"]}
        return {"study": study, "rules": rules}
    rows: list[Row] = [
        {
            "action": graded.action,
            **graded.row,
            **({} if index == 0 or graded.grade else {"as_good": True}),
        }
        for index, graded in enumerate(question.answers)
    ]
    proof = question.proof
    return {
        "rows": rows,
        "lost_error": error_of(answer.lost) if answer.lost else 0.0,
        "reason": _why(question, answer, rows),
        "proof": None if proof is None else proof.model_dump(),
        "played": question.played,
        "source": question.source,
    }


def _why(question: QuizQuestion, answer: QuizAnswer, rows: Sequence[Row]) -> Reason:
    """Why the best answer is better than this one; if it is the best, than the next."""
    other = next((row for row in rows[1:] if row["action"] == answer.action), rows[1])
    return reason(question.state(), rows[0], other)


def _sums(
    questions: Sequence[QuizQuestion],
    answers: Sequence[GivenAnswer],
    cards: dict[str, Card],
    day: int,
) -> dict[str, Any]:
    known = [cards[question.id] for question in questions if question.id in cards]
    lost = [answer.lost for answer in answers if answer.theme != "fan"]
    return {
        "questions": len(questions),
        "seen": len(known),
        "due": sum(card.due <= day for card in known),
        "answers": len(answers),
        "right": sum(answer.right for answer in answers),
        "lost": round(sum(lost) / len(lost), 2) if lost else None,
    }


def _streak(answers: Sequence[GivenAnswer]) -> int:
    """Right answers in a row, up to the last."""
    count = 0
    for answer in reversed(answers):
        if not answer.right:
            break
        count += 1
    return count


def _longest(answers: Sequence[GivenAnswer]) -> int:
    """The most right answers in a row."""
    longest = count = 0
    for answer in answers:
        count = count + 1 if answer.right else 0
        longest = max(longest, count)
    return longest


def _days_in_a_row(days: set[int], today: int) -> int:
    """Days in a row with an answer, up to today or yesterday."""
    ordered = sorted(days, reverse=True)
    if not ordered or ordered[0] < today - 1:
        return 0
    return 1 + next(
        (index for index, (later, before) in enumerate(pairwise(ordered)) if later - before != 1),
        len(ordered) - 1,
    )
