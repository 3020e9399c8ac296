"""The compiled part of mj_engine."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


QUESTION_SIZE: int = 55

def fan_names() -> tuple[tuple[str, str, int], ...]:
    """The Chinese name, the English name and the value of every fan."""

def win(hand: Sequence[int], melds: Sequence[tuple[int, int, int]], tile: int, flags: Sequence[bool], seat_wind: int, prevalent_wind: int, flowers: int) -> tuple[int, int, list[tuple[int, int]]] | None:
    """
    (fan, total, [(place in fan_names(), times), ...]), or None if it is no win.
    """

def win_flags() -> tuple[str, ...]:
    """The names of the flags for how a winning tile came."""

def fan_study(hand: Sequence[int], melds: Sequence[tuple[int, int, int]], last: int, tile: int, flags: Sequence[str], seat_wind: int, prevalent_wind: int, flowers: int, by_mahjonggb: bool) -> str:
    """The fan of a hand as JSON; tile: -1 for the last one."""

NEVER: int = 99

def hand_study(hand: Sequence[int], melds: Sequence[tuple[int, int, int]], last: int, flowers: int, seat: int, prevalent_wind: int, turn: int, seen: Sequence[int]) -> str:
    """
    How good a hand is, as JSON; last: -1 for none; turn: 0 for as few draws as possible.
    """

def wins(questions: NDArray[numpy.uint8]) -> tuple[NDArray[numpy.int16], NDArray[numpy.uint8]]:
    """
    (int16 [n] fan, -1 for no win; uint8 [n, 82] times of each fan) for uint8 [n, 55].
    """

def winning_shape(hand: Sequence[int], tile: int) -> bool:
    """Whether a hand (34 counts) and a tile have a winning shape."""

class Result:
    """How a game ended; the fields are mj_lab.core.game.result.Result's."""

    @property
    def action(self) -> str:
        """
        HU, HUANG, or the verdict that ended it (WA, WH, RE, TLE, MLE, OLE, NJ).
        """

    @property
    def player(self) -> int | None:
        """The winner or the offender; None if drawn."""

    @property
    def giver(self) -> int | None:
        """Whose tile it was; None if self-drawn."""

    @property
    def fan(self) -> int | None:
        """
        Total with flowers; for a wrong win its fan, or -3 without a winning hand.
        """

    @property
    def fans(self) -> tuple[tuple[str, int, int], ...]:
        """
        The fans of the win: (name, times, value of one), by the judge's names.
        """

    def __repr__(self) -> str: ...

class Observation:
    """What one seat may know; the fields are mj_bot.state.GameState's."""

    @property
    def seat(self) -> int:
        """0-3."""

    @property
    def prevalent_wind(self) -> int: ...

    @property
    def common_wall(self) -> bool: ...

    @property
    def wall_size(self) -> int: ...

    @property
    def hand(self) -> list[int]:
        """34 counts of the own concealed tiles, including a drawn tile."""

    @property
    def unseen(self) -> list[int]:
        """34 counts of the copies that this seat has not seen."""

    @property
    def shown(self) -> list[int]:
        """34 counts of shown tiles, as the judge counts for the 4th tile."""

    @property
    def drawn(self) -> int | None: ...

    @property
    def offered(self) -> int | None: ...

    @property
    def turn(self) -> int: ...

    @property
    def decision(self) -> int:
        """0 nothing, 1 own draw, 2 a discard to claim, 3 a kong to rob."""

    @property
    def replacing(self) -> bool: ...

    @property
    def walls(self) -> list[int]: ...

    @property
    def flowers(self) -> list[int]: ...

    @property
    def melds(self) -> tuple[tuple[tuple[str, int | None, int, bool], ...], tuple[tuple[str, int | None, int, bool], ...], tuple[tuple[str, int | None, int, bool], ...], tuple[tuple[str, int | None, int, bool], ...]]:
        """By seat: (kind, tile or None, offer, added)."""

    @property
    def discards(self) -> tuple[tuple[tuple[int, int | None], ...], tuple[tuple[int, int | None], ...], tuple[tuple[int, int | None], ...], tuple[tuple[int, int | None], ...]]:
        """By seat: (tile, claimed by or None)."""

    @property
    def legal(self) -> list[str]:
        """The legal answers, as sent."""

    @property
    def mask(self) -> NDArray[numpy.uint8]:
        """uint8 [ACTION_COUNT]: 1 where the action of that index is legal."""

