"""Every act of the desk can be taken back, asks first, or changes nothing that would be missed."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import web
from web.desk.urls import urlpatterns

UNDOABLE: Final = frozenset({
    "attend", "clocks", "conflict_settle", "entries", "entry_paid", "entry_payments",
    "entry_present", "entry_replace", "event_start", "extra_time", "free", "import_write",
    "check_in", "move", "no_show_remove", "payment_cancel", "sheet", "entry_withdraw",
})  # fmt: skip
"""Offered for undo for ten seconds."""
CONFIRMED: Final = frozenset({
    "calendar_remove", "code_revoke", "codes_revoke", "entry_delete", "event_delete", "hall_take",
    "import_leave", "penalty_cancel", "player_anonymise", "role_take", "stage_remove",
    "template_delete", "token_revoke", "uninvite", "webhook_delete",
})  # fmt: skip
"""A page of their own asks, and says what changes."""
FOLDED: Final = frozenset({
    "bracket_undo", "draw_call_off", "event_archive", "event_cancel",
})  # fmt: skip
"""Asked for in a part of the page that has to be opened first, which says what changes."""
PREVIEWED: Final = frozenset({
    "bracket_late", "bracket_swap", "bracket_waiting", "correct", "player_merge", "rescue",
    "round_swap",
})  # fmt: skip
"""Sent twice: first to see what would change."""
REVERSED: Final = {
    "disqualify": "penalty_cancel",
    "event_archive": "event_restore",
    "event_cancel": "event_hold",
    "event_finish": "event_reopen",
    "event_hold": "event_cancel",
    "event_reopen": "event_finish",
    "event_restore": "event_archive",
    "paper": "paper_take_back",
    "round_absent": "round_present",
    "round_pair": "round_back",
    "round_constraint": "round_constraint_remove",
    "webhook_pause": "webhook_resume",
    "webhook_resume": "webhook_pause",
}
"""Another act on the same page takes it back at any time."""
HARMLESS: Final = {
    "calendar": "dates that can be set again",
    "calendar_move": "dates that can be moved back",
    "card_by_card": "a line of a sheet: it is struck on the sheet",
    "codes": "new codes; the page says that they replace the old ones",
    "delivery_resend": "receivers know a message by its id",
    "draw": "committed and called off; the page says what the draw fixes",
    "draw_hold": "draws what was committed to, in public, with the word that is typed",
    "entries_list": "a list that is only read: it enters nobody until it is written",
    "entries_paste": "a list that is only read: it enters nobody until it is written",
    "entry_change": "fields that can be changed back, with what they were",
    "entry_group": "a group that can be chosen again",
    "event_new": "a draft, which can be deleted",
    "event_open": "entries can be closed by the draw alone, and nothing is lost",
    "hall_new": "a hall, which can be taken away",
    "hall_rename": "a name that can be changed back",
    "import_columns": "columns that can be chosen again",
    "import_row": "a row that can be corrected again; one that was left out is still in the file",
    "invitation": "a role that an owner can take back",
    "lots": "committed and called off",
    "paper_take_back": "strikes a result, which can be written again",
    "penalties": "one penalty for each page, which can be cancelled",
    "people": "one invitation for each page, which can be called back",
    "play_offs": "a match that the page announces; nothing is lost by it",
    "player": "names that can be changed back; those of somebody else are not replaced unseen",
    "print_make": "a file",
    "print_stop": "a file, which can be made again",
    "prints_address": "an address that can be set again",
    "prizes": "a list that can be written again; that of somebody else is not replaced unseen",
    "protest": "final: decided once, on a page of its own that says who reads it",
    "protests": "a protest, which is decided",
    "question": "decided on a page of its own that says what follows",
    "regulation": "once it is published, earlier versions stay; of a draft it is written again, "
    "and what somebody else has written is not replaced unseen",
    "round_back": "asks for a reason; the round can be paired again",
    "round_late": "an entry, which can be withdrawn",
    "round_present": "an absence that can be noted again",
    "round_constraint_remove": "a constraint that can be written again",
    "settings": "fields that can be changed back",
    "site": "fields that can be changed back",
    "stage_change": "a stage that is not drawn, edited as a whole",
    "stage_draw": "committed and called off; the page says what the draw fixes",
    "stage_group": "fields that can be changed back, and are not replaced unseen",
    "stage_new": "one stage for each page, which can be taken away",
    "template_keep": "a template, which can be deleted; the field says that one of its name is "
    "replaced",
    "tokens": "one token for each page, which can be revoked",
    "undo": "the undo itself; what it took back can be done again",
    "webhook": "fields that can be changed back",
    "webhook_rotate": "the old secret stays good for a day",
    "webhook_test": "a message that says that it is a test",
    "webhooks": "one webhook for each page, which can be deleted",
}  # fmt: skip
"""What makes up for it. How often it is done by a second tap or an old page:
tests/web/test_resending.py."""
TEMPLATES: Final = Path(web.__file__).parent.parent / "templates"
FORM: Final = re.compile(r"<form[^>]*\{% url 'desk:(\w+)'")
DISCARDED_UNREAD: Final = ("desk/import_reading.html", "import_leave")
"""A file that could not be read: nothing of it was corrected, and the banner says that nobody has
been entered."""


def list_posts() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The routes of the desk that take a POST, with their views."""
    for route in urlpatterns:
        allowed = find_allowed_methods(route.callback)
        if allowed is None or "POST" in allowed:
            assert route.name is not None
            yield route.name, route.callback


