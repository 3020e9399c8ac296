"""The forecast: the games that it is fitted to, the fit, and its calibration."""
