"""Failed mail does not break a page: it is logged, and shown to owners on the desk."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.module_loading import import_string

from observability.metrics import MAILS_FAILED

log = structlog.get_logger(__name__)

FAILED = "mail-failed"
REMEMBERED = 24 * 60 * 60
"""Seconds for which a failure is shown, unless a mail is sent before."""


class ReportingBackend(BaseEmailBackend):
    """Sends by the backend of ``MAIL_BACKEND``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        backend = import_string(settings.MAIL_BACKEND)
        self._backend: BaseEmailBackend = backend(*args, **kwargs)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        try:
            sent = self._backend.send_messages(email_messages) or 0
        except (OSError, SMTPException):
            MAILS_FAILED.inc(len(email_messages))
            log.exception("mails not sent", mails=len(email_messages))
            cache.set(FAILED, True, REMEMBERED)  # noqa: FBT003  (its value)
            return 0
        cache.delete(FAILED)
        return sent


def has_mail_failed() -> bool:
    """Whether the last mail could not be sent."""
    return bool(cache.get(FAILED))
