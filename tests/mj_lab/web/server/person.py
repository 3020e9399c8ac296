"""Who plays at the page of a table, and what a test waits for there."""

from collections import Counter
from typing import Any

from tests.mj_lab.web.server.staged import Scene

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
# Between two loads a page has no table: then nobody is asked, and nothing has moved. All of a state
# is drawn in one go, with `data-asked` as the last of it.
ASKED = "() => document.getElementById('playing')?.dataset.asked === 'yes'"
OVER = "() => document.getElementById('result')?.hidden === false"
ASKED_OR_OVER = f"() => ({ASKED})() || ({OVER})()"
MOVED = """(sequence) => {
  const table = document.getElementById("playing");
  return table && (table.dataset.sequence !== sequence || table.dataset.asked !== "yes");
}"""

# How long a button that was seen may take to be pressed, in milliseconds.
_BUTTON_PATIENCE = 20_000


def set_up(page: Any, level: str = "", **fields: str) -> None:
    """Fill in the form of a table, its fields with _ for -, and send it."""
    page.wait_for_selector("#set-up:not([hidden])")
    if level:
        page.check(f'#levels input[value="{level}"]')
    for name, value in fields.items():
        field = f"#{name.replace('_', '-')}"
        if name.startswith("name_"):
            page.fill(field, value)
        else:
            page.select_option(field, value)
    page.click("#set-up-form button[type=submit]")


def numbers(page: Any, which: str) -> list[int]:
    """The whole numbers of these parts of the page."""
    return [int(text.replace("\u2212", "-")) for text in page.locator(which).all_inner_texts()]


def lies_well(page: Any, *parts: str) -> None:
    """The page is no wider than the window, and these parts are seen and inside of it."""
    wide = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    for part in parts:
        box = page.locator(part).bounding_box()
        assert box is not None and box["width"] > 20, part
        assert box["x"] >= 0 and box["x"] + box["width"] <= wide + 1, (part, box)


class Person:
    """Plays through the page: buttons and tiles, by mouse, by keys, by dragging, by taps.

    pressed: how often each kind of button was.
    """

    def __init__(self, page: Any, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.pressed: Counter[str] = Counter()
        self.discards = 0

    def play(self, scene: Scene | None = None) -> None:
        """Play the hand that is on to its end."""
        wish = scene
        while True:
            self.page.wait_for_function(ASKED_OR_OVER)
            if self.page.is_visible("#result"):
                return
            sequence = self.sequence()
            done = self._press_wish(wish) or self._press(".win") or self._press(".pass")
            if wish is not None and done and done == wish.wish:
                wish = None
            if not done:
                self._discard()
            try:
                self.page.wait_for_function(MOVED, arg=sequence)
            except Exception as error:
                said = [self.page.inner_text(f"#{part}") for part in ("event", "asks", "line")]
                raise AssertionError((sequence, self.discards, done, said)) from error

    def sequence(self) -> str:
        """The number of the state that the page shows."""
        return str(self.page.get_attribute("#playing", "data-sequence"))

    def pass_until_own_turn(self) -> None:
        """Others may discard before the own first draw."""
        while not self.page.locator("#own .hand-tile").count():
            self.press("#asks .pass")
            self.page.wait_for_function(ASKED)

    def press(self, which: str) -> None:
        """Press a button or a tile that answers, and wait until the answer has arrived."""
        sequence = self.sequence()
        pressed = self.page.locator(which).last
        if self.touch:
            pressed.tap()
            if "hand-tile" in which:
                self.page.locator("#own .hand-tile.raised").tap()
        else:
            pressed.click()
        self.page.wait_for_function(MOVED, arg=sequence)

    def _press_wish(self, wish: Scene | None) -> str:
        if wish is None:
            return ""
        kinds = (wish.wish, "peng") if wish.wish == "bugang" else (wish.wish,)
        found = (self._press("." + kind, wish.which) for kind in kinds)
        return next(filter(None, found), "")

    def _press(self, which: str, place: int = 0) -> str:
        buttons = self.page.locator(f"#asks {which}")
        if buttons.count() <= place:
            return ""
        kind = which[1:]
        if not self._answer(buttons.nth(place)):
            return kind
        self.pressed[kind] += 1
        if kind in ("chi", "peng"):
            self._discard()
        return kind

    def _answer(self, button: Any) -> bool:
        """Press a button; False if it went: where claims are passed the page may answer first."""
        from playwright.sync_api import TimeoutError as WaitedInVainError

        try:
            if self.pressed.total() % 2 and not self.touch:
                key = button.get_attribute("data-key", timeout=_BUTTON_PATIENCE)
                self.page.keyboard.press(key)
            else:
                button.click(timeout=_BUTTON_PATIENCE)
        except WaitedInVainError:
            if button.count():
                raise
            return False
        return True

    def _discard(self) -> None:
        tiles = self.page.locator("#own .hand-tile")
        tile = tiles.nth(tiles.count() - 1)
        self.discards += 1
        if self.touch:
            tile.tap()
            self.page.wait_for_selector("#own .hand-tile.raised")
            self.page.locator("#own .hand-tile.raised").tap()
        elif self.discards % 3 == 0:
            self.page.keyboard.press("ArrowLeft")
            self.page.keyboard.press("ArrowRight")
            self.page.locator("#own .hand-tile:focus").press("Enter")
        elif self.discards % 3 == 1:
            box = tile.bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.mouse.down()
            self.page.mouse.move(box["x"], box["y"] - 90, steps=4)
            self.page.mouse.up()
        else:
            tile.click()
