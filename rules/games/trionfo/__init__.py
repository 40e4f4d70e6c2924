"""Trionfo, also Trionfino: five players, partners by the bid, payments after each hand."""
