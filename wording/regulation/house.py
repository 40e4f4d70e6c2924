"""The chapters on the evening itself: entries, presence, penalties, claims, who decides."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from competition.formats import format_named
from competition.regulation import HouseRules, PenaltyRule, RegulationFacts
from scoring.core.format import read_format
from wording.dates import long_date_words
from wording.games.contract import OptionWords, choice_sentence
from wording.regulation.nouns import entry_noun
from wording.ties import PLACE_TIES, place_tie_sentence

HOUSE_WORDS: dict[str, OptionWords] = {
    "check_in": OptionWords(
        gettext_lazy("Present by"), gettext_lazy("Time of day, for example 20:15.")
    ),
    "start": OptionWords(gettext_lazy("Play starts at")),
    "open_to": OptionWords(
        gettext_lazy("Who may enter"),
        choices={
            "everybody": gettext_lazy("Everybody"),
            "members": gettext_lazy("Members of the club"),
            "one_member": gettext_lazy("Pairs with at least one member of the club"),
        },
    ),
    "fee_cents": OptionWords(
        gettext_lazy("Entry fee in euros"),
        gettext_lazy("For example 20 or 7.50; 0: entry is free; empty: not stated."),
    ),
    "fee_per": OptionWords(
        gettext_lazy("The fee is paid"),
        choices={
            "entry": gettext_lazy("Once for each pair"),
            "player": gettext_lazy("By each player"),
        },
    ),
    "minimum_age": OptionWords(
        gettext_lazy("Parents’ consent below the age of"), gettext_lazy("Empty: not stated.")
    ),
    "substitutes": OptionWords(
        gettext_lazy("Substitutes are allowed"),
        gettext_lazy("Until the pair has begun to play, with the organizer’s permission."),
    ),
    "late_game": OptionWords(
        gettext_lazy("Minutes late to lose the first game"),
        gettext_lazy("Counted from the call. Empty: the referee decides."),
    ),
    "late_match": OptionWords(
        gettext_lazy("Minutes late to lose the match"),
        gettext_lazy("Counted from the call. Empty: the referee decides."),
    ),
    "claims_until": OptionWords(
        gettext_lazy("A claim against a result"),
        choices={
            "signature": gettext_lazy("Before signing the sheet"),
            "minutes": gettext_lazy("Within a number of minutes after the match"),
        },
    ),
    "claims_minutes": OptionWords(gettext_lazy("Minutes for a claim")),
    "appeal": OptionWords(
        gettext_lazy("Appeal against the referee"),
        choices={
            "none": gettext_lazy("None, the referee’s decision is final"),
            "organizer": gettext_lazy("To the organizer"),
            "committee": gettext_lazy("To a committee of the club"),
        },
    ),
    "referee": OptionWords(gettext_lazy("Referee")),
    "organizer": OptionWords(gettext_lazy("Organizer in charge")),
    "penalties": OptionWords(gettext_lazy("Penalties")),
    **PLACE_TIES,
}
"""The house rules as they stand in the form; the regulation has their choices in these words."""

OFFENCES: dict[str, Promise] = {
    "revoke": gettext_lazy("Revoke: not following suit when able to"),
    "signs": gettext_lazy("Words or signals to the partner that are not allowed"),
    "false_word": gettext_lazy("A false announcement"),
    "out_of_turn": gettext_lazy("A card played out of turn"),
    "advice": gettext_lazy("Advice from onlookers"),
    "misconduct": gettext_lazy("Insults and misconduct"),
    "phone": gettext_lazy("Keeping count on a phone during the hand"),
    "other": gettext_lazy("Another offence, in our words"),
}
SANCTIONS: dict[str, Promise] = {
    "warning": gettext_lazy("a warning"),
    "points": gettext_lazy("points off the game"),
    "game": gettext_lazy("loss of the game"),
    "match": gettext_lazy("loss of the match"),
    "ranking": gettext_lazy("points off the ranking"),
    "disqualified": gettext_lazy("disqualification"),
}


def offence_words(penalty: PenaltyRule) -> str:
    """What is punished, in the regulation's words or in the club's."""
    return penalty.text or str(OFFENCES[penalty.offence])


def sanction_words(penalty: PenaltyRule) -> str:
    """What it costs: "11 points off the game"."""
    if penalty.sanction == "points":
        said = ngettext(
            "%(count)s point off the game", "%(count)s points off the game", penalty.points
        )
        return said % {"count": penalty.points}
    if penalty.sanction == "ranking":
        said = ngettext(
            "%(count)s point off the ranking", "%(count)s points off the ranking", penalty.points
        )
        return said % {"count": penalty.points}
    return str(SANCTIONS[penalty.sanction])


def _word_clock(time: str) -> str:
    hours, minutes = time.split(":")
    said = pgettext("a time of day", "%(hours)s:%(minutes)s")
    return said % {"hours": hours, "minutes": minutes}


def players_of(match: Mapping[str, Any]) -> int:
    """How many players an entry has."""
    return read_format(match).players_a_side


def _check_in(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.check_in is None:
        return ""
    return _("Everybody is present by %(time)s; absent entries may lose their place.") % {
        "time": _word_clock(rules.check_in)
    }


def _word_start(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    return _("Play starts at %(time)s.") % {"time": _word_clock(rules.start)} if rules.start else ""


def _open_to(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    return choice_sentence(HOUSE_WORDS["open_to"], rules.open_to)


def _word_fee(rules: HouseRules, match: Mapping[str, Any]) -> str:
    if rules.fee_cents is None:
        return ""
    if not rules.fee_cents:
        return _("Entry is free.")
    said = _("Entry fee: %(fee)s.") % {"fee": _word_euros(rules.fee_cents)}
    return f"{said} {choice_sentence(HOUSE_WORDS['fee_per'], rules.fee_per)}"


def _word_euros(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    if not rest:
        return _("%(euros)s euros") % {"euros": whole}
    return pgettext("an amount of money", "%(euros)s.%(cents)s euros") % {
        "euros": whole,
        "cents": f"{rest:02}",
    }


def _minimum_age(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.minimum_age is None:
        return ""
    return _("Players under %(age)s bring their parents’ written consent.") % {
        "age": rules.minimum_age
    }


def _word_substitutes(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.substitutes:
        return _(
            "Substitutes are allowed until the pair has begun to play, with the organizer’s "
            "permission."
        )
    return _("Substitutes are not allowed.")


def _late_game(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.late_game is None:
        return ""
    return ngettext(
        "An entry missing at the table %(count)s minute after the call loses the first game.",
        "An entry missing at the table %(count)s minutes after the call loses the first game.",
        rules.late_game,
    ) % {"count": rules.late_game}


def _late_match(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.late_match is None:
        return _("The referee decides how long a table waits for a late entry.")
    return ngettext(
        "An entry missing at the table %(count)s minute after the call loses the match.",
        "An entry missing at the table %(count)s minutes after the call loses the match.",
        rules.late_match,
    ) % {"count": rules.late_match}


def _claims_until(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    said = choice_sentence(HOUSE_WORDS["claims_until"], rules.claims_until)
    to_whom = _("It is made to the referee.")
    return f"{said} {to_whom}"


def _claims_minutes(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if rules.claims_until != "minutes":
        return ""
    return choice_sentence(HOUSE_WORDS["claims_minutes"], rules.claims_minutes)


def _word_appeal(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    return choice_sentence(HOUSE_WORDS["appeal"], rules.appeal)


def _word_referee(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if not rules.referee:
        return _("At the tables the referee decides.")
    return _("At the tables the referee decides: %(name)s.") % {"name": rules.referee}


def _word_organizer(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if not rules.organizer:
        return _("The organizer is responsible for the event and decides what no article covers.")
    return _(
        "The organizer is responsible for the event and decides what no article covers: %(name)s."
    ) % {"name": rules.organizer}


def _told_above(_rules: HouseRules, _match: Mapping[str, Any]) -> str:
    """An option that stands in the sentence of another one."""
    return ""


def _word_penalties(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    if not rules.penalties:
        return _(
            "The referee gives penalties according to gravity: a warning, points off the game "
            "or the ranking, loss of the game or the match, disqualification."
        )
    return _("There are no penalties other than those named in this regulation.")


def _final_ties(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    return place_tie_sentence("final_ties", rules.final_ties)


def _prize_ties(rules: HouseRules, _match: Mapping[str, Any]) -> str:
    return place_tie_sentence("prize_ties", rules.prize_ties)


HouseRule = Callable[[HouseRules, Mapping[str, Any]], str]
HOUSE_RULES: dict[str, tuple[str, HouseRule]] = {
    "start": ("event", _word_start),
    "check_in": ("event", _check_in),
    "open_to": ("entries", _open_to),
    "fee_cents": ("entries", _word_fee),
    "fee_per": ("entries", _told_above),
    "minimum_age": ("entries", _minimum_age),
    "substitutes": ("entries", _word_substitutes),
    "late_game": ("presence", _late_game),
    "late_match": ("presence", _late_match),
    "penalties": ("penalties", _word_penalties),
    "claims_until": ("claims", _claims_until),
    "claims_minutes": ("claims", _claims_minutes),
    "appeal": ("claims", _word_appeal),
    "referee": ("authority", _word_referee),
    "organizer": ("authority", _word_organizer),
    "final_ties": ("prizes", _final_ties),
    "prize_ties": ("prizes", _prize_ties),
}
"""The chapter and the sentence of each house rule, by its name: all of them must be there."""


def house_rule_sentences(facts: RegulationFacts, chapter: str) -> Iterator[str]:
    """The house rules of a chapter."""
    for where, rule in HOUSE_RULES.values():
        if where == chapter:
            yield rule(facts.rules, facts.match)


def event_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who holds the event, when and where."""
    if facts.club:
        yield _("The event is organized by %(club)s.") % {"club": facts.club}
    where = ", ".join(filter(None, (facts.venue, facts.address)))
    day = long_date_words(date.fromisoformat(facts.date)) if facts.date else ""
    yield f"{'. '.join(filter(None, (day, where)))}." if day or where else ""
    yield from house_rule_sentences(facts, "event")
    yield _("A round that has a date of its own in the calendar is played on that date.")


