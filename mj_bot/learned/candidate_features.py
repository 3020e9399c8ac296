"""The features of each candidate for the learned model; they need no new search.

A linear model only sees differences between the candidates of one decision. So the shared features
(the first eight) come again as factors of others. Points are of the game; `gain` is what one more
in the log-odds of winning is worth in points; turns are in tens.

| feature | what |
|---|---|
| turn, wall | own discards so far; tiles left in the own wall; both in tens |
| melds, concealed | own melds before the action; whether nothing was claimed so far |
| threat, rival_melds | as in `odds`; the most melds of another seat |
| claiming | whether a discard may be claimed |
| best | the greatest value of the decision |
| value, close | the candidate's value; 1 / (1 + its distance to the best value), 1 for the best |
| value_turn, value_threat | value times turn, times threat |
| win | the win chance in points of a win |
| win_turn, win_threat, win_last | win times turn, times threat, times 1 / (1 + own wall) |
| size, size_turn | gain times the logarithm of the hand value; times turn |
| rate, rate_turn | gain times the rate of improving tiles: how much speed matters; times turn |
| risk | the deal-in chance in points |
| risk_turn, risk_threat, risk_win | risk times turn, threat; deal-in chance times win: push, fold |
| distance, distance_turn | tiles missing to the nearest target of 8 fan (`reach`) |
| ready | win if the hand waits for one tile, else 0 |
| ways, ways_turn | the logarithm of 1 + the number of targets at that distance: flexibility |
| fan, fan_win | their mean fan; times win: a hand of more fan is worth more than its chance says |
| dearest, dearest_win | the greatest fan in reach; times win |
| special | the part of the nearest targets whose sets cannot be claimed |
| short | how many tiles nearer the hand is to a complete one of too little fan |
| chow, pung, kong, own_kong | whether the action is this claim, or a kong at the own draw |
| chow_gain ... own_kong_gain | the same times gain |
| claim_turn, claim_turn_gain | of a claim: turn; times gain |
| claim_melds, claim_melds_gain | of a claim: own melds before it; times gain |
| claim_concealed, claim_concealed_gain | of a claim: whether it opens the hand; times gain |
| claim_distance, claim_threat | of a claim: the distance it leaves; threat |
| claim_last | of a claim: gain times 1 / (1 + own wall): passing has no draws left |
| skipped, skipped_gain | how many seats lose their draw to the claim; times gain |
| pass_next, pass_next_gain | of passing: whether the own draw is next; times gain |
| honour, honour_turn, dragon | whether the discard is one; times turn |
| own_wind | whether it is the seat wind or the prevalent wind |
| terminal, terminal_turn, next_to_terminal | whether it is 1 or 9; times turn; 2 or 8 |
| pair, three | whether the hand held two of it; three or four |
| beside, beside_turn, two_off | how many kinds were held one number away; times turn; two away |
| alone | whether it was single and nothing was held within two numbers |
| unseen, unseen_turn | its copies not seen: use to the hand, danger from others; times turn |
| shown | whether another seat discarded it |
| new_honour, new_honour_turn | whether it is an honour that nobody else discarded; times turn |
| next_threw, next_suit | whether the next seat discarded it; the suit's share in its discards |
| safest, safest_turn | the least deal-in chance of the tiles kept, in points; times turn |
| danger, danger_turn | their mean deal-in chance: tiles still to be discarded or kept |

A candidate that ends the game has zeros, except in the shared features.
"""

from math import log, log1p
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.events import CHI, GANG, PASS, PENG, PLAY, SEATS
from mj_bot.learned.target_summary import TargetSummary, has_discard, target_summaries
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.evaluator import Candidate, ValuedHand
from mj_bot.odds.hand_context import Array
from mj_bot.odds.opponents.deal_in import deal_in_chances, opponents, threat_of
from mj_bot.odds.opponents.discard_ages import tens_of
from mj_bot.odds.win_chance import MIN_HAND_VALUE
from mj_bot.state import CLAIM, GameState
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, is_honour, rank_kind

