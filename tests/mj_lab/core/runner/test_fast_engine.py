"""The fast table plays the games of the local engine, game for game."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import mj_engine
from mj_bot.nets.weights_file import write_weights
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.runner.engine import EngineError, LocalEngine
from mj_lab.core.runner.fast_engine import FastEngine, plays_all
from mj_lab.core.runner.identity import names_of
from mj_lab.core.runner.seatings import TWO_AGAINST_TWO, Seating
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.stored_unit import row_of
from mj_lab.core.runner.unit import Played, Setup, Unit
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from tests.mj_bot.learned.models import made_up


def setup_of(*specs: str, record: bool = False, clock: float | None = None) -> Setup:
    return Setup(specs, names_of(specs), "fast", clock, record)


def units(
    count: int | None = None, seatings: tuple[Seating, ...] = TWO_AGAINST_TWO
) -> Iterator[Unit]:
    walls = enumerate(islice(walls_of_seed("fast"), count))
    return (Unit(str(number), wall, seatings) for number, wall in walls)


def by_key(played: Iterator[Played]) -> dict[str, Played]:
    return {one.key: one for one in played}


@pytest.mark.parametrize(
    ("specs", "walls"),
    [
        pytest.param(("random", "random"), 10, marks=pytest.mark.thorough),
        pytest.param(("greedy", "random"), 5, marks=pytest.mark.thorough),
        (("greedy", "greedy", "random"), 10),
        pytest.param(("odds", "greedy"), 2, marks=pytest.mark.thorough),
        (("net", "greedy"), 1),
        pytest.param(("cnn", "which_discard"), 1, marks=pytest.mark.thorough),
        pytest.param(
            ("odds@pass_bonus=0.3,defence=1,max_chicken_hands=5", "odds"),
            2,
            marks=pytest.mark.thorough,
        ),
        # Half an hour of one core.
        pytest.param(("odds", "odds@pass_bonus=0.3"), 50, marks=pytest.mark.slow),
        pytest.param(("odds", "greedy"), 50, marks=pytest.mark.slow),
    ],
)
def test_the_same_games_and_matches(specs: tuple[str, ...], walls: int) -> None:
    setup, seatings = setup_of(*specs, record=True), TWO_AGAINST_TWO
    if len(specs) == 3:
        seatings = ((0, 1, 2, 0), (2, 2, 1, 0))
    elif "odds" in specs and walls < 50:
        seatings = TWO_AGAINST_TWO[1:3]
    theirs = by_key(LocalEngine(1).run(setup, units(walls, seatings)))
    for threads in (1, 3):
        ours = by_key(FastEngine(threads).run(setup, units(walls, seatings)))
        assert ours.keys() == theirs.keys()
        for key, played in theirs.items():
            assert ours[key].games == played.games
            assert row_of(ours[key])[1] == row_of(played)[1]
            assert ours[key].matches == played.matches
            assert (ours[key].faults, [one.count for one in ours[key].times]) == (
                [],
                [0] * len(specs),
            )


def test_the_same_games_of_a_model_that_draws_its_actions(tmp_path: Path) -> None:
    path, weights = tmp_path / "one.mjw", made_up(5, hidden=4)
    write_weights(str(path), weights.header, weights.tensors, "float32")
    setup = setup_of(f"learned@weights={path},temperature=0.5", "greedy")
    seatings = TWO_AGAINST_TWO[1:2]
    theirs = by_key(LocalEngine(1).run(setup, units(2, seatings)))
    ours = by_key(FastEngine(2).run(setup, units(2, seatings)))
    assert [ours[key].games for key in theirs] == [one.games for one in theirs.values()]


@pytest.mark.parametrize(
    ("policy", "rival", "walls"),
    [("SeesAll", "random", 1), ("Faulty", "random", 2), ("Checksum", "greedy", 1)],
)
def test_the_same_games_of_a_policy(policy: str, rival: str, walls: int) -> None:
    """With the judge's words for its faults."""
    setup = setup_of(f"py:tests.policies:{policy}", rival, record=True)
    engine = FastEngine(2)
    engine.check(setup)
    theirs = by_key(LocalEngine(1).run(setup, units(walls)))
    ours = by_key(engine.run(setup, units(walls)))
    for key, played in theirs.items():
        assert (ours[key].games, ours[key].faults) == (played.games, played.faults)
        assert ours[key].matches == played.matches
    assert any(played.faults for played in ours.values()) == (policy == "Faulty")


