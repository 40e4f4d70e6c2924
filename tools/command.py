"""``la-bella``: everything that the project offers on a command line."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TypeAlias

from competition.verbs import VERBS as COMPETITION_VERBS
from kernel.json_lines import ALL_READ, UNREADABLE, Document, Verb, add_verbs, run_verb
from rules.verbs import VERBS as RULES_VERBS
from scoring.core.verbs import VERBS as SCORING_VERBS
from tools import backup, server
from tools.advice import Advice
from tools.data_dir import create_data_dir
from tools.management import remove_time_limits
from tools.paths import data_dir, database_path, find_data_dir
from tools.run_options import add_run_options, read_run_options

INVALID = 1
"""The exit status where a draw is not what its record says."""
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001


def main(argv: Sequence[str] | None = None) -> None:
    """Parse the command line and do what it says; exits with the status."""
    chosen, rest = build_parser().parse_known_args(argv)
    if rest and not chosen.passes_on:
        build_parser().error(f"unrecognized arguments: {' '.join(rest)}")
    chosen.rest = rest
    sys.exit(chosen.run(chosen))


def build_parser() -> argparse.ArgumentParser:
    """A command for each thing: the server, its data, and the verbs of the notation."""
    parser = argparse.ArgumentParser(
        prog="la-bella", description="Tournaments and score-keeping for Italian card clubs."
    )
    parser.set_defaults(passes_on=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    run = commands.add_parser("run", help="run the server until Ctrl-C")
    add_run_options(run)
    run.set_defaults(run=lambda chosen: server.run_server(read_run_options(chosen)))
    copy = commands.add_parser("backup", help="create a backup, also while the server runs")
    copy.set_defaults(run=lambda chosen: backup.perform("copy"))
    restore = commands.add_parser("restore", help="restore a backup")
    restore.add_argument("source", metavar="DIRECTORY", help="a directory that backup has created")
    restore.set_defaults(run=lambda chosen: backup.perform("restore", chosen.source))
    reset = commands.add_parser("reset", help="replace the demo by a new one; keeps a real club")
    reset.set_defaults(run=lambda chosen: backup.perform("reset"))
    _add_management(commands, "play", "play", "let simulated players play the running event")
    _add_management(commands, "check", "verify", "derive all that is recorded again")
    _add_management(commands, "repair", "repair", "repair what follows from the recorded lines")
    _add_management(commands, "manage", "", "run a management command; lists them without one")
    verbs = {**RULES_VERBS, **SCORING_VERBS, **COMPETITION_VERBS}
    add_verbs(commands, verbs)
    for name in verbs:
        commands.choices[name].set_defaults(run=lambda chosen: run_verb(chosen.verb, chosen))
    commands.choices["verify"].set_defaults(run=_verify)
    return parser


def _add_management(commands: Commands, name: str, command: str, summary: str) -> None:
    """A management command with all its options, which are listed by ``--help``; any of them if
    ``command`` is empty."""
    # Django parses these options, and answers ``--help``, so that they are defined only there.
    parser = commands.add_parser(name, help=summary, add_help=False)
    before = []
    if command:
        before.append(command)

    def run(chosen: argparse.Namespace) -> None:
        # A command that is named, such as ``migrate``, may be there to create the database.
        if command and not {"-h", "--help"} & set(chosen.rest):
            _require_database()
        _manage(*before, *chosen.rest)

    parser.set_defaults(run=run, passes_on=True)


def _require_database() -> None:
    """Exit where there is nothing yet, for which Django would create an empty database."""
    database = database_path(find_data_dir())
    if not os.environ.get("DATABASE_URL") and not database.is_file():
        sys.exit(f"There is no database at {database}. The first start creates it: {Advice.RUN}")


def _manage(*argv: str) -> None:
    """Run it in this process: its streams, its exit status and relative paths stay as they are."""
    # What is created can contain the secret key, and the data of players.
    os.umask(0o077)
    directory = data_dir()
    create_data_dir(directory)
    os.environ["LABELLA_VAR"] = str(directory)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    remove_time_limits(os.environ)
    # The verbs of the notation need no Django, so only these commands load it.
    from django.core.management import execute_from_command_line

    execute_from_command_line(["la-bella manage", *argv])


def _verify(chosen: argparse.Namespace) -> int:
    """For scripts: status 1 if a record is not valid or is refused, 2 if there was none. The status
    of ``python -m competition verify`` is part of the notation and says only whether every line
    could be read."""
    verb: Verb = chosen.verb
    valid: list[bool] = []

    def answer(document: Document) -> Document:
        valid.append(False)  # as long as nothing else is known: it may be refused
        found = dict(verb.answer(document))
        valid[-1] = found["valid"]
        return found

    status = run_verb(Verb(answer, verb.summary, verb.schema, verb.example), chosen)
    if status != ALL_READ or chosen.schema or chosen.example:
        return status
    if not valid:
        # A download that fails gives empty input in a pipe, and nothing was verified.
        sys.stderr.write("no record was read\n")
        return UNREADABLE
    if not all(valid):
        return INVALID
    return ALL_READ


if __name__ == "__main__":
    main()
