"""The limits of texts in templates, so that a field there has the limit of its form."""

from django import template

from database import limits

register = template.Library()


@register.simple_tag
def longest(kind: str) -> int:
    """``{% longest "REASON" %}``: LONGEST_REASON, for ``maxlength``."""
    most: int = getattr(limits, f"LONGEST_{kind}")
    return most