class Game:
    """
    One game, refereed as the judge does.

    wall: the tiles (ints, flowers 34-41 allowed), a multiple of four; seat i owns the i-th quarter and
    draws from its end. common_wall: all draw from the end of the whole, seat 0 is dealt first. Raises
    ValueError if the wall cannot be dealt from.
    """

    def __init__(self, wall: Iterable[int] | bytes, prevalent_wind: int = 0, common_wall: bool = False) -> None: ...

    def copy(self) -> Game:
        """An independent copy of the game."""

    def __copy__(self) -> Game: ...

    def __deepcopy__(self, memo: object) -> Game: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def request_for(self, seat: int) -> str:
        """The current request to this seat, as it is sent."""

    def submit(self, replies: Sequence[object]) -> None:
        """
        Takes the four answers to the current request, word for word, and goes on to the next or to the end. Anything with a `verdict` (RE, TLE, MLE, OLE, NJ) is a missing answer. Raises ValueError if the game is over.
        """

    def advance(self) -> None:
        """
        Passes for all seats until one has to decide or the game is over; does nothing if one has to decide now.
        """

    def play(self, action: str | int, seat: int = -1) -> None:
        """
        Answers for one seat (by default the one to move), by text or index. After the last answer the game goes on to the next decision. Raises ValueError if it is not legal.
        """

    def legal(self) -> dict[int, list[str]]:
        """The legal answers of each seat that still has to decide."""

    def legal_for(self, seat: int) -> list[str]:
        """The legal answers of a seat: only PASS if nothing is asked."""

    def observation(self, seat: int) -> Observation:
        """What this seat may know now, with its legal answers."""

    def hidden(self, seat: int) -> NDArray[numpy.uint8]:
        """uint8 [51, 34]: what this seat cannot see, as in mj_engine.Step."""

    def sampled(self, seat: int, seed: int = 0) -> Game:
        """
        A copy in which all that this seat cannot see is sampled, given what the others did. Its record is that of the true game.
        """

    def to_line(self, id: str = '', players: Sequence[str] = []) -> str:
        """
        The finished game as a line of JSON, identical to mj_lab.core.records.match.to_line.
        """

    @property
    def over(self) -> bool: ...

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""

    @property
    def scores(self) -> list[int]:
        """By seat; all 0 while it goes on."""

    @property
    def wall(self) -> tuple[int, ...]:
        """The whole wall, as it was given."""

    @property
    def prevalent_wind(self) -> int: ...

    @property
    def turn(self) -> int:
        """The seat that drew or discarded last."""

    @property
    def walls(self) -> list[int]:
        """By seat: tiles left in the wall that it draws from."""

    @property
    def common_wall(self) -> bool: ...

    @property
    def hands(self) -> list[list[int]]:
        """By seat: 34 counts of the concealed tiles."""

    @property
    def turns(self) -> list[tuple[tuple[str, str, str, str], tuple[str, str, str, str]]]:
        """By turn: the four requests and the four answers."""

    @property
    def to_move(self) -> int | None:
        """The next seat that has to decide; None if there is none."""

def action_index(action: str | int) -> int:
    """The index of an answer."""

def action_name(index: int) -> str:
    """The answer of an index, as sent."""

ACTION_COUNT: int = 853

class Tactic:
    """A native tactic, by name."""

    @property
    def name(self) -> str: ...

    def choose(self, game: Game, seat: int, seed: int = 0) -> str:
        """Its answer for this seat now, as sent."""

    def choose_for(self, state: object, legal: list[Any], seed: int = 0) -> str:
        """
        Its answer in this state (mj_bot's GameState), out of these legal answers.
        """

    def __repr__(self) -> str: ...

