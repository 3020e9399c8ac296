"""The site's storage in a real IndexedDB as it fails in each way, and the pages on it."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from mj_lab.core.records.match import to_line
from mj_lab.core.records.matches import read_matches
from mj_lab.web.site import pages
from tests.mj_lab.conftest import Open, expect
from tests.mj_lab.web.conftest import PlainFiles, serving_files
from tests.mj_lab.web.server.person import ASKED, Person
from tests.mj_lab.web.server.training import KEYS, asked_now, begin_training, give

WORKER = Path(pages.__file__).parent / "assets" / "worker"
FAULTS = Path(__file__).with_name("store_faults.js").read_text(encoding="utf-8")
DATA = Path(__file__).parents[4] / "data"


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """A page without a policy, beside the store's module."""
    with serving_files(WORKER) as served:
        context = browser.new_context()
        made = context.new_page()
        made.goto(served.url + "store.js")
        yield made
        context.close()


def test_nothing_is_lost_as_the_storage_fails(page: Any) -> None:
    for name in page.evaluate(FAULTS, None):
        try:
            page.evaluate(FAULTS, name)
        except Exception as error:
            raise AssertionError(f"{name}: {error}") from error


# -- the pages -------------------------------------------------------------------------------------

REFUSED = "() => { throw new DOMException('as it was told to', 'SecurityError'); }"
NO_INDEXED_DB = "Object.defineProperty(self, 'indexedDB', { value: undefined });"
ABORTED = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...row) {
  const asked = put.apply(this, row);
  this.transaction.abort();
  return asked;
};
"""
# What a browser does whose user let no site keep data.
BLOCKED = f"""
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(self, name, {{ get: {REFUSED} }});
Object.defineProperty(navigator, "locks", {{ value: {{ request: async {REFUSED} }} }});
"""
# Opens the storage at a version and closes it, with these rows put into it.
OPENED = """([version, rows]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("mj_bot", version);
  asked.onupgradeneeded = () => {
    for (const name of ["tables", "progress", "uploads"].slice(0, version === 1 ? 1 : 3))
      if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
  };
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    for (const [name, key, row] of rows)
      asked.result.transaction(name, "readwrite").objectStore(name).put(row, key);
    asked.result.close();
    resolve();
  };
})"""
JUNK = [
    (name, key, {"hands": 7})
    for name, key in (
        ("tables", "old"),
        ("progress", "quiz"),
        ("progress", "deck"),
        ("uploads", "file-old"),
    )
]


class Fault(NamedTuple):
    """worker: before its script; everywhere: before that of pages too; before, between: on a page.

    room: bytes that the browser gives the site; says: what the pages say of it.
    """

    says: str | None
    worker: str = ""
    everywhere: str = ""
    before: Callable[[Any], None] = lambda _page: None
    between: Callable[[Any], None] = lambda _page: None
    room: int | None = None


def opened(version: int, rows: Sequence[Any] = ()) -> Callable[[Any], None]:
    return lambda page: page.evaluate(OPENED, [version, rows])


FAULTS_OF_PAGES = {
    "none": Fault(None),
    "no IndexedDB": Fault("none", NO_INDEXED_DB),
    "nothing may be kept": Fault("none", everywhere=BLOCKED),
    "it does not open": Fault("none", f"IDBFactory.prototype.open = {REFUSED};"),
    "each change is aborted": Fault("none", ABORTED),
    "no room": Fault("full", room=1),
    "a newer version was here": Fault(None, before=opened(9)),
    "stores are missing": Fault(None, before=opened(1)),
    "rows are damaged": Fault("damaged", before=opened(2, JUNK)),
    "a newer version comes": Fault(None, between=opened(9)),
    "all is deleted meanwhile": Fault(
        None, between=lambda page: page.evaluate("() => indexedDB.deleteDatabase('mj_bot')")
    ),
}


def with_worker(folder: Path, before: str) -> type[PlainFiles]:
    """Files as they are; before the worker's script stands something else."""

    class Prefixed(PlainFiles):
        def send_head(self) -> Any:
            if not self.path.endswith("worker/worker.js"):
                return super().send_head()
            text = before.encode() + (folder / "worker" / "worker.js").read_bytes()
            self.send_response(200)
            self.send_header("content-type", "text/javascript")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            return BytesIO(text)

    return Prefixed


def discarded(page: Any) -> str:
    """The number of the table's state after one more discard."""
    person = Person(page)
    page.wait_for_function(ASKED)
    person.pass_until_own_turn()
    person.press("#own .hand-tile")
    page.wait_for_function(ASKED)
    return person.sequence()


