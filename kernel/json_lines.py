"""Verbs of the command line: JSON Lines of documents in, JSON Lines of answers out."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from kernel.refusals import Refused, Unreadable

Document = dict[str, Any]
Answer = Callable[[Document], Mapping[str, Any]]
"""Answers one document, without its ``id``. Raises Unreadable or Refused."""

LONGEST_LINE = 2**22
"""In bytes. A longer line is not parsed."""
LONGEST_NUMBER = 1000
"""In digits. Python writes no number of more than 4,300, so sums and products need room."""

ALL_READ = 0
UNREADABLE = 2


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a command line. ``schema`` is the JSON Schema of its documents without ``id``,
    ``example`` a document that it answers; both are made only if they are printed."""

    answer: Answer
    summary: str
    schema: Callable[[], Mapping[str, Any]]
    example: Callable[[], Document]


def run(verbs: Mapping[str, Verb], program: str, arguments: Sequence[str] | None = None) -> int:
    """Runs ``VERB [FILE]``: answers each line on standard output, and returns the exit status."""
    parser = argparse.ArgumentParser(prog=program)
    add_verbs(parser.add_subparsers(metavar="VERB", required=True), verbs)
    parsed = parser.parse_args(arguments)
    return run_verb(parsed.verb, parsed)


def add_verbs(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",
    verbs: Mapping[str, Verb],
) -> None:
    """Adds a command for each verb; its parsed arguments are those of ``run_verb``."""
    for name, verb in verbs.items():
        command = subparsers.add_parser(name, help=verb.summary, description=verb.summary)
        command.add_argument(
            "file", nargs="?", type=Path, help="JSON Lines; standard input without it"
        )
        command.add_argument(
            "--schema", action="store_true", help="print the JSON Schema of its documents"
        )
        command.add_argument("--example", action="store_true", help="print an example document")
        command.set_defaults(verb=verb)


def run_verb(verb: Verb, parsed: argparse.Namespace) -> int:
    """Runs a verb with the parsed arguments of the command line, and returns the exit status."""
    if parsed.schema:
        line_schema = _add_id(verb.schema())
        sys.stdout.write(json.dumps(line_schema, indent=2, ensure_ascii=False) + "\n")
        return ALL_READ
    if parsed.example:
        example = {"id": "example", **verb.example()}
        sys.stdout.write(json.dumps(example, ensure_ascii=False) + "\n")
        return ALL_READ
    try:
        with parsed.file.open("rb") if parsed.file else nullcontext(sys.stdin.buffer) as source:
            # A line that is too long comes in pieces of one byte too many, so that it is refused
            # before it fills the memory.
            lines = iter(partial(source.readline, LONGEST_LINE + 1), b"")
            for answer in answers(lines, verb.answer):
                sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe. Python would write an error about it when it exits and
        # flushes standard output, so the rest goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, Unreadable) as error:
        sys.stderr.write(f"{error}\n")
        return UNREADABLE
    return ALL_READ


def _add_id(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a whole line: its ``id`` is any value, and is repeated in the answer."""
    if "oneOf" in schema:
        return {"oneOf": [_add_id(alternative) for alternative in schema["oneOf"]]}
    return {**schema, "properties": {"id": {}, **schema["properties"]}}


def answers(lines: Iterable[bytes], answer: Answer) -> Iterator[str]:
    """The answers to the documents, one a line and in order; blank lines have none.

    Raises Unreadable with the line's number at the first line that is no document.
    """
    for line_number, line in enumerate(lines, start=1):
        # One that is too long comes in pieces, each of which would count as a line.
        if line.isspace() and len(line) <= LONGEST_LINE:
            continue
        try:
            document = parse(line)
            document_id = document.pop("id", None)
            try:
                answered = answer(document)
            except Refused as refused:
                violations = [violation.as_json() for violation in refused.violations]
                answered = {"legal": False, "violations": violations}
            yield json.dumps({"id": document_id, **answered})
        except RecursionError:
            raise Unreadable(f"line {line_number}: nested too deeply") from None
        except Unreadable as error:
            raise Unreadable(f"line {line_number}: {error}") from error


def parse(line: bytes) -> Document:
    """The JSON object that a line holds. Raises Unreadable."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(f"longer than {LONGEST_LINE} bytes")
    try:
        document = _DECODER.decode(line.decode())
    except ValueError as error:
        raise Unreadable(f"not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Unreadable("not an object")
    return document


# JSON leaves open what Python's decoder would accept silently: of a key written twice it takes the
# last, and NaN, infinities and endless numbers have no meaning for a score.


def _check_keys(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return document


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _parse_int(text: str) -> int:
    digit_count = len(text.lstrip("-"))
    if digit_count > LONGEST_NUMBER:
        raise ValueError(f"{digit_count} digits are too large a number")
    return int(text)


def _parse_float(text: str) -> float:
    number = float(text)
    # A number like 1e999 is legal JSON, and infinity for Python.
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large a number")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_check_keys,
    parse_constant=_refuse_constant,
    parse_int=_parse_int,
    parse_float=_parse_float,
)
