"""The referee: recorded games, each verdict, the judge's order, the ends of the wall."""

import random
from collections import Counter

import pytest

from mj_bot.events import (
    PASSING,
    Action,
    Deal,
    Event,
    Start,
    format_request,
    parse_response,
)
from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import counts_of, tile_of, tiles_of
from mj_lab.core.game.play_game import play
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.result import Result
from mj_lab.core.records.match import Match, match_of
from mj_lab.measure.check.verify import disagreement
from tests.recorded import Recorded

PASSES: list[Reply] = [PASSING] * 4


def wall_for(*hands: str, draws: tuple[str, ...] = ("", "", "", ""), size: int = 34) -> list[int]:
    """A wall that deals these hands and then these draws to the four seats; the rest at will."""
    own = [tiles_of(hand) + tiles_of(drawn) for hand, drawn in zip(hands, draws, strict=True)]
    used = Counter(tile for tiles in own for tile in tiles)
    rest = [tile for tile in range(34) for _ in range(4 - used[tile])]
    random.Random(0).shuffle(rest)
    wall: list[int] = []
    for tiles in own:
        more = [rest.pop() for _ in range(size - len(tiles))]
        wall += (tiles + more)[::-1]
    return wall


def text(*replies: str) -> list[Reply]:
    return list(replies)


def dealt(wall: list[int], wind: int = 0) -> Game:
    game = Game(wall, wind)
    game.submit(PASSES)
    game.submit(PASSES)
    return game


HAND0 = "W1 W2 W3 W4 W5 W6 W7 W8 B1 B2 B3 F1 F1"
HAND1 = "T1 T1 T2 T3 T4 T5 T5 T6 T7 T8 J1 J1 J1"
HAND2 = "B9 B9 B9 B5 B5 B6 B7 T9 T9 F2 F2 F3 F4"
HAND3 = "W9 W9 W1 W1 W1 B4 B4 B6 F3 F3 F4 J2 J3"
HANDS = (HAND0, HAND1, HAND2, HAND3)


def test_opening() -> None:
    game = Game(wall_for(*HANDS, draws=("W9", "", "", "")), 2)
    assert [game.request_for(seat) for seat in range(4)] == [Start(seat, 2) for seat in range(4)]
    game.submit(PASSES)
    deal = game.request_for(1)
    assert isinstance(deal, Deal)
    assert deal.tiles == tuple(tiles_of(HAND1))
    game.submit(PASSES)
    assert game.request_for(0) == Event("DRAW", 0, tile_of("W9"))
    assert game.request_for(3) == Event("DRAW", 0)


def test_every_recorded_game(recorded: Recorded) -> None:
    for name in ("botzone_matches", "judged_games", "rare_games", "faulty_games"):
        records = recorded(name)
        assert records
        for record in records:
            assert disagreement(Match.model_validate(record)) is None, (name, record["id"])


def test_self_drawn_win_pays_all() -> None:
    game = dealt(wall_for(*HANDS, draws=("W9", "", "", "")))
    game.submit(text("HU", "PASS", "PASS", "PASS"))
    assert game.result is not None
    assert game.result.action == "HU"
    found = win(counts_of(tiles_of(HAND0)), [], tile_of("W9"), WinContext(self_drawn=True))
    assert found is not None
    assert game.result.fan == found.fan
    stake = 8 + found.fan
    assert game.scores == [3 * stake, -stake, -stake, -stake]
    assert game.result.giver is None


def test_who_gave_the_tile_pays_its_fan() -> None:
    game = dealt(wall_for(*HANDS, draws=("F2", "W9", "", "")))
    for replies in ("PLAY F2", *[""] * 3), [""] * 4, ("", "PLAY W9", "", ""), ("HU", *[""] * 3):
        game.submit(text(*[reply or "PASS" for reply in replies]))
    assert game.result is not None and game.result[:3] == ("HU", 0, 1)
    assert game.scores[1:] == [-8 - (game.result.fan or 0), -8, -8]


def test_wrong_win() -> None:
    game = dealt(wall_for(*HANDS, draws=("F2", "", "", "")))
    game.submit(text("HU", "PASS", "PASS", "PASS"))
    assert game.result is not None
    assert game.result[:2] == ("WH", 0)
    assert game.result.fan == -3
    assert game.scores == [-30, 10, 10, 10]


