"""What holds for the project as a whole: the bot's borders, its Python, its version."""

import ast
import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import mj_bot

ROOT = Path(mj_bot.__file__).resolve().parent.parent
MODULES = sorted((ROOT / "mj_bot").rglob("*.py"))
ALLOWED = sys.stdlib_module_names | {"mj_bot", "numpy", "MahjongGB"}

# Imports every module in sys.argv[1:]. On 3.6 numpy and MahjongGB may be missing; nothing else may.
IMPORT_ALL = """
import importlib, json, sys
missing = []
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        if error.name not in ("numpy", "MahjongGB"):
            raise
        missing.append(name)
print(json.dumps(missing))
"""

# The same under an audit hook that notes files opened other than code, processes and connections.
IMPORT_WATCHED = """
import importlib, json, os, sys
import numpy
try:
    import MahjongGB
except ImportError:
    pass
seen, watching = [], [True]
CODE = (".py", ".pyc", ".so", ".pyd")
def hook(event, args):
    if not watching[0]:
        return
    if event == "open":
        if isinstance(args[0], (str, bytes)) and not os.fsdecode(args[0]).endswith(CODE):
            seen.append([event, os.fsdecode(args[0])])
    elif event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.fork", "socket.connect"):
        seen.append([event, repr(args)])
sys.addaudithook(hook)
for name in sys.argv[1:]:
    importlib.import_module(name)
watching[0] = False
print(json.dumps(seen))
"""


def module_names() -> list[str]:
    parts = [path.relative_to(ROOT).with_suffix("").parts for path in MODULES]
    return [".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts]


def imported(tree: ast.Module) -> Iterator[str]:
    """The full names of all modules that a module imports, at its top or later."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "mj_bot" if node.level else node.module or ""
        elif isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            target = node.args[0]
            if called in ("import_module", "__import__") and isinstance(target, ast.Constant):
                yield str(target.value)


def in_a_process(python: str, code: str) -> list[object]:
    """Runs the code in the project's root with all modules as arguments; what it printed last."""
    done = subprocess.run(
        [python, "-B", "-c", code, *module_names()],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1, "an import printed something: " + done.stdout
    found: list[object] = json.loads(done.stdout)
    return found


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in MODULES:
        yield str(path.relative_to(ROOT)), ast.parse(path.read_bytes())


def test_the_bot_imports_only_what_botzone_has() -> None:
    found = {name: {one.split(".")[0] for one in imported(tree)} for name, tree in trees()}
    assert len(found) > 100
    assert {name: names - ALLOWED for name, names in found.items() if names - ALLOWED} == {}


def test_no_annotations_from_the_future() -> None:
    found = [
        name
        for name, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if "annotations" in {alias.name for alias in node.names}
    ]
    assert found == []


def test_a_real_python_3_6_compiles_and_imports_the_bot(python36: str) -> None:
    compile_all = (
        "import sys\n"
        "for path in sys.stdin.read().split('\\0'):\n"
        "    compile(open(path, 'rb').read(), path, 'exec')\n"
    )
    subprocess.run(
        [python36, "-c", compile_all], input="\0".join(map(str, MODULES)), text=True, check=True
    )
    missing = in_a_process(python36, IMPORT_ALL)
    assert set(map(str, missing)) < set(module_names())


def test_imports_have_no_side_effects() -> None:
    assert in_a_process(sys.executable, IMPORT_WATCHED) == []


def test_the_installed_version_is_the_bots() -> None:
    # pyproject.toml takes it from mj_bot.__version__; if this fails, install again: make setup.
    assert importlib.metadata.version("mj-bot") == mj_bot.__version__
