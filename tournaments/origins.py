"""Reads the origin of a web site from what a person has typed or pasted."""

import re
from urllib.parse import urlsplit

from database.limits import LONGEST_ORIGIN

DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)


class NotAnOrigin(ValueError):
    """The text names no web site."""


def read_origin(text: str) -> str:
    """Scheme, host and port of an address, in the form that browsers compare. A missing scheme is
    https; a path is left out, because a whole site is allowed. Raises NotAnOrigin."""
    text = text.strip()
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except (ValueError, UnicodeError) as error:
        raise NotAnOrigin(text) from error
    is_site = parts.scheme in DEFAULT_PORTS and parts.username is None and _HOST.fullmatch(host)
    if not is_site or port == 0:
        raise NotAnOrigin(text)
    origin = f"{parts.scheme}://{host}"
    if port not in (None, DEFAULT_PORTS[parts.scheme]):
        origin += f":{port}"
    if len(origin) > LONGEST_ORIGIN:
        raise NotAnOrigin(text)
    return origin
