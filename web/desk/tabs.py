"""The tabs of an event: which pages are behind each of them."""

PAGES_OF_TAB = {
    "today": ("today",),
    "entries": ("entries",),
    "matches": ("tables", "bracket", "stages", "results", "decisions", "penalties"),
    "ranking": ("ranking", "places", "prizes"),
    "print": ("prints", "codes"),
    "settings": ("settings", "regulation", "site"),
}
"""The six tabs in their order, and the pages of each, the first of them first."""

_TAB_OF_PAGE = {page: tab for tab, pages in PAGES_OF_TAB.items() for page in pages}


def find_tab(page: str) -> str:
    """The tab of a page of an event; empty for a page that is behind none."""
    return _TAB_OF_PAGE.get(page, "")
