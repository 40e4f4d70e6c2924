"""Takes entries: by hand, from a list, withdrawn, replaced."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime

from accounts.actors import Actor
from competition.entry_lists.entering import (
    UPDATED,
    EntryDetails,
    EntryUpdate,
    find_entry_faults,
    group_faults,
    sift,
)
from competition.entry_lists.names import Name, fold_name
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.changes import report_entries_changed, report_entries_created
from tournaments.models import (
    Club,
    Draw,
    Entry,
    EntryPlayer,
    Event,
    Payment,
    Player,
)
from tournaments.permissions import Right, check
from tournaments.refusals import EntryListRefused, EntryRefused, EventStateRefused
from tournaments.selectors.registration.entries import count_most_groups, load_existing_entries
from tournaments.selectors.registration.fees import get_entry_fee
from tournaments.services.registration.payments import (
    COLUMNS,
    make_listed_payment,
    store_balance,
)
from tournaments.services.registration.waiting import count_free_places, take_from_waiting_list
from tournaments.services.versions import lock_event, reload_entry, touch


@dataclass(frozen=True, slots=True)
class Imported:
    """What a list came to: the new entries, how many were entered already, and how many of these
    it has changed."""

    entries: tuple[Entry, ...]
    known: int
    changed: int = 0


@atomic_with_retry
def enter(*, event: Event, form: EntryDetails, actor: Actor, now: datetime) -> Entry:
    """One more entry; in a full event it waits for a place. Raises EntryRefused with all that is
    wrong with it."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = _lock_open(event)
    check_entry(event, form)
    (entry,) = _write_entries(event, [form], now, actor, places=count_free_places(event))
    touch(event, now)
    report_entries_created(event, [entry], now)
    return entry


@atomic_with_retry
def import_entries(
    *,
    event: Event,
    forms: Sequence[EntryDetails],
    actor: Actor,
    now: datetime,
    updated: Set[str] = frozenset(),
) -> Imported:
    """Enters all rows of a list, or none; those beyond the capacity wait. Pairs that are entered
    already are not entered again, so the same list twice adds nobody; of these the ``updated``
    fields change. ``forms`` are the rows of the list from its first.

    Raises EntryListRefused with the faults of every row (``at`` counts rows from 0).
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = _lock_open(event)
    sifted = sift(load_existing_entries(event), forms, updated)
    if sifted.faults:
        raise EntryListRefused(violations=sifted.faults)
    # First: a new entry may have the seed that another has had until now.
    _write_updates(event, sifted.updates, actor, now)
    places = count_free_places(event)
    entries = _write_entries(event, sifted.fresh, now, actor, places=places)
    if entries or sifted.updates:
        touch(event, now)
        report_entries_created(event, entries, now)
        updated_ids = [update.entry for update in sifted.updates]
        report_entries_changed(event, event.entries.filter(pk__in=updated_ids), now)
    return Imported(tuple(entries), len(sifted.known), len(sifted.updates))


@atomic_with_retry
def set_seed(*, entry: Entry, seed: int | None, actor: Actor, now: datetime) -> Entry:
    """Makes an entry the n-th seed, or none. Raises EntryRefused if another has that seed."""
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = _lock_open(entry.event)
    reload_entry(entry, fields=["seed"])
    check_seed_is_free(event, entry, seed)
    entry.seed = seed
    entry.save(update_fields=["seed"])
    touch(event, now)
    report_entries_changed(event, [entry], now)
    return entry


@atomic_with_retry
def assign_group(*, entry: Entry, group: int | None, actor: Actor, now: datetime) -> Entry:
    """Says in which group of the first stage an entry must play; None: it is drawn.

    Raises NotAllowed, EventStateRefused once the draw is committed, EntryRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = _lock_open(entry.event)
    reload_entry(entry, fields=["group"])
    if violations := group_faults(group, count_most_groups(event)):
        raise EntryRefused(violations=violations)
    entry.group = group
    entry.save(update_fields=["group"])
    touch(event, now)
    report_entries_changed(event, [entry], now)
    return entry


def check_seed_is_free(event: Event, entry: Entry, seed: int | None) -> None:
    """Raises EntryRefused if another entry has that seed."""
    seed_holders = event.entries.filter(state=Entry.State.ENTERED, seed=seed).exclude(pk=entry.pk)
    if seed is not None and seed_holders.exists():
        raise EntryRefused(violations=[Violation("seed_taken", {"seed": seed})])


def add_entry(*, event: Event, form: EntryDetails, actor: Actor, now: datetime) -> Entry:
    """One more entry of an event that is locked, whatever its state: raises the version of the
    event, and its caller reports the entry (``report_entry_seated``). Players who wait for a place
    wait no more: then it is their entry. Raises EntryRefused."""
    waiting_entry, form = take_from_waiting_list(event, form)
    check_entry(event, form)
    touch(event, now)
    if waiting_entry is None:
        (entry,) = _write_entries(event, [form], now, actor)
        return entry
    # The row stays: its protests and penalties may be anchored, and programs know its id.
    entry = waiting_entry
    entry.state, entry.moved_up_at = Entry.State.ENTERED, now
    entry.seed, entry.group = form.seed, form.group
    entry.club_name, entry.phone, entry.notes = form.club_name, form.phone, form.notes
    entry.save()
    entry.members.all().delete()
    _write_members(event, [entry], [form])
    if form.payment is not None:
        fee = get_entry_fee(event)
        make_listed_payment(entry, form.payment, fee, actor=actor, now=now).save()
    if entry.payments.exists():
        store_balance(entry, event)
    return entry


