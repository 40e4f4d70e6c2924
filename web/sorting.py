"""The order of a long list, as a plain parameter of its address: ``?sort=surname``."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import pgettext_lazy

from tournaments.selectors.registration.entries import EntryOrder

ENTRY_ORDERS: Mapping[str, Promise] = {
    EntryOrder.NUMBER: pgettext_lazy("order of a list", "Number"),
    EntryOrder.SURNAME: pgettext_lazy("order of a list", "Surname"),
    EntryOrder.CLUB: pgettext_lazy("order of a list", "Club"),
    EntryOrder.STATE: pgettext_lazy("order of a list", "State"),
}
PUBLIC_ENTRY_ORDERS: Mapping[str, Promise] = {
    order: ENTRY_ORDERS[order] for order in (EntryOrder.NUMBER, EntryOrder.SURNAME, EntryOrder.CLUB)
}
PLAYER_ORDERS: Mapping[str, Promise] = {
    "": pgettext_lazy("order of a list", "Surname"),
    "events": pgettext_lazy("order of a list", "Events"),
}


@dataclass(frozen=True, slots=True)
class SortLink:
    """A choice of the order. ``query`` keeps the rest of the address, but begins at the first
    page."""

    label: str
    query: str
    is_current: bool


def read_sort(request: HttpRequest, orders: Mapping[str, Promise]) -> str:
    """The order that the address names; empty (the default order) if there is none of that name."""
    asked_order = request.GET.get("sort", "")
    if asked_order not in orders:
        return ""
    return asked_order


def build_sort_links(
    orders: Mapping[str, Promise], current: str, kept: Mapping[str, str]
) -> tuple[SortLink, ...]:
    """The choices; ``kept`` is what the addresses keep beside the order."""
    kept_query = {name: text for name, text in kept.items() if text}
    links = []
    for order, label in orders.items():
        query = kept_query
        if order:
            query = kept_query | {"sort": str(order)}
        links.append(SortLink(str(label), urlencode(query), order == current))
    return tuple(links)
