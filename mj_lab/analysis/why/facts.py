"""Finds the one or two facts that best explain why one action is better than another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, Action
from mj_bot.fan import MIN_FAN
from mj_bot.melds import Meld
from mj_bot.odds.value.finishes import fans_with
from mj_bot.shanten import shanten
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tiles import code_of
from mj_lab.analysis.why.plans import (
    CONCEALED_ONLY,
    HandPlan,
    Left,
    is_named,
    kept_at_all,
    kept_for,
    made_for,
    plans_of,
)
from mj_lab.analysis.why.points import (
    CHANCE,
    DANGER,
    EQUAL,
    LEARNED,
    LEAST_CHANCE,
    OTHERWISE,
    PAY,
    PointParts,
    apart,
    number_in_row,
    point_parts,
)
from mj_lab.analysis.why.target_hand import MOST_SEARCHED, TargetHand, target_hand
from mj_lab.analysis.why.words import Fact

# The least part of the first fact's points: for a second fact, and for a fact against it.
_SECOND, _AGAINST = 1 / 3, 1 / 2
# The least points of a second fact.
_LEAST = 0.2
# By how many copies, and by what part, effective tiles or missing tiles of a plan must differ.
_MORE_COPIES, _MORE_PART = 2, 0.1
# The limits of facts, for the finder in C++ (mj_engine/cpp/why).
FACT_LIMITS = (
    *(EQUAL, OTHERWISE, LEAST_CHANCE, _SECOND, _AGAINST, _LEAST),
    *(_MORE_COPIES, _MORE_PART, MOST_SEARCHED),
)
_NO_CONCEALED_NAME = "门前清"
_CLAIMS, _KONGS = (CHI, PENG, GANG), (GANG, BUGANG)


class _Side(NamedTuple):
    """One of the two candidates: its action, its plans, the hand that it leaves.

    targets: the plans' hands, None for one that is not found again. distance: shanten. copies:
    effective tiles left. waits: if the hand is ready, the tiles that complete 8 fan, with their
    copies left.
    """

    action: Action
    plans: list[HandPlan]
    targets: list[TargetHand | None]
    left: Left
    distance: int
    copies: int
    waits: Mapping[int, int]

    @property
    def least(self) -> int:
        """How many tiles the nearest plan lacks; 0 without a plan."""
        return min((sum(one.missing) for one in self.targets if one is not None), default=0)

    @property
    def likeliest(self) -> tuple[HandPlan, TargetHand] | None:
        """The first plan with its hand."""
        if not self.targets or self.targets[0] is None:
            return None
        return self.plans[0], self.targets[0]


def facts_of(state: GameState, better: Mapping[str, Any], than: Mapping[str, Any]) -> list[Fact]:
    """One or two facts in favour of `better`, the greatest first; empty if none is found.

    A fact is plain data: its `kind`, its figures by name, `against` if it favours the other one.
    """
    points = apart(better, than)
    if str(better["action"]) == HU:
        won = {"kind": "win", "fan": better.get("fan"), "points": better.get("expected_score")}
        behind = -min(0.0, points or 0.0)
        return [won, {"kind": "unsure", "points": behind}] if behind >= EQUAL else [won]
    if str(than["action"]) == HU:
        more = points is not None and points > 0
        return [{"kind": "no_win", "points": points}] if more else []
    if points is not None and abs(points) < EQUAL:
        return [{"kind": "equal", "points": abs(points)}]
    if points is not None and points < 0:
        return [{"kind": "quick", "points": -points}]
    sides = _sides(state, better, than)
    parts = point_parts(better, than)
    if parts is None:
        return _without_points(sides, better, than)
    return _by_points(parts, sides, better, than)


_Sides = tuple[_Side, _Side] | None


def _sides(state: GameState, *rows: Mapping[str, Any]) -> _Sides:
    legal = {str(action): action for action in action_space(state)}
    found = [_side(state, row, legal[str(row["action"])]) for row in rows if row["action"] in legal]
    return (found[0], found[1]) if len(found) == len(rows) else None


def _side(state: GameState, row: Mapping[str, Any], action: Action) -> _Side:
    hand, melds = hand_after(state, action)
    found, plans = shanten.least(hand, len(melds)), plans_of(row)
    winds = (state.seat, state.prevalent_wind)
    return _Side(
        action,
        plans,
        [target_hand(plan.fans, list(plan.missing), hand, melds, winds) for plan in plans],
        Left(hand, melds, action.tile if action.kind not in (*_KONGS, PASS) else None),
        found.distance,
        sum(state.unseen[tile] for tile in set(found.effective)),
        _waits(state, hand, melds, found.effective) if found.distance == 0 else {},
    )


def _waits(
    state: GameState, hand: Sequence[int], melds: Sequence[Meld], tiles: Iterable[int]
) -> dict[int, int]:
    """The tiles that complete 8 fan, on a discard or self-drawn, with copies left."""
    winds, found = (state.seat, state.prevalent_wind), {}
    for tile in set(tiles):
        on_discard, self_drawn, _ = fans_with(tuple(hand), tuple(melds), tile, winds)
        if state.unseen[tile] and max(on_discard, self_drawn) >= MIN_FAN:
            found[tile] = state.unseen[tile]
    return found


# -- by the points of each cause -------------------------------------------------------------------


def _by_points(
    parts: PointParts, sides: _Sides, better: Mapping[str, Any], than: Mapping[str, Any]
) -> list[Fact]:
    """The greatest part as a fact; then a large part against it, else the second one.

    What is learned says nothing of the hand: it is the first only if nothing else is.
    """
    found: list[tuple[float, Fact]] = []
    for cause in sorted(parts.parts, key=lambda one: (one == LEARNED, -abs(parts.parts[one]))):
        points = parts.parts[cause]
        fact = _fact_of(cause, points > 0, sides, better, than)
        if fact is not None and abs(points) >= _LEAST:
            found.append((points, fact))
    ahead = [(points, fact) for points, fact in found if points > 0]
    if not ahead:
        plans = None if sides is None else _aims(*sides)
        return [plans or {"kind": "points", "points": parts.total}]
    most, first = ahead[0]
    second = [(points, fact) for points, fact in ahead[1:] if points >= _SECOND * most]
    second += [one for one in found if -one[0] >= max(EQUAL, _AGAINST * most)]
    facts = [first, *(fact for _, fact in sorted(second, key=lambda one: -abs(one[0]))[:1])]
    facts = _said_once(facts)
    if len(facts) == 1 and first["kind"] in ("aims", "kong"):
        chance = _chance(better, than, True)
        facts += [chance] if chance else []
    return facts


def _said_once(facts: list[Fact]) -> list[Fact]:
    """The two facts without repetition: a plan is named once, and its fan only with it."""
    if len(facts) < 2:
        return facts
    first, second = facts
    if first == second:
        return [first]
    if first["kind"] == "aims" and second.get("fan") == first["fans"][0]:
        first, second = second, first
    if "fan" not in first or second["kind"] not in ("aims", "fan", "keeps"):
        return [first, second]
    if second["kind"] == "keeps" or first.get("also") or second["fan"] is None:
        return [first] if first["kind"] != "fan" else [first, second]
    if second["kind"] == "aims" and second["fans"][0] == first["fan"]:
        return [first, {"kind": "fan", "fan": second["fan"]}]
    return [first, second]


def _fact_of(
    cause: str, ahead: bool, sides: _Sides, better: Mapping[str, Any], than: Mapping[str, Any]
) -> Fact | None:
    if cause == CHANCE:
        known = _why_sooner(*sides) if ahead and sides is not None else None
        return known or _chance(better, than, ahead)
    if cause == PAY:
        known = _pay(sides, ahead)
        plain = known is not None and ahead and known["kind"] == "pay"
        return (_kept(*sides) or known) if plain and sides else known
    if cause == DANGER:
        return _figures("danger", "deal_in", better, than, not ahead)
    learned = [number_in_row(row, LEARNED) or 0.0 for row in (better, than)]
    return _against({"kind": "learned", "points": learned[0] - learned[1]}, not ahead)


def _chance(better: Mapping[str, Any], than: Mapping[str, Any], ahead: bool) -> Fact | None:
    return _figures("chance", "win_chance", better, than, not ahead)


def _figures(
    kind: str, key: str, better: Mapping[str, Any], than: Mapping[str, Any], against: bool
) -> Fact | None:
    """The chances of both, if they differ in tenths of a percent and in the right direction."""
    mine, other = number_in_row(better, key), number_in_row(than, key)
    if mine is None or other is None or f"{mine:.3f}" == f"{other:.3f}":
        return None
    if ((mine > other) == (kind == "danger")) is not against:
        return None
    return _against({"kind": kind, key if key == "win_chance" else kind: [mine, other]}, against)


def _against(fact: Fact, against: bool) -> Fact:
    return {**fact, "against": True} if against else fact


def _pay(sides: _Sides, ahead: bool) -> Fact | None:
    """What a win pays, if the likeliest plans show the same."""
    if sides is None or not all(side.plans for side in sides):
        return _against({"kind": "pay"}, not ahead)
    mine, other = (side.plans[0] for side in sides)
    if mine.total is None or other.total is None or mine.total == other.total:
        return _against({"kind": "pay"}, not ahead)
    if (mine.total > other.total) is not ahead:
        return None
    totals = [mine.total, other.total]
    if ahead and mine.fan != other.fan and is_named(mine.fan) and is_named(other.fan):
        return {"kind": "aims", "fans": [mine.fan, other.fan], "fan": totals}
    return _against({"kind": "fan", "fan": totals}, not ahead)


# -- why a hand wins more often --------------------------------------------------------------------


def _why_sooner(mine: _Side, other: _Side) -> Fact | None:
    """What makes a hand win more often; None if there is only the chance itself."""
    return (
        _kong(mine)
        or _ready(mine, other)
        or _more_waits(mine, other)
        or _concealed(mine, other)
        or _made(mine, other)
        or _kept(mine, other)
        or _nearer(mine, other)
        or _more_copies(mine, other)
        or _no_nearer(mine, other)
        or _held(mine, other)
        or _aims(mine, other)
    )


def _kong(mine: _Side) -> Fact | None:
    return {"kind": "kong"} if mine.action.kind in _KONGS else None


def _ready(mine: _Side, other: _Side) -> Fact | None:
    if not mine.waits or other.waits:
        return None
    return {"kind": "ready", "tiles": [code_of(tile) for tile in sorted(mine.waits)]}


def _more_waits(mine: _Side, other: _Side) -> Fact | None:
    if not mine.waits or not other.waits:
        return None
    copies = [sum(side.waits.values()) for side in (mine, other)]
    return {"kind": "waits", "copies": copies} if _is_more(*copies) else None


def _concealed(mine: _Side, other: _Side) -> Fact | None:
    if mine.action.kind != PASS or other.action.kind not in _CLAIMS or not mine.plans:
        return None
    theirs = other.plans[0].fans if other.plans else ()
    lost = [fan for fan in mine.plans[0].fans if fan in CONCEALED_ONLY and fan not in theirs]
    if not lost:
        return None
    return {"kind": "concealed", "fan": None if lost[0] == _NO_CONCEALED_NAME else lost[0]}


def _made(mine: _Side, other: _Side) -> Fact | None:
    if mine.action.kind not in (CHI, PENG) or not mine.plans:
        return None
    if mine.left.melds == other.left.melds:
        return None
    tiles = made_for(mine.plans[0], mine.targets[0], mine.left)
    return _for_plan("makes", tiles, mine.plans[0]) if tiles else None


def _kept(mine: _Side, other: _Side) -> Fact | None:
    for plan, target in zip(mine.plans, mine.targets, strict=True):
        if target is None or _is_there_too(plan, target, other):
            continue
        tiles = kept_for(plan, target, mine.left, other.left)
        if tiles:
            also = {} if plan is mine.plans[0] else {"also": True}
            return {**_for_plan("keeps", tiles, plan), **also}
    return None


def _is_there_too(plan: HandPlan, target: TargetHand, other: _Side) -> bool:
    """Whether the other action is just as near to a hand with the same greatest fan."""
    return any(
        theirs.fan == plan.fan and found is not None and sum(found.missing) <= sum(target.missing)
        for theirs, found in zip(other.plans, other.targets, strict=True)
    )


def _held(mine: _Side, other: _Side) -> Fact | None:
    """A part of a likely hand that the other action breaks up, for any fan."""
    for target in mine.targets:
        if target is None:
            continue
        tiles, lacks = kept_at_all(target, mine.left, other.left)
        # For a pass a single tile means little: the claim uses other tiles with it.
        if tiles and (len(tiles) > 1 or mine.action.kind != PASS):
            held, wanted = ([code_of(tile) for tile in one] for one in (tiles, lacks))
            return {"kind": "holds", "tiles": held, "lacks": wanted}
    return None


def _for_plan(kind: str, tiles: list[int], plan: HandPlan) -> Fact:
    return {"kind": kind, "tiles": [code_of(tile) for tile in tiles], "fan": plan.fan}


def _nearer(mine: _Side, other: _Side) -> Fact | None:
    tiles = other.least - mine.least
    return {"kind": "nearer", "tiles": tiles} if mine.least and tiles > 0 else None


def _more_copies(mine: _Side, other: _Side) -> Fact | None:
    """More effective tiles, if they lead to 8 fan; or more copies for the same plan."""
    same = mine.distance == other.distance and mine.least == other.least == mine.distance + 1
    if same and mine.distance and _is_more(mine.copies, other.copies):
        return {"kind": "effective", "copies": [mine.copies, other.copies]}
    if mine.likeliest is None or other.likeliest is None:
        return None
    (plan, target), (theirs, found) = mine.likeliest, other.likeliest
    if plan.fan != theirs.fan or sum(target.missing) != sum(found.missing):
        return None
    copies = [sum(one.missing.values()) for one in (plan, theirs)]
    return {"kind": "left", "copies": copies} if _is_more(*copies) else None


def _is_more(mine: int, other: int) -> bool:
    return mine - other >= max(_MORE_COPIES, _MORE_PART * other)


def _no_nearer(mine: _Side, other: _Side) -> Fact | None:
    if mine.action.kind != PASS or other.action.kind not in _CLAIMS or not mine.least:
        return None
    if other.distance < mine.distance or 0 < other.least < mine.least:
        return None
    return {"kind": "no_nearer", "claim": other.action.kind}


def _aims(mine: _Side, other: _Side) -> Fact | None:
    if not mine.plans or not other.plans:
        return None
    fans = [side.plans[0].fan for side in (mine, other)]
    if fans[0] == fans[1] or not all(map(is_named, fans)):
        return None
    return {"kind": "aims", "fans": fans, "fan": None}


# -- for tactics without points --------------------------------------------------------------------


def _without_points(
    sides: _Sides, better: Mapping[str, Any], than: Mapping[str, Any]
) -> list[Fact]:
    """Facts from the hands themselves, and a network's probability."""
    facts = [
        _figures("probability", "probability", better, than, against=False),
        None if sides is None else _hands(*sides),
    ]
    return [fact for fact in facts if fact is not None]


def _hands(mine: _Side, other: _Side) -> Fact | None:
    if mine.distance < other.distance:
        if mine.distance == 0:
            return {"kind": "ready", "tiles": []}
        return {"kind": "closer", "shanten": [mine.distance, other.distance]}
    if mine.distance == other.distance and _is_more(mine.copies, other.copies):
        return {"kind": "effective", "copies": [mine.copies, other.copies]}
    return None
