"""Sheets and lists of an event in which each plays for himself."""

import pytest
from django.utils.translation import override

from printing.builders.entries import build_entries
from printing.builders.pairings import build_names, build_pairings
from printing.builders.standings import build_standings
from printing.documents import ListDocument
from printing.tables import tabulate_cash, tabulate_entries, tabulate_results, tabulate_standings
from tests.factories import make_club
from tests.printing.halls import make_order
from tests.tournaments.sittings import make_sittings

pytestmark = pytest.mark.django_db


def heads_of(document: ListDocument) -> set[str]:
    return {column.head for section in document.sections for column in section.columns}


def test_the_heads_of_all_lists_say_player() -> None:
    order = make_order(make_sittings(make_club(), players=10, tables=2))
    with override("en"):
        for build in (build_entries, build_names, build_pairings, build_standings):
            heads = heads_of(build(order))
            assert "Player" in heads, build
            assert "Pair" not in heads, build
        for tabulate in (tabulate_entries, tabulate_cash, tabulate_standings):
            heads = set(tabulate(order).heads)
            assert "Player" in heads, tabulate
            assert "Pair" not in heads, tabulate
        assert "Player 5" in tabulate_results(order).heads


def test_a_player_is_listed_once_with_the_whole_name() -> None:
    event = make_sittings(make_club(), players=5, tables=1)
    with override("en"):
        document = build_entries(make_order(event))
    assert "Players" not in heads_of(document)
    member = event.entries.order_by("pk")[0].members.get().player
    cells = {cell.text for row in document.sections[0].rows for cell in row}
    assert f"{member.first_name} {member.last_name}" in cells


def test_who_looks_for_a_table_looks_for_one_surname() -> None:
    with override("en"):
        document = build_names(make_order(make_sittings(make_club(), players=5, tables=1)))
    assert document.notes == ("Look for the surname.",)
