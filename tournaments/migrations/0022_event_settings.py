"""The settings of an event after it was made, its cancellation, its halls, and templates of events."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_what_is_recorded"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventTemplate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("shape", models.JSONField()),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Hall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_table", models.PositiveSmallIntegerField()),
                ("last_table", models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="cancelled_from",
            field=models.CharField(
                blank=True,
                choices=[
                    ("DRAFT", "Draft"),
                    ("OPEN", "Open"),
                    ("DRAWN", "Drawn"),
                    ("RUNNING", "Running"),
                    ("FINISHED", "Finished"),
                    ("ARCHIVED", "Archived"),
                    ("CANCELLED", "Cancelled"),
                ],
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="cancelled_why",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="event",
            name="contact",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="event",
            name="entries_close_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="notes",
            field=models.CharField(blank=True, max_length=1000),
        ),
        migrations.AlterField(
            model_name="event",
            name="state",
            field=models.CharField(
                choices=[
                    ("DRAFT", "Draft"),
                    ("OPEN", "Open"),
                    ("DRAWN", "Drawn"),
                    ("RUNNING", "Running"),
                    ("FINISHED", "Finished"),
                    ("ARCHIVED", "Archived"),
                    ("CANCELLED", "Cancelled"),
                ],
                default="DRAFT",
                max_length=9,
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "CANCELLED"), _negated=True),
                    models.Q(
                        models.Q(("cancelled_from", ""), _negated=True),
                        models.Q(("cancelled_why", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="event_cancelled_with_a_reason",
            ),
        ),
        migrations.AddField(
            model_name="eventtemplate",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="event_templates",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="hall",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="halls",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="hall",
            name="venue",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="halls",
                to="tournaments.venue",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventtemplate",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                name="template_name_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="hall",
            constraint=models.UniqueConstraint(
                fields=("event", "venue"), name="hall_once_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="hall",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_table__gte", 1), ("last_table__gte", models.F("first_table"))
                ),
                name="hall_has_tables",
            ),
        ),
    ]
