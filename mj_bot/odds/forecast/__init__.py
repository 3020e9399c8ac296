"""The forecast of an action: the chance to win the game, and the expected points.

A small network sees the table and the hand that an action leaves, and predicts the chance to win,
what a win then pays, and what the game costs otherwise. It is fitted to games of `learned`, `odds`
and others, so it is right on average: `mj learn fit forecast` writes `forecast.json`;
docs/results/forecast.md has its calibration.

| feature | what |
|---|---|
| size, likely | the logarithms of the hand value and of the sum of the targets' likelihoods |
| rate | how often a turn a tile improves the hand |
| draws, least | own draws left after the action, and the fewest of another seat; in tens |
| threat, rivals | how near the others are to winning; the most melds that one of them has, of 4 |
| ahead | how many of the three other seats draw before this one |
| concealed, melds | whether nothing was claimed; own melds, of 4 |
| ready, on_discard, self_drawn | whether a tile completes 8 fan; copies that do, in tens |
| wait_fan | the mean fan with them, in tens |
| near, near_full | tiles missing to the nearest target, and to the nearest of 8 fan, of 5 |
| fan, size_of_fan | the mean fan of the targets by their likelihood, in tens; its logarithm |
| pungs ... knitted_straight | the share of the likelihood that targets of this form have |
| danger, safest | the mean and the least deal-in chance of the tiles kept |
| last | 1 / (1 + own draws left) |
| known | whether the others' discards can be seen; not those around a typed hand |
| ways | the logarithm of 1 + how many targets of 8 fan are the nearest of these |
| useful | copies of the tiles that these lack, in tens |
| comes | the chance that the next discard of another seat completes 8 fan |
| unpaid | copies that complete a target with less than 8 fan, in tens |
| first, second, third | of the three best waits the copies, of 4; first those for a discard |
| first_fan ... third_fan | their fan on a discard, in tens; 0 under 8 |
| ways_beyond, useful_beyond | as ways, of targets one tile farther; as useful, of both |
| nearest_share | the share of the likelihood that the nearest targets of 8 fan have |
| behind | how many draws more the others have left, in the mean |
| passes | whether the action passes a win |
"""
