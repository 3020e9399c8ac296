"""What a network sees, by name; the same arrays on Python 3.6 with numpy 1.13."""

import json
import subprocess
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import mj_bot
from mj_bot.features.columns import columns
from mj_bot.features.hand_only import hand_only
from mj_bot.features.look_ahead import look_ahead
from mj_bot.features.planes import PlaneHistory, planes
from mj_bot.history import load_json
from mj_bot.nets.network_inputs import NetworkInputs, feature_named
from mj_bot.odds.targets.nearest import Nearest
from tests.recorded import Recorded, dealt

ROOT = Path(mj_bot.__file__).resolve().parent.parent
NAMES = ("columns", "hand_only", "look_ahead", "planes")

DIGESTS = """
import json, sys
from hashlib import sha256
from mj_bot.history import load_json
from mj_bot.nets.network_inputs import NetworkInputs
for line in sys.stdin:
    found = NetworkInputs().features(load_json(json.loads(line)), {names!r})
    print(*[sha256(found[name].tobytes()).hexdigest() for name in {names!r}])
"""


def test_it_is_what_the_features_are(recorded: Recorded) -> None:
    for decision in recorded("reference_decisions")[:40]:
        state = load_json(decision)
        found = NetworkInputs().features(state, NAMES)
        expected = {
            "columns": columns(state),
            "hand_only": hand_only(state),
            "look_ahead": look_ahead(state, Nearest()),
            "planes": planes(state, PlaneHistory()),
        }
        assert list(found) == list(NAMES)
        for name in NAMES:
            assert found[name].dtype == np.uint8
            assert found[name].shape == (1, *feature_named(name).shape)
            assert (found[name][0] == expected[name]).all()


def test_another_game_is_not_the_last_ones_history() -> None:
    hand = "W1 W1 W4 W7 B2 B5 B8 T2 T3 T4 F1 F2 J1"
    first = dealt(hand, "2 W9")
    later = dealt(hand, "2 W9", "3 0 PLAY W9", "3 1 DRAW", "3 1 PLAY J1")
    sight = NetworkInputs()
    for state in (first, later):
        sight.see(state)
    assert sight.features(later, ["planes"])["planes"][0, 9:18].any()
    sight.see(first)
    assert not sight.features(first, ["planes"])["planes"][0, 9:18].any()


def test_no_other_feature_has_a_name() -> None:
    with pytest.raises(KeyError):
        feature_named("smells")


def test_python_3_6_sees_the_same(recorded: Recorded, python36: str) -> None:
    code = "import numpy; print(numpy.__version__)"
    if subprocess.run([python36, "-c", code], capture_output=True, check=False).returncode:
        pytest.skip("the Python 3.6 here has no numpy")
    decisions = recorded("reference_decisions")[::40]
    done = subprocess.run(
        [python36, "-c", DIGESTS.format(names=NAMES)],
        input="".join(json.dumps(decision) + "\n" for decision in decisions),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(decisions)
    for decision, line in zip(decisions, lines, strict=True):
        found = NetworkInputs().features(load_json(decision), NAMES)
        assert line.split() == [sha256(found[name].tobytes()).hexdigest() for name in NAMES]
