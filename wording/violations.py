"""Violations of the rules and of a sheet, as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.fields import field_word
from wording.numbers import listed
from wording.params import side_word, worded

Words: TypeAlias = Promise | Callable[[Mapping[str, Any], Sequence[str]], str]
"""A sentence with places for parameters, or what makes one of parameters and sides' names."""

HAND: dict[str, Promise] = {
    "result_missing": gettext_lazy("Write the points of one side: the other side’s follow."),
    "thirds_missing": gettext_lazy(
        "Here every figure counts: write the figures of one side, points are not enough."
    ),
    "wrong_sum": gettext_lazy(
        "The %(field)s of the two sides make %(sum)s: together they must make %(must_be)s."
    ),
    "out_of_turn": gettext_lazy("It is the turn of %(turn)s to call, not of %(caller)s."),
    "first_missing": gettext_lazy("Both have reached the target: write who got there first."),
    "first_at_odds": gettext_lazy("This hand shows that the others got there first."),
    "marafona_gives_nothing": gettext_lazy("In this event the marafona gives nothing."),
    "marafona_of_caller_only": gettext_lazy(
        "In this event only who calls may have the marafona: %(side)s did not call."
    ),
    "redeal_not_allowed": gettext_lazy("In this event no hand is dealt again."),
    "claims_not_allowed": gettext_lazy("In this event nobody claims a game."),
    "claim_without_target": gettext_lazy(
        "This game is played over %(hands)s hands: there is nothing to claim."
    ),
}

PLAY: dict[str, Promise] = {
    "play_incomplete": gettext_lazy(
        "%(plays)s cards have been played of %(must_be)s: the hand is not over."
    ),
    "must_follow": gettext_lazy("%(seat)s must follow in %(suit)s: %(card)s may not be played."),
    "not_in_hand": gettext_lazy("%(seat)s does not have the %(card)s."),
    "played_twice": gettext_lazy("The %(card)s has been played already."),
    "too_many_plays": gettext_lazy("%(plays)s cards: a hand has %(most)s."),
    "unknown_card": gettext_lazy("There is no card “%(card)s”."),
    "unknown_suit": gettext_lazy("There is no suit “%(trump)s”."),
    "card_twice": gettext_lazy("The %(card)s has been dealt twice."),
    "wrong_hands": gettext_lazy("%(hands)s hands of cards: there must be %(must_be)s."),
    "wrong_hand_size": gettext_lazy("%(seat)s has %(cards)s cards: there must be %(must_be)s."),
    "too_many_cards": gettext_lazy("%(field)s: %(cards)s cards are too many, %(most)s at most."),
    "marafona_not_held": gettext_lazy("%(seat)s does not hold 3, 2 and ace of trumps."),
}

FORM: dict[str, Promise] = {
    "out_of_range": gettext_lazy(
        "%(value)s cannot be (%(field)s): it goes from %(least)s to %(most)s."
    ),
    "too_small": gettext_lazy("%(value)s is too little (%(field)s): %(least)s at least."),
    "too_large": gettext_lazy("%(value)s is too much (%(field)s): %(most)s at most."),
    "too_short": gettext_lazy("Too little is written (%(field)s): %(least)s at least."),
    "too_long": gettext_lazy("Too much is written (%(field)s): %(most)s at most."),
    "item_missing": gettext_lazy("Something is missing (%(field)s)."),
    "malformed": gettext_lazy("“%(value)s” cannot be read (%(field)s): letters, please."),
    "no_such_choice": gettext_lazy(
        "“%(value)s” is not one of the choices (%(field)s): %(choices)s."
    ),
    "announcement_twice": gettext_lazy("One word stands twice (%(field)s)."),
    "option_without_meaning": gettext_lazy(
        "“%(option)s” means nothing here, because of “%(without)s”: set it back, or change that."
    ),
}

SHEET: dict[str, Promise] = {
    "no_such_side": gettext_lazy("There is no such side at this table."),
    "no_such_line": gettext_lazy("There is no line %(line)s before this one."),
    "cannot_be_amended": gettext_lazy("Line %(line)s is %(kind)s: it cannot be corrected."),
    "cannot_be_struck": gettext_lazy("Line %(line)s is %(kind)s: it cannot be struck."),
    "line_out_of_order": gettext_lazy("Line %(n)s stands where line %(expected)s should."),
    "signed_already": gettext_lazy("%(side)s has signed already."),
    "forfeit_of_two_sides_only": gettext_lazy("With %(sides)s sides nobody wins by a forfeit."),
    "sides_differ": gettext_lazy("The games of a match must have the same number of sides."),
    "wins_out_of_reach": gettext_lazy("%(wins)s games cannot be won out of %(games)s."),
}


def cannot_be_together(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """What one number may be, given the others: the heart of a refused hand."""
    given = params["given"]
    words = worded({**params, "given": ""}, sides)
    if set(given) == {"marafona"} and params["field"] == "points":
        return _("With %(value)s points there can be no marafona.") % words
    if params["least"] == params["most"]:
        said = _("With %(given)s, %(side)s has %(most)s (%(field)s), not %(value)s.")
    elif params["least"] <= params["value"] <= params["most"]:
        said = _("With %(given)s, %(side)s cannot have exactly %(value)s (%(field)s).")
    else:
        said = _(
            "With %(given)s, %(side)s can have from %(least)s to %(most)s (%(field)s), not"
            " %(value)s."
        )
    return said % {
        **words,
        "given": listed([_given(name, value, sides) for name, value in given.items()]),
    }


def _given(field: str, value: Any, sides: Sequence[str]) -> str:
    if not isinstance(value, list):
        params = {"field": field_word(field), "side": side_word(value, sides)}
        return _("the %(field)s of %(side)s") % params
    numbers = [_number(side, number, sides) for side, number in enumerate(value)]
    told = listed([number for number in numbers if number])
    return _("%(field)s %(numbers)s") % {"field": field_word(field), "numbers": told}


def _number(side: int, number: int | None, sides: Sequence[str]) -> str:
    if number is None:
        return ""
    return _("%(number)s of %(side)s") % {"number": number, "side": side_word(side, sides)}


def line_not_possible_now(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """Why an act comes too early or too late."""
    kind, possible = params["kind"], tuple(params["next"])
    if possible == ("reopen",):
        return _("The result is signed: the referee can open the match again.")
    if "sign" in possible:
        return _("The match is over: correct a line, strike one, or sign.")
    if kind == "sign":
        return _("There is nothing to sign yet: the match is being played.")
    if kind == "reopen":
        return _("The match is open: there is nothing to open again.")
    return _("This line cannot be written at this point of the match.")


VIOLATIONS: dict[str, Words] = {
    **HAND,
    **PLAY,
    **FORM,
    **SHEET,
    "cannot_be_together": cannot_be_together,
    "line_not_possible_now": line_not_possible_now,
}
