"""The words of Mariglia: options, the record of a hand, the printed regulation."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.cards import word_rank
from wording.games.contract import (
    FieldWords,
    GameWords,
    OptionWords,
    RuleParams,
    word_choice,
)
from wording.games.shared_rules import NO_CLAIMS, NO_REDEAL, word_ranking
from wording.numbers import join_words
from wording.registry import SentenceRegistry

OPTIONS = {
    "honours": OptionWords(
        gettext_lazy("Jack and horse"),
        gettext_lazy("The dearer of the two is also the higher."),
        choices={
            "J2H1": gettext_lazy("The jack is worth 2, the horse 1"),
            "H2J1": gettext_lazy("The horse is worth 2, the jack 1"),
        },
    ),
    "target": OptionWords(
        gettext_lazy("Points to win a game"), gettext_lazy("35, 45 or 70 as a rule.")
    ),
    "win_above_target": OptionWords(
        gettext_lazy("The target must be passed"),
        gettext_lazy("A side that has it exactly has not won yet: with 70 the game is won at 71."),
    ),
    "deal": OptionWords(
        gettext_lazy("How the cards are dealt"),
        choices={
            "orthodox": gettext_lazy("All face down, the last one shown"),
            "scoperto": gettext_lazy("Scoperto: some face up"),
        },
    ),
    "speaking": OptionWords(
        gettext_lazy("Who may speak with the partner"),
        choices={
            "leaders": gettext_lazy("Only the side that leads to the trick"),
            "winners": gettext_lazy("The others too, once they are winning it"),
        },
    ),
    "hide_mariglia": OptionWords(
        gettext_lazy("The 7 of trumps may be hidden"),
        gettext_lazy("Answers are true, except about it."),
    ),
}

RECORD = {
    "totals": FieldWords(
        gettext_lazy("Points of the play"),
        gettext_lazy("One side is enough: the two make 70. Empty if the trionfo has won already."),
        ask=gettext_lazy("Whose points do you count?"),
    ),
    "dealer": FieldWords(gettext_lazy("Who dealt")),
    "trionfo": FieldWords(
        gettext_lazy("Trionfo"), gettext_lazy("The card that the dealer showed.")
    ),
}

PARTS: dict[str, Promise] = {
    "bonus": gettext_lazy("trionfo of %(side)s"),
}

MADE_RULES = SentenceRegistry[[RuleParams]]({"ranking": word_ranking})
"""By code, the rules that a function puts into words; the others are texts, in ``FIXED_RULES``."""


@MADE_RULES.add("deal_orthodox")
def word_orthodox_deal(_params: RuleParams) -> str:
    return word_choice(OPTIONS["deal"], "orthodox")


@MADE_RULES.add("deal_scoperto")
def word_open_deal(params: RuleParams) -> str:
    procedure = (
        _(
            "The dealer shows the bottom card before he deals, %(batch)s cards at a time. He may "
            "deal the first of a batch face up to an opponent; then he does the same for the next "
            "player too, and for nobody twice. A player who is shown a trump is dealt face up "
            "until another suit comes."
        )
        % params
    )
    return f"{word_choice(OPTIONS['deal'], 'scoperto')} {procedure}"


@MADE_RULES.add("values")
def word_card_values(params: RuleParams) -> str:
    card_values = params["values"]
    values = [f"{word_rank(rank)} {points}" for rank, points in card_values.items()]
    honours = "J2H1" if card_values["J"] > card_values["H"] else "H2J1"
    sentence = _("Cards are worth: %(values)s; the others (frilli) nothing.")
    values_sentence = sentence % {"values": join_words(values)}
    return f"{word_choice(OPTIONS['honours'], honours)} {values_sentence}"


@MADE_RULES.add("tricks_count")
def word_trick_points(params: RuleParams) -> str:
    total = params["cards"] + params["tricks"]
    sentence = _(
        "Each trick is worth a point: with the %(cards)s of the cards a hand makes %(total)s."
    )
    return sentence % {"cards": params["cards"], "total": total}


@MADE_RULES.add("target")
def word_mariglia_target(params: RuleParams) -> str:
    if params["above"]:
        return _("The side that passes %(target)s points wins the game.") % params
    return _("A game is won at %(target)s points.") % params


@MADE_RULES.add("leaders_speak")
def word_speaking_leaders(_params: RuleParams) -> str:
    return word_choice(OPTIONS["speaking"], "leaders")


@MADE_RULES.add("winners_speak")
def word_speaking_winners(_params: RuleParams) -> str:
    return word_choice(OPTIONS["speaking"], "winners")


# By the codes of rules/games/mariglia/regulation.py, which chooses the rules by the options. Their
# sources are in docs/reference/rules/mariglia.md.
FIXED_RULES: dict[str, Promise] = {
    "deal": gettext_lazy(
        "Four play, two against two. Each gets %(cards)s cards, going round to the right."
    ),
    "dealer_goes_round": gettext_lazy("The deal goes round to the right."),
    "trionfo": gettext_lazy(
        "The card shown is the trionfo: its suit is trumps, and the dealer’s side scores its value"
        " at once."
    ),
    "trionfo_may_win": gettext_lazy(
        "If that is enough to win, the game is over and the hand is not played."
    ),
    "right_of_dealer_leads": gettext_lazy(
        "The dealer’s right-hand neighbour leads to the first trick; then the winner of each "
        "trick leads."
    ),
    "follow_suit": gettext_lazy("Players who can must follow suit. Trumps beat the other suits."),
    "beat_an_opponent": gettext_lazy(
        "While an opponent is winning the trick, a player who can must beat him, with a trump"
        " if the suit cannot be followed; a partner need not be beaten."
    ),
    "more_than_half": gettext_lazy(
        "The side with more than %(half)s scores the excess; if they are equal, nobody scores."
    ),
    "no_claims": NO_CLAIMS,
    "no_redeal": NO_REDEAL,
    "questions_are_open": gettext_lazy(
        "Partners may ask each other about their cards; what they say the opponents must understand"
        " as well as they do."
    ),
    "answers_are_true": gettext_lazy("A player who is asked must tell the truth."),
    "mariglia_may_be_hidden": gettext_lazy(
        "A player who is asked must tell the truth, but may hide that he holds the 7 of trumps."
    ),
}

MARIGLIA = GameWords(
    name=gettext_lazy("Mariglia"),
    options=OPTIONS,
    record=RECORD,
    claim={},
    rules={**FIXED_RULES, **MADE_RULES},
    parts=PARTS,
    most_used=("target", "honours"),
)
