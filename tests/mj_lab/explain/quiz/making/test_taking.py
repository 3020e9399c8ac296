"""Questions out of games: the key is the tactic's own, the second choice loses, fan are paid so."""

from contextlib import nullcontext
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.tactics import load
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.quiz.making import proving, taking
from mj_lab.explain.quiz.making.answers import limit_of, rival_of
from mj_lab.explain.quiz.making.decisions import Teacher, questions_of_seat
from mj_lab.explain.quiz.making.fan_hands import fan_answers, fan_question, study_of
from mj_lab.explain.quiz.making.games import QuizGame, self_play
from mj_lab.explain.quiz.making.proving import GameQuestion, PlayOuts, proven
from mj_lab.explain.quiz.making.taking import found_in, in_turn, taken, taken_evenly, themes_in_turn
from mj_lab.explain.quiz.question import QuizQuestion, Theme
from mj_lab.explain.quiz.themes import THEMES, theme_of
from mj_lab.explain.review.views import game_of_match
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches

LEAST = 2.5
# A game and seat with questions of several themes, answered rightly and wrongly.
GAME, SEAT = 8, 2
UNPROVEN = PlayOuts(0, "odds", LEAST)


@pytest.fixture(scope="module")
def found() -> list[GameQuestion]:
    """The questions of one seat of `rule_based`."""
    match = matches()[GAME]
    game = game_of_match(match)
    assert match.players[SEAT] == "rule_based"
    return found_in(QuizGame(game._replace(views=(game.views[SEAT],)), match), "odds", LEAST)


def test_the_key_is_what_the_tactic_plays(found: list[GameQuestion]) -> None:
    decisions = [one.found for one in found if one.found.question.kind != "fan"]
    assert decisions
    match, odds = matches()[GAME], load("odds", seed=0)
    for one in decisions:
        question = one.question
        state = question.state()
        assert str(odds(state)) == question.best.action
        assert {answer.action for answer in question.answers} <= set(map(str, action_space(state)))
        lost = [answer.lost for answer in question.answers]
        assert lost == sorted(lost)
        clear = 1 if question.theme != "defence" else -1
        assert lost[0] == 0
        assert lost[clear] >= limit_of(question.theme, LEAST)
        assert question.proof is not None and question.proof.told in lost
        assert question.theme == theme_of(state, question.answers)
        assert one.trap or one.missed
        if one.missed:
            recorded = match.responses[one.turn][found[0].seat]
            assert recorded.split()[0] == question.played.split()[0]
            assert question.played != question.best.action
        # A claim stands among the answers once, whatever it discards.
        kinds = [answer.action.rsplit(" ", 1)[0] for answer in question.answers]
        assert question.kind == "discard" or len(set(kinds)) == len(kinds)


def test_a_clearer_limit_leaves_fewer(found: list[GameQuestion]) -> None:
    view = seat_of(matches()[GAME], SEAT)
    teacher = Teacher(load("odds", seed=0), load("greedy", seed=0), loss_scale(), 100.0)
    assert all(one.question.kind == "fan" for one in questions_of_seat(view, teacher, "x"))


def test_fan_are_those_that_the_judge_paid() -> None:
    asked = 0
    for match in matches():
        winner = match.result.player
        if match.result.action != "HU" or winner is None:
            continue
        for _, state in seat_of(match, winner).states():
            last = state
        question = fan_question(last, "x")
        assert question is not None and question.complete is not None
        assert int(question.best.action) == match.result.fan_total
        study = study_of(question.complete)
        assert match.result.fans is not None
        told = {(line.name, line.times, line.value) for line in match.result.fans}
        assert {(name, times, value) for name, _, value, times in study["fans"]} == told
        numbers = [int(one.action) for one in question.answers]
        assert len(set(numbers)) == 5 and min(numbers) > 0
        asked += 1
    assert asked >= 8


