"""Services run in ``atomic_with_retry``: a bare transaction around one would keep it from being run
again after a lost race, for only the outermost function is run again."""

import ast
from collections.abc import Iterator

from config.environment import BASE

PACKAGES = (
    *("accounts", "api", "jobs", "live", "printing", "scoring", "serving", "tournaments", "web"),
    *("webhooks", "wording"),
)
RUN_BY_A_PERSON = "management/commands/"
"""Commands that found something in an empty database, where nothing runs at the same time."""


def read_sources() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for path in sorted((BASE / package).rglob("*.py")):
            name = path.relative_to(BASE).as_posix()
            if "/migrations/" not in name and RUN_BY_A_PERSON not in name:
                yield name, ast.parse(path.read_text())


def find_bare_transactions(tree: ast.Module) -> Iterator[int]:
    """The lines with ``transaction.atomic`` that is not the savepoint of a statement which may
    violate a constraint: that one stands in a ``try`` with IntegrityError."""
    savepoints = {
        id(node)
        for each in ast.walk(tree)
        if isinstance(each, ast.Try)
        and any("IntegrityError" in ast.unparse(handler.type or each) for handler in each.handlers)
        for statement in each.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or id(node) in savepoints:
            continue
        if ast.unparse(node) in ("transaction.atomic", "atomic"):
            yield node.lineno


def test_no_service_runs_in_a_bare_transaction() -> None:
    found = [
        f"{name}:{line}" for name, tree in read_sources() for line in find_bare_transactions(tree)
    ]
    assert found == []


def test_a_bare_transaction_is_found() -> None:
    bare = "with transaction.atomic():\n    enter()"
    savepoint = (
        "try:\n    with transaction.atomic():\n        make()\nexcept IntegrityError:\n    pass"
    )
    assert list(find_bare_transactions(ast.parse(bare))) == [1]
    assert list(find_bare_transactions(ast.parse(savepoint))) == []
