"""The build backend of ``pip install .``: setuptools, with the translations compiled first."""

from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  the other hooks

from wording.catalogues import compile_catalogues


def build_wheel(directory: str, *options: Any, **named_options: Any) -> str:
    compile_catalogues()
    name: str = build_meta.build_wheel(directory, *options, **named_options)
    return name


def build_editable(directory: str, *options: Any, **named_options: Any) -> str:
    compile_catalogues()
    name: str = build_meta.build_editable(directory, *options, **named_options)
    return name