class Outcome:
    """The outcome of one game."""

    @property
    def scores(self) -> list[int]:
        """By seat."""

    @property
    def result(self) -> Result: ...

    @property
    def calls(self) -> list[int]:
        """By seat: how many melds it claimed."""

    @property
    def turn(self) -> int:
        """How many tiles the winner had discarded."""

    @property
    def record_fields(self) -> tuple[Any, ...]:
        """The fields of mj_lab's GameRecord after the seating."""

    def record_json(self, seating: Sequence[int]) -> str:
        """The same as JSON, with the seating."""

    @property
    def record(self) -> str:
        """The game as a line of JSON; empty if not asked for."""

def shuffled(tiles: bytes, seed: bytes) -> bytes:
    """
    The tiles as random.Random(seed).shuffle leaves them; the seed's bytes, the highest first.
    """

def native(name: str) -> Tactic:
    """The native tactic `random` or `greedy`."""

def play_many(walls: list[bytes], players: Sequence[Tactic], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], common_walls: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], threads: int, records: bool) -> list[Outcome]:
    """Plays one game on each wall; see mj_engine.play."""

def stop_work() -> None:
    """
    Stops the running calls of other threads with RuntimeError, each after its current game.
    """

def playouts(game: Game, actions: list[Any], times: int, players: Sequence[Tactic], seed: int, worlds: int, seat: int, threads: int) -> NDArray[numpy.int16]:
    """Plays actions out; see mj_engine.playouts."""

def playouts_to_draw(game: Game, actions: list[Any], times: int, draws: int, players: Sequence[Tactic], seed: int, worlds: int, seat: int, threads: int) -> NDArray[numpy.float32]:
    """Plays actions out up to a later draw; see mj_engine.playouts_to_draw."""

def shanten(hand: Sequence[int], melds: int) -> tuple[int, tuple[int, ...]]:
    """
    The shanten of 34 counts and that many melds, and the tiles that lower it. Raises ValueError if they are not a hand.
    """

def scalar_names() -> tuple[str, ...]:
    """The names of a step's scalars."""

