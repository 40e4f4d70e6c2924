"""Competitions as pure functions on frozen data: formats, draws, pairings, standings, cuts."""
