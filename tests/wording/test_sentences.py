"""What the rules refuse, as it is said at the desk."""

from typing import Any

import pytest
from django.utils import translation

from kernel.refusals import Refused
from rules.contract import Situation
from rules.registry import rulebook
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from scoring.core.state import SheetRefused
from wording.sentences import sentence

BOOK = rulebook("marafon")
SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")
START = Situation((0, 0))


def _said(record: dict[str, Any], before: Situation = START, **options: Any) -> list[str]:
    found = BOOK.check(BOOK.read_record(record), BOOK.read_options(options), before)
    return [sentence(violation.code, violation.params, SIDES) for violation in found]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({}, "Scrivi i punti di una parte: quelli dell’altra vengono da sé."),
        ({"points": [12, None]}, "12 non può essere (punti): si va da 0 a 11."),
        ({"points": [7, 7]}, "In due fanno 14 punti: insieme devono fare 11."),
        ({"points": [0, None], "marafona": 0}, "Con 0 punti non può esserci la marafona."),
        (
            {"points": [11, None], "marafona": 1},
            (
                "Zoffoli – Casadei: con la marafona di Bartolini – Faedi si va da 0 a 10 punti,"
                " non 11."
            ),
        ),
        (
            {"thirds": [20, None], "points": [5, None]},
            "Zoffoli – Casadei: con 20 figure si arriva a 6 punti, non a 5.",
        ),
        (
            {"points": [None, 7], "tricks": [None, 0]},
            "Bartolini – Faedi: con 0 prese si arriva a 0 punti, non a 7.",
        ),
        (
            {"thirds": [11, None], "tricks": [1, None], "last_trick": 1},
            (
                "Zoffoli – Casadei: con 1 presa e l’ultima presa di Bartolini – Faedi"
                " non si può arrivare proprio a 11 figure."
            ),
        ),
        (
            {"points": [7, 4], "caller": 7},
            "Quel posto non c’è (chi ha battezzato): vanno da 1 a 4.",
        ),
        (
            {"points": [7, 4], "last_trick": 5},
            "Quella parte non c’è (ultima presa): scegli una delle due.",
        ),
    ],
)
def test_a_hand_that_cannot_be_says_why(record: dict[str, Any], said: str) -> None:
    assert _said(record) == [said]


def test_a_hand_that_the_options_refuse_says_so() -> None:
    assert _said({"points": [7, None], "caller": 1}, Situation((0, 0), 0)) == [
        "Tocca battezzare al posto 1, non al posto 2."
    ]
    assert _said({"points": [7, None], "marafona": 1}, marafona_points=0) == [
        "In questo torneo la marafona non dà punti: non segnarla."
    ]
    assert _said({"points": [7, None]}, count="figure") == [
        "Qui conta ogni figura: scrivi le figure di una parte, i punti non bastano."
    ]


def test_the_numbers_show_who_got_there_first() -> None:
    record = {"points": [8, 3], "marafona": 0, "first": 1}
    assert _said(record, Situation((38, 40)), both_reach="first_in_play") == [
        "Dai numeri di questa mano ci è arrivata prima l’altra parte: Zoffoli – Casadei."
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target": 5}, "5 è poco (punti per vincere la partita): almeno 11."),
        ({"announcements": ["#"]}, "“#” non si legge (che cosa si può dire al tavolo)"),
        ({"count": "x"}, "“x” non è tra le scelte (come si contano i punti)"),
        ({"claims": False, "claim_plus_figure": True}, "“una figura in più per chiamarsi fuori”"),
    ],
)
def test_an_option_that_cannot_be_says_why(options: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        BOOK.read_options(options)
    (violation,) = refused.value.violations
    assert sentence(violation.code, violation.params).startswith(said)


HAND = ("hand", {"points": [7, None]})
OVER = ("forfeit", {"side": 0, "of": "match"})


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        ([HAND, ("sign", {"side": 0})], "Non c’è ancora niente da firmare"),
        ([HAND, ("reopen", {})], "L’incontro è aperto: non c’è niente da riaprire."),
        ([OVER, HAND], "L’incontro è finito: correggi una riga, togline una, o firma."),
        ([OVER, ("sign", {"side": None}), HAND], "Il risultato è firmato"),
        (2 * [("sign", {"side": 1})], "La firma di Bartolini – Faedi c’è già."),
        ([HAND, ("claim", {"side": 0, "thirds": 99})], "99 non può essere (figure)"),
        ([("redeal", {})], "In questo torneo non si va a monte: giocate la mano."),
    ],
)
def test_a_line_that_cannot_be_says_why(acts: list[tuple[str, dict[str, Any]]], said: str) -> None:
    if acts[0][0] == "sign":
        acts = [OVER, *acts]
    lines = [SheetLine(n, kind, data) for n, (kind, data) in enumerate(acts, start=1)]
    with pytest.raises(SheetRefused) as refused:
        fold(read_format(best_of(3, "marafon")), lines)
    (violation,) = refused.value.violations
    assert sentence(violation.code, violation.params, SIDES).startswith(said)


def test_cards_are_words() -> None:
    params = {"seat": 1, "suit": "C", "card": "AD"}
    assert sentence("must_follow", params) == (
        "Il posto 2 deve rispondere a coppe e non può giocare l’asso di denari."
    )
    assert sentence("card_twice", {"card": "4B"}) == "Il 4 di bastoni è stato dato due volte."
    assert sentence("unknown_card", {"card": "4X"}) == "La carta “4X” non c’è."


def test_sides_without_names_are_counted_from_one() -> None:
    with translation.override("en"):
        assert sentence("signed_already", {"side": 1}) == (
            "The signature of side 2 is there already."
        )


def test_names_keep_their_small_letter() -> None:
    params = {"field": "points", "side": 0, "value": 5, "least": 6, "most": 6, "given": {}}
    said = sentence("cannot_be_together", params, ("d’Angelo – Rossi", "Bartolini – Faedi"))
    assert said.startswith("d’Angelo – Rossi: ")


@pytest.mark.parametrize(
    ("count", "said"), [(1, "Manca ancora 1 incontro"), (2, "Mancano ancora 2 incontri")]
)
def test_one_match_is_said_in_the_singular(count: int, said: str) -> None:
    assert sentence("matches_still_open", {"count": count}).startswith(said)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("points.0: wrong type", "“punti” si scrive in un altro modo"),
        ("goals: unknown field", "qui non si conosce “goals”"),
        ("side: field missing", "manca “parte”"),
        ("not an object", "not an object"),
    ],
)
def test_what_has_no_form_is_said_in_words(problem: str, said: str) -> None:
    assert sentence("line_unreadable", {"problem": problem}) == (
        f"Questo non si legge: {said}. Riguarda quello che hai scritto."
    )


def test_a_code_that_nobody_knows_is_a_sentence_too() -> None:
    assert sentence("from_the_moon") == "Così non può essere (from_the_moon)."
