"""The words of the list of prizes and of certificates."""

from django.utils.translation import gettext as _


def shared_place(place: str) -> str:
    """A place that several have: 3rd ex aequo."""
    return _("%(place)s, tied") % {"place": place}


def shared_prizes_note() -> str:
    """How prizes of tied entries are divided."""
    return _("Pairs that are tied share their prizes, as the regulation says.")


def provisional_note() -> str:
    """On a list of prizes that can still change."""
    return _("Not everything is settled yet: this list can still change.")


def signature_words() -> tuple[str, str]:
    """Who signs."""
    return _("The organizer"), _("The referee")


def certificate_words() -> dict[str, str]:
    """The words of a certificate."""
    return {"word": _("Certificate"), "given_to": _("The club congratulates")}


def place_of_certificate(place: str) -> str:
    """The place on a certificate: 1st place."""
    return place[:1].upper() + place[1:]