def test_win_under_eight_is_wrong_and_tells_its_fan() -> None:
    hand = "W1 W2 W3 W5 W6 B2 B3 B4 T6 T7 T8 F1 F1"
    others = ("T1 T1 T2 T3 T4 T5 T5 T9 T9 J1 J1 J1 F2", HAND2.replace("F2 F2", "J2 J3"), HAND3)
    wall = wall_for(hand, *others, draws=("B9", "W4", "", ""))
    game = dealt(wall)
    game.submit(text("PLAY B9", "PASS", "PASS", "PASS"))
    game.submit(PASSES)
    game.submit(text("PASS", "PLAY W4", "PASS", "PASS"))
    game.submit(text("HU", "PASS", "PASS", "PASS"))
    assert game.result is not None
    assert game.result[:2] == ("WH", 0)
    assert game.result.fan is not None
    assert 0 <= game.result.fan < 8
    assert sum(times * value for _, times, value in game.result.fans) == game.result.fan


@pytest.mark.parametrize(
    "answer",
    [
        "PASS",
        "PLAY J3",
        "GANG W1",
        "BUGANG W1",
        "PENG W1",
        "CHI W2 W1",
        "GANG",
        "",
        "play W1",
        "HU W1",
        " PLAY W9",
        "PLAY  W9",
        "PLAY W9 ",
        "PLAY\tW9",
        "PLAY W9\n",
        "HU ",
    ],
)
def test_wrong_own_turn(answer: str) -> None:
    game = dealt(wall_for(*HANDS, draws=("W9", "", "", "")))
    game.submit(text(answer, "PASS", "PASS", "PASS"))
    assert game.result is not None
    assert game.result[:2] == ("WA", 0)
    assert game.scores == [-30, 10, 10, 10]


@pytest.mark.parametrize("answer", ["HU", "PLAY B9", "PENG B9", "nonsense", ""])
def test_only_the_drawer_acts(answer: str) -> None:
    game = dealt(wall_for(*HANDS, draws=("W9", "", "", "")))
    game.submit(text("PLAY W9", "PASS", answer, "PASS"))
    assert game.result is not None
    assert game.result[:2] == ("WA", 2)


def discarded(tile: str = "B9") -> Game:
    """East has discarded; South is next."""
    game = dealt(wall_for(*HANDS, draws=(tile, "", "", "")))
    game.submit(text(f"PLAY {tile}", "PASS", "PASS", "PASS"))
    return game


@pytest.mark.parametrize(
    ("seat", "answer", "allowed"),
    [
        (2, "PENG F2", True),
        (2, "GANG", True),
        (2, "PENG B9", True),
        (2, "GANG B9", False),
        (2, "PENG W1", False),
        (3, "PENG W9", False),
        (1, "CHI B8 T1", False),
        (1, "PLAY T1", False),
        (0, "PENG B1", False),
        (3, "HU", False),
    ],
)
def test_claims(seat: int, answer: str, allowed: bool) -> None:
    game = discarded()
    replies = text("PASS", "PASS", "PASS", "PASS")
    replies[seat] = answer
    assert game.allows(seat, parse_response(answer)) is allowed
    game.submit(replies)
    assert (game.result is None) is allowed


def test_chow_only_from_the_seat_before() -> None:
    game = discarded("T9")
    assert game.allows(1, parse_response("CHI T8 T1"))
    assert not game.allows(1, parse_response("CHI T8 T7"))  # The T7 is in the chow.
    assert not discarded("F2").allows(2, parse_response("PENG F2"))
    assert not game.allows(2, parse_response("CHI T8 B5"))


def test_pung_before_chow() -> None:
    hands = (HAND0, HAND1, HAND2, "T3 T3 W1 W1 W1 B4 B4 B6 F3 F3 F4 J2 J3")
    game = dealt(wall_for(*hands, draws=("T3", "", "", "")))
    game.submit(text("PLAY T3", "PASS", "PASS", "PASS"))
    game.submit(text("PASS", "CHI T3 J1", "PASS", "PENG F4"))
    assert game.event == Event("PENG", 3, tile_of("F4"))


def test_wrong_win_comes_before_a_wrong_claim_elsewhere() -> None:
    game = discarded()
    game.submit(text("PASS", "PENG T1", "PASS", "HU"))
    assert game.result is not None
    assert game.result[:2] == ("WH", 3)


