"""How the weight of the entropy is moved: by the source's rule, damped, or not at all."""

import pytest

from mj_lab.learn.training.entropy import EntropyTarget


def swing(damping: float) -> float:
    """How far an entropy that its weight pushes strays from the target at the end."""
    holding, alpha, entropy = EntropyTarget(0.5, 0.1, damping), 0.0, 0.9
    strayed = []
    for _ in range(400):
        weight = holding.weight(alpha, entropy)
        alpha, entropy = holding.moved(alpha, entropy), entropy + 0.2 * weight
        strayed.append(abs(entropy - 0.5))
    return max(strayed[-50:])


def test_the_source_s_rule_swings_and_damped_it_does_not() -> None:
    assert swing(0.0) > 0.3
    assert swing(1.0) < 0.01


def test_without_a_target_alpha_stays() -> None:
    holding = EntropyTarget(None, 0.1)
    assert holding.weight(0.3, 2.0) == holding.moved(0.3, 2.0) == 0.3


def test_the_numbers_are_those_of_the_rule() -> None:
    holding = EntropyTarget(0.4, 0.01, 2.0)
    assert holding.weight(0.1, 0.5) == pytest.approx(0.1 - 2 * 0.1)
    assert holding.moved(0.1, 0.5) == pytest.approx(0.1 - 0.01 * 0.1)
