"""The regulation that a club prints."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.format import best_of
from wording.formats import word_match_format
from wording.regulation import word_match_regulation


def _rules(**options: Any) -> tuple[str, ...]:
    return word_match_regulation(best_of(3, "marafon", options))


def test_the_regulation_of_a_best_of_three_to_forty_one() -> None:
    assert _rules() == (
        "Al meglio di tre partite a 41.",
        (
            "Si gioca in quattro, due contro due. A ciascuno 10 carte, 5 alla volta, girando"
            " verso destra."
        ),
        "Nella prima mano battezza chi ha il 4 di denari.",
        (
            "Chi battezza sceglie la briscola, esce per primo e dà le carte della mano dopo;"
            " poi battezza chi siede alla sua destra."
        ),
        "Il compagno di chi battezza guarda le sue carte solo a briscola scelta.",
        "Non si va a monte: si gioca con le carte che si hanno.",
        "Dalla carta più alta alla più bassa: 3, 2, asso, re, cavallo, fante, 7, 6, 5 e 4.",
        (
            "Chi può risponde al seme; chi non può gioca quello che vuole. La briscola batte"
            " gli altri semi."
        ),
        (
            "Chi esce può dire una parola per presa: busso, volo e striscio. Può anche non"
            " essere vera."
        ),
        (
            "L’asso vale un punto; tre, due e figure un terzo l’uno; l’ultima presa un punto."
            " In tutto 35 terzi."
        ),
        (
            "Come si contano i punti: punti interi, le figure che avanzano cadono. I punti di una"
            " mano sono 11."
        ),
        (
            "Marafona: tre, due e asso di briscola in una mano danno 3 punti. Chi può avere la"
            " marafona: tutti e quattro. Si dichiara entro la prima presa."
        ),
        "Il cappotto non dà niente di più.",
        "La partita si vince a 41 punti.",
        (
            "Se nella stessa mano arrivano tutti e due: vince chi ha di più; alla pari, un’altra"
            " mano."
        ),
        (
            "Ci si può chiamare fuori in ogni momento: con 41 punti, contati al terzo, si"
            " vince; con meno si perde la partita."
        ),
    )


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"redeal": True}, "Se chi battezza ha meno di un punto e una figura può mandare a monte."),
        ({"announcements": []}, "Al tavolo non si parla e non si fanno segni."),
        (
            {"announcements": ["busso"], "false_announcements": False},
            "Chi esce può dire una parola per presa: busso. Deve essere vera.",
        ),
        ({"count": "figure"}, "Come si contano i punti: a figure, conta ogni terzo di punto."),
        ({"marafona_points": 0}, "La marafona non dà punti."),
        (
            {"marafona_who": "caller", "marafona_lead_ace": True, "marafona_points": 1},
            (
                "Marafona: tre, due e asso di briscola in una mano danno 1 punto. Chi può avere la"
                " marafona: solo chi battezza. Si dichiara entro la prima presa. Chi ce l’ha gioca"
                " per prima carta l’asso di briscola."
            ),
        ),
        ({"plus_figure": True}, "La partita si vince a 41 punti e una figura."),
        (
            {"both_reach": "first_in_play"},
            "Se nella stessa mano arrivano tutti e due: vince chi ci è arrivato prima giocando.",
        ),
        ({"claims": False}, "Non ci si chiama fuori: si conta a fine mano."),
        (
            {"claim_plus_figure": True, "marafona_in_claim": False},
            (
                "Ci si può chiamare fuori in ogni momento: con 41⅓ punti, contati al terzo, si"
                " vince; con meno si perde la partita. La marafona di quella mano non conta."
            ),
        ),
    ],
)
def test_an_option_changes_its_rule(options: dict[str, Any], rule: str) -> None:
    assert rule not in _rules()
    assert rule in _rules(**options)


def test_games_to_different_targets_say_which_to_which() -> None:
    match = best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41})
    first, *rules = word_match_regulation(match)
    assert first == "Al meglio di tre partite: a 31, a 31 e a 41."
    assert [rule for rule in rules if "si vince a" in rule] == [
        "Prima partita e seconda partita: la partita si vince a 31 punti.",
        "Bella: la partita si vince a 41 punti.",
    ]


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (best_of(1, "marafon"), "Una partita a 41."),
        (best_of(5, "marafon", {"count": "figure", "target": 31}), "Al meglio di cinque partite"),
        (
            {"games": 4 * [{"game": "marafon", "hands": 8}], "wins": None},
            "4 partite, tutte giocate",
        ),
        ({"games": 9 * [{"game": "marafon"}], "wins": 5}, "5 partite da vincere su 9 a 41."),
    ],
)
def test_a_match_in_words(match: dict[str, Any], said: str) -> None:
    assert word_match_format(match).startswith(said)


def test_a_game_over_hands_says_how_many() -> None:
    match = {"games": [{"game": "marafon", "hands": 8}], "wins": None}
    assert word_match_format(match) == "Una partita di 8 mani."


def _over_hands(game: str) -> tuple[str, ...]:
    return word_match_regulation({"games": [{"game": game, "hands": 8}], "wins": None})


@pytest.mark.parametrize("game", ["marafon", "mariglia", "marianna"])
def test_nobody_is_told_of_a_target_where_the_hands_are_counted(game: str) -> None:
    to_target, over_hands = word_match_regulation(best_of(1, game)), _over_hands(game)
    left_out = [rule for rule in to_target if rule not in over_hands]
    assert set(over_hands) - set(to_target) == {
        "Una partita di 8 mani.",
        "Dopo l’ultima mano vince la partita chi ha di più; alla pari non la vince nessuno.",
    }
    assert any("si vince" in rule for rule in left_out)
    assert not any("chiama" in rule or "si vince" in rule for rule in over_hands)


def test_a_target_in_one_game_of_a_match_is_told() -> None:
    games = [{"game": "marafon", "hands": 8}, {"game": "marafon"}]
    told = word_match_regulation({"games": games, "wins": 1})
    assert "Seconda partita: la partita si vince a 41 punti." in told


@settings(max_examples=40, deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "count": st.sampled_from(["points", "figure"]),
            "target": st.integers(11, 101),
            "plus_figure": st.booleans(),
            "marafona_points": st.integers(1, 11),
            "redeal": st.booleans(),
        }
    ),
    st.sampled_from(["it", "en"]),
)
def test_any_regulation_is_whole_sentences(options: dict[str, Any], language: str) -> None:
    with translation.override(language):
        rules = _rules(**options)
    assert all(rule.endswith(".") and "%(" not in rule for rule in rules)
