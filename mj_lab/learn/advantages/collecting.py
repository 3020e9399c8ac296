"""Collects tried decisions of self-play at the fast table, file by file; can stop any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import mj_bot
from mj_bot.learned.candidate_features import NAMES, VERSION
from mj_bot.nets.shipped import FOLDER
from mj_bot.nets.weights_file import SUFFIX
from mj_bot.tactics import parted
from mj_engine.advantages import CollectOptions, collect_decisions
from mj_engine.players import tactic
from mj_lab.core.game.walls import seed_of, walls_of_seed
from mj_lab.core.run_folder import SETTINGS, begin_folder, in_whole_files, read_settings
from mj_lab.learn.advantages.playout_data import (
    Tried,
    TriedError,
    read_tried,
    write_tried,
)
from mj_lab.learn.training.parts.workers import LocalWorkers

_WHAT = "collection"
# The tactics that value actions.
_WITH_VALUES = ("odds", "learned")

# Called after every file with the number of games so far and of all, and that of decisions so far.
CollectWatch = Callable[[int, int, int], None]


@dataclass(frozen=True)
class CollectPlan:
    """All that determines what is collected, except the number of games.

    others: who has the other seats from a tried action on; None for the player. options: the fast
    table's.
    """

    player: str = "odds"
    others: str | None = None
    seed: str = "0"
    games_a_file: int = 10
    options: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As stored beside the files, with everything else that matters."""
        return {
            **asdict(self),
            "options": asdict(CollectOptions(**self.options)),
            "features": list(NAMES),
            "features_version": VERSION,
            "weights": _digest_of(self.player),
            "weights_of_others": _digest_of(self.others or ""),
        }


def collect(
    folder: Path, plan: CollectPlan, games: int, threads: int, watch: CollectWatch | None = None
) -> int:
    """Collect decisions of `games` games in a folder, resuming it; returns their number.

    The files depend neither on the number of threads nor on interruptions.

    Raises FolderError if the folder has something else; ValueError for a player that cannot play.
    """
    _check_players(plan)
    begin_folder(folder, _WHAT, plan.as_json())
    whole = in_whole_files(games, plan.games_a_file)
    firsts = list(range(0, whole, plan.games_a_file))
    paths = [folder / _file(number) for number in range(len(firsts))]
    decisions = sum(len(read_tried(path)) for path in paths if path.exists())
    left = [(first, path) for first, path in zip(firsts, paths, strict=True) if not path.exists()]
    # Play in another thread, so that Ctrl-C works at once.
    with closing(LocalWorkers()) as workers:
        played = workers.answers(
            partial(collected, threads=threads), plan, [first for first, _ in left], lambda: None
        )
        for (first, path), tried in zip(left, played, strict=True):
            write_tried(path, tried)
            decisions += len(tried)
            if watch is not None:
                watch(first + plan.games_a_file, whole, decisions)
    return decisions


def collected(plan: CollectPlan, first: int, threads: int) -> Tried:
    """The contents of one file: the games from this number on."""
    walls = list(islice(walls_of_seed(f"advantages-{plan.seed}", first), plan.games_a_file))
    options: CollectOptions = CollectOptions(**plan.options)
    arrays = collect_decisions(
        [wall.tiles for wall in walls],
        plan.player,
        options,
        others=plan.others,
        prevalent_winds=[wall.prevalent_wind for wall in walls],
        seed=seed_of("advantages", plan.seed, first),
        threads=threads,
    )
    tried = Tried(**arrays)
    return replace(tried, game=tried.game + np.int64(first))


class Collections:
    """Everything collected in some folders, file by file; can be iterated repeatedly.

    settings: of each. Games of the second folder are numbered after those of the first, and so on.

    Raises FolderError if one is not a collection; TriedError if its features are not this bot's.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self.settings = [_read_settings(folder) for folder in folders]
        for folder, settings in zip(folders, self.settings, strict=True):
            seen, version = settings["features"], settings.get("features_version")
            if (seen, version) != (list(NAMES), VERSION):
                raise TriedError(f"{folder}: features of version {version}, this bot has {VERSION}")

    @property
    def within(self) -> float:
        """How far below the best an action is tried in all of them, in points.

        A kind of decision with the gap 0 was not tried, and does not count.
        """
        gaps = [
            setting["options"][name] for setting in self.settings for name in ("gap", "claim_gap")
        ]
        return float(min(filter(None, gaps), default=0.0))

    def of_whole_games(self) -> Collections:
        """Decisions whose taken action was played out to the game's score; all if there are none.

        With other players in the other seats its result differs.
        """
        whole = [
            folder
            for folder, settings in zip(self._folders, self.settings, strict=True)
            if settings.get("others") in (None, settings["player"])
        ]
        return Collections(whole or self._folders)

    def __iter__(self) -> Iterator[Tried]:
        first = last = 0
        for folder in self._folders:
            for path in _files(folder):
                part = read_tried(path)
                last = max(last, first + 1 + int(part.game.max(initial=-1)))
                yield replace(part, game=part.game + np.int64(first))
            first = last


def _check_players(plan: CollectPlan) -> None:
    for name in filter(None, (plan.player, plan.others)):
        tactic(name)
    if plan.player.partition("@")[0] not in _WITH_VALUES:
        raise TriedError(f"{plan.player:.80} has no values of its actions; {_WITH_VALUES[0]} has")


def _read_settings(folder: Path) -> dict[str, Any]:
    settings = read_settings(folder, _WHAT)
    try:
        gaps = [settings["options"][name] for name in ("gap", "claim_gap")]
        if (
            isinstance(settings["features"], list)
            and isinstance(settings["player"], str)
            and all(isinstance(gap, float | int) for gap in gaps)
        ):
            return settings
    except (KeyError, TypeError):
        pass
    raise TriedError(f"{folder / SETTINGS}: no settings of a {_WHAT}")


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob("tried-*.npz")))


def _file(number: int) -> str:
    return f"tried-{number:05d}.npz"


def _digest_of(player: str) -> str | None:
    """A digest of a player's weights: with other weights it is another player."""
    name, options = parted(player)
    shipped = Path(mj_bot.__file__).parent / "nets" / FOLDER / f"{name}{SUFFIX}"
    path = Path(options["weights"]) if "weights" in options else shipped
    return sha256(path.read_bytes()).hexdigest() if path.exists() else None
