"""Why one action and not another: the facts in which they differ, and a line of them to read.

The facts are plain data, so that a page can show them in its own way; `english` and `chinese` are
the same facts in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.shanten import shanten
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tiles import code_of, tile_of
from mj_lab.text.labels import fan_label
from mj_lab.text.notation import chinese

Reason = dict[str, Any]

# Chances that differ by less are told alike, since they look alike: the tables show tenths.
_CHANCE_SHOWN = 0.0005
# Danger is told from this difference on; of the fan of the likeliest hands the same.
_DANGER_SHOWN = 0.005
_FAN_SHOWN = 2
# Points that were learned, told in tenths.
_LEARNED_SHOWN = 0.05


class _Fact(NamedTuple):
    """One difference in words. favours: +1 the better action, -1 the other one, 0 neither."""

    english: str
    chinese: str
    favours: int


def reason(state: GameState, better: Mapping[str, Any], than: Mapping[str, Any]) -> Reason:
    """Why `better` and not `than`: two candidates as a tactic tells them of this decision.

    Each key beside the actions has the figure of both, `better` first, and is left out if one has
    none: `expected_score`, `win_chance`, `danger` (`deal_in`), `learned` (the points that a learned
    model adds), `fan` and `fans` of the likeliest target hand, `shanten` of the hand left.
    `effective`, where the shanten is the same: the tiles `gained` and `lost` with their copies
    left, and `copies` of both. A win has `points` instead.
    """
    made: Reason = {"better": str(better["action"]), "than": str(than["action"])}
    for key, told in (
        ("expected_score", "expected_score"),
        ("win_chance", "win_chance"),
        ("danger", "deal_in"),
        ("learned", "learned"),
    ):
        pair = [better.get(told), than.get(told)]
        if all(isinstance(figure, (int, float)) for figure in pair):
            made[key] = pair
    if str(better["action"]) == HU:
        made["points"], made["fan"] = better.get("expected_score"), better.get("fan")
    elif str(than["action"]) != HU:
        made.update(_likeliest(better, than))
        made.update(_hands(state, str(better["action"]), str(than["action"])))
    facts = _facts(made)
    return {**made, "english": _line(facts, False), "chinese": _line(facts, True)}


def _likeliest(better: Mapping[str, Any], than: Mapping[str, Any]) -> Reason:
    """The fan of the likeliest target hand of each, and the names of its greatest fan."""
    firsts = [
        first
        for one in (better, than)
        for first in (one.get("targets") or [])[:1]
        if isinstance(first, dict) and isinstance(first.get("fan"), int) and first.get("fans")
    ]
    if len(firsts) < 2:
        return {}
    return {
        "fan": [first["fan"] for first in firsts],
        "fans": [str(first["fans"][0]) for first in firsts],
    }


def _hands(state: GameState, better: str, than: str) -> Reason:
    """Shanten and effective tiles of the hands that two actions leave."""
    by_text = {str(action): action for action in action_space(state)}
    if better not in by_text or than not in by_text:
        return {}
    found = []
    for action in (better, than):
        hand, melds = hand_after(state, by_text[action])
        found.append(shanten.least(hand, len(melds)))
    mine, other = found
    made: Reason = {"shanten": [mine.distance, other.distance]}
    if mine.distance == other.distance:
        made["effective"] = {
            "gained": _left(state, set(mine.effective) - set(other.effective)),
            "lost": _left(state, set(other.effective) - set(mine.effective)),
            "copies": [sum(_left(state, one.effective).values()) for one in found],
        }
    return made


def _left(state: GameState, tiles: Sequence[int] | set[int]) -> dict[str, int]:
    return {code_of(tile): state.unseen[tile] for tile in sorted(tiles) if state.unseen[tile]}


# -- in words -------------------------------------------------------------------------------------


def _facts(made: Reason) -> list[_Fact]:
    if made["better"] == HU:
        fan, points = made["fan"], made["points"]
        if fan is None or points is None:
            return [_Fact("wins", "和牌", 1)]
        return [_Fact(f"wins {fan} fan, {points:.0f} points", f"和{fan}番，得{points:.0f}分", 1)]
    found = [_chance(made), _shanten(made), _effective(made), _fan(made), _danger(made)]
    found.append(_learned(made))
    return [fact for fact in found if fact is not None]


def _chance(made: Reason) -> _Fact | None:
    words = "wins {} of the time, not {}", "和牌率{}，而非{}"
    return _percentages(made.get("win_chance"), _CHANCE_SHOWN, words, favoured=1)


def _shanten(made: Reason) -> _Fact | None:
    mine, other = made.get("shanten", (0, 0))
    if mine == other:
        return None
    words = [
        ("ready", "听牌") if d == 0 else (f"{d} from ready", f"{d}向听") for d in (mine, other)
    ]
    (mine_english, mine_chinese), (english, chinese) = words
    favours = 1 if mine < other else -1
    return _Fact(f"{mine_english}, not {english}", f"{mine_chinese}，而非{chinese}", favours)


def _effective(made: Reason) -> _Fact | None:
    told = made.get("effective")
    if told is None or not (told["gained"] or told["lost"]):
        return None
    mine, other = told["copies"]
    english, chinese = f"{mine} effective copies, not {other}", f"有效牌{mine}张，而非{other}张"
    changes = [
        ("gains", "多", told["gained"]),
        ("loses", "少", told["lost"]),
    ]
    words = [(f"{verb} {_codes(t)}", f"{word}{_names(t)}") for verb, word, t in changes if t]
    english += f" ({', '.join(one for one, _ in words)})"
    chinese += f"（{'，'.join(one for _, one in words)}）"
    return _Fact(english, chinese, (mine > other) - (mine < other))


def _codes(tiles: Mapping[str, int]) -> str:
    return " ".join(tiles)


def _names(tiles: Mapping[str, int]) -> str:
    return "".join(chinese(tile_of(code)) for code in tiles)


def _fan(made: Reason) -> _Fact | None:
    if "fans" not in made:
        return None
    (mine, other), (first, second) = made["fan"], map(fan_label, made["fans"])
    if first == second and abs(mine - other) < _FAN_SHOWN:
        return None
    return _Fact(
        f"leads to {first[1]} ({mine} fan), not {second[1]} ({other})",
        f"多半做{first[0]}（{mine}番），而非{second[0]}（{other}番）",
        (mine > other) - (mine < other),
    )


def _danger(made: Reason) -> _Fact | None:
    words = "danger {}, not {}", "放炮率{}，而非{}"
    return _percentages(made.get("danger"), _DANGER_SHOWN, words, favoured=-1)


def _learned(made: Reason) -> _Fact | None:
    mine, other = made.get("learned", (0.0, 0.0))
    if abs(mine - other) < _LEARNED_SHOWN:
        return None
    both = f"{mine:+.1f}", f"{other:+.1f}"
    english = "what was learned adds {} points, not {}".format(*both)
    chinese = "所学修正{}分，而非{}分".format(*both)
    return _Fact(english, chinese, 1 if mine > other else -1)


def _percentages(
    pair: Sequence[float] | None, shown: float, words: tuple[str, str], favoured: int
) -> _Fact | None:
    """Two chances, if they differ by so much; favoured: +1 the greater one, -1 the smaller one."""
    if pair is None or abs(pair[0] - pair[1]) < shown:
        return None
    both = [f"{100 * chance:.1f}%" for chance in pair]
    english, chinese = (form.format(*both) for form in words)
    return _Fact(english, chinese, favoured if pair[0] > pair[1] else -favoured)


def _line(facts: Sequence[_Fact], in_chinese: bool) -> str:
    """The facts for the better action, then those against it."""
    words = [(fact.chinese if in_chinese else fact.english, fact.favours < 0) for fact in facts]
    although, between = ("不过", "；") if in_chinese else ("although ", "; ")
    line = [text for text, against in words if not against]
    spoken_against = between.join(text for text, against in words if against)
    if spoken_against:
        line.append(although + spoken_against)
    return between.join(line) or ("没有可见的差别" if in_chinese else "no difference that shows")
