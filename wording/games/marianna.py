"""The words of Marianna."""

from django.utils.translation import gettext_lazy

from wording.games import marriages
from wording.games.contract import GameWords, OptionWords

MARIANNA = GameWords(
    name=gettext_lazy("Marianna"),
    options={
        "target": marriages.TARGET,
        "values": marriages.VALUES,
        "timing": marriages.list_timings("own_turn", "trick_start", "leader"),
        "trump_changes": marriages.TRUMP_CHANGES,
        "fifth_last": OptionWords(
            gettext_lazy("Declaring in the fifth last trick too"),
            gettext_lazy("Just after the last card of the stock is drawn."),
        ),
        "mariannino": OptionWords(gettext_lazy("Mariannino (250) and mariannone (500, it wins)")),
        "mi_copri": marriages.MI_COPRI,
    },
    record=marriages.word_record_fields("card_points", "declarations", "leader"),
    claim={},
    rules=marriages.RULES,
    parts=marriages.PARTS,
    most_used=("target", "values", "timing"),
)
