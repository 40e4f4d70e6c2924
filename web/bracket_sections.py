"""The sections in which a large bracket is shown."""

from collections.abc import Collection

from tournaments.selectors.stages.brackets import Stretch, list_first_pairings
from web.rounds import Rounds
from wording.places import MAIN

MOST_MATCHES_UNDIVIDED = 32
"""The most first-round matches shown together; larger brackets are divided into sections."""
SECTION_SIZE = 16
"""First-round matches in a section."""
MOST_MATCHES_IN_ONE_PIECE = 256
"""The most first-round matches that a page can have, in one piece or all sections together. A
larger bracket is printed as a poster."""
FINALS, ALL, WHOLE = "finals", "all", "whole"


class BracketSections:
    """How the bracket with these rounds is divided: into sections of its first round, and the
    finals between their winners. A bracket that fits on a page is not divided."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.main_rounds = Rounds(round_ for round_ in rounds if round_.section == MAIN)
        first_matches = self.main_rounds[0].pairings
        self.count = 0
        self.numbers: tuple[str, ...] = ()
        """The keys of all parts in the address; none of a bracket that is not divided."""
        self.has_whole = False
        """Whether a divided bracket can also be shown in one piece."""
        if first_matches > MOST_MATCHES_UNDIVIDED:
            self.count = first_matches // SECTION_SIZE
            self.numbers = (*map(str, range(1, self.count + 1)), FINALS)
            self.has_whole = first_matches <= MOST_MATCHES_IN_ONE_PIECE

    def choose(self, requested: str, chosen_entries: Collection[int]) -> str:
        """The key of what is shown: what was requested, else the section in which the first of the
        chosen entries begins, else the first section. One query for chosen entries."""
        if not self.numbers:
            return ""
        if requested in self.numbers or (self.has_whole and requested in (ALL, WHOLE)):
            return requested
        if chosen_entries:
            # Entries of another stage have no place in this first round.
            places = list_first_pairings(self.main_rounds[0].id, chosen_entries)
            if places:
                return str((places[0] - 1) // SECTION_SIZE + 1)
        return "1"

    def divide(self, shown: str) -> dict[str, list[Stretch]]:
        """The pairings of each part that is shown, by round."""
        if shown in ("", WHOLE):
            return {"": self.rounds.stretches}
        if shown == ALL:
            return {number: self.list_stretches(number) for number in self.numbers}
        return {shown: self.list_stretches(shown)}

    def list_stretches(self, number: str) -> list[Stretch]:
        """The pairings of a section, or of the finals, by round.

        A section ends with the match between its last two entries. The finals begin with these
        matches, which are therefore shown in both.
        """
        # The round with one match for each section.
        joining_at = [round_.pairings for round_ in self.main_rounds].index(self.count)
        stretches: list[Stretch] = []
        if number == FINALS:
            stretches += Rounds(self.main_rounds[joining_at:]).stretches
            for round_ in self.rounds:
                if round_.section != MAIN and not round_.is_preliminary:
                    stretches.append(round_.stretch)
            return stretches

        section_index = int(number) - 1
        for round_ in self.rounds:
            # Few, and wanted in addition to the section that the pair is looked for in.
            if round_.is_preliminary:
                stretches.append(round_.stretch)
        for depth, round_ in enumerate(self.main_rounds[: joining_at + 1]):
            matches = SECTION_SIZE >> depth  # each round has half as many
            first = section_index * matches + 1
            stretches.append((round_.id, first, first + matches - 1))
        return stretches
