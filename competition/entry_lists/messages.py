"""Lines that were copied from WhatsApp or Telegram: what the program writes around a message, and
what people decorate it with."""

import re
import unicodedata

_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\b\.?)?"
_MONTH = r"[^\W\d_]{3,12}\.?"
_DATE = (
    r"(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?"
    rf"|\d{{1,2}}\s{_MONTH}(?:\s\d{{4}})?"
    rf"|{_MONTH}\s\d{{1,2}}(?:,?\s\d{{4}})?)"
)
_BETWEEN = r",?\s(?:(?:at|alle\sore|alle|ore)\s)?"
_STAMP = rf"(?:{_DATE}{_BETWEEN}{_TIME}|{_TIME}{_BETWEEN}{_DATE})"
_EDITED_AT = r"[^\[\]]{0,60}"
_SENDER = r"(?P<sender>.{1,80}?)"

_WHATSAPP = re.compile(
    # "[12/12, 20:31] Iole: ", on a desktop "[20:31, 12/12/2026] Iole: "; in an exported chat
    # "12/12/26, 20:31 - Iole: ".
    rf"\s{{0,9}}(?:\[{_STAMP}\]\s|{_STAMP}\s[-–—]\s){_SENDER}:(?:\s|$)",
    re.IGNORECASE,
)
_TELEGRAM = re.compile(
    # "Iole, [12/12/2026 20:31]" in a line of its own; older ones end with a colon.
    rf"\s{{0,9}}{_SENDER},\s\[{_STAMP}{_EDITED_AT}\]:?(?:\s|$)",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\s{0,9}\[(?:in reply to|in risposta a|forwarded from|inoltrato da)\b[^\[\]]{0,120}\]",
    re.IGNORECASE,
)
_EDITED = re.compile(r"<[^<>]{0,60}(?:edited|modificato)>\s{0,9}$", re.IGNORECASE)

_KEYCAPS = re.compile("((?:\\d\N{COMBINING ENCLOSING KEYCAP})+)")
"""The digits of a number that is written in emoji."""
_BOLD = "*_~"
"""What messengers take for bold, italic and struck letters."""

_STAMPED = re.compile(rf"\[?{_STAMP}(?!\w)", re.IGNORECASE)
_NOTICES = re.compile(
    r"""
    ^<[^<>]*>$ | ^\[[^\[\]]*\]$
    | \bend-to-end\b
    | \((?:file\ attached|file\ allegato)\)
    | \b(?:omitted|omess[oaie]|esclus[oaie]|non\ inclus[oaie])$
    | \b(?:this\ message\ was|you)\ deleted\b | \bmessaggio\ (?:è\ stato\ )?eliminato\b
    | \bmissed\b.*\bcall\b | \bchiamata\b.*\bpersa\b
    | \bwaiting\ for\ this\ message\b | \bin\ attesa\ del\ messaggio\b
    | ^(?:in\ reply\ to|in\ risposta\ a|forwarded\ from|inoltrato\ da)\b
    | \b(?:ha|hai|hanno)\ (?:aggiunto|rimosso|creato|cambiato|modificato|eliminato)\b
    | \b(?:ha|hai|hanno)\ (?:abbandonato|fissato)\b
    | \bjoined\ (?:using|the|via)\b | \bwas\ added\b | \b(?:added|removed)\ you\b
    | \b(?:created|changed|deleted|pinned)\ (?:the|this|a|an|group)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What the programs write in Italian and English; the other languages of a phone are not known."""


def strip_format_signs(text: str) -> str:
    """A text without the signs of writing direction that messengers put around senders, and
    without the variants of emoji."""
    if text.isascii():
        return text
    return "".join(
        sign
        for sign in text
        if unicodedata.category(sign) != "Cf" and sign != "\N{VARIATION SELECTOR-16}"
    )


def strip_prefix(line: str) -> str:
    """A line of a message without the date, the time and the sender before it. A line that the
    program itself has written (no sender, or one who "has added Gino") stays as it is."""
    # A message that was passed on has a second prefix.
    while found := _ANSWER.match(line) or _WHATSAPP.match(line) or _TELEGRAM.match(line):
        sender = found.groupdict().get("sender", "")
        if _NOTICES.search(sender):
            return line
        line = line[found.end() :]
    return line


def strip_edited(line: str) -> str:
    """A line without the remark that its message was edited."""
    return _EDITED.sub("", line)


def strip_decoration(line: str) -> str:
    """A line without emoji and the signs of bold letters. An emoji of digits is a number."""
    text = _KEYCAPS.sub(lambda found: f"{re.sub(r'[^0-9]', '', found[0])}. ", line)
    kept: list[str] = []
    for sign in text:
        # The degree sign is one of these too, and a way to write an ordinal number.
        is_emoji = unicodedata.category(sign) == "So" and sign != "°"
        is_skin_tone = "\U0001f3fb" <= sign <= "\U0001f3ff"
        if is_emoji or is_skin_tone or sign in _BOLD:
            kept.append(" ")
        else:
            kept.append(sign)
    return " ".join("".join(kept).split())


def is_notice(text: str) -> bool:
    """Whether the program wrote this line, and not a person: who was added, that a picture was
    left out, that messages are encrypted."""
    return _STAMPED.match(text) is not None or _NOTICES.search(text) is not None
