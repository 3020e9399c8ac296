"""What a process does before numpy is there, in real processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Prints how many threads there are to be at the moment when numpy is first asked for.
LOOK = """
import os, runpy, sys

class Looking:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.write(2, os.environ.get("OPENBLAS_NUM_THREADS", "").encode())
            os._exit(0)

sys.meta_path.insert(0, Looking())
sys.argv = {words}
runpy.run_module("{module}", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module, words", [("mj_bot", ["bot"]), ("mj_lab", ["mj", "arena", "tactics"])]
)
@pytest.mark.parametrize("given", [None, "3"])
def test_numpy_gets_one_thread_unless_more_were_asked_for(
    module: str, words: list[str], given: str | None
) -> None:
    environment = {key: value for key, value in os.environ.items() if "NUM_THREADS" not in key}
    environment["PYTHONPATH"] = str(ROOT)
    if given is not None:
        environment["OPENBLAS_NUM_THREADS"] = given
    ended = subprocess.run(
        [sys.executable, "-c", LOOK.format(module=module, words=words)],
        check=False,
        input='{"requests": ["0 0 0"], "responses": []}\n',
        capture_output=True,
        env=environment,
        text=True,
        timeout=60,
    )
    assert ended.stderr == (given or "1")
