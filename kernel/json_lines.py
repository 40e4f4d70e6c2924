"""Documents in, answers out: JSON Lines on the command line."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from kernel.refusals import Refused, Unreadable

Document = dict[str, Any]
Answer = Callable[[Document], Mapping[str, Any]]
"""Answers one document, without its ``id``. Raises Unreadable or Refused."""

LONGEST_LINE = 2**22
"""Bytes. A longer line is not read, let alone parsed."""
LONGEST_NUMBER = 1000
"""Digits. Python writes no number of more than 4,300, so sums and products need room."""

ALL_READ = 0
UNREADABLE = 2


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a command line. ``schema`` is the JSON Schema of its documents without ``id``,
    ``example`` a document that it answers; both are made when somebody asks for them."""

    answer: Answer
    summary: str
    schema: Callable[[], Mapping[str, Any]]
    example: Callable[[], Document]


def run(verbs: Mapping[str, Verb], program: str, arguments: Sequence[str] | None = None) -> int:
    """``VERB [FILE]``: answers each line on standard output; the exit status."""
    parser = argparse.ArgumentParser(prog=program)
    add_verbs(parser.add_subparsers(metavar="VERB", required=True), verbs)
    chosen = parser.parse_args(arguments)
    return run_verb(chosen.verb, chosen)


def add_verbs(
    subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]",
    verbs: Mapping[str, Verb],
) -> None:
    """Adds a command for each verb; what it is called with goes to ``run_verb``."""
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


def run_verb(verb: Verb, chosen: argparse.Namespace) -> int:
    """Does what the command line asks of a verb; the exit status."""
    if chosen.schema:
        return _print(json.dumps(_with_id(verb.schema()), indent=2, ensure_ascii=False))
    if chosen.example:
        return _print(json.dumps({"id": "example", **verb.example()}, ensure_ascii=False))
    try:
        with chosen.file.open("rb") if chosen.file else nullcontext(sys.stdin.buffer) as source:
            for answer in answers(_lines(source), verb.answer):
                sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, Unreadable) as error:
        sys.stderr.write(f"{error}\n")
        return UNREADABLE
    return ALL_READ


def _with_id(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a whole line: its ``id`` is any value, and is echoed."""
    if "oneOf" in schema:
        return {"oneOf": [_with_id(each) for each in schema["oneOf"]]}
    return {**schema, "properties": {"id": {}, **schema["properties"]}}


def _print(text: str) -> int:
    sys.stdout.write(text + "\n")
    return ALL_READ


def answers(lines: Iterable[bytes], answer: Answer) -> Iterator[str]:
    """The answers to the documents, one a line and in order; blank lines have none.

    Raises Unreadable with the line's number at the first line that is no document.
    """
    for number, line in enumerate(lines, start=1):
        if line.isspace():
            continue
        try:
            yield _answer_line(line, answer)
        except RecursionError:
            raise Unreadable(f"line {number}: nested too deeply") from None
        except Unreadable as error:
            raise Unreadable(f"line {number}: {error}") from error


def _answer_line(line: bytes, answer: Answer) -> str:
    document = parse(line)
    identity = document.pop("id", None)
    try:
        said = answer(document)
    except Refused as refused:
        violations = [violation.as_json() for violation in refused.violations]
        said = {"legal": False, "violations": violations}
    return json.dumps({"id": identity, **said})


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


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Line by line, never more than one byte too many of one."""
    return iter(lambda: source.readline(LONGEST_LINE + 1), b"")


def _each_key_once(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return document


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _whole(text: str) -> int:
    if (digits := len(text.lstrip("-"))) > LONGEST_NUMBER:
        raise ValueError(f"{digits} digits are too large a number")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large a number")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_each_key_once,
    parse_constant=_no_constant,
    parse_int=_whole,
    parse_float=_finite,
)
