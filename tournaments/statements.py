"""The statements by which a hand finds its pairing and its writer's rights, and a result its
pairings and tables, as SQL."""

from database.statements import Reader, Statement, as_is, read_json, read_moment, read_uuid
from scoring.statements import LOCKED_COLUMNS, SELECT_LOCKED

# A role that was bound to tables stays bound when these are gone (``at_tables_only``).
ROLE_AT_PLACE = """SELECT 1 FROM tournaments_role o
    WHERE o.user_id = %s AND o.club_id = {club}
    AND (o.event_id IS NULL OR o.event_id = {event})
    AND (o.group_id IS NULL OR o.group_id = {group})
    AND (EXISTS (SELECT 1 FROM tournaments_role_tables t
            WHERE t.role_id = o.id AND t.table_id = {table})
        OR (NOT o.at_tables_only AND NOT EXISTS (
            SELECT 1 FROM tournaments_role_tables t WHERE t.role_id = o.id)))"""
"""A role of a user in a club that counts at an event, in a group, at a table: each a parameter or a
column."""

ROLE_OF_WRITER = ROLE_AT_PLACE.format(
    club="e.club_id", event="p.event_id", group="r.group_id", table="p.table_id"
)
PAIRING_OF_MATCH = Statement(
    f"""SELECT p.id, p.code, p.state, p.round_id, p.table_id, p.holds_table, p.match_id,
    p.event_id, e.club_id, e.state, e.visibility, r.group_id,
    r.section, r.number, g.stage_id,
    EXISTS (SELECT 1 FROM tournaments_pendingdecision q
        WHERE q.stage_id = g.stage_id AND q.kind = 'CUT_MOVED' AND q.decision = ''),
    EXISTS ({ROLE_OF_WRITER})
    FROM tournaments_pairing p
    JOIN tournaments_event e ON e.id = p.event_id
    JOIN tournaments_round r ON r.id = p.round_id
    JOIN tournaments_group g ON g.id = r.group_id
    WHERE p.match_id = %s""",  # noqa: S608  (no data in it)
    {
        "id": as_is,
        "code": as_is,
        "state": as_is,
        "round_id": as_is,
        "table_id": as_is,
        "holds_table": bool,
        "match_id": as_is,
        "event_id": read_uuid,
        "club_id": as_is,
        "event_state": as_is,
        "visibility": as_is,
        "group_id": as_is,
        "section": as_is,
        "number": as_is,
        "stage_id": as_is,
        "is_asked_about": bool,
        "has_role": bool,
    },
)
"""What a line of a user (the first parameter) asks of the rows above its match (the second). Last:
whether something is asked about the entrants of its stage, and whether the user has a role by which
he writes there."""

REFEREE_ROLE = Statement(
    ROLE_AT_PLACE.format(club="%s", event="%s", group="%s", table="%s") + " LIMIT 1",
    {"found": as_is},
)
"""Whether a user has a role in a club by which he writes at an event, in a group, at a table."""

ROLE_KINDS = Statement(
    """SELECT DISTINCT o.kind FROM tournaments_role o
    WHERE o.user_id = %s AND o.club_id = %s
    AND (o.event_id IS NULL OR o.event_id = %s)
    AND (NOT o.at_tables_only OR EXISTS (
        SELECT 1 FROM tournaments_role_tables t WHERE t.role_id = o.id))""",
    {"kind": as_is},
)
"""The kinds of a user's roles in a club: of the whole club, and of one event (none with null)."""

DEVICE_BY_DIGEST = Statement(
    """SELECT d.id, d.code_id, d.digest, d.player_id, d.came_at, d.left_at
    FROM tournaments_device d JOIN tournaments_tablecode c ON c.id = d.code_id
    WHERE d.digest = %s AND d.left_at IS NULL AND c.revoked_at IS NULL""",
    {
        "id": read_uuid,
        "code_id": as_is,
        "digest": as_is,
        "player_id": as_is,
        "came_at": read_moment,
        "left_at": read_moment,
    },
)
"""A phone that is let in, by the digest of its token."""

CODE_OF_DEVICE = Statement(
    """SELECT c.id, c.event_id, c.table_id, c.round_id, c.code, c.secret, c.made_at, c.revoked_at,
    t.number
    FROM tournaments_device d
    JOIN tournaments_tablecode c ON c.id = d.code_id
    JOIN tournaments_table t ON t.id = c.table_id
    WHERE d.id = %s AND d.left_at IS NULL AND c.revoked_at IS NULL""",
    {
        "id": as_is,
        "event_id": read_uuid,
        "table_id": as_is,
        "round_id": as_is,
        "code": as_is,
        "secret": as_is,
        "made_at": read_moment,
        "revoked_at": read_moment,
        "number": as_is,
    },
)
"""The code in force by which a phone came in, and the number of its table."""

