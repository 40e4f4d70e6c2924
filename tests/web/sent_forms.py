"""What a browser sends of a form of a page that nobody has touched."""

from html.parser import HTMLParser
from typing import Any

from tests.web.pages import html_of

Sent = dict[str, Any]


def read_sent_form(response: Any, *, having: str, kind: str = "") -> Sent:
    """The fields of the first form of a page with a field of this name, as a browser would send
    them; without buttons. ``kind``: the value of its hidden field "kind", where a page has several.
    """
    reader = _FormReader()
    reader.feed(html_of(response))
    for form in reader.forms:
        if having in form and (not kind or form.get("kind") == [kind]):
            return form
    message = f"the page has no form with {having}"
    raise AssertionError(message)


class _FormReader(HTMLParser):
    """Collects the fields of all forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Sent] = []
        self.is_in_form = False
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []
        self.text_area: str | None = None
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({})
            self.is_in_form = True
        elif tag == "input":
            self._read_input(attributes)
        elif tag == "select":
            self.select, self.options = attributes.get("name"), []
        elif tag == "option":
            self.options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "textarea":
            self.text_area, self.text = attributes.get("name"), ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_in_form = False
        elif tag == "select" and self.select:
            # Without a selected option, a browser takes the first one.
            chosen = [value for value, is_selected in self.options if is_selected]
            for value in chosen or [value for value, _ in self.options[:1]]:
                self._add(self.select, value)
            self.select = None
        elif tag == "textarea" and self.text_area:
            self._add(self.text_area, self.text.removeprefix("\n"))
            self.text_area = None

    def _read_input(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text")
        is_box = kind in ("checkbox", "radio")
        if "name" not in attributes or kind in ("submit", "file"):
            return
        if not is_box or "checked" in attributes:
            self._add(attributes["name"], attributes.get("value", "on" if is_box else ""))

    def _add(self, name: str, value: str) -> None:
        if self.is_in_form:
            self.forms[-1].setdefault(name, []).append(value)
