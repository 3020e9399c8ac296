"""The forecast: games that it is fitted to, the fit, and whether what it says comes true."""
