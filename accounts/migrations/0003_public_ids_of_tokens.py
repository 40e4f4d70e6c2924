"""The ids of tokens are no longer the first characters of their secrets."""

from typing import Any

from django.db import migrations

from accounts.public_ids import derive_public_id


def hide_prefixes(apps: Any, schema_editor: Any) -> None:
    tokens = apps.get_model("accounts", "Token").objects.using(schema_editor.connection.alias)
    for digest, stored in tokens.values_list("pk", "token_key"):
        tokens.filter(pk=digest).update(token_key=derive_public_id(stored))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_token_scope"),
    ]

    operations = [
        migrations.RunPython(hide_prefixes, migrations.RunPython.noop),
    ]
