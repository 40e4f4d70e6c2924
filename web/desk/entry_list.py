"""The list of entries on the desk: which of them are shown, and their rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page
from django.db.models import Q
from django.http import HttpRequest

from accounts.actors import Actor
from accounts.selectors import load_author_names
from tournaments.models import Entry, Event
from tournaments.selectors.registration.entries import EntryOrder, select_entries
from tournaments.selectors.registration.names import EntryName, load_names_of_entries
from web.desk.entry_forms import ChangeEntryForm
from web.groups import title_among
from web.numbers import parse_number
from web.paging import choose_page, cut_page
from web.searching import read_search
from web.sorting import ENTRY_ORDERS, read_sort

ENTRIES_A_PAGE = 100
SHOWN: Mapping[str, Q] = {
    "unpaid": Q(state=Entry.State.ENTERED, paid=False),
    "absent": Q(state=Entry.State.ENTERED, present_at__isnull=True),
}
"""What the list can be narrowed to, by ``?show=``."""
WAITS = Q(state=Entry.State.WAITLISTED)


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries that a request asks for: a page of those that play, and the waiting list.
    ``sought``, ``show`` and ``sort``: the search, what the list is narrowed to, its order."""

    sought: str
    show: str
    sort: str
    page: Page[Entry]
    waiting: Sequence[Entry]

    @property
    def entries(self) -> list[Entry]:
        """All that are on the page."""
        return [*self.page, *self.waiting]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry on the page. ``group``: the title of its group; ``paid_to``, ``present_by``: who
    noted that it has paid, and that it is there."""

    entry: Entry
    name: EntryName
    group: str
    paid_to: str
    present_by: str


def load_entry_list(
    request: HttpRequest, event: Event, *, opened: ChangeEntryForm | None, has_waiting: bool
) -> EntryList:
    """The list as the address asks for it. ``opened``: the row that is being corrected.
    ``has_waiting``: whether anybody waits for a place."""
    sought, show = read_search(request), request.GET.get("show", "")
    if show not in SHOWN:
        show = ""
    sort = read_sort(request, ENTRY_ORDERS)
    # The row that is looked for (``?at=``), or the one that is open.
    wanted_entry = parse_number(request.GET.get("at"), digits=17)
    matching_entries = select_entries(event, sought, EntryOrder(sort))
    if opened is not None:
        wanted_entry = opened.entry.pk
        # A correction may change the very name that was searched: the open row is shown in any
        # case.
        if sought and not matching_entries.filter(pk=opened.entry.pk).exists():
            sought, show, matching_entries = "", "", select_entries(event, order=EntryOrder(sort))
    narrowed_entries = matching_entries.exclude(WAITS).filter(SHOWN.get(show, Q()))
    # The page with the wanted row, else the page that is asked for.
    shown_page: Page[Entry] | None = None
    if wanted_entry is not None:
        places = list(narrowed_entries.values_list("pk", flat=True))
        if wanted_entry in places:
            number = places.index(wanted_entry) // ENTRIES_A_PAGE
            shown_page = cut_page(number, narrowed_entries, ENTRIES_A_PAGE, count=len(places))
    if shown_page is None:
        shown_page = choose_page(request, narrowed_entries, ENTRIES_A_PAGE)
    waiting: Sequence[Entry] = ()
    if has_waiting:
        # The waiting list is a queue: its order is that of entering, whatever the rest is sorted
        # by.
        waiting = list(matching_entries.filter(WAITS).order_by("pk")[:ENTRIES_A_PAGE])
    return EntryList(
        sought=sought,
        show=show,
        sort=sort,
        page=shown_page,
        waiting=waiting,
    )


def build_entry_rows(
    event: Event, entries: Sequence[Entry], group_titles: Mapping[int, str]
) -> list[EntryRow]:
    """The rows of these entries, in their order."""
    names = load_names_of_entries(event, entries)
    authors: list[Actor | None] = []
    for entry in entries:
        authors += [entry.paid_to, entry.present_by]
    names_by_author = load_author_names(authors)
    rows: list[EntryRow] = []
    for entry in entries:
        group = title_among(group_titles, entry.group)
        # Only users and programs that still exist have a name.
        paid_to = names_by_author.get(entry.paid_to, "")
        present_by = names_by_author.get(entry.present_by, "")
        rows.append(EntryRow(entry, names[entry.pk], group, paid_to, present_by))
    return rows


def find_keyed_entries(entries: Sequence[Entry], opened: ChangeEntryForm | None) -> dict[str, int]:
    """The first entry on the page that can be marked as paid, and as present: their buttons have a
    key. 0: none can."""
    keyed = {"paid": 0, "present": 0}
    for entry in entries:
        # The open row has a form instead of these buttons.
        is_open = opened is not None and entry.pk == opened.entry.pk
        if is_open or not entry.is_expected:
            continue
        if not entry.paid:
            keyed["paid"] = keyed["paid"] or entry.pk
        if entry.present_at is None:
            keyed["present"] = keyed["present"] or entry.pk
    return keyed
