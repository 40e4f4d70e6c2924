"""Refusals of services, as sentences that say what to do."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, Promise] = {
    "not_allowed": _("Only the people of the club may do this. Sign in with your account."),
    "not_found": _("This page is not here. The event may be over: see the results."),
    "stale_version": _("Someone else has written in the meantime. Yours is not lost: look, then write it again."),
    "key_reused": _("This line was already sent with another content (line %(n)s)."),
}