def test_a_policy_against_itself_is_even_to_the_point() -> None:
    policy = "py:tests.policies:Checksum"
    for played in FastEngine(1).run(setup_of(policy, policy), units(10)):
        assert len({game.scores for game in played.games}) == 1


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("Says", "py:tests.policies:Says: PolicyError: answered <U8 []: 1 decisions need as"),
        ("ByTheBatch", "a policy answers a decision alone otherwise than among others:"),
        ("Nobody", "py:tests.policies:Nobody: tests.policies has no class Nobody"),
    ],
)
def test_a_policy_that_cannot_play_is_told_in_one_line(policy: str, told: str) -> None:
    spec = f"py:tests.policies:{policy}"
    with pytest.raises(EngineError) as raised:
        FastEngine(1).check(setup_of(spec, spec))
    assert str(raised.value).startswith(told)
    assert "\n" not in str(raised.value)


def test_units_that_share_a_key_stay_apart() -> None:
    """`mj arena tune` plays the same walls again and again, with other players."""
    wall = next(walls_of_seed("fast"))
    twice = [Unit("0", wall, ((0, 1, 0, 1),)), Unit("0", wall, ((1, 0, 1, 0),))]
    played = list(FastEngine(1).run(setup_of("greedy", "random"), twice))
    assert [[game.seating for game in one.games] for one in played] == [
        [(0, 1, 0, 1)],
        [(1, 0, 1, 0)],
    ]


def test_a_duel_goes_on_from_where_it_was(tmp_path: Path) -> None:
    duel = Duel(("greedy", "random"), quick=True, seed="fast")
    engine = FastEngine(2)
    with Store(tmp_path / "db", duel.settings()) as store:
        run_duel(duel, engine, store, 5)
        further = summary_of(run_duel(duel, LocalEngine(1), store, 8)).to_json()
    with Store(tmp_path / "whole", duel.settings()) as store:
        whole = summary_of(run_duel(duel, engine, store, 8)).to_json()
    further.pop("timing")
    whole.pop("timing")
    assert further == whole


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (
            setup_of("odds", "v1_1"),
            "the fast table has no v1_1; it plays cnn, expectimax, greedy, learned, net,",
        ),
        (setup_of("odds", "greddy"), "no tactic 'greddy'; there are: cnn, expectimax, greedy,"),
        (setup_of("keep:bot.pyz", "odds"), "the fast table has no keep:bot.pyz; it plays"),
        (setup_of("greedy", "random", clock=1.0), "--limit is for --engine local"),
        (setup_of("odds@exact_within=1", "odds"), "odds has no option 'exact_within'; there are:"),
        (setup_of("odds@defence=-5", "odds"), "defence is 0 to 10, not -5"),
        (setup_of("odds@x", "odds"), "an option is KEY=NUMBER"),
        (setup_of("expectimax", "odds"), "the fast table plays expectimax without a limit"),
    ],
)
def test_what_it_has_not_is_told_in_one_line(setup: Setup, told: str) -> None:
    with pytest.raises(EngineError) as raised:
        FastEngine(1).check(setup)
    assert str(raised.value).startswith(told)
    assert "\n" not in str(raised.value)


def test_a_build_that_plays_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    FastEngine(1).check(setup_of("greedy", "random"))
    other = mj_engine.tactic("random")
    monkeypatch.setattr("mj_lab.core.runner.fast_engine.tactic", lambda _: other)
    with pytest.raises(EngineError, match="plays differently from mj_bot: make engine"):
        FastEngine(1).check(setup_of("greedy", "random"))


@pytest.mark.parametrize(
    ("players", "all_there"),
    [
        (("odds", "expectimax@seconds=0,depth=1"), True),
        (("odds", "rule_based"), True),
        (("odds", "v1_1"), False),
        (("expectimax", "odds"), False),
        (("odds@x", "odds"), False),
    ],
)
def test_which_players_it_has_with_their_options(players: tuple[str, ...], all_there: bool) -> None:
    assert plays_all(players) == all_there