class VectorTable:
    """See mj_engine.VectorTable."""

    def __init__(self, tables: int, seats: list[object], opponents: Sequence[Tactic], walls: object, winds: Sequence[int], seed: int, duplicate: bool, history: int, hidden: bool) -> None: ...

    def reset(self, threads: int, onward: bool) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

    def choices(self, player: Tactic, threads: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """A tactic's answer at each table, by index."""

    def arrays(self) -> dict[str, Any]:
        """The arrays of the last step by name; the next step overwrites them."""

    def leave_arrays(self) -> None:
        """The next step leaves them to whoever holds them, and writes others."""

    def save(self, places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """The states of these tables: uint8 [places, size]."""

    def restore(self, states: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Puts tables into states. Raises ValueError, with nothing done, if one is none.
        """

class OpenGames:
    """See mj_engine.play."""

    def __init__(self, walls: list[bytes], players: Sequence[Tactic | str], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], common_walls: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], records: bool, tables: int, targets: OddsTables | None) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.uint8]:
        """
        Answers what waits, by action index, and plays on: the player of each decision that waits then, uint8 [waiting].
        """

    def observe(self, places: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Sequence[str], teacher: Tactic | None, claims: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, threads: int) -> dict[str, Any]:
        """
        What is seen of some waiting decisions, by name; for claims in the state after them.
        """

    def outcomes(self) -> list[Outcome]:
        """All outcomes, once nothing waits."""

class StoredGameError(ValueError):
    pass

def play_stored(walls: list[bytes], players: Sequence[Tactic], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], threads: int, values: bool) -> dict[str, Any]:
    """Plays one game on each wall; see mj_engine.dataset."""

def fill_examples(games: dict[str, Any], plan: dict[str, Any], out: dict[str, Any], kinds: int, threads: int, tables: OddsTables | None) -> None:
    """See mj_engine.dataset."""

def count_examples(games: dict[str, Any], threads: int) -> NDArray[numpy.uint8]:
    """See mj_engine.dataset."""

def feature_shapes() -> dict[str, Any]:
    """The features that examples can have, and their shapes."""

def collect(walls: list[bytes], players: Sequence[Tactic], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], gap: float, claim_gap: float, decisions: int, actions: int, worlds: int, draws: int, claim_draws: int, others: bool, seed: int, threads: int) -> dict[str, Any]:
    """Plays games and tries out some decisions; see mj_engine.advantages."""

def roll_out(walls: list[bytes], players: Sequence[Tactic], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], within: float, threads: int) -> dict[str, Any]:
    """Plays games and returns their decisions; see mj_engine.advantages."""

def hand_features(game: Game, seat: int, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], exchanges: int, seed: int, from_true: bool) -> tuple[Any, Any]:
    """
    The features of the other seats' hands, true and sampled: float64 [n] each.
    """

SHANTEN_FEATURES: int = 216

HAND_WEIGHTS: int = 416

def forecast_rows(walls: list[bytes], players: Sequence[Tactic], winds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], seatings: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', writable=False)], seeds: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', writable=False)], deals: Sequence[tuple[int, int, Sequence[int]]], within: float, typed: int, seed: int, threads: int) -> dict[str, Any]:
    """Plays games and returns their decisions; see mj_engine.advantages."""

class OddsTables:
    """The target table; read-only, shared."""

    def __init__(self, bytes: bytes) -> None: ...

def outlook(state: object) -> tuple[float, list[float], list[float], list[float]]:
    """
    Threat; by tile: deal_in, chance to be drawn next, chance to be discarded next.
    """

def effective_tiles(state: object, legal: object, tables: OddsTables, options: dict[str, Any]) -> str:
    """The tiles that bring a hand nearer to a win and to 8 fan, as JSON."""

class Odds:
    """One player of `odds`. Not thread-safe."""

    def __init__(self, tables: OddsTables, options: dict[str, Any]) -> None: ...

    @overload
    def choose(self, observation: Observation) -> str:
        """The best answer, as sent."""

    @overload
    def choose(self, state: object, legal: object) -> str: ...

    @overload
    def candidates(self, observation: Observation) -> list[tuple[str, float, float, float, float]]:
        """For each answer: value, hand value, win chance, deal-in chance."""

    @overload
    def candidates(self, state: object, legal: object) -> list[tuple[str, float, float, float, float]]: ...

    @overload
    def explain(self, observation: Observation) -> list[dict[str, Any]]:
        """Every legal answer, best first, as in mj_bot's `explain`."""

    @overload
    def explain(self, state: object, legal: object) -> list[dict[str, Any]]: ...

    def forecast(self, state: object, action: object, passes: bool) -> tuple[list[float], list[float]]:
        """
        The forecast and the features of an action that does not end the game; passes: whether it passes a win.
        """

    def targets(self, state: object) -> list[tuple[list[int], int, bool, int]]:
        """
        The targets near the own hand: counts, fan, whether claimable, distance.
        """

    def lattice(self) -> list[tuple[int, int]]:
        """States and edges of the last hand value's lattice, by level."""

def native_odds(name: str, tables: OddsTables, options: dict[str, Any]) -> Tactic:
    """The native tactic `odds` with these options."""

def foresight(name: str, tables: OddsTables, options: dict[str, Any], places: bool = False, waits: bool = False, costs: bool = False, draws: int = 0, last: int = 34) -> Tactic:
    """
    `odds` with hidden information, an upper bound on what a better model could gain.
    """

def passes_wins(name: str, player: Tactic, least_draws: int, least_copies: int, most_fan: int) -> Tactic:
    """
    A player that passes wins on a discard while this many own draws are left, this many copies win by a draw, and the discard has at most this many fan.
    """

def plays_on(name: str, player: Tactic, sees_hands: bool, actions: int, gap: float, worlds: int, draws: int, scatter: float, slope: float, luck: float, explore: float = 0.0) -> Tactic:
    """
    `odds` that plays its best actions out before choosing, to measure what a search could gain.
    """

def route_candidates(state: object, legal: object) -> list[tuple[str, float, list[float]]]:
    """
    For each answer: value, distance of each route (0 for a win). The first among equals is played.
    """

def native_rule_based() -> Tactic:
    """The native tactic `rule_based`."""

class PlaneHistory:
    """What a seat saw at its last own discards."""

    def __init__(self, length: int = 6) -> None: ...

    def see(self, seen: object) -> None:
        """Records a decision of the seat, before it answers."""

class LookAhead:
    """Not thread-safe."""

    def __init__(self, tables: OddsTables) -> None: ...

    def __call__(self, seen: object) -> NDArray[numpy.uint8]:
        """uint8 [210, 34], as in mj_bot.features.look_ahead."""

def columns(seen: object) -> NDArray[numpy.uint8]:
    """uint8 [246, 34], as in mj_bot.features.columns."""

def hand_only(seen: object) -> NDArray[numpy.uint8]:
    """uint8 [4, 34], as in mj_bot.features.hand_only."""

def planes(seen: object, history: PlaneHistory) -> NDArray[numpy.uint8]:
    """uint8 [9 x (1 + length), 34, 4], as in mj_bot.features.planes."""

@overload
def candidate_features(odds: Odds, observation: Observation) -> NDArray[numpy.float64]:
    """
    float64 [candidate, feature], as in mj_bot.learned, in the order of `candidates`.
    """

@overload
def candidate_features(odds: Odds, state: object, legal: object) -> NDArray[numpy.float64]: ...

class Learned:
    """One player of `learned`. Not thread-safe."""

    def __init__(self, tables: OddsTables, odds_options: dict[str, Any], layers: Sequence[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], margin: float, within: float) -> None: ...

    @overload
    def choose(self, observation: Observation) -> str:
        """The best answer, as sent."""

    @overload
    def choose(self, state: object, legal: object) -> str: ...

    @overload
    def explain(self, observation: Observation) -> list[dict[str, Any]]:
        """Every legal answer, best first, as in mj_bot's `explain`."""

    @overload
    def explain(self, state: object, legal: object) -> list[dict[str, Any]]: ...

class Against:
    """Compares a seat's answers in a finished hand with those of `learned`."""

    def __init__(self, game: Game, seat: int, first: int, tables: OddsTables, odds_options: dict[str, Any], layers: Sequence[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], margin: float, within: float, losses: LossScale, name: str) -> None: ...

    def go_on(self) -> None:
        """Does a piece of the work."""

    @property
    def over(self) -> bool: ...

    @property
    def differ(self) -> int:
        """How many differing answers were found so far."""

    @property
    def played(self) -> int:
        """How many of them were played out."""

    @property
    def found(self) -> tuple[int, int, float, float]:
        """differ, worlds, points, error."""

def native_learned(name: str, tables: OddsTables, odds_options: dict[str, Any], layers: Sequence[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], margin: float, within: float, temperature: float) -> Tactic:
    """The native tactic `learned`; without layers it plays like `odds`."""

class Expectimax:
    """One player of `expectimax`. Not thread-safe."""

    def __init__(self, tables: OddsTables, options: dict[str, Any], tensors: dict[str, Any] | None) -> None: ...

    @overload
    def values(self, observation: Observation) -> list[tuple[str, float]]:
        """Every searched answer, with its points."""

    @overload
    def values(self, state: object, legal: object) -> list[tuple[str, float]]: ...

    @property
    def leaves(self) -> int:
        """The number of leaves in the last search."""

def q_features(seen: object) -> NDArray[numpy.uint8]:
    """uint8 [21, 34], as in mj_bot.expectimax.q_features."""

def native_expectimax(name: str, tables: OddsTables, options: dict[str, Any], tensors: dict[str, Any] | None) -> Tactic:
    """
    The native tactic `expectimax`; without tensors leaves are valued by shanten.
    """

class NetworkLayers:
    """A network's layers; read-only, shared."""

    def __init__(self, layers: Sequence[dict[str, Any]], output: int) -> None: ...

class Network:
    """Not thread-safe."""

    def __init__(self, tables: OddsTables, layers: NetworkLayers) -> None: ...

    def __call__(self, seen: object) -> NDArray[numpy.float32]:
        """float32: its output for a state; for a map by place and channel."""

def native_by_networks(kind: str, name: str, tables: OddsTables, networks: Mapping[str, NetworkLayers], odds_options: dict[str, Any]) -> Tactic:
    """
    The native tactic `net`, `cnn` or `which_discard`; raises ValueError for networks that do not fit it.
    """

def play_hand(prevalent_wind: int, common_wall: bool, tells_all: bool, drawn: bool, fan: int, wall: Sequence[int], steps: Sequence[str], keeping: Sequence[Sequence[int]]) -> tuple[Game, list[tuple[int, int, str]], list[tuple[int, int]], list[tuple[int, int]]] | tuple[str, int, str]:
    """
    Plays a hand from its draws and actions. Returns the finished game, and the preempted, untold and false wins of mj_lab's Match; or, if the rules do not allow the hand, the reason, the line and the detail. steps: texts of mj_lab.core.records.hand. Raises ValueError for a bad step.
    """

def made_wall(deals: Sequence[Sequence[int]], flowers: Sequence[int], dealt_flowers: Sequence[Sequence[int]], draws: Sequence[tuple[int, int]], common_wall: bool, wall_size: int) -> list[int]:
    """
    A wall from which each seat is dealt and draws these tiles. flowers: how many were dealt, by seat; dealt_flowers: which ones, empty if not known. wall_size: of one seat. Raises ValueError with the reason and the detail if there is none.
    """

class LossScale:
    """Maps a tactic's figures for actions to true losses, in points."""

    def __init__(self, *, value: float, forecast: float, danger: float, by_kind: Sequence[float], base: float, share: float, limits: Sequence[float]) -> None: ...

    def judge(self, rows: Sequence[tuple[str, float, float, float]], meant: Sequence[str], discards: int) -> tuple[str, str, tuple[str, float, float, float, float, float, bool, str | None] | None]:
        """
        The best action, the action played, and its loss with the fields of mj_lab's Loss.
        """

    def error_of(self, lost: float) -> float:
        """The standard deviation of the true loss around this estimate."""

    def as_good(self, rows: Sequence[tuple[str, float, float, float]], discards: int) -> list[bool]:
        """Whether each action is as good as the first."""

HALVING: float = 0.6

WORST: int = 5

def accuracy_of(lost: float) -> float:
    """How well a seat plays, 0-100, from its points lost per decision."""

def review_sums(numbers: Sequence[float], texts: Sequence[str]) -> str:
    """
    The totals of reviewed games as JSON; see cpp/review/sums.hpp. Raises ValueError for a bad request.
    """

def loss_kinds() -> tuple[str, ...]: ...

def grades() -> tuple[str, ...]: ...

class SeatTable:
    """The table as one seat sees it, request by request."""

    def __init__(self, wall_size: int, common_wall: bool) -> None: ...

    def take(self, request: str) -> None:
        """Raises ValueError if it cannot follow the requests before."""

    def answered(self, answer: str) -> None:
        """Records this seat's own answer; an invalid one is ignored."""

    def frame(self, is_spectator: bool) -> str:
        """The frame as JSON, as the seat or a spectator sees it."""

    def choices(self) -> str:
        """What the seat is asked now, as JSON."""

    def waits(self) -> str:
        """The seat's waits now, or after each answer, as JSON."""

def frames(requests: Sequence[Sequence[str]], responses: Sequence[Sequence[str]], wall_size: int, common_wall: bool, won: bool, player: int | None) -> str:
    """
    The frames of a game of four seats and of its end, as JSON. requests, responses: rows of four by turn. Raises ValueError, naming the turn, if they are not a game.
    """

def seat_frames(requests: Sequence[str], responses: Sequence[str], wall_size: int, common_wall: bool) -> str:
    """The same for one seat's requests and answers, without the end."""

EQUAL_POINTS: float = 0.3

def reason(state: object, legal: object, rows: list[dict[str, Any]], better: int, than: int | None) -> str:
    """
    Why one row is better than another, or than the one that mj_engine.odds.reason chooses; as JSON, null if there is no other.
    """
