"""Games of our own judge in the files and the form of the recorded ones.

    python -m tests.data.make

They stand in for ../shared/data where that is absent. The same code makes the same files; a minute
of one core.
"""

from __future__ import annotations

import gzip
import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from mj_bot.actions import action_space
from mj_bot.events import SEATS, Request, Start
from mj_bot.tiles import CODES, tiles_of
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match, match_of, to_line

HERE = Path(__file__).resolve().parent

# Random players claim whatever they may and pre-empt one another; greedy ones win.
TABLES = (("random",) * 4, ("greedy", "random") * 2, ("greedy",) * 4)
# Whole walls, and shorter ones, on which last tiles are soon there.
SIZES = (136,) * 12 + (80, 72, 64)

# Hands that hardly ever come by chance; the last tile of each is drawn soon.
HANDS = (
    "W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J3 J3",
    "W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 W9 W9 W9 W5",
    "T2 T2 T3 T3 T4 T4 T6 T6 T6 T8 T8 J2 J2 J2",
    "B2 B2 B3 B3 B4 B4 B5 B5 B6 B6 B7 B7 B8 B8",
    "W1 W4 W7 B2 B5 B8 T3 F1 F2 F3 F4 J1 J2 J3",
    "W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 F3 J1 J2",
    "W2 W5 W8 B3 B6 B9 T1 T4 T7 W3 W4 W5 F2 F2",
    "F1 F1 F1 F2 F2 F2 F3 F3 F3 F4 F4 F4 J1 J1",
    "W1 W1 W1 W9 W9 W9 B1 B1 B1 B9 B9 B9 T1 T1",
    "T1 T1 T2 T2 T3 T3 T5 T5 T7 T7 T8 T8 T9 T9",
    "W1 W2 W3 W7 W8 W9 B5 B5 T1 T2 T3 T7 T8 T9",
    "W1 W2 W3 B4 B5 B6 T7 T8 T9 J1 J1 J1 F3 F3",
    "W1 W2 W3 W2 W3 W4 W3 W4 W5 W4 W5 W6 J2 J2",
    "W3 W4 W5 B4 B5 B6 T5 T6 T7 B2 B3 B4 T8 T8",
    "B2 B3 B4 W2 W3 W4 T2 T3 T4 T6 T7 T8 W9 W9",
    "J1 J1 J1 J2 J2 J2 J3 J3 B1 B2 B3 B7 B8 B9",
)

# Walls on which hands come near to winning, as the tests of these files want.
WHOLE = range(16, 52)
DECIDED = range(40, 80)

ILLEGAL = ("HU",) * 3 + ("PASS", "GANG", "PLAY {}", "PENG {}", "GANG {}", "BUGANG {}", "CHI {} {}")
MALFORMED = ("", "pass", "PLAY", "PLAY W0", "PASS {}", "PLAY {} {}", "CHI {}", "HU {}", "BUHUA H1")


class Careless:
    """Answers as another player would, and now and then something that may be wrong."""

    def __init__(self, player: Player, chance: float, slips: tuple[str, ...], dice: Random) -> None:
        self.name = player.name
        self.begin, self.end = player.begin, player.end
        self._player, self._chance, self._slips, self._dice = player, chance, slips, dice

    def ask(self, request: Request) -> Reply:
        """The player's answer, or a slip."""
        answer = self._player.ask(request)
        if isinstance(request, Start) or self._dice.random() >= self._chance:
            return answer
        return self._dice.choice(self._slips).format(*self._dice.choices(CODES[:34], k=2))


def clumps(dice: Random, size: int) -> list[int]:
    """A wall with neighbouring tiles side by side: hands with sets, kongs and special hands."""
    deck = [tile for tile in range(34) for _ in range(4)]
    parts = []
    while deck:
        count = dice.randint(1, 4)
        parts.append(deck[:count])
        del deck[:count]
    dice.shuffle(parts)
    return [tile for part in parts for tile in part][:size]


def stacked(dice: Random, size: int) -> list[int]:
    """A wall that deals one seat all but a tile of a rare hand, and somebody that tile."""
    hand = tiles_of(dice.choice(HANDS))
    rest = [tile for tile in range(34) for _ in range(4 - hand.count(tile))]
    dice.shuffle(rest)
    quarter, seat, drawer = size // SEATS, dice.randrange(SEATS), dice.randrange(SEATS)
    places = dict(zip(range((seat + 1) * quarter - 13, (seat + 1) * quarter), hand, strict=False))
    places[(drawer + 1) * quarter - dice.randint(14, quarter - 2)] = hand[-1]
    return [places[place] if place in places else rest.pop() for place in range(size)]


