"""Modules joined to one file: each once, before those that use it, and no import left."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mj_lab.web.site.bundling import bundled

MODULES = {
    "first.js": """import { Second, third } from "./in/second.js";
import {
  A,
  counted,
} from "./fourth.js";
console.log(new Second().say(), third(), A, [...counted()].join(""));
""",
    "in/second.js": """import { A } from "../fourth.js";
export class Second {
  say() {
    return A;
  }
}
export const third = () => hidden;
const hidden = "3";
""",
    "fourth.js": """const MJ = { A: "a" };
export const { A } = MJ;
const hidden = "4";
export function* counted() {
  yield hidden;
}
export async function none() {}
""",
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "first.js"


def test_joined_modules_do_what_they_did(tmp_path: Path) -> None:
    text = bundled(written(tmp_path, MODULES))
    assert re.findall(r"^(?:import|export)\b", text, re.MULTILINE) == []
    assert text.count('A: "a"') == 1
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here")
    (tmp_path / "joined.mjs").write_text(text, encoding="utf-8")
    said = subprocess.run(
        [node, tmp_path / "joined.mjs"], capture_output=True, text=True, check=True
    )
    assert said.stdout == "a 3 a 4\n"


def test_a_circle_is_refused(tmp_path: Path) -> None:
    circle = {
        "first.js": 'import { b } from "./b.js";\n',
        "b.js": 'import { c } from "./first.js";\n',
    }
    with pytest.raises(ValueError, match="first.js imports itself"):
        bundled(written(tmp_path, circle))
