"""What stands above a regulation: how it is played, when, for what fee, and whom to ask."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competition.regulation import RegulationFacts
from wording.dates import clock, word_clock, word_day
from wording.formats import FORMATS, word_match_format
from wording.printing.cash import format_euros


@dataclass(frozen=True, slots=True)
class BriefFact:
    """A fact with its name, to be read at a glance."""

    name: str
    value: str


def list_brief_facts(
    facts: RegulationFacts, *, entries_close_at: datetime | None, contact: str
) -> list[BriefFact]:
    """The facts above a regulation; those that are not set are left out. The deadline and whom to
    ask are those of the event, as they are now: they are no rules, and make no new version."""
    rules = facts.rules
    match_format = word_match_format(facts.match).removesuffix(".")
    brief = [BriefFact(pgettext("above a regulation", "Matches"), match_format)]
    if facts.stages:
        brief.append(BriefFact(_("Format"), str(FORMATS[facts.stages[0].format].name)))
    if rules.start:
        brief.append(BriefFact(_("Play begins"), word_clock(rules.start)))
    # None: the club has not stated a fee; 0: entry is free.
    if rules.fee_cents is not None:
        fee = format_euros(rules.fee_cents)
        if not rules.fee_cents:
            fee = pgettext("of a fee", "free")
        elif rules.fee_per == "player":
            fee = _("%(amount)s per player") % {"amount": fee}
        brief.append(BriefFact(_("Fee"), fee))
    if entries_close_at is not None:
        moment = {"day": word_day(entries_close_at), "time": clock(entries_close_at)}
        brief.append(BriefFact(_("Entries close"), _("%(day)s, %(time)s") % moment))
    if contact:
        brief.append(BriefFact(pgettext("above a regulation", "For questions"), contact))
    return brief
