"""Corrects the names of a club's players, puts two rows of one person together, and another player
at a place."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from accounts.actors import Actor
from competition.entry_lists.names import Name
from database.transactions import ReadTooEarly, atomic_with_retry
from kernel.violations import Violation
from tournaments.changes import report_entries_changed
from tournaments.models import Device, Entry, EntryImport, EntryPlayer, Event, Player
from tournaments.permissions import Right, check
from tournaments.refusals import EntryRefused, PlayerRefused
from tournaments.selectors.registration.players import (
    digest_player,
    find_common_entry,
    find_player_called,
)
from tournaments.services.registration.entries import find_or_create_players, lock_player_names
from tournaments.services.versions import check_seen, lock_event_in_any_state, touch


@atomic_with_retry
def correct_player(
    *, player: Player, name: Name, actor: Actor, now: datetime, seen: str = ""
) -> Player:
    """Writes a player's name as it should be, in all events. ``seen``: what the page showed
    (``digest_player``); without it, nothing is compared.

    Raises NotAllowed, ChangedMeanwhile, PlayerRefused if it is no name, or that of another player
    of the club.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=player.club_id)
    # The name shows in each of these events.
    events = lock_players(player.club_id, [player.pk])
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.anonymised_at is not None:
        raise PlayerRefused("player_is_anonymous")
    check_name(name)
    if find_player_called(player.club_id, name, besides=player) is not None:
        raise PlayerRefused("player_name_taken", field="last_name", player=name.full)
    version_before = digest_player(player)
    rename(player, name)
    check_seen(seen, before=version_before, after=digest_player(player))
    entries = list_entries_of_player(player)
    report_changed(events, entries, now)
    return player


@atomic_with_retry
def merge_players(*, player: Player, into: Player, actor: Actor, now: datetime) -> Player:
    """Gives all entries of ``player`` to ``into``, who is the same person, and deletes ``player``.

    Raises NotAllowed, PlayerRefused if both play at one event: then they are two people.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=player.club_id)
    if player.club_id != into.club_id or player.pk == into.pk:
        raise PlayerRefused("players_cannot_be_merged", field="into")
    events = lock_players(player.club_id, [player.pk, into.pk])
    entries = list_entries_of_player(player)
    move_entries(player, into)
    report_changed(events, entries, now)
    return into


@atomic_with_retry
def anonymise_player(*, player: Player, actor: Actor, now: datetime) -> Player:
    """Replaces a player's name by a number in all events, for good, and forgets how his entries are
    reached. Results stay. The digests of anchors that were made before stay too: they tell the name
    to nobody who does not know it already.

    Raises NotAllowed: only an owner may.
    """
    check(actor, Right.MANAGE_CLUB, club_id=player.club_id)
    events = lock_players(player.club_id, [player.pk])
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.anonymised_at is not None:
        return player
    player.first_name, player.last_name = "", f"N. N. {player.pk}"
    player.birth_year, player.anonymised_at = None, now
    player.save()
    Entry.objects.filter(members__player=player).update(phone="", notes="")
    # Lists that were read, or are still to be confirmed, have names too.
    EntryImport.objects.filter(event__club=player.club_id).delete()
    entries = list_entries_of_player(player)
    for event in events:
        # So have the files that were made of the event (printing, which this package must not
        # import): they are made again without the name.
        event.printed_files.all().delete()
    report_changed(events, entries, now)
    return player


def check_name(name: Name) -> None:
    """Raises PlayerRefused for a name without a surname, or too long for its column."""
    if not name.last:
        raise PlayerRefused(violations=[Violation("surname_missing", {})], field="last_name")
    if name.is_too_long:
        raise PlayerRefused("player_name_too_long", field="last_name")


def rename(player: Player, name: Name) -> None:
    """Writes the name of a player who is locked."""
    player.first_name, player.last_name = name.first, name.last
    player.birth_year = name.birth_year
    player.save(update_fields=["first_name", "last_name", "birth_year"])
    mark_entries_updated(player)


def mark_entries_updated(player: Player) -> None:
    """Moves ``updated_at`` of the entries of a player, which show his name."""
    Entry.objects.filter(members__player=player).update()


def move_entries(player: Player, into: Player) -> None:
    """Moves the entries and phones of a player to another and deletes him; their events are
    locked. Raises PlayerRefused."""
    # FOR UPDATE, since one of the two is deleted: no entry may come to refer to it meanwhile.
    rows = Player.objects.select_for_update().filter(pk__in=(player.pk, into.pk))
    locked_players = list(rows.order_by("pk"))
    if len(locked_players) < 2 or any(row.anonymised_at for row in locked_players):
        raise PlayerRefused("players_cannot_be_merged", field="into")
    clash = find_common_entry(player, into)
    if clash is not None:
        raise PlayerRefused(
            "players_play_together",
            field="into",
            event=clash.event.name,
            player=into.full_name,
        )
    EntryPlayer.objects.filter(player=player).update(player=into)
    Device.objects.filter(player=player).update(player=into)
    mark_entries_updated(into)
    player.delete()


def replace_player(entry: Entry, member: EntryPlayer, name: Name) -> None:
    """Puts the player of this name, who may be new, at the place of a member of a locked entry.
    Raises EntryRefused."""
    player = find_or_create_players(entry.event.club, [name])[name.key]
    seats_of_player = EntryPlayer.objects.filter(event=entry.event_id, player=player)
    other_seats = seats_of_player.exclude(pk=member.pk)
    if other_seats.filter(entry=entry).exists():
        raise EntryRefused(violations=[Violation("player_twice_in_entry", {"player": name.full})])
    if member.counts and other_seats.filter(counts=True).exists():
        raise EntryRefused(violations=[Violation("player_entered_already", {"player": name.full})])
    member.player = player
    member.save(update_fields=["player"])


def report_changed(events: Iterable[Event], entries: Collection[Entry], now: datetime) -> None:
    """Raises the version of each of these locked events that has some of the changed ``entries``,
    and reports these. Not in the archive, which programs no longer follow."""
    for event in events:
        entries_here = [entry for entry in entries if entry.event_id == event.pk]
        if not entries_here:
            continue
        touch(event, now)
        if event.state != Event.State.ARCHIVED:
            report_entries_changed(event, entries_here, now)


def list_entries_of_player(player: Player) -> list[Entry]:
    """The entries of a player in all events."""
    return list(Entry.objects.filter(members__player=player).order_by("pk"))


def lock_players(club_id: int, players: Sequence[int]) -> list[Event]:
    """Locks the events at which these players of a club play or have played, by their ids, and then
    the names of its players. Raises ReadTooEarly if one of them was entered elsewhere meanwhile."""
    event_ids = _list_events_of_players(players)
    events = [lock_event_in_any_state(event_id) for event_id in event_ids]
    lock_player_names(club_id)
    # From here on nobody enters by a name: these are all the events that show theirs.
    if _list_events_of_players(players) != event_ids:
        raise ReadTooEarly
    return events


def _list_events_of_players(players: Sequence[int]) -> list[UUID]:
    """The ids of the events of these players, always in the same order."""
    rows = EntryPlayer.objects.filter(player__in=players)
    return sorted(set(rows.values_list("event_id", flat=True)))
