"""Moving means against the slow count of each."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.web.server.my_games.trend import WINDOW, mean_of, moving_means


@given(st.lists(st.integers(-300, 300), max_size=3 * WINDOW))
def test_each_is_of_the_newest_by_then(values: list[int]) -> None:
    made = moving_means(values)
    assert [one["value"] for one in made] == values
    for place, one in enumerate(made):
        newest = [values[at] for at in range(len(values)) if place - WINDOW < at <= place]
        assert one["hands"] == len(newest)
        assert one["mean"] == pytest.approx(statistics.fmean(newest))
        if len(set(newest)) == 1:
            assert one["error"] is None, "nothing is known of the error of one value"
        else:
            error = statistics.stdev(newest) / len(newest) ** 0.5
            assert one["error"] == pytest.approx(error)


def test_nothing_yet() -> None:
    assert mean_of([]) == {"hands": 0, "mean": None, "error": None}
    assert moving_means([]) == []