def test_wrong_pung_comes_before_a_right_chow() -> None:
    game = discarded("T9")
    game.submit(text("PASS", "CHI T8 T1", "PASS", "PENG W9"))
    assert game.result is not None
    assert game.result[:2] == ("WA", 3)


@pytest.mark.parametrize("verdict", ["RE", "TLE", "MLE", "OLE", "NJ"])
def test_verdicts_of_programs_end_the_game(verdict: str) -> None:
    game = discarded()
    game.submit(["PASS", "PASS", Fault(verdict, "why"), "PASS"])
    assert game.result is not None
    assert game.result[:2] == (verdict, 2)
    assert game.result.detail == "why"
    assert game.scores == [10, 10, -30, 10]


def test_a_fault_at_the_opening() -> None:
    game = Game(wall_for(*HANDS))
    game.submit(["PASS", Fault("RE"), "HU", "PASS"])
    assert game.result is not None
    assert game.result[:2] == ("RE", 1)


def test_kongs_and_replacement_draw() -> None:
    game = discarded()
    game.submit(text("PASS", "PASS", "GANG", "PASS"))
    assert game.event == Event("GANG", 2)
    game.submit(PASSES)
    assert game.event is not None
    assert game.event[:2] == ("DRAW", 2)
    assert game.replacing
    game.submit([PASSING, PASSING, Action("PLAY", game.event.tile), PASSING])
    assert game.result is None


def test_only_pass_to_a_kong() -> None:
    game = discarded()
    game.submit(text("PASS", "PASS", "GANG", "PASS"))
    game.submit(text("PASS", "PASS", "PASS", "HU"))
    assert game.result is not None
    assert game.result[:2] == ("WA", 3)
    game = discarded("F2")
    assert game.allows(2, parse_response("PENG B9"))
    game.event = Event("BUGANG", 0, tile_of("F2"))
    assert not game.allows(2, parse_response("PENG B9"))


def test_drawn_game_when_the_next_wall_is_empty() -> None:
    game = dealt(wall_for(*HANDS, size=14))
    while game.result is None:
        event = game.event
        assert event is not None
        replies: list[Reply] = [PASSING] * 4
        if event.kind == "DRAW":
            replies[event.seat] = Action("PLAY", event.tile)
        game.submit(replies)
    assert game.result.action == "HUANG"
    assert game.scores == [0, 0, 0, 0]


def test_no_claim_while_the_next_wall_is_empty() -> None:
    game = dealt(wall_for(*HANDS, size=14, draws=("W9", "F1", "B1", "B9")))
    for seat, tile in enumerate(("W9", "F1", "B1")):
        replies = text("PASS", "PASS", "PASS", "PASS")
        replies[seat] = f"PLAY {tile}"
        game.submit(replies)
        game.submit(PASSES)
    game.submit(text("PASS", "PASS", "PASS", "PLAY B9"))
    assert not game.allows(2, parse_response("PENG F2"))
    assert not game.allows(2, parse_response("GANG"))


def test_flowers_are_replaced_and_told() -> None:
    flowers = [34, 35, 36, 37, 38, 39, 40, 41]
    wall = wall_for(*HANDS, draws=("W9", "", "", ""))
    # Two flowers for each seat, the first drawn by East with the deal, the second with its draw.
    quarters = [wall[seat * 34 : seat * 34 + 34] for seat in range(4)]
    longer = []
    for seat, quarter in enumerate(quarters):
        one, two = flowers[2 * seat : 2 * seat + 2]
        longer += [*quarter[:21], one, *quarter[21:], two]
    game = Game(longer)
    game.submit(PASSES)
    for seat, hand in enumerate(HANDS):
        # What the published judge sends: counts, one's own tiles, the flowers of all four.
        assert format_request(game.request_for(seat), seat) == f"1 1 1 1 1 {hand} H2 H4 H6 H8"
    game.submit(PASSES)
    assert game.event == Event("BUHUA", 0, 34)
    game.submit(PASSES)
    assert game.event == Event("DRAW", 0, tile_of("W9"))
    assert game.flowers == [2, 1, 1, 1]


@pytest.mark.parametrize("size", [0, 4, 52, 135])
def test_walls_that_cannot_be_dealt(size: int) -> None:
    with pytest.raises(ValueError, match="wall"):
        Game([0] * size)


