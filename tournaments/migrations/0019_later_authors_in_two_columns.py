"""The authors of later acts are kept as all authors are: the kind and the id in two columns."""

from typing import Any

from django.db import migrations, models

JOINED = (
    ("Draw", "called_off_by"),
    ("Penalty", "cancelled_by"),
    ("Question", "decided_by"),
)
"""These were one text: the kind, a space, the id."""


def split_authors(apps: Any, schema_editor: Any) -> None:
    for name, column in JOINED:
        rows = _rows(apps, schema_editor, name)
        for pk, author in rows.exclude(**{column: ""}).values_list("pk", column):
            kind, _space, id_ = author.partition(" ")
            rows.filter(pk=pk).update(**{f"{column}_kind": kind, f"{column}_id": id_})


def join_authors(apps: Any, schema_editor: Any) -> None:
    for name, column in JOINED:
        kind_column, id_column = f"{column}_kind", f"{column}_id"
        rows = _rows(apps, schema_editor, name)
        stored = rows.exclude(**{kind_column: ""}).values_list("pk", kind_column, id_column)
        for pk, kind, id_ in stored:
            rows.filter(pk=pk).update(**{column: f"{kind} {id_}"})


def _rows(apps: Any, schema_editor: Any, name: str) -> Any:
    return apps.get_model("tournaments", name).objects.using(schema_editor.connection.alias)


def _add_columns(name: str, column: str) -> list[Any]:
    return [
        migrations.AddField(
            name.lower(),
            f"{column}_{part}",
            models.CharField(blank=True, default="", max_length=length),
            preserve_default=False,
        )
        for part, length in (("kind", 8), ("id", 64))
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_anchors"),
    ]

    operations = [
        migrations.RenameField("refereecall", "answered_by", "answered_by_id"),
        migrations.RenameField("refereecall", "answered_kind", "answered_by_kind"),
        *(field for each in JOINED for field in _add_columns(*each)),
        migrations.RunPython(split_authors, join_authors),
        *(migrations.RemoveField(name.lower(), column) for name, column in JOINED),
    ]
