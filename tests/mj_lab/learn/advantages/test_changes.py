"""What a model changes is what `odds` in Python would have done otherwise, counted and shown."""

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from mj_bot.actions import action_space
from mj_bot.learned.candidate_features import NAMES, candidate_features
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import Weights, write_weights
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.state import CLAIM
from mj_bot.tactics.learned import Learned
from mj_bot.tactics.odds import Odds
from mj_lab.cli import app_of
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.text.hands import parse_hand
from mj_lab.learn.advantages.changes_choices import (
    ACTION_KINDS,
    ActionKind,
    ChoicesMade,
    choices_in_play,
    choices_rolled,
)
from mj_lab.learn.advantages.changes_counts import counted
from mj_lab.learn.advantages.changes_examples import played_again
from tests.mj_bot.learned.models import made_up

RUN = CliRunner()
GAMES = 3


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "model.mjw"
    weights = made_up(3, margin=0.2)
    write_weights(str(path), weights.header, weights.tensors, "float32")
    return path


@pytest.fixture(scope="module")
def decided(model: Path) -> ChoicesMade:
    return choices_in_play(f"learned@weights={model}", model_of(made_up(3, margin=0.2)), GAMES, "0")


def test_it_is_what_odds_would_have_done_in_that_game(model: Path, decided: ChoicesMade) -> None:
    """A seat's decisions out of the game's record, by both tactics in Python."""
    number = int(np.bincount(4 * decided.game + decided.seat, decided.changed).argmax())
    game, seat = divmod(number, 4)
    ours = decided.at((decided.game == game) & (decided.seat == seat))
    player = f"learned@weights={model}"
    learned, odds = Learned(weights=str(model)), Odds()
    place = changed = 0
    for decision in decisions_of_seat(played_again(player, "0", game), seat):
        state = decision.state
        found = list(OddsEvaluator().candidates(state))
        best = max(one.value for one in found)
        near = [one for one in found if one.valued and best - one.value <= learned.within]
        if len(action_space(state)) == 1 or len(near) < 2:
            continue
        answer, taken = odds(state), learned(state)
        assert ours.turn[place] == len(state.discards[seat])
        assert ours.wall[place] == state.walls[seat]
        assert ours.claiming[place] == (state.decision == CLAIM)
        assert ours.changed[place] == (answer != taken)
        for kind, action in ((ours.of_odds[place], answer), (ours.taken[place], taken)):
            wire = {"PLAY": "discard", "CHI": "chow", "PENG": "pung", "PASS": "pass"}
            assert ACTION_KINDS[kind] == wire.get(action.kind, ACTION_KINDS[kind])
        rows = candidate_features(state, found)
        by_action = {one.action: number for number, one in enumerate(found)}
        assert ours.after[place] == pytest.approx(rows[by_action[taken]], abs=1e-3, rel=1e-3)
        if answer != taken:
            changed += 1
            told, _, added = learned.debug.split(" | ")[0].rpartition(": ")
            assert told == f"{taken}, not {answer}"
            assert ours.added[place] == pytest.approx(float(added), abs=0.02)
            gap = found[by_action[answer]].value - found[by_action[taken]].value
            assert ours.given_up[place] == pytest.approx(gap, abs=0.01)
        place += 1
    assert place == len(ours) > 8
    assert changed > 0


def row_of(**features: float) -> np.ndarray:
    row = np.zeros(len(NAMES), np.float32)
    for name, number in features.items():
        row[NAMES.index(name)] = number
    return row


def rolled() -> dict[str, Any]:
    """Two decisions as the fast table gives them: a chow that was left, a discard like odds'."""
    shared = {"turn": 0.7, "wall": 1.1, "claiming": 1.0}
    features = [
        row_of(**shared, value=2.0, win=5.0, chow=1.0),
        row_of(**shared, value=1.5, win=4.0),
        row_of(turn=0.0, wall=2.1, value=1.0),
        row_of(turn=0.0, wall=2.1, value=1.0, honour=1.0),
    ]
    return {
        "game": np.array([0, 2]), "seat": np.array([3, 0], np.uint8), "chosen": np.array([1, 0]),
        "first": np.array([0, 2, 4]), "value": np.array([2.0, 1.5, 1.0, 1.0], np.float32),
        "features": np.array(features), "score": np.zeros(2, np.float32),
    }  # fmt: skip


