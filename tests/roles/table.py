"""What is allowed: every address, every method, every actor.

A row says, by method, who gets through the door: P public, T a phone at the table, U a phone at
another table, X a phone whose code was revoked, R referee, B referee of other tables, S organizer
of another club, O organizer, W owner. All others are refused: 401, 403, 404, 410, or the way to
the sign-in. What is not listed is not allowed to anybody: 405. Whoever gets through may still be
told that what he sent cannot be.
"""

ALL = "PTUXRBSOW"
"""Pages know no phones: for a page a phone is the public."""
READS = "PTURBSOW"
"""The API refuses a phone whose code was revoked whatever it asks: it must learn that it is out."""
SIGNED = "RBSOW"
WORKS = "RBOW"
MANAGES = "OW"
OWNS = "W"

Row = dict[str, str]


def reads(who: str = READS) -> Row:
    return {"GET": who}


def writes(who: str) -> Row:
    return {"POST": who}


TABLE: dict[str, Row] = {
    "healthz": reads(ALL),
    "set_language": {"GET": ALL, "POST": ALL},
    # the board, and the pad
    "board:home": reads(ALL),
    "board:event": reads(ALL),
    "board:now": reads(ALL),
    "board:rounds": reads(ALL),
    "board:rounds_part": reads(ALL),
    "board:bracket": reads(ALL),
    "board:bracket_part": reads(ALL),
    "board:ranking": reads(ALL),
    "board:ranking_part": reads(ALL),
    "board:outlook": reads(ALL),
    "board:outlook_part": reads(ALL),
    "board:regulation": reads(ALL),
    "board:places": reads(ALL),
    "board:places_part": reads(ALL),
    "board:decisions": reads(ALL),
    "board:decisions_part": reads(ALL),
    "board:wall": reads(ALL),
    "board:wall_part": reads(ALL),
    "board:draws": reads(ALL),
    "board:draws_part": reads(ALL),
    "board:draw_record": reads(ALL),
    "board:ceremony": reads(ALL),
    "board:ceremony_part": reads(ALL),
    "board:sheet": reads(ALL),
    "board:sheet_part": reads(ALL),
    "pad:pad": reads(ALL),
    "pad:match": reads(WORKS),
    # the desk
    "desk:home": reads(SIGNED),
    "desk:tokens": {"GET": SIGNED, "POST": SIGNED},
    "desk:token_revoke": writes(SIGNED),
    "desk:invitation": {"GET": ALL, "POST": ALL},
    "desk:people": {"GET": OWNS, "POST": OWNS},
    "desk:role_take": writes(OWNS),
    "desk:uninvite": writes(OWNS),
    "desk:event_new": {"GET": MANAGES, "POST": MANAGES},
    "desk:event": reads(WORKS),
    "desk:event_open": writes(MANAGES),
    "desk:event_start": writes(MANAGES),
    "desk:event_finish": writes(MANAGES),
    "desk:event_reopen": writes(MANAGES),
    "desk:event_archive": writes(MANAGES),
    "desk:stages": reads(MANAGES),
    "desk:stage_new": {"GET": MANAGES, "POST": MANAGES},
    "desk:stage_change": {"GET": MANAGES, "POST": MANAGES},
    "desk:stage_remove": writes(MANAGES),
    "desk:stage_group": writes(MANAGES),
    "desk:ranking": reads(WORKS),
    "desk:ranking_document": reads(WORKS),
    "desk:what_if": reads(WORKS),
    "desk:rounds": reads(MANAGES),
    "desk:round_pair": writes(MANAGES),
    "desk:round_back": writes(MANAGES),
    "desk:round_absent": writes(MANAGES),
    "desk:round_present": writes(MANAGES),
    "desk:round_wish": writes(MANAGES),
    "desk:round_unwish": writes(MANAGES),
    "desk:round_late": writes(MANAGES),
    "desk:round_swap": writes(MANAGES),
    "desk:entries": {"GET": MANAGES, "POST": MANAGES},
    "desk:entries_list": writes(MANAGES),
    "desk:import": reads(MANAGES),
    "desk:import_columns": writes(MANAGES),
    "desk:import_write": writes(MANAGES),
    "desk:import_leave": writes(MANAGES),
    "desk:import_faults": reads(MANAGES),
    "desk:draw": {"GET": MANAGES, "POST": MANAGES},
    "desk:draw_progress": reads(MANAGES),
    "desk:stage_draw": {"GET": MANAGES, "POST": MANAGES},
    "desk:stage_draw_progress": reads(MANAGES),
    "desk:lots": writes(MANAGES),
    "desk:draw_hold": writes(MANAGES),
    "desk:draw_call_off": writes(MANAGES),
    "desk:bracket": reads(WORKS),
    "desk:places": reads(WORKS),
    "desk:tables": reads(WORKS),
    "desk:codes": {"GET": MANAGES, "POST": MANAGES},
    "desk:codes_revoke": writes(MANAGES),
    "desk:cards": reads(MANAGES),
    "desk:code_revoke": writes(MANAGES),
    "desk:move": {"GET": MANAGES, "POST": MANAGES},
    "desk:free": writes("ROW"),
    "desk:attend": writes(WORKS),
    "desk:entry_paid": writes(MANAGES),
    "desk:entry_withdraw": {"GET": MANAGES, "POST": MANAGES},
    "desk:entry_replace": {"GET": MANAGES, "POST": MANAGES},
    "desk:sheet": {"GET": WORKS, "POST": WORKS},
    "desk:questions": reads(MANAGES),
    "desk:question": {"GET": MANAGES, "POST": MANAGES},
    "desk:penalties": {"GET": MANAGES, "POST": MANAGES},
    "desk:disqualify": {"GET": MANAGES, "POST": MANAGES},
    "desk:penalty_cancel": {"GET": MANAGES, "POST": MANAGES},
    "desk:prizes": {"GET": MANAGES, "POST": MANAGES},
    "desk:prize_list": reads(MANAGES),
    # the API
    "api:index": reads(),
    "api:schema": reads(),
    "api:docs": reads(),
    "api:clubs": reads(),
    "api:club": reads(),
    "api:club-players": reads("ROW"),
    "api:player": reads("ROW"),
    "api:venues": {"GET": READS, "POST": MANAGES},
    "api:venue": reads(),
    "api:events": {"GET": READS, "POST": MANAGES},
    "api:event": {"GET": READS, "PATCH": MANAGES},
    "api:event-open": writes(MANAGES),
    "api:event-reopen": writes(MANAGES),
    "api:event-archive": writes(MANAGES),
    "api:event-draw": writes(MANAGES),
    "api:event-start": writes(MANAGES),
    "api:event-finish": writes(MANAGES),
    "api:event-players": reads(),
    "api:event-player": reads(),
    "api:event-regulation": reads(),
    "api:placings": reads(),
    "api:standings": reads(),
    "api:bracket": reads(),
    "api:entries": {"GET": READS, "POST": MANAGES},
    "api:entry": reads(),
    "api:entry-withdraw": writes(MANAGES),
    "api:entry-replace": writes(MANAGES),
    "api:entry-paid": writes(MANAGES),
    "api:entry-seed": writes(MANAGES),
    "api:entry-disqualify": writes(MANAGES),
    "api:penalties": {"GET": READS, "POST": MANAGES},
    "api:penalty-cancel": writes(MANAGES),
    "api:prizes": {"GET": READS, "PUT": MANAGES},
    "api:questions": reads(),
    "api:question": reads(),
    "api:question-decide": writes(MANAGES),
    "api:draws": reads(),
    "api:draw": reads(),
    "api:draw-hold": writes(MANAGES),
    "api:draw-call-off": writes(MANAGES),
    "api:stage-draws": writes(MANAGES),
    "api:stage-lots": writes(MANAGES),
    "api:stages": reads(),
    "api:stage": reads(),
    "api:stage-outlook": reads(),
    "api:stage-what-if": writes(READS),
    "api:rounds": reads(),
    "api:round": reads(),
    "api:pairings": reads(),
    "api:pairing": reads(),
    "api:pairing-table": {"PUT": MANAGES, "DELETE": "ROW"},
    "api:match": reads(),
    "api:lines": {"GET": READS, "POST": "TROW"},
    "api:line": reads(),
    "api:table-codes": {"GET": MANAGES, "POST": MANAGES},
    "api:table-code": {"GET": MANAGES, "DELETE": MANAGES},
    "api:devices": writes(ALL),
    "api:device": {"GET": "TU", "PATCH": "TU", "DELETE": "TU"},
    "api:device-referee": {"PUT": "TU", "DELETE": "TU"},
    "api:jobs": reads(MANAGES),
    "api:job": reads(MANAGES),
    "api:rulebooks": reads(),
    "api:rulebook": reads(),
    "api:rulebook-card": reads(),
    "api:rulebook-regulation": reads(),
}

