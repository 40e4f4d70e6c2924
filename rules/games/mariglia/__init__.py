"""Mariglia, the bridge of Sardinia: four players, two sides, ten tricks, 70 points a hand."""
