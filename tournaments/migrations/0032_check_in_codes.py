"""Every entry has a code by which it checks in; those that are entered already get theirs."""

import secrets

from django.db import migrations, models

import tournaments.models.event

SIGNS = "ACDEFGHJKMNPQRTUVWXY34679"
LENGTH = 10
AT_ONCE = 500


def give_codes(apps, schema_editor):
    entries = apps.get_model("tournaments", "Entry")
    found = []
    for entry in entries.objects.only("pk").order_by("pk").iterator(AT_ONCE):
        entry.check_in_code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        found.append(entry)
    entries.objects.bulk_update(found, ["check_in_code"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0029_draw_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="check_in_code",
            field=models.CharField(editable=False, max_length=10, null=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="entry",
            name="check_in_code",
            field=models.CharField(
                default=tournaments.models.event.draw_check_in_code,
                editable=False,
                max_length=10,
                unique=True,
            ),
        ),
    ]
