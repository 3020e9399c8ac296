"""Data sets: whole games in compact form, and examples of their decisions for networks.

`mj learn data make` writes one, `mj_lab.learn.dataset.reading.batches` reads it.
"""
