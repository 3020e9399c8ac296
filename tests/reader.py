"""A reader's checkout: a copy of what git keeps, an environment, and commands typed there.

Counts are made small (`made_small`), files that the pages name are made first (`with_files`).
"""

from __future__ import annotations

import gzip
import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from packaging.requirements import Requirement

from mj_bot.nets.weights_file import write_weights
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.texts import texts_of
from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.match import to_line
from mj_lab.core.records.matches import save_match, write_matches
from tests.documents import ROOT
from tests.mj_bot.learned.models import made_up
from tests.mj_lab.core.records.convert.judged import judged_games

# A bot that a reader may have: it plays as ours.
THEIR_BOT = (
    "#!/usr/bin/env python3\nimport runpy\n\nrunpy.run_module('mj_bot', run_name='__main__')\n"
)
LIVE_MATCH = "5ff1d3a0c5b5e9001a7d3f60.json"
_PACKAGES = ("mj_bot", "mj_lab")
# Whatever a reader's command counts, for a test so few do.
_SMALL = {
    "walls": 1,
    "rounds": 1,
    "games": 12,
    "trials": 2,
    "population": 2,
    "decisions": 3,
    "review": 1,
    "steps": 1,
    "updates": 1,
    "hands": 50,
    "count": 1,
    "matches": 2,
    "jobs": 1,
    "self-play": 3,
}
# What some take besides, so that they end soon.
_BESIDE = {
    r"mj duel .*--until": "--walls 30",
    r"mj duel .*-o fit": "--walls 6",  # A fit holds out walls: of these two.
    r"mj learn fit forecast": "--games 100",  # It takes no fewer.
    r"mj records fetch ": "--site $MATCH_SITE --force",
    # `with_files` has made what these write.
    r"mj play .*-o match.json": "--force",
    r"mj records convert .*-o games.jsonl.gz": "--force",
    r"mj arena tune .*surface": "--population 40 --trials 40",
    r"mj check calibrate ": "--worlds 2 --count 3",
    r"mj live play --tactic": "--count 1",
    r"mj learn run imitate": (
        "--set model.width=8 --set model.depth=1 --set steps=4 --set play.batch=32"
        " --set play.validate_every=2 --set play.validate_on=50 --device cpu"
    ),
    r"mj learn adapt": "--set games=2 --deals 1",
    r"mj learn run (selfplay|oracle)": (
        "--set steps=1 --set play.games=2 --set play.pairs=1 --device cpu"
    ),
    r"mj learn run (double_)?dqn": (
        "--set steps=1 --set play.games=2 --set model.width=8 --set model.blocks=0 --device cpu"
    ),
    r"mj learn run gradient": "--set steps=1 --set play.games=4 --set model.hidden=4",
    r"mj learn run reward": "--set steps=1 --set play.matches=2 --set model.hidden=4",
    r"mj learn run predictor": "--set steps=2 --set model.hidden=4",
    r"mj learn reward measure": "--deals 2",
    r"mj learn advantages collect": (
        "--set decisions=3 --set draws=1 --set claim_draws=1 --set games_a_file=6"
    ),
    r"mj learn gate": "--walls 2",
    # README builds once more below, and there the whole rehearsal is waited for.
    r"python3 handin\.py(?! *-)": "--quick",
    r"examples/behaviour_cloning": "--decisions 2000 --walls 10",
    r"examples/batched_policy": "--games 20",
    r"-m tools.benchmarks.arena": "--walls 1",
    r"-m tools.benchmarks.policies": "--rounds 1 --games 32 --tables 16",
    r"-m tools.benchmarks.learn.expectimax alpha": "--walls 1 --only 0.2",
    r"-m tools.benchmarks.learn.expectimax methods": "--walls 1 --only Double --seconds 0.01",
    r"mj quiz make mine": "--count 1 --worlds 0 --least 0.1",
    r"mj quiz make --games .*--even": "--games 4 --count 6 --least 0.5",
}


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Reader:
    """Types commands in a checkout of its own under `folder`, whose `.venv` is `environment`."""

    def __init__(self, folder: Path, environment: Path) -> None:
        self.checkout = folder / "mj_bot"
        copy_of_the_tree(self.checkout)
        (self.checkout / ".venv").symlink_to(environment)
        self.variables = {
            **{name: value for name, value in os.environ.items() if not _is_ours(name)},
            "PATH": f"{environment / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(self.checkout),
            "HOME": str(folder),
            "COLUMNS": "100",
        }

    def run(self, text: str, seconds: float = 280, said: str = "") -> Ended:
        """What a shell does with the text; `said` is typed into it."""
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=self.checkout,
            env=self.variables,
            input=said,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def serve(self, text: str, address: str) -> Ended:
        """Start what runs until Ctrl-C; it is stopped once a line of its output has the address."""
        with subprocess.Popen(
            ["bash", "-c", "exec " + text],
            cwd=self.checkout,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            told, stopped = [], False
            for line in process.stdout:
                told.append(line)
                if address in line and not stopped:
                    stopped = True
                    process.send_signal(signal.SIGINT)
            code = process.wait(60)
        return Ended(code, "".join(told), "")


def _is_ours(name: str) -> bool:
    """Whether a variable belongs to this run of the tests, and no reader would have it."""
    return name.startswith(("PYTEST", "SLIPCOVER", "PYTHON", "VIRTUAL_ENV", "MJ_"))


def copy_of_the_tree(folder: Path) -> None:
    """The files that git keeps, or would, as they are now."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in os.fsdecode(listed.stdout).split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def made_small(text: str) -> str:
    for option, count in _SMALL.items():
        text = re.sub(rf"(--{option}) ([\d,]+)", partial(_lessened, count), text)
    for pattern, more in _BESIDE.items():
        # Before a comment or what a shell does with the output.
        text = re.sub(rf"^(.*{pattern}[^#>|]*)", rf"\1 {more} ", text, count=1, flags=re.DOTALL)
    # A search that would think for seconds.
    return text.replace("expectimax@", "expectimax@seconds=0.02,")


def _lessened(most: int, shown: re.Match[str]) -> str:
    return f"{shown[1]} {min(int(shown[2].replace(',', '')), most)}"


def bare_environment(folder: Path) -> Path:
    """What `mj` itself needs, the extra `lab` and the engine: packages are linked from this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    for name in (*_needed("mj-bot", "lab"), "mj-engine"):
        distribution = importlib.metadata.distribution(name)
        tops = {file.parts[0] for file in distribution.files or () if ".." not in file.parts}
        for top in tops - {"__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(distribution.locate_file(top)))
    program = folder / "bin" / "mj"
    program.write_text(
        f"#!{folder / 'bin' / 'python'}\nfrom mj_lab.__main__ import main\n\nmain()\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    return folder


def _needed(name: str, extra: str) -> set[str]:
    """The packages that one with an extra needs, by name, and those that these need without any."""
    found: set[str] = set()
    left = [(name, extra)]
    while left:
        name, extra = left.pop()
        for line in importlib.metadata.requires(name) or ():
            wanted = Requirement(line)
            here = wanted.marker is None or wanted.marker.evaluate({"extra": extra})
            if here and wanted.name not in found:
                found.add(wanted.name)
                left.append((wanted.name, ""))
    return found


def this_environment() -> Path:
    return Path(sysconfig.get_path("scripts")).parent


def with_files(reader: Reader, data: Path) -> None:
    """The files that the pages name; `data` has the recorded ones: of each a few lines."""
    here = reader.checkout
    archive = [match for match in judged_games(24) if match.result.action in ("HU", "HUANG")]
    fair = archive[:9]
    for name in ("games.jsonl.gz", "hands.jsonl", "matches.jsonl.gz"):
        write_matches(here / name, fair)
    # Each decision of these is reviewed.
    for name, few in (("june", fair[:2]), ("july", fair[2:4]), ("mine", fair[:2])):
        write_matches(here / f"{name}.jsonl", few)
    for name in ("folder/more.jsonl", "saved/more.jsonl", "ARCHIVE/games.jsonl"):
        (here / name).parent.mkdir()
        # Of an archive some deals are for validation and for tests.
        write_matches(here / name, archive if name.startswith("ARCHIVE") else fair[:2])
    save_match(here / "match.json", fair[0])
    (here / ".mj" / "matches").mkdir(parents=True)
    save_match(here / ".mj" / "matches" / "one.json", fair[0])
    data_txt = "\n".join(format_hand(hand_of(match), match) for match in fair[:2])
    (here / "data.txt").write_text(data_txt, encoding="utf-8")
    with ZipFile(here / "more.zip", "w") as packed:
        packed.writestr("more.jsonl", to_line(fair[0]))
    # One whose request 57, which docs/guide/live.md asks about, is the seat's own draw.
    drawn = (match for match in fair if match.requests[57:58] and match.requests[57][0][0] == "2")
    (view,) = texts_of(next(drawn), Format.SEAT, 0)
    for name in (f"live/{LIVE_MATCH}", f"matches/{LIVE_MATCH}", "request.json"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(json.dumps(json.loads(view)), encoding="utf-8")
    seen = json.loads(view)
    turn = {"requests": seen["requests"][:58], "responses": seen["responses"][:57]}
    (here / "turn.json").write_text(json.dumps(turn), encoding="utf-8")
    model = made_up(1)
    write_weights(str(here / "one.mjw"), model.header, model.tensors, "float32")
    (here / "output2017").mkdir()
    write_matches(here / "with_flowers.jsonl", judged_games(2, flowers=True, seed="pages"))
    reader.run("mj records convert with_flowers.jsonl --to human -o output2017/hands.zip")
    (here / "with_flowers.jsonl").unlink()
    shutil.copy(here / "examples/tactics/safest_discard.py", here / "mj_bot/tactics/mine.py")
    for name in ("my_bot.py", "old_bot.py"):
        (here / name).write_text(THEIR_BOT, encoding="utf-8")
        (here / name).chmod(0o755)
    theirs = here.parent / "shared" / "data"
    theirs.mkdir(parents=True)
    for path in data.iterdir():
        if path.suffix == ".json":
            shutil.copy(path, theirs)
        if path.suffixes == [".jsonl", ".gz"]:
            with gzip.open(path, "rb") as whole, gzip.open(theirs / path.name, "wb") as some:
                some.writelines(islice(whole, 3))