def test_the_right_number_stands_anywhere() -> None:
    places = {
        sorted(int(one.action) for one in fan_answers(13, [["x", "x", 8, 1]], str(lot))).index(13)
        for lot in range(100)
    }
    assert places == {0, 1, 2, 3, 4}


def test_a_set_has_every_theme_in_turn_and_no_hand_twice(found: list[GameQuestion]) -> None:
    match = matches()[0]
    game = QuizGame(game_of_match(match), match)
    made = []
    for place, theme in enumerate(THEMES):
        for number in range(3):
            question = discard_question(match, seat=number % 4, number=1)
            question = question.model_copy(
                update={"theme": theme, "id": f"{place:06d}{number:06d}"}
            )
            one = found[0].found._replace(question=question, missed=number == 2)
            made.append(GameQuestion(one, number % 2, game))
    order = list(in_turn(made))
    assert [one.found.question.theme for one in order[:6]] == list(THEMES)
    assert all(one.found.missed for one in order[:6])
    keys = [(one.seat, one.found.question.theme) for one in order]
    assert len(set(keys)) == len(keys) == 12
    assert len(list(taken(made, 4, UNPROVEN))) == 4


def test_without_a_proof_only_clear_ones_are_taken(found: list[GameQuestion]) -> None:
    decision = next(one for one in found if one.found.question.proof is not None)
    proof = decision.found.question.proof
    assert proof is not None
    assert proven(decision, UNPROVEN) == decision.found.question
    assert proven(decision, UNPROVEN._replace(least=proof.told + 0.1)) is None
    counting = decision._replace(found=decision.found._replace(question=complete_question()))
    assert proven(counting, PlayOuts(10**9, "odds", LEAST)) == complete_question()


def test_a_key_is_played_on(found: list[GameQuestion]) -> None:
    decisions = [one for one in found if one.found.question.proof is not None]
    clearest = max(decisions, key=lambda one: one.found.question.answers[1].lost)
    assert rival_of(clearest.found.question, LEAST) == clearest.found.question.answers[1]
    question = proven(clearest, PlayOuts(60, "greedy", LEAST))
    if question is not None:
        proof = question.proof
        assert proof is not None and proof.true is not None and proof.error is not None
        assert proof.worlds == 60 and proof.true >= 2 * proof.error > 0
    # The other way round the same worlds say the opposite, so it is no key.
    first, second, *rest = clearest.found.question.answers
    worse = first.model_copy(update={"lost": second.lost})
    better = second.model_copy(update={"lost": 0.0})
    turned = clearest.found.question.model_copy(update={"answers": (better, worse, *rest)})
    swapped = clearest._replace(found=clearest.found._replace(question=turned))
    assert question is None or proven(swapped, PlayOuts(60, "greedy", LEAST)) is None


def test_self_play_is_a_function_of_its_seed() -> None:
    """Whether it is played at the fast table or at our judge."""
    one, again = (next(self_play(1, "greedy", "s")).played() for _ in range(2))
    assert one.match is not None and again.match is not None
    assert one.match.requests == again.match.requests
    assert next(self_play(1, "greedy", "t")).played().match != one.match


