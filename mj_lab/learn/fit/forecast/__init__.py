"""The forecast: its training games, the fit, and its calibration."""
