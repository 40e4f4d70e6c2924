"""The database as earlier migrations left it, for tests of data migrations."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps


@contextmanager
def migrated_back_to(app: str, name: str) -> Iterator[StateApps]:
    """The models as they were after this migration, over a database that is migrated back to it,
    and forward again at the end. Needs a test without a transaction around it."""
    executor = MigrationExecutor(connection)
    # Each by itself, instead of the squashed migration that replaces them.
    loader = executor.loader = MigrationLoader(connection, replace_migrations=False)
    for squashed, migration in loader.replacements.items():
        loader.graph.remove_replacement_node(squashed, migration.replaces)
    executor.migrate([(app, name)])
    try:
        yield loader.project_state([(app, name)]).apps
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
