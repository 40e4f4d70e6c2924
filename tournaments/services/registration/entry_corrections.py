"""Corrects entries in place: names, club, phone, notes and fee at any time, seed and group until
the draw fixes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from accounts.actors import Actor
from competition.entry_lists.entering import group_faults
from competition.entry_lists.names import Name
from database.transactions import ReadTooEarly, atomic_with_retry
from kernel.violations import Violation
from tournaments.models import Draw, Entry, EntryPlayer, Event, Player
from tournaments.permissions import Right, check
from tournaments.refusals import (
    AmountRefused,
    EntryChanged,
    EntryRefused,
    EventStateRefused,
    NotFound,
    PlayerIsShared,
    PlayerRefused,
)
from tournaments.selectors.registration.entries import count_most_groups
from tournaments.selectors.registration.fees import get_entry_fee
from tournaments.selectors.registration.players import find_player_called
from tournaments.services.registration.entries import check_nothing_committed, check_seed_is_free
from tournaments.services.registration.payments import note_payment
from tournaments.services.registration.players import (
    check_name,
    list_entries_of_player,
    lock_players,
    move_entries,
    rename,
    replace_player,
    report_changed,
)

PLAIN_FIELDS = ("club_name", "phone", "notes")
PAYMENT_FIELDS = ("paid", "paid_cents")
"""These follow from the payments of an entry: a change of them is a payment, or cancels some."""
FIXED_BY_THE_DRAW = ("seed", "group")
MOST_NAMED = 5
"""The events that are named in a question about a player."""


class SamePerson(StrEnum):
    """What is meant by a corrected name, if other entries have the same player."""

    EVERYWHERE = "everywhere"
    """One person, whose name was wrong in all of them."""
    HERE = "here"
    """In this entry plays somebody else than in the others."""


@dataclass(frozen=True, slots=True)
class EntryCorrection:
    """The changed fields of an entry by name, as its reader saw them and as they should be:
    ``club_name``, ``phone``, ``notes``, ``paid``, ``paid_cents``, ``seed``, ``group`` and, of each
    player by position from 1, ``first1``, ``last1`` and so on. ``same_person`` answers
    PlayerIsShared, by the position from 1. ``named``: how many players the writer names, where all
    of them must be; None: only those whose names change."""

    seen: Mapping[str, Any]
    wanted: Mapping[str, Any]
    same_person: Mapping[int, SamePerson] = field(default_factory=dict)
    named: int | None = None

    def check_player_count(self, count: int) -> None:
        """Checks that the writer names as many players as the entry has. Raises EntryRefused."""
        if self.named not in (None, count):
            params = {"players": self.named, "must_be": count}
            raise EntryRefused(violations=[Violation("players_of_an_entry", params)])


def find_fixed_entry_fields(event: Event, entry: Entry) -> frozenset[str]:
    """The fields of an entry that the draw, or its leaving, has fixed."""
    if event.is_not_drawn and entry.is_expected:
        return frozenset()
    return frozenset(FIXED_BY_THE_DRAW)


@atomic_with_retry
def correct_entry(
    *, entry: Entry, correction: EntryCorrection, actor: Actor, now: datetime
) -> Entry:
    """Writes the changed fields of an entry; who plays elsewhere under a corrected name is renamed
    there too.

    Raises NotAllowed, NotFound, EventStateRefused, EntryChanged, PlayerIsShared, PlayerRefused,
    EntryRefused, AmountRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    entry, events = _lock_with_players(entry)
    event = next(locked_event for locked_event in events if locked_event.pk == entry.event_id)
    correction.check_player_count(entry.members.count())
    stored_fields = read_entry_fields(entry)
    wanted_changes: dict[str, Any] = {}
    changed_meanwhile: list[str] = []
    for field_name, value in correction.wanted.items():
        stored = stored_fields[field_name]
        if stored != value:
            wanted_changes[field_name] = value
            if correction.seen.get(field_name, stored) != stored:
                changed_meanwhile.append(field_name)
    _check_fields(event, entry, wanted_changes)
    # A field that somebody else has changed since the form was read is not overwritten.
    if changed_meanwhile:
        raise EntryChanged(fields=changed_meanwhile)

    if not wanted_changes:
        return entry
    _write_fields(event, entry, wanted_changes, actor, now)
    # From "first1" and "last1", the position 1.
    corrected_names = [name for name in wanted_changes if name.startswith(("first", "last"))]
    positions = {int(name.removeprefix("first").removeprefix("last")) for name in corrected_names}
    new_fields = {**stored_fields, **wanted_changes}
    changed_entries = {entry.pk: entry}
    for position in sorted(positions):
        try:
            renamed_entries = _correct_name(entry, position, new_fields, correction.same_person)
        except (PlayerRefused, EntryRefused) as refusal:
            refusal.point_at(f"players.{position - 1}")
            raise
        for renamed_entry in renamed_entries:
            changed_entries.setdefault(renamed_entry.pk, renamed_entry)
    report_changed(events, changed_entries.values(), now)
    return entry


def read_entry_fields(entry: Entry) -> dict[str, Any]:
    """The fields of an entry by the names of EntryCorrection. One query."""
    names = (*PLAIN_FIELDS, *PAYMENT_FIELDS, *FIXED_BY_THE_DRAW)
    fields = {name: getattr(entry, name) for name in names}
    members = EntryPlayer.objects.filter(entry=entry).select_related("player")
    for number, member in enumerate(members.order_by("position"), start=1):
        fields[f"first{number}"] = member.player.first_name
        fields[f"last{number}"] = member.player.last_name
    return fields


