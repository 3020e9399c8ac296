"""Corrections of odds: collected advantages, adaptation to a deal, and what they change."""
