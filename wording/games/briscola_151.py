"""The words of Briscola 151."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from wording.games import marriages
from wording.games.contract import GameWords, OptionWords, word_choice

RACE = OptionWords(
    gettext_lazy("When the game is won"),
    choices={
        "immediate": gettext_lazy("As soon as somebody has the points"),
        "end_of_deal": gettext_lazy("At the end of the hand: who has more"),
    },
)


def _word_both_reach(params: Mapping[str, Any]) -> str:
    """When the game is won is an option of this game alone, so it comes before the shared rule."""
    race = "immediate" if params["first"] else "end_of_deal"
    return f"{word_choice(RACE, race)} {marriages.word_both_reach(params)}"


BRISCOLA_151 = GameWords(
    name=gettext_lazy("Briscola 151"),
    options={
        "target": marriages.TARGET,
        "ace_exchange": OptionWords(
            gettext_lazy("The ace of trumps is changed against a face-up king or horse"),
            gettext_lazy("To make a marriage in trumps."),
        ),
        "race": RACE,
    },
    record=marriages.word_record_fields("card_points", "declarations", "trump", "leader", "first"),
    claim={},
    rules={**marriages.RULES, "both_reach": _word_both_reach},
    parts=marriages.select_parts("marriage"),
    most_used=("target", "race"),
)
