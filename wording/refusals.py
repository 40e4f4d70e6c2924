"""Refusals of services and the words of jobs, as sentences that say what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REFUSALS: dict[str, Promise] = {
    "refused": _("This cannot be done."),
    "not_allowed": _("Only the people of the club may do this. Sign in with your account."),
    "invitation_gone": _(
        "This invitation is no longer good: it was taken up, called back, or is too old. Ask the"
        " club for a new one."
    ),
    "tables_not_there": _(
        "The event has tables 1 to %(tables)s, and not: %(missing)s. Correct the numbers."
    ),
    "tables_of_no_event": _(
        "Only a referee of one event is bound to tables: choose the event, or leave the tables"
        " empty."
    ),
    "last_owner": _("A club keeps one owner: make somebody else owner first."),
    "not_found": _("This page is not here. The event may be over: see the results."),
}

SHEETS: dict[str, Promise] = {
    "stale_version": _(
        "Someone else has written in the meantime. Yours is not lost: look, then write it again."
    ),
    "key_reused": _(
        "This page has already written line %(n)s. To write another, look, then write it again."
    ),
    "line_unreadable": _("This cannot be read: %(problem)s. Look at what you wrote."),
    "line_refused": _("With this line the sheet cannot stand: line %(at)s no longer fits."),
    "correction_moves_lines": _(
        "Nothing has been written yet: other lines of the sheet would count in another game, "
        "or no longer. Read what would change, then agree to it."
    ),
    "reason_missing": _("Say why: %(kind)s needs a reason."),
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
    "event_state": _("The event is %(state)s: this cannot be done now."),
    "event_cannot_be_drawn": _(
        "The event is %(state)s: it is drawn while entries are open, or again before play."
    ),
    "event_cannot_go_there": _("The event is %(state)s: it cannot become %(to)s now."),
    "event_is_archived": _("The event is archived: nothing is written to it any more."),
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
    "format_refused": _("An event cannot be played like this."),
    "format_unreadable": _("The format cannot be read: %(problem)s."),
    "unknown_format": _("There is no format “%(format)s”."),
}

ENTERING: dict[str, Promise] = {
    "entry_refused": _("This pair cannot enter."),
    "entry_list_refused": _("Some rows cannot be taken: nobody has been entered."),
    "entries_closed": _("The event is %(state)s: entries are closed."),
    "event_full": _(
        "The event is full: room for %(capacity)s pairs, %(entered)s entered. Raise the capacity."
    ),
    "entry_not_entered": _("This pair is %(state)s already: nothing was changed."),
    "entry_has_begun": _("This pair has begun to play: it can withdraw, not be replaced."),
}

DRAWING: dict[str, Promise] = {
    "draw_refused": _("The draw cannot be held."),
    "draw_is_promised": _(
        "A draw is promised, so the entries stay as they are. To change them, call the draw off"
        " first."
    ),
    "draw_not_promised": _("This draw was held or called off already: nothing was changed."),
    "draw_called_off": _("This draw was called off: a word no longer draws it."),
    "word_missing": _("Write the word that somebody in the hall has said."),
    "word_too_long": _("The word is too long: %(most)s signs at most."),
    "word_said_already": _(
        "The word was “%(word)s” and stays so. To say another, call the draw off."
    ),
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
    "draw_again_needs_a_reason": _("Say why it is drawn again: the first draw stays on show."),
    "play_has_begun": _("Play has begun: the draw stays as it is."),
    "entries_changed": _("The entries changed while it was drawn. Draw again."),
    "drawn": _("Drawn. Pairs: %(entries)s."),
    "list_read": _("The list is read: %(rows)s rows."),
    "job_starts_later": _(
        "The background worker cannot be reached at the moment. This starts automatically "
        "when it can."
    ),
    "job_fault": _("Something is wrong on our side. Nothing was changed: try again."),
    "job_silent": _(
        "After %(attempts)s tries it did not come to an end. Nothing was changed: try again."
    ),
}
