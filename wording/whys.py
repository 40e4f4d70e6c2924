"""Why: of the end of a game, of a place."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from wording.params import Params, side_word
from wording.places import in_round

ENDINGS: dict[str, Promise] = {
    "target": gettext_lazy("At the target: %(winner)s win."),
    "higher": gettext_lazy("Both at the target: %(winner)s win with more."),
    "first": gettext_lazy("Both at the target: %(winner)s got there first and win."),
    "bonus": gettext_lazy("At the target with the trionfo: %(winner)s win."),
    "mariannone": gettext_lazy("Mariannone: %(winner)s win."),
    "claim": gettext_lazy("%(winner)s claimed the game, had enough, and win."),
    "wrong_claim": gettext_lazy(
        "%(loser)s claimed the game without having enough: %(winner)s win."
    ),
    "hands": gettext_lazy("After the last hand %(winner)s have more and win."),
    "forfeit": gettext_lazy("Forfeit of %(loser)s: %(winner)s win."),
}
"""By the code of the ending. ``loser`` is the other side."""

LEVEL = gettext_lazy("Level after the last hand.")
"""The only ending without a winner."""

PLACINGS: dict[str, Promise] = {
    "champion": gettext_lazy("Won the final."),
    "lost_in_round": gettext_lazy("Lost %(in_round)s."),
    "still_in": gettext_lazy("Still in."),
    "sum_of_sittings": gettext_lazy("Points: %(points)s. Sittings played: %(sittings)s."),
    "plays_for_third_place": gettext_lazy("Plays for the third place."),
    "won_third_place": gettext_lazy("Won the match for the third place."),
    "lost_third_place": gettext_lazy("Lost the match for the third place."),
}


def ending_words(why: str, winner: int | None, sides: Sequence[str] = ()) -> str:
    """Why a game ended, with the names of the two sides."""
    if winner is None:
        return str(LEVEL)
    words = {"winner": side_word(winner, sides), "loser": side_word(1 - winner, sides)}
    return str(ENDINGS[why]) % words


def placing_words(code: str, params: Mapping[str, Any]) -> str:
    """Why an entry stands where it stands."""
    words = Params(params)
    if "round" in words and "of" in words:
        words["in_round"] = in_round(words["round"], words["of"])
    return str(PLACINGS[code]) % words
