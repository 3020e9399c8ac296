"""Why one action is better, found in node and put into words there, held against mj_lab's."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mj_engine.learned import Learned
from mj_lab.analysis.opinion import candidates_of, reason_of_choice
from mj_lab.analysis.reason import reason
from mj_lab.analysis.why.words import sentence
from tests.mj_lab.analysis.test_reason import EXAMPLES, state_of
from tests.mj_lab.site.comparing import decisions_of, games
from tests.mj_lab.site.in_node import InNode, answer_of_node

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).parent / "pages" / "words.mjs"
_WORDS = {"parts", "english", "chinese"}
_PLAYERS = ["odds", "greedy", "odds", "random"]


def _reasons(node: InNode, seed: str, every: int, count: int) -> Iterator[tuple[Any, Any]]:
    """What node finds and what mj_lab finds: of the next best, and of three other actions."""
    native: Any = Learned()
    for played in games(node, _PLAYERS, seed, count):
        for place, (asked, state) in enumerate(decisions_of(played.native)):
            if place % every:
                continue
            rows = candidates_of(native, state)
            choice = rows[0]["action"]
            yield node.ask("decide", **asked)["reason"], reason_of_choice(state, rows, choice)
            for row in rows[1:4]:
                found = node.ask("decide", **asked, than=row["action"])["reason"]
                yield found, reason(state, rows[0], row)


def _hold(node: InNode, seed: str, every: int, count: int) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for found, wanted in _reasons(node, seed, every, count):
        assert wanted is not None
        plain = json.loads(json.dumps({key: wanted[key] for key in wanted.keys() - _WORDS}))
        _same(found, plain)
        kinds.update(f"{one['kind']}{'-' * one.get('against', False)}" for one in plain["facts"])
    return kinds


def _same(mine: Any, wanted: Any) -> None:
    """Equal, but for the last of the four digits that figures have."""
    if isinstance(wanted, dict):
        assert mine.keys() == wanted.keys(), (mine, wanted)
        for key in mine:
            _same(mine[key], wanted[key])
    elif isinstance(wanted, list):
        assert len(mine) == len(wanted), (mine, wanted)
        for one, other in zip(mine, wanted, strict=True):
            _same(one, other)
    elif isinstance(wanted, float):
        assert mine == pytest.approx(wanted, abs=3e-4)
    else:
        assert mine == wanted


def test_facts_are_mj_labs(node: InNode) -> None:
    kinds = _hold(node, "why", 6, 1)
    assert len(kinds) > 6 and kinds.total() > 50


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_facts_of_many_decisions_are_mj_labs(node: InNode) -> None:
    kinds = _hold(node, "why-many", 2, 25)
    print(kinds)
    assert len(kinds) > 20 and kinds.total() > 3000


def test_words_are_mj_labs(site_folder: Path) -> None:
    """Every kind of sentence: the examples that a person has read."""
    reasons = [reason(state_of(one), one["better"], one["than"]) for one in EXAMPLES]
    told = answer_of_node(SCRIPT, site_folder, reasons)
    assert [one["parts"] for one in told] == [sentence(one["facts"])["parts"] for one in reasons]
