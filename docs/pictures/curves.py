"""Draw the curves of docs/results/learning.md: python docs/pictures/curves.py.

The figures are those of the page's table, so the picture says what the page says.
"""

from __future__ import annotations

import re
from pathlib import Path

from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "results" / "learning.md"
PICTURE = Path(__file__).with_name("learning-curves.png")
# Training examples of the table's last four columns.
EXAMPLES = (250_000, 500_000, 1_000_000, 2_000_000)


def curves(text: str) -> dict[str, list[tuple[int, float]]]:
    """By network the share of first choices (percent) after this many examples."""
    _, _, table = text.partition("### Curves")
    found = {}
    for name, cells in re.findall(r"^\| `(\w+)` \|(.+)\|$", table.split("###")[0], re.M):
        shares = [cell.split(",")[0].strip() for cell in cells.split("|")][-len(EXAMPLES) :]
        points = zip(EXAMPLES, shares, strict=True)
        found[name] = [(count, float(share)) for count, share in points if share]
    return found


def main() -> None:
    """Draw the picture."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for name, points in curves(PAGE.read_text(encoding="utf-8")).items():
        axes.plot(*zip(*points, strict=True), marker="o", label=name)
    axes.set(
        xscale="log",
        xlabel="examples learned from",
        ylabel="discards as the teacher's, %",
        title="Agreement with odds on games held out",
    )
    axes.set_xticks(EXAMPLES, [f"{count:,}" for count in EXAMPLES])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(PICTURE, dpi=110)


if __name__ == "__main__":
    main()