AFTER_RESULT = Statement(
    """SELECT s.format, s.options,
    (SELECT MAX(r.number) FROM tournaments_round r JOIN tournaments_group g ON g.id = r.group_id
        WHERE g.stage_id = s.id AND r.section <> 'play_off'),
    EXISTS (SELECT 1 FROM tournaments_prize p
        WHERE p.event_id = s.event_id AND p.announced IS NOT NULL)
    OR EXISTS (SELECT 1 FROM tournaments_round r JOIN tournaments_group g ON g.id = r.group_id
        WHERE g.stage_id = s.id AND r.section = 'play_off')
    OR EXISTS (SELECT 1 FROM tournaments_stage later
        JOIN tournaments_draw d ON d.stage_id = later.id
        WHERE later.event_id = s.event_id AND later.number > s.number
        AND d.state = 'HELD' AND d.purpose = 'ORDER'),
    (SELECT e.state FROM tournaments_event e WHERE e.id = s.event_id)
    FROM tournaments_stage s WHERE s.id = %s""",
    {
        "format": as_is,
        "options": read_json,
        "last_round": as_is,
        "has_dependents": bool,
        "event_state": as_is,
    },
)
"""What may hang on a result of a stage: its format with its options, its last round but for
play-offs, whether there are announced prizes, play-offs or drawn later stages, whose entrants
follow from it, and the state of the event."""

# The row of the stage is the last lock of a transaction (services.table_queue).
RAISE_STAGE_VERSION = Statement(
    "UPDATE tournaments_stage SET version = version + 1 WHERE id = %s RETURNING version, event_id",
    {"version": as_is, "event_id": read_uuid},
)

CONDITIONAL_PAIRINGS = Statement(
    "SELECT id FROM tournaments_pairing WHERE only_if_id = %s ORDER BY id",
    {"id": as_is},
)
"""The pairings that are played only if this one ends one way."""

DEPENDENT_PAIRINGS = Statement(
    """SELECT DISTINCT s.pairing_id, p.state = 'BYE' FROM tournaments_slot s
    JOIN tournaments_pairing p ON p.id = s.pairing_id
    WHERE s.source_pairing_id = %s""",
    {"id": as_is, "is_bye": bool},
)
"""The pairings that the winner or the loser of a pairing goes to, and whether each is a bye."""

FED_SLOTS = Statement(
    """SELECT s.id, s.updated_at, s.pairing_id, s.position, s.side, s.source, s.source_pairing_id,
    s.entry_id FROM tournaments_slot s WHERE s.source_pairing_id = %s ORDER BY s.id""",
    {
        "id": as_is,
        "updated_at": read_moment,
        "pairing_id": as_is,
        "position": as_is,
        "side": as_is,
        "source": as_is,
        "source_pairing_id": as_is,
        "entry_id": as_is,
    },
)
"""The slots that are filled from a pairing."""

ENTRIES_BY_SIDE = Statement(
    "SELECT s.side, s.entry_id FROM tournaments_slot s WHERE s.pairing_id = %s ORDER BY s.id",
    {"side": as_is, "entry_id": as_is},
)
"""The sides of a pairing, each with its entry or null."""

OPPOSITE_ENTRIES = Statement(
    """SELECT s.entry_id FROM tournaments_slot s
    WHERE s.pairing_id = %s AND s.id <> %s ORDER BY s.id""",
    {"entry_id": as_is},
)
"""The entries in the other slots of the pairing of a slot, each an id or null."""

EMPTY_SLOT_IN_PAIRING = Statement(
    "SELECT 1 FROM tournaments_slot s WHERE s.pairing_id = %s AND s.entry_id IS NULL LIMIT 1",
    {"found": as_is},
)
"""Whether an entry of a pairing is not known yet."""

GONE_IN_PAIRING = Statement(
    """SELECT 1 FROM tournaments_slot s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.pairing_id = %s AND e.state IN ('WITHDRAWN', 'DISQUALIFIED') LIMIT 1""",
    {"found": as_is},
)
"""Whether an entry that has left sits in a pairing."""

# One row stands for the queue of all tables, so that the lock costs the same in any hall.
LOCK_TABLE_QUEUE = Statement(
    "SELECT t.id FROM tournaments_table t WHERE t.event_id = %s ORDER BY t.number LIMIT 1",
    {"id": as_is},
    locks="t",
)
"""The first table of an event."""

