"""The words of Cinquecento."""

from django.utils.translation import gettext_lazy

from wording.games import marriages
from wording.games.contract import GameWords, OptionWords

CINQUECENTO = GameWords(
    name=gettext_lazy("Cinquecento"),
    options={
        "target": marriages.TARGET,
        "values": marriages.VALUES,
        "timing": marriages.list_timings("any"),
        "trump_changes": marriages.TRUMP_CHANGES,
        "mi_copri": marriages.MI_COPRI,
        "players": OptionWords(
            gettext_lazy("Players at a table"),
            choices={
                "4": gettext_lazy("Four play, two against two"),
                "2": gettext_lazy("Two play"),
            },
        ),
    },
    record=marriages.word_record_fields("card_points", "declarations", "leader"),
    claim={},
    rules=marriages.RULES,
    parts=marriages.select_parts("marriage", "mi_copri"),
    most_used=("target", "players"),
)
