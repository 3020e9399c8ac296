"""Collecting and fitting as they are typed: files that stop and go on, a model that plays."""

import json
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import mj_bot
import mj_engine
from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import read_weights, write_weights
from mj_lab.cli import app_of
from mj_lab.learn.advantages.collecting import Collections, CollectPlan
from mj_lab.learn.advantages.fit_checkpoint import CheckpointError, FitCheckpoint
from mj_lab.learn.advantages.fitting import fit_advantages
from mj_lab.learn.advantages.labels import labelled
from mj_lab.learn.advantages.model_folder import CHECKPOINT, fit_lines
from mj_lab.learn.advantages.plan import FitOptions
from mj_lab.learn.advantages.playout_data import Tried
from mj_lab.learn.training.dense_layers import Layers, model_points
from tests.ctrl_c import run_until, stopped_often
from tests.mj_lab.learn.advantages.test_small_games import Row, tried_of

RUN = CliRunner()
FEW = [
    *("--set", "games_a_file=2", "--set", "decisions=6"),
    *("--set", "draws=1", "--set", "claim_draws=1"),
]


def run(*words: str) -> str:
    result = RUN.invoke(app_of(), ["learn", "advantages", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.stdout


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collections") / "whole"
    told = run("collect", str(folder), "--games", "6", *FEW)
    assert re.search(r"\d+ decisions", told)
    return folder


def test_a_collection_knows_the_weights_that_its_player_ships_with() -> None:
    shipped = Path(mj_bot.__file__).parent / "nets" / "weights" / "learned.mjw"
    settings = CollectPlan("learned", "odds").as_json()
    assert settings["weights"] == sha256(shipped.read_bytes()).hexdigest()
    assert settings["weights_of_others"] is None


def test_a_collection_that_was_stopped_has_the_same_files(collection: Path, tmp_path: Path) -> None:
    run("collect", str(tmp_path), "--games", "2", *FEW)
    run("collect", str(tmp_path), "--games", "6", "--jobs", "2", *FEW)
    names = sorted(path.name for path in collection.iterdir())
    assert names == ["settings.json", *(f"tried-0000{number}.npz" for number in range(3))]
    for name in names:
        assert (tmp_path / name).read_bytes() == (collection / name).read_bytes()
    games = {int(game) for tried in Collections([collection]) for game in tried.game}
    assert games <= set(range(6))
    assert len(games) > 3
    both = {int(game) for tried in Collections([collection, tmp_path]) for game in tried.game}
    assert len(both) == 2 * len(games)


def begun(folder: Path, plan: CollectPlan) -> Path:
    """The folder of a collection without files yet."""
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps(plan.as_json()), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("gaps", "within"), [([(3, 5)], 3), ([(3, 0)], 3), ([(3, 0), (0, 2)], 2), ([(0, 0)], 0)]
)
def test_what_is_too_far_below_the_best_was_not_tried_in_some_collection(
    gaps: list[tuple[float, float]], within: float, tmp_path: Path
) -> None:
    folders = [
        begun(tmp_path / str(number), CollectPlan(options={"gap": gap, "claim_gap": claim_gap}))
        for number, (gap, claim_gap) in enumerate(gaps)
    ]
    assert Collections(folders).within == within


def test_scores_count_where_the_other_players_were_those_of_the_game(tmp_path: Path) -> None:
    own = begun(tmp_path / "own", CollectPlan(seed="own"))
    greedy = begun(tmp_path / "greedy", CollectPlan(seed="greedy", others="greedy"))
    for folders, counted in (([greedy, own], ["own"]), ([greedy], ["greedy"])):
        settings = Collections(folders).of_whole_games().settings
        assert [one["seed"] for one in settings] == counted


def test_a_fit_corrects_by_the_scores_of_whole_games_alone() -> None:
    rng = np.random.default_rng(7)
    rows = [Row(game, np.eye(2), (0.0, 0.0), (0.0, 1.0)) for game in range(40)]

    def cut(tried: Tried, missed: float) -> Tried:
        cuts = rng.normal(size=tried.outlook_features.shape)
        score = (tried.outlook[:, 0, 0] + missed).astype(np.float32)
        return replace(tried, ended=np.zeros_like(tried.ended), outlook_features=cuts, score=score)

    there, whole = cut(tried_of(rows), -3.0), cut(tried_of(rows), 2.0)
    options = FitOptions(folds=2, luck=False)
    for whole_games, missed in (([whole], 2.0), (None, -3.0)):
        fit = fit_advantages([there], options, whole_games=whole_games)
        assert fit.figures["leaves_intercept"] == pytest.approx(missed, abs=1e-5)


def test_a_fit_of_two_layers_that_was_stopped_comes_to_the_same_model(
    collection: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["fit", str(collection), "--set", "hidden=3", "--set", "folds=2"]
    words += ["--set", "epochs=3", "-o"]
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    run(*words, str(whole))
    saved: list[int] = []
    save = FitCheckpoint.save

    def save_and_stop(checkpoint: FitCheckpoint) -> None:
        save(checkpoint)
        saved.append(len(checkpoint.trainings))
        if len(saved) in (2, 4):
            raise KeyboardInterrupt

    monkeypatch.setattr(FitCheckpoint, "save", save_and_stop)
    for _ in range(2):
        result = RUN.invoke(app_of(), ["learn", "advantages", *words, str(stopped)])
        assert result.exit_code == 130
        assert "the same command resumes" in result.stderr
        assert (stopped / CHECKPOINT).exists()
    with pytest.raises(CheckpointError, match="of other decisions or options"):
        run(*words, str(stopped), "--seed", "5")
    run(*words, str(stopped))
    # Three epochs a part, each trained once, and those of the model of all games.
    assert saved[:6] == [1, 1, 1, 2, 2, 2]
    assert len(saved) == 6 + json.loads((whole / "fit.json").read_text())["epochs"]
    for name in ("advantage.mjw", "fit.json"):
        assert (stopped / name).read_bytes() == (whole / name).read_bytes()
    assert not (stopped / CHECKPOINT).exists()
    (stopped / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="not a checkpoint, or damaged"):
        run(*words, str(stopped))


def test_a_fit_tells_how_far_it_is(collection: Path, tmp_path: Path) -> None:
    words = ["fit", str(collection), "--set", "hidden=2", "--set", "folds=2", "--set", "epochs=1"]
    result = RUN.invoke(app_of(), ["learn", "advantages", *words, "-o", str(tmp_path)])
    assert result.exit_code == 0
    assert re.search(r"mj: [\d,]+ decisions of \d games, [\d,]+ pairs", result.stderr)
    assert re.search(r"mj: part 2 of 2, epoch 1 of 1: \d+\.\d+ missed", result.stderr)
    curves = EventAccumulator(str(tmp_path / "tensorboard")).Reload()
    told = json.loads((tmp_path / "fit.json").read_text())
    for name in ("part_1/held_out", "part_2/held_out", "part_2/trained", "held_out/gain_a_game"):
        assert name in curves.Tags()["scalars"]
    parts = [curves.Scalars(f"part_{part}/held_out") for part in (1, 2)]
    assert [len(part) for part in parts] == [2, 2]
    for epoch, missed in enumerate(told["missed_by_epoch"]):
        of_parts = sorted(part[epoch].value for part in parts)
        assert of_parts[0] <= missed <= of_parts[1]


def test_a_model_is_fitted_and_plays(collection: Path, tmp_path: Path) -> None:
    told = json.loads(
        run("fit", str(collection), "-o", str(tmp_path), "--set", "folds=2", "--json")
    )
    assert [one["player"] for one in told["collections"]] == ["odds"]
    assert told["weights"] == 81
    assert told["within"] == 4.0
    assert any((tmp_path / "tensorboard").iterdir())
    again = json.loads((tmp_path / "fit.json").read_text(encoding="utf-8"))
    assert again == told
    player = f"learned@weights={tmp_path / 'advantage.mjw'},margin=0"
    walls = [mj_engine.wall_of_seed(number) for number in range(2)]
    assert (mj_engine.play(walls, player).scores.sum(axis=1) == 0).all()
    # What it plays can be collected in turn, and knows its weights.
    folder = tmp_path / "next"
    run("collect", str(folder), "--games", "2", "--tactic", player, *FEW)
    collected = Collections([folder])
    assert len(collected.settings[0]["weights"]) == 64
    assert all(np.isfinite(tried.features.astype(np.float32)).all() for tried in collected)


def test_a_fit_begins_with_the_mean_of_models_and_adds_what_they_leave(
    collection: Path, tmp_path: Path
) -> None:
    rng = np.random.default_rng(3)
    size = len(NAMES)
    begun: list[Layers] = [
        [
            (rng.normal(size=(3, size)) / 50, rng.normal(size=3)),
            (rng.normal(size=(1, 3)), np.ones(1)),
        ],
        [(rng.normal(size=(1, size)) / 50, np.zeros(1))],
    ]
    words = ["fit", str(collection), "-o", str(tmp_path / "model"), "--set", "folds=2", "--json"]
    digests = []
    for number, layers in enumerate(begun):
        path = tmp_path / f"{number}.mjw"
        weights = weights_of(layers, 0.0, 4.0)
        write_weights(str(path), weights.header, weights.tensors, "float32")
        digests.append(sha256(path.read_bytes()).hexdigest())
        words += ["--from", str(path)]
    told = json.loads(run(*words))
    assert told["begin"] == digests
    assert "begun with: " in "\n".join(fit_lines(told))
    tried = labelled(Collections([collection]), None).decisions
    mean = sum(model_points(layers, tried.features) for layers in begun) / 2
    mended = np.where(tried.there, tried.value + mean, -np.inf)
    mended[:, 1:] -= told["margin"]
    best = mended.argmax(axis=1)
    assert told["begun_with"]["changed"] == pytest.approx((best != 0).mean(), abs=1e-6)
    more = told["held_out"]["a_game"] - told["begun_with"]["a_game"]
    assert told["over_begun"]["a_game"] == pytest.approx(more, abs=1e-5)
    # What was fitted is linear, and it is not nothing.
    written = list(model_of(read_weights(str(tmp_path / "model" / "advantage.mjw"))).layers)

    def added(features: np.ndarray) -> np.ndarray:
        base = sum(model_points(layers, features) for layers in begun) / 2
        return model_points(written, features) - base

    one, two = rng.normal(size=(2, 50, size))
    assert added(one) + added(two) == pytest.approx(added(one + two), abs=1e-3)
    assert np.abs(added(one)).max() > 0.01


@pytest.mark.slow
def test_collecting_is_stopped_at_once_and_goes_on_to_the_same_files(tmp_path: Path) -> None:
    words = ["learn", "advantages", "collect", "tried", "--games", "40", "--jobs", "2"]
    stopped, whole = tmp_path / "stopped", tmp_path / "whole"
    stopped.mkdir()
    whole.mkdir()
    runs = stopped_often(words, stopped, 3, (1.5, 5.0), 1)
    assert run_until(words, whole).code == 0
    files = sorted(path.name for path in (whole / "tried").iterdir())
    assert len(runs) > 1 and len(files) == 5
    for name in files:
        assert (stopped / "tried" / name).read_bytes() == (whole / "tried" / name).read_bytes()