def test_a_quarter_of_flowers_alone_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="too many flowers"):
        Game([*range(34, 42), *wall_for(*HANDS, size=19)[8:]])


def test_a_kong_on_an_empty_own_wall_ends_the_game_drawn() -> None:
    # Every seat has drawn its only tile but East; South's wall is empty, West's is not.
    game = dealt(wall_for(*HANDS, size=14, draws=("B9", "F1", "B1", "F3")))
    game.walls[1], game.walls[2] = [0], []
    game.submit(text("PLAY B9", "PASS", "PASS", "PASS"))
    assert game.allows(2, Action("GANG"))
    game.submit(text("PASS", "PASS", "GANG", "PASS"))
    assert game.event == Event("GANG", 2)
    game.submit(PASSES)
    assert game.result is not None
    assert game.result.action == "HUANG"
    assert game.scores == [0, 0, 0, 0]


def test_a_flower_on_an_empty_own_wall_ends_the_game_drawn() -> None:
    game = discarded()
    game.walls[1] = [34]
    game.submit(PASSES)
    assert game.event == Event("BUHUA", 1, 34)
    game.submit(PASSES)
    assert game.result == Result("HUANG")


@pytest.mark.parametrize(("own", "next_", "allowed"), [(1, 1, True), (0, 1, False), (1, 0, False)])
def test_a_kong_in_turn_needs_a_tile_for_it_and_one_after_it(
    own: int, next_: int, allowed: bool
) -> None:
    game = dealt(wall_for(*HANDS, draws=("W9", "", "", "")))
    game.hands[0][0], game.melds[0] = 4, [Meld("PENG", tile_of("B1"), 1)]
    game.walls[:2] = [0] * own, [0] * next_
    for answer in ("GANG W1", "BUGANG B1"):
        assert game.allows(0, parse_response(answer)) is allowed


@pytest.mark.parametrize(
    "answer",
    [
        Action("PLAY", 40),
        Action("PLAY", -1),
        Action("PENG", 99),
        Action("PENG", tile_of("F2"), tile_of("B8")),
        Action("GANG", None, tile_of("B8")),
        Action("CHI", tile_of("F2"), -2),
        Action("CHI", tile_of("F2"), 99),
        Action("DANCE"),
    ],
)
def test_actions_that_no_text_says_are_wrong(answer: Action) -> None:
    game = discarded()
    game.submit([PASSING, PASSING, answer, PASSING])
    assert game.result is not None
    assert game.result[:2] == ("WA", 2)


@pytest.mark.parametrize("middle", [8, 26, 27])
def test_no_chow_goes_over_the_end_of_a_suit(middle: int) -> None:
    game = discarded("B9")
    game.hands[1] = [4] * 34
    assert game.allows(1, Action("CHI", 0, tile_of("B8")))
    assert not game.allows(1, Action("CHI", 0, tile_of("B9")))
    game.offered = middle
    assert not game.allows(1, Action("CHI", 0, middle))


class Passer:
    """Passes, discards what it drew, and remembers that it was informed of the end."""

    name = "passer"
    ended = 0

    def begin(self, seat: int) -> None:
        self.seat = seat

    def ask(self, request: object) -> Reply:
        if isinstance(request, Event) and request.kind == "DRAW" and request.seat == self.seat:
            return Action("PLAY", request.tile)
        return PASSING

    def end(self) -> None:
        self.ended += 1


class Crasher(Passer):
    def ask(self, request: object) -> Reply:
        raise RuntimeError("broken player")


def test_play_records_a_match_that_replays() -> None:
    wall = wall_for(*HANDS)
    players = [Passer() for _ in range(4)]
    game = Game(wall, 1)
    turns = play(game, players)
    assert [player.ended for player in players] == [1, 1, 1, 1]
    match = match_of(game, turns, "passers", [player.name for player in players])
    assert match.result.action == "HUANG"
    assert disagreement(match) is None


def test_players_are_told_of_the_end_when_one_breaks() -> None:
    players = [Passer(), Passer(), Crasher(), Passer()]
    with pytest.raises(RuntimeError):
        play(Game(wall_for(*HANDS)), players)
    assert [player.ended for player in players] == [1, 1, 1, 1]
