"""The marriage group: games with a stock, in which king and horse of a suit are declared.

Marianna, Cinquecento, Briscola 151 and Mariaccia are the same play under other ``Terms``.
"""