def entry_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who may enter, how many, for how much."""
    players = players_of(facts.match)
    if players == 1:
        yield _("Players enter individually.")
    else:
        yield _("Entries are teams of %(count)s; nobody plays in two of them.") % {"count": players}
    if facts.capacity is not None:
        yield _("Maximum: %(entries)s.") % {"entries": entry_noun(facts.capacity, players)}
    yield from house_rule_sentences(facts, "entries")
    first = format_named(facts.stages[0].format)
    if first.rounds(2, first.options(facts.stages[0].options)) is None:
        yield _("Entries close when the draw is committed.")
    else:
        yield _(
            "Entries close when the draw is committed; late entries join between two rounds, "
            "with the organizer’s permission."
        )


def presence_rules(facts: RegulationFacts) -> Iterator[str]:
    """Lateness, absence, giving up. What such a match is worth stands with the rankings."""
    yield from house_rule_sentences(facts, "presence")
    for rule in UNPLAYED_RULES.values():
        yield rule(facts)


UNPLAYED_RULES: dict[str, Callable[[RegulationFacts], str]] = {
    "forfeit": lambda _facts: _(
        "An entry that does not appear, or gives up, loses the match by forfeit; in a "
        "knock-out the opponent advances."
    ),
    "withdrawal": lambda _facts: _(
        "An entry that withdraws forfeits its remaining matches; its results so far stay."
    ),
}
"""What is done with matches that are not played out, by case; its options have their sentence
here."""


def penalty_rules(facts: RegulationFacts) -> Iterator[str]:
    """What is punished and how, an article each."""
    yield from house_rule_sentences(facts, "penalties")
    for penalty in facts.rules.penalties:
        params = {"offence": offence_words(penalty), "sanction": sanction_words(penalty)}
        yield _("%(offence)s: %(sanction)s.") % params
    yield _(
        "A penalty is recorded with its article and its reason and is public; if it is "
        "cancelled, it stays there with the reason."
    )
    yield _(
        "The disqualification states whether the results so far stay, or no longer count "
        "for anybody."
    )


def claims_rules(facts: RegulationFacts) -> Iterator[str]:
    """How a result becomes final, and how it is claimed against."""
    yield _("The score is written hand by hand; both sides check the result and sign it.")
    yield from house_rule_sentences(facts, "claims")
    yield _("A mistake is corrected on the sheet, with the reason; nothing written is erased.")


def authority_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who decides what the articles leave open, and how the regulation may change."""
    yield from house_rule_sentences(facts, "authority")
    yield _(
        "If a correction changes who advances after the next step has begun, the organizer "
        "decides what to do; the decision and its reason are public."
    )
    yield _(
        "This regulation is frozen when play starts. A later change needs a reason, and all"
        " versions stay public."
    )
