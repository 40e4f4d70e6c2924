"""The words around a regulation on paper."""

from django.utils.translation import gettext as _


def word_signing_club(name: str) -> str:
    """Who signs a regulation."""
    return _("for the club, %(name)s") % {"name": name} if name else _("for the club")
