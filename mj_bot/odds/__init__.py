"""The search over every 8-fan hand: target hands, what a hand is worth on its way, the others."""
