"""Whatever the desk can do, a program can do: each POST of the desk with the operations of the API
that do the same, or the reason why a program has none."""

from collections.abc import Mapping
from typing import Final

from tests.roles.table import TABLE

OPERATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "desk:attend": ("POST api:referee-call-answer",),
    "desk:bracket_late": ("POST api:stage-entry-list",),
    "desk:bracket_swap": ("POST api:stage-round-swap",),
    "desk:bracket_undo": ("POST api:change-undo",),
    # Players of the waiting list who are entered late wait no more.
    "desk:bracket_waiting": ("POST api:stage-entry-list",),
    "desk:calendar": ("PUT api:stage-calendar",),
    "desk:calendar_move": ("PUT api:round-date",),
    "desk:calendar_remove": ("DELETE api:stage-calendar",),
    # A hand card by card, a correction and a result from paper are kinds of lines.
    "desk:card_by_card": ("POST api:line-list",),
    "desk:correct": ("POST api:line-list",),
    "desk:paper": ("POST api:line-list",),
    "desk:paper_take_back": ("POST api:line-list",),
    "desk:sheet": ("POST api:line-list",),
    "desk:check_in": ("POST api:entry-check-in",),
    "desk:clocks": ("PUT api:round-clock-detail", "DELETE api:round-clock-detail"),
    "desk:code_revoke": ("DELETE api:table-code-detail",),
    "desk:codes": ("POST api:event-table-code-list",),
    "desk:codes_revoke": ("GET api:event-table-code-list", "DELETE api:table-code-detail"),
    "desk:conflict_settle": ("POST api:sheet-conflict-settle",),
    "desk:delivery_resend": ("POST api:delivery-resend",),
    "desk:disqualify": ("POST api:disqualification-disqualify",),
    "desk:draw": ("POST api:event-draw",),
    "desk:draw_call_off": ("POST api:draw-call-off",),
    "desk:draw_hold": ("POST api:draw-hold",),
    "desk:entries": ("POST api:event-entry-list",),
    "desk:entries_list": ("POST api:event-entry-bulk",),
    "desk:entries_paste": ("POST api:event-entry-bulk",),
    "desk:entry_change": ("PATCH api:entry-detail",),
    "desk:entry_delete": ("DELETE api:entry-detail",),
    "desk:entry_group": ("POST api:entry-group",),
    "desk:entry_paid": ("POST api:entry-paid",),
    "desk:entry_payments": ("POST api:entry-payment-list", "POST api:entry-payment-refunds"),
    "desk:entry_present": ("POST api:entry-present",),
    "desk:entry_replace": ("POST api:entry-replace",),
    "desk:entry_withdraw": ("POST api:entry-withdraw",),
    "desk:event_archive": ("POST api:event-archive",),
    "desk:event_cancel": ("POST api:event-cancel",),
    "desk:event_delete": ("DELETE api:event-detail",),
    "desk:event_finish": ("POST api:event-finish",),
    "desk:event_hold": ("POST api:event-hold-after-all",),
    "desk:event_new": ("POST api:event-list", "POST api:copy-copy", "POST api:template-events"),
    "desk:event_open": ("POST api:event-open",),
    "desk:event_reopen": ("POST api:event-reopen",),
    "desk:event_restore": ("POST api:event-restore",),
    "desk:event_start": ("POST api:event-start",),
    "desk:extra_time": ("PUT api:extra-time-detail",),
    "desk:free": ("DELETE api:pairing-table",),
    "desk:hall_new": ("POST api:hall-list",),
    "desk:hall_rename": ("PATCH api:hall-detail",),
    "desk:hall_take": ("DELETE api:hall-detail",),
    "desk:import_write": ("POST api:event-entry-bulk",),
    "desk:lots": ("POST api:stage-lots",),
    "desk:move": ("PUT api:pairing-table",),
    "desk:no_show_remove": ("POST api:entry-withdraw", "POST api:waiting-place-list"),
    "desk:payment_cancel": ("POST api:payment-cancel",),
    "desk:penalties": ("POST api:event-penalty-list",),
    "desk:penalty_cancel": ("POST api:penalty-cancel",),
    "desk:people": ("POST api:invitation-list",),
    "desk:play_offs": ("POST api:stage-play-off-list",),
    "desk:player": ("PATCH api:player-detail",),
    "desk:player_anonymise": ("POST api:player-anonymise",),
    "desk:player_merge": ("POST api:player-merge",),
    "desk:print_make": ("POST api:print-list",),
    "desk:print_stop": ("POST api:print-stop",),
    "desk:prints_address": ("POST api:print-list",),
    "desk:prizes": ("PUT api:prize-list",),
    "desk:protest": ("POST api:protest-decide",),
    "desk:protests": ("POST api:event-protest-list",),
    "desk:question": ("POST api:question-decide",),
    "desk:regulation": ("PUT api:regulation-house-rules", "PUT api:regulation-articles"),
    "desk:rescue": ("POST api:event-conflict-rescued-lines",),
    "desk:role_take": ("DELETE api:role-detail",),
    "desk:round_absent": ("PUT api:stage-absence-detail",),
    "desk:round_back": ("POST api:stage-round-take-back",),
    "desk:round_constraint": ("POST api:stage-wish-list",),
    "desk:round_constraint_remove": ("DELETE api:wish-detail",),
    "desk:round_late": ("POST api:stage-entry-list",),
    "desk:round_pair": ("POST api:stage-round-list",),
    "desk:round_present": ("DELETE api:stage-absence-detail",),
    "desk:round_swap": ("POST api:stage-round-swap",),
    "desk:settings": ("PATCH api:event-detail", "POST api:venue-list"),
    "desk:site": ("PUT api:embedding-sites-detail",),
    "desk:stage_change": ("PATCH api:stage-detail",),
    "desk:stage_draw": ("POST api:stage-draws",),
    "desk:stage_group": ("PUT api:stage-group-detail",),
    "desk:stage_new": ("POST api:event-stage-list",),
    "desk:stage_remove": ("DELETE api:stage-detail",),
    "desk:template_delete": ("DELETE api:template-detail",),
    "desk:template_keep": ("POST api:template-list",),
    "desk:undo": ("POST api:event-undo",),
    "desk:uninvite": ("DELETE api:invitation-detail",),
    "desk:webhook": ("PATCH api:webhook-detail",),
    "desk:webhook_delete": ("DELETE api:webhook-detail",),
    "desk:webhook_pause": ("POST api:webhook-pause",),
    "desk:webhook_resume": ("POST api:webhook-resume",),
    "desk:webhook_rotate": ("POST api:webhook-rotate",),
    "desk:webhook_test": ("POST api:webhook-test",),
    "desk:webhooks": ("POST api:club-webhook-list",),
}
NOT_FOR_PROGRAMS: Final[Mapping[str, str]] = {
    "desk:import_columns": "a program sends fields, not a sheet whose columns must be found",
    "desk:import_leave": "a list that a program sends is stored nowhere",
    "desk:import_row": "a program corrects its own list and sends it again",
    "desk:invitation": "a role is accepted by the person who gets it, signed in",
    "desk:token_revoke": "who has a token must not be able to revoke those of others",
    "desk:tokens": "a token must not make tokens: revoking it would end nothing",
}
READ: Final[Mapping[str, str]] = {
    "desk:planner": "GET api:planner-detail",
    "desk:cash": "GET api:cash-detail",
    "desk:no_shows": "GET api:no-shows-detail",
    "desk:print_pdf": "GET api:print-file",
    "desk:prints": "GET api:print-list",
    "desk:print_table": "GET api:spreadsheet",
    "desk:ranking_document": "GET api:stage-document-rank",
    "desk:what_if": "POST api:outlook-what-if",
}
"""Pages without a form of their own that a program reads too."""


def test_whatever_the_desk_writes_a_program_writes_or_there_is_a_reason() -> None:
    posts = {name for name, row in TABLE.items() if name.startswith("desk:") and "POST" in row}
    assert sorted({*OPERATIONS, *NOT_FOR_PROGRAMS}) == sorted(posts)
    assert not OPERATIONS.keys() & NOT_FOR_PROGRAMS.keys()


def test_the_operations_that_are_named_exist() -> None:
    named = [operation for found in OPERATIONS.values() for operation in found]
    for operation in (*named, *READ.values()):
        method, name = operation.split()
        assert method in TABLE[name], operation
    assert set(READ) <= set(TABLE)


def test_who_may_at_the_desk_may_by_a_program() -> None:
    """A program of somebody may what the desk lets him do, where one operation does the same."""
    exceptions = {
        # At the desk all the people of the club see the form: the referee of other tables is
        # refused when it is sent.
        "POST api:line-list",
    }
    for desk, operations in OPERATIONS.items():
        for operation in set(operations) - exceptions:
            method, name = operation.split()
            assert set(TABLE[desk]["POST"]) <= set(TABLE[name][method]), (desk, operation)
