import pickle
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import (
    DRAW,
    GANG,
    PASS,
    PASSING,
    PLAY,
    Action,
    Deal,
    Event,
    Start,
    parse_request,
    parse_response,
)
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_bot.tiles import tile_of
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, is_tactic, named, player_of, tactic_of
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import Limits
from tests.command import mj
from tests.recorded import Recorded

START = Start(0, 0)
DEAL = Deal((0, 0, 0, 0), tuple(range(13)))
OWN_DRAW = Event(DRAW, 0, 5)


def first_legal(state: GameState) -> Action:
    return action_space(state)[0]


def player_with(tactic: Any, **options: Any) -> TacticPlayer:
    player = TacticPlayer(lambda _: tactic, "test", **options)
    player.begin(0)
    return player


def asked_to_discard(tactic: Any, **options: Any) -> tuple[TacticPlayer, Any]:
    player = player_with(tactic, **options)
    replies = [player.ask(request) for request in (START, DEAL, OWN_DRAW)]
    assert replies[:2] == [PASSING, PASSING]
    return player, replies[2]


# -- a tactic in this process ---------------------------------------------------------------------


def replayed(match: dict[str, Any], seat: int, tactic: Any) -> list[Any]:
    """What a player answers to the requests that a seat got in a recorded match."""
    player = TacticPlayer(lambda _: tactic, "test")
    player.begin(seat)
    return [player.ask(parse_request(turn[seat], seat)) for turn in match["requests"]]


class Recording:
    """Answers as one seat did in a record, and notes what it is sent."""

    def __init__(self, match: dict[str, Any], seat: int) -> None:
        self.responses = [parse_response(turn[seat]) for turn in match["responses"]]
        self.requests = [turn[seat] for turn in match["requests"]]
        self.asked: list[int] = []
        self.told: list[tuple[int, Action, tuple[int, ...]]] = []
        self.turn = 0

    def __call__(self, state: GameState) -> Action:
        # A seat is asked at some turns only; which one this is shows in what came last.
        while parse_request(self.requests[self.turn], state.seat) != state.last:
            self.turn += 1
        self.asked.append(self.turn)
        self.turn += 1
        return self.responses[self.turn - 1]

    def loading(self, state: GameState, seat: int, action: Action) -> None:
        self.told.append((seat, action, tuple(state.hand)))


@pytest.mark.parametrize("name", ["botzone_matches", "rare_games"])
def test_recorded_answers_are_answered_again_and_tactics_told_what_load_json_tells(
    recorded: Recorded, name: str
) -> None:
    for match in recorded(name)[:20]:
        if match["result"]["action"] not in ("HU", "HUANG"):
            continue
        for seat in range(4):
            tactic = Recording(match, seat)
            assert replayed(match, seat, tactic) == tactic.responses
            assert len(tactic.asked) < len(tactic.responses)
            told: list[Any] = []
            said = [str(action) for action in tactic.responses[:-1]]
            load_json(
                {"requests": tactic.requests, "responses": said},
                lambda state, actor, action: told.append((actor, action, tuple(state.hand))),  # noqa: B023
            )
            assert tactic.told == told


def test_a_tactic_gets_its_own_concealed_kong_back() -> None:
    hand = (0, 0, 0, 0, *range(9, 18))
    replies, kongs = iter([Action(GANG, 0), Action(PLAY, 30)]), []

    def tactic(state: GameState) -> Action:
        kongs.append([meld.tile for meld in state.own_melds])
        return next(replies)

    player = player_with(tactic)
    events = (Event(DRAW, 0, 20), Event(GANG, 0), Event(DRAW, 0, 30))
    for request in (START, Deal((0, 0, 0, 0), hand), *events):
        player.ask(request)
    assert kongs == [[], [0]]


def test_every_game_has_a_tactic_of_its_own() -> None:
    made: list[int] = []

    def factory(seed: int) -> Callable[[GameState], Action]:
        made.append(seed)
        return first_legal

    player = TacticPlayer(factory, "test", seed=7)
    player.begin(0)
    player.seed = 8
    player.begin(1)
    assert made == [7, 8]


