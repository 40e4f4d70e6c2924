from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0002_job_started_at")]

    operations = [
        migrations.CreateModel(
            name="WorkerHeartbeat",
            fields=[
                ("id", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="worker_heartbeat_is_one_row"
                    )
                ],
            },
        )
    ]
