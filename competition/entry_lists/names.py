"""The names of players, read from the ways in which people write them."""

import unicodedata
from dataclasses import dataclass

from database.limits import EARLIEST_BIRTH_YEAR, LATEST_BIRTH_YEAR, LONGEST_PERSON_NAME
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
"""Words that belong to the surname that follows: Anna Dalla Casa, Ivo De Luca."""


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name without invisible characters. A birth year distinguishes two players of the
    same name."""

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
        """Equal for two spellings of one person: capitals and accent encodings do not matter."""
        return fold_name(self.first, self.last), self.birth_year


def fold_name(first: str, last: str) -> str:
    """A full name without capitals, double spaces or two encodings of one accent."""
    return unicodedata.normalize("NFKC", " ".join(f"{first} {last}".split())).casefold()


def split_birth_year(text: str) -> tuple[list[str], int | None]:
    """The words of a name and the birth year at its end, if it is there and possible."""
    words = text.split()
    if len(words) > 1:
        last_word = words[-1].strip("()")
        if last_word.isdecimal() and EARLIEST_BIRTH_YEAR <= int(last_word) <= LATEST_BIRTH_YEAR:
            return words[:-1], int(last_word)
    return words, None


def read_name(text: str, *, surname_first: bool = False) -> Name:
    """A full name in one field, with its birth year at the end if it is there: "Loris Zoffoli",
    "Anna Dalla Casa", "Ivano Casadei 1951"; with the surname first "Zoffoli Loris". A surname in
    capitals is known wherever it stands: "ZOFFOLI Loris"."""
    words, birth_year = split_birth_year(text)
    if found := _split_at_capitals(words):
        first_words, surname_words = found
        return Name(" ".join(first_words), " ".join(surname_words), birth_year)
    if surname_first:
        # The surname is the first word with the particles before it; the last word is a first name.
        end = 1
        while end < len(words) - 1 and _is_particle(words[end - 1]):
            end += 1
        return Name(" ".join(words[end:]), " ".join(words[:end]), birth_year)
    # The surname is the last word with its particles; the first word is always a first name.
    surname_start = max(len(words) - 1, 0)
    while surname_start > 1 and _is_particle(words[surname_start - 1]):
        surname_start -= 1
    return Name(" ".join(words[:surname_start]), " ".join(words[surname_start:]), birth_year)


def format_listed_name(name: Name) -> str:
    """A player in one cell of a list, with the birth year at the end: ``read_name`` reads the same
    person from it."""
    text = name.full
    if read_name(text).key != Name(name.first, name.last).key:
        # A first name in capitals would be read as the surname: "IVO Rossi".
        text = text.title()
    if name.birth_year is not None:
        text = f"{text} {name.birth_year}"
    return text


def _split_at_capitals(words: list[str]) -> tuple[list[str], list[str]] | None:
    """The first names and the surname, if either end of a name is in capitals and the rest is
    not."""
    in_capitals: list[bool] = []
    for word in words:
        # Initials are no surname: "GB Rossi".
        is_long = sum(map(str.isalpha, word)) > 2
        in_capitals.append(word.isupper() and (is_long or _is_particle(word)))
    count = sum(in_capitals)
    if count in (0, len(words)):
        return None
    if all(in_capitals[:count]):
        surname, rest = words[:count], words[count:]
    elif all(in_capitals[-count:]):
        surname, rest = words[-count:], words[:-count]
    else:
        return None
    if all(_is_particle(word) for word in surname):
        return None
    return rest, surname


def _is_particle(word: str) -> bool:
    return word.casefold().strip("'’") in PARTICLES
