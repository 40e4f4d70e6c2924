"""The chapter on final places and prizes."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from competition.formats import format_named
from competition.regulation import RegulationFacts
from wording.places import place, word_places
from wording.regulation.house import word_house_rules
from wording.regulation.ranking import list_metrics


def word_prize_rules(facts: RegulationFacts) -> Iterator[str]:
    """How the final places come about, what becomes of ties, and the prizes."""
    last = facts.stages[-1]
    metrics = list_metrics(last, format_named(last.format))
    if len(facts.stages) > 1:
        yield _(
            "Entries that advance to a later stage rank before those that do not; losers who "
            "play on keep to the places at which they lost."
        )
    rules = facts.rules
    if rules.final_ties != "usual":
        pass  # It has a sentence of its own, among the house rules below.
    elif "lots" in metrics:
        yield _("Ties at the end of the last stage are decided by lots: no place is shared.")
    else:
        yield _("Entries tied at the end of the last stage share their places.")
    for prize in facts.prizes:
        if prize.last == prize.first:
            params = {"places": word_places(prize.first, prize.last), "prize": prize.text}
            yield _("%(places)s: %(prize)s.") % params
        else:
            params = {"places": place(prize.first, prize.last), "prize": prize.text}
            yield _("Places %(places)s: %(prize)s, to each of them.") % params
    yield from word_house_rules(facts, "prizes")
    if facts.prizes:
        yield _(
            "The prizes are announced when the event is closed. If a later correction moves "
            "them, the organizer decides, with a published reason, whether they stay."
        )
        yield _("The organizer decides on a prize that would go to a disqualified entry.")
