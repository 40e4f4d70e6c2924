import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0042_players_updated_at")]

    # Rows from before this migration count as changed by it: a program reads them once more.
    operations = [
        migrations.AddField(
            model_name=name,
            name="updated_at",
            field=models.DateTimeField(auto_now=True, default=django.utils.timezone.now),
            preserve_default=False,
        )
        for name in ("round", "draw")
    ]
