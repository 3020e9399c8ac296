"""Matches of people on tziakcha (雀渣) and Salasasa: one wall for all, with flowers."""
