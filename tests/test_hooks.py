"""The hooks before a commit run every check that CI runs beside the tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def lint_commands(makefile: str) -> list[str]:
    """What `make lint` runs, without the folder of the tools and the C++ files, which git names."""
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert recipe is not None
    lines = [line.strip() for line in recipe.group(1).splitlines()]
    return [line.lstrip("@").removeprefix("$(BIN)/").removesuffix(" $(CPP)") for line in lines]


def test_every_check_of_ci_is_a_hook() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    hooks = re.findall(r"^ +entry: \.venv/bin/(.+)$", config, re.MULTILINE)
    commands = lint_commands((ROOT / "Makefile").read_text(encoding="utf-8"))
    assert len(commands) >= 4
    assert [command for command in commands if command not in hooks] == []
