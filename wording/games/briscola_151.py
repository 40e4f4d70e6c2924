"""The words of Briscola 151."""

from django.utils.translation import gettext_lazy

from wording.games import marriages
from wording.games.contract import GameWords, OptionWords, RuleParams, word_choice
from wording.registry import SentenceRegistry

RACE = OptionWords(
    gettext_lazy("When the game is won"),
    choices={
        "immediate": gettext_lazy("As soon as somebody has the points"),
        "end_of_deal": gettext_lazy("At the end of the hand: who has more"),
    },
)

OWN_RULES = SentenceRegistry[[RuleParams]]()
"""In place of those that the games with marriages share."""


@OWN_RULES.add("both_reach")
def word_end_of_game(params: RuleParams) -> str:
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
    rules={**marriages.RULES, **OWN_RULES},
    parts=marriages.select_parts("marriage"),
    most_used=("target", "race"),
)
