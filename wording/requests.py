"""What is wrong with a request to the API, as sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wording.numbers import join_words
from wording.violations import MadeSentences

REQUESTS: dict[str, Promise] = {
    "request_refused": _("This request cannot be taken."),
    "server_fault": _("Something has gone wrong here, not with you. Try again in a moment."),
    # resources that the server has run out of (database.unavailable)
    "disk_full": _(
        "The server’s disk is full: nothing was saved. The administrator has to free space; then "
        "send this again."
    ),
    "disk_read_only": _(
        "The server’s disk is read-only: nothing was saved. The administrator has to repair it; "
        "then send this again."
    ),
    "files_exhausted": _("The server has too many files open. Try again in a moment."),
    "database_busy": _("The database is busy: nothing was saved. Try again in a moment."),
    "database_away": _("The database does not answer: nothing was saved. Try again in a moment."),
    "commit_unknown": _(
        "The database was lost while it saved this. It may have been saved: look before you send it"
        " again."
    ),
    # the body and the parameters
    "body_unreadable": _("The body must be a JSON document."),
    "body_too_large": _("The body is too large for this address."),
    "body_too_deep": _("The document is nested deeper than %(most)s."),
    "name_twice": _("The name “%(name)s” is twice in one object."),
    "nul_character": _("A text has the character NUL: leave it out."),
    "number_too_large": _("A number is too large: %(most)s at most."),
    "body_refused": _("The document does not have the form that this address takes."),
    "no_event_to_follow": _(
        "There is no event to follow: name one, as in ?event=, or use a token of somebody with a"
        " role at one."
    ),
    "too_many_streams": _("This token has no stream left: close one, or wait %(wait)s s."),
    "too_many_streams_of_address": _(
        "Too many pages at your address follow an event: close some, or wait %(wait)s s."
    ),
    "ticket_not_good": _("This page may not follow the event any more: load it again."),
    "hall_full": _("The server has no room for another stream: try again in %(wait)s s."),
    "too_many_events": _("At most %(most)s events are followed at once."),
    "query_refused": _("A parameter of the address cannot be read."),
    # the headers of a new line
    "key_missing": _("A line needs the header Idempotency-Key."),
    "key_malformed": _("A key has %(most)s plain characters at most, and no spaces."),
    "idempotency_key_reused": _("This key came with another request: make a new one."),
    "secret_shown": _(
        "This was done with this key already, and the secret is shown only once. Send a new key to"
        " make another secret."
    ),
    "version_missing": _("A line must say which version of the sheet its writer saw."),
    # tokens
    "token_invalid": _("There is no such token. Make a new one at the desk."),
    "scheme_unknown": _("Send “Authorization: Token …” with a token that was made at the desk."),
    "token_revoked": _("The token “%(name)s” was revoked. Make a new one at the desk."),
    "token_expired": _("The token “%(name)s” has expired. Make a new one at the desk."),
    "token_reads_only": _("The token “%(name)s” only reads. Make one that may write."),
    "token_not_for_this": _(
        "This token is not for this: it only scores. Make one that may organize, or do it at the"
        " desk."
    ),
    # HTTP
    "csrf_failed": _(
        "Somebody has signed in on this browser since this page was opened. Load the page again."
    ),
    "method_not_allowed": _("This address does not take this method."),
    "not_acceptable": _("This address does not answer in this format. It does in: %(choices)s."),
    "media_type_unsupported": _("This address takes JSON."),
    "too_many_requests": _("Too many tries. Wait a little, then go on."),
    # the addresses of rulebooks and formats, and cursors
    "game_not_found": _("There is no game “%(name)s”. There are: %(choices)s."),
    "format_not_found": _("There is no format of play “%(name)s”. There are: %(choices)s."),
    "refused_by_rules": _("These rules do not allow this."),
    "unreadable_by_rules": _("The game cannot read this: %(problem)s."),
    "cursor_unknown": _("This page of the list is not there. Begin again at the first."),
    "options_not_an_object": _("Options are a JSON object."),
    "options_too_long": _("The options are too long."),
    # a field
    "field_missing": _("“%(field)s” is missing."),
    "wrong_type": _("“%(field)s” has the wrong type."),
    "control_character": _("“%(field)s” has a character that cannot be shown: type it again."),
    "moment_out_of_range": _("This time cannot be stored (%(field)s): its year is out of range."),
    "date_out_of_range": _("This date is not possible (%(field)s): from %(least)s to %(most)s."),
}

PARAMETERS: dict[str, Promise] = {
    "parameter_missing": _("The parameter “%(field)s” is missing."),
    "parameter_refused": _("The parameter “%(field)s” cannot be read."),
    "parameter_twice": _("The parameter “%(field)s” is given more than once: it has one value."),
    "parameter_unknown": _("There is no parameter “%(field)s” here. Known: %(choices)s."),
    "parameter_out_of_range": _("“%(field)s” must be from %(least)s to %(most)s."),
}
"""What is wrong with a parameter of an address."""
_CHOICES = _("The parameter “%(field)s” cannot be read. It can be: %(choices)s.")


PARAMETER_SENTENCES = MadeSentences()


@PARAMETER_SENTENCES.add_each(PARAMETERS)
def word_parameter(code: str, params: Mapping[str, Any], _sides: Sequence[str]) -> str:
    """The parameter is named as it is spelt in an address: a label would be that of a field of the
    same name."""
    choices = [str(choice) for choice in params.get("choices", ())]
    sentence = _CHOICES if code == "parameter_refused" and choices else PARAMETERS[code]
    return str(sentence % {**params, "choices": join_words(choices)})
