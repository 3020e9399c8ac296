"""Why one action is better, found in node and put into words there, held against mj_lab's."""

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mj_engine.learned import Learned
from mj_lab.explain.analysis.explanation import candidates_of
from mj_lab.explain.analysis.reason import reason, reason_of_choice
from mj_lab.explain.analysis.why.words import sentence
from tests.mj_lab.explain.analysis.test_reason import EXAMPLES, state_of
from tests.mj_lab.web.site.comparing import decisions_of, games, same
from tests.mj_lab.web.site.in_node import InNode, answer_of_node

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).parent / "pages" / "words.mjs"
_WORDS = {"parts", "english", "chinese"}
_PLAYERS = ["odds", "greedy", "odds", "random"]


def test_facts_are_the_native_engines(node: InNode) -> None:
    """Of the next best, and of three other actions: from figures of four digits, as in Python."""
    native: Any = Learned()
    kinds: Counter[str] = Counter()
    (played,) = games(node, _PLAYERS, "why", 1)
    for asked, state in islice(decisions_of(played.native), 0, None, 6):
        rows = candidates_of(native, state)
        said = [(node.ask("decide", **asked), reason_of_choice(state, rows, rows[0]["action"]))]
        for row in rows[1:4]:
            record = {**asked, "responses": [*asked["responses"], row["action"]]}
            turn = len(asked["requests"]) - 1
            (one,) = node.ask("review", record=record, turn=turn, says_all=True)["decisions"]
            said.append((one, reason(state, rows[0], row)))
        for one, wanted in said:
            assert wanted is not None
            found = one["reason"]
            same(found, wanted, 3e-4, _WORDS)
            kinds.update(fact["kind"] for fact in found["facts"])
    assert len(kinds) > 6 and kinds.total() > 50


def test_words_are_mj_labs(site_folder: Path) -> None:
    """Every kind of sentence: the examples that a person has read."""
    reasons = [reason(state_of(one), one["better"], one["than"]) for one in EXAMPLES]
    told = answer_of_node(SCRIPT, site_folder, reasons)
    assert [one["parts"] for one in told] == [sentence(one["facts"])["parts"] for one in reasons]
