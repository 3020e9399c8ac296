"""The commands `mj quiz`, `mj quiz make` and `mj quiz score`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.core.files import check_kept_file, check_output
from mj_lab.core.options import ADVISER, AsJson, AsNotation, Force, Jobs, Seat, Seed, TacticName
from mj_lab.core.text.notation import Notation, wind

if TYPE_CHECKING:
    from mj_lab.explain.quiz.question import QuizQuestion

# Worlds in which a key is evaluated by play-outs.
_WORLDS = 200
_Store = Annotated[Path, typer.Option(help="Finished work is stored here; a rerun resumes.")]
_DEFAULT_STORE = Path(".mj/quiz.sqlite")

quiz_app = typer.Typer(help="Train: what to discard, claim or pass, how many fan?")


def register(app: typer.Typer) -> None:
    """Add the commands to `mj`."""
    app.add_typer(quiz_app, name="quiz")


@quiz_app.callback(invoke_without_command=True)
def quiz(
    context: typer.Context,
    theme: Annotated[
        list[str] | None,
        typer.Option(help="early, planning, waits, claims, defence or fan; may be repeated."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    notation: AsNotation = Notation.LETTERS,
    store: _Store = _DEFAULT_STORE,
) -> None:
    """Ask due questions, then new ones; grade by points lost; ask missed ones again."""
    if context.invoked_subcommand is not None:
        return
    from rich.console import Console

    from mj_lab.explain.quiz.shipped import shipped_questions
    from mj_lab.explain.quiz.store import QuizStore
    from mj_lab.explain.quiz.terminal import QuizAtTerminal
    from mj_lab.explain.quiz.themes import THEMES
    from mj_lab.explain.quiz.trainer import MOST_IN_A_SESSION, QuizTrainer

    for theme_name in theme or ():
        if theme_name not in THEMES:
            raise ValueError(f"--theme: expected {', '.join(THEMES)}, found {theme_name!r:.40}")
    if count > MOST_IN_A_SESSION:
        raise ValueError(f"--count: expected 1-{MOST_IN_A_SESSION}, found {count}")
    quiz_store = QuizStore(store)
    try:
        trainer = QuizTrainer(shipped_questions(), quiz_store)
        names = trainer.session(theme or (), count)
        QuizAtTerminal(Console(), trainer, notation=notation).run(names)
    finally:
        quiz_store.close()


@quiz_app.command()
def score(
    store: _Store = _DEFAULT_STORE,
    as_json: AsJson = False,
) -> None:
    """Show the score by theme: seen, due, right, points lost."""
    from mj_lab.explain.quiz.shipped import shipped_questions
    from mj_lab.explain.quiz.store import QuizStore
    from mj_lab.explain.quiz.trainer import QuizTrainer

    if not store.exists():
        raise ValueError(f"{store}: no progress yet: mj quiz")
    quiz_store = QuizStore(store)
    try:
        figures = QuizTrainer(shipped_questions(), quiz_store).score()
    finally:
        quiz_store.close()
    if as_json:
        from json import dumps

        typer.echo(dumps(figures))
        return
    from rich.console import Console

    from mj_lab.explain.quiz.terminal import print_score

    print_score(Console(), figures)


@quiz_app.command()
def replay(
    question: Annotated[str, typer.Argument(help="Its id, as `mj quiz` shows it.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: a page.")] = Path(
        "replay.html"
    ),
    tactic: Annotated[
        str | None, typer.Option(help="The tactic to ask; none: no decisions.")
    ] = None,
    force: Force = False,
    store: _Store = _DEFAULT_STORE,
) -> None:
    """Make a page of a question's game; open it at the step that is printed."""
    from mj_lab.core.files import write_whole
    from mj_lab.explain.analysis.explanation import asked_by_name
    from mj_lab.explain.quiz.replaying import game_of, place_of
    from mj_lab.explain.review.replay.match_page import replay_page

    check_output(out, force)
    quiz_question = _question_of(question, store)
    game, moment = game_of(quiz_question), place_of(quiz_question)
    assert moment is not None
    name = tactic or ADVISER
    mind = None if name == "none" else asked_by_name(name)
    write_whole(out, replay_page(game, moment["seat"], mind, name))
    typer.echo(f"{out}#t{moment['turn']}: game {game.id}, seat {wind(moment['seat'])}")


