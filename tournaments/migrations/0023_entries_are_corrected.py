"""Entries are corrected in place; the heads of a list may be in any row."""

from django.db import migrations, models


def keep_heads(apps, schema_editor):
    """Lists are kept for a day, and may be looked at while the program is brought up to date."""
    imports = apps.get_model("tournaments", "EntryImport")
    for found in imports.objects.filter(has_heads=True, rows__isnull=False):
        found.heads_line = found.rows[0][0] if found.rows else None
        found.save(update_fields=["heads_line"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_event_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="club_as_drawn",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="entry",
            name="has_corrected_club",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="entry",
            name="moved_up_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="notes",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid_cents",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid_to_id",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid_to_kind",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddField(
            model_name="entry",
            name="phone",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="entry",
            name="present_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="present_by_id",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="entry",
            name="present_by_kind",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddField(
            model_name="entryimport",
            name="changed",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entryimport",
            name="heads_line",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entryimport",
            name="surname_first",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="anonymised_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="entry",
            name="state",
            field=models.CharField(
                choices=[
                    ("ENTERED", "Entered"),
                    ("WAITLISTED", "Waitlisted"),
                    ("WITHDRAWN", "Withdrawn"),
                    ("DISQUALIFIED", "Disqualified"),
                    ("REPLACED", "Replaced"),
                ],
                default="ENTERED",
                max_length=12,
            ),
        ),
        migrations.RunPython(keep_heads, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="entryimport",
            name="has_heads",
        ),
    ]
