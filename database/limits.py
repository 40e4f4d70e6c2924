"""The maximum length of each text that people write, for columns, forms, the API and imports."""

from typing import Final

LONGEST_PERSON_NAME: Final = 80
"""A first name, and a surname."""
LONGEST_TITLE: Final = 120
"""The name of an event, a club or a venue; the club of an entry; a note."""
LONGEST_LABEL: Final = 80
"""The name of a stage, a group or a program."""
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