def find_allowed_methods(view: Callable[..., Any]) -> list[str] | None:
    """The methods of ``require_POST`` or ``require_safe`` around a view; None without them."""
    layer: Any = view
    while layer is not None:
        for cell in layer.__closure__ or ():
            value = cell.cell_contents
            if isinstance(value, list) and {"GET", "POST"} & set(value):
                return value
        layer = getattr(layer, "__wrapped__", None)
    return None


def test_every_act_says_how_it_is_forgiven() -> None:
    listed = UNDOABLE | CONFIRMED | FOLDED | PREVIEWED | set(REVERSED) | set(HARMLESS)
    routes = {name for name, _view in list_posts()}
    assert routes - listed == set()
    assert listed - routes == set()


def test_an_act_that_is_reversed_by_another_names_an_act() -> None:
    routes = {name for name, _view in list_posts()}
    assert set(REVERSED.values()) <= routes


def offers_undo(function: Callable[..., Any]) -> bool:
    """Whether a view calls ``offer_undo``, itself or by a function of its module."""
    view = inspect.unwrap(function)
    found: set[str] = set()
    unread = [view]
    while unread:
        tree = ast.parse(inspect.getsource(unread.pop()))
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        called = {call.id for call in calls if isinstance(call, ast.Name)} - found
        found |= called
        functions = filter(inspect.isfunction, map(view.__globals__.get, called))
        unread += [helper for helper in functions if helper.__module__ == view.__module__]
    return "offer_undo" in found


def test_what_can_be_taken_back_is_offered() -> None:
    offered = {name for name, view in list_posts() if offers_undo(view)}
    assert offered == UNDOABLE


def test_an_act_that_asks_has_a_page_and_no_button_elsewhere() -> None:
    without_page = []
    for name, view in list_posts():
        allowed = find_allowed_methods(view)
        if name in CONFIRMED and allowed is not None and "GET" not in allowed:
            without_page.append(name)
    assert without_page == []
    buttons = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        shown = path.relative_to(TEMPLATES).as_posix()
        buttons += [(shown, name) for name in FORM.findall(path.read_text()) if name in CONFIRMED]
    assert buttons == [DISCARDED_UNREAD]


def test_what_is_folded_is_in_a_part_that_is_opened_first() -> None:
    open_at_once = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text()
        for found in FORM.finditer(text):
            before = text[: found.start()]
            if found[1] in FOLDED and before.count("<details") == before.count("</details"):
                open_at_once.append((path.name, found[1]))
    assert open_at_once == []
