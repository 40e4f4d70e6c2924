"""The database as earlier migrations left it, for tests of data migrations."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@contextmanager
def migrated_back_to(app: str, name: str) -> Iterator[StateApps]:
    """The models as they were after this migration, over a database that is migrated back to it,
    and forward again at the end. Needs a test without a transaction around it."""
    executor = MigrationExecutor(connection)
    executor.migrate([(app, name)])
    try:
        yield executor.loader.project_state([(app, name)]).apps
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
