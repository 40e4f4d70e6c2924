"""The words of the pad. They are sent to the phone with the page, and filled there."""

from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, npgettext_lazy, pgettext_lazy

from wording.cards import SUITS
from wording.pad_cards import CARD_WORDS, COUNTED_CARD_WORDS
from wording.pad_hand import HAND_WORDS
from wording.pad_rescue import RESCUE_COUNTED, RESCUE_WORDS
from wording.pad_table import COUNTED_TABLE_WORDS, TABLE_WORDS

PadWords: TypeAlias = dict[str, str | dict[str, str]]
"""By key, a sentence, or its singular and plural (``one``, ``other``)."""


class _OpenCount(int):
    """A number that chooses a plural and then prints as ``%(count)s``, so that the number itself is
    filled in on the phone."""

    def __str__(self) -> str:
        return "%(count)s"


_PLURAL_FORMS = {"one": _OpenCount(1), "other": _OpenCount(2)}

WORDS: dict[str, Promise] = {
    # numbers
    "against": _("%(ours)s to %(theirs)s"),
    "to": pgettext_lazy("the other side’s points", "to %(points)s"),
    "clock": pgettext_lazy("a time of day", "%(hours)s:%(minutes)s"),
    "nth_one": pgettext_lazy("of a hand or a game, 1st", "%(n)sst"),
    "nth_two": pgettext_lazy("of a hand or a game, 2nd", "%(n)snd"),
    "nth_few": pgettext_lazy("of a hand or a game, 3rd", "%(n)srd"),
    "nth_other": pgettext_lazy("of a hand or a game, 4th", "%(n)sth"),
    # the network
    "online": _("Online"),
    "offline": _("No network"),
    "no_network": _("There is no network just now."),
    "play_on": _("Play on. What you write will be sent automatically when the network is back."),
    "try_now": _("Try now"),
    "last_try": _("Last tried %(time)s"),
    "away": _("The hall’s computer does not answer. Is this phone on the Wi-Fi?"),
    "nothing_lost": _("Nothing that you wrote is lost."),
    "loading": _("One moment …"),
    "by_this_phone": _("by this phone"),
    # coming in
    "enter_title": _("Join the table"),
    "enter_lead": _("The code is on the card in the middle of the table."),
    "code_label": _("The table’s code"),
    "code_hint": _("Capitals, small letters and spaces do not matter."),
    "enter": _("Join"),
    "scan_hint": _(
        "You can also scan the QR code on the card with the camera: the pad opens at your table."
    ),
    "code_trouble": _("The code does not work?"),
    "code_trouble_help": _("It may be for another round. Ask for a new card at the desk."),
    "is_it_you": _("Is it you?"),
    "nothing_on": _("Nothing is played at table %(table)s just now."),
    "nothing_on_help": _("When the next match is called, it appears here automatically."),
    "see_board": _("Look at the event"),
    "leave_button": _("Leave the table"),
    "leave_ask": _("Leave this table?"),
    "leave_help": _("To come back, type the code again or scan the card."),
    "leave_write": _("Leave the table"),
    "title_leave": _("Leave the table"),
    # the match
    "table_n": _("Table %(n)s"),
    "seat_n": _("Seat %(n)s"),
    "score": _("Score"),
    "game_to": _("%(title)s to %(need)s"),
    "drawn": _("A draw"),
    "ended_walkover": _("Walkover"),
    "ended_retirement": _("Retirement"),
    "ended_disqualification": _("Disqualification"),
    "ended_double_forfeit": _("Double forfeit"),
    "ended_time": _("Time is up"),
    "ended_award": _("Referee’s award"),
    "ended_void": _("Match void"),
    "who_sits_where": _("Who sits where"),
    "turn_caller": _("calls"),
    "turn_dealer": _("deals"),
    "turn_leader": _("leads"),
    "deals": _("dealt"),
    "first_caller": _("Who has the 4 of coins? Touch the name: he calls the first hand."),
    "first_dealer": _("Who deals the first hand? Touch the name."),
    "first_leader": _("Who leads the first hand? Touch the name."),
    "next_caller": _("Round to the right: after %(now)s, %(next)s calls"),
    "next_dealer": _("Round to the right: after %(now)s, %(next)s deals"),
    "next_leader": _("After %(now)s, %(next)s leads"),
    "hands": _("Hands"),
    "last_on_top": _("the last on top"),
    "head_hand": _("Hand"),
    "head_points": _("Points"),
    "head_total": _("Total"),
    "head_action": _("Action"),
    "correct": _("Correct"),
    "hand_n": _("hand %(n)s"),
    "struck": _("struck"),
    "replaced": _("replaced"),
    "from_paper": _("copied from paper"),
    "hand": _("A hand"),
    "redeal": _("Dealt again"),
    "claim": _("A claim"),
    "penalty": _("Penalty"),
    "award": _("Award"),
    "forfeit": _("Forfeit"),
    "total": _("Points of the game"),
    "games": _("Games won"),
    "amend": _("A correction"),
    "strike": _("A strike"),
    "sign": _("A signature"),
    "reopen": _("Opened again"),
    "else": _("More"),
    "claim_button": _("We are there"),
    "redeal_button": _("Deal again"),
    "strike_button": _("Take back the last"),
    "referee_button": _("Call the referee"),
    "referee_called": _("The referee has been called."),
    "not_needed": _("No longer needed"),
    "open_sheet": _("The whole sheet"),
    "back_to_table": _("Back to the table"),
    "back_to_hand": _("Back to the hand"),
    "back_to_sheet": _("To the sheet"),
    "now": _("Now"),
    # a hand
    "write_hand": _("Write the %(n)s hand"),
    "not_known": pgettext_lazy("in place of a choice", "not known"),
    "write_hand_vowel": pgettext_lazy("before eight or eleven", "Write the %(n)s hand"),
    "nth_hand": _("%(n)s hand"),
    "correct_hand": _("Correct the %(n)s hand"),
    "correct_hand_vowel": pgettext_lazy("before eight or eleven", "Correct the %(n)s hand"),
    "points_of": _("%(label)s of %(side)s"),
    "also": _("Optional: %(label)s"),
    "no": pgettext_lazy("nobody has it", "No"),
    "choose_points": _("Touch the points of one side."),
    "write": _("Write"),
    "write_this": _("Write %(hand)s"),
    "write_amend": _("Correct it: %(hand)s"),
    "wins_game": _("Game to %(side)s"),
    "wins_match": _("Match to %(side)s"),
    "reason": _("Why"),
    "reason_hint": _("It stays on the sheet beside the correction."),
    "told_hand": _("Written: %(hand)s. Now %(total)s."),
    "told_redeal": _("Written: dealt again."),
    "told_claim": _("Written: the claim."),
    "told_amend": _("Corrected. The line before stays on the sheet."),
    "told_strike": _("Taken back. The line stays on the sheet, struck."),
    "told_sign": _("Signed."),
    "take_out": _("Remove"),
    "suit_of": pgettext_lazy("of a card, whose label this is", "%(label)s: suit"),
    "yes": pgettext_lazy("so it was", "Yes"),
    "not_so": pgettext_lazy("so it was not", "No"),
    "rank_A": pgettext_lazy("a rank on a button", "Ace"),
    "rank_J": pgettext_lazy("a rank on a button", "Jack"),
    "rank_H": pgettext_lazy("a rank on a button", "Horse"),
    "rank_K": pgettext_lazy("a rank on a button", "King"),
    **{f"suit_{sign}": words for sign, words in SUITS.items()},
    # a claim, a redeal, a strike
    "title_claim": _("We are there"),
    "claim_choose": _("Who claims, and how much do they have in this hand?"),
    "claim_right": _("They have %(has)s of %(need)s: it is right."),
    "claim_wrong": _("They have %(has)s of %(need)s: it is not enough."),
    "write_claim": _("Write: %(side)s claim"),
    "title_redeal": _("Deal again"),
    "redeal_ask": _("Is the hand dealt again?"),
    "calls_again": _("Nothing is counted; it is %(name)s’s turn again."),
    "redeal_write": _("Write: dealt again"),
    "title_strike": _("Take back"),
    "strike_hand": _("Take back hand %(n)s (%(hand)s)?"),
    "strike_line": _("Take back: %(what)s?"),
    "score_back": _("The score goes back to %(totals)s."),
    "stays_on_sheet": _("It stays on the sheet, struck through."),
    "strike_write": _("Take back the %(n)s hand"),
    "strike_write_vowel": pgettext_lazy("before eight or eleven", "Take back the %(n)s hand"),
    "strike_it": _("Take it back"),
    "leave_it": _("Leave it"),
    # signatures
    "check_then_sign": _(
        "Look at the score together, then sign: after that only the referee opens it."
    ),
    "sign_for": _("Sign for %(side)s"),
    "sign_referee": _("Sign as referee"),
    "signed_all": _("Signed. The table is free."),
    "go_on": _("Go on"),
    # two writers
    "title_conflict": _("Two phones"),
    "conflict": _("Another phone has written in the meantime."),
    "conflict_elsewhere": _(
        "Others have written there in the meantime. To choose, join that table again with its "
        "code, or show this line at the desk."
    ),
    "conflict_help": _("Yours is not lost: look at both, and choose."),
    "conflict_reason": _("two phones wrote the same hand"),
    "already_written": _("Already written"),
    "yours": _("Yours"),
    "this_phone": _("this phone"),
    "theirs_is_right": _("What is written is right"),
    "mine_is_right": _("Correct it: mine is right"),
    "taken_back_here": _("You have taken it back"),
    "strike_theirs": _("Take that one back too"),
    "mine_is_another": _("Mine is another hand"),
    "write_it_too": _("Write mine as well"),
    "it_counts": _("It counts: write it again"),
    "title_moves": pgettext_lazy("title of a screen", "Correct"),
    "moves_ask": _("This correction changes more than its own hand"),
    "moves_write": _("Write it with all this"),
    "correction_leaves_mark": _(
        "A correction leaves its mark: both stay on the sheet."
        " If you do not agree, call the referee."
    ),
}

COUNTED: dict[str, Promise] = {
    "waiting": ngettext_lazy(
        "%(count)s line waits on this phone.", "%(count)s lines wait on this phone.", "count"
    ),
    "games_won": npgettext_lazy("games won", "%(count)s game", "%(count)s games", "count"),
    "game_of_hands": ngettext_lazy(
        "%(title)s, %(count)s hand", "%(title)s, %(count)s hands", "count"
    ),
}


def list_pad_words() -> PadWords:
    """All words of the pad in the reader's language, with their places left open (``%(name)s``)."""
    simple_words = WORDS | TABLE_WORDS | HAND_WORDS | CARD_WORDS | RESCUE_WORDS
    words: PadWords = {key: str(text) for key, text in simple_words.items()}
    # Choosing a plural fills all places of a text: each gets itself.
    open_places = {"title": "%(title)s", "time": "%(time)s"}
    for key, text in (COUNTED | COUNTED_TABLE_WORDS | COUNTED_CARD_WORDS | RESCUE_COUNTED).items():
        forms: dict[str, str] = {}
        for form, count in _PLURAL_FORMS.items():
            forms[form] = str(text % {"count": count, **open_places})
        words[key] = forms
    return words