# Raised whenever a feature changes: weights of another version are refused.
VERSION = 2
_NAMES = (
    "turn wall melds concealed threat rival_melds claiming best"
    " value close value_turn value_threat win win_turn win_threat win_last"
    " size size_turn rate rate_turn risk risk_turn risk_threat risk_win"
    " distance distance_turn ready ways ways_turn fan fan_win dearest dearest_win special short"
    " chow pung kong own_kong chow_gain pung_gain kong_gain own_kong_gain"
    " claim_turn claim_turn_gain claim_melds claim_melds_gain"
    " claim_concealed claim_concealed_gain claim_distance claim_threat claim_last"
    " skipped skipped_gain pass_next pass_next_gain"
    " honour honour_turn dragon own_wind terminal terminal_turn next_to_terminal pair three"
    " beside beside_turn two_off alone unseen unseen_turn shown new_honour new_honour_turn"
    " next_threw next_suit safest safest_turn danger danger_turn"
)
NAMES: Tuple[str, ...] = tuple(_NAMES.split())

_TENS = 10.0
_OF_TILE = 20


class _Decision(NamedTuple):
    """What all candidates of a decision share.

    last: 1 / (1 + tiles left in the own wall). dangers: the deal-in chance of each tile. shown:
    tiles discarded by the other seats. next_seat: tiles discarded by the next seat.
    """

    state: GameState
    turn: float
    wall: float
    last: float
    melds: float
    concealed: float
    threat: float
    rival_melds: float
    claiming: float
    best: float
    dangers: List[float]
    shown: Sequence[int]
    next_seat: Sequence[int]


def candidate_features(state: GameState, candidates: Sequence[Candidate]) -> Array:
    """The features of a decision's candidates: float64 [candidate, feature], see `NAMES`.

    candidates: all of the decision, from `OddsEvaluator.candidates`.
    """
    decision = _decision(state, max([candidate.value for candidate in candidates]))
    shared = [
        decision.turn,
        decision.wall,
        decision.melds,
        decision.concealed,
        decision.threat,
        decision.rival_melds,
        decision.claiming,
        decision.best,
    ]
    reaches: Dict[int, Dict[Optional[int], TargetSummary]] = {}
    rows = []
    for candidate in candidates:
        valued = candidate.valued
        if valued is None:
            rows.append(shared + [0.0] * (len(NAMES) - len(shared)))
            continue
        if id(valued) not in reaches:
            reaches[id(valued)] = target_summaries(valued)
        rows.append(shared + _own(decision, candidate, valued, reaches[id(valued)]))
    return np.array(rows)


def _decision(state: GameState, best: float) -> _Decision:
    others, seat = opponents(state), state.seat
    thrown = [[discard.tile for discard in discards] for discards in state.discards]
    return _Decision(
        state,
        turn=tens_of(len(thrown[seat])),
        wall=state.walls[seat] / _TENS,
        last=1.0 / (1 + state.walls[seat]),
        melds=float(len(state.own_melds)),
        concealed=float(all(meld.concealed for meld in state.own_melds)),
        threat=threat_of(others),
        rival_melds=float(max([len(state.melds[of]) for of in range(SEATS) if of != seat])),
        claiming=float(state.decision == CLAIM),
        best=best,
        dangers=deal_in_chances(others, state.unseen),
        shown=[tile for of in range(SEATS) if of != seat for tile in thrown[of]],
        next_seat=thrown[(seat + 1) % SEATS],
    )


def _own(
    decision: _Decision,
    candidate: Candidate,
    valued: ValuedHand,
    reaches: Dict[Optional[int], TargetSummary],
) -> List[float]:
    """The features of one candidate, without the shared ones."""
    discard = _discard(candidate)
    reach = reaches[discard if discard in reaches else None]
    win = WIN_POINTS * candidate.win_chance
    gain = win * (1 - candidate.win_chance)
    left = list(valued.context.hand)
    before = list(left)
    if discard is not None:
        if has_discard(valued):
            left[discard] -= 1
        else:
            before[discard] += 1
    row = _of_value(decision, candidate, win, gain) + _of_summary(decision, reach, win)
    row += _of_kind(decision, candidate, reach, gain)
    row += [0.0] * _OF_TILE if discard is None else _of_tile(decision, discard, before)
    return row + _of_rest(decision, left)


def _discard(candidate: Candidate) -> Optional[int]:
    """The tile discarded with the action, if any."""
    return candidate.action.tile if candidate.action.kind in (PLAY, CHI, PENG) else None


