"""The most signs of each text that people write, for columns, forms, the API and lists."""

from typing import Final

LONGEST_PERSON_NAME: Final = 80
"""A first name, and a surname."""
LONGEST_TITLE: Final = 120
"""The name of an event, a club or a venue; the club of an entry; a note."""
LONGEST_LABEL: Final = 80
"""The name of a stage, a group or a program."""
LONGEST_REASON: Final = 500
LONGEST_ADDRESS: Final = 200
LONGEST_PRIZE: Final = 200
LONGEST_WORD: Final = 80
"""The word that is said over a draw."""
