"""What a stage was drawn from, compared with what it would be drawn from now."""

from competition.draw.drawn_from import ChangedEntrant, find_changed_entrants
from competition.plan import Entrant


def seeded(*entries: int) -> list[Entrant]:
    return [Entrant(entry, seed=seed) for seed, entry in enumerate(entries, start=1)]


def test_the_same_entrants_have_not_changed() -> None:
    assert find_changed_entrants(seeded(1, 2, 3), seeded(1, 2, 3)) == ()


def test_two_who_change_seeds_are_named_with_both() -> None:
    assert find_changed_entrants(seeded(1, 2, 3), seeded(2, 1, 3)) == (
        ChangedEntrant(1, "seed", 1, 2),
        ChangedEntrant(2, "seed", 2, 1),
    )


def test_an_entrant_that_no_longer_advances_is_not_compared() -> None:
    found = find_changed_entrants(seeded(1, 2, 3), seeded(2, 3, 4))
    assert {change.entry for change in found} == {2, 3}


def test_entries_tied_for_seeds_they_had_have_not_changed() -> None:
    drawn, now = seeded(1, 2, 3), seeded(2, 1, 3)
    assert find_changed_entrants(drawn, now, undecided=[(1, 2)]) == ()
    assert find_changed_entrants(drawn, seeded(3, 1, 2), undecided=[(1, 2)]) != ()


def test_seeds_are_not_compared_while_it_is_open_who_advances() -> None:
    drawn = [Entrant(1, seed=1, carried=4), Entrant(2, seed=2)]
    now = [Entrant(2, seed=1), Entrant(1, seed=2, carried=6)]
    assert find_changed_entrants(drawn, now, with_seeds=False) == (
        ChangedEntrant(1, "carried", 4, 6),
    )


def test_opponents_are_compared_among_those_who_still_advance() -> None:
    drawn = [Entrant(1, met=(2, 3)), Entrant(2, met=(1,)), Entrant(3, met=(1,))]
    assert find_changed_entrants(drawn, [Entrant(1, met=(2,)), Entrant(2, met=(1,))]) == ()
    again = [Entrant(1, met=[3]), Entrant(2), Entrant(3, met=[1])]
    assert [change.entry for change in find_changed_entrants(drawn, again)] == [1, 2]