def _question_of(name: str, store: Path) -> QuizQuestion:
    """The question with this id, from those that ship or the person's own."""
    from mj_lab.explain.quiz.shipped import shipped_questions
    from mj_lab.explain.quiz.store import QuizStore

    questions = list(shipped_questions())
    if store.exists():
        quiz_store = QuizStore(store)
        try:
            questions += quiz_store.questions()
        finally:
            quiz_store.close()
    question = next((candidate for candidate in questions if candidate.id == name), None)
    if question is None:
        raise ValueError(f"no such question: {name!r:.40}")
    return question


@quiz_app.command()
def make(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="RECORD...", help="Matches, or one seat's view."),
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="How many games; of self-play.")] = None,
    seat: Seat = None,
    player: Annotated[str | None, typer.Option(help="Only the seats of this player.")] = None,
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 40,
    tactic: TacticName = ADVISER,
    least: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            help="Points that the next answer must lose; by default 2.2 with play-outs, 4 without.",
        ),
    ] = None,
    worlds: Annotated[
        int, typer.Option(min=0, help="Worlds in which both answers are played out; 0: none.")
    ] = _WORLDS,
    even: Annotated[
        bool,
        typer.Option("--even", help="The same number of each theme."),
    ] = False,
    seed: Seed = "quiz",
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Where to write: a file, instead of the store."),
    ] = None,
    force: Force = False,
    store: _Store = _DEFAULT_STORE,
) -> None:
    """Make questions from your own games (missed ones first), or from self-play."""
    from rich.console import Console
    from rich.progress import track

    from mj_bot.tactics import load
    from mj_lab.explain.analysis.losses import MISTAKE, SLIGHT, loss_scale
    from mj_lab.explain.quiz.making.games import QuizGame, UnplayedGame, games_in, self_play
    from mj_lab.explain.quiz.making.proving import PlayOuts
    from mj_lab.explain.quiz.making.taking import (
        by_theme,
        found_in_all,
        taken,
        taken_evenly,
        themes_in_turn,
    )
    from mj_lab.explain.quiz.question import write_questions
    from mj_lab.explain.quiz.store import QuizStore

    _check_written(out, force, store)
    load(tactic, seed=0)
    if bool(files) == (games is not None):
        raise ValueError("give records to read, or --games to play, one of both")
    limits = loss_scale().limits
    by = PlayOuts(worlds, ADVISER, least or limits[MISTAKE])
    limit = least or limits[SLIGHT if worlds else MISTAKE]
    bar = Console(stderr=True)
    looked_through: Iterable[QuizGame | UnplayedGame]
    if games is not None:
        looked_through = self_play(games, tactic, seed)
    else:
        looked_through = [game for path in files or () for game in games_in(path, seat, player)]
    if not worlds:
        print(f"mj quiz: the keys are what {tactic} expects, not played out", file=sys.stderr)
    if even:
        making = taken_evenly(
            looked_through, tactic, limit, count, by, jobs, one_a_game=games is not None
        )
    else:
        looked = found_in_all(looked_through, tactic, limit, jobs)
        parts = track(looked, "looking through games", games, console=bar, transient=True)
        making = taken([question for part in parts for question in part], count, by)
    questions = themes_in_turn(track(making, "playing on", count, console=bar, transient=True))
    if not questions:
        raise ValueError("no decision there whose second choice clearly loses")
    if out is not None:
        write_questions(out, questions)
        new = len(questions)
    else:
        quiz_store = QuizStore(store)
        try:
            new = quiz_store.add_questions(questions)
        finally:
            quiz_store.close()
    listed = ", ".join(
        f"{theme} {number}" for theme, number in by_theme(questions).items() if number
    )
    typer.echo(f"{len(questions)} questions, {new} new: {listed}")


def _check_written(out: Path | None, force: bool, store: Path) -> None:
    """Check early that new questions can be stored: in `out`, or else in the store."""
    check_output(out, force)
    if out is None:
        check_kept_file(store)
