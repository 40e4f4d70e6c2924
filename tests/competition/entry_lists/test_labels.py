"""No two entries of an event have labels that look alike."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from competition.entry_lists.labels import (
    LabelledEntry,
    LabelledPlayer,
    LabelPart,
    join_parts,
    make_labels,
)

NAMES = st.sampled_from(["Rossi", "ROSSI", "Bianchi", "Ricci", "De Luca"])
FIRST_NAMES = st.sampled_from(["", "Anna", "Ada", "Bruno", "anna"])


def entry(*players: str, club: str = "", hides_surnames: bool = False) -> LabelledEntry:
    """Players as "Anna Rossi", the first name first."""
    names = [text.rpartition(" ")[::2] for text in players]
    return LabelledEntry(
        tuple(
            LabelledPlayer(first, last, (first if hides_surnames else last).lower())
            for first, last in names
        ),
        club,
    )


def texts_of(*entries: LabelledEntry, hides_surnames: bool = False) -> list[str]:
    labels = make_labels(dict(enumerate(entries)), hides_surnames=hides_surnames)
    return [join_parts(labels[at]) for at in range(len(entries))]


def test_a_label_has_surnames_only_while_no_other_is_equal() -> None:
    assert texts_of(entry("Loris Zoffoli", "Ivano Casadei"), entry("Anna Rossi", "Ugo Ricci")) == [
        "Zoffoli – Casadei",
        "Rossi – Ricci",
    ]


def test_the_initial_that_differs_is_added_and_no_other() -> None:
    assert texts_of(entry("Gino Montanari", "Ugo Ricci"), entry("Pia Montanari", "Ugo Ricci")) == [
        "Montanari G. – Ricci",
        "Montanari P. – Ricci",
    ]
    assert texts_of(entry("Gino Montanari", "Ugo Ricci"), entry("Gino Montanari", "Ada Ricci")) == [
        "Montanari – Ricci U.",
        "Montanari – Ricci A.",
    ]


def test_first_names_are_added_where_the_initials_are_equal() -> None:
    assert texts_of(
        entry("Gino Montanari", "Ugo Ricci"), entry("Gianni Montanari", "Ugo Ricci")
    ) == ["Montanari Gino – Ricci", "Montanari Gianni – Ricci"]


def test_a_third_pair_gets_an_initial_of_the_other_player() -> None:
    assert texts_of(
        entry("Gino Montanari", "Ugo Ricci"),
        entry("Gino Montanari", "Ada Ricci"),
        entry("Pia Montanari", "Ugo Ricci"),
    ) == ["Montanari G. – Ricci U.", "Montanari G. – Ricci A.", "Montanari P. – Ricci"]


def test_the_club_is_added_where_the_names_are_equal() -> None:
    assert texts_of(
        entry("Gino Montanari", "Ugo Ricci", club="Savio"),
        entry("Gino Montanari", "Ugo Ricci", club="Rubicone"),
    ) == ["Montanari – Ricci (Savio)", "Montanari – Ricci (Rubicone)"]


def test_a_number_is_the_last_resort() -> None:
    assert texts_of(
        entry("Rossi", "Ricci", club="Savio"), entry("Rossi", "Ricci", club="Savio")
    ) == [
        "Rossi – Ricci (1)",
        "Rossi – Ricci (2)",
    ]


def test_pairs_entered_in_another_order_are_told_apart_too() -> None:
    assert texts_of(entry("Gino Rossi", "Ugo Ricci"), entry("Ada Ricci", "Gino Rossi")) == [
        "Rossi – Ricci U.",
        "Ricci A. – Rossi",
    ]


def test_one_who_plays_alone_has_an_initial_and_then_the_first_name() -> None:
    assert texts_of(entry("Gino Rossi"), entry("Ada Ricci")) == ["Rossi G.", "Ricci A."]
    assert texts_of(entry("Gino Rossi"), entry("Guido Rossi"), entry("Ada Rossi")) == [
        "Rossi Gino",
        "Rossi Guido",
        "Rossi A.",
    ]


def test_hidden_surnames_stay_hidden() -> None:
    assert texts_of(
        entry("Gino Rossi", "Ugo Ricci", club="Savio", hides_surnames=True),
        entry("Gino Rinaldi", "Ugo Ricci", club="Rubicone", hides_surnames=True),
        hides_surnames=True,
    ) == ["Gino R. – Ugo R. (Savio)", "Gino R. – Ugo R. (Rubicone)"]


def test_what_was_added_is_marked() -> None:
    labels = make_labels({1: entry("Gino Montanari", "Ricci"), 2: entry("Pia Montanari", "Ricci")})
    assert labels[1] == (
        LabelPart("Montanari"),
        LabelPart(" "),
        LabelPart("G.", is_added=True),
        LabelPart(" – Ricci"),
    )


PLAYERS = st.builds(
    lambda first, last: LabelledPlayer(first, last, last.lower()), FIRST_NAMES, NAMES
)


@given(
    st.dictionaries(
        st.integers(1, 99),
        st.builds(
            LabelledEntry,
            st.lists(PLAYERS, min_size=1, max_size=3).map(tuple),
            st.sampled_from(["", "Savio", "Rubicone"]),
        ),
        max_size=12,
    )
)
def test_no_two_labels_are_equal(entries: Mapping[int, LabelledEntry]) -> None:
    texts = [join_parts(parts).casefold() for parts in make_labels(entries).values()]
    assert len(set(texts)) == len(entries)
    keys = {id_: sorted(player.key for player in row.players) for id_, row in entries.items()}
    for id_, row in entries.items():
        alike = {other: entries[other] for other in entries if keys[other] == keys[id_]}
        assert make_labels(alike)[id_] == make_labels(entries)[id_]
        assert not any(part.is_added for part in make_labels({id_: row})[id_])
