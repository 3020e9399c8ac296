"""What answers lose: from what a tactic says of actions to the true losses to expect.

>>> from mj_engine.review import GRADES, LOSS_KINDS, LossScale
>>> scale = LossScale(value=0.5, forecast=0.5, danger=0.0, by_kind=[0.0] * len(LOSS_KINDS),
...                   base=1.0, share=0.4, errors=1.65, limits=[2.0, 4.0, 6.0], deal_in_costs=25.0)
>>> rows = [("PLAY W1", 9.0, 8.0, 0.0), ("PLAY W2", 4.0, 5.0, 0.0)]
>>> scale.judge(rows, ["PLAY W2"], 7)
('PLAY W1', 'PLAY W2', ('discard middle', 5.0, 3.0, 0.0, 4.0, 1.8868, False, 'mistake'))
"""

from mj_engine._core import LossScale, grades, loss_kinds

LOSS_KINDS = loss_kinds()
GRADES = grades()

__all__ = ["GRADES", "LOSS_KINDS", "LossScale"]
