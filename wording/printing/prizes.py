"""The words of the list of prizes and of certificates."""

from django.utils.translation import gettext as _


def word_shared_place(place: str) -> str:
    """A place that several have: 3rd ex aequo."""
    return _("%(place)s, tied") % {"place": place}


def word_shared_prizes_note() -> str:
    """How prizes of tied entries are divided."""
    return _("Those that are tied share their prizes, as the regulation says.")


def word_provisional_note() -> str:
    """On a list of prizes that can still change."""
    return _("Not everything is settled yet: this list can still change.")


def list_signature_words() -> tuple[str, str]:
    """Who signs."""
    return _("The organizer"), _("The referee")


def list_certificate_words() -> dict[str, str]:
    """The words of a certificate."""
    return {"word": _("Certificate"), "given_to": _("The club congratulates")}


def word_certificate_place(place: str) -> str:
    """The place on a certificate: 1st place."""
    return place[:1].upper() + place[1:]
