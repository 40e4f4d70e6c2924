"""The formats of play in the regulation: a sentence for each format and for each option."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wording.games import OptionWords
from wording.games.contract import word_choice
from wording.numbers import join_words
from wording.registry import SentenceRegistry

SUMMARIES: dict[str, Promise] = {
    "single_elimination": gettext_lazy("winners advance, losers are eliminated."),
    "double_elimination": gettext_lazy(
        "after one loss an entry plays on in the losers’ bracket, after two it is "
        "eliminated. The winners of the two brackets play the final."
    ),
    "consolation": gettext_lazy(
        "winners advance; losers play among themselves and do not come back."
    ),
    "swiss": gettext_lazy(
        "in each round entries with equal points meet, never the same two again, and nobody"
        " is eliminated."
    ),
    "danese": gettext_lazy(
        "after each round the first of the ranking meets the second, the third the fourth, and so"
        " on."
    ),
    "qualifying": gettext_lazy("everybody plays the same number of matches, and all points count."),
    "round_robin": gettext_lazy("everybody meets everybody."),
    "groups": gettext_lazy("in each group everybody meets everybody."),
    "sittings": gettext_lazy("each player plays alone, and the points are added up."),
}
"""What each format is; printed after its name."""

GROUPS: Mapping[str, OptionWords] = {
    "groups": OptionWords(
        gettext_lazy("Parallel groups"),
        gettext_lazy("Draws, groups or places that play side by side; 1: all together."),
    ),
    "grouping": OptionWords(
        gettext_lazy("How groups are made"),
        gettext_lazy("The unseeded are drawn both times, clubmates apart."),
        {
            "drawn": gettext_lazy("Seeds drawn into different groups"),
            "snake": gettext_lazy("By seeds, forth and back"),
        },
    ),
}
"""The options that every format has."""

THIRD_PLACE = OptionWords(
    gettext_lazy("A match for the third place"),
    gettext_lazy("The losers of the semifinals play for it."),
)
LEGS = OptionWords(
    gettext_lazy("How often they meet"),
    gettext_lazy("Twice: home and away, with the sides reversed."),
    {"1": gettext_lazy("Once"), "2": gettext_lazy("Twice")},
)

ROUNDS = OptionWords(gettext_lazy("How many rounds"), gettext_lazy("Everybody plays all of them."))
FIRST = OptionWords(
    gettext_lazy("The first round"),
    gettext_lazy("Of a stage that follows another: also from the standings of that one."),
    {
        "fold": gettext_lazy("By seeds, top half against the other"),
        "drawn": gettext_lazy("By lot"),
        "standings": gettext_lazy("As the rounds after it, from the standings of the stage before"),
    },
)
CLUB_LEVEL = OptionWords(
    gettext_lazy("Clubmates apart"),
    gettext_lazy("How early it weighs, from 1 to 5; 0: clubs do not count."),
)

PLACES = OptionWords(
    gettext_lazy("Places played for"),
    gettext_lazy("Down to this one every place has a match of its own."),
    {
        "0": gettext_lazy("No further ones"),
        "4": gettext_lazy("Down to 4th"),
        "8": gettext_lazy("Down to 8th"),
        "16": gettext_lazy("Down to 16th"),
    },
)

KNOCKOUT_RULES = SentenceRegistry[[Any]]()
DOUBLE_RULES = SentenceRegistry[[Any]]()
CONSOLATION_RULES = SentenceRegistry[[Any]]()
SWISS_RULES = SentenceRegistry[[Any]]()
DANESE_RULES = SentenceRegistry[[Any]]()
QUALIFYING_RULES = SentenceRegistry[[Any]]()
ROUND_ROBIN_RULES = SentenceRegistry[[Any]]()
GROUP_STAGE_RULES = SentenceRegistry[[Any]]()
SITTINGS_RULES = SentenceRegistry[[Any]]()
GROUPING_RULES = SentenceRegistry[[Any]]()
"""By the name of an option, its sentence from all options of the format, in the order of the text.
After its own each format has ``GROUPING_RULES``, except the stage of groups, which words groups in
its own way. A test checks that none is missing."""


@CONSOLATION_RULES.add("losers_of")
def word_losers_rounds(options: Any) -> str:
    rounds = [str(number) for number in sorted(set(options.losers_of))]
    if not rounds:
        return _("There is no losers’ bracket.")
    if len(rounds) == 1:
        return _(
            "The losers of round %(round)s of the main bracket play in the losers’ bracket."
        ) % {"round": rounds[0]}
    return _("The losers of rounds %(rounds)s of the main bracket play in the losers’ bracket.") % {
        "rounds": join_words(rounds)
    }


@CONSOLATION_RULES.add("places")
def word_place_matches(options: Any) -> str:
    if not options.places:
        return ""
    down_to = word_choice(PLACES, options.places)
    losers = _(
        "The losers of the round that decides them play for their place, not in the losers’"
        " bracket."
    )
    return f"{down_to} {losers}"


@KNOCKOUT_RULES.add("third_place")
@CONSOLATION_RULES.add("third_place")
def word_third_place(options: Any) -> str:
    # Where further places are played for, the third is one of them.
    if getattr(options, "places", 0):
        return ""
    if options.third_place:
        return _("The losers of the semifinals play for third place.")
    return _("The losers of the semifinals share third place.")


@DOUBLE_RULES.add("reset")
def word_second_final(options: Any) -> str:
    if options.reset:
        return _(
            "The final is played a second time if the winner of the losers’ bracket wins it, "
            "since both have then lost once."
        )
    return _("The final is played once.")


@SWISS_RULES.add("rounds")
@DANESE_RULES.add("rounds")
def word_round_count(options: Any) -> str:
    return ngettext(
        "%(count)s round is played.", "%(count)s rounds are played.", options.rounds
    ) % {"count": options.rounds}


@QUALIFYING_RULES.add("rounds")
def word_match_count(options: Any) -> str:
    return ngettext(
        "Everybody plays %(count)s match.",
        "Everybody plays %(count)s matches, against different opponents as long as possible.",
        options.rounds,
    ) % {"count": options.rounds}


@SITTINGS_RULES.add("rounds")
def word_sitting_count(options: Any) -> str:
    return ngettext(
        "%(count)s sitting is played.",
        "%(count)s sittings are played, each at different tables as far as possible.",
        options.rounds,
    ) % {"count": options.rounds}


@SITTINGS_RULES.add("table_size")
def word_table_size(options: Any) -> str:
    return _(
        "%(count)s play at each table; players left over have a bye, different ones each round."
    ) % {"count": options.table_size}


@SWISS_RULES.add("accelerated")
def word_accelerated_rounds(options: Any) -> str:
    if not options.accelerated:
        return ""
    return _(
        "Accelerated rounds: %(count)s. In these first rounds the better half is paired as if it"
        " had one more win."
    ) % {"count": options.accelerated}


@DANESE_RULES.add("rematches")
def word_rematches(options: Any) -> str:
    if options.rematches:
        return _("Rematches allowed: neighbours in the ranking meet even if they have met before.")
    return _("There are no rematches as long as the round can be paired without them.")


@SWISS_RULES.add("first")
@DANESE_RULES.add("first")
def word_first_round(options: Any) -> str:
    how = word_choice(FIRST, options.first)
    if options.first != "fold":
        return how
    others = _("Lots are drawn for unseeded entries.")
    return f"{how} {others}"


@SWISS_RULES.add("club_level")
@DANESE_RULES.add("club_level")
def word_club_level(options: Any) -> str:
    if not options.club_level:
        return _("From the second round on clubmates may meet.")
    return _(
        "Clubmates apart: from the second round on this is criterion %(level)s of 5 in the pairing."
    ) % {"level": options.club_level}


@GROUPING_RULES.add("groups")
def word_parallel_groups(options: Any) -> str:
    if options.groups == 1:
        return ""
    groups = ngettext("%(count)s group.", "%(count)s groups.", options.groups)
    parallel = _("They play in parallel.")
    return f"{groups % {'count': options.groups}} {parallel}"


# Of a stage of groups either their number is given, or their size.
@GROUP_STAGE_RULES.add("groups")
def word_group_count(options: Any) -> str:
    if options.groups is None:
        return ""
    return ngettext("%(count)s group.", "%(count)s groups.", options.groups) % {
        "count": options.groups
    }


@GROUP_STAGE_RULES.add("group_size")
def word_group_size(options: Any) -> str:
    # The number of groups, where it is fixed, decides their size.
    if options.groups is not None:
        return ""
    return _("As many groups as needed so that none has more than %(count)s.") % {
        "count": options.group_size
    }


@GROUPING_RULES.add("grouping")
@GROUP_STAGE_RULES.add("grouping")
def word_grouping(options: Any) -> str:
    if options.groups == 1:
        return ""
    how = word_choice(GROUPS["grouping"], options.grouping)
    others = _("Lots are drawn for unseeded entries.")
    return f"{how} {others}"


@ROUND_ROBIN_RULES.add("legs")
@GROUP_STAGE_RULES.add("legs")
def word_legs(options: Any) -> str:
    how = word_choice(LEGS, options.legs)
    if options.legs == 1:
        return how
    sides_reversed = _("Home and away, with the sides reversed.")
    return f"{how} {sides_reversed}"


BRACKET = gettext_lazy(
    "Seeds are placed so that the best meet last, lots are drawn for the others; free "
    "places are byes for the best."
)
ROTATING_BYE = gettext_lazy("With an odd number a different entry has the bye in each round.")
WITHOUT_OPTION: Mapping[str, Promise] = {
    **dict.fromkeys(("single_elimination", "double_elimination", "consolation"), BRACKET),
    **dict.fromkeys(("swiss", "danese", "round_robin", "groups", "qualifying"), ROTATING_BYE),
}
"""By format, a sentence that holds with all its options."""
