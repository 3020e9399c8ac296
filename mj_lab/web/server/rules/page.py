"""The page of the fans; its data is inlined, so it needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_bot.tiles import code_of
from mj_engine import fans
from mj_lab.core.pages.page import PagePlace, labels, render
from mj_lab.core.text.fan_names import fan_calls
from mj_lab.core.text.fan_table import FanEntry, fan_entries
from mj_lab.core.text.hands import parse_hand

RULES_PATH = "/rules"
_ASSETS = Path(__file__).parent / "assets"
_STYLES = Path(__file__).parents[1] / "assets"


def rules_page(place: PagePlace) -> str:
    """The page with all fans."""
    return render(
        "rules.html",
        "Fans · mj_bot",
        {
            "fans": [_shown(entry) for entry in fan_entries()],
            "labels": labels(place.at(RULES_PATH)),
        },
        styles=("web.css", "rules.css"),
        scripts=("rules_texts.js", "rules.js"),
        folders=(_ASSETS, _STYLES),
        place=place,
    )


def _shown(entry: FanEntry) -> dict[str, Any]:
    """A fan for the page: the tiles of its example, and all fans that the example counts."""
    example, calls = entry.example, fan_calls(entry.name)
    hand = parse_hand(example.hand)
    study = fans.fan_study(
        hand.counts, hand.last, hand.melds, flags=example.won, flowers=hand.flowers
    )
    return {
        "name": entry.name,
        "calls": list(calls.names),
        "pinyin": list(calls.pinyin),
        "value": example.value,
        "excludes": list(example.excludes),
        "won": list(example.won),
        "drawn": "self-drawn" in study["flags"],
        "tiles": study["hand"],
        "tile": study["tile"],
        "melds": [
            [[code_of(tile) for tile in meld.tiles()], meld.concealed] for meld in hand.melds
        ],
        "flowers": [code_of(tile) for tile in hand.flower_tiles],
        **{key: study[key] for key in ("fan", "enough", "fans")},
    }
