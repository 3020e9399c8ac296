"""Sessions on the page of the trainer: begun, and answered by what stands there."""

from typing import Any

from mj_lab.explain.quiz.shipped import shipped_questions

KEYS = {one.id: one for one in shipped_questions()}
ANSWERED = "() => document.getElementById('feedback')?.hidden === false"


def begin_training(page: Any, theme: str = "") -> Any:
    """The page, with the first question of a session of five on it."""
    page.wait_for_selector("#score table")
    page.select_option("#train-theme", theme)
    page.select_option("#count", "5")
    page.click("#begin")
    page.wait_for_selector("#asking:not([hidden])")
    return page


def give(page: Any, action: str) -> None:
    """Answer by what stands on the page."""
    words = action.split()
    if words[0] == "PLAY":
        page.click(f'#own [data-code="{words[1]}"] >> nth=0')
    else:
        page.click(f'#asks [data-action="{action}"]')
    page.wait_for_function(ANSWERED)


def asked_now(page: Any) -> str:
    """The id of the question on the page."""
    name: str = page.get_attribute("#asking", "data-question")
    return name
