"""mj_bot plays Guobiao Mahjong (国标麻将, MCR) on Botzone: Python 3.6+, numpy and MahjongGB only."""

__version__ = "0.1.0"
