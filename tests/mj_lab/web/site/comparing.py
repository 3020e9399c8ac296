"""The engine in node held against the native one and against Python: games, fans, decisions."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.state import GameState
from mj_bot.tiles import codes_of, tiles_from_counts
from mj_engine import fans
from mj_engine.learned import Learned
from mj_engine.play import seeds_of
from mj_lab.core.game.result import fan_name
from mj_lab.explain.analysis.complete_hand.fan_study import flags_of
from tests.mj_engine.fan import hands
from tests.mj_lab.web.site.in_node import InNode, InNodeError

Row = dict[str, Any]

_MELDS = ("CHI", "PENG", "GANG")
# What both engines compute may differ by no more.
WITHIN = 1e-6


class Played(NamedTuple):
    """One game, by both engines. ms: in node."""

    native: Row
    in_node: Row
    ms: float


def games(node: InNode, players: list[str], seed: str, count: int, **more: Any) -> Iterator[Played]:
    """Games of native players, on walls and with seeds of this seed."""
    for number in range(count):
        wall = mj_engine.wall_of_seed(f"{seed}/{number}")
        seeds = seeds_of(number, 1)
        common = more.get("common_wall", False)
        native = mj_engine.play(
            [wall], players, prevalent_winds=[number % 4], seeds=seeds, records=True,
            common_wall=common,
        )  # fmt: skip
        told = node.ask(
            "game", players=players, wall=codes_of(wall), wind=number % 4, seeds=seeds[0].tolist(),
            id="0", **more,
        )  # fmt: skip
        yield Played(json.loads(native.records[0]), told, node.ms)


def fan_difference(node: InNode, rng: random.Random) -> str | None:
    """A hand of any kind: where its study differs from the native engine's, in words."""
    asked = hands.question(rng)
    *_, seat, wind, flowers = asked.win_context
    flags = flags_of(fans.WinContext(*asked.win_context))
    whole = [count + (tile == asked.tile) for tile, count in enumerate(asked.counts)]
    melds = [(_MELDS[kind], tile, offer) for kind, tile, offer in asked.melds]
    tiles = [*tiles_from_counts(asked.counts), asked.tile]
    native: Any
    try:
        native = fans.fan_study(
            whole, asked.tile, melds, flags=flags, winds=(seat, wind), flowers=flowers
        )
    except ValueError as error:
        native = str(error)
    words = [f"{kind} {codes_of([tile])} {offer}" for kind, tile, offer in melds]
    try:
        told = node.ask(
            "fanStudy", hand=codes_of(tiles), melds=words, flags=flags, seat=seat, wind=wind,
            flowers=flowers,
        )  # fmt: skip
    except InNodeError as error:
        told = str(error)
    return None if told == native else f"{asked}: {native} {told}"


def decisions_of(record: Row, wall_size: int = 34) -> Iterator[tuple[Row, GameState]]:
    """Every decision with more than one answer: what node is asked, and the state in Python."""
    from mj_bot.history import note_answer

    common = record.get("common_wall", False)
    for seat in range(4):
        state = GameState(wall_size, common_wall=common)
        requests = [row[seat] for row in record["requests"]]
        responses = [row[seat] for row in record["responses"]]
        for turn, request in enumerate(requests):
            state.apply(request)
            if len(action_space(state)) > 1:
                yield (
                    {
                        "requests": requests[: turn + 1],
                        "responses": responses[:turn],
                        "common_wall": common,
                        "wall_size": wall_size,
                    },
                    state,
                )
            note_answer(state, responses[turn])


def decision_difference(told: Row, state: GameState, native: Learned) -> str | None:
    """Where a decision in node differs from the native engine's, in words."""
    if told["response"] != native(state):
        return f"{told['response']} for {native(state)}"
    expected = native.explain(state)
    if [row["action"] for row in told["candidates"]] != [row["action"] for row in expected]:
        return "the order of the candidates"
    for mine, row in zip(told["candidates"], expected, strict=True):
        for key in ("value", "win_chance", "expected_score", "learned", "hand_value", "deal_in"):
            if mine.get(key) is None:
                continue
            if abs(mine[key] - row[key]) > WITHIN:
                return f"{row['action']}: {key} {mine[key]} for {row[key]}"
        if _targets(mine) != [
            {**target, "fans": [fan_name(fan) for fan in target["fans"]]}
            for target in row.get("targets", [])
        ]:
            return f"{row['action']}: targets {mine['targets']} for {row['targets']}"
    return None


def _targets(row: Row) -> list[Row]:
    found: list[Row] = row.get("targets", [])
    return found


def same(
    told: Any, wanted: Any, within: float, unsaid: Collection[str] = (), path: str = "said"
) -> None:
    """Raises where what node says is not what Python says, but for the last digits.

    unsaid: keys that node may leave out.
    """
    if isinstance(wanted, dict):
        assert told.keys() <= wanted.keys() and wanted.keys() - told.keys() <= {*unsaid}, path
        for key in told:
            if key == "deal_in" and told[key] is None:
                # Python rounds a small danger to 0 before it says that none is known.
                assert not wanted[key], path
            else:
                same(told[key], wanted[key], within, unsaid, f"{path}.{key}")
    elif isinstance(wanted, (list, tuple)):
        assert len(told) == len(wanted), path
        for place, (mine, its) in enumerate(zip(told, wanted, strict=True)):
            same(mine, its, within, unsaid, f"{path}[{place}]")
    elif isinstance(wanted, float):
        assert told == pytest.approx(wanted, abs=within, rel=within), path
    else:
        assert told == wanted, path


def spoilt(fields: list[str], rng: random.Random, others: list[str], words: list[str]) -> list[str]:
    """Fields with one of them gone, twice, another one, or with another word or byte in it."""
    made = list(fields)
    place, how = rng.randrange(len(made)), rng.randrange(5)
    if how == 0:
        del made[place]
    elif how == 1:
        made.insert(place, made[rng.randrange(len(made))])
    elif how == 2:
        made[place] = rng.choice(others)
    elif how == 3:
        said = made[place].split(" ")
        said[rng.randrange(len(said))] = rng.choice(words)
        made[place] = " ".join(said[: rng.choice([len(said), len(said) - 1])])
    else:
        text = made[place] or " "
        at = rng.randrange(len(text))
        made[place] = text[:at] + rng.choice(words) + text[at + 1 :]
    return made
