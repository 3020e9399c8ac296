import json
from dataclasses import asdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.runner.decision_times import StoredTimes, Times

DURATIONS = st.lists(st.floats(1e-7, 100.0), min_size=1, max_size=200)


def counted(durations: list[float]) -> Times:
    times = Times()
    times.add(durations)
    return times


@given(DURATIONS, st.sampled_from([0.5, 0.9, 0.99, 1.0]))
def test_quantiles_are_numpys_to_2_3_percent(durations: list[float], share: float) -> None:
    exact = np.quantile(durations, share, method="inverted_cdf")
    assert abs(counted(durations).quantile(share) / exact - 1) < 0.0225


@given(DURATIONS, DURATIONS)
def test_merging_is_counting_together(some: list[float], others: list[float]) -> None:
    merged, together = counted(some), counted(some + others)
    merged.merge(counted(others))
    assert merged.counts == together.counts
    assert merged.longest == together.longest == max(some + others)
    assert merged.count == len(some + others)


@given(DURATIONS)
def test_json_keeps_everything(durations: list[float]) -> None:
    times = counted(durations)
    again = Times.of_stored(StoredTimes(**json.loads(json.dumps(asdict(times.stored())))))
    assert vars(again) == vars(times)


def test_of_nothing_there_is_a_summary_too() -> None:
    assert Times().figures().decisions == 0
    assert Times().quantile(0.5) == 0.0


def test_no_time_at_all_is_counted() -> None:
    assert counted([0.0, 1.0]).count == 2
