"""What a list changes of entries that it names again."""

from collections.abc import Sequence
from typing import Any

from competition.entry_lists.entering import EntryDetails, ExistingEntries, Sifted, sift
from competition.entry_lists.names import Name


def one(number: int, **details: Any) -> EntryDetails:
    return EntryDetails(
        (Name("Loris", f"Zoffoli{number}"), Name("Ivo", f"Neri{number}")), **details
    )


def check(stored: Sequence[EntryDetails], rows: Sequence[EntryDetails], *fields: str) -> Sifted:
    """The rows beside entries 0, 1, 2, … of these details."""
    players = {name.key: entry for entry, form in enumerate(stored) for name in form.players}
    seeds = {form.seed for form in stored if form.seed is not None}
    taken = ExistingEntries(players, seeds, details=dict(enumerate(stored)))
    return sift(taken, rows, frozenset(fields))


def seeds_after(sifted: Sifted) -> dict[int, object]:
    return {update.entry: update.changes["seed"][1] for update in sifted.updates}


def test_nothing_changes_that_the_list_has_no_column_for() -> None:
    sifted = check([one(0, seed=1)], [one(0, club_name="Bar Rita")], "notes")
    assert (sifted.updates, set(sifted.known)) == ((), {0})


def test_two_pairs_exchange_their_seeds() -> None:
    sifted = check([one(0, seed=1), one(1, seed=2)], [one(0, seed=2), one(1, seed=1)], "seed")
    assert (seeds_after(sifted), sifted.faults) == ({0: 2, 1: 1}, ())


def test_a_seed_goes_on_to_a_new_pair() -> None:
    sifted = check([one(0, seed=1)], [one(5, seed=1), one(0)], "seed")
    assert seeds_after(sifted) == {0: None}
    assert [form.seed for form in sifted.fresh] == [1]


def test_the_seed_of_a_pair_that_the_list_does_not_name_stays_with_it() -> None:
    sifted = check([one(0, seed=1), one(1)], [one(1, seed=1)], "seed")
    assert [(fault.at, fault.code) for fault in sifted.faults] == [(0, "seed_taken")]
    assert sifted.updates == ()


def test_who_cannot_get_another_seed_keeps_his_own_from_others() -> None:
    stored = [one(0, seed=1), one(1, seed=2), one(2, seed=3)]
    sifted = check(stored, [one(0, seed=3), one(1, seed=1)], "seed")
    assert sorted((fault.at, fault.code) for fault in sifted.faults) == [
        (0, "seed_taken"),
        (1, "seed_taken"),
    ]
    assert sifted.updates == ()


def test_an_empty_cell_takes_nothing_away() -> None:
    stored = one(0, club_name="Bar Rita", paid=True, phone="0547 1", group=1)
    fields = ("club_name", "paid", "phone", "group", "notes")
    assert check([stored], [one(0)], *fields).updates == ()


def test_of_a_pair_that_is_there_twice_the_first_row_counts() -> None:
    sifted = check([one(0)], [one(0, seed=1), one(0, seed=2)], "seed")
    assert seeds_after(sifted) == {0: 1}
    assert sifted.known == {0, 1}


def test_a_group_that_is_none_changes_nothing() -> None:
    sifted = check([one(0)], [one(0, group=3, notes="x")], "group", "notes")
    assert [fault.code for fault in sifted.faults] == ["no_such_group"]
    assert sifted.updates == ()


def test_a_note_of_several_lines_is_the_same_in_one() -> None:
    stored = one(0, notes="vegetariano\n porta  il mazzo")
    assert check([stored], [one(0, notes="vegetariano porta il mazzo")], "notes").updates == ()
    (update,) = check([stored], [one(0, notes="vegetariano")], "notes").updates
    assert update.changes == {"notes": (stored.notes, "vegetariano")}


def test_contacts_in_another_order_are_the_same() -> None:
    stored = one(0, phone="ivo@example.com, 0547 1")
    assert check([stored], [one(0, phone="0547 1, ivo@example.com")], "phone").updates == ()
    (update,) = check([stored], [one(0, phone="0547 2, ivo@example.com")], "phone").updates
    assert update.changes == {"phone": (stored.phone, "0547 2, ivo@example.com")}
