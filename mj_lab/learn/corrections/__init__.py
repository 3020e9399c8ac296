"""Corrections of odds: advantages from tried decisions, adaptation to a deal, what they change."""
