"""Why a game ended, and why an entry stands where it stands."""

import pytest

from wording.sentences import sentence
from wording.whys import describe_pairing, describe_placing, word_ending

SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")


@pytest.mark.parametrize(
    ("why", "winner", "said"),
    [
        ("target", 0, "Traguardo raggiunto: vittoria di Zoffoli – Casadei."),
        (
            "wrong_claim",
            1,
            (
                "Chiamata fuori di Zoffoli – Casadei: i punti non bastavano,"
                " vittoria di Bartolini – Faedi."
            ),
        ),
        ("forfeit", 1, "Forfait di Zoffoli – Casadei: vittoria di Bartolini – Faedi."),
        ("hands", None, "Parità dopo l’ultima mano."),
    ],
)
def test_a_game_ended_because(why: str, winner: int | None, said: str) -> None:
    assert word_ending(why, winner, SIDES) == said


def test_sides_without_names_are_numbers_from_one() -> None:
    assert word_ending("target", 1) == "Traguardo raggiunto: vittoria di parte 2."


def test_an_entry_stands_there_because() -> None:
    assert describe_placing("lost_in_round", {"round": 3, "of": 5}) == "Ha perso ai quarti."
    assert describe_placing("champion", {"rounds": 5}) == "Ha vinto la finale."


def test_a_reason_for_a_place_is_a_sentence_like_any_other() -> None:
    assert sentence("lost_in_round", {"round": 1, "of": 9}) == "Ha perso al turno 1."


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("same_points", {"points": 1}, "Stessi punti: 1."),
        ("same_points", {"points": 2}, "Stessi punti: 2."),
        (
            "across_score_groups",
            {"points": 1, "against": 0},
            "1 punto contro 0: non restava nessuno con gli stessi punti.",
        ),
    ],
)
def test_a_pairing_was_made_because(code: str, params: dict[str, int], said: str) -> None:
    assert describe_pairing(code, params) == said
