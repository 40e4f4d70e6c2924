"""The lists of an event as tables of plain values, for spreadsheets."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Final, TypeAlias

from printing.builders.prizes import load_awards
from printing.cash import (
    find_paid_amount,
    load_cash_book,
    stands_in_cash,
    sum_paid_amounts,
    word_paid,
)
from printing.entries import (
    load_listed_entries,
    load_listed_players,
    load_numbered_entries,
)
from printing.frames import describe_event
from printing.orders import PrintOrder
from printing.refusals import CannotPrint
from printing.rounds import find_most_sides
from tournaments.models import Group, Pairing
from tournaments.selectors.registration.fees import get_entry_fee
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.stages.brackets import load_pairings_along
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.standings import load_standings_of_event
from wording.dates import clock, word_day
from wording.formats import find_unit
from wording.metrics import value, word_metric_head
from wording.numbers import join_scores
from wording.places import group_name, place
from wording.printing.columns import (
    word_entry_head,
    word_head,
    word_numbered_entry,
    word_numbered_player,
    word_yes_no,
)
from wording.printing.layouts import TABLES, name_table
from wording.rounds import name_round_in_group
from wording.stages import name_stage
from wording.states import word_state
from wording.whys import describe_placing

CellValue: TypeAlias = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table with its name and the heads of its columns."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def tabulate_entries(order: PrintOrder) -> PlainTable:
    """Everyone who has entered, one column a player. Loaded again as a list of entries, it changes
    nothing. Raises CannotPrint."""
    listed = load_listed_entries(order.event)
    fee = get_entry_fee(order.event)
    players = load_listed_players(order.event)
    most = max(map(len, players.values()))
    player_heads = [word_entry_head(is_singles=order.event.is_singles)]
    if most > 1:
        # A pair has a column of its surnames, then one for each player.
        player_heads += [word_numbered_player(number) for number in range(1, most + 1)]
    heads = (
        word_head("number"),
        *player_heads,
        *map(
            word_head,
            ("club", "seed", "group", "paid", "amount", "state", "phone", "email", "notes"),
        ),
    )
    # Those of the first stage, which are the ones that an entry may choose.
    first_groups = Group.objects.filter(stage__event=order.event, stage__number=1)
    groups = dict(first_groups.values_list("number", "name"))
    rows = []
    for number, entry, name in listed:
        phone, email = _split_contact(entry.phone)
        group = ""
        if entry.group is not None:
            group = group_name(entry.group, groups.get(entry.group, ""))
        names = players[entry.pk] + [""] * (most - len(players[entry.pk]))
        if most > 1:
            names.insert(0, name.short)
        rows.append(
            (
                number,
                *names,
                entry.club_name,
                entry.seed,
                group,
                word_paid(entry),
                _to_euros(find_paid_amount(entry, fee)),
                word_state(entry.state),
                phone,
                email,
                entry.notes,
            )
        )
    return PlainTable(name_table("entries"), heads, tuple(rows))


def _split_contact(contact: str) -> tuple[str, str]:
    """The phone and the e-mail of an entry, which are kept in one field."""
    phones: list[str] = []
    emails: list[str] = []
    for part in contact.split(","):
        if "@" in part:
            emails.append(part.strip())
        else:
            phones.append(part.strip())
    return ", ".join(phones), ", ".join(emails)


def tabulate_results(order: PrintOrder) -> PlainTable:
    """All matches of all stages in the order of play. Raises CannotPrint. Six queries."""
    counts = load_round_counts(order.event)
    if not counts:
        raise CannotPrint("print_not_drawn")
    found = load_pairings_along(count.stretch for count in counts)
    names = load_entry_names(order.event)
    totals = _load_game_totals(order)
    # There are columns for the match with the most sides.
    sides = find_most_sides(chain(*found.values()))
    is_singles = order.event.is_singles
    heads = (
        *map(word_head, ("stage", "group", "round", "match", "table")),
        *(word_numbered_entry(number, is_singles=is_singles) for number in range(1, sides + 1)),
        *map(word_head, ("games", "totals", "points", "winner", "state", "decided")),
    )
    rows: list[tuple[CellValue, ...]] = []
    for count in counts:
        stage = count.stage
        unit = find_unit(stage.match_format)
        group = ""
        if stage.groups > 1:
            group = group_name(stage.group, stage.group_name)
        for pairing in found.get(count.id, ()):
            # A side stays empty while its entry is not known; some matches have fewer sides.
            seated = [""] * sides
            for index, slot in enumerate(pairing.slots):
                if slot.entry is not None:
                    seated[index] = names[slot.entry].short
            winner = decided = ""
            scores = ("", "", "")
            if pairing.is_decided:
                # The games won, the totals of each (41–35, 38–41, 41–30), the points in all.
                games = ", ".join(join_scores(game, unit, "–") for game in totals[pairing.id])
                sums = join_scores(pairing.sums, unit, "–")
                scores = (join_scores(pairing.wins, "", "–"), games, sums)
                if pairing.winner_entry is not None:
                    winner = names[pairing.winner_entry].short
            if pairing.decided_at is not None:
                decided = f"{word_day(pairing.decided_at)} {clock(pairing.decided_at)}"
            rows.append(
                (
                    name_stage(stage),
                    group,
                    name_round_in_group(count),
                    pairing.number,
                    pairing.table,
                    *seated,
                    *scores,
                    winner,
                    word_state(pairing.state),
                    decided,
                )
            )
    return PlainTable(name_table("results"), heads, tuple(rows))


def _load_game_totals(order: PrintOrder) -> dict[int, list[list[int]]]:
    """The totals of each game by side, by the id of the decided pairing. A game that was copied
    from paper may have none: it is left out. One query."""
    rows = Pairing.objects.filter(event=order.event, state=Pairing.State.DECIDED)
    games_of_pairings = rows.filter(match__isnull=False).values_list("pk", "match__snapshot__games")
    totals: dict[int, list[list[int]]] = defaultdict(list)
    for pk, games in games_of_pairings:
        for game in games or ():
            if any(game.get("totals", ())):
                totals[pk].append(game["totals"])
    return totals


def tabulate_standings(order: PrintOrder) -> PlainTable:
    """The places of the event, with the values that ranked them. Raises CannotPrint."""
    standings = load_standings_of_event(order.event)
    if not standings.rows:
        raise CannotPrint("print_not_drawn")
    # Places in a bracket have no values; those of several stages have those of their stage.
    metrics: dict[str, None] = {}
    for row in standings.rows:
        metrics |= dict.fromkeys(row.placing.values)
    rows = []
    for row in standings.rows:
        placing = row.placing
        values: list[CellValue] = []
        for name in metrics:
            number = placing.values.get(name)
            # A whole number stays a number, a fraction becomes text, none an empty cell.
            if number is None or isinstance(number, int):
                values.append(number)
            else:
                values.append(value(number))
        cells = (
            place(placing.first, placing.last),
            row.name.short,
            row.name.full,
            row.name.club_name,
            *values,
            describe_placing(placing.why.code, placing.why.params),
        )
        rows.append(cells)
    heads = (
        word_head("place"),
        word_entry_head(is_singles=order.event.is_singles),
        *map(word_head, ("players", "club")),
        *map(word_metric_head, metrics),
        word_head("why"),
    )
    return PlainTable(name_table("standings"), heads, tuple(rows))


def tabulate_prizes(order: PrintOrder) -> PlainTable:
    """Who has which prize now. Raises CannotPrint."""
    rows: list[tuple[CellValue, ...]] = []
    for award in load_awards(order):
        label = place(award.band.first, award.band.last)
        if not award.rows:
            rows.append((label, award.band.text, "", "", ""))
        for row in award.rows:
            is_shared = row.placing.entry in award.shared
            players = row.name.full
            rows.append((label, award.band.text, row.name.short, players, word_yes_no(is_shared)))
    heads = (
        *map(word_head, ("place", "prize")),
        word_entry_head(is_singles=order.event.is_singles),
        *map(word_head, ("players", "shared")),
    )
    return PlainTable(name_table("prizes"), heads, tuple(rows))


def tabulate_cash(order: PrintOrder) -> PlainTable:
    """What each entry owes and whether it has paid, with the sum. Raises CannotPrint."""
    numbered = load_numbered_entries(order.event)
    counted = [each for each in numbered if stands_in_cash(each.entry)]
    fee, book = get_entry_fee(order.event), load_cash_book(order.event)
    rows: list[tuple[CellValue, ...]] = []
    for _number, entry, name in counted:
        # An entry that has left owes nothing.
        due = _to_euros(fee) if entry.is_expected else None
        collector, when = book.notes.get(entry.pk, ("", ""))
        amount = _to_euros(find_paid_amount(entry, fee))
        paid, state = word_yes_no(entry.paid), word_state(entry.state)
        rows.append((name.short, due, paid, amount, collector, when, state))
    total = sum_paid_amounts((each.entry for each in counted), fee)
    if fee is not None or total:
        rows.append((word_head("total"), None, "", _to_euros(total), "", "", ""))
    # What each has is below the sum: it adds up to the same.
    for collector, cents in book.totals:
        rows.append(("", None, "", _to_euros(cents), collector, "", ""))
    heads = (
        word_entry_head(is_singles=order.event.is_singles),
        *map(word_head, ("fee", "paid", "amount", "collector", "when", "state")),
    )
    return PlainTable(name_table("cash"), heads, tuple(rows))


def _to_euros(cents: int | None) -> Decimal | None:
    if cents is None:
        return None
    return Decimal(cents).scaleb(-2)


def tabulate_event(order: PrintOrder) -> Iterable[PlainTable]:
    """Every table of the event that has something in it, after one that names the event."""
    yield PlainTable(name_table("archive"), (describe_event(order),), ())
    for tabulate in TABULATORS.values():
        try:
            yield tabulate(order)
        except CannotPrint:
            continue


TABULATORS: Final[dict[str, Callable[[PrintOrder], PlainTable]]] = {
    "entries": tabulate_entries,
    "results": tabulate_results,
    "standings": tabulate_standings,
    "prizes": tabulate_prizes,
    "cash": tabulate_cash,
}
ARCHIVE: Final = "archive"
NAMES: Final = tuple(TABLES)