def test_a_tactic_that_raises_is_a_fault() -> None:
    def raises(state: GameState) -> Action:
        actions: dict[int, Action] = {}
        return actions[state.seat]

    player, reply = asked_to_discard(raises)
    assert reply.verdict == "RE"
    assert reply.detail.startswith("KeyError: 0 (test_players.py:")
    assert "return actions[state.seat]" in player.errors


@pytest.mark.parametrize("answer", [None, "PLAY W0", 3, ("PLAY", 0, None, 0)])
def test_what_is_no_action_is_a_fault(answer: Any) -> None:
    _, reply = asked_to_discard(lambda _: answer)
    assert reply == Fault("RE", f"answered {answer!r}")


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("PLAY W1", Action(PLAY, 0)),
        (("PLAY", "W1"), Action(PLAY, 0)),
        (Action(PASS), PASSING),  # Which is for the judge to find.
    ],
)
def test_the_text_or_the_tuple_of_an_action_is_one(answer: Any, action: Action) -> None:
    _, reply = asked_to_discard(lambda _: answer)
    assert isinstance(reply, Action) and reply == action


def test_a_request_that_cannot_follow_is_no_fault_of_the_player() -> None:
    with pytest.raises(ValueError, match="a deal that does not follow"):
        player_with(first_legal).ask(DEAL)


def spin(state: GameState) -> Action:
    while True:
        pass


class Improving:
    """Has found a good answer, and would search for ever."""

    def __init__(self) -> None:
        self.best: Action | None = None

    def __call__(self, state: GameState) -> Action:
        assert self.best is None
        self.best = Action(PLAY, 3)
        return spin(state)


def test_a_tactic_is_cut_by_the_clock() -> None:
    player, reply = asked_to_discard(spin, limit=0.05)
    assert reply.verdict == "TLE"
    assert player.times[0] > 0.05


def test_a_tactic_that_is_cut_plays_its_best() -> None:
    player, reply = asked_to_discard(Improving(), limit=0.05)
    assert reply == Action(PLAY, 3)
    player.ask(Event(PLAY, 0, 3))
    assert player.ask(Event(DRAW, 1)) == PASSING


def test_a_tactic_that_never_ends_is_cut_without_a_limit_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mj_lab.core.game.players.STUCK", 0.05)
    monkeypatch.setattr(TacticPlayer.__init__, "__defaults__", (0, 0.05))
    _, reply = asked_to_discard(spin)
    assert reply.verdict == "TLE"

    class Listens:
        loading = staticmethod(lambda *_: spin(GameState()))

        def __call__(self, state: GameState) -> Action:
            return first_legal(state)

    assert asked_with(lambda _: Listens()).verdict == "TLE"
    assert asked_with(lambda _: spin(GameState())).verdict == "TLE"


def asked_with(factory: Any) -> Any:
    """The fault that a tactic earns at the deal, another's discard or its own draw."""
    player = TacticPlayer(factory, "test")
    player.begin(0)
    for request in (START, DEAL, Event(DRAW, 3), Event(PLAY, 3, 5), OWN_DRAW):
        reply = player.ask(request)
        if isinstance(reply, Fault):
            return reply
    return None


def leaves(*_: Any) -> Action:
    sys.exit("enough")


class RaisesWhenTold:
    def __call__(self, state: GameState) -> Action:
        return first_legal(state)

    def loading(self, state: GameState, seat: int, action: Action) -> None:
        raise ValueError("no good")


