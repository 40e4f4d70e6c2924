"""The chapters from the house rules: entries, presence, penalties, claims, who decides."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from competition.formats import format_named
from competition.regulation import HouseRules, PenaltyRule, RegulationFacts
from scoring.core.format import read_format
from wording.dates import word_clock, word_long_date
from wording.games.contract import OptionWords, word_choice
from wording.nouns import count_entries
from wording.registry import SentenceRegistry
from wording.ties import PLACE_TIES, word_place_ties

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
            "one_member": gettext_lazy("Entries with at least one member of the club"),
        },
    ),
    "fee_cents": OptionWords(
        gettext_lazy("Entry fee in euros"),
        gettext_lazy("For example 20 or 7.50; 0: entry is free; empty: not stated."),
    ),
    "fee_per": OptionWords(
        gettext_lazy("The fee is paid"),
        choices={
            "entry": gettext_lazy("Once for each entry"),
            "player": gettext_lazy("By each player"),
        },
    ),
    "minimum_age": OptionWords(
        gettext_lazy("Parents’ consent below the age of"), gettext_lazy("Empty: not stated.")
    ),
    "substitutes": OptionWords(
        gettext_lazy("Substitutes are allowed"),
        gettext_lazy("Until their first match begins, with the organizer’s permission."),
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
        gettext_lazy("A protest against a result"),
        choices={
            "signature": gettext_lazy("Before signing the sheet"),
            "minutes": gettext_lazy("Within a number of minutes after the match"),
        },
    ),
    "claims_minutes": OptionWords(gettext_lazy("Minutes for a protest")),
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
"""The house rules, in the words that the form and the regulation share."""

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


def word_offence(penalty: PenaltyRule) -> str:
    """The offence, in the regulation's words or in the club's own."""
    return penalty.text or str(OFFENCES[penalty.offence])


def word_sanction(penalty: PenaltyRule) -> str:
    """The penalty: "11 points off the game"."""
    count = penalty.points
    if penalty.sanction == "points":
        words = ngettext("%(count)s point off the game", "%(count)s points off the game", count)
        return words % {"count": count}
    if penalty.sanction == "ranking":
        words = ngettext(
            "%(count)s point off the ranking", "%(count)s points off the ranking", count
        )
        return words % {"count": count}
    return str(SANCTIONS[penalty.sanction])


def count_players(match: Mapping[str, Any]) -> int:
    """The number of players of an entry."""
    return read_format(match).players_a_side


HOUSE_RULES: dict[str, SentenceRegistry[[HouseRules]]] = {
    "event": SentenceRegistry(),
    "entries": SentenceRegistry(),
    "presence": SentenceRegistry(),
    "penalties": SentenceRegistry(),
    "claims": SentenceRegistry(),
    "prizes": SentenceRegistry(),
    "authority": SentenceRegistry(),
}
"""By chapter, the sentence of each house rule in the order of the text. One that is not stated
(None in the form) has an empty sentence; a test checks that none is missing."""


@HOUSE_RULES["event"].add("start")
def word_start(rules: HouseRules) -> str:
    if not rules.start:
        return ""
    return _("Play starts at %(time)s.") % {"time": word_clock(rules.start)}


@HOUSE_RULES["event"].add("check_in")
def word_check_in_time(rules: HouseRules) -> str:
    if rules.check_in is None:
        return ""
    return _("Everybody is present by %(time)s; absent entries may lose their place.") % {
        "time": word_clock(rules.check_in)
    }


@HOUSE_RULES["entries"].add("open_to")
def word_who_may_enter(rules: HouseRules) -> str:
    return word_choice(HOUSE_WORDS["open_to"], rules.open_to)


@HOUSE_RULES["entries"].add("fee_cents", covers=("fee_per",))
def word_fee(rules: HouseRules) -> str:
    if rules.fee_cents is None:
        return ""
    if not rules.fee_cents:
        return _("Entry is free.")
    euros, cents = divmod(rules.fee_cents, 100)
    if cents:
        words = pgettext("an amount of money", "%(euros)s.%(cents)s euros")
        amount = words % {"euros": euros, "cents": f"{cents:02}"}
    else:
        amount = _("%(euros)s euros") % {"euros": euros}
    fee = _("Entry fee: %(fee)s.") % {"fee": amount}
    return f"{fee} {word_choice(HOUSE_WORDS['fee_per'], rules.fee_per)}"


@HOUSE_RULES["entries"].add("minimum_age")
def word_minimum_age(rules: HouseRules) -> str:
    if rules.minimum_age is None:
        return ""
    return _("Players under %(age)s bring their parents’ written consent.") % {
        "age": rules.minimum_age
    }


@HOUSE_RULES["entries"].add("substitutes")
def word_substitutes(rules: HouseRules) -> str:
    if rules.substitutes:
        return _(
            "Substitutes are allowed until their first match begins, with the organizer’s"
            " permission."
        )
    return _("Substitutes are not allowed.")


@HOUSE_RULES["presence"].add("late_game")
def word_late_game(rules: HouseRules) -> str:
    if rules.late_game is None:
        return ""
    return ngettext(
        "An entry missing at the table %(count)s minute after the call loses the first game.",
        "An entry missing at the table %(count)s minutes after the call loses the first game.",
        rules.late_game,
    ) % {"count": rules.late_game}


@HOUSE_RULES["presence"].add("late_match")
def word_late_match(rules: HouseRules) -> str:
    if rules.late_match is None:
        return _("The referee decides how long a table waits for a late entry.")
    return ngettext(
        "An entry missing at the table %(count)s minute after the call loses the match.",
        "An entry missing at the table %(count)s minutes after the call loses the match.",
        rules.late_match,
    ) % {"count": rules.late_match}


@HOUSE_RULES["claims"].add("claims_until")
def word_end_of_claims(rules: HouseRules) -> str:
    until = word_choice(HOUSE_WORDS["claims_until"], rules.claims_until)
    to_whom = _("It is made to the referee.")
    return f"{until} {to_whom}"


@HOUSE_RULES["claims"].add("claims_minutes")
def word_claim_minutes(rules: HouseRules) -> str:
    if rules.claims_until != "minutes":
        return ""
    return word_choice(HOUSE_WORDS["claims_minutes"], rules.claims_minutes)


@HOUSE_RULES["claims"].add("appeal")
def word_appeal(rules: HouseRules) -> str:
    return word_choice(HOUSE_WORDS["appeal"], rules.appeal)


@HOUSE_RULES["authority"].add("referee")
def word_referee(rules: HouseRules) -> str:
    if not rules.referee:
        return _("At the tables the referee decides.")
    return _("At the tables the referee decides: %(name)s.") % {"name": rules.referee}


@HOUSE_RULES["authority"].add("organizer")
def word_organizer(rules: HouseRules) -> str:
    if not rules.organizer:
        return _("The organizer is responsible for the event and decides what no article covers.")
    return _(
        "The organizer is responsible for the event and decides what no article covers: %(name)s."
    ) % {"name": rules.organizer}


@HOUSE_RULES["penalties"].add("penalties")
def word_penalty_scope(rules: HouseRules) -> str:
    if not rules.penalties:
        return _(
            "The referee gives penalties according to gravity: a warning, points off the game "
            "or the ranking, loss of the game or the match, disqualification."
        )
    return _("There are no penalties other than those named in this regulation.")


@HOUSE_RULES["prizes"].add_each(("final_ties", "prize_ties"))
def word_tie_rule(name: str, rules: HouseRules) -> str:
    """The rule on ties of this name; it also explains what a play-off is."""
    return word_place_ties(name, getattr(rules, name))


def word_house_rules(facts: RegulationFacts, chapter: str) -> Iterator[str]:
    """The house rules of a chapter."""
    for word_rule in HOUSE_RULES[chapter].values():
        yield word_rule(facts.rules)


def word_event_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who organizes the event, when and where."""
    if facts.club:
        yield _("The event is organized by %(club)s.") % {"club": facts.club}
    day = word_long_date(date.fromisoformat(facts.date)) if facts.date else ""
    place = ", ".join(filter(None, (facts.venue, facts.address)))
    day_and_place = ". ".join(filter(None, (day, place)))
    if day_and_place:
        yield f"{day_and_place}."
    for hall in facts.halls:
        if hall.first == hall.last:
            words = _("Table %(first)s is at %(hall)s.")
        else:
            words = _("Tables %(first)s to %(last)s are at %(hall)s.")
        yield words % {"first": hall.first, "last": hall.last, "hall": hall.name}
    yield from word_house_rules(facts, "event")
    yield _("A round that has a date of its own in the calendar is played on that date.")
    if facts.recorded in RECORDED:
        yield str(RECORDED[facts.recorded])