BODIES: dict[str, object] = {
    "api:lines": {"kind": "hand", "data": {"points": [7, None]}, "version": 1},
    "api:entries": {"players": [{"first": "Ivo", "last": "Neri"}]},
    "api:entry-replace": {"players": [{"first": "Ivo", "last": "Neri"}], "reason": "ammalato"},
    "api:pairing-table": {"table": 1},
    "api:venues": {"club": "{club_id}", "name": "Bar Fiume"},
    "api:events": {
        "club": "{club_id}",
        "name": "Maraffa",
        "date": "2026-12-13",
        "match_format": {"games": [{"game": "marafon"}], "wins": 1},
    },
    "api:entry-withdraw": {"reason": "ammalato"},
    "api:entry-disqualify": {"voids": False, "reason": "insulti"},
    "api:penalties": {"entry": "{entry_id}", "stage": "{stage_id}", "points": 1, "reason": "segni"},
    "api:penalty-cancel": {"reason": "non era lui"},
    "api:prizes": {"prizes": [{"first": 1, "last": 1, "text": "coppa"}]},
    "api:question-decide": {"decision": "LEFT", "reason": "in buona fede"},
    "api:entry-paid": {"paid": True},
    "api:entry-seed": {"seed": None},
    "api:device": {"player": None},
    "api:draw-hold": {"word": "Romagna"},
}
"""What is sent where an empty body says nothing of who may."""

NOT_OURS = ("account_", "admin:")
"""Of allauth and of the admin, which has doors of its own."""

LISTS = ("stages", "rounds", "pairings", "draws", "jobs")
LISTS_WITHIN = {f"api:{name}": "event={event_id}" for name in LISTS}
"""Lists whose address must name an event."""
