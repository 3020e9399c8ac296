"""Pages as they are before one does anything: at every width, in both themes and languages."""

import pytest

from tests.mj_lab.conftest import Check, Look, Open


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("", "#levels input"),
        ("play", "#set-up:not([hidden])"),
        ("analyze", "#palette button"),
        ("rules", "#nine-gates.named"),
        ("train", "#score table"),
        ("my-games", "#none:not([hidden])"),
    ],
)
def test_a_page_is_for_everybody(
    page_of: Open, for_everybody: Check, look: Look, name: str, shown: str
) -> None:
    page = page_of(name, "#nine-gates" if name == "rules" else "", **look)
    page.wait_for_selector(shown)
    for_everybody(page)
