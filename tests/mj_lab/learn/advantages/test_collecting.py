"""What one file of a collection costs does not depend on the files before it."""

import pytest

from mj_lab.core.game.walls import wall_of_seed
from mj_lab.learn.advantages.collecting import CollectPlan, collected


@pytest.mark.parametrize("first", [0, 100_000])
def test_only_the_walls_of_a_file_are_dealt(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[str] = []

    def noted(seed: str, flowers: bool = False) -> tuple[int, ...]:
        dealt.append(seed)
        return wall_of_seed(seed, flowers)

    monkeypatch.setattr("mj_lab.core.game.walls.wall_of_seed", noted)
    options = {"decisions": 2, "draws": 1, "claim_draws": 1}
    tried = collected(CollectPlan(seed="late", games_a_file=2, options=options), first, 1)
    assert set(tried.game) <= {first, first + 1}
    assert dealt == [f"advantages-late/{first}", f"advantages-late/{first + 1}"]
