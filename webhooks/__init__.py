"""Notifies other programs of changes: endpoints of clubs, the outbox that is written in the
transaction of the change, and the sender that delivers it."""
