"""The tables of a new database, made at once. A database in use has them from the migrations that
this one replaces, and runs those of them that it has not run."""

import uuid

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import tournaments.models.event


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_begin"),
        ("tournaments", "0002_table_codes"),
        ("tournaments", "0003_entry_import"),
        ("tournaments", "0004_invitations"),
        ("tournaments", "0005_stages_and_groups"),
        ("tournaments", "0006_draws_are_promised"),
        ("tournaments", "0007_rounds_one_by_one"),
        ("tournaments", "0008_rulings"),
        ("tournaments", "0009_questions_of_rounds"),
        ("tournaments", "0010_outlooks"),
        ("tournaments", "0011_calendar"),
        ("tournaments", "0012_what_rounds_were_paired_from"),
        ("tournaments", "0013_referees_of_groups"),
        ("tournaments", "0014_regulation"),
        ("tournaments", "0015_changed_entrants"),
        ("tournaments", "0016_announced_prizes"),
        ("tournaments", "0017_referees_stay_bound"),
        ("tournaments", "0018_anchors"),
        ("tournaments", "0019_later_authors_in_two_columns"),
        ("tournaments", "0020_plain_names_of_decisions"),
        ("tournaments", "0021_what_is_recorded"),
        ("tournaments", "0022_event_settings"),
        ("tournaments", "0023_entries_are_corrected"),
        ("tournaments", "0026_round_clocks"),
        ("tournaments", "0027_player_by_surname"),
        ("tournaments", "0028_protests"),
        ("tournaments", "0029_draw_changes"),
        ("tournaments", "0032_check_in_codes"),
        ("tournaments", "0033_payments"),
        ("tournaments", "0034_sheet_conflicts"),
        ("tournaments", "0037_embedding_sites"),
        ("tournaments", "0038_updated_at"),
        ("tournaments", "0039_withdrawn_at"),
        ("tournaments", "0040_withdrawn_entries_are_out"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("scoring", "0003_results_without_hands"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="EventTemplate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("shape", models.JSONField()),
                ("created_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_templates",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        django.db.models.functions.text.Lower("name"),
                        name="template_name_once_a_club",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=80)),
                ("last_name", models.CharField(max_length=80)),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("anonymised_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "last_name", "first_name"], name="player_by_name"),
                    models.Index(
                        django.db.models.functions.text.Lower("last_name"), name="player_by_surname"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("birth_year__isnull", True),
                            ("birth_year__range", (1900, 2100)),
                            _connector="OR",
                        ),
                        name="player_born_in_living_memory",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetConflict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=64)),
                ("version", models.PositiveIntegerField()),
                ("met_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by_kind", models.CharField(blank=True, max_length=8)),
                ("settled_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conflicts",
                        to="scoring.match",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "device", "version"), name="conflict_once_a_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Venue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("address", models.CharField(blank=True, max_length=200)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="venues",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        django.db.models.functions.text.Lower("name"),
                        name="venue_name_once_a_club",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("date", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("DRAFT", "Draft"),
                            ("OPEN", "Open"),
                            ("DRAWN", "Drawn"),
                            ("RUNNING", "Running"),
                            ("FINISHED", "Finished"),
                            ("ARCHIVED", "Archived"),
                            ("CANCELLED", "Cancelled"),
                        ],
                        default="DRAFT",
                        max_length=9,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("PUBLIC", "Public"), ("LINK", "Link"), ("CLUB", "Club")],
                        default="PUBLIC",
                        max_length=6,
                    ),
                ),
                (
                    "names",
                    models.CharField(
                        choices=[("FULL", "Full"), ("INITIAL", "Initial")],
                        default="FULL",
                        max_length=7,
                    ),
                ),
                (
                    "recorded",
                    models.CharField(
                        choices=[("HANDS", "Hands"), ("TOTALS", "Totals"), ("GAMES", "Games")],
                        default="HANDS",
                        max_length=6,
                    ),
                ),
                ("match_format", models.JSONField()),
                ("capacity", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("entries_close_at", models.DateTimeField(blank=True, null=True)),
                ("contact", models.CharField(blank=True, max_length=120)),
                ("notes", models.CharField(blank=True, max_length=1000)),
                (
                    "cancelled_from",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("DRAFT", "Draft"),
                            ("OPEN", "Open"),
                            ("DRAWN", "Drawn"),
                            ("RUNNING", "Running"),
                            ("FINISHED", "Finished"),
                            ("ARCHIVED", "Archived"),
                            ("CANCELLED", "Cancelled"),
                        ],
                        max_length=9,
                    ),
                ),
                ("cancelled_why", models.CharField(blank=True, max_length=500)),
                ("rules", models.JSONField(default=dict)),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.club",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events",
                        to="tournaments.venue",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-date"], name="event_by_date")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "CANCELLED"), _negated=True),
                            models.Q(
                                models.Q(("cancelled_from", ""), _negated=True),
                                models.Q(("cancelled_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="event_cancelled_with_a_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("seed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("club_name", models.CharField(blank=True, max_length=120)),
                ("has_corrected_club", models.BooleanField(default=False)),
                ("club_as_drawn", models.CharField(blank=True, max_length=120)),
                ("phone", models.CharField(blank=True, max_length=120)),
                ("notes", models.CharField(blank=True, max_length=500)),
                ("group", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "check_in_code",
                    models.CharField(
                        default=tournaments.models.event.draw_check_in_code,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("paid", models.BooleanField(default=False)),
                ("paid_cents", models.PositiveIntegerField(blank=True, null=True)),
                ("paid_to_kind", models.CharField(blank=True, max_length=8)),
                ("paid_to_id", models.CharField(blank=True, max_length=64)),
                ("present_at", models.DateTimeField(blank=True, null=True)),
                ("present_by_kind", models.CharField(blank=True, max_length=8)),
                ("present_by_id", models.CharField(blank=True, max_length=64)),
                ("moved_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("ENTERED", "Entered"),
                            ("WAITLISTED", "Waitlisted"),
                            ("WITHDRAWN", "Withdrawn"),
                            ("DISQUALIFIED", "Disqualified"),
                            ("REPLACED", "Replaced"),
                        ],
                        default="ENTERED",
                        max_length=12,
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("entered_at", models.DateTimeField()),
                (
                    "replaced_by",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaces",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "ENTERED")),
                        fields=("event", "seed"),
                        name="seed_once_an_event",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdrawn_at__isnull", True),
                            ("state__in", ("WITHDRAWN", "DISQUALIFIED")),
                            _connector="OR",
                        ),
                        name="withdrawn_entry_is_out",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seed__isnull", True), ("seed__gte", 1), _connector="OR"
                        ),
                        name="seed_counts_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("replaced_by__isnull", False),
                                ("state", "REPLACED"),
                                models.Q(("replaced_by", models.F("id")), _negated=True),
                            ),
                            models.Q(
                                models.Q(("state", "REPLACED"), _negated=True),
                                ("replaced_by__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="entry_replaced_by_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Article",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("chapter", models.CharField(max_length=20)),
                ("text", models.CharField(max_length=1000)),
                ("text_en", models.CharField(blank=True, max_length=1000)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="articles",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "position"), name="article_position_once_an_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="article_has_a_text"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Anchor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("reached", models.PositiveIntegerField(default=0)),
                ("previous", models.CharField(max_length=64)),
                ("changes", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=86)),
                ("key", models.CharField(max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="anchors",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="anchor_number_once_an_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="anchor_counts_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("cents", models.IntegerField(blank=True, null=True)),
                ("settles", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("key", models.CharField(blank=True, max_length=48)),
                ("made_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_by_kind", models.CharField(blank=True, max_length=8)),
                ("cancelled_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cents__isnull", False), ("settles", True), _connector="OR"
                        ),
                        name="payment_has_an_amount_or_settles",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("settles", False),
                            models.Q(("cents__lt", 0), _negated=True),
                            _connector="OR",
                        ),
                        name="refund_settles_nothing",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("entry", "key"),
                        name="payment_key_once_an_entry",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("counts", models.BooleanField(default=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("counts", True)),
                        fields=("event", "player"),
                        name="player_entered_once_an_event",
                    ),
                    models.UniqueConstraint(
                        fields=("entry", "position"), name="position_once_an_entry"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveSmallIntegerField()),
                ("last", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=200)),
                ("announced", models.JSONField(default=None, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "first"), name="prize_once_a_place"),
                    models.CheckConstraint(
                        condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                        name="prize_from_first_to_last",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RegulationVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                ("facts", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("made_at", models.DateTimeField()),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="regulations",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="regulation_version_once_an_event"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("frozen_at__isnull", False)),
                        fields=("event",),
                        name="regulation_frozen_once_an_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("format", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("constraints", models.JSONField(default=dict)),
                ("match_format", models.JSONField(blank=True, null=True)),
                ("cut", models.JSONField(blank=True, null=True)),
                ("metrics", models.JSONField(default=list)),
                ("ranking", models.JSONField(default=dict)),
                ("calendar", models.JSONField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="stage_number_once_an_event"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("first_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("last_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups",
                        to="tournaments.stage",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="groups",
                        to="tournaments.venue",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "number"), name="group_number_once_a_stage"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first_table__isnull", True), ("last_table__isnull", True)),
                            models.Q(
                                ("first_table__gte", 1),
                                ("last_table__gte", models.F("first_table")),
                            ),
                            _connector="OR",
                        ),
                        name="group_has_tables_from_first_to_last",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("section", models.CharField(max_length=20)),
                ("number", models.PositiveSmallIntegerField()),
                ("order", models.PositiveSmallIntegerField()),
                ("date", models.DateField(blank=True, null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("group", "section", "number"), name="round_number_once_a_section"
                    )
                ],
            },
        ),
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
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("target_at", models.DateTimeField(blank=True, null=True)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_at__isnull", True),
                            ("target_at__isnull", True),
                            ("target_at__gt", models.F("starts_at")),
                            _connector="OR",
                        ),
                        name="round_starts_before_its_target",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[("POINTS", "Points"), ("DISQUALIFIED", "Disqualified")],
                        max_length=12,
                    ),
                ),
                ("points", models.PositiveIntegerField(default=0)),
                ("metric", models.CharField(blank=True, max_length=40)),
                ("voids", models.BooleanField(default=False)),
                ("article", models.CharField(blank=True, max_length=120)),
                ("reason", models.CharField(max_length=500)),
                ("given_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_reason", models.CharField(blank=True, max_length=500)),
                ("cancelled_by_kind", models.CharField(blank=True, max_length=8)),
                ("cancelled_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.event",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="penalty_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "POINTS"),
                                ("points__gte", 1),
                                ("stage__isnull", False),
                                ("voids", False),
                            ),
                            models.Q(
                                ("kind", "DISQUALIFIED"), ("points", 0), ("stage__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="penalty_of_points_in_a_stage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cancelled_at__isnull", True),
                            models.Q(("cancelled_reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="penalty_cancelled_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairingConstraint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("forced", "Forced"), ("forbidden", "Forbidden")], max_length=9
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(max_length=500)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True),
                        name="wish_of_two_entries",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "forced"), ("round__isnull", False)),
                            models.Q(("kind", "forbidden"), ("round__isnull", True)),
                            _connector="OR",
                        ),
                        name="wish_forced_in_one_round",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "purpose",
                    models.CharField(
                        choices=[("ORDER", "Order"), ("LOTS", "Lots")],
                        default="ORDER",
                        max_length=5,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("COMMITTED", "Committed"),
                            ("HELD", "Held"),
                            ("CALLED_OFF", "Called Off"),
                        ],
                        max_length=10,
                    ),
                ),
                ("format", models.CharField(max_length=40)),
                ("options", models.JSONField()),
                ("constraints", models.JSONField()),
                ("entries", models.JSONField()),
                ("version", models.PositiveSmallIntegerField(default=1)),
                ("secret", models.CharField(blank=True, max_length=64)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("word", models.CharField(blank=True, max_length=80)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("order", models.JSONField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("committed_at", models.DateTimeField()),
                ("said_at", models.DateTimeField(blank=True, null=True)),
                ("held_at", models.DateTimeField(blank=True, null=True)),
                ("called_off_at", models.DateTimeField(blank=True, null=True)),
                ("called_off_reason", models.CharField(blank=True, max_length=500)),
                ("called_off_by_kind", models.CharField(blank=True, max_length=8)),
                ("called_off_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "number"), name="draw_number_once_a_stage"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "COMMITTED")),
                        fields=("stage",),
                        name="one_draw_promised_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number", 1),
                            ("purpose", "LOTS"),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="draw_again_needs_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "HELD"), _negated=True),
                            models.Q(
                                ("held_at__isnull", False),
                                ("order__isnull", False),
                                models.Q(("seed", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="draw_held_has_its_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "CALLED_OFF"), _negated=True),
                            models.Q(
                                ("called_off_at__isnull", False),
                                models.Q(("called_off_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="draw_called_off_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("half_bye", "Half Bye"), ("absent", "Absent")], max_length=8
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "entry", "round"), name="absence_once_a_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StageOutlook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("event_version", models.PositiveIntegerField()),
                ("rows", models.JSONField()),
                ("counted_at", models.DateTimeField()),
                (
                    "stage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outlook",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="table_number_once_an_event"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("code", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("WAITING", "Waiting"),
                            ("READY", "Ready"),
                            ("CALLED", "Called"),
                            ("DECIDED", "Decided"),
                            ("BYE", "Bye"),
                            ("NOT_NEEDED", "Not Needed"),
                        ],
                        default="WAITING",
                        max_length=10,
                    ),
                ),
                (
                    "absence",
                    models.CharField(
                        choices=[("bye", "Bye"), ("half_bye", "Half Bye"), ("absent", "Absent")],
                        default="bye",
                        max_length=8,
                    ),
                ),
                ("only_if_slot", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("why", models.JSONField(blank=True, null=True)),
                ("holds_table", models.BooleanField(default=False)),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="tournaments.event",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairing",
                        to="scoring.match",
                    ),
                ),
                (
                    "only_if",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decides_on",
                        to="tournaments.pairing",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="pairings",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["event", "state"], name="pairing_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "number"), name="pairing_number_once_a_round"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state", "CALLED"), ("holds_table", True), _connector="OR"
                        ),
                        fields=("table",),
                        name="table_has_one_pairing_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("holds_table", False),
                            models.Q(("state", "DECIDED"), ("table__isnull", False)),
                            _connector="OR",
                        ),
                        name="pairing_holds_a_table_only_when_decided",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("only_if__isnull", True), ("only_if_slot__isnull", True)),
                            models.Q(("only_if__isnull", False), ("only_if_slot__isnull", False)),
                            _connector="OR",
                        ),
                        name="pairing_only_if_a_slot_won",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("match__isnull", True), ("state", "BYE")),
                            models.Q(
                                models.Q(("state", "BYE"), _negated=True), ("match__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="pairing_bye_has_no_match",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExtraTime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(120),
                        ]
                    ),
                ),
                (
                    "pairing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="extra_time",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("minutes__gte", 1), ("minutes__lte", 120)),
                        name="extra_time_within_bounds",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Protest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("article", models.CharField(blank=True, max_length=120)),
                ("text", models.CharField(max_length=500)),
                ("filed_at", models.DateTimeField()),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("UPHELD", "Upheld"),
                            ("REJECTED", "Rejected"),
                            ("WITHDRAWN", "Withdrawn"),
                        ],
                        max_length=9,
                    ),
                ),
                ("decision_reason", models.CharField(blank=True, max_length=500)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decided_by_kind", models.CharField(blank=True, max_length=8)),
                ("decided_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protests",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protests",
                        to="tournaments.event",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="protests",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="protest_has_a_text"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decision", "")),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                models.Q(("decision_reason", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="protest_decided_with_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("position", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("ENTRY", "Entry"),
                            ("WINNER_OF", "Winner Of"),
                            ("LOSER_OF", "Loser Of"),
                            ("BYE", "Bye"),
                        ],
                        max_length=9,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="slots",
                        to="tournaments.pairing",
                    ),
                ),
                (
                    "source_pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feeds",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pairing", "position"), name="position_once_a_pairing"
                    ),
                    models.UniqueConstraint(
                        fields=("pairing", "entry"), name="entry_once_a_pairing"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("source__in", ("WINNER_OF", "LOSER_OF")),
                                ("source_pairing__isnull", False),
                            ),
                            models.Q(
                                ("entry__isnull", False),
                                ("source", "ENTRY"),
                                ("source_pairing__isnull", True),
                            ),
                            models.Q(
                                ("entry__isnull", True),
                                ("source", "BYE"),
                                ("source_pairing__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="slot_fed_by_a_pairing_or_not",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("source_pairing__isnull", True),
                            models.Q(("source_pairing", models.F("pairing")), _negated=True),
                            _connector="OR",
                        ),
                        name="slot_never_fed_by_its_own_pairing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PendingDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("PLAYED_ON", "Played On"),
                            ("CUT_MOVED", "Cut Moved"),
                            ("ROUND_PAIRED", "Round Paired"),
                            ("PRIZES_MOVED", "Prizes Moved"),
                        ],
                        max_length=12,
                    ),
                ),
                ("comes", models.JSONField(default=list)),
                ("goes", models.JSONField(default=list)),
                ("changed", models.JSONField(default=list)),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("asked_at", models.DateTimeField()),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("LEFT", "Left"),
                            ("REPLAYED", "Replayed"),
                            ("DRAWN_AGAIN", "Drawn Again"),
                            ("SWAPPED", "Swapped"),
                            ("TAKEN_BACK", "Taken Back"),
                            ("KEPT", "Kept"),
                            ("AWARDED", "Awarded"),
                        ],
                        max_length=11,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("decided_by_kind", models.CharField(blank=True, max_length=8)),
                ("decided_by_id", models.CharField(blank=True, max_length=64)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="tournaments.event",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="tournaments.pairing",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decision", "")),
                            models.Q(
                                models.Q(("decision", ""), _negated=True),
                                models.Q(("reason", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="question_decided_with_a_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("OWNER", "Owner"),
                            ("ORGANIZER", "Organizer"),
                            ("REFEREE", "Referee"),
                        ],
                        max_length=9,
                    ),
                ),
                ("at_tables_only", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="tournaments.event",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="tournaments.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tables",
                    models.ManyToManyField(
                        blank=True, related_name="roles", to="tournaments.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", True)),
                        fields=("club", "user", "kind"),
                        name="role_once_a_club",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("group__isnull", True)),
                        fields=("club", "user", "event"),
                        name="role_once_an_event",
                    ),
                    models.UniqueConstraint(fields=("user", "group"), name="role_once_a_group"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("event__isnull", True), ("kind", "REFEREE"), _connector="OR"
                        ),
                        name="role_bound_only_for_referees",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("group__isnull", True), ("event__isnull", False), _connector="OR"
                        ),
                        name="role_bound_to_a_group_of_its_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("called_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answered_by_kind", models.CharField(blank=True, max_length=8)),
                ("answered_by_id", models.CharField(blank=True, max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="referee_calls",
                        to="tournaments.event",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="referee_calls",
                        to="tournaments.pairing",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="referee_calls",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at__isnull", True)),
                        fields=("table",),
                        name="table_calls_the_referee_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("OWNER", "Owner"),
                            ("ORGANIZER", "Organizer"),
                            ("REFEREE", "Referee"),
                        ],
                        max_length=9,
                    ),
                ),
                ("at_tables_only", models.BooleanField(default=False)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("note", models.CharField(blank=True, max_length=120)),
                ("made_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.event",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.group",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tables",
                    models.ManyToManyField(
                        blank=True, related_name="invitations", to="tournaments.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("event__isnull", True), ("kind", "REFEREE"), _connector="OR"
                        ),
                        name="invitation_bound_only_for_referees",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("group__isnull", True), ("event__isnull", False), _connector="OR"
                        ),
                        name="invitation_bound_to_a_group_of_its_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=6, unique=True)),
                ("secret", models.CharField(max_length=32, unique=True)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_codes",
                        to="tournaments.event",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_codes",
                        to="tournaments.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="codes",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True), ("round__isnull", True)),
                        fields=("table",),
                        name="table_has_one_code",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True), ("round__isnull", False)),
                        fields=("table", "round"),
                        name="table_has_one_code_a_round",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("came_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="devices",
                        to="tournaments.player",
                    ),
                ),
                (
                    "code",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to="tournaments.tablecode",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Hall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_table", models.PositiveSmallIntegerField()),
                ("last_table", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="halls",
                        to="tournaments.event",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="halls",
                        to="tournaments.venue",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "venue"), name="hall_once_an_event"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_table__gte", 1), ("last_table__gte", models.F("first_table"))
                        ),
                        name="hall_has_tables",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VoidedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("seats", models.JSONField(default=list)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="set_aside",
                        to="scoring.match",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="set_aside",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="EmbeddingSite",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("origin", models.CharField(max_length=280)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="embedding_sites",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "origin"), name="embedding_site_once_a_club"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("origin__startswith", "https://"),
                                ("origin__startswith", "http://"),
                                _connector="OR",
                            ),
                            models.Q(("origin__contains", " "), _negated=True),
                            models.Q(("origin__contains", ";"), _negated=True),
                            models.Q(("origin__contains", ","), _negated=True),
                            models.Q(("origin__contains", "*"), _negated=True),
                        ),
                        name="embedding_site_is_an_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("author_kind", models.CharField(max_length=8)),
                ("author_id", models.CharField(max_length=64)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("SWAP", "Swap"), ("BYE", "Bye"), ("PRELIMINARY", "Preliminary")],
                        max_length=11,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("agreed", models.JSONField(default=list)),
                ("matches", models.JSONField(default=list)),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="tournaments.draw",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="tournaments.drawchange",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draw_changes",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("draw", "number"), name="draw_change_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="draw_change_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("entry", models.F("other")), _negated=True),
                        name="draw_change_of_two_entries",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("undoes__isnull", True), ("kind", "SWAP"), _connector="OR"
                        ),
                        name="draw_change_undoes_by_a_swap",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("round__isnull", True), ("kind", "SWAP"), _connector="OR"
                        ),
                        name="draw_change_of_a_round_is_a_swap",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryImport",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("content", models.BinaryField()),
                ("sheet", models.CharField(blank=True, max_length=120)),
                ("sheets", models.JSONField(default=list)),
                ("rows", models.JSONField(blank=True, null=True)),
                ("columns", models.JSONField(default=dict)),
                ("heads_line", models.PositiveIntegerField(blank=True, null=True)),
                ("surname_first", models.BooleanField(default=False)),
                ("uploaded_at", models.DateTimeField()),
                ("written_at", models.DateTimeField(blank=True, null=True)),
                ("entered", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["uploaded_at"], name="entry_import_by_age")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("written_at__isnull", True), ("rows__isnull", False), _connector="OR"
                        ),
                        name="entry_import_written_once_read",
                    )
                ],
            },
        ),
    ]
