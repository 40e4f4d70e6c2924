"""Takes entries: by hand, from a list, withdrawn, replaced."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails, entry_faults, group_faults, sift
from competition.entry_lists.names import Name, fold_name
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.models import Club, Draw, Entry, EntryPlayer, Event, Player
from tournaments.permissions import Right, check
from tournaments.refusals import EntryListRefused, EntryRefused, EventStateRefused
from tournaments.selectors.entries import load_existing_entries, most_groups
from tournaments.services.versions import lock_event, touch

ENTRIES_OPEN = (Event.State.DRAFT, Event.State.OPEN)


@dataclass(frozen=True, slots=True)
class Imported:
    """What a list came to: the new entries, and how many were entered already."""

    entries: tuple[Entry, ...]
    known: int


@atomic_with_retry
def enter(*, event: Event, form: EntryDetails, actor: Actor, now: datetime) -> Entry:
    """One more entry. Raises EntryRefused with all that is wrong with it."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = _lock_open(event)
    _check_capacity(event, 1)
    entry = add_entry(event=event, form=form, now=now)
    touch(event, now)
    return entry


@atomic_with_retry
def import_entries(
    *, event: Event, forms: Sequence[EntryDetails], actor: Actor, now: datetime
) -> Imported:
    """Enters all rows of a list, or none. Pairs that are entered already are skipped, so the same
    list twice adds nobody. ``forms`` are the rows of the list from its first.

    Raises EntryListRefused with the faults of every row (``at`` counts rows from 0).
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = _lock_open(event)
    sifted = sift(load_existing_entries(event), forms)
    if sifted.faults:
        raise EntryListRefused(violations=sifted.faults)
    _check_capacity(event, len(sifted.fresh))
    entries = _write_entries(event, sifted.fresh, now)
    if entries:
        touch(event, now)
    return Imported(tuple(entries), known=len(sifted.known))


@atomic_with_retry
def set_paid(*, entry: Entry, paid: bool, actor: Actor, now: datetime) -> Entry:
    """Notes that the fee was paid, or was not."""
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    entry.paid = paid
    entry.save(update_fields=["paid"])
    touch(event, now)
    return entry


@atomic_with_retry
def set_seed(*, entry: Entry, seed: int | None, actor: Actor, now: datetime) -> Entry:
    """Makes an entry the n-th seed, or none. Raises EntryRefused if another has that seed."""
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = _lock_open(entry.event)
    others = event.entries.filter(state=Entry.State.ENTERED, seed=seed).exclude(pk=entry.pk)
    if seed is not None and others.exists():
        raise EntryRefused(violations=[Violation("seed_taken", {"seed": seed})])
    entry.seed = seed
    entry.save(update_fields=["seed"])
    touch(event, now)
    return entry


@atomic_with_retry
def assign_group(*, entry: Entry, group: int | None, actor: Actor, now: datetime) -> Entry:
    """Says in which group of the first stage an entry must play; None: it is drawn.

    Raises NotAllowed, EventStateRefused once the draw is promised, EntryRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = _lock_open(entry.event)
    if violations := group_faults(group, most_groups(event)):
        raise EntryRefused(violations=violations)
    entry.group = group
    entry.save(update_fields=["group"])
    touch(event, now)
    return entry


def add_entry(*, event: Event, form: EntryDetails, now: datetime) -> Entry:
    """One more entry of an event that is locked, whatever its state. Raises EntryRefused."""
    violations = entry_faults(form, load_existing_entries(event))
    if violations:
        raise EntryRefused(violations=violations)
    (entry,) = _write_entries(event, [form], now)
    return entry


def add_replacement(*, event: Event, form: EntryDetails, old: Entry, now: datetime) -> Entry:
    """Replaces ``old`` by a new entry; the players of ``old`` are free again. The event is locked.

    Raises EntryRefused.
    """
    EntryPlayer.objects.filter(entry=old).update(counts=False)
    seed, old.seed = old.seed, None
    old.save(update_fields=["seed"])
    place = replace(form, seed=seed, group=old.group)
    new = add_entry(event=event, form=place, now=now)
    old.state, old.replaced_by = Entry.State.REPLACED, new
    old.save(update_fields=["state", "replaced_by"])
    return new


def _lock_open(event: Event) -> Event:
    event = lock_event(event.pk)
    if event.state not in ENTRIES_OPEN:
        raise EventStateRefused("entries_closed", state=event.state)
    check_nothing_promised(event)
    return event


def check_nothing_promised(event: Event) -> None:
    """Checks that no draw is prepared: its entries must not change until it is held.

    Raises EventStateRefused.
    """
    if Draw.objects.filter(stage__event=event, state=Draw.State.COMMITTED).exists():
        raise EventStateRefused("draw_is_promised")


def _check_capacity(event: Event, more: int) -> None:
    if event.capacity is None:
        return
    count = event.entries.filter(state=Entry.State.ENTERED).count()
    if count + more > event.capacity:
        raise EntryRefused("event_full", capacity=event.capacity, entered=count, more=more)


def _write_entries(event: Event, forms: Sequence[EntryDetails], now: datetime) -> list[Entry]:
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            seed=form.seed,
            club_name=form.club_name,
            paid=form.paid,
            group=form.group,
            entered_at=now,
        )
        for form in forms
    )
    players = _find_or_create_players(event.club, (name for form in forms for name in form.players))
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, event=event, player=players[name.key], position=position)
        for entry, form in zip(entries, forms, strict=True)
        for position, name in enumerate(form.players)
    )
    return entries


def _find_or_create_players(
    club: Club, names: Iterable[Name]
) -> dict[tuple[str, int | None], Player]:
    """The club's players of these names, new ones made. A name and a birth year are one person."""
    wanted = {name.key: name for name in names}
    known = {
        (fold_name(player.first_name, player.last_name), player.birth_year): player
        for player in club.players.all()
    }
    new = [
        Player(club=club, first_name=name.first, last_name=name.last, birth_year=name.birth_year)
        for key, name in wanted.items()
        if key not in known
    ]
    for player in Player.objects.bulk_create(new):
        known[(fold_name(player.first_name, player.last_name), player.birth_year)] = player
    return {key: known[key] for key in wanted}
