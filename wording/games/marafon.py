"""The words of Marafon: options, the record of a hand, the printed regulation."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wording.cards import SUITS, word_card
from wording.games.contract import (
    FieldWords,
    GameWords,
    OptionWords,
    RuleParams,
    word_choice,
)
from wording.games.shared_rules import (
    FOLLOW_SUIT,
    NO_CLAIMS,
    NO_REDEAL,
    VALUES_IN_THIRDS,
    word_ranking,
)
from wording.numbers import join_words, score
from wording.registry import SentenceRegistry

OPTIONS = {
    "count": OptionWords(
        gettext_lazy("How points are counted"),
        choices={
            "points": gettext_lazy("Whole points, thirds are dropped"),
            "figure": gettext_lazy("A figure, every third counts"),
        },
    ),
    "target": OptionWords(
        gettext_lazy("Points to win a game"), gettext_lazy("41 as a rule; 31 for a short evening.")
    ),
    "plus_figure": OptionWords(
        gettext_lazy("One figura over"),
        gettext_lazy("A third more than the target is needed: “41 and a figura”."),
    ),
    "claims": OptionWords(
        gettext_lazy("Claiming is allowed"),
        gettext_lazy(
            "A side that says “we are there” wins the game if it is true, and loses it if not."
        ),
    ),
    "claim_plus_figure": OptionWords(
        gettext_lazy("One figura over for a claim"),
        gettext_lazy("Only a claim needs the third more."),
    ),
    "marafona_in_claim": OptionWords(
        gettext_lazy("The marafona counts in a claim"),
    ),
    "marafona_points": OptionWords(
        gettext_lazy("Points for the marafona"),
        gettext_lazy("3, 2 and ace of trumps in one hand. 0: it gives nothing."),
    ),
    "marafona_who": OptionWords(
        gettext_lazy("Who may have the marafona"),
        choices={
            "any": gettext_lazy("Any of the four"),
            "caller": gettext_lazy("Only the caller’s side"),
        },
    ),
    "marafona_must_declare": OptionWords(
        gettext_lazy("The marafona must be declared"),
        gettext_lazy("Within the first trick, or it does not count."),
    ),
    "marafona_lead_ace": OptionWords(
        gettext_lazy("The marafona leads with the ace"),
        gettext_lazy("It counts only if its holder’s first card is the ace of trumps."),
    ),
    "redeal": OptionWords(
        gettext_lazy("A poor hand may be dealt again"),
        gettext_lazy("If the caller’s ten cards hold less than a point and a figura: a monte."),
    ),
    "both_reach": OptionWords(
        gettext_lazy("If both reach the target in one hand"),
        choices={
            "higher": gettext_lazy("The side with more wins; if tied, one more hand"),
            "first_in_play": gettext_lazy("The side that got there first in play wins"),
        },
    ),
    "announcements": OptionWords(
        gettext_lazy("What may be said at the table"),
        gettext_lazy("Words with commas between them. Empty: nothing."),
    ),
    "false_announcements": OptionWords(
        gettext_lazy("False announcements are allowed"),
    ),
}

RECORD = {
    "points": FieldWords(
        gettext_lazy("Points"),
        gettext_lazy("One side is enough: the two make 11. Without the marafona."),
        ask=gettext_lazy("Whose points do you count?"),
    ),
    "thirds": FieldWords(
        gettext_lazy("Figures (thirds)"),
        gettext_lazy("One side is enough: the two make 35."),
        ask=gettext_lazy("Whose figures do you count?"),
    ),
    "marafona": FieldWords(gettext_lazy("Marafona"), nothing=gettext_lazy("None")),
    "last_trick": FieldWords(gettext_lazy("Last trick")),
    "tricks": FieldWords(gettext_lazy("Tricks"), gettext_lazy("The two make 10.")),
    "caller": FieldWords(gettext_lazy("Who called")),
    "trump": FieldWords(
        gettext_lazy("Trumps"),
        choices=SUITS,
    ),
    "first": FieldWords(
        gettext_lazy("Who got there first"),
        gettext_lazy("Only if both reached the target in this hand."),
    ),
}

CLAIM = {
    "side": FieldWords(gettext_lazy("Who claims")),
    "thirds": FieldWords(
        gettext_lazy("Their figures in this hand so far (thirds)"),
        gettext_lazy("Complete tricks only: three figures make a point."),
    ),
    "marafona": FieldWords(gettext_lazy("Marafona"), nothing=gettext_lazy("None")),
}

PARTS: dict[str, Promise] = {
    "marafona": gettext_lazy("marafona of %(side)s"),
}

MADE_RULES = SentenceRegistry[[RuleParams]]({"ranking": word_ranking})
"""By code, the rules that a function puts into words; the others are texts, in ``FIXED_RULES``."""


@MADE_RULES.add("first_caller_holds")
def word_first_caller(params: RuleParams) -> str:
    sentence = _("In the first hand the player who holds %(card)s calls.")
    return sentence % {"card": word_card(params["card"])}


@MADE_RULES.add("announcements")
def word_announcements(params: RuleParams) -> str:
    words = {"words": join_words(params["words"])}
    if params["false_allowed"]:
        return _("The leader may say one word a trick: %(words)s. It need not be true.") % words
    return _("The leader may say one word a trick: %(words)s. It must be true.") % words


@MADE_RULES.add("thirds_are_kept")
def word_kept_thirds(_params: RuleParams) -> str:
    return word_choice(OPTIONS["count"], "figure")


@MADE_RULES.add("thirds_are_dropped")
def word_dropped_thirds(_params: RuleParams) -> str:
    points = word_choice(OPTIONS["count"], "points")
    sum_of_hand = _("The points of a hand make 11.")
    return f"{points} {sum_of_hand}"


@MADE_RULES.add("marafona")
def word_marafona(params: RuleParams) -> str:
    bonus = ngettext(
        "Marafona: 3, 2 and ace of trumps in one hand give %(points)s point.",
        "Marafona: 3, 2 and ace of trumps in one hand give %(points)s points.",
        params["points"],
    )
    sentences = [
        bonus % {"points": params["points"]},
        word_choice(OPTIONS["marafona_who"], params["who"]),
    ]
    if params["must_declare"]:
        sentences.append(_("It is declared within the first trick."))
    if params["lead_ace"]:
        sentences.append(_("Its holder’s first card is the ace of trumps."))
    return " ".join(sentences)


@MADE_RULES.add("target")
def word_marafone_target(params: RuleParams) -> str:
    if params["plus_figure"]:
        return _("A game is won at %(target)s points and a figura.") % params
    return _("A game is won at %(target)s points.") % params


@MADE_RULES.add("both_reach")
def word_both_at_target(params: RuleParams) -> str:
    return word_choice(OPTIONS["both_reach"], params["decides"])


@MADE_RULES.add("claims")
def word_claims(params: RuleParams) -> str:
    # Claims are counted in thirds, even if the sheet drops them: three make a point, and "one
    # figura over" is one more.
    need = score(3 * params["target"] + params["plus_figure"], "thirds")
    sentences = [
        _(
            "A side may claim at any moment: with %(need)s, counted to the third, it has won;"
            " with less it has lost the game."
        )
        % {"need": need}
    ]
    if not params["with_marafona"]:
        sentences.append(_("The marafona of this hand does not count for it."))
    return " ".join(sentences)


# By the codes of rules/games/marafon/regulation.py, which chooses the rules by the options. Their
# sources are in docs/reference/rules/marafon.md.
FIXED_RULES: dict[str, Promise] = {
    "deal": gettext_lazy(
        "Four play, two against two. Each gets %(cards)s cards, %(batch)s at a time, going"
        " round to the right."
    ),
    "caller_names_trumps_leads_and_deals_next": gettext_lazy(
        "The caller names trumps, leads, and deals the next hand; the next caller sits to his"
        " right."
    ),
    "partner_looks_after_trumps_are_named": gettext_lazy(
        "The caller’s partner looks at his cards only when trumps are named."
    ),
    "redeal_of_poor_hand": gettext_lazy(
        "If the caller’s hand holds less than a point and a figura he may have it dealt again."
    ),
    "no_redeal": NO_REDEAL,
    "follow_suit": FOLLOW_SUIT,
    "no_announcements": gettext_lazy("Nothing is said or signalled at the table."),
    "values": VALUES_IN_THIRDS,
    "no_marafona": gettext_lazy("The marafona gives nothing."),
    "no_bonus_for_a_shutout": gettext_lazy("Taking everything gives nothing more."),
    "no_claims": NO_CLAIMS,
}

MARAFON = GameWords(
    name=gettext_lazy("Marafone"),
    options=OPTIONS,
    record=RECORD,
    claim=CLAIM,
    rules={**FIXED_RULES, **MADE_RULES},
    parts=PARTS,
    most_used=("target", "count"),
)
