"""The documentation site: ``make docs`` builds it into build/docs, and a warning is an error."""

from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

project = "La Bella"
author = "The authors of La Bella"
project_copyright = author

extensions = ["myst_parser"]
exclude_patterns = ["screenshots/all"]
nitpicky = True

# Headings get the anchors that sites for code give them, so that one link works in both.
myst_heading_anchors = 4
# Any other link must lead to a file or a heading of the project.
myst_url_schemes = ("https", "mailto")

html_theme = "furo"
html_title = "La Bella"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"top_of_page_buttons": []}
highlight_language = "none"


def setup(app: Sphinx) -> None:
    app.add_lexer("jsonl", JsonLexer)
