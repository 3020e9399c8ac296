"""Builds a platform's hand from its events: its wall and its steps.

Both platforms record the same things in different forms; here both become the same hand. The tiles
of a deal are sorted, because only one platform shuffles them. Neither records reliably which of the
dealer's fourteen tiles was drawn last: it is taken to be the one discarded as just drawn, else the
highest.

On the platforms a seat may keep a flower and show it turns later. At our table a flower is shown as
soon as it is drawn. So the flower is swapped with the tile drawn in the turn in which it is shown.
The table sees no difference, but the seat holds that tile earlier than it really did, so its
answers until then are not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import CHI, DRAW, GANG, HAND_SIZE, PENG, PLAY, SEATS, Action
from mj_bot.tiles import COPIES, FLOWER_KINDS, TILE_KINDS, code_of, is_flower
from mj_lab.core.records.formats.platforms.common_wall import DEALT, as_drawn, drawn_places
from mj_lab.core.records.hand import FALSE_WIN, HandError, Step

COMMON_WALL_SIZE = TILE_KINDS * COPIES + FLOWER_KINDS


class _Slot(NamedTuple):
    """The place of a kept flower: among the dealt tiles of a seat, or in the draw of a step."""

    tiles: list[int] | None
    place: int


class HandFromEvents:
    """Takes in a record event by event. at: the number of the current event.

    dealt: the tiles of each seat's deal from the front of the wall, the dealer's 14. rest: the wall
    after the deal, front first; empty where unknown. Methods raise HandError for an impossible
    event.
    """

    def __init__(self, dealt: Sequence[Sequence[int]], rest: Sequence[int] = ()) -> None:
        self.at = 0
        self.steps: list[Step] = []
        # First and last step of a seat that keeps a flower, as in `RecordedHand.keeping`.
        self.keeping: list[tuple[int, int, int]] = []
        self._dealt = [list(tiles) for tiles in dealt]
        self._rest = tuple(rest)
        # By seat: the tiles that replaced its dealt flowers, and those flowers.
        self._replaced: list[list[int]] = [[] for _ in range(SEATS)]
        self._shown: list[set[int]] = [set() for _ in range(SEATS)]
        # By seat: flowers shown when there was no draw to show them with.
        self._late: list[list[int]] = [[] for _ in range(SEATS)]
        self._first: tuple[str, int | None] | None = None
        self._wishes: dict[int, Action] = {}
        self._passed: set[int] = set()
        self._false: list[Step] = []
        # The index of the step that answers, or will answer, the latest discard or added kong.
        self._offer: int | None = None
        for seat, tiles in enumerate(self._dealt):
            if len(tiles) != HAND_SIZE + (seat == 0):
                raise HandError("a deal that is not of 13 tiles, the dealer's of 14")

    # -- what happens -----------------------------------------------------------------------

    def draw(self, seat: int, tile: int) -> None:
        """A seat draws, in turn or for a kong."""
        self._begin(DRAW, None)
        wishes = tuple(self._wishes.items())
        self._settle()
        for flower in self._late[seat]:
            self.steps.append(Step(DRAW, seat, flower, None, wishes, self.at))
            wishes = ()
        self._late[seat] = []
        self.steps.append(Step(DRAW, seat, tile, None, wishes, self.at))

    def show_flower(self, seat: int, flower: int, tile: int, dealing: bool) -> None:
        """A seat shows a flower and draws its replacement. dealing: before play begins."""
        if dealing or (seat == 0 and self._first is None):
            if flower in self._shown[seat] or not self._is_dealt(seat, flower):
                raise HandError("a flower that was not drawn", self.at, code_of(flower))
            self._shown[seat].add(flower)
            self._replaced[seat].append(tile)
            return
        last = next((step for step in reversed(self.steps) if step.kind != FALSE_WIN), None)
        if last is not None and (last.kind, last.seat, last.tile) == (DRAW, seat, flower):
            self.steps.append(Step(DRAW, seat, tile, line=self.at))
            return
        slot = self._slot_of(seat, flower)
        if last is not None and (last.kind, last.seat) == (DRAW, seat):
            index = max(index for index, step in enumerate(self.steps) if step is last)
            assert last.tile is not None
            self._fill(slot, last.tile)
            self.steps[index] = last._replace(tile=flower)
            self.steps.append(Step(DRAW, seat, tile, line=self.at))
        else:
            self._fill(slot, tile)
            self._late[seat].append(flower)
            index = len(self.steps)
        self.keeping.append((0 if slot.tiles is not None else slot.place + 1, index + 1, seat))

    def act(self, kind: str, seat: int, tile: int, just_drawn: bool = False) -> None:
        """A seat discards, or makes a concealed or an added kong."""
        self._begin(kind, tile if just_drawn else None)
        self._settle()
        self.steps.append(Step(kind, seat, tile, line=self.at))
        self.steps += self._false
        self._false = []
        self._offer = len(self.steps) if kind != GANG else None

    def claim(self, kind: str, seat: int, chow: int | None = None) -> None:
        """A seat takes a discard (CHI, PENG, GANG) or wins, on a discard or self-drawn."""
        self._begin(kind, None)
        wishes = tuple((other, wish) for other, wish in self._wishes.items() if other != seat)
        passed = tuple(sorted(self._passed - {seat}))
        self._settle()
        self.steps.append(Step(kind, seat, None, chow, wishes, self.at, passed))

    def wish(self, seat: int, wanted: Action) -> None:
        """A seat wanted the latest discard, but another seat's claim came first.

        The record may list this before or after that claim.
        """
        if self._offer is None:
            raise HandError("a claim without a discard before it", self.at)
        if self._offer == len(self.steps):
            self._wishes[seat] = wanted
            return
        taken = self.steps[self._offer]
        if taken.seat != seat or taken.kind == DRAW:
            others = tuple(one for one in taken.preempted if one[0] != seat)
            self.steps[self._offer] = taken._replace(preempted=(*others, (seat, wanted)))

    def decline(self, seat: int) -> None:
        """A seat was offered the latest discard and declines it."""
        self._passed.add(seat)

    def false_win(self, seat: int) -> None:
        """A seat declares a false win, and play goes on."""
        self._begin(FALSE_WIN, None)
        step = Step(FALSE_WIN, seat, line=self.at)
        self._wishes.pop(seat, None)
        last = self.steps[-1].kind if self.steps else ""
        if last in (CHI, PENG):
            self._false.append(step)  # A claim and its discard are one answer.
            return
        self.steps.append(step)
        if self._offer == len(self.steps) - 1:
            self._offer += 1

    def _begin(self, kind: str, tile: int | None) -> None:
        if self._first is None:
            self._first = kind, tile

    def _settle(self) -> None:
        self._wishes, self._passed = {}, set()

    # -- flowers that are kept ----------------------------------------------------------------

    def _is_dealt(self, seat: int, flower: int) -> bool:
        return is_flower(flower) and flower in (*self._dealt[seat], *self._replaced[seat])

    def _slot_of(self, seat: int, flower: int) -> _Slot:
        """The place of a flower that the seat holds and has not shown."""
        if is_flower(flower) and flower not in self._shown[seat]:
            for tiles in (self._dealt[seat], self._replaced[seat]):
                if flower in tiles:
                    return _Slot(tiles, tiles.index(flower))
        for index, step in enumerate(self.steps):
            is_it = (step.kind, step.seat, step.tile) == (DRAW, seat, flower)
            if is_it and not self._is_replaced(index):
                return _Slot(None, index)
        raise HandError("a flower that was not drawn", self.at, code_of(flower))

    def _is_replaced(self, index: int) -> bool:
        """Whether a drawn flower is followed by the same seat's replacement draw."""
        behind = (step for step in self.steps[index + 1 :] if step.kind != FALSE_WIN)
        following = next(behind, None)
        return following is not None and (following.kind, following.seat) == (
            DRAW,
            self.steps[index].seat,
        )

    def _fill(self, slot: _Slot, tile: int) -> None:
        if slot.tiles is not None:
            slot.tiles[slot.place] = tile
        else:
            self.steps[slot.place] = self.steps[slot.place]._replace(tile=tile)

    def _fill_kept(self) -> None:
        """Swap flowers that are never shown for the tiles that the seat would have drawn."""
        unseen = self._unseen()
        for seat in range(SEATS):
            while (slot := self._kept_slot(seat)) is not None:
                tile = next((candidate for candidate in unseen if not is_flower(candidate)), None)
                if tile is None:
                    raise HandError("a flower that is kept", 0, f"seat {seat}")
                unseen.remove(tile)
                self._fill(slot, tile)
                first = 0 if slot.tiles is not None else slot.place + 1
                self.keeping.append((first, len(self.steps), seat))

    def _kept_slot(self, seat: int) -> _Slot | None:
        for tiles in (self._dealt[seat], self._replaced[seat]):
            for index, tile in enumerate(tiles):
                if is_flower(tile) and tile not in self._shown[seat]:
                    return _Slot(tiles, index)
        for index, step in enumerate(self.steps):
            drawn = (step.kind, step.seat) == (DRAW, seat) and is_flower(step.tile or 0)
            if drawn and not self._is_replaced(index):
                # A flower in the last draw of a hand is treated like any other.
                return _Slot(None, index) if index + 1 < len(self.steps) else None
        return None

    def _unseen(self) -> list[int]:
        """The undrawn tiles; those nearest to the back of the wall first, where known."""
        return list(reversed(_in_order(self._rest, _all_tiles() - self._seen())))

    def _seen(self) -> Counter[int]:
        seen = Counter(tile for tiles in (*self._dealt, *self._replaced) for tile in tiles)
        seen.update(step.tile for step in self.steps if step.kind == DRAW and step.tile is not None)
        return seen

    # -- the end ----------------------------------------------------------------------------

    def finish(self) -> tuple[tuple[int, ...], bool]:
        """The wall, and whether it is as recorded; puts the dealer's first draw into `steps`.

        Raises HandError if there is no such wall, or there are no events.
        """
        if self._first is None:
            raise HandError("no play in it")
        self._check_copies()
        self._fill_kept()
        east = sorted(self._dealt[0])
        kind, tile = self._first
        plain = [dealt_tile for dealt_tile in east if not is_flower(dealt_tile)]
        first = tile if kind == PLAY and tile in plain else plain[-1]
        east.remove(first)
        self.steps.insert(0, Step(DRAW, 0, first))
        head = [
            *east,
            *(dealt_tile for tiles in self._dealt[1:] for dealt_tile in sorted(tiles)),
            first,
        ]
        return self._wall(head)

    def _check_copies(self) -> None:
        seen = self._seen()
        for flowers in self._late:
            seen.update(flowers)
        for tile, count in seen.items():
            if count > (1 if is_flower(tile) else COPIES):
                raise HandError("more copies of a tile than there are", 0, code_of(tile))

    def _wall(self, head: Sequence[int]) -> tuple[tuple[int, ...], bool]:
        replaced = [len(tiles) for tiles in self._replaced]
        table: list[int | None] = [None] * COMMON_WALL_SIZE
        drawn = iter(
            [step.tile for step in self.steps[1:] if step.kind == DRAW and step.tile is not None]
        )
        fronts, backs = iter(head), iter([one for tiles in self._replaced for one in tiles])
        for index in drawn_places(replaced, self.steps, COMMON_WALL_SIZE):
            is_dealt = index < DEALT
            tile = next(fronts) if is_dealt else next(backs, None)
            table[index] = next(drawn) if tile is None else tile
        recorded = [*head, *self._rest]
        is_whole = Counter(recorded) == _all_tiles() and all(
            tile in (None, there) for tile, there in zip(table, recorded, strict=True)
        )
        if is_whole:
            return tuple(as_drawn(recorded, replaced, self.steps)), True
        left = _all_tiles()
        left.subtract(tile for tile in table if tile is not None)
        undrawn = iter(_in_order(self._rest, left))
        whole = [next(undrawn) if tile is None else tile for tile in table]
        return tuple(as_drawn(whole, replaced, self.steps)), False


def _all_tiles() -> Counter[int]:
    tiles = Counter(dict.fromkeys(range(TILE_KINDS), COPIES))
    tiles.update(range(TILE_KINDS, TILE_KINDS + FLOWER_KINDS))
    return tiles


def _in_order(recorded: Sequence[int], left: Counter[int]) -> list[int]:
    """The remaining tiles, in the order of a known wall, then the others in any order."""
    rest, later = Counter(left), []
    for tile in reversed(recorded):  # Drawn tiles come before the others.
        if rest[tile] > 0:
            rest[tile] -= 1
            later.append(tile)
    return [*reversed(later), *(+rest).elements()]
