"""The local pages in a real browser: files dropped in, hands clicked together, matches listed."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import save_match
from mj_lab.web.server.uploads import MOST_BYTES

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""  # noqa: E501


@pytest.fixture
def show(server: SimpleNamespace, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """`show(path, **options)`: a page of the server."""

    def shown(path: str = "/", **options: Any) -> Any:
        page = open_page(server.url + path, **options)
        page.wait_for_selector("#switches button")
        return page

    return shown


def write(path: Path, records: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return str(path)


@pytest.mark.thorough
def test_a_file_with_one_match_is_shown_at_once(
    show: Callable[..., Any], recorded: Recorded, tmp_path: Path
) -> None:
    record = recorded("botzone_matches")[0]
    page = show()
    page.set_input_files("#file", write(tmp_path / "one.jsonl", [record]))
    page.wait_for_selector("#table .hub")
    page.keyboard.press("End")
    scores = page.locator("#result .score").all_inner_texts()
    assert [int(score) for score in scores] == record["scores"]
    page.select_option("#choose-seat", "2")
    page.select_option("#choose-tactic", "greedy")
    page.click("#choices button")
    page.wait_for_url("**seat=2&tactic=greedy**")
    page.wait_for_selector("#table .hub")
    assert "Decision of West" in page.inner_text("#decision")
    page.click("nav a")
    page.wait_for_selector("#drop")


@pytest.mark.thorough
def test_a_file_may_be_dropped(show: Callable[..., Any], recorded: Recorded) -> None:
    page = show()
    page.evaluate(DROP, ["match.jsonl", json.dumps(recorded("botzone_matches")[1])])
    page.wait_for_selector("#table .hub")


@pytest.mark.thorough
def test_of_many_matches_one_is_chosen(
    show: Callable[..., Any], recorded: Recorded, data_folder: Path
) -> None:
    records = recorded("botzone_matches")
    page = show()
    page.set_input_files("#file", str(data_folder / "botzone_matches.jsonl.gz"))
    page.wait_for_selector("#found table")
    assert page.inner_text("#found-title") == "40 matches in botzone_matches.jsonl.gz"
    assert page.locator("#found tbody tr").count() == 40
    page.click(f"#found a:has-text('{records[3]['id']}')")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == records[3]["id"]


HOSTILE = "</script><img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nothing in it"),
        (HOSTILE, "no JSON"),
        ("{}", "neither a match line"),
        ('{"requests": [', "no JSON"),
        ("x" * (MOST_BYTES + 1), "over 4 MB, too large"),
    ],
)
def test_what_is_no_match_file(show: Callable[..., Any], text: str, told: str) -> None:
    page = show()
    page.evaluate(DROP, [HOSTILE, text])
    page.wait_for_selector("#error:not([hidden])")
    assert told in page.inner_text("#error")
    assert HOSTILE[:30] in page.inner_text("#error")
    assert page.locator("img").count() == 0


@pytest.mark.thorough
def test_script_in_every_string_of_a_match(
    show: Callable[..., Any], recorded: Recorded, tmp_path: Path
) -> None:
    record = {**recorded("botzone_matches")[0], "id": HOSTILE, "players": [HOSTILE] * 4}
    page = show()
    page.set_input_files("#file", write(tmp_path / "bad.jsonl", [record] * 2))
    page.wait_for_selector("#found table")
    assert page.inner_text("#found tbody a >> nth=0") == HOSTILE[:80]
    page.click("#found tbody a >> nth=1")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == HOSTILE
    assert page.locator("img").count() == 0


@pytest.mark.thorough
def test_saved_matches_are_listed(
    show: Callable[..., Any], server: SimpleNamespace, recorded: Recorded
) -> None:
    match = Match.model_validate(recorded("rare_games")[9])
    save_match(server.folder / "wall-9-1.jsonl", match)
    page = show()
    page.wait_for_selector("#saved table")
    page.click(f"#saved a:has-text('{match.id}') >> nth=0")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == match.id


@pytest.mark.thorough
def test_a_hand_is_clicked_together(show: Callable[..., Any]) -> None:
    page = show("/analyze")
    page.select_option("#tactic", "greedy")
    for code in ["W1", "W2", "W3", "B4", "B5", "B6", "B7", "T8", "T8", "F1", "F1", "J2", "J3"]:
        page.click(f'#palette [data-code="{code}"]')
    assert page.input_value("#hand") == "W123 B4567 T88 F11 J23"
    page.click('#palette [data-code="J3"]')
    assert page.input_value("#hand") == "W123 B4567 T88 F11 J23 J3"
    assert "14 tiles" in page.inner_text("#written")
    page.click("#submit")
    page.wait_for_selector("#study .candidates")
    assert page.locator("#study tr.choice").count() == 1
    assert "Thirteen Orphans" in page.inner_text("#study")
    assert page.locator("#study [title^=十三幺]").count() == 1
    page.click("#written .tile-button >> nth=13")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('If another seat discards it')")
    page.click("#written .tile-button >> nth=0")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('One tile is missing')")


@pytest.mark.thorough
def test_melds_are_clicked_together(show: Callable[..., Any]) -> None:
    page = show("/analyze")
    page.select_option("#tactic", "greedy")
    melds = (("CHI", "W7"), ("PENG", "J1"), ("GANG", "F1"), ("CONCEALED", "B5"))
    for kind, code in melds:
        page.select_option("#kind", kind)
        page.click(f'#palette [data-code="{code}"]')
        assert page.input_value("#kind") == "TILE"
    for kind, code in (("PENG", "T1"), ("CHI", "F1"), ("CHI", "W8"), ("PENG", "J1")):
        page.select_option("#kind", kind)
        page.click(f'#palette [data-code="{code}"]')
    assert page.input_value("#hand") == "[W789] [J111] [F1111] [B5555 concealed]"
    page.click('#palette [data-code="F1"]')
    page.click('#palette [data-code="T9"]')
    assert page.input_value("#hand") == "T9 [W789] [J111] [F1111] [B5555 concealed]"
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")
    page.click("#written .meld-button >> nth=2")
    assert page.input_value("#hand") == "T9 [W789] [J111] [B5555 concealed]"


@pytest.mark.thorough
def test_a_hand_is_typed_and_its_fault_is_shown_in_place(show: Callable[..., Any]) -> None:
    page = show("/analyze")
    page.fill("#hand", "W123 B40")
    page.keyboard.press("Enter")
    page.wait_for_selector("#error:not([hidden])")
    assert page.inner_text("#error").startswith("column 8: expected a number 1-9 after B")
    assert page.evaluate("document.getElementById('hand').selectionStart") == 7
    page.fill("#seen", "x")
    page.fill("#hand", "W123 B4567 T88 F11 J23")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.getElementById('error').textContent.startsWith('seen: column 1: ')"
    )
    page.fill("#seen", "")
    page.fill("#hand", "T8 B456 [W123] [F1111 concealed] [J111]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")
    assert page.is_hidden("#error")
    page.click("#language")
    assert "听的牌" in page.inner_text("#study")


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_the_odds_fit_a_narrow_screen(show: Callable[..., Any], language: str) -> None:
    """Every column of the tables is seen without scrolling sideways."""
    page = show("/analyze", width=390, locale=language)
    page.select_option("#tactic", "odds")
    for hand in ("W123 B4567 T88 F11 J233", "W1124 B456 T22234 F1", "W123456789 T456 F11"):
        page.fill("#hand", hand)
        page.click("#submit")
        page.wait_for_function(
            "(hand) => new URL(location).searchParams.get('hand') === hand", arg=hand
        )
        page.wait_for_selector("#study:not([aria-busy]) table")
        sizes = page.evaluate(
            "[...document.querySelectorAll('#study .scroll')]"
            ".map(e => [e.scrollWidth, e.clientWidth])"
        )
        assert len(sizes) >= 2
        assert all(whole <= inner for whole, inner in sizes), (hand, sizes)


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_the_answer_to_a_hand_lacks_elsewhere(
    show: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    theme: str,
) -> None:
    """The example, a hand that is short of a tile, a fault; the rest is `test_hand_page`'s."""
    page = show("/analyze", color_scheme=theme)
    page.click("#example")
    page.wait_for_selector("#study .candidates")
    page.fill("#hand", "W123 B4567 T88 F11 J2")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('One tile is missing')")
    well_laid(page)
    page.fill("#hand", "W0")
    page.click("#submit")
    page.wait_for_selector("#error:not([hidden])")
    well_laid(page)
    accessible(page, (390,))


@pytest.mark.thorough
def test_the_first_page_at_every_width(
    show: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    data_folder: Path,
    look: dict[str, Any],
) -> None:
    page = show("/", **look)
    page.set_input_files("#file", str(data_folder / "botzone_matches.jsonl.gz"))
    page.wait_for_selector("#found table")
    well_laid(page)
    accessible(page)
