"""Coefficients of the fitted models, and the points of a win: written by `mj learn fit` only.

docs/guide/fitting.md says how to reproduce each.
"""

from mj_bot.odds.coefficient_types import (
    DealInCoefficients,
    TileLocationCoefficients,
    WinChanceCoefficients,
)

# Predates `mj learn fit`: fitted by the tools of commit 7284e89 (`dgen`, `dfit2.py`) to 1,058,766
# rows of 6,000 games of `odds` against itself, with 53,648 wins. Seed not kept. In the module on
# 2026-11-21.
DEAL_IN = DealInCoefficients(
    base=-9.604,
    turn=6.604,
    turn_squared=-1.573,
    meld=0.861,
    meld_by_turn=-0.432,
    new_middle=0.191,
    new_honour=-0.134,
    first_middle=0.047,
    first_middle_and_honour=0.228,
    honour_0_unseen=-3.117,
    honour_1_unseen=-2.335,
    honour_2_unseen=-1.502,
    honour_3_unseen=-1.227,
    dragon=0.414,
    terminal=-0.331,
    next_to_terminal=-0.141,
    few_unseen=-0.134,
    own_discard=-2.905,
    let_go_0=-0.868,
    let_go_1=-0.425,
    let_go_3=-0.385,
    let_go_7=-0.175,
    let_go_ever=-0.368,
    next_early=-0.519,
    two_off_early=-0.317,
    near_late=-0.044,
    honour_share=-0.374,
    flush_2_inside=0.382,
    flush_2_outside=-0.183,
    flush_2_honour=0.405,
    flush_3_inside=1.065,
    flush_3_outside=-0.652,
    flush_3_honour=1.179,
    pungs=0.457,
    same_number=0.525,
    same_number_twice=0.504,
    shifted=0.393,
    straight=0.122,
    in_chow=-0.705,
)

# Predates `mj learn fit`: fitted by the tools of commit 7284e89 (`pgen`, `pfit5.py`) to 533,439
# tiles of 2,990 games of `odds` against itself. Seed not kept. In the module on 2026-11-21.
TILE_LOCATION = TileLocationCoefficients(
    suited=(-0.62, -0.704),
    suited_turn=(-0.117, 0.702),
    suited_turn_squared=(-0.201, -0.427),
    terminal=(-0.133, 0.327),
    terminal_turn=(0.39, -0.119),
    next_to_terminal=(-0.019, 0.146),
    honour=(-0.792, 0.294),
    honour_turn=(0.767, -1.146),
    honour_turn_squared=(-0.551, 0.66),
    unseen_1=(0.26, 0.106),
    unseen_2=(0.1, 0.08),
    honour_unseen_1=(0.402, 0.08),
    shown_suited=(0.198, 0.074),
    shown_honour=(0.731, -0.021),
    no_chow=(0.23, 0.071),
    chows=(-0.115, -0.165),
    newest=(-0.151, 0.171),
    discarded=(0.15, 0.163),
    beside=(0.172, 0.043),
    two_off=(0.098, 0.041),
    threat=(-0.102, -0.063),
)

# Predates `mj learn fit`: fitted by the tools of commit 7284e89 (`wgen`, `wfit.py`) to 138,715
# decisions of 2,500 games of `odds` against itself. Seed not kept. In the module on 2026-11-21.
WIN_CHANCE = WinChanceCoefficients(
    base=-3.55,
    size=0.415,
    turn=1.44,
    size_by_turn=0.355,
    turn_squared=-0.99,
    rate=0.398,
    threat=-0.449,
)

# Predates `mj learn fit`: a mean of self-play, to the whole point; games and seed not kept. In the
# module on 2026-11-21.
WIN_POINTS = 53.0

# Predates `mj learn fit`: a mean of self-play, to the whole point; games and seed not kept. In the
# module on 2026-11-21.
DEAL_IN_POINTS = 13.0
