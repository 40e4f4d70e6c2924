"""The ready-made events in words: what each is called, how it is played, what it gives."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.event_shape import EventShape
from competition.presets import PRESETS
from competition.regulation import PrizeRule

NAMES: dict[str, Promise] = {
    "knock_out": _("Saturday knock-out"),
    "groups": _("Groups and bracket"),
    "danese": _("Danese"),
    "sarsina": _("World championship of Sarsina"),
    "trionfo": _("Trionfo at the table"),
}
SENTENCES: dict[str, Promise] = {
    "knock_out": _("One game to 41. Losers of the first match play on in the losers’ bracket."),
    "groups": _("Groups of four, two go on. Then a bracket, best of three."),
    "danese": _("Six rounds, nobody is out: the first meets the second, the third the fourth."),
    "sarsina": _("First evening a figure, eight hands a round. The best 32 go to the bracket."),
    "trionfo": _("Tables of five, each for himself: ten hands, twice."),
}
PRIZES: dict[str, tuple[tuple[int, int, Promise], ...]] = {
    "sarsina": (
        (1, 1, _("Cup and ham")),
        (2, 2, _("Ham")),
        (3, 4, _("Salami")),
    ),
}
"""First and last place, and what each of them gets (corrierecesenate.it 2023)."""


def make_preset_shape(code: str) -> EventShape:
    """A ready-made event, its prizes in the reader's language."""
    prizes = tuple(
        PrizeRule(first=first, last=last, text=str(text))
        for first, last, text in PRIZES.get(code, ())
    )
    return PRESETS[code].model_copy(update={"prizes": prizes})
