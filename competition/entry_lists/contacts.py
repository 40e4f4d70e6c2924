"""Telephone numbers and e-mail addresses, found among the names of a line."""

import re
from typing import NamedTuple

_MOBILE = r"3\d\d[ ./-]?\d(?:[ .-]?\d){5,6}"
_LANDLINE = r"0\d{1,3}[ ./-]?\d(?:[ .-]?\d){3,7}"
_ABROAD = r"\d(?:[ ./()-]{0,2}\d){7,14}"
_DAY = r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)"
_ITALIAN = rf"(?:{_MOBILE}|{_LANDLINE})"
_PHONE = rf"(?!{_DAY})(?:(?:\+|00) ?(?:39[ ./-]?{_ITALIAN}|{_ABROAD})|{_ITALIAN})(?!\d)"
"""As it is written in Italy, others with + or 00. A year of birth beside it is no part of it."""
_EMAIL = r"[\w.%+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}"
_LABEL = r"(?<!\w)(?:telefono|tel|cellulare|cell|cel|numero|phone|mobile|e-?mail)\b[.:]{0,2}\s?"
_CONTACT = re.compile(rf"(?:{_LABEL})?(?:(?P<email>{_EMAIL})|(?<![\d+])(?P<phone>{_PHONE}))", re.I)

_MARK = "\0"
"""In place of a contact, until what stands around it is taken away too."""
_SEVERAL = re.compile(rf"{_MARK}(?:\s*[,;/+&–-]?\s*{_MARK})+")
_IN_BRACKETS = re.compile(rf"[(\[]\s*{_MARK}\s*[)\]]")
_AFTER_SEPARATOR = re.compile(rf"\s*[,;/–-]\s*{_MARK}(?=\s*(?:[,;/)\]&+–-]|$))")


class FoundContacts(NamedTuple):
    """What is left of a text without its telephone numbers and e-mail addresses, and these."""

    text: str
    phone: str
    email: str


def take_contacts(text: str) -> FoundContacts:
    """Takes the contacts out of a text, with the brackets and separators that belong to them."""
    phones: list[str] = []
    emails: list[str] = []

    def take(found: re.Match[str]) -> str:
        if found["email"]:
            emails.append(found["email"])
        else:
            phones.append(found["phone"])
        return _MARK

    marked = _CONTACT.sub(take, text.replace(_MARK, " "))
    if phones or emails:
        for pattern in (_SEVERAL, _IN_BRACKETS, _SEVERAL):
            marked = pattern.sub(_MARK, marked)
        marked = _AFTER_SEPARATOR.sub("", marked).replace(_MARK, " ")
        marked = " ".join(marked.split()).strip(" ,;/–-")
    return FoundContacts(marked, ", ".join(phones), ", ".join(emails))
