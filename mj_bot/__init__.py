"""mj_bot plays Guobiao Mahjong (国标麻将) on Botzone: Python 3.6+, numpy, MahjongGB."""

__version__ = "0.4.0"
