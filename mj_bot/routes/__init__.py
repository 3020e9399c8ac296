"""Weighted distances to 18 fans along eleven routes: how `rule_based` values hands.

Source: 陈仁泽, 谭钧尹, 冯睿杰, 强化学习期末, the report of the course bot rl-final
(github.com/Light-of-Hers/rl-final); docs/reference/rule_based.md says which numbers are from its
published program.
"""
