"""Hands of people for tests: recorded ones, and games at one wall that our own judge plays."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.records.formats.platforms.common_wall import replaced_in
from mj_lab.core.records.formats.platforms.salasasa_writing import salasasa_record
from mj_lab.core.records.hand import RecordedHand, hand_of
from mj_lab.core.records.match import Match, match_of

Writer = Callable[[RecordedHand, Match], dict[str, Any]]
_TABLES = (("random",) * 4, ("greedy", "random", "greedy", "random"), ("greedy",) * 4)


def common_wall_games(count: int, seed: str = "one wall") -> Iterator[Match]:
    """This many games without faults, whose seats draw from one wall of 144 tiles."""
    number = made = 0
    while made < count:
        number += 1
        wall = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))
        Random(f"{seed}/{number}").shuffle(wall)
        # The dealer's last tile is none that is replaced: on people's tables it is dealt.
        first = 143 - 52 - sum(replaced_in(wall))
        plain = next(place for place in range(first, -1, -1) if wall[place] < 34)
        wall[first], wall[plain] = wall[plain], wall[first]
        names = _TABLES[number % len(_TABLES)]
        game = Game(wall, number % 4, True)
        turns = play(game, [player_of(name)(4 * number + s) for s, name in enumerate(names)])
        match = match_of(game, turns, f"{number}", names)
        if match.result.action in ("HU", "HUANG"):
            made += 1
            yield match.model_copy(update={"common_wall": True})


def written(match: Match, write: Writer = salasasa_record) -> dict[str, Any]:
    """A match as a platform has it, through JSON."""
    record: dict[str, Any] = json.loads(json.dumps(write(hand_of(match), match)))
    return record


def packed(step: dict[str, Any]) -> str:
    """A hand's steps as tziakcha sends them."""
    return base64.b64encode(zlib.compress(json.dumps(step).encode())).decode()


def recorded_json(folder: Path, name: str) -> dict[str, Any]:
    """A recorded file, a copy of its own."""
    record: dict[str, Any] = json.loads((folder / name).read_text(encoding="utf-8"))
    return copy.deepcopy(record)
