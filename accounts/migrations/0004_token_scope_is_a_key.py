"""The scope of a token is a foreign key to a club or to an event, no longer a text with a prefix."""

from typing import Any
from uuid import UUID

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

NOWHERE: dict[str, Any] = {}


def bind_tokens(apps: Any, schema_editor: Any) -> None:
    """A token whose club or event is gone is revoked: without a scope it would gain rights."""
    tokens = _tokens(apps, schema_editor)
    for digest, within in tokens.exclude(within="").values_list("pk", "within"):
        token = tokens.filter(pk=digest)
        scope = _find_scope(apps, schema_editor.connection.alias, within)
        if scope == NOWHERE:
            token.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
        else:
            token.update(**scope)


def name_scopes(apps: Any, schema_editor: Any) -> None:
    tokens = _tokens(apps, schema_editor)
    for token in tokens.filter(club__isnull=False):
        tokens.filter(pk=token.pk).update(within=f"club:{token.club_id}")
    for token in tokens.filter(event__isnull=False):
        tokens.filter(pk=token.pk).update(within=f"event:{token.event_id}")


def _tokens(apps: Any, schema_editor: Any) -> Any:
    return apps.get_model("accounts", "Token").objects.using(schema_editor.connection.alias)


def _find_scope(apps: Any, alias: str, within: str) -> dict[str, Any]:
    kind, _colon, text = within.partition(":")
    try:
        key = {"club": int, "event": UUID}[kind](text)
    except (KeyError, ValueError):
        return NOWHERE
    model = apps.get_model("tournaments", kind)
    return {f"{kind}_id": key} if model.objects.using(alias).filter(pk=key).exists() else NOWHERE


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_public_ids_of_tokens"),
        ("tournaments", "0001_begin"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.event",
            ),
        ),
        migrations.RunPython(bind_tokens, name_scopes),
        migrations.RemoveField(model_name="token", name="within"),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("club__isnull", True), ("event__isnull", True), _connector="OR"
                ),
                name="token_scope_is_a_club_or_an_event",
            ),
        ),
    ]
