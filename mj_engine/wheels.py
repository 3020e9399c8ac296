"""Builds wheels of mj_engine with zig, so that installing needs no compiler.

    python mj_engine/wheels.py dist python3.10 python3.11 python3.12

The wheel for Python 3.12 also serves all later versions. They need glibc 2.17, from 2012. Each
Python needs its headers; the Python that runs this needs the packages zig and auditwheel.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
GLIBC = (2, 17)
MACHINES = ("x86_64", "aarch64")


class WheelError(Exception):
    """Why a wheel could not be built."""


def wheels(out: Path, pythons: Sequence[str]) -> Iterator[Path]:
    """Build a wheel for each machine and Python into a folder.

    Raises WheelError if a build fails, or if a wheel needs a newer glibc than GLIBC.
    """
    zig = find_spec("ziglang")
    if zig is None or zig.origin is None:
        raise WheelError("the package ziglang is not here: pip install ziglang")
    for machine in MACHINES:
        for python in pythons:
            with TemporaryDirectory(prefix="mj-wheel-") as folder:
                # In pip's isolated build `python -m ziglang` would be another Python's.
                tools = _tools(Path(folder), Path(zig.origin).with_name("zig"), machine)
                yield _tagged(_built(Path(folder), tools, machine, python), out, machine)


def _tools(folder: Path, zig: Path, machine: str) -> Mapping[str, str]:
    """Single-word commands, as CMake wants them."""
    target = f"-target {machine}-linux-gnu.{GLIBC[0]}.{GLIBC[1]}"
    found = {}
    for name, words in (("CXX", f"c++ {target}"), ("AR", "ar"), ("RANLIB", "ranlib")):
        path = folder / name.lower()
        path.write_text(f'#!/bin/sh\nexec {shlex.quote(str(zig))} {words} "$@"\n')
        path.chmod(0o755)
        found[name] = str(path)
    return found


def _built(folder: Path, tools: Mapping[str, str], machine: str, python: str) -> Path:
    options = [f"-DCMAKE_{name}={path}" for name, path in tools.items() if name != "CXX"]
    suffix = _run([python, "-c", "import sysconfig as s; print(s.get_config_var('EXT_SUFFIX'))"])
    environment = {"CXX": tools["CXX"]}
    if os.uname().machine != machine:
        options += ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={machine}"]
        environment["_PYTHON_HOST_PLATFORM"] = f"linux-{machine}"
        other = suffix.strip().replace(os.uname().machine, machine)
        environment["SETUPTOOLS_EXT_SUFFIX"] = other
    environment["CMAKE_ARGS"] = shlex.join(options)
    # One place for all Pythons, so that zig reuses what it compiled there.
    build = HERE / "build" / f"wheel-{machine}"
    shutil.rmtree(build, ignore_errors=True)
    words = [python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(folder), str(HERE)]
    _run([*words, f"--config-settings=build-dir={build}"], environment)
    (made,) = folder.glob("*.whl")
    return made


def _tagged(made: Path, out: Path, machine: str) -> Path:
    """The wheel renamed for its platform, once auditwheel agrees."""
    said = _run([sys.executable, "-m", "auditwheel", "show", str(made)])
    asked = re.findall(r"manylinux_(\d+)_(\d+)_" + machine, said)
    if not asked or min((int(major), int(minor)) for major, minor in asked) > GLIBC:
        raise WheelError(f"{made.name}: {' '.join(said.split())}")
    platform = f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine}"
    words = ["-m", "wheel", "tags", "--platform-tag", platform, "--remove", str(made)]
    named = made.with_name(_run([sys.executable, *words]).split()[-1])
    out.mkdir(exist_ok=True)
    return named.replace(out / named.name)


def _run(words: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    env = {**os.environ, **(environment or {})}
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
    if done.returncode:
        raise WheelError(f"{shlex.join(words[:3])}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def main() -> int:
    """Build the wheels and print their names; 0 if all were built, else 2."""
    try:
        for path in wheels(Path(sys.argv[1]), sys.argv[2:]):
            print(path, flush=True)
    except (WheelError, OSError) as error:
        print(f"wheels: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