@pytest.mark.parametrize(
    ("factory", "told"),
    [
        (lambda _: RaisesWhenTold(), "ValueError: no good"),
        (lambda _: leaves, "SystemExit: enough"),
        (leaves, "SystemExit: enough"),
        (lambda seed: 1 // seed, "ZeroDivisionError: integer .* by zero"),
    ],
)
def test_a_tactic_that_fails_is_faulted_and_nothing_else_ends(factory: Any, told: str) -> None:
    fault = asked_with(factory)
    assert fault.verdict == "RE"
    assert re.fullmatch(told + r" \(test_players.py:\d+\)", fault.detail)


def test_debug_is_the_newest_answers() -> None:
    class Talking:
        debug = ""

        def __call__(self, state: GameState) -> Action:
            self.debug = "five"
            return first_legal(state)

    player, _ = asked_to_discard(Talking())
    assert player.debug == "five"
    player.ask(Event(PLAY, 0, 0))
    assert player.debug == ""


# -- specs ----------------------------------------------------------------------------------------

HONEST = str(Path(__file__).parent / "programs" / "honest.py")


CLASSES = """
from mj_bot.actions import action_space
from mj_bot.events import Action

class First:
    def __call__(self, state):
        return action_space(state)[0]

class Seeded(First):
    def __init__(self, seed=0):
        self.seed = seed

class Nothing:
    pass

class Silent:
    def __call__(self, state):
        return None

class Passing:
    def __call__(self, state):
        return Action("PASS")

class Needy(First):
    def __init__(self, weights):
        self.weights = weights

class Raising:
    def __call__(self, state):
        return {}[0]
"""


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with modules of one's own."""
    (tmp_path / "own_classes.py").write_text(CLASSES)
    (tmp_path / "own_broken.py").write_text("import no_such_module_anywhere\n")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "first.py").write_text(CLASSES.partition("class Seeded")[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("own_classes", "own_broken"):
        sys.modules.pop(name, None)


def test_a_class_is_a_player(classes: Path) -> None:
    """Its games are those of the tactic that is the same, move for move."""
    made = pickle.loads(pickle.dumps(player_of("py:own_classes:First")))
    assert made(1).name == "py:own_classes:First"
    played = []
    for factory in (made, lambda seed: TacticPlayer(lambda _: first_legal, "first", seed)):
        game = Game([(tile * 7) % 34 for tile in range(136)])
        others = [player_of("greedy")(seat) for seat in range(1, 4)]
        turns = play(game, [factory(0), *others])
        assert game.result is not None and game.result.action in ("HU", "HUANG")
        played.append([str(turn) for turn in turns])
    assert played[0] == played[1]


def test_a_file_is_a_player(classes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactics, "__path__", list(tactics.__path__))
    made = pickle.loads(pickle.dumps(player_of("own/first.py")))
    assert made(1).name == "own/first.py" and is_tactic("C:\\own\\first.py@depth=1")
    with pytest.raises(ValueError, match="first has no option 'depth'; it has none"):
        player_of("own/first.py@depth=1")
    sys.modules.pop("mj_bot.tactics.first")


def test_a_class_gets_a_seed_if_it_takes_one(classes: Path) -> None:
    tactic: Any = tactic_of("py:own_classes:Seeded", 5)
    assert tactic.seed == 5
    with pytest.raises(ValueError, match="no tactic 'own_classes'"):
        tactic_of("own_classes")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("py:own_classes:First2", "own_classes has no class First2"),
        ("py:no_such_module:First", r"ModuleNotFoundError: No module named 'no_such_module'"),
        ("py:own_broken:First", r"No module named 'no_such_module_anywhere' \(own_broken.py:1\)"),
        ("py:own_classes", "a class is py:MODULE:CLASS, not 'py:own_classes'"),
        ("py:", "a class is py:MODULE:CLASS"),
        ("py:own_classes:", "a class is py:MODULE:CLASS"),
        ("py:a/b.py:First", "a class is py:MODULE:CLASS"),
        ("py:own_classes:First:more", "a class is py:MODULE:CLASS"),
        ("py:own_classes:Nothing", "not callable"),
        ("py:own_classes:Silent", "answered None to a first draw, which is not legal"),
        ("py:own_classes:Passing", "answered PASS to a first draw, which is not legal"),
        ("py:own_classes:Needy", "missing 1 required positional argument: 'weights'"),
        ("py:own_classes:Raising", r"KeyError: 0 \(own_classes.py:\d+\)"),
    ],
)
def test_a_class_that_cannot_play_is_one_line(classes: Path, spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as raised:
        player_of(spec)
    assert len(str(raised.value).splitlines()) == 1


def test_a_class_and_a_file_play_duels_matches_and_under_watch(classes: Path) -> None:
    spec, file = "py:own_classes:First", "own/first.py"
    for words in (
        ["duel", spec, file, "--walls", "1", "--mode", "quick", "--jobs", "2"],
        ["league", spec, "random", "greedy", file, "--rounds", "1", "--seatings", "4"],
        ["play", spec, "random", "greedy", file, "--seed", "1", "-o", "match.json"],
        ["play", "--watch", "--pace", "0", spec, "random", "greedy", file, "--seed", "1"],
        ["explain", "match.json", "--seat", "0", "--at", "2", "--tactic", spec],
        ["explain", "match.json", "--seat", "0", "--at", "2", "--tactic", file],
    ):
        done = mj(*words)
        assert done.returncode == 0, done.stderr
        assert words[0] == "explain" or (spec[:8] in done.stdout and file[:8] in done.stdout)
        if words[0] == "duel":
            assert f"{spec} - {file}: +0.00;" in done.stdout


def test_seeds_tell_players_apart() -> None:
    def game(*seeds: int) -> list[Any]:
        players = [player_of("random")(seed) for seed in seeds]
        return play(Game([tile % 34 for tile in range(136)]), players)

    assert game(1, 2, 3, 4) == game(1, 2, 3, 4)
    assert game(1, 2, 3, 4) != game(5, 2, 3, 4)


@pytest.mark.parametrize("kind", ["cmd", "keep", "cmd+simple", "keep+simple"])
def test_a_program_is_a_spec(kind: str) -> None:
    arguments = kind.replace("cmd", "restart").replace("+", " ")
    spec = f"{kind}:{sys.executable} {HONEST} {arguments}"
    player = player_of(spec, Limits(first_seconds=60, seconds=60))(0)
    assert isinstance(player, ProgramPlayer)
    assert player.name == spec
    player.begin(0)
    replies = [player.ask(request) for request in (START, DEAL, OWN_DRAW)]
    assert replies == ["PASS", "PASS", "PLAY W6"]
    sent = player.debug
    player.end()
    kept, simple = kind.startswith("keep"), kind.endswith("simple")
    assert (sent == ("2 W6" if simple else '"2 W6"')) == kept
    assert sent.startswith("{") == (not kept and not simple)


def test_a_python_file_is_run_by_this_python(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    for name in ("bot.py", "bot.pyz"):
        (folder / name).write_text('print(\'{"response": "PASS"}\')')
        player = player_of(f"cmd:'{folder / name}'")(0)
        player.begin(0)
        assert player.ask(START) == "PASS"
        player.end()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "no tactic ''"),
        ("gredy", "no tactic 'gredy'; there are: cnn, expectimax, greedy, learned, net, odds,"),
        ("../greedy", "no tactic"),
        ("no_such/mine.py@x=1", "no such file: no_such/mine.py"),
        ("run:x", "no such kind of player: 'run:'; there are: cmd:, keep:"),
        ("cmd:", "command is missing"),
        ("keep:  ", "command is missing"),
        ("cmd:no_such_program -x", "no such program: no_such_program"),
        ("cmd:no/such/bot.py", "no such program: no/such/bot.py"),
        ("keep:no_such.pyz", "no such program: no_such.pyz"),
        ("cmd:/", "no such program: /"),
        (f"cmd:{HONEST[:-3]}", "no such program"),
        ("cmd:'half", "no shell understands"),
        ("cmd:\0", "no such program"),
        ("=greedy", "not a name for a player: ''"),
        (" =greedy", "not a name for a player: ''"),
        ("a\nb=greedy", r"not a name for a player: 'a\nb'"),
        ("x" * 25 + "=greedy", "not a name for a player: 'x"),
        ("odds=greedy", "not a name for a player: 'odds'"),
        ("human=greedy", "not a name for a player: 'human'"),
        ("mine=", "NAME=PLAYER has no player"),
    ],
)
def test_what_names_no_player_is_one_clear_line(spec: str, words: str) -> None:
    with pytest.raises(ValueError) as found:
        player_of(named(spec).spec)
    assert words in str(found.value)
    assert "\n" not in str(found.value)


def test_a_name_has_24_characters_at_most() -> None:
    assert named(f"{'x' * 24} = greedy") == ("x" * 24, "greedy")


def test_what_makes_players_can_be_sent_to_another_process() -> None:
    for spec in ("random", f"keep:{HONEST} keep"):
        factory = pickle.loads(pickle.dumps(player_of(spec, Limits(seconds=1))))
        assert factory(1).name == spec


def test_flowers_are_no_tiles_to_a_player() -> None:
    player = player_with(first_legal)
    player.ask(START)
    player.ask(Deal((1, 0, 0, 0), DEAL.tiles, (tile_of("H1"),)))
    assert player.ask(Event("BUHUA", 1, tile_of("H2"))) == PASSING