def all_is_there(page: Any, home: str, fault: Fault) -> None:
    """Table, My games, a file, Train: on the next page, after a load, after Back."""
    page.click("#play-now")
    discarded(page)
    fault.between(page)
    sequence = discarded(page)
    page.reload()
    page.wait_for_function(ASKED)
    assert Person(page).sequence() == sequence
    sequence = discarded(page)

    # My games: a hand that is over, its replay, and back.
    page.goto(home + "my-games.html")
    hand = to_line(next(iter(read_matches(DATA / "odds_matches.jsonl.gz"))))
    hand = hand.replace('"odds"', '"human"', 1)
    page.evaluate("(text) => MJ.ask('/api/my-games/import', new File([text], 'a.jsonl'))", hand)
    page.reload()
    page.click("#hands tbody a >> nth=0")
    page.wait_for_selector("#decision h2")
    page.go_back()
    page.wait_for_selector("#hands tbody tr")

    page.goto(home)
    page.set_input_files("#file", DATA / "flowers_and_kongs.jsonl")
    page.wait_for_selector("#choose-seat")
    page.reload()
    page.wait_for_selector("#choose-seat")

    page.goto(home + "train.html")
    begin_training(page, "claims")
    give(page, KEYS[asked_now(page)].answers[0].action)
    page.goto(home + "train.html")
    page.wait_for_selector("#score table")
    assert page.evaluate("() => MJ.ask('/api/train/score', {}).then((said) => said.answers)") == 1

    page.goto(home)
    page.click("#open-tables a >> nth=0")
    page.wait_for_function(ASKED)
    assert Person(page).sequence() == sequence


@pytest.fixture
def goes_on(site_folder: Path, open_page: Open) -> Open:
    """`goes_on(fault)`: with it all of the site's pages do what they do."""

    def check(fault: Fault) -> None:
        handler = with_worker(site_folder, fault.worker + fault.everywhere)
        with serving_files(site_folder, handler) as served:
            page = open_page(served.url + "icon.svg", locale="en", service_workers="block")
            page.add_init_script(fault.everywhere)
            fault.before(page)
            if fault.room is not None:
                session = page.context.new_cdp_session(page)
                asked = {"origin": served.url.rstrip("/"), "quotaSize": fault.room}
                session.send("Storage.overrideQuotaForOrigin", asked)
            page.goto(served.url)
            page.wait_for_selector("#switches button")
            all_is_there(page, served.url, fault)
            line = page.locator("#storage")
            if fault.says is None:
                expect(line).to_have_count(0)
            else:
                expect(line).to_have_attribute("data-why", fault.says)
                page.click("#language")
                expect(line).to_contain_text("浏览器" if fault.says != "damaged" else "损坏")
                line.locator("button").click()
                page.reload()
                page.wait_for_function(ASKED)
                expect(line).to_have_count(0)
            page.faults[:] = [one for one in page.faults if "blocked by Playwright" not in one]

    return check


@pytest.mark.slow
def test_the_pages_go_on_where_nothing_may_be_kept(goes_on: Open) -> None:
    goes_on(FAULTS_OF_PAGES["nothing may be kept"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name in FAULTS_OF_PAGES if name != "nothing may be kept"]
)
def test_the_pages_go_on_as_the_storage_fails(name: str, goes_on: Open) -> None:
    goes_on(FAULTS_OF_PAGES[name])


# Opens the storage as the site's first version did, and does not hear that others want it.
HELD = """() => new Promise((resolve) => {
  window.asked = indexedDB.open("mj_bot", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("tables");
  asked.onsuccess = () => resolve();
})"""
# No further letter goes into what the tab holds.
FILLED = """() => {
  for (let size = 2 ** 22; size >= 1; size = size === 1 ? 0 : size / 2)
    try {
      for (;;) sessionStorage.setItem(crypto.randomUUID(), "x".repeat(size));
    } catch { /* The next is smaller. */ }
}"""
# A table's patience with a connection is 6 seconds.
PATIENCE = 7_000


@pytest.mark.slow
def test_an_older_tab_that_holds_the_storage_is_named(
    site: SimpleNamespace, open_page: Open
) -> None:
    """The table waits for it to be closed, and says nothing of its connection."""
    older = open_page(site.url + "icon.svg", locale="en", service_workers="block")
    older.evaluate(HELD)
    page = older.context.new_page()
    page.goto(site.url)
    page.click("#play-now")
    line = page.locator("#storage")
    expect(line).to_have_attribute("data-why", "blocked")
    page.wait_for_timeout(PATIENCE)
    assert not page.locator("#line").is_visible()
    older.close()
    page.wait_for_function(ASKED)
    expect(line).to_have_count(0)


@pytest.mark.slow
def test_no_table_is_begun_where_nothing_can_hold_it(site_folder: Path, open_page: Open) -> None:
    with serving_files(site_folder, with_worker(site_folder, NO_INDEXED_DB)) as served:
        page = open_page(served.url, locale="en", service_workers="block")
        page.wait_for_selector("#play-now")
        page.evaluate(FILLED)
        page.click("#play-now")
        expect(page.locator("#storage")).to_have_attribute("data-why", "page")
        expect(page.locator("#play-error")).to_contain_text("nor this tab")
        page.faults[:] = [one for one in page.faults if "blocked by Playwright" not in one]
