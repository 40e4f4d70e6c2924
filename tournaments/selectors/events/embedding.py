"""Reads which sites may show a club's events."""

from collections.abc import Iterable

from kernel.canonical import digest
from tournaments.models import EmbeddingSite


def list_allowed_origins(club_id: int) -> list[str]:
    """The sites that may frame the embedded views of the club's events, in order. One query."""
    sites = EmbeddingSite.objects.filter(club=club_id)
    return list(sites.order_by("origin").values_list("origin", flat=True))


def digest_origins(origins: Iterable[str]) -> str:
    """Another text for other sites, in whatever order."""
    return digest(sorted(origins))
