"""A new database is made by the squashed migration, an older one by those that it replaces."""

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

SQUASHED = ("tournaments", "0001_squashed_0040_withdrawn_entries_are_out")


def test_it_makes_the_tables_of_those_that_it_replaces() -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    last = loader.disk_migrations[SQUASHED].replaces[-1]
    one_by_one, at_once = loader.project_state(last), loader.project_state(SQUASHED)
    changes = MigrationAutodetector(one_by_one, at_once).changes(loader.graph)
    assert [
        str(operation) for each in changes.get("tournaments", []) for operation in each.operations
    ] == []
    ours = {key for key in one_by_one.models if key[0] == "tournaments"}
    assert ours == {key for key in at_once.models if key[0] == "tournaments"}
