"""Examples of changed decisions: found in the record of their game, shown as a player sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mj_bot.events import SEATS
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.state import CLAIM, GameState
from mj_bot.tactics import load
from mj_bot.tiles import code_of
from mj_engine import play
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import write_matches
from mj_lab.core.text.notation import compact, meld_text, tiles_text
from mj_lab.explain.analysis.explanation import explain
from mj_lab.explain.analysis.reason import reason
from mj_lab.learn.advantages.changes_choices import ACTION_KINDS, ChoicesMade, walls_name

_Shown = dict[str, Any]

# How many actions are shown with points; worse ones do not matter.
_CANDIDATES_SHOWN = 4
# The tolerance between the model's points at the fast table, in float32, and in Python.
_SAME_POINTS = 0.02


def changed_examples(
    decided: ChoicesMade, player: str, seed: str, count: int, folder: Path | None = None
) -> list[_Shown]:
    """`count` changed decisions: the largest of each kind in turn, at most one a game.

    folder: where the record of each one's game is written, for `mj explain`; None for no records.

    Raises OSError if that is not possible.
    """
    examples: list[_Shown] = []
    told_games: set[int] = set()
    queues = _by_kind_of_change(decided)
    while any(queues) and len(examples) < count:
        for queue in queues:
            example = None
            while queue and example is None and len(examples) < count:
                example = _next_example(queue.pop(0), decided, player, seed, folder, told_games)
            if example is not None:
                examples.append(example)
                told_games.add(example["game"])
    return examples


def _next_example(
    index: int,
    decided: ChoicesMade,
    player: str,
    seed: str,
    folder: Path | None,
    told_games: set[int],
) -> _Shown | None:
    """The example at this index with its record; None if its game is already shown or it fails."""
    game = int(decided.game[index])
    if game in told_games:
        return None
    match = played_again(player, seed, game)
    example = example_in(match, decided, index, player)
    if example is not None and folder is not None:
        path = folder / f"game-{game}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        write_matches(path, [match])
        where = f"--seat {example['seat']} --at {example['turn']}"
        example["record"] = str(path)
        example["command"] = f"mj explain {path} {where} --tactic {player}"
    return example


def played_again(player: str, seed: str, game: int) -> Match:
    """The record of a game whose decisions were counted."""
    wall = next(walls_of_seed(walls_name(seed), game))
    (record,) = play(
        [wall.tiles], player, prevalent_winds=[wall.prevalent_wind], records=True
    ).records
    match = Match.model_validate_json(record)
    update = {"id": f"{walls_name(seed)}/{game}", "players": (player,) * SEATS}
    return match.model_copy(update=update)


def example_in(match: Match, decided: ChoicesMade, index: int, player: str) -> _Shown | None:
    """The changed decision at this index as a player sees it; None if Python decides differently.

    This happens if two values are nearly equal.
    """
    seat = int(decided.seat[index])
    seen = (decided.turn[index], decided.wall[index], decided.claiming[index])
    tactic, search = load(player), OddsEvaluator()
    for decision in decisions_of_seat(match, seat):
        state = decision.state
        if (len(state.discards[seat]), state.walls[seat], state.decision == CLAIM) != seen:
            continue
        opinion = explain(tactic, state)
        rows = {row["action"]: row for row in opinion.candidates}
        by_odds = {str(candidate.action): candidate.value for candidate in search.candidates(state)}
        if opinion.choice not in by_odds or opinion.choice != str(decision.chosen):
            continue
        of_odds = max(by_odds, key=lambda action: by_odds[action])
        added = rows[opinion.choice]["value"] - by_odds[opinion.choice]
        if of_odds == opinion.choice or abs(added - decided.added[index]) > _SAME_POINTS:
            continue
        return {
            "game": int(decided.game[index]),
            "kind": [ACTION_KINDS[int(kinds[index])] for kinds in (decided.of_odds, decided.taken)],
            "turn": decision.turn,
            **_table(state),
            "odds": of_odds,
            "learned": opinion.choice,
            "added": added,
            "given_up": by_odds[of_odds] - by_odds[opinion.choice],
            "candidates": [
                _candidate(row, by_odds) for row in opinion.candidates[:_CANDIDATES_SHOWN]
            ],
            "reason": reason(state, rows[opinion.choice], rows[of_odds])["english"],
        }
    return None


def _by_kind_of_change(decided: ChoicesMade) -> list[list[int]]:
    """The indices of changed decisions by kind, the commonest kind and the largest change first."""
    changed = np.flatnonzero(decided.changed)
    kind = len(ACTION_KINDS) * decided.of_odds[changed] + decided.taken[changed]
    kinds, sizes = np.unique(kind, return_counts=True)
    queues: list[list[int]] = []
    for commonest in kinds[np.argsort(-sizes, kind="stable")]:
        places = changed[kind == commonest]
        queues.append(places[np.argsort(-decided.added[places], kind="stable")].tolist())
    return queues


def _table(state: GameState) -> _Shown:
    """What the seat sees; the others in playing order after it."""
    seat = state.seat
    others = [(seat + step) % SEATS for step in range(1, SEATS)]
    came = state.offered if state.decision == CLAIM else state.drawn
    return {
        "seat": seat,
        "prevalent_wind": state.prevalent_wind,
        "discarded": len(state.discards[seat]),
        "wall": state.walls[seat],
        "hand": compact(state.hand),
        "melds": [meld_text(meld) for meld in state.melds[seat]],
        "drawn" if state.decision != CLAIM else "offered": None if came is None else code_of(came),
        "offered_by": state.turn if state.decision == CLAIM else None,
        "discards": _discards(state, seat),
        "others": [
            {
                "seat": other,
                "melds": [meld_text(meld) for meld in state.melds[other]],
                "discards": _discards(state, other),
            }
            for other in others
        ],
    }


def _discards(state: GameState, seat: int) -> str:
    return tiles_text([discard.tile for discard in state.discards[seat]])


def _candidate(row: dict[str, Any], by_odds: dict[str, float]) -> _Shown:
    """value: of `odds`, in points. learned: the points added to it, 0 for an action left out."""
    keys = ("action", "expected_score", "win_chance", "deal_in")
    opinion = {key: row.get(key) for key in keys}
    value = by_odds[row["action"]]
    targets = [
        {"fan": target["fan"], "fans": target["fans"][:2]} for target in row.get("targets") or []
    ]
    return {**opinion, "value": value, "learned": row["value"] - value, "targets": targets[:1]}
