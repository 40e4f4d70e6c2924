from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0005_job_updated_at")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="refusal",
            field=models.JSONField(blank=True, null=True),
        )
    ]
