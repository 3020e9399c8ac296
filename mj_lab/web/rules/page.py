"""The page of the fans; it has all its data inside, so it needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_bot.fan import WinContext, win
from mj_bot.tiles import code_of, codes_of, tiles_from_counts
from mj_lab.analysis.complete_hand.waits import win_row
from mj_lab.pages.page import PagePlace, labels, render
from mj_lab.text.fan_table import FanEntry, fan_entries
from mj_lab.text.hands import parse_hand

RULES_PATH = "/rules"
_ASSETS = Path(__file__).parent / "assets"
_STYLES = Path(__file__).parents[1] / "assets"


def rules_page(place: PagePlace) -> str:
    """The page, with all fans in it."""
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
    example = entry.example
    hand = parse_hand(example.hand)
    assert hand.last is not None
    rest = list(hand.counts)
    rest[hand.last] -= 1
    drawn = bool({"self-drawn", "replacement"} & set(example.won))
    context = WinContext(
        self_drawn=drawn,
        fourth_tile="last-copy" in example.won,
        about_kong=bool({"replacement", "robbing"} & set(example.won)),
        wall_last="last-tile" in example.won,
        flowers=hand.flowers,
    )
    found = win(rest, hand.melds, hand.last, context)
    assert found is not None
    return {
        "name": entry.name,
        "value": example.value,
        "excludes": list(example.excludes),
        "won": list(example.won),
        "drawn": drawn,
        "tiles": codes_of(tiles_from_counts(rest)).split(),
        "tile": code_of(hand.last),
        "melds": [[[code_of(one) for one in meld.tiles()], meld.concealed] for meld in hand.melds],
        "flowers": [code_of(one) for one in hand.flower_tiles],
        **win_row(found),
    }
