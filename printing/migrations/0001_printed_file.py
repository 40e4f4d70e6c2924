import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tournaments", "0020_plain_names_of_decisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="PrintedFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("layout", models.CharField(max_length=20)),
                ("choices", models.CharField(max_length=40)),
                ("language", models.CharField(max_length=8)),
                ("content", models.BinaryField()),
                ("size", models.PositiveIntegerField()),
                ("pages", models.PositiveIntegerField()),
                ("results", models.PositiveIntegerField()),
                ("made_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="printed_files",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["made_at"], name="printed_file_by_age")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "layout", "choices", "language"),
                        name="printed_file_once_a_choice",
                    )
                ],
            },
        ),
    ]
