from django.db import migrations, models


def tallied(apps, schema_editor):
    """Matches that were decided before: what their snapshot says. What they may be ranked by
    besides is derived by `repair`."""
    matches = apps.get_model("scoring", "Match").objects.exclude(state="OPEN")
    for match in matches.iterator(chunk_size=500):
        games = match.snapshot["games"]
        match.tally = {
            "sum": match.snapshot["sum"],
            "wins": match.snapshot["wins"],
            "hands": sum(game["hands"] for game in games),
            "feats": {},
            "forfeit": bool(games) and games[-1]["why"] == "forfeit",
        }
        match.save(update_fields=["tally"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_begin")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="tally",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(tallied, migrations.RunPython.noop),
    ]