RECORDED: dict[str, Promise] = {
    "TOTALS": gettext_lazy(
        "Of each match the final points of every game are recorded, not every hand."
    ),
    "GAMES": gettext_lazy("Of each match only the games won are recorded, not the points."),
}
"""What is written of a match, where it is not every hand."""


def word_entry_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who may enter, how many, for how much."""
    players = count_players(facts.match)
    if players == 1:
        yield _("Players enter individually.")
    else:
        yield _("Entries are teams of %(count)s; nobody plays in two of them.") % {"count": players}
    if facts.capacity is not None:
        yield _("Maximum: %(entries)s.") % {"entries": count_entries(facts.capacity, players)}
    yield from word_house_rules(facts, "entries")
    first_format = format_named(facts.stages[0].format)
    # A format without rounds plans all its matches at the draw: nobody can join later. Two entries
    # are enough to ask, because having rounds does not depend on their number.
    if first_format.rounds(2, first_format.options(facts.stages[0].options)) is None:
        yield _("Entries close when the draw is committed.")
    else:
        yield _(
            "Entries close when the draw is committed; late entries join between two rounds, "
            "with the organizer’s permission."
        )


def word_presence_rules(facts: RegulationFacts) -> Iterator[str]:
    """Lateness, absence, retirement. What such a match is worth is in the chapter of its stage."""
    yield from word_house_rules(facts, "presence")
    rules = UNPLAYED_RULES
    if read_format(facts.match).sides > 2:
        rules = UNPLAYED_RULES_OF_MANY_SIDES
    yield from map(str, rules.values())


UNPLAYED_RULES: dict[str, Promise] = {
    "forfeit": gettext_lazy(
        "An entry that does not appear, or gives up, loses the match by forfeit; in a "
        "knock-out the opponent advances."
    ),
    "withdrawal": gettext_lazy(
        "An entry that withdraws forfeits its remaining matches; its results so far stay."
    ),
}
"""By case, what follows for an entry that does not play its matches."""

UNPLAYED_RULES_OF_MANY_SIDES: dict[str, Promise] = {
    "withdrawal": gettext_lazy(
        "A table that an entry does not come to, or leaves, is void and counts for nobody: the "
        "others cannot play on with one missing. The results of the entry so far stay."
    ),
}
"""The same at tables of more than two sides, where nobody wins by a forfeit."""


def word_penalty_rules(facts: RegulationFacts) -> Iterator[str]:
    """The penalties, an article for each, and how they are recorded."""
    yield from word_house_rules(facts, "penalties")
    for penalty in facts.rules.penalties:
        params = {"offence": word_offence(penalty), "sanction": word_sanction(penalty)}
        yield _("%(offence)s: %(sanction)s.") % params
    yield _(
        "A penalty is recorded with its article and its reason and is public; if it is "
        "cancelled, it stays there with the reason."
    )
    yield _(
        "The disqualification states whether the results so far stay, or no longer count "
        "for anybody."
    )


def word_claims_rules(facts: RegulationFacts) -> Iterator[str]:
    """How a result becomes final, and how to claim against it."""
    yield _("The score is written hand by hand; both sides check the result and sign it.")
    yield from word_house_rules(facts, "claims")
    yield _("A mistake is corrected on the sheet, with the reason; nothing written is erased.")


def word_authority_rules(facts: RegulationFacts) -> Iterator[str]:
    """Who decides what the articles leave open, and how the regulation may change."""
    yield from word_house_rules(facts, "authority")
    yield _(
        "If a correction changes who advances after the next step has begun, the organizer "
        "decides what to do; the decision and its reason are public."
    )
    yield _(
        "This regulation is frozen when play starts. A later change needs a reason, and all"
        " versions stay public."
    )
