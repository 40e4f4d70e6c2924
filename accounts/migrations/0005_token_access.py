"""What a token may do is one of three, no longer whether it may write."""

from typing import Any

from django.db import migrations, models


def name_access(apps: Any, schema_editor: Any) -> None:
    _tokens(apps, schema_editor).filter(may_write=True).update(access="ORGANIZE")


def forget_access(apps: Any, schema_editor: Any) -> None:
    """A token that may only score becomes one that only reads: it must not gain rights."""
    _tokens(apps, schema_editor).filter(access="ORGANIZE").update(may_write=True)


def _tokens(apps: Any, schema_editor: Any) -> Any:
    return apps.get_model("accounts", "Token").objects.using(schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_token_scope_is_a_key")]

    operations = [
        migrations.AddField(
            model_name="token",
            name="access",
            field=models.CharField(
                choices=[("READ", "Read"), ("SCORE", "Score"), ("ORGANIZE", "Organize")],
                default="READ",
                max_length=8,
            ),
        ),
        migrations.RunPython(name_access, forget_access),
        migrations.RemoveField(model_name="token", name="may_write"),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=models.Q(("access__in", ["READ", "SCORE", "ORGANIZE"])),
                name="token_access_is_known",
            ),
        ),
    ]