def check_entry(event: Event, form: EntryDetails) -> None:
    """Raises EntryRefused with all that is wrong with a new entry."""
    violations = find_entry_faults(form, load_existing_entries(event))
    if violations:
        raise EntryRefused(violations=violations)


def add_replacement(
    *, event: Event, form: EntryDetails, old: Entry, actor: Actor, now: datetime
) -> Entry:
    """Replaces ``old`` by a new entry; the players of ``old`` are free again. The event is locked.

    Raises EntryRefused.
    """
    EntryPlayer.objects.filter(entry=old).update(counts=False)
    # No two entries of an event may have one seed: the old one gives it up before the new one is
    # written.
    seed, old.seed = old.seed, None
    old.save(update_fields=["seed"])
    details_in_place = replace(form, seed=seed, group=old.group)
    new_entry = add_entry(event=event, form=details_in_place, actor=actor, now=now)
    old.state, old.replaced_by = Entry.State.REPLACED, new_entry
    old.save(update_fields=["state", "replaced_by"])
    return new_entry


def _lock_open(event: Event) -> Event:
    event = lock_event(event.pk)
    if not event.is_not_drawn:
        raise EventStateRefused("entries_closed", state=event.state)
    check_nothing_committed(event)
    return event


def check_nothing_committed(event: Event) -> None:
    """Checks that no draw is prepared: its entries must not change until it is held.

    Raises EventStateRefused.
    """
    if Draw.objects.filter(stage__event=event, state=Draw.State.COMMITTED).exists():
        raise EventStateRefused("draw_is_promised")


def _write_entries(
    event: Event,
    forms: Sequence[EntryDetails],
    now: datetime,
    actor: Actor,
    *,
    places: int | None = None,
) -> list[Entry]:
    """Writes new entries; those beyond the free ``places`` wait."""
    new_entries: list[Entry] = []
    payments: list[Payment] = []
    fee = get_entry_fee(event)
    for number, form in enumerate(forms):
        state = Entry.State.ENTERED
        if places is not None and number >= places:
            state = Entry.State.WAITLISTED
        entry = Entry(
            event=event,
            state=state,
            seed=form.seed,
            club_name=form.club_name,
            group=form.group,
            phone=form.phone,
            notes=form.notes,
            entered_at=now,
        )
        if form.payment is not None:
            payments.append(make_listed_payment(entry, form.payment, fee, actor=actor, now=now))
        new_entries.append(entry)
    # A fixed number of statements, whatever the length of the list.
    entries = Entry.objects.bulk_create(new_entries)
    Payment.objects.bulk_create(payments)
    _write_members(event, entries, forms)
    return entries


def _write_members(event: Event, entries: Sequence[Entry], forms: Sequence[EntryDetails]) -> None:
    """Writes the players of entries that have none yet."""
    names: list[Name] = []
    for form in forms:
        names += form.players
    players = find_or_create_players(event.club, names)
    members = []
    for entry, form in zip(entries, forms, strict=True):
        for position, name in enumerate(form.players):
            player = players[name.key]
            members.append(EntryPlayer(entry=entry, event=event, player=player, position=position))
    EntryPlayer.objects.bulk_create(members)


def _write_updates(
    event: Event, updates: Sequence[EntryUpdate], actor: Actor, now: datetime
) -> None:
    """Changes entries as a list says."""
    if not updates:
        return
    fee = get_entry_fee(event)
    entries = event.entries.in_bulk([update.entry for update in updates])
    payments: list[Payment] = []
    for update in updates:
        entry = entries[update.entry]
        for name, (_old, new_value) in update.changes.items():
            setattr(entry, name, new_value)
        if update.payment is not None:
            payments.append(make_listed_payment(entry, update.payment, fee, actor=actor, now=now))
    # No entry may have the seed of another, not even between two rows that exchange theirs.
    reseeded = [update.entry for update in updates if "seed" in update.changes]
    event.entries.filter(pk__in=reseeded).update(seed=None)
    Payment.objects.bulk_create(payments)
    Entry.objects.bulk_update(entries.values(), sorted({*UPDATED, *COLUMNS}))


def lock_player_names(club_id: int) -> None:
    """Holds the names of a club's players, of which its row is the lock: who looks for players by
    their names, names one anew or puts two together takes it first. After the locks of events."""
    Club.objects.select_for_update(no_key=True).get(pk=club_id)


def find_or_create_players(
    club: Club, names: Iterable[Name]
) -> dict[tuple[str, int | None], Player]:
    """The club's players of these names, new ones made. A name and a birth year are one person,
    also if two events enter it for the first time at once: the names of the club are locked."""
    wanted_names = {name.key: name for name in names}
    if wanted_names:
        lock_player_names(club.pk)
    known_players: dict[tuple[str, int | None], Player] = {}
    for player in club.players.all():
        key = fold_name(player.first_name, player.last_name), player.birth_year
        known_players[key] = player
    missing_names = [name for key, name in wanted_names.items() if key not in known_players]
    new_players = Player.objects.bulk_create(
        Player(club=club, first_name=name.first, last_name=name.last, birth_year=name.birth_year)
        for name in missing_names
    )
    for name, player in zip(missing_names, new_players, strict=True):
        known_players[name.key] = player
    return {key: known_players[key] for key in wanted_names}
