"""Violations of the rules and of a sheet, as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from wording.fields import word_field
from wording.numbers import format_count, join_words
from wording.params import word_params, word_side
from wording.registry import SentenceRegistry

Words: TypeAlias = Promise | Callable[[Mapping[str, Any], Sequence[str]], str]
"""A sentence with places for parameters, or a function that makes one from the parameters and the
names of the sides."""
MadeSentences: TypeAlias = SentenceRegistry[[Mapping[str, Any], Sequence[str]]]
"""By code, sentences that functions make."""

HAND: dict[str, Promise] = {
    # the points of a hand, and the marafona
    "result_missing": gettext_lazy("Write the points of one side: the other side’s follow."),
    "thirds_missing": gettext_lazy(
        "Here every figura counts: write the figure of one side, points are not enough."
    ),
    "first_missing": gettext_lazy("Both have reached the target: write who got there first."),
    "marafona_gives_nothing": gettext_lazy(
        "In this event the marafona gives nothing: leave it out."
    ),
    "marafona_of_caller_only": gettext_lazy(
        "In this event only the caller’s side may have the marafona: %(side)s did not call."
    ),
    # games with marriages
    "card_points_missing": gettext_lazy(
        "Write the card points of one side: the other side’s follow."
    ),
    "no_cards_make_this": gettext_lazy(
        "%(side)s: no cards make %(points)s. Count again: 1 and 119 are impossible."
    ),
    "declaration_not_played": gettext_lazy("In this event there is no %(declaration)s."),
    "suit_without_meaning": gettext_lazy("A %(declaration)s has no suit: leave it out."),
    "suit_missing": gettext_lazy("Write the suit of each marriage: its value depends on it."),
    "trump_missing": gettext_lazy("Write which suit is trumps: the marriages depend on it."),
    "suit_declared_twice": gettext_lazy("A marriage of %(suit)s is declared once in a hand."),
    "declared_twice": gettext_lazy("A %(declaration)s is declared once in a hand."),
    "too_many_marriages": gettext_lazy(
        "%(count)s marriages are too many: a hand has %(most)s, one a suit."
    ),
    "cover_after_trumps": gettext_lazy(
        "%(side)s: there is no “mi copri” when a marriage has already been declared."
    ),
    "combination_leaves_no_others": gettext_lazy(
        "With a %(declaration)s of %(side)s, the other side can have declared nothing in this hand."
    ),
    "cover_before_combination": gettext_lazy(
        "A “mi copri” takes a king and a horse away: no %(declaration)s can follow it."
    ),
    "too_many_before_combination": gettext_lazy(
        "Before a %(declaration)s there can be %(most)s marriages at most, not %(count)s."
    ),
    "no_room_for_both": gettext_lazy(
        "A mariannino and a mariannone in one hand leave no time for these marriages, or for"
        " their order."
    ),
    "cover_not_in_points": gettext_lazy(
        "%(side)s: with a “mi copri” there are a king and a horse in their cards: %(points)s is "
        "impossible."
    ),
    "too_many_after_combination": gettext_lazy(
        "After a %(declaration)s there can be %(most)s marriages at most, not %(count)s."
    ),
    # redeals and claims
    "redeal_not_allowed": gettext_lazy("In this event no hand is dealt again: play it."),
    "claims_not_allowed": gettext_lazy("In this event nobody claims a game: play the hand out."),
    # Trionfo
    "needed_here": gettext_lazy("Write this too: %(field)s."),
    "all_have_passed": gettext_lazy("All have passed: leave this out (%(field)s)."),
    "only_with_a_call": gettext_lazy("This is only there with a “chiamo” (%(field)s)."),
    "partner_missing": gettext_lazy(
        "A “chiamo” has a partner: write who had the called card, or that it was the declarer’s"
        " own."
    ),
    "partner_of_own_card": gettext_lazy(
        "A player who calls his own card plays alone: leave the partner out (%(seat)s)."
    ),
    "partner_is_declarer": gettext_lazy(
        "%(seat)s cannot be his own partner: write that he called his own card."
    ),
    # Mariglia
    "trionfo_has_won": gettext_lazy(
        "With %(card)s as the trionfo %(side)s have won before the play: leave its points out."
    ),
    # a game of a fixed number of hands
    "claim_without_target": ngettext_lazy(
        "This game is over after %(hands)s hand: there is nothing to claim.",
        "This game is over after %(hands)s hands: there is nothing to claim.",
        "hands",
    ),
}

PLAY: dict[str, Promise] = {
    # the number of cards, and the duty to follow, beat or trump
    "play_incomplete": ngettext_lazy(
        "The hand is not over: %(plays)s card is played of %(must_be)s.",
        "The hand is not over: %(plays)s cards are played of %(must_be)s.",
        "plays",
    ),
    "must_follow": gettext_lazy("%(seat)s must follow in %(suit)s and may not play %(card)s."),
    "must_beat": gettext_lazy("%(seat)s must beat the highest card and may not play %(card)s."),
    "must_trump": gettext_lazy("%(seat)s must play a trump and may not play %(card)s."),
    # players, hands and stock
    "not_in_hand": gettext_lazy("%(seat)s does not have %(card)s."),
    "wrong_players": gettext_lazy("At this table %(must_be)s play, not %(players)s."),
    "wrong_stock": gettext_lazy("The stock must have %(must_be)s cards, not %(cards)s."),
    # the order of tricks and turns
    "play_beside_record": gettext_lazy(
        "A hand is written as its result, or card by card: not both."
    ),
    "hand_is_over": gettext_lazy("All %(tricks)s tricks have been played."),
    "trick_incomplete": gettext_lazy("A trick must be complete before the next begins."),
    "tricks_incomplete": gettext_lazy(
        "The hand is not over: %(tricks)s tricks are complete of %(must_be)s."
    ),
    "not_your_turn": gettext_lazy("It is not the turn of %(seat)s to play."),
    "not_the_moment": gettext_lazy("%(seat)s may not declare at this moment of the trick."),
    # declarations and exchanges
    "declaration_too_early": gettext_lazy("%(seat)s: nothing is declared in the first trick."),
    "declaration_too_late": gettext_lazy(
        "%(seat)s: the stock is gone, nothing is declared any more."
    ),
    "one_declaration_a_trick": gettext_lazy("%(seat)s has already declared in this trick."),
    "declared_out_of_order": gettext_lazy(
        "%(seat)s comes before the player who declared last: players declare in the order of "
        "playing."
    ),
    "marriage_not_held": gettext_lazy("%(seat)s does not hold king and horse of %(suit)s."),
    "combination_not_held": gettext_lazy("%(seat)s does not hold a %(declaration)s."),
    "cover_not_held": gettext_lazy(
        "%(seat)s and his partner do not hold a king and a horse of %(suit)s between them."
    ),
    "must_lead_covered": gettext_lazy(
        "%(seat)s asked to be covered in %(suit)s: his king or horse of it must be led."
    ),
    "must_cover": gettext_lazy("%(seat)s must play the other card of the marriage of %(suit)s."),
    "exchange_not_played": gettext_lazy("In this event the ace is not changed."),
    "exchange_not_held": gettext_lazy(
        "%(seat)s cannot change the ace of trumps against %(card)s: both the ace and the other"
        " card of the marriage are needed."
    ),
    "no_stock_left": gettext_lazy("%(seat)s: the stock is gone, nothing is changed any more."),
    # cards that cannot be in the hand
    "played_twice": gettext_lazy("%(card)s has been played already."),
    "too_many_plays": gettext_lazy("%(plays)s cards are too many: a hand has %(most)s."),
    "unknown_card": gettext_lazy("There is no card “%(card)s”."),
    "unknown_suit": gettext_lazy("There is no suit “%(trump)s”: choose one of the four."),
    "card_twice": gettext_lazy("%(card)s has been dealt twice."),
    "wrong_hands": gettext_lazy("Cards have been dealt to %(hands)s: %(must_be)s play."),
    "wrong_hand_size": gettext_lazy("%(seat)s must have %(must_be)s cards, not %(cards)s."),
    "too_many_cards": gettext_lazy("%(cards)s cards are too many (%(field)s): %(most)s at most."),
    # the auction of Trionfo
    "spoke_out_of_turn": gettext_lazy("It is the turn of %(turn)s to bid, not of %(seat)s."),
    "bid_too_low": gettext_lazy("%(seat)s must bid more than the bid before, or pass."),
    "auction_unfinished": gettext_lazy("Nobody has bid: then all %(must_be)s must have passed."),
    "auction_at_odds": gettext_lazy("The auction says otherwise (%(field)s)."),
    "called_is_trump": gettext_lazy("%(card)s is a trump: a card of another suit is called."),
    # bonuses that need certain cards
    "trionfo_not_held": gettext_lazy(
        "The trionfo is one of the dealer’s cards: %(seat)s does not have %(card)s."
    ),
    "marafona_not_held": gettext_lazy("%(seat)s does not hold 3, 2 and ace of trumps."),
}

FORM: dict[str, Promise] = {
    "too_small": gettext_lazy("%(value)s is too little (%(field)s): %(least)s at least."),
    "too_large": gettext_lazy("%(value)s is too much (%(field)s): %(most)s at most."),
    "too_short": gettext_lazy("Too little is written (%(field)s): %(least)s at least."),
    "too_long": gettext_lazy("Too much is written (%(field)s): %(most)s at most."),
    "named_not_found": gettext_lazy("What “%(field)s” names is not there, or you may not see it."),
    "item_missing": gettext_lazy("Something is missing (%(field)s)."),
    "no_such_choice": gettext_lazy(
        "“%(value)s” is not one of the choices (%(field)s): %(choices)s."
    ),
    "no_such_format": gettext_lazy("There is no format “%(value)s”. There are: %(choices)s."),
    "no_such_game": gettext_lazy("There is no game “%(value)s”. There are: %(choices)s."),
    "announcement_twice": gettext_lazy("One word is there twice (%(field)s)."),
    "option_without_meaning": gettext_lazy(
        "“%(option)s” means nothing here, because of “%(without)s”: set it back, or change that."
    ),
}

SHEET: dict[str, Promise] = {
    # lines that refer to a side or to another line
    "no_such_side": gettext_lazy("There is no such side at this table."),
    "no_such_line": gettext_lazy("There is no line %(line)s before this one."),
    "cannot_be_amended": gettext_lazy(
        "Line %(line)s is %(kind)s: it cannot be corrected. Write a new line."
    ),
    "cannot_be_struck": gettext_lazy("Line %(line)s is %(kind)s: it cannot be struck."),
    "cannot_be_set_aside": gettext_lazy("Line %(line)s is %(kind)s: it cannot be set aside."),
    "line_out_of_order": gettext_lazy("Line %(n)s is where line %(expected)s should be."),
    # unfinished matches
    "forfeit_of_two_sides_only": gettext_lazy("With %(sides)s sides nobody wins by a forfeit."),
    "forfeit_needs_a_side": gettext_lazy("Choose which side loses the match."),
    "forfeit_of_no_side": gettext_lazy(
        "Here no single side loses: leave the side out, or choose another case."
    ),
    "forfeit_field_of_another_case": gettext_lazy(
        "This has no meaning here (%(field)s): leave it out, or choose another case."
    ),
    "walkover_has_begun": gettext_lazy(
        "The match has begun: a side that leaves now retires. Write a retirement."
    ),
    "time_is_up_level": gettext_lazy(
        "They are tied, and somebody must win: play one more hand, then write that time is up."
    ),
    "too_many_games": gettext_lazy("%(games)s games are too many: the match has %(most)s at most."),
    "award_games_by_side": gettext_lazy("Every game needs %(sides)s totals, one for each side."),
    "award_games_of_another": gettext_lazy(
        "By these games another side has won: correct them, or choose the other side."
    ),
    # the format of a match
    "sides_differ": gettext_lazy("The games of a match must have the same number of sides."),
    "seats_differ": gettext_lazy("The games of a match must be for the same number of players."),
    "hands_missing": gettext_lazy(
        "Write how many hands are played (%(field)s): this game has no target."
    ),
    "wins_out_of_reach": gettext_lazy("Nobody can win %(wins)s games out of %(games)s."),
}

MADE = MadeSentences()
"""Violations whose sentence is chosen by their parameters."""


@MADE.add("field_unknown")
def word_unknown_field(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A field that does not exist. It is named as it was sent: a label would be that of a field of
    the same name elsewhere."""
    return _("“%(field)s” is not known here.") % {"field": params["field"].rpartition(".")[2]}


