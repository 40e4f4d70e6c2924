"""Outlooks are computed by other rules now: those that are stored are computed again when they are
asked for."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def delete_outlooks(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "StageOutlook").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0044_penalty_key")]

    operations = [migrations.RunPython(delete_outlooks, migrations.RunPython.noop)]
