"""What a decision is rewarded by: its hand's score, or what the hand was worth to the match."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.predicting import PREDICTOR_FILE, read_predictor
from mj_lab.learn.reward.predictor import hand_rewards
from mj_lab.learn.reward.teaching import HandWorth

BY_SCORE = "score"


def worth_of(folder: Path | None, hands: int) -> tuple[str, HandWorth]:
    """The reward of a predictor's folder, or for None the score; in words that tell two apart.

    Raises RewardError if there is no predictor, or it is of other matches.
    """
    if folder is None:
        return BY_SCORE, scores_themselves
    predictor = read_predictor(folder)
    options = predictor.options
    if options.hands != hands or options.players != SEATS:
        raise RewardError(f"{folder}: a predictor of matches of {options.hands} hands, not {hands}")
    digest = sha256((folder / PREDICTOR_FILE).read_bytes()).hexdigest()
    return f"predictor {digest}", lambda scores: hand_rewards(predictor, scores)


def scores_themselves(scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """The score of each hand: a reward that knows no match."""
    return scores.astype(np.float64)