def game_of(
    name: str, wall: Iterable[int], chance: float = 0.0, slips: tuple[str, ...] = ()
) -> Match:
    """The game of that name on that wall: its number chooses who plays."""
    dice, number = Random(name), int(name.rpartition("-")[2])
    names = TABLES[number % len(TABLES)]
    players = [player_of(who)(SEATS * number + seat) for seat, who in enumerate(names)]
    careless = range(SEATS) if slips else [dice.randrange(SEATS)]
    for seat in careless:
        players[seat] = Careless(players[seat], chance, slips or ILLEGAL, dice)
    game = Game(tuple(wall), dice.randrange(SEATS))
    return match_of(game, play(game, players), name)


def judged_games(count: int) -> Iterator[Match]:
    """Games with all kinds of endings, on walls where hands are good; an eighth with slips."""
    for number in range(count):
        dice = Random(f"judged/{number}")
        wall = (clumps, stacked)[number % 2](dice, dice.choice(SIZES))
        yield game_of(f"judged-{number}", wall, 0.03 if number % 8 == 0 else 0.0)


def rare_games(tried: int, most: int) -> Iterator[Match]:
    """Of this many games those that have something which fewer than `most` before them had."""
    seen: Counter[str] = Counter()
    for number in range(tried):
        dice = Random(f"rare/{number}")
        wall = (clumps, stacked)[number % 2](dice, dice.choice(SIZES))
        match = game_of(f"rare-{number}", wall)
        if any(seen[one] < most for one in features(match)):
            seen.update(features(match))
            yield match


def features(match: Match) -> set[str]:
    """What is rare in a game: its fan, its verdict, the kinds of its events."""
    kinds = {row[0].split()[2] for row in match.requests if row[0].startswith("3")}
    return kinds | {match.result.action} | {fan.name for fan in match.result.fans or ()}


def faulty_games(count: int) -> Iterator[Match]:
    """Games that end by malformed and illegal answers, in every other one often several at once."""
    names = (f"faulty-{number}" for number in itertools.count())
    chances = itertools.cycle((0.02, 0.2))
    slips = ILLEGAL + MALFORMED
    games = (game_of(name, wall_of_seed(name), next(chances), slips) for name in names)
    return itertools.islice((one for one in games if one.result.action in {"WA", "WH"}), count)


def whole_matches(numbers: Iterable[int]) -> Iterator[Match]:
    """Games on any walls; in three of four all seats want to win."""
    for number in numbers:
        name = f"whole-{3 * number + (2 if number % 4 else 1)}"
        match = game_of(name, wall_of_seed(name))
        yield match.model_copy(update={"level": "strong" if number % 4 else "weak"})


def decisions(matches: Iterable[Match], count: int) -> Iterator[str]:
    """What seats were sent and answered up to a decision, spread over the matches."""
    found = [place for match in matches for place in _places(match)]
    for match, seat, turn, legal in found[:: len(found) // count][:count]:
        record = {
            "id": f"{match.id}-{seat}-{turn}",
            "requests": [row[seat] for row in match.requests[: turn + 1]],
            "responses": [row[seat] for row in match.responses[:turn]],
            "legal": legal,
            "chosen": match.responses[turn][seat],
        }
        yield json.dumps(record, separators=(",", ":"))


def _places(match: Match) -> Iterator[tuple[Match, int, int, list[str]]]:
    for seat in range(SEATS):
        for turn, state in seat_of(match, seat).states():
            legal = sorted(map(str, action_space(state)))
            if len(legal) > 1:
                yield match, seat, turn, legal


def write(name: str, lines: Iterable[str]) -> None:
    """Write a file of the data; the same lines are the same bytes."""
    text = "".join(line + "\n" for line in lines).encode("utf-8")
    (HERE / f"{name}.jsonl.gz").write_bytes(gzip.compress(text, mtime=0))


def main() -> None:
    """Write all the files."""
    write("botzone_matches", map(to_line, whole_matches(WHOLE)))
    write("judged_games", map(to_line, judged_games(250)))
    write("rare_games", map(to_line, rare_games(8000, 3)))
    write("faulty_games", map(to_line, faulty_games(140)))
    write("reference_decisions", decisions(whole_matches(DECIDED), 2500))


if __name__ == "__main__":
    main()
