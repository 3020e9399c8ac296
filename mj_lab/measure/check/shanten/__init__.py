"""Compares our shanten and winning shapes with MahjongGB's, on hands of every size."""
