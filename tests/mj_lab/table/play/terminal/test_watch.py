"""The command `mj play --watch`: the table is the judge's, the reasons are the tactic's."""

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from mj_bot.actions import action_space
from mj_bot.events import DRAW, Action
from mj_bot.state import GameState
from mj_bot.tiles import codes_of, tiles_from_counts
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.game.walls import Wall, wall_of_seed, write_walls
from mj_lab.core.text.notation import Notation
from mj_lab.table.play.terminal.watch import GameView, Thinking, seat_players
from tests.command import mj


def run(*words: object) -> str:
    done = mj("play", "--watch", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_game_is_shown_to_its_end() -> None:
    output = run("random", "random", "random", "random", "--pace", "0", "--seed", "3")
    assert "East 东" in output
    assert "Scores 得分" in output


def test_the_wind_of_a_wall_is_played_under(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, winds = tmp_path / "walls", []
    write_walls(path, [Wall(wall_of_seed(3), 2)])
    monkeypatch.setattr(
        "mj_lab.table.play.terminal.commentary.print_end",
        lambda _console, game, _players: winds.append(game.prevalent_wind),
    )
    seats = ["random"] * 4
    run(*seats, "--pace", "0", "--walls", path)
    run(*seats, "--pace", "0", "--walls", path, "--wind", "3")
    run(*seats, "--pace", "0")
    assert winds == [2, 3, 0]


def printed(view: GameView) -> str:
    output = StringIO()
    Console(width=160, file=output, color_system=None).print(view.render())
    return output.getvalue()


def test_the_view_shows_the_judges_table() -> None:
    game = Game(wall_of_seed(2), 1)
    players, minds = seat_players(["greedy"] * 4)
    names = ["a", "b", "c", "d"]
    views = [GameView(game, names, minds), GameView(game, names, minds, only=2)]
    views.append(GameView(game, names, minds, notation=Notation.CHINESE))
    seen = 0

    def watch(game: Game, replies: Sequence[Reply]) -> None:
        nonlocal seen
        for view in views:
            view.note(replies)
        seen += 1
        if seen % 25 or game.event is None:
            return
        whole, own, chinese = map(printed, views)
        assert not re.search(r"\b[WBTFJ][1-9]\b", chinese), chinese
        for seat in range(4):
            tiles = tiles_from_counts(game.hands[seat])
            drawn = game.event.tile if (game.event.kind, game.event.seat) == (DRAW, seat) else None
            if drawn is not None:
                tiles.remove(drawn)
            assert codes_of(tiles) in whole
            assert (codes_of(tiles) in own) == (seat == 2)

    play(game, players, watch)
    assert seen > 50
    assert game.result is not None


class Telling:
    """Says that it likes what it plays."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[0]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        return [{"action": str(action), "value": 1.5} for action in action_space(state)]


def test_reasons_are_those_of_the_newest_decision() -> None:
    game = Game(wall_of_seed(5))
    players, minds = seat_players(["random"] * 4)
    mind = Thinking(Telling())
    view = GameView(game, ["a", "b", "c", "d"], [[mind], *minds[1:]])
    players[0] = TacticPlayer(lambda _seed: mind, "telling")
    shown = []

    def watch(game: Game, replies: Sequence[Reply]) -> None:
        view.note(replies)
        if game.event is not None and game.event.kind == DRAW and game.event.seat == 0:
            text = printed(view)
            assert f"a: {mind.choice}" in text
            assert "value" in text
            shown.append(mind.choice)

    play(game, players, watch)
    assert shown
