"""What of the odds is fitted to games: the coefficients of the three models, by name.

Their values are in `mj_bot.odds.coefficients`; what each is multiplied with, the models say.
"""

from typing import NamedTuple, Tuple

# What a feature adds to the log-odds that an unseen copy lies in the wall, and to the logarithm of
# how often each other seat discards it.
Both = Tuple[float, float]


class DealInCoefficients(NamedTuple):
    """What each feature adds to the log-odds that one other seat wins with a tile.

    Of the seat, turns being in tens: base to meld_by_turn; new_*: for each of its newest discards;
    first_*: for each middle tile among its first. Of the tile: honour_*_unseen: an honour by the
    copies that may be in hands and walls; dragon; terminal, next_to_terminal; few_unseen: a
    suited tile of which at most one copy is left. Of both: own_discard: the seat has discarded it;
    let_go_*: another has, at most so many turns ago; *_early, near_late: its discards one or two
    off; honour_share: times the logarithm of the share of honours in its discards. Of its melds:
    flush_*: two or three and more of one suit, for a tile in it, out of it, an honour; pungs: no
    chow and two copies left; same_number to in_chow: what its chows want, for a suited tile.
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
    """What each feature of a tile adds: in the wall, discarded next. Turns are in tens.

    suited to honour_turn_squared: its kind, by turns. unseen_*: exactly so many copies; shown_*:
    for each copy on the table. no_chow: no chow can be made of it with others unseen; chows: how
    many can. newest: among the newest discards of a seat; discarded: ever. beside, two_off: for
    each tile next to it, and two off, that others discarded. threat: how near the others are.
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
    turn a better hand comes. threat: how near the others are.
    """

    base: float
    size: float
    turn: float
    size_by_turn: float
    turn_squared: float
    rate: float
    threat: float
