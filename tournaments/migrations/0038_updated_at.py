import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_embedding_sites")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="updated_at",
            field=models.DateTimeField(auto_now=True, default=django.utils.timezone.now),
            preserve_default=False,
        )
        for name in ("event", "entry", "pairing", "slot")
    ]
