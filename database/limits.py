"""The limits of what people write: the longest texts and the largest numbers, for columns, forms,
the API and imports."""

from typing import Final

LONGEST_PERSON_NAME: Final = 80
"""A first name, and a surname."""
LONGEST_TITLE: Final = 120
"""The name of an event, a club or a venue; the club of an entry; a note."""
LONGEST_LABEL: Final = 80
"""The name of a stage, a group or a program."""
LONGEST_SOUGHT: Final = 80
"""What is looked for in a list, by name."""
LONGEST_REASON: Final = 500
LONGEST_NOTE: Final = 1000
"""What an event tells the public in its own words."""
LONGEST_ADDRESS: Final = 200
LONGEST_PHONE: Final = 120
"""Telephone numbers and e-mail addresses by which an entry is reached, as they are written."""
LONGEST_PRIZE: Final = 200
LONGEST_WORD: Final = 80
"""The public word of a draw."""
LONGEST_ORIGIN: Final = 280
"""Scheme, host and port of a web site."""
LONGEST_EMAIL: Final = 254
LONGEST_HOST: Final = 253
"""The name of a machine, as DNS allows it."""
LONGEST_FILE_NAME: Final = 200
LONGEST_SHEET_NAME: Final = 120
"""The name of a sheet of a workbook."""
LONGEST_ARTICLE: Final = 1000
"""An article that a club adds to a regulation."""
LONGEST_OFFENCE: Final = 120

# Of numbers. The same bound is in the column or its document, on the desk and in the API.
MOST_ENTRIES: Final = 4096
"""The entries of an event; so also the last place, the last seed, and how many advance."""
MOST_PLAYERS_OF_ENTRY: Final = 5
MOST_TABLES: Final = 500
"""The tables of an event, in all its halls."""
LARGEST_TABLE: Final = 9999
"""The number that stands on a table."""
MOST_CENTS: Final = 1_000_000
"""An entry fee, and a payment."""
MOST_PENALTY_POINTS: Final = 999
"""What an offence at the table takes off the total of a game."""
HIGHEST_MINIMUM_AGE: Final = 99
EARLIEST_BIRTH_YEAR: Final = 1900
LATEST_BIRTH_YEAR: Final = 2100
