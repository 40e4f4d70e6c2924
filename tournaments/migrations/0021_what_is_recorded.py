from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_plain_names_of_decisions")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="recorded",
            field=models.CharField(
                choices=[("HANDS", "Hands"), ("TOTALS", "Totals"), ("GAMES", "Games")],
                default="HANDS",
                max_length=6,
            ),
        ),
    ]
