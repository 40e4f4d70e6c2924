from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_regulation")]

    operations = [
        migrations.AddField(
            model_name="question", name="changed", field=models.JSONField(default=list)
        )
    ]
