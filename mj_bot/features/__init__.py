"""A network's input: a state as arrays of small numbers, one column a tile.

| feature | shape | what |
|---|---|---|
| `planes` | 63, 34, 4 | 0 and 1: the table, now and at the last six own discards |
| `columns` | 246, 34 | 0 and 1: the table in order, winds, walls, turn, possible claims |
| `look_ahead` | 210, 34 | chances as bytes: the wins that each discard leaves open |
| `scalars` | 16 | plain numbers: seat, winds, what is asked, the tiles drawn and offered, walls |
| `hand_only` | 4, 34 | counts: unseen and held copies, and the fan that they may bring |

All are uint8 and depend only on what one seat knows. `feature.Feature` has the name, shape and
version of each: a network plays only with the version it was trained on. The fast table computes
the same arrays bit for bit (`mj_engine.features`).
"""
