"""The replay against a plain list of the same."""

import numpy as np
import pytest

from mj_lab.learn.training.parts.part import Batch, joined_batches
from mj_lab.learn.training.returns.n_step import ReplayMemory, returns_of


def episodes(*lengths: int, first: int = 0) -> Batch:
    """Episodes of these lengths; what is seen and paid is each decision's number."""
    count = sum(lengths)
    numbers = np.arange(first, first + count)
    done = np.zeros(count, bool)
    done[np.cumsum(lengths) - 1] = True
    return {
        "seen": np.stack([numbers, numbers % 2], axis=1).astype(np.int32),
        "legal": np.ones((count, 3), bool),
        "chosen": numbers % 3,
        "reward": numbers.astype(np.float32),
        "done": done,
        "said": np.full((count, 3), np.nan, np.float16),
    }


def drawn_from(replay: ReplayMemory, seed: int) -> list[tuple[int, int | None]]:
    """What was drawn: each decision's number, and that of the next one if there is one."""
    found = replay.drawn(np.random.default_rng(seed), 400)
    return [
        (int(seen[0]), int(after[0]) if later else None)
        for seen, later, after in zip(
            found["seen"], found["later"], found["next_seen"], strict=True
        )
    ]


@pytest.mark.parametrize("capacity", [7, 10, 12, 100])
def test_it_holds_the_newest_and_what_came_after_each(capacity: int) -> None:
    replay, whole = ReplayMemory(capacity), []
    for first, lengths in ((0, (3, 2)), (5, (4,)), (9, (1, 6)), (16, (5,))):
        new = episodes(*lengths, first=first)
        replay.add(new)
        whole += [
            (int(seen[0]), bool(done)) for seen, done in zip(new["seen"], new["done"], strict=True)
        ]
        held = dict(whole[-capacity:])
        assert len(replay) == len(held)
        drawn = set(drawn_from(replay, first))
        assert drawn == {(number, None if done else number + 1) for number, done in held.items()}


def test_what_is_drawn_does_not_depend_on_how_it_was_added() -> None:
    one, several = ReplayMemory(9), ReplayMemory(9)
    parts = [episodes(3, 2), episodes(4, first=5), episodes(2, 2, first=9)]
    one.add(joined_batches(parts))
    for part in parts:
        several.add(part)
    assert drawn_from(one, 5) == drawn_from(several, 5)


def test_what_was_added_is_not_written_over() -> None:
    new = episodes(4)
    replay = ReplayMemory(4)
    replay.add(new)
    replay.add(episodes(4, first=4))
    assert new["seen"][:, 0].tolist() == [0, 1, 2, 3]


def test_returns_are_discounted_sums_of_each_episode() -> None:
    found = returns_of(episodes(3, 2, first=1), 0.5)
    assert found == pytest.approx([1 + 0.5 * 2 + 0.25 * 3, 2 + 0.5 * 3, 3, 4 + 0.5 * 5, 5])


@pytest.mark.parametrize("n_step", [1, 2, 4, 20])
def test_over_some_steps_it_is_what_was_paid_until_then(n_step: int) -> None:
    discount, replay = 0.5, ReplayMemory(40)
    # So that the ring has begun anew, in the middle of an episode.
    for first in range(0, 120, 8):
        replay.add(episodes(3, 5, first=first))
    found = replay.drawn(np.random.default_rng(3), 300, n_step, discount)
    for place, seen in enumerate(found["seen"]):
        number = int(seen[0])
        end = number - number % 8 + (3 if number % 8 < 3 else 8)
        paid = range(number, min(number + n_step, end))
        assert found["reward"][place] == sum(one * discount**step for step, one in enumerate(paid))
        goes_on = number + n_step < end
        assert found["later"][place] == (discount**n_step if goes_on else 0)
        if goes_on:
            assert found["next_seen"][place, 0] == number + n_step


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="not whole"):
        ReplayMemory(5).add({name: one[:2] for name, one in episodes(3).items()})
    with pytest.raises(ValueError, match="no decisions"):
        ReplayMemory(5).drawn(np.random.default_rng(0), 1)
