"""Rows are locked FOR NO KEY UPDATE, so that the check of a foreign key never waits for them."""

import ast

import pytest

from tests.database.test_bare_transactions import read_sources

DELETED_UNDER_THE_LOCK = [
    "tournaments/services/registration/players.py: move_entries",
    "webhooks/services.py: delete_endpoint",
]
"""Where the locked row is deleted: FOR UPDATE, as DELETE itself takes."""


def find_key_locks(tree: ast.Module) -> list[str]:
    """The functions that lock rows with FOR UPDATE."""
    return [
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "select_for_update"
        and "no_key=True" not in [ast.unparse(keyword) for keyword in node.keywords]
    ]


def test_only_rows_that_are_deleted_are_locked_with_their_key() -> None:
    found = [
        f"{name}: {function}" for name, tree in read_sources() for function in find_key_locks(tree)
    ]
    assert found == DELETED_UNDER_THE_LOCK


@pytest.mark.parametrize(("arguments", "found"), [("", ["lock"]), ("no_key=True", [])])
def test_a_lock_with_the_key_is_found(arguments: str, found: list[str]) -> None:
    source = f"def lock():\n    return Club.objects.select_for_update({arguments}).get()"
    assert find_key_locks(ast.parse(source)) == found
