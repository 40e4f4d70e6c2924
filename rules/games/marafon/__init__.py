"""Marafon, also Beccaccino, Marafone, Maraffa: four players, two sides, ten tricks, thirds."""
