"""The pictures of the guide can be taken: every screen that they show still exists."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.server import DemoServer
from tools.pictures import LANGUAGES, LARGEST_PICTURE, list_names, take_pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_pictures_of_a_language_are_taken(
    server: DemoServer, browser: Browser, tmp_path: Path, language: str
) -> None:
    take_pictures(browser, server, language, tmp_path / language)
    taken = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.webp")}
    assert taken.keys() == {name for name in list_names() if name.startswith(f"{language}/")}
    assert {name for name, path in taken.items() if path.stat().st_size > LARGEST_PICTURE} == set()
