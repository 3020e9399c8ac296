"""What a network sees: a state as arrays of small numbers, one column a tile.

| feature | shape | what |
|---|---|---|
| `planes` | 63, 34, 4 | 0 and 1: what lies on the table, now and at six own discards |
| `columns` | 246, 34 | 0 and 1: that in its order, winds, walls, turn, what may be claimed |
| `look_ahead` | 210, 34 | chances as bytes: what each discard leaves of the wins |
| `scalars` | 16 | plain numbers: seat, winds, what is asked, the tiles drawn and offered, walls |
| `hand_only` | 4, 34 | counts: unseen and held copies, and the fan that they may bring |

All are uint8 and functions of what one seat knows. `feature.Feature` says of each its name, its
shape and its version: a network that has learned from one version plays with no other. The fast
table computes the same arrays (`mj_engine.features`), equal to the bit.
"""
