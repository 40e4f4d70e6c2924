"""The words of Mariaccia."""

from django.utils.translation import gettext_lazy

from wording.games import marriages
from wording.games.contract import GameWords, OptionWords

MARIACCIA = GameWords(
    name=gettext_lazy("Mariaccia"),
    options={
        "target": OptionWords(
            gettext_lazy("Points to win a game"), gettext_lazy("200 or 250 as a rule.")
        ),
        "claims": OptionWords(
            gettext_lazy("Claiming is allowed"),
            gettext_lazy(
                "A player who says “I am there” wins the game if it is true, and loses it if not."
            ),
        ),
    },
    record=marriages.word_record_fields("card_points", "declarations", "trump", "leader"),
    claim=marriages.CLAIM,
    rules=marriages.RULES,
    parts=marriages.select_parts("marriage"),
    most_used=("target",),
)
