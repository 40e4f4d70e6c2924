"""Draws docs/explanation/packages.svg: the packages by layer, and which imports which.

Layers are those of the contract in pyproject.toml, imports those of the code. A strong line is an
import that no other package stands between; a faint one also goes another way. ``--check`` changes
nothing and fails if the picture differs from the code.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import grimp

from tools.paths import ROOT

PICTURE: Final = ROOT / "docs" / "explanation" / "packages.svg"
WIDTH: Final = 760
BOX_WIDTH, BOX_HEIGHT, ROW_HEIGHT, GAP = 132, 34, 86, 40
STYLE: Final = (
    "rect.page{fill:#fdfdfb}rect.box{fill:#e4efe9;stroke:#12503c}"
    "text{font:15px sans-serif;fill:#14211c;text-anchor:middle}"
    "path{fill:none;stroke:#12503c}.near{stroke-width:1.6}.far{stroke-width:.7;opacity:.3}"
)

Layers: TypeAlias = Sequence[Sequence[str]]
Import: TypeAlias = tuple[str, str]
"""A package, and one that it imports."""


def main() -> None:
    picture = render_graph(read_layers(), find_imports(flatten(read_layers())))
    if "--check" not in sys.argv:
        PICTURE.write_text(picture, encoding="utf-8")
    elif not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture:
        sys.exit("docs/explanation/packages.svg differs from the imports: make import-graph")


def read_layers() -> Layers:
    """The packages from the highest layer to the lowest."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["type"] == "layers")
    return [layer.split(" | ") for layer in layers]


def flatten(layers: Layers) -> list[str]:
    return [package for layer in layers for package in layer]


def find_imports(packages: Iterable[str]) -> set[Import]:
    """The imports between different packages."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = set()
    for module in graph.modules:
        importer = module.partition(".")[0]
        for imported_module in graph.find_modules_directly_imported_by(module):
            imported = imported_module.partition(".")[0]
            if importer != imported:
                imports.add((importer, imported))
    return imports


def find_nearest(imports: set[Import]) -> set[Import]:
    """The imports that no chain of others replaces (the transitive reduction)."""
    reached: dict[str, set[str]] = {}

    def reach(package: str) -> set[str]:
        if package not in reached:
            direct = {imported for importer, imported in imports if importer == package}
            reached[package] = direct.union(*(reach(each) for each in direct))
        return reached[package]

    nearest = set()
    for importer, imported in imports:
        # Packages have no cycle of imports, so none reaches itself, and ``reach`` ends.
        others = [other for one, other in imports if one == importer]
        if not any(imported in reach(other) for other in others):
            nearest.add((importer, imported))
    return nearest


def render_graph(layers: Layers, imports: set[Import]) -> str:
    """The SVG, the same for the same imports."""
    places = place_boxes(layers)
    nearest = find_nearest(imports)
    height = len(layers) * ROW_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The packages of La Bella and their imports, from the top down</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}"/>',
        *draw_lines(imports - nearest, places, "far"),
        *draw_lines(nearest, places, "near"),
        *draw_boxes(places),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def place_boxes(layers: Layers) -> dict[str, tuple[int, int]]:
    """The centre of each package's box."""
    places = {}
    for row, layer in enumerate(layers):
        left = (WIDTH - (len(layer) - 1) * (BOX_WIDTH + GAP)) // 2
        for column, package in enumerate(layer):
            middle = row * ROW_HEIGHT + ROW_HEIGHT // 2
            places[package] = (left + column * (BOX_WIDTH + GAP), middle)
    return places


def draw_lines(
    imports: Iterable[Import], places: Mapping[str, tuple[int, int]], kind: str
) -> Iterator[str]:
    for importer, imported in sorted(imports):
        (x1, y1), (x2, y2) = places[importer], places[imported]
        y1, y2 = y1 + BOX_HEIGHT // 2, y2 - BOX_HEIGHT // 2
        bend = (y2 - y1) // 2
        curve = f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"
        yield f'<path class="{kind}" d="{curve}"/>'


def draw_boxes(places: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for package, (x, y) in places.items():
        left, top = x - BOX_WIDTH // 2, y - BOX_HEIGHT // 2
        yield (
            f'<rect class="box" x="{left}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}"'
            f' rx="6"/><text x="{x}" y="{y + 5}">{package}</text>'
        )


if __name__ == "__main__":
    main()
