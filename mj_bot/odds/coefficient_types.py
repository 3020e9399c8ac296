"""The coefficients of the three models fitted to games, by name.

The values are in `mj_bot.odds.coefficients`; each model's module says what they multiply.
"""

from typing import NamedTuple, Tuple

# Two coefficients of one feature: for the log-odds that an unseen copy is in the wall, and for the
# logarithm of how often each other seat discards it next.
Both = Tuple[float, float]


class DealInCoefficients(NamedTuple):
    """What each feature adds to the log-odds that one other seat wins with a tile.

    Of the seat (turns are in tens): base to meld_by_turn; new_*: for each of its newest discards;
    first_*: for each middle tile among its first discards.
    Of the tile: honour_N_unseen: an honour with N copies unseen; dragon; terminal;
    next_to_terminal; few_unseen: a suited tile with at most one copy unseen.
    Of both: own_discard: the seat has discarded the tile; let_go_N: another seat has, at most N
    discards ago; next_early, two_off_early, near_late: the seat has discarded a tile one or two
    numbers away, early or late; honour_share: times the log of the honours' share of its discards.
    Of its melds: flush_N_*: N melds (3: or more) are of one suit, and the tile is of this suit,
    another or an honour; pungs: it has no chow, and two copies are unseen; same_number to in_chow:
    how a suited tile fits its chows.
    """

    base: float
    turn: float
    turn_squared: float
    meld: float
    meld_by_turn: float
    new_middle: float
    new_honour: float
    first_middle: float
    first_middle_and_honour: float
    honour_0_unseen: float
    honour_1_unseen: float
    honour_2_unseen: float
    honour_3_unseen: float
    dragon: float
    terminal: float
    next_to_terminal: float
    few_unseen: float
    own_discard: float
    let_go_0: float
    let_go_1: float
    let_go_3: float
    let_go_7: float
    let_go_ever: float
    next_early: float
    two_off_early: float
    near_late: float
    honour_share: float
    flush_2_inside: float
    flush_2_outside: float
    flush_2_honour: float
    flush_3_inside: float
    flush_3_outside: float
    flush_3_honour: float
    pungs: float
    same_number: float
    same_number_twice: float
    shifted: float
    straight: float
    in_chow: float


class TileLocationCoefficients(NamedTuple):
    """What each feature of a tile adds: to its being in the wall, to its being discarded next.

    suited to honour_turn_squared: the kind of the tile, alone and by turns (in tens). unseen_N: N
    copies are unseen; shown_*: for each copy on the table. no_chow: it makes no chow with two other
    unseen tiles; chows: how many pairs of them it makes one with. newest: it is the newest discard
    of a seat; discarded: any seat has discarded it. beside, two_off: for each discard of the other
    seats one number away, and two. threat: how near the others are to winning.
    """

    suited: Both
    suited_turn: Both
    suited_turn_squared: Both
    terminal: Both
    terminal_turn: Both
    next_to_terminal: Both
    honour: Both
    honour_turn: Both
    honour_turn_squared: Both
    unseen_1: Both
    unseen_2: Both
    honour_unseen_1: Both
    shown_suited: Both
    shown_honour: Both
    no_chow: Both
    chows: Both
    newest: Both
    discarded: Both
    beside: Both
    two_off: Both
    threat: Both


class WinChanceCoefficients(NamedTuple):
    """What each feature adds to the log-odds of winning the game.

    size: the logarithm of the hand value. turn: own discards so far, in tens. rate: how often a
    turn a tile improves the hand. threat: how near the others are to winning.
    """

    base: float
    size: float
    turn: float
    size_by_turn: float
    turn_squared: float
    rate: float
    threat: float
