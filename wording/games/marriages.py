"""The words that the games with marriages share: Marianna, Cinquecento, Briscola 151, Mariaccia."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from wording.cards import SUITS
from wording.games.contract import FieldWords, GameRule, OptionWords, RuleParams, word_choice
from wording.games.shared_rules import word_ranking
from wording.numbers import join_words
from wording.registry import SentenceRegistry

KINDS: dict[str, Promise] = {
    "marriage": gettext_lazy("Marriage"),
    "mi_copri": gettext_lazy("Mi copri"),
    "mariannino": gettext_lazy("Mariannino"),
    "mariannone": gettext_lazy("Mariannone"),
}

OF_TWO: dict[str, Promise] = {
    "marriage": pgettext_lazy("where trumps are turned up", "Marriage"),
}
"""The only declaration in games that turn trumps up, where it has another name in Italian."""

TARGET = OptionWords(gettext_lazy("Points to win a game"))
VALUES = OptionWords(
    gettext_lazy("What the marriages give, in their order"),
    gettext_lazy("Four numbers: for the first of the hand, the second, the third, the fourth."),
)
TRUMP_CHANGES = OptionWords(
    gettext_lazy("Every marriage changes trumps"),
    gettext_lazy("Otherwise the first of the hand names them until its end."),
)
MI_COPRI = OptionWords(
    gettext_lazy("“Mi copri” is played"),
    gettext_lazy("While there are no trumps, partners may make a marriage between them."),
)
_TIMINGS = {
    "own_turn": gettext_lazy("At one’s own turn, before playing"),
    "trick_start": gettext_lazy("Before the first card of a trick, by anybody"),
    "leader": gettext_lazy("Before leading, by the leader alone"),
    "any": gettext_lazy("At any moment"),
}


def list_timings(*timings: str) -> OptionWords:
    """The option on when a marriage may be declared, with these choices."""
    choices = {timing: _TIMINGS[timing] for timing in timings}
    return OptionWords(gettext_lazy("When a marriage is declared"), choices=choices)


RECORD = {
    "card_points": FieldWords(
        gettext_lazy("Card points"),
        gettext_lazy("One side is enough: the two make 120. Without what was declared."),
        ask=gettext_lazy("Whose cards do you count?"),
    ),
    "declarations": FieldWords(
        gettext_lazy("Declarations, in their order"),
        nothing=gettext_lazy("Nothing was declared"),
    ),
    "side": FieldWords(gettext_lazy("Who declared")),
    "kind": FieldWords(gettext_lazy("What"), choices=KINDS),
    "kind_of_two": FieldWords(gettext_lazy("What"), choices=OF_TWO),
    "suit": FieldWords(gettext_lazy("Suit"), choices=SUITS),
    "leader": FieldWords(gettext_lazy("Who led")),
    "trump": FieldWords(gettext_lazy("Trumps"), choices=SUITS),
    "first": FieldWords(
        gettext_lazy("Who got there first"),
        gettext_lazy("Only if both reached the target in this hand."),
    ),
}

CLAIM = {
    "side": FieldWords(gettext_lazy("Who claims")),
    "points": FieldWords(
        gettext_lazy("His points in this hand so far"),
        gettext_lazy("Complete tricks and what he has declared."),
    ),
}

PARTS: dict[str, Promise] = {
    "marriage": gettext_lazy("marriages of %(side)s"),
    "mi_copri": gettext_lazy("mi copri of %(side)s"),
    "mariannino": gettext_lazy("mariannino of %(side)s"),
    "mariannone": gettext_lazy("mariannone of %(side)s"),
}

MADE_RULES = SentenceRegistry[[RuleParams]]({"ranking": word_ranking})
"""By code, the rules that a function puts into words; the others are texts, in ``FIXED_RULES``."""


@MADE_RULES.add("deal")
def word_deal(params: RuleParams) -> str:
    if params["seats"] == 2:
        return _("Two play. Each gets %(cards)s cards; the others are the stock.") % params
    return (
        _(
            "Four play, two against two. Each gets %(cards)s cards, going round to the right; the"
            " others are the stock."
        )
        % params
    )


@MADE_RULES.add("marriages_in_order")
def word_marriages_in_order(params: RuleParams) -> str:
    sentence = _(
        "A marriage is king and horse of a suit in one hand, shown. In the order in which they are"
        " declared, by either side, they give %(values)s."
    )
    return sentence % {"values": join_words([str(value) for value in params["values"]])}


AFTER_WINNING = gettext_lazy("A player declares just after winning a trick, before leading.")
LEADER_WAITS = gettext_lazy("In the order of playing; the leader waits a moment.")


@MADE_RULES.add("when_to_declare")
def word_time_to_declare(params: RuleParams) -> str:
    timing = params["timing"]
    if timing in _TIMINGS:
        sentences = [word_choice(list_timings(timing), timing)]
    else:
        # A game without this option has one fixed moment.
        sentences = [str(AFTER_WINNING)]
    if timing == "trick_start":
        sentences.append(str(LEADER_WAITS))
    if not params["in_first_trick"]:
        sentences.append(_("Never in the first trick."))
    return " ".join(sentences)


LAST_MOMENTS: dict[str, Promise] = {
    "last_draw": gettext_lazy(
        "Nothing can be declared once the last card of the stock has been drawn."
    ),
    "fifth_last": gettext_lazy(
        "The fifth last trick, just after the last card is drawn, is the last to declare in."
    ),
    "end": gettext_lazy("Declaring is allowed to the end, also when the stock is gone."),
}


@MADE_RULES.add("last_moment")
def word_last_moment(params: RuleParams) -> str:
    return str(LAST_MOMENTS[params["until"]])


@MADE_RULES.add("how_many_a_trick")
def word_declarations_a_trick(params: RuleParams) -> str:
    if params["one"]:
        return _("One declaration a player in one trick.")
    return _("A player may declare everything he holds.")


@MADE_RULES.add("trumps")
def word_change_of_trumps(params: RuleParams) -> str:
    if params["change"]:
        return _(
            "A marriage makes its suit trumps, from that trick until another is declared. The"
            " trumps at the end of a trick decide it."
        )
    return _("The first marriage makes its suit trumps, from that trick to the end of the hand.")


@MADE_RULES.add("both_reach")
def word_both_reach(params: RuleParams) -> str:
    """Who wins if both sides reach the target in one hand."""
    if params["first"]:
        return _("If both get there in one hand, the side that got there first wins.")
    return _(
        "If both get there in one hand, the side with more wins; if they are tied, one "
        "more hand is played."
    )


# By the codes of rules/marriages/regulation.py, which chooses the rules by the game and its
# options. Their sources are in docs/reference/rules/, a page for each game.
FIXED_RULES: dict[str, Promise] = {
    "trump_is_turned_up": gettext_lazy(
        "The next card is turned face up under the stock: its suit is trumps, and it is drawn last."
    ),
    "no_trumps_at_first": gettext_lazy("At first there are no trumps."),
    "ace_exchange": gettext_lazy(
        "If the turned trump is the king or the horse, the player who holds the ace of trumps"
        " and the other of the two may exchange the ace for it, at his turn."
    ),
    "right_of_dealer_leads": gettext_lazy(
        "The dealer’s right-hand neighbour leads; the deal goes round to the right."
    ),
    "values": gettext_lazy(
        "Ace 11, three 10, king 4, horse 3, jack 2; the others nothing. In all %(points)s."
    ),
    "draw_after_each_trick": gettext_lazy(
        "The winner of a trick draws first, then the others in turn, and leads."
    ),
    "no_duty_to_follow": gettext_lazy("Any card may be played: nobody has to follow."),
    "duties_without_stock": gettext_lazy(
        "Any card may be played while there is a stock. When it is gone a player must follow "
        "suit, beat the card if possible, and trump if he does not have the suit."
    ),
    "marriages_by_suit": gettext_lazy(
        "A marriage is king and horse of a suit in one hand, shown: %(in_trumps)s in trumps,"
        " %(in_others)s in another suit."
    ),
    "combinations": gettext_lazy(
        "Four horses and a king in one hand are a mariannino: %(mariannino)s. Four kings and a"
        " horse are a mariannone: %(mariannone)s, and the game is won. Neither touches trumps."
    ),
    "mi_copri": gettext_lazy(
        "“Mi copri”: with no trumps yet, the leader asks his partner for the other card of a"
        " marriage. They play the two to this trick: if they take it, %(points)s points and"
        " the suit is trumps; if not, nothing."
    ),
    "target": gettext_lazy("A game is won at %(target)s points."),
    "claims": gettext_lazy(
        "A player who believes he has %(target)s may stop the play and claim: if it is true "
        "he has won, whatever the other has; if not he has lost the game."
    ),
}
RULES: dict[str, GameRule] = {**FIXED_RULES, **MADE_RULES}


def word_record_fields(*names: str) -> dict[str, FieldWords]:
    """These fields of a record, and those of a declaration."""
    fields = {name: RECORD[name] for name in (*names, "side", "suit")}
    # Games that turn trumps up record them, and know only one kind of declaration.
    fields["kind"] = RECORD["kind_of_two"] if "trump" in names else RECORD["kind"]
    return fields


def select_parts(*kinds: str) -> dict[str, Promise]:
    """The notes beside a hand for these kinds of declaration."""
    return {kind: PARTS[kind] for kind in kinds}