def _lock_with_players(entry: Entry) -> tuple[Entry, list[Event]]:
    """The entry, and all events of its players: a name that is corrected for the person everywhere
    changes these too. Raises NotFound, and ReadTooEarly if others play in it by now."""
    player_ids = entry.members.order_by("position").values_list("player_id", flat=True)
    players = list(player_ids)
    events = lock_players(entry.event.club_id, players)
    # A result may change the state of an entry without the lock of the event: its row is held too.
    locked_entry = Entry.objects.select_for_update(no_key=True).filter(pk=entry.pk).first()
    if locked_entry is None:
        raise NotFound
    if list(player_ids.all()) != players:
        raise ReadTooEarly
    return locked_entry, events


def _check_fields(event: Event, entry: Entry, wanted: Mapping[str, Any]) -> None:
    if event.state == Event.State.ARCHIVED and wanted:
        raise EventStateRefused("event_is_archived")
    fixed_fields = sorted(find_fixed_entry_fields(event, entry) & wanted.keys())
    if fixed_fields:
        raise EventStateRefused(
            "entry_is_drawn", field=fixed_fields[0], state=event.state, fields=fixed_fields
        )
    if wanted.keys() & {"club_name", *FIXED_BY_THE_DRAW}:
        # A committed draw takes entries with these: its commitment would no longer fit.
        check_nothing_committed(event)
    if "seed" in wanted:
        check_seed_is_free(event, entry, wanted["seed"])
    if "group" in wanted and (faults := group_faults(wanted["group"], count_most_groups(event))):
        raise EntryRefused(violations=faults)
    # Where the fee is known, who has paid has paid an amount: it can be another one, not none.
    stays_paid = entry.paid and wanted.get("paid", True)
    if stays_paid and _empties_amount(wanted) and get_entry_fee(event) is not None:
        raise AmountRefused("payment_out_of_bounds", field="paid_cents")


def _empties_amount(wanted: Mapping[str, Any]) -> bool:
    return "paid_cents" in wanted and wanted["paid_cents"] is None


def _write_fields(
    event: Event, entry: Entry, wanted: Mapping[str, Any], actor: Actor, now: datetime
) -> None:
    if "club_name" in wanted and not entry.has_corrected_club:
        drawn_ids: set[int] = set()
        held_draws = Draw.objects.filter(stage__event=event, state=Draw.State.HELD)
        for entrants in held_draws.values_list("entries", flat=True):
            drawn_ids.update(entrant["id"] for entrant in entrants)
        if entry.pk in drawn_ids:
            # A held draw has taken the club of this entry: all repetitions of it need that.
            entry.has_corrected_club, entry.club_as_drawn = True, entry.club_name
    for name in (*PLAIN_FIELDS, *FIXED_BY_THE_DRAW):
        if name in wanted:
            setattr(entry, name, wanted[name])
    entry.save()
    if wanted.keys() & set(PAYMENT_FIELDS):
        # An amount that was noted has been paid.
        cents = wanted.get("paid_cents")
        paid = wanted.get("paid", entry.paid) or cents is not None
        if _empties_amount(wanted) and get_entry_fee(event) is None:
            # Nobody knows the amount any more: those that were noted are cancelled.
            note_payment(entry, event, paid=False, cents=None, actor=actor, now=now)
        note_payment(entry, event, paid=paid, cents=cents, actor=actor, now=now)


def _correct_name(
    entry: Entry,
    position: int,
    fields: Mapping[str, Any],
    same_person: Mapping[int, SamePerson],
) -> list[Entry]:
    """Renames the player at a position (from 1), or puts another player there. Returns the entries
    that show another name then, also those of other events."""
    member = entry.members.order_by("position")[position - 1]
    player = Player.objects.select_for_update(no_key=True).get(pk=member.player_id)
    name = Name(fields[f"first{position}"], fields[f"last{position}"], player.birth_year)
    check_name(name)
    if player.anonymised_at is not None:
        raise PlayerRefused("player_is_anonymous")
    if name.key == Name(player.first_name, player.last_name, player.birth_year).key:
        # Only capitals or spaces: nobody else is meant.
        rename(player, name)
        return list_entries_of_player(player)
    # The name may be wrong for one person in all entries, or another person may play in this one:
    # where the player has other entries, only the writer knows which.
    elsewhere = EntryPlayer.objects.filter(player=player).exclude(entry=entry)
    answer = same_person.get(position)
    if answer is None and elsewhere.exists():
        events = list(elsewhere.order_by("event__date").values_list("event__name", flat=True))
        raise PlayerIsShared(
            field="same_person",
            position=position,
            player=player.full_name,
            name=name.full,
            count=len(events),
            events=list(dict.fromkeys(events))[:MOST_NAMED],
        )
    namesake = find_player_called(player.club_id, name, besides=player)
    if answer == SamePerson.HERE and elsewhere.exists():
        replace_player(entry, member, Name(name.first, name.last))
        return [entry]
    renamed_entries = list_entries_of_player(player)
    if namesake is None:
        rename(player, name)
    else:
        move_entries(player, namesake)
    return renamed_entries
