"""The mail server, as one address in the environment."""

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

MAIL_SCHEMES = ("smtp://", "smtp+tls://", "smtp+ssl://")


def read_email_settings(env: environ.Env, var: Path) -> dict[str, Any]:
    """Django's settings of the server at EMAIL_URL; without one, of files below ``var``. Raises
    ImproperlyConfigured."""
    url: str = env.str("EMAIL_URL", default="")
    if not url:
        folder = str(var / "mail")
        return {
            "MAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": folder,
        }
    if not url.startswith(MAIL_SCHEMES):
        raise ImproperlyConfigured(
            "EMAIL_URL names the mail server: smtp+tls://user:password@host:587 (STARTTLS), "
            "smtp+ssl://user:password@host:465, or smtp://host:25 without encryption."
        )
    settings: dict[str, Any] = environ.Env.email_url_config(url)
    # EMAIL_BACKEND is our own, which reports failures and passes mails on to this one.
    settings["MAIL_BACKEND"] = settings.pop("EMAIL_BACKEND")
    # Without other keys, which come from the query of the URL.
    prefixes = ("EMAIL_", "MAIL_")
    return {name: value for name, value in settings.items() if name.startswith(prefixes)}