@MADE.add("out_of_range")
def word_out_of_range(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A number out of its range. Sides and seats are numbers too, but people choose them by name:
    the bounds of a side would tell them nothing."""
    field = params["field"]
    if field in ("side", "first", "marafona", "last_trick"):
        words = word_params(params, ())
        return _("There is no such side (%(field)s): choose one of the two.") % words
    if field in ("caller", "dealer", "leader", "declared", "declarer", "partner"):
        seats = params["most"] + 1  # people count seats from 1
        return _("There is no such seat (%(field)s): they go from 1 to %(seats)s.") % {
            "field": word_field(field),
            "seats": seats,
        }
    sentence = _("%(value)s is not possible (%(field)s): it goes from %(least)s to %(most)s.")
    return sentence % word_params(params, sides)


@MADE.add("wrong_sum")
def word_wrong_sum(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """The numbers of two sides that must add up to a fixed sum."""
    field = params["field"]
    words = {"sum": format_count(params["sum"], field), "must_be": params["must_be"]}
    return _("The two sides make %(sum)s: together they must make %(must_be)s.") % words


@MADE.add("malformed")
def word_malformed(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A text of the wrong form: the seed of a draw, or a word that may be said at the table."""
    if params["field"] == "seed":
        return _("The seed of a draw has 64 characters, from 0 to 9 and from a to f.")
    sentence = _(
        "“%(value)s” cannot be read (%(field)s): begin with a letter, and use no special "
        "characters."
    )
    return sentence % word_params(params, sides)


@MADE.add("first_at_odds")
def word_first_at_odds(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """The points of a hand contradict the side that is said to have reached the target first."""
    words = {"side": word_side(params["must_be"], sides)}
    return _("By its numbers, in this hand %(side)s got there first.") % words


@MADE.add("out_of_turn")
def word_out_of_turn(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """The wrong player called, dealt or led."""
    return str(_TURNS[params["what"]]) % word_params(params, sides)


_TURNS: dict[str, Promise] = {
    "caller": gettext_lazy("It is the turn of %(turn)s to call, not of %(seat)s."),
    "dealer": gettext_lazy("It is the turn of %(turn)s to deal, not of %(seat)s."),
    "leader": gettext_lazy("It is the turn of %(turn)s to lead, not of %(seat)s."),
}


@MADE.add("signed_already")
def word_second_signature(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A side signs once, and so does the referee, whose signature has no side."""
    if params["side"] is None:
        return _("The referee has signed already.")
    return _("The signature of %(side)s is there already.") % word_params(params, sides)


@MADE.add("cannot_be_together")
def word_contradiction(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A number of a side that contradicts other fields of the hand (``given``): says what it may be
    with them. The most frequent refusal of a hand."""
    field, side, value_given = params["field"], params["side"], params["given"]
    facts: list[str] = []
    for given_field, given_value in value_given.items():
        # A field has a number of each side, or the side that had something.
        if not isinstance(given_value, list):
            facts.append(_name_side_of_fact(str(_HAD[given_field]), given_value, side, sides))
            continue
        for owner, number in enumerate(given_value):
            if number is not None:
                fact = format_count(number, given_field)
                facts.append(_name_side_of_fact(fact, owner, side, sides))
    words = {
        "side": word_side(side, sides),
        "value": params["value"],
        "counted": format_count(params["value"], field),
        "least": params["least"],
        "most": format_count(params["most"], field),
        "given": join_words(facts),
    }
    if field == "points" and value_given == {"marafona": side}:
        return _("With %(counted)s there can be no marafona.") % words
    if params["least"] == params["most"]:
        sentence = _("%(side)s: with %(given)s it can only be %(most)s, not %(value)s.")
    elif params["least"] <= params["value"] <= params["most"]:
        # Within the range, but not every number of it can be made by cards.
        sentence = _("%(side)s: with %(given)s it cannot be exactly %(counted)s.")
    else:
        sentence = _(
            "%(side)s: with %(given)s it can be from %(least)s to %(most)s, not %(value)s."
        )
    return sentence % words


def _name_side_of_fact(fact: str, side: Any, subject: Any, sides: Sequence[str]) -> str:
    """A fact with its side, unless that is the subject of the sentence."""
    if side == subject:
        return fact
    return _("%(fact)s of %(side)s") % {"fact": fact, "side": word_side(side, sides)}


_HAD: dict[str, Promise] = {
    "marafona": gettext_lazy("the marafona"),
    "last_trick": gettext_lazy("the last trick"),
    "trionfo": gettext_lazy("the 7 of trumps"),
}


@MADE.add("line_not_possible_now")
def word_line_not_possible_now(params: Mapping[str, Any], sides: Sequence[str]) -> str:
    """Why an act comes too early or too late; ``next``: the kinds of line that are possible now."""
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


VIOLATIONS: dict[str, Words] = {**HAND, **PLAY, **FORM, **SHEET, **MADE}
