"""Data sets: whole games in a compact form, and the examples of their decisions for networks.

`mj learn data make` writes one, `mj_lab.learn.dataset.reading.batches` reads it.
"""
