"""Names of players as people write them."""

import unicodedata
from dataclasses import dataclass

from database.limits import LONGEST_PERSON_NAME
from database.text import strip_invisible

PARTICLES = frozenset(
    [
        "d",
        "da",
        "dal",
        "dall",
        "dalla",
        "dalle",
        "dai",
        "degli",
        "dei",
        "del",
        "dell",
        "della",
        "delle",
        "delli",
        "dello",
        "de",
        "di",
        "la",
        "le",
        "li",
        "lo",
        "san",
        "santa",
        "van",
        "von",
    ]
)
"""What belongs to the surname that follows: Anna Dalla Casa, Ivo De Luca."""


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name without signs that nobody sees; a birth year tells two of the same name
    apart."""

    first: str
    last: str
    birth_year: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", strip_invisible(self.first))
        object.__setattr__(self, "last", strip_invisible(self.last))

    @property
    def full(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def is_too_long(self) -> bool:
        """Whether one of its parts does not fit into its column."""
        return max(len(self.first), len(self.last)) > LONGEST_PERSON_NAME

    @property
    def key(self) -> tuple[str, int | None]:
        """What makes two names the same person, whatever their capitals and accents' encoding."""
        return fold_name(self.first, self.last), self.birth_year


def fold_name(first: str, last: str) -> str:
    """A full name without capitals, double spaces or two encodings of one accent."""
    return unicodedata.normalize("NFKC", " ".join(f"{first} {last}".split())).casefold()


def read_name(text: str) -> Name:
    """A full name in one field, first name first, with its birth year at the end if it is there:
    "Loris Zoffoli", "Anna Dalla Casa", "Ivano Casadei 1951"."""
    words = text.split()
    year = None
    if len(words) > 1 and words[-1].strip("()").isdecimal() and len(words[-1].strip("()")) == 4:
        year = int(words.pop().strip("()"))
    at = max(len(words) - 1, 0)
    while at > 1 and words[at - 1].casefold().strip("'’") in PARTICLES:
        at -= 1
    return Name(" ".join(words[:at]), " ".join(words[at:]), year)
