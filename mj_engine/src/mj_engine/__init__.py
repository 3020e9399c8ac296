"""mj_engine: the fast table for Guobiao Mahjong, equal to mj_lab's judge and mj_bot's tactics."""

from mj_engine._core import Game
