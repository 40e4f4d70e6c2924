"""Reads entries."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.actors import Actor
from tournaments.core.plan import Entrant
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound


@dataclass(frozen=True, slots=True)
class EntryName:
    """How an entry is called: its players' full names in order, as the event shows them."""

    id: int
    players: tuple[str, ...]
    short: str
    """The last names: Zoffoli – Casadei."""
    club_name: str = ""
    seed: int | None = None


def entrants_of(event: Event) -> list[Entrant]:
    """Who is drawn, in the order of entering: what a draw is made from."""
    rows = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")
    return [
        Entrant(id=pk, seed=seed, club=club_name.strip().casefold() or None)
        for pk, seed, club_name in rows.values_list("pk", "seed", "club_name")
    ]


def entry_for(actor: Actor, entry_id: int) -> Entry:
    """The entry of that id with its event. Raises NotFound, also for who may not see it."""
    entry = Entry.objects.select_related("event__club").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound
    check_visible(actor, entry.event)
    return entry


def names_of(event: Event, entries: Iterable[int] | None = None) -> dict[int, EntryName]:
    """The names of the entries of an event (of all, or of some), by id. One query."""
    members = EntryPlayer.objects.filter(event=event).order_by("entry_id", "position")
    if entries is not None:
        members = members.filter(entry_id__in=set(entries))
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    about: dict[int, tuple[str, int | None]] = {}
    for pk, first, last, club_name, seed in members.values_list(
        "entry_id",
        "player__first_name",
        "player__last_name",
        "entry__club_name",
        "entry__seed",
    ):
        players[pk].append((first, last))
        about[pk] = (club_name, seed)
    initials = event.names == Event.Names.INITIAL
    return {
        pk: EntryName(
            pk,
            tuple(_shown(first, last, initials) for first, last in names),
            " – ".join(_short(first, last, initials) for first, last in names),
            *about[pk],
        )
        for pk, names in players.items()
    }


def _shown(first: str, last: str, initials: bool) -> str:  # noqa: FBT001
    """The name as the event shows it: in full, or the first name and the surname's initial."""
    if initials and first:
        return f"{first} {last[:1]}."
    return f"{first} {last}".strip()


def _short(first: str, last: str, initials: bool) -> str:  # noqa: FBT001
    return _shown(first, last, initials) if initials else last
