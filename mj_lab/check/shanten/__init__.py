"""Our shanten and winning shapes against MahjongGB's, on hands of every size."""
