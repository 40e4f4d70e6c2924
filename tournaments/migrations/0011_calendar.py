from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_outlooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="calendar",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="date",
            field=models.DateField(blank=True, null=True),
        ),
    ]
