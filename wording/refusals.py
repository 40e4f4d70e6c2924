"""Refusals of services and outcomes of jobs, as sentences that say what to do. By their codes, most
of which are in ``tournaments.refusals`` and ``scoring.refusals``."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REFUSALS: dict[str, Promise] = {
    "refused": _("This cannot be done."),
    "not_allowed": _(
        "You do not have the right to do this. Sign in with your account, or ask the club’s owner."
    ),
    "invitation_gone": _(
        "This invitation is no longer valid: it was accepted, withdrawn, or is too old. Ask the "
        "club for a new one."
    ),
    "tables_not_there": _(
        "The event has tables 1 to %(tables)s, and not: %(missing)s. Correct the numbers."
    ),
    "tables_of_no_event": _(
        "Only a referee of one event is bound to tables: choose the event, or leave the tables"
        " empty."
    ),
    "site_not_read": _(
        "“%(site)s” is not the address of a site: write it as in the browser, such as"
        " https://www.circolo.it."
    ),
    "too_many_sites": _("At most %(most)s sites: remove one first."),
    "last_owner": _("A club keeps one owner: make somebody else owner first."),
    "not_found": _(
        "There is nothing here, or you may not see it. The event may be over: see the results."
    ),
}

SHEETS: dict[str, Promise] = {
    # two writers of one sheet
    "stale_version": _(
        "Someone else has written in the meantime. Yours is not lost: look, then write it again."
    ),
    "key_reused": _(
        "This page has already written line %(n)s. To write another, look, then write it again."
    ),
    # a line that cannot be written
    "line_unreadable": _("This cannot be read: %(problem)s. Look at what you wrote."),
    "line_refused": _("This line would make the sheet invalid: line %(at)s no longer fits."),
    "sheet_full": _(
        "Nothing more can be written here: this sheet has %(most)s lines. Call a referee."
    ),
    "correction_moves_lines": _(
        "Nothing has been written yet: other lines of the sheet would count in another game, "
        "or no longer. Read what would change, then agree to it."
    ),
    "reason_missing": _("Write why: %(kind)s needs a reason."),
    # results without hands
    "result_refused": _("This result cannot be written."),
    "result_not_written": _("This result was not written, so there is nothing to take back."),
    "result_has_followers": _(
        "More was written on this sheet since: correct the result on the sheet itself."
    ),
    # a match that takes no lines
    "match_set_aside": _(
        "This match no longer counts: it is played again. Write on the sheet of the new one."
    ),
    "match_needs_winner": _(
        "In a knock-out somebody must go on: say which side takes the place in the next match, or"
        " who has won."
    ),
    "pairing_not_ready": _(
        "Who plays this match is not known yet. Write the results before it first."
    ),
}

EVENTS: dict[str, Promise] = {
    # the state of an event
    "event_state": _("The event is %(state)s: this cannot be done now."),
    "event_cannot_be_drawn": _(
        "The event is %(state)s: it is drawn while entries are open, or again before play."
    ),
    "event_cannot_go_there": _("The event is %(state)s: it cannot become %(to)s now."),
    "event_is_no_draft": _("The event is %(state)s: only a draft can be deleted."),
    "draft_has_entries": ngettext_lazy(
        "%(count)s entry was made: it is deleted with the draft only if you have agreed to it.",
        "%(count)s entries were made: they are deleted with the draft only if you have agreed"
        " to it.",
        "count",
    ),
    "draft_has_payments": _("Money was noted, which stays on record: this draft is not deleted."),
    "event_is_archived": _("The event is archived: nothing is written to it any more."),
    "event_is_cancelled": _(
        "The event is cancelled (%(reason)s): nothing is written to it any more."
    ),
    "event_is_not_cancelled": _("The event is %(state)s: it was not cancelled."),
    "event_is_pinned": _("The event is %(state)s: what it is played by stays as it is now."),
    "event_not_running": _(
        "The event is %(state)s: lines are written while it is played. Start it first."
    ),
    "event_not_drawn": _("The event is %(state)s: this is for after the draw."),
    "matches_still_open": ngettext_lazy(
        "%(count)s match is still to be decided: then it can be closed.",
        "%(count)s matches are still to be decided: then it can be closed.",
        "count",
    ),
    # the format of an event
    "format_refused": _("An event cannot be played like this."),
    "format_unreadable": _("The format cannot be read."),
    "unknown_format": _("There is no format “%(format)s”."),
    "unknown_draw_version": _(
        "The draw is of version %(version)s. This program knows version %(known)s only, and cannot "
        "check it."
    ),
}

HALLS: dict[str, Promise] = {
    "hall_refused": _("The hall cannot be added."),
    "template_refused": _("The template cannot be saved."),
    "too_many_templates": _("The club has %(most)s templates already: delete one first."),
    "hall_without_tables": _("This event calls nobody to a table, so it has no halls."),
    "hall_too_large": _("The event has room for %(most)s more tables, not for %(tables)s."),
    "hall_is_there": _("“%(hall)s” is a hall of this event already."),
    "hall_is_not_the_last": _(
        "Only the hall with the last tables (up to %(last)s) can be removed."
    ),
    "tables_of_a_hall": _("Table %(last)s is in “%(hall)s”: remove that hall first."),
}

ENTERING: dict[str, Promise] = {
    "entry_refused": _("This entry is not possible."),
    "entry_list_refused": _("Some rows cannot be taken: nobody has been entered."),
    "entries_closed": _("The event is %(state)s: entries are closed."),
    "entry_not_entered": _("This entry is %(state)s already: nothing was changed."),
    "list_changed": _(
        "Somebody else has changed how this list is read. The page shows their choice: look at it,"
        " and change it again if it is wrong."
    ),
    "list_row_changed": _(
        "Somebody else has changed this row, or how the list is read. Your correction was not"
        " written: look at the row as it is now, and correct it again if it is wrong."
    ),
    "list_outcome_changed": _(
        "What would enter from this list has changed since you looked at it. Nothing was written:"
        " look again, then press the button again."
    ),
    "changed_meanwhile": _(
        "Somebody has changed this since you opened the page, so yours is not saved yet. Send it"
        " again if yours is right; to see what is there now, open the page again."
    ),
    "form_reused": _(
        "This was sent once already, and what was written then is saved. Send it again only if what"
        " is written now is to be added to that."
    ),
    "entry_changed": _("Somebody has changed this meanwhile. Send it again if yours is right."),
    "entry_is_drawn": _("The event is %(state)s: seed and group stay as the draw took them."),
    "entry_was_drawn": _("This entry has been drawn: it can be withdrawn, not deleted."),
    "entry_has_payments": _(
        "Money was noted for this entry: it can be withdrawn, not deleted, and the cash stays true."
    ),
    "entry_is_present": _("They are here by now, and keep their place."),
    "nobody_waits": _("Nobody waits for a place."),
    "payment_refused": _("This payment cannot be noted."),
    "payment_out_of_bounds": _("Write an amount above zero, and below 10,000 euros."),
    "refund_too_large": _("More than was paid cannot be given back."),
    "undo_refused": _("This can no longer be taken back."),
    "undo_too_late": _("Ten seconds are over: correct it where it is now."),
    "undo_of_another": _("Only the person who did it can undo it at once. Correct it where it is."),
    "undo_changed_since": _(
        "Something else has happened since, so nothing was taken back. Look at how it stands now."
    ),
    # the names of players
    "player_is_shared": ngettext_lazy(
        "%(player)s plays in %(count)s other entry too: say whether it is the same person.",
        "%(player)s plays in %(count)s other entries too: say whether it is the same person.",
        "count",
    ),
    "player_refused": _("This name is not possible."),
    "player_name_taken": _(
        "Another player of the club is called %(player)s: if it is one person, put the two"
        " together; if not, write the year of birth."
    ),
    "player_is_anonymous": _("This player’s name was removed for good: it does not come back."),
    "player_name_too_long": _("First name and surname are too long for a list."),
    "players_cannot_be_merged": _(
        "Choose two different players of this club. Perhaps somebody has put them together already."
    ),
    "players_play_together": _(
        "%(player)s plays in “%(event)s” in another place: so they are two people. To tell them"
        " apart, write the year of birth."
    ),
    "entry_has_begun": _("This entry has begun to play: it can withdraw, not be replaced."),
}

DRAWING: dict[str, Promise] = {
    "draw_refused": _("The draw cannot be held."),
    # a committed draw
    "draw_is_promised": _(
        "A draw is committed, so the entries stay as they are. To change them, call the draw off"
        " first."
    ),
    "draw_not_promised": _("This draw was held or called off already: nothing was changed."),
    "draw_called_off": _("This draw was called off: a word no longer draws it."),
    # the public word
    "word_missing": _("Write the word that somebody in the hall has said."),
    "word_too_long": _("The word is too long: %(most)s characters at most."),
    "word_said_already": _(
        "The word was “%(word)s” and stays the same. To say another, call the draw off."
    ),
    # what must be settled before a draw
    "stage_not_played_out": ngettext_lazy(
        "This is drawn when stage %(stage)s is over: %(left)s match is still to be decided.",
        "This is drawn when stage %(stage)s is over: %(left)s matches are still to be decided.",
        "left",
    ),
    "stage_not_paired_out": _("First stage %(stage)s is drawn and played."),
    "decision_first": _(
        "First decide what becomes of stage %(stage)s after the correction: who plays here depends"
        " on it."
    ),
    "no_play_off": _("There is no tie of two that the regulation has decided by a play-off."),
    "nobody_is_level": _(
        "Nobody is tied where the order decides something: there are no lots to draw."
    ),
    # a repeated draw
    "draw_again_needs_a_reason": _(
        "Give the reason for drawing again: the first draw stays visible."
    ),
    "play_has_begun": _("Play has begun: the draw stays as it is."),
    "entries_changed": _("The entries changed while it was drawn. Draw again."),
    # outcomes of jobs
    "drawn": _("Drawn. Entries: %(entries)s."),
    "list_read": _("The list is read: %(rows)s rows."),
    "job_starts_later": _(
        "The background worker cannot be reached at the moment. This starts automatically "
        "when it can."
    ),
    "job_fault": _("Something is wrong on our side. Nothing was changed: try again."),
    "job_stopped": _("Stopped. Nothing was changed."),
    "job_silent": _(
        "After %(attempts)s tries it did not come to an end. Nothing was changed: try again."
    ),
}
