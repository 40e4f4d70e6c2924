"""The words of the pad around a match: connection, two phones, signatures, what comes next."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import npgettext_lazy, pgettext_lazy

TABLE_WORDS: dict[str, Promise] = {
    # network status
    "status_sending": pgettext_lazy("a phone's line", "Sending…"),
    "status_slow": _("Sending for %(seconds)s s"),
    "status_asking": _("Asking for %(seconds)s s"),
    "status_signed_out": _("Code expired"),
    "status_only_here": _("%(count)s only here"),
    "status_look": _("%(count)s to look at"),
    "all_sent": _("Everything is sent"),
    "network": pgettext_lazy("a phone's", "Network"),
    "waiting_stay": _("Everything is sent automatically, and is kept even if you close this page."),
    "waiting_open_page": _("Everything is sent automatically. Do not close this page."),
    "stay_open": _("Do not close this page."),
    "no_storage": _("Write on paper too."),
    "no_storage_help": _("This phone cannot keep hands. Another phone with the same code can."),
    "have_paper": _("We have them on paper"),
    "to_send": _("To send"),
    "to_copy": _("To copy on paper"),
    "show_at_desk": _("Show at the desk"),
    "look_at_them": _("Look at them"),
    "unsent_need_code": _("They are kept here. A new card for their table sends them."),
    "unsent_lead": _("These are on this phone and not on the sheet yet."),
    "sign_in": _("Sign in"),
    "load_again": _("Load the page again"),
    "unsent_of_other": _(
        "%(name)s has entered this. To send it, %(name)s has to sign in on this phone again."
    ),
    "unsent_none": _("Everything is on the sheet."),
    "unsent_waits": _("It is waiting for the network and will be sent automatically."),
    "unsent_behind": _("It will be sent when the one before it is decided."),
    "unsent_sending": _("It is being sent."),
    "discard_it": _("Throw it away"),
    "discard_ask": _("Throw away: %(what)s?"),
    "discard_help": _("It is not on the sheet. After this it is gone."),
    "discard_write": _("Throw it away for good"),
    "choose_now": _("Choose now"),
    "title_unsent": _("Not sent yet"),
    "title_discard": _("Throw away"),
    "told_elsewhere": _("Written at table %(table)s, where it belongs."),
    "told_elsewhere_place": _("Written where it belongs: %(place)s."),
    "kept_hand": _("Kept here: %(hand)s. Sending it…"),
    "kept_line": _("Kept here: %(what)s. Sending it…"),
    "kept_hand_only": _("Kept here: %(hand)s."),
    "kept_line_only": _("Kept here: %(what)s."),
    "sheet_cut_short": _(
        "Some lines are no longer on the sheet, because the server was restored from a backup. "
        "Compare the hands below with your own, and call the referee."
    ),
    # a match that is played again
    "voided": _("This sheet no longer counts"),
    "voided_why": _(
        "A result before it was corrected, so the match is played again. Reason: %(reason)s"
    ),
    "voided_go": _("To the new match"),
    # other phone
    "others_wrote": _("The other phone has just written: %(what)s."),
    "overtaken": _("The other phone has just written the %(n)s: %(hand)s."),
    "overtaken_help": _("Yours is still here."),
    "being_chosen": _("you were choosing it"),
    "same_or_next": _("Same hand, or the next one?"),
    "same_theirs": _("The same: %(hand)s stands"),
    "next_mine": _("The next: I enter %(hand)s"),
    "same_mine": _("The same: it was %(hand)s"),
    "leave_mine": _("Leave mine"),
    "title_overtaken": pgettext_lazy("title of a screen", "Two phones"),
    # correcting
    "correct_last": _("Correct the last hand"),
    "never_sent": _("It was never sent: nothing of it is kept."),
    "withdraws_signatures": _("The signatures are withdrawn: all sides sign again."),
    "title_amend": pgettext_lazy("title of a screen", "Correct"),
    "nth_trick": _("%(n)s trick"),
    "title_cards": _("Card by card"),
    # signing
    "result": pgettext_lazy("of a match", "Result"),
    "win_many": pgettext_lazy("a pair", "win"),
    "win_one": pgettext_lazy("a player alone", "wins"),
    "score_is_right": _("The score is right"),
    "signature_missing": _("A signature is missing"),
    "signatures": pgettext_lazy("heading", "Signatures"),
    "title_sign": pgettext_lazy("heading", "Signatures"),
    "sign_won": _("We won %(result)s against %(others)s."),
    "sign_lost": _("We lost %(result)s against %(others)s."),
    "sign_drawn": _("We drew %(result)s with %(others)s."),
    "sign_result": _("Sign: %(result)s for us"),
    "sign_result_theirs": _("Sign: %(result)s for them"),
    "sign_it": pgettext_lazy("a button", "Sign"),
    "sign_own_help": _(
        "You sign for your side only. The others sign on their phone, or on this one when you"
        " give it to them. It can be corrected until all have signed."
    ),
    "sign_last_help": _(
        "This is the last signature: then the result is official, and only the referee opens it."
    ),
    "not_right": _("It is not right"),
    "signed_chip": pgettext_lazy("a side has", "signed"),
    "missing_chip": pgettext_lazy("a signature", "missing"),
    "signed_by": _("%(time)s, on %(name)s’s phone"),
    "give_phone_to": _("Give the phone to"),
    "who_holds_it": _("Who holds the phone?"),
    "sign_elsewhere": _("If they sign on their own phone, this one continues automatically."),
    "now_holding": _("Now holding the phone:"),
    "withdraw": _("Withdraw the signature"),
    "signed_result": _("Signed by both: %(side)s, %(result)s."),
    "signed_drawn": _("Signed by both: %(result)s."),
    # what comes next
    "title_next": _("And now"),
    "table_word": pgettext_lazy("above a table's number", "table"),
    "next_against": _("%(round)s, against"),
    "opponent_unknown": _("not known yet"),
    "next_called": _("You are called: go to the table."),
    "next_called_at": _("Called at %(time)s: go to the table."),
    "next_expected": _("About %(time)s."),
    "next_tells": _("This phone will notify you."),
    "next_soon": _("Soon. This phone will notify you."),
    "next_wait": _("The table is not known yet. This phone will notify you."),
    "next_out": _("For you the event ends here."),
    "next_unknown": _("Nothing is planned yet. The board says when."),
    "next_place": _("Place: %(place)s."),
    "table_next": _("Next at table %(n)s"),
    # whose phone
    "title_whose": _("Who are you?"),
    "whose_lead": _("Touch your seat. This phone will sign for your side only."),
    "whose_phone": _("Whose phone is this?"),
    "table_phone": _("The table’s phone"),
    "table_phone_help": _(
        "With the table’s phone everybody enters hands; to sign it asks each time who holds it."
    ),
    "of_the_table": pgettext_lazy("whose phone it is", "Table’s"),
    "referee_phone": pgettext_lazy("whose phone it is", "Referee"),
    "signs_for": _("Signs for"),
    "signs_for_nobody": _("Asks who signs each time"),
    "choose_seat": _("Touch one of the seats."),
    "i_am": _("I am %(name)s"),
    "phone_of": _("Phone of"),
    "title_phone": _("This phone"),
    "phone_signs_for": _("It enters hands for the whole table. It signs for %(side)s only."),
    "hand_on": _("Give it to somebody else"),
    "phone_settings": _("Network, language and look"),
    "language": pgettext_lazy("a setting", "Language"),
    "this_language": pgettext_lazy("the language of the page", "English"),
    "other_language": pgettext_lazy("the other language", "Italiano"),
    "language_away": _("The language can be changed when there is network."),
    "language_refused": _("Load the page again, then change the language."),
    "language_unsent": _(
        "Changing the language loads the page again, and this phone cannot keep what is not sent."
        " Change it when everything is sent."
    ),
    "look": pgettext_lazy("how a screen looks", "Look"),
    "theme_system": _("Same as the phone"),
    "theme_dark": _("Always dark"),
    "theme_light": _("Always light"),
    "theme_to_system": _("Use the phone’s setting"),
    "theme_to_dark": _("Switch to dark"),
    "theme_to_light": _("Switch to light"),
    "sound": _("Sound and vibration"),
    "sound_both": pgettext_lazy("sound and vibration", "Both"),
    "sound_vibrate": _("Vibration only"),
    "sound_none": pgettext_lazy("sound and vibration", "Neither"),
    "sound_to_both": _("Turn both on"),
    "sound_to_vibrate": _("Vibrate only"),
    "sound_to_none": _("Turn both off"),
    "referee_call_waits": _("The call for the referee will be sent when the network is back."),
    "referee_call_waits_help": _(
        "It will be sent automatically. If it is urgent, raise your hand."
    ),
    "card_by_card": _("Card by card"),
}

COUNTED_TABLE_WORDS: dict[str, Promise] = {
    "status_waiting": npgettext_lazy(
        "lines on a phone", "%(count)s is waiting", "%(count)s are waiting", "count"
    ),
    "waiting_since": npgettext_lazy(
        "lines on a phone",
        "%(count)s hand has been waiting here since %(time)s.",
        "%(count)s hands have been waiting here since %(time)s.",
        "count",
    ),
    "unsent_to_look_at": npgettext_lazy(
        "lines on a phone",
        "%(count)s line is not on the sheet.",
        "%(count)s lines are not on the sheet.",
        "count",
    ),
    "no_storage_unsent": npgettext_lazy(
        "lines on a phone",
        "This phone cannot keep hands, and %(count)s has still to leave: do not close the page.",
        "This phone cannot keep hands, and %(count)s have still to leave: do not close the page.",
        "count",
    ),
    "leave_unsent": npgettext_lazy(
        "lines on a phone",
        "%(count)s line is not sent yet: it stays on this phone and goes to this table’s sheet.",
        "%(count)s lines are not sent yet: they stay on this phone and go to this table’s sheet.",
        "count",
    ),
}
