import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_calendar"),
    ]

    operations = [
        migrations.CreateModel(
            name="PairedFrom",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document", models.JSONField()),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="paired_from",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "paired from",
            },
        ),
    ]