def _of_value(decision: _Decision, candidate: Candidate, win: float, gain: float) -> List[float]:
    turn, threat, value = decision.turn, decision.threat, candidate.value
    size = gain * log(max(candidate.hand_value, MIN_HAND_VALUE))
    rate = gain * candidate.rate
    risk = DEAL_IN_POINTS * candidate.deal_in
    row = [value, 1 / (1 + decision.best - value), value * turn, value * threat]
    row += [win, win * turn, win * threat, win * decision.last]
    row += [size, size * turn, rate, rate * turn]
    return row + [risk, risk * turn, risk * threat, candidate.deal_in * win]


def _of_summary(decision: _Decision, reach: TargetSummary, win: float) -> List[float]:
    turn, ways = decision.turn, log1p(reach.ways)
    row = [float(reach.distance), reach.distance * turn, win * (reach.distance == 1)]
    row += [ways, ways * turn, reach.fan, reach.fan * win, float(reach.dearest)]
    return row + [reach.dearest * win, reach.special, float(reach.distance - reach.shape)]


def _of_kind(
    decision: _Decision, candidate: Candidate, reach: TargetSummary, gain: float
) -> List[float]:
    state, kind, turn = decision.state, candidate.action.kind, decision.turn
    claiming = decision.claiming > 0
    chow, pung = float(kind == CHI), float(kind == PENG)
    kong = float(kind == GANG and claiming)
    own_kong = float(not claiming and kind not in (PLAY, PASS))
    claim = chow + pung + kong
    # Without the claim, the seat after the discarder draws next.
    skipped = claim * ((state.seat - state.turn) % SEATS - 1)
    pass_next = float(kind == PASS and (state.turn + 1) % SEATS == state.seat)
    row = [chow, pung, kong, own_kong, chow * gain, pung * gain, kong * gain, own_kong * gain]
    row += [claim * turn, claim * turn * gain]
    row += [claim * decision.melds, claim * decision.melds * gain]
    row += [claim * decision.concealed, claim * decision.concealed * gain]
    row += [claim * reach.distance, claim * decision.threat, claim * gain * decision.last]
    return row + [skipped, skipped * gain, pass_next, pass_next * gain]


def _of_tile(decision: _Decision, tile: int, before: Sequence[int]) -> List[float]:
    """before: the hand with the tile still in it."""
    state, turn, kind = decision.state, decision.turn, rank_kind(tile)
    honour = float(is_honour(tile))
    winds = (state.seat, state.prevalent_wind)
    own_wind = float(tile in [FIRST_HONOUR + wind for wind in winds])
    terminal = float(kind == 0)
    beside = _held(before, tile, 1)
    two_off = _held(before, tile, 2)
    alone = float(before[tile] == 1 and beside + two_off == 0)
    unseen = float(state.unseen[tile])
    shown = float(tile in decision.shown)
    new_honour = honour * (1 - shown)
    of_suit = [other for other in decision.next_seat if other // 9 == tile // 9]
    row = [honour, honour * turn, float(tile >= FIRST_DRAGON), own_wind]
    row += [terminal, terminal * turn, float(kind == 1)]
    row += [float(before[tile] == 2), float(before[tile] >= 3)]
    row += [beside, beside * turn, two_off, alone, unseen, unseen * turn]
    row += [shown, new_honour, new_honour * turn, float(tile in decision.next_seat)]
    return row + [len(of_suit) / (1 + len(decision.next_seat))]


def _of_rest(decision: _Decision, left: Sequence[int]) -> List[float]:
    """left: the hand after the discard."""
    dangers = [(decision.dangers[tile], count) for tile, count in enumerate(left) if count]
    safest = DEAL_IN_POINTS * min([danger for danger, _ in dangers])
    danger = DEAL_IN_POINTS * sum([danger * count for danger, count in dangers]) / sum(left)
    return [safest, safest * decision.turn, danger, danger * decision.turn]


def _held(hand: Sequence[int], tile: int, apart: int) -> float:
    """How many kinds of the suit in hand are this many numbers away; 0 for honours."""
    if is_honour(tile):
        return 0.0
    near = [other for other in (tile - apart, tile + apart) if other >= 0]
    return float(sum([other // 9 == tile // 9 and hand[other] > 0 for other in near]))