def test_what_is_not_wanted_is_not_looked_at(found: list[GameQuestion]) -> None:
    """Of every theme alone the same questions come as of all at once."""
    match = matches()[GAME]
    game = QuizGame(found[0].game.game, match)
    alone = {
        theme: [one.found.question for one in found_in(game, "odds", LEAST, {theme})]
        for theme in THEMES
    }
    together = [one.found.question for one in found]
    assert together and sum(map(len, alone.values())) == len(together)
    for theme, questions in alone.items():
        assert questions == [one for one in together if one.theme == theme]
    assert len({theme for theme, questions in alone.items() if questions}) >= 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_even_set_has_as_many_of_each_theme(
    monkeypatch: pytest.MonkeyPatch, found: list[GameQuestion], jobs: int
) -> None:
    """Games are looked through while a theme is wanted, and no more; nothing is taken twice."""
    match = matches()[0]
    looked: list[int] = []
    proofs: list[str] = []

    def made(number: int, theme: Theme, place: int) -> GameQuestion:
        question = complete_question().model_copy(
            update={"theme": theme, "id": f"{number:06d}{place:06d}"}
        )
        game = game_of_match(match)._replace(id=f"game {number}")
        one = found[0].found._replace(question=question)
        return GameQuestion(one, 0, QuizGame(game, match))

    def found_then(game: Any, tactic: str, least: float, wanted: Any) -> list[GameQuestion]:
        """Every game has questions of counting, every eighth one of defence, the first all."""
        looked.append(game.number)
        themes: list[Theme] = ["fan"]
        themes += ["defence"] if game.number % 8 == 0 else []
        themes += ["early", "planning", "waits", "claims"] if game.number < 6 else []
        assert "fan" in wanted or game.number > 3
        return [made(game.number, one, THEMES.index(one)) for one in themes if one in wanted]

    def proven_then(one: GameQuestion, by: PlayOuts) -> QuizQuestion:
        proofs.append(one.found.question.id)
        return one.found.question

    class InThisProcess(nullcontext[Any]):
        """Does all at once, as a pool does."""

        def __enter__(self) -> Any:
            return self

        def map(self, do: Any, *tasks: Any) -> list[Any]:
            return [do(*task) for task in zip(*tasks, strict=True)]

    monkeypatch.setattr(taking, "found_in", found_then)
    monkeypatch.setattr(taking, "proven", proven_then)
    monkeypatch.setattr(taking, "ProcessPoolExecutor", InThisProcess)
    by = PlayOuts(0, "odds", LEAST)
    questions = list(taken_evenly(self_play(1000, "odds", "s"), "odds", LEAST, 24, by, jobs))
    assert taking.by_theme(questions) == dict.fromkeys(THEMES, 4)
    assert len(proofs) - len(questions) <= 2 * len(THEMES) * (jobs - 1)
    assert max(looked) < 24 + 8  # The fourth of defence is in game 24, and eight are looked at.
    assert questions == list(taken_evenly(self_play(1000, "odds", "s"), "odds", LEAST, 24, by))
    few = list(taken_evenly(self_play(3, "odds", "s"), "odds", LEAST, 24, by, jobs))
    assert taking.by_theme(few) == {**dict.fromkeys(THEMES, 3), "defence": 1}
    # Of a game one alone: the theme that lacks most first, and no game twice.
    alone = list(
        taken_evenly(self_play(1000, "odds", "s"), "odds", LEAST, 24, by, jobs, one_a_game=True)
    )
    counts = taking.by_theme(alone)
    assert counts["fan"] == counts["defence"] == 4
    assert sum(counts[theme] for theme in ("early", "planning", "waits", "claims")) >= 4
    games = [one.id[:6] for one in alone]
    assert len(set(games)) == len(games)


def test_in_a_set_the_themes_take_turns() -> None:
    some = [complete_question().model_copy(update={"theme": theme}) for theme in THEMES]
    order = [one.theme for one in themes_in_turn([*some, *some[:2], some[0]])]
    assert order == [*THEMES, *THEMES[:2], THEMES[0]]


@pytest.mark.parametrize(
    ("true", "error", "is_key"),
    [(12.0, 2.0, True), (5.0, 2.6, False), (1.2, 0.5, True), (0.9, 0.1, False), (-4.0, 1.0, False)],
)
def test_a_key_is_right_by_two_errors_and_a_point(
    monkeypatch: pytest.MonkeyPatch,
    found: list[GameQuestion],
    true: float,
    error: float,
    is_key: bool,
) -> None:
    decision = next(one for one in found if one.found.question.proof is not None)
    monkeypatch.setattr(proving, "play_on", lambda *_asked: (true, error))
    question = proven(decision, PlayOuts(200, "odds", LEAST))
    assert (question is not None) == is_key
    if question is not None and question.proof is not None:
        assert (question.proof.true, question.proof.error, question.proof.worlds) == (
            true,
            error,
            200,
        )
