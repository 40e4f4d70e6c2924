"""The statement by which a change finds its subscribers, as SQL."""

from database.statements import Statement, as_is

ACTIVE_SUBSCRIPTIONS = Statement(
    """SELECT s.type, s.endpoint_id
    FROM webhooks_webhooksubscription s
    JOIN webhooks_webhookendpoint w ON w.id = s.endpoint_id
    JOIN tournaments_event e ON e.club_id = w.club_id
    WHERE e.id = %s AND w.state = 'ACTIVE' AND (w.event_id IS NULL OR w.event_id = e.id)
    ORDER BY s.id""",
    {"type": as_is, "endpoint_id": as_is},
)
"""The types of change that the active endpoints of an event are subscribed to."""
