"""Measures the signs of readable code in docs/explanation/structure.md.

``python -m tools.readability`` measures the Python source without tests and migrations, and
``python -m tools.readability tournaments/services api`` only what is below these directories.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tools.paths import ROOT
from tools.project_files import list_project_files

PARTICIPLE: Final = re.compile(
    r"[a-z]{2,}ed|told|said|kept|shown|drawn|given|taken|held|found|made|sent|left|known|written"
)
NO_PARTICIPLE: Final = {"need", "seed", "feed", "embed", "speed", "proceed", "exceed", "shared"}
FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp)
DOCSTRING_OWNERS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Signs:
    """What was counted. ``names`` has every place where a name is given, by the name."""

    names: Counter[str] = field(default_factory=Counter)
    functions: list[str] = field(default_factory=list)
    """The names of functions, without those that Python calls (``__str__``)."""
    used_once: int = 0
    """Private functions that their module reads once, be it in a table or as a property."""
    comprehensions: int = 0
    comments: int = 0
    code_lines: int = 0


def main(arguments: Sequence[str] | None = None) -> None:
    directories = list(sys.argv[1:] if arguments is None else arguments)
    signs = Signs()
    for path in list_source_files(directories):
        count_module(signs, (ROOT / path).read_text(encoding="utf-8"))
    print("\n".join(format_signs(signs)))


def list_source_files(directories: Sequence[str]) -> list[str]:
    patterns = [f"{name.rstrip('/')}/*.py" for name in directories] or ["*.py"]
    names = list_project_files(patterns)
    return [name for name in names if not name.startswith("tests/") and "/migrations/" not in name]


def count_module(signs: Signs, source: str) -> None:
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, FunctionNode)]
    signs.functions += [node.name for node in functions if not is_special(node.name)]
    signs.names.update(list_given_names(tree))
    signs.comprehensions += sum(isinstance(node, COMPREHENSIONS) for node in ast.walk(tree))
    count_private_functions(signs, tree, functions)
    count_lines(signs, source, tree)


def list_given_names(tree: ast.Module) -> Iterator[str]:
    """Functions, parameters, variables and attributes, each place for itself."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) if name not in {"self", "cls"}:
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def count_private_functions(signs: Signs, tree: ast.Module, functions: list[FunctionNode]) -> None:
    uses: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                uses[name] += 1
    for node in functions:
        is_private = node.name.startswith("_") and not is_special(node.name)
        signs.used_once += is_private and uses[node.name] == 1


def count_lines(signs: Signs, source: str, tree: ast.Module) -> None:
    """Lines with code, without docstrings, comments and empty lines; and the lines of comments."""
    documented = set(list_docstring_lines(tree))
    code: set[int] = set()
    no_code = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    no_code.add(tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            signs.comments += 1
        elif token.type not in no_code:
            code.update(range(token.start[0], token.end[0] + 1))
    signs.code_lines += len(code - documented)


def list_docstring_lines(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings, including those after an assignment."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                yield from range(first, last + 1)


def is_special(name: str) -> bool:
    return name.startswith("__")


def is_several_words(name: str) -> bool:
    return "_" in name.strip("_")


def has_of_at_end(name: str) -> bool:
    """Whether it has the form ``places_of``, which is no verb with its object."""
    return name.endswith("_of")


def begins_with_participle(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    return bool(PARTICIPLE.fullmatch(first)) and first not in NO_PARTICIPLE


def format_signs(signs: Signs) -> Iterator[str]:
    total = len(signs.functions)
    places = signs.names.total()
    several = sum(count for name, count in signs.names.items() if is_several_words(name))
    distinct = sum(map(is_several_words, signs.names))
    participles = sum(map(begins_with_participle, signs.functions))
    nouns_of = sum(map(has_of_at_end, signs.functions))
    one_word = sum(not is_several_words(name) for name in signs.functions)
    yield format_share("function names that begin with a participle", participles, total)
    yield format_share("function names that end with _of", nouns_of, total)
    yield format_share("function names of one word", one_word, total)
    yield format_share("identifiers of several words, all places", several, places)
    yield format_share("identifiers of several words, different names", distinct, len(signs.names))
    yield format_share("private functions used once", signs.used_once, total)
    per_function = signs.comprehensions / max(total, 1)
    yield f"{per_function:7.2f}  comprehensions and conditional expressions a function"
    per_lines = 100 / max(signs.code_lines, 1)
    yield f"{signs.comprehensions * per_lines:7.2f}  of them for 100 lines"
    comments = f"comments for 100 lines ({signs.comments:,} of {signs.code_lines:,})"
    yield f"{signs.comments * per_lines:7.2f}  {comments}"


def format_share(sign: str, count: int, total: int) -> str:
    return f"{100 * count / max(total, 1):5.1f} %  {sign} ({count:,} of {total:,})"


if __name__ == "__main__":
    main()
