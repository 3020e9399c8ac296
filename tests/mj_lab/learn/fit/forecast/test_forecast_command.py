"""`mj learn fit forecast` and `mj check forecast`, from games to the file and back."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mj_bot.odds.forecast.model import FORECAST_NAMES, forecast_model, model_of_record
from mj_lab.cli import app_of
from mj_lab.core.records.matches import read_matches
from mj_lab.learn.fit.forecast.deals import deal_of_seed, early_deal
from mj_lab.learn.fit.forecast.rows import GameSort, joined_rows, played_rows, recorded_rows

DATA = Path(__file__).parents[4] / "data"
RUN = CliRunner()
OF_ODDS = GameSort(deal_of_seed, (("odds",),), True)


def test_games_are_played_kept_and_taken_again(tmp_path: Path) -> None:
    store = tmp_path / "rows"
    first = joined_rows([rows for _, rows in played_rows(40, "a", 2, OF_ODDS, store)])
    (kept,) = store.iterdir()
    written = kept.stat().st_mtime_ns
    again = joined_rows([rows for _, rows in played_rows(40, "a", 1, OF_ODDS, store)])
    assert kept.stat().st_mtime_ns == written
    other = joined_rows([rows for _, rows in played_rows(40, "a", 1, OF_ODDS, tmp_path / "one")])
    for name, mine in first._asdict().items():
        assert np.array_equal(mine, again._asdict()[name])
        assert np.array_equal(mine, other._asdict()[name])
    assert first.won.any() and first.dealt_in.any() and not (first.won & first.dealt_in).any()


def test_a_fit_makes_a_file_that_the_bot_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="the extra learn has it")
    monkeypatch.chdir(tmp_path)
    command = ["learn", "fit", "forecast", "--games", "100", "--seed", "b", "-o", "f.json"]
    done = RUN.invoke(app_of(), command)
    assert done.exit_code == 0, done.output
    record = json.loads(Path("f.json").read_text(encoding="utf-8"))
    assert record["origin"].startswith("mj learn fit forecast --games 100 --seed b: ")
    model = model_of_record(record)
    assert model.mean[FORECAST_NAMES.index("known")] > 0.5
    first = Path("f.json").read_bytes()
    assert RUN.invoke(app_of(), [*command, "--force"]).exit_code == 0
    assert Path("f.json").read_bytes() == first


def test_early_hands_are_set_and_wins_of_them_passed() -> None:
    """The first decision kept of each: at its draw, with its melds, and a win was passed."""
    sort = GameSort(early_deal, (("odds", "greedy"),), True)
    rows = joined_rows([rows for _, rows in played_rows(60, "d", 1, sort)])
    table = rows.chosen(~rows.typed)
    deals = [early_deal(f"d {number}") for number in range(60)]
    first = np.unique(table.game, return_index=True)[1]
    place = FORECAST_NAMES.index
    set_now = passed = 0
    for row in first:
        deal = deals[table.game[row]]
        assert deal.seat == table.seat[row]
        if table.turn[row] != deal.turn - 1:
            continue  # This one was kept from the win on that it passed.
        set_now += 1
        assert table.features[row, place("draws")] == pytest.approx((21 - deal.turn) / 10)
        # A concealed kong may come with it.
        assert table.features[row, place("melds")] * 4 >= len(deal.melds)
        passed += bool(table.passed[row])
    assert set_now > 30 and passed > 2
    assert table.features[:, place("known")].all()
    typed = rows.chosen(rows.typed)
    assert (typed.features[:, place("threat")] < table.features[:, place("threat")].max()).all()


@pytest.mark.thorough
def test_fresh_games_are_held_against_it(tmp_path: Path) -> None:
    picture = tmp_path / "forecast.png"
    done = RUN.invoke(
        app_of(), ["check", "forecast", "--games", "60", "-o", str(picture), "--json"]
    )
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["games"] == 60 and abs(found["chance"]["all"]["predicted"] - 0.25) < 0.1
    assert 0.2 < found["chance"]["typed"]["decisions"] / found["decisions"] < 0.4
    assert found["chance"]["win passed"]["decisions"] > 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_recorded_matches_too() -> None:
    matches = list(read_matches(DATA / "matches.jsonl.gz"))[:2]
    rows = joined_rows(list(recorded_rows(matches)))
    assert set(rows.game.tolist()) == {0, 1}
    assert rows.dealt_in.sum() <= 2
    chance, *_ = forecast_model().predict(rows.features.astype(float), rows.deal_in)
    assert 0.1 < chance.mean() < 0.5
    done = RUN.invoke(app_of(), ["check", "forecast", str(DATA / "matches.jsonl.gz")])
    assert done.exit_code == 0 and "win chance" in done.output


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("learn fit forecast x.jsonl", "forecast takes no matches"),
        ("learn fit points x.jsonl --games 200", "--games is for forecast and hands, not points"),
        ("learn fit points", "argument MATCHES is missing"),
        ("check forecast --players greedy,random", "--players needs learned or odds"),
    ],
)
def test_what_cannot_be_is_one_line(command: str, line: str) -> None:
    done = RUN.invoke(app_of(), command.split())
    assert isinstance(done.exception, ValueError) and line in str(done.exception)