def costly_chows() -> Weights:
    weight = np.zeros((1, len(NAMES)))
    weight[0, NAMES.index("chow")] = -3.0
    weight[0, NAMES.index("win")] = 0.5
    return weights_of([(weight, [0.0])], 0.25, 4.0)


def test_changes_are_counted_by_kind_and_turn_and_what_drove_them() -> None:
    model = model_of(costly_chows())
    found = choices_rolled(rolled(), model, 10)
    assert found.game.tolist() == [10, 12] and found.turn.tolist() == [7, 0]
    assert found.wall.tolist() == [11, 21]
    assert found.changed.tolist() == [True, False]
    assert found.of_odds.tolist() == [ActionKind.CHOW, ActionKind.DISCARD]
    assert found.taken.tolist() == [ActionKind.PASSED, ActionKind.DISCARD]
    # 3 points for the chow, less half a point of win, less the margin.
    assert found.added == pytest.approx([2.25, 0.0])
    assert found.given_up == pytest.approx([0.5, 0.0])
    told = counted(found, model, 5)
    assert (told["games"], told["decisions"], told["changed"]) == (5, 2, 1)
    assert (told["share"], told["changed_a_game"]) == (0.5, 0.2)
    (row,) = told["by_kind"]
    assert (row["odds"], row["learned"], row["decisions"], row["share"]) == ("chow", "pass", 1, 1.0)
    assert [(one["first"], one["decisions"], one["changed"]) for one in told["by_turn"]] == [
        (0, 1, 0), (3, 0, 0), (6, 1, 1),
    ]  # fmt: skip
    (differ,) = told["differences"]
    assert (differ["change"], differ["changed"]) == ("claims left", 1)
    assert differ["more"]["win"] == -1.0 and differ["more"]["honour"] == 0.0
    drivers = {one["feature"]: one["points"] for one in told["drivers"]}
    assert list(drivers)[:2] == ["chow", "win"]
    assert (drivers["chow"], drivers["win"]) == (3.0, -0.5)


def test_of_layers_no_feature_alone_drives_anything(decided: ChoicesMade) -> None:
    assert counted(decided, model_of(made_up(1, hidden=3)), GAMES)["drivers"] is None


def changes(*words: str) -> Any:
    result = RUN.invoke(app_of(), ["learn", "changes", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result


@pytest.mark.thorough
def test_an_example_opens_where_it_says(model: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    words = [str(model), "--games", str(GAMES), "--set", "examples=2", "-o", str(output)]
    result = changes(*words)
    told = json.loads((output / "changes.json").read_text(encoding="utf-8"))
    assert "mj: 3 of 3 games" in result.stderr
    assert told["changed"] == sum(row["changed"] for row in told["by_kind"]) > 0
    assert told["decisions"] == sum(row["decisions"] for row in told["by_turn"])
    assert len(told["examples"]) == 2
    assert told["examples"][0]["game"] != told["examples"][1]["game"]
    for example in told["examples"]:
        assert example["learned"] != example["odds"] and example["added"] > example["given_up"]
        assert parse_hand(" ".join([example["hand"], *example["melds"]])).counts
        assert example["candidates"][0]["action"] == example["learned"]
        program, *opens = shlex.split(example["command"])
        explained = RUN.invoke(app_of(), [*opens, "--json"])
        assert program == "mj" and explained.exit_code == 0
        assert json.loads(explained.stdout)["chosen"] == example["learned"]
    text = result.stdout
    assert f"{told['decisions']:,} decisions with a choice" in text
    for example in told["examples"]:
        assert f"{example['learned']} in place of {example['odds']}" in text
        assert example["reason"] in text


def test_threads_change_nothing_and_another_margin_does(model: Path, tmp_path: Path) -> None:
    words = [str(model), "--games", str(GAMES), "--set", "examples=0"]
    found = []
    for number, more in enumerate(([], ["--jobs", "2"], ["--set", "margin=1000"])):
        changes(*words, *more, "-o", str(tmp_path / str(number)))
        found.append((tmp_path / str(number) / "changes.json").read_text(encoding="utf-8"))
    assert found[0] == found[1]
    told = json.loads(found[2])
    assert told["changed"] == 0 and told["by_kind"] == [] and told["drivers"] == []
