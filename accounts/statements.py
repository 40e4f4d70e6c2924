"""The statement by which a program is let in, as SQL."""

from database.statements import Statement, as_is, read_moment, read_uuid

TOKEN_WITH_ACTIVE_USER = Statement(
    """SELECT t.digest, t.token_key, t.user_id, t.expiry, t.name, t.access, t.club_id,
    t.event_id, t.last_used_at, t.revoked_at, u.email
    FROM accounts_token t JOIN accounts_user u ON u.id = t.user_id
    WHERE t.digest = %s AND u.is_active""",
    {
        "digest": as_is,
        "token_key": as_is,
        "user_id": as_is,
        "expiry": read_moment,
        "name": as_is,
        "access": as_is,
        "club_id": as_is,
        "event_id": read_uuid,
        "last_used_at": read_moment,
        "revoked_at": read_moment,
        "email": as_is,
    },
)
"""The token of a digest, and the address of its user, whose account is active."""