WITH_ROUND = """SELECT p.id, p.updated_at, p.round_id, p.event_id, p.code, p.number, p.state,
    p.absence, p.only_if_id, p.only_if_slot, p.why, p.match_id, p.table_id, p.holds_table,
    p.called_at, p.decided_at, r.section, r.group_id, g.stage_id, g.first_table, g.last_table
    FROM tournaments_pairing p
    JOIN tournaments_round r ON r.id = p.round_id
    JOIN tournaments_group g ON g.id = r.group_id """
"""Pairings, each with what is needed of its round and its group."""
COLUMNS_WITH_ROUND: dict[str, Reader] = {
    "id": as_is,
    "updated_at": read_moment,
    "round_id": as_is,
    "event_id": read_uuid,
    "code": as_is,
    "number": as_is,
    "state": as_is,
    "absence": as_is,
    "only_if_id": as_is,
    "only_if_slot": as_is,
    "why": read_json,
    "match_id": as_is,
    "table_id": as_is,
    "holds_table": bool,
    "called_at": read_moment,
    "decided_at": read_moment,
    "section": as_is,
    "group_id": as_is,
    "stage_id": as_is,
    "first_table": as_is,
    "last_table": as_is,
}

# Pairings are always locked in the order of their ids: so no two transactions wait for each other.
LOCK_PAIRINGS = Statement(
    WITH_ROUND + "WHERE p.id IN {ids} ORDER BY p.id", COLUMNS_WITH_ROUND, locks="p"
)
"""Locks pairings by id."""

LOCK_MATCHES_OF_PAIRINGS = Statement(
    SELECT_LOCKED  # noqa: S608  (no data in it)
    + """ FROM scoring_match m
    WHERE m.id IN (SELECT p.match_id FROM tournaments_pairing p WHERE p.id IN {ids})
    ORDER BY m.id""",
    LOCKED_COLUMNS,
    locks="m",
)
"""Locks the matches of pairings, by id."""

READY_PAIRINGS = Statement(
    WITH_ROUND
    + """WHERE p.event_id = %s AND p.state = 'READY' AND (r.date IS NULL OR r.date <= %s)
    AND (CASE WHEN r.section = 'preliminary' THEN 0 ELSE 1 END, p.id) > (%s, %s)
    ORDER BY CASE WHEN r.section = 'preliminary' THEN 0 ELSE 1 END, p.id LIMIT %s""",
    COLUMNS_WITH_ROUND,
    locks="p",
    skips_locked=True,
)
"""Locks the next ready pairings of an event, due on a day, in the order in which they are called
(``sort_in_queue_order``): those behind a place in the queue, as many as are asked for. Those that
another transaction has locked are skipped."""

ENTRIES_OF_PAIRINGS = Statement(
    """SELECT s.pairing_id, s.entry_id FROM tournaments_slot s
    WHERE s.entry_id IS NOT NULL AND s.pairing_id IN {ids}""",
    {"pairing_id": as_is, "entry_id": as_is},
)
"""The entries that sit in pairings."""

# The condition on the pairing is that of ``selectors.hall.tables.ON``.
ENTRIES_AT_TABLES = Statement(
    """SELECT s.entry_id FROM tournaments_slot s JOIN tournaments_pairing p ON p.id = s.pairing_id
    WHERE (p.state = 'CALLED' OR p.holds_table) AND s.entry_id IN {ids}""",
    {"entry_id": as_is},
)
"""Those of the entries that are at a table."""

FREE_TABLES = Statement(
    """SELECT t.id, t.number FROM tournaments_table t WHERE t.event_id = %s
    AND NOT EXISTS (SELECT 1 FROM tournaments_pairing p
        WHERE p.table_id = t.id AND (p.state = 'CALLED' OR p.holds_table))
    ORDER BY t.number""",
    {"id": as_is, "number": as_is},
)
"""The tables of an event that no pairing has, by number."""

HALL_VERSION = Statement(
    """SELECT SUM(m.version) FROM tournaments_pairing p JOIN scoring_match m ON m.id = p.match_id
    WHERE p.event_id = %s AND m.begun AND m.state = 'OPEN'""",
    {"version": as_is},
)
"""The sum of the versions of OPEN_MATCHES; null where there are none."""

OPEN_MATCHES = Statement(
    """SELECT m.id, m.version FROM tournaments_pairing p JOIN scoring_match m ON m.id = p.match_id
    WHERE p.event_id = %s AND m.begun AND m.state = 'OPEN'""",
    {"id": as_is, "version": as_is},
)
"""The matches of an event that have begun and are not decided, with their versions."""
