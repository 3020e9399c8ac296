"""The page of an indexed archive: games found by player, date, result, fan, length, points lost."""
