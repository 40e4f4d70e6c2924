"""Which sites may show a club's events."""

from collections.abc import Iterable

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Club, EmbeddingSite
from tournaments.origins import NotAnOrigin, read_origin
from tournaments.permissions import Right, check
from tournaments.refusals import SitesRefused
from tournaments.selectors.events.embedding import digest_origins, list_allowed_origins
from tournaments.services.versions import check_seen

MOST_SITES = 20
"""More would make a header of several kilobytes."""


@atomic_with_retry
def allow_sites(*, club: Club, sites: Iterable[str], actor: Actor, seen: str = "") -> list[str]:
    """Let exactly these sites frame the embedded views of the club's public events. Returns their
    origins. ``seen``: what the page showed (``digest_origins``); without it, nothing is compared.

    Raises NotAllowed, SitesRefused, ChangedMeanwhile.
    """
    check(actor, Right.MANAGE_CLUB, club_id=club.pk)
    # Two lists that are saved at once are not mixed: the second replaces the first.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    origins: dict[str, None] = {}
    for site in sites:
        try:
            origins[read_origin(site)] = None
        except NotAnOrigin as error:
            raise SitesRefused(site=site) from error
    if len(origins) > MOST_SITES:
        raise SitesRefused("too_many_sites", most=MOST_SITES)
    check_seen(
        seen,
        before=digest_origins(list_allowed_origins(club.pk)),
        after=digest_origins(origins),
    )
    club.embedding_sites.exclude(origin__in=origins).delete()
    EmbeddingSite.objects.bulk_create(
        [EmbeddingSite(club=club, origin=origin) for origin in origins], ignore_conflicts=True
    )
    return list(origins)
