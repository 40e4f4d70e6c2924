"""The rounds of an event that can be printed, with the names of those who play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import Event, Pairing
from tournaments.selectors.registration.names import EntryName, EntryNames, load_entry_names
from tournaments.selectors.stages.brackets import PairingView, load_pairings_along
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from tournaments.selectors.table_halls import name_own_hall
from wording.rounds import name_round_in_event


@dataclass(frozen=True, slots=True)
class PrintableRound:
    """A round of which at least one match is known."""

    count: RoundCount
    title: str
    is_at_tables: bool
    """Whether a match of it was called to a table."""

    @property
    def is_open(self) -> bool:
        return self.count.open > 0


@dataclass(frozen=True, slots=True)
class RoundOnPaper:
    """A round with its pairings, and the names of all entries."""

    title: str
    count: RoundCount
    own_hall: str
    """Where the matches are played that have no hall of their own."""
    pairings: tuple[PairingView, ...]
    names: EntryNames

    @property
    def seated(self) -> list[PairingView]:
        """The matches whose sides are known, in the order of tables; those without a table last."""
        seated = [each for each in self.pairings if each.state in Pairing.SEATED_STATES]
        return sorted(seated, key=lambda each: (each.table is None, each.table or 0, each.number))

    @property
    def byes(self) -> list[EntryName]:
        """Those who do not play."""
        names: list[EntryName] = []
        for pairing in self.pairings:
            if pairing.state == Pairing.State.BYE:
                names += self.names_in(pairing)
        return names

    def name_hall(self, pairing: PairingView) -> str:
        """The hall in which a match is played."""
        return pairing.hall or self.own_hall

    def names_in(self, pairing: PairingView) -> list[EntryName]:
        """The entries of a pairing, side by side."""
        slots = sorted(pairing.slots, key=lambda slot: slot.side)
        return [self.names[slot.entry] for slot in slots if slot.entry is not None]

    def list_labels_in(self, pairing: PairingView) -> list[str]:
        """The short names of the entries of a pairing, side by side."""
        return [name.short for name in self.names_in(pairing)]


def has_several_halls(rounds: Sequence[RoundOnPaper]) -> bool:
    """Whether a reader has to know in which hall a match is played."""
    halls: set[str] = set()
    for each in rounds:
        halls.update(each.name_hall(pairing) for pairing in each.seated)
    return len(halls) > 1


def find_most_sides(pairings: Iterable[PairingView]) -> int:
    """The most sides of a match; two without matches."""
    return max((len(pairing.slots) for pairing in pairings), default=2)


def list_printable_rounds(event: Event) -> list[PrintableRound]:
    """The rounds of which a match is known, in the order of play. Two queries."""
    seated = Pairing.objects.filter(event=event, state__in=Pairing.SEATED_STATES).order_by()
    known: dict[int, set[str]] = {}
    for round_id, state in seated.values_list("round_id", "state").distinct():
        known.setdefault(round_id, set()).add(state)
    rounds = []
    for count in load_round_counts(event):
        states = known.get(count.id)
        if states:
            title = name_round_in_event(count)
            rounds.append(PrintableRound(count, title, Pairing.State.CALLED in states))
    return rounds


def choose_current_rounds(rounds: Sequence[PrintableRound]) -> list[PrintableRound]:
    """The first unfinished round of each section of each group, and those behind it of which a
    match is at a table already: in a bracket the next round begins while one match goes on."""
    # Groups need not be in the same round, nor the sections of a double elimination.
    begun: set[tuple[int, str]] = set()
    current: list[PrintableRound] = []
    for each in rounds:
        section = each.count.group, each.count.section
        if each.is_open and (section not in begun or each.is_at_tables):
            current.append(each)
            begun.add(section)
    return current


def load_rounds_on_paper(order: PrintOrder) -> list[RoundOnPaper]:
    """The rounds of an order: the chosen one, or those that are played now, without the matches
    that are over: their tables have others by now. Raises CannotPrint. Five queries."""
    printable = list_printable_rounds(order.event)
    chosen = order.choices.round_id
    if chosen is None:
        rounds = choose_current_rounds(printable)
    else:
        rounds = [each for each in printable if each.count.id == chosen]
    if not rounds and order.event.pairings.exists():
        raise CannotPrint("print_no_round")
    if not rounds:
        raise CannotPrint("print_not_drawn")
    pairings = load_pairings_along(each.count.stretch for each in rounds)
    names = load_entry_names(order.event)
    on_paper = []
    for each in rounds:
        shown = pairings.get(each.count.id, ())
        if chosen is None:
            shown = [pairing for pairing in shown if not pairing.is_decided]
        round_ = RoundOnPaper(
            title=each.title,
            count=each.count,
            own_hall=name_own_hall(order.event),
            pairings=tuple(shown),
            names=names,
        )
        on_paper.append(round_)
    return on_paper
