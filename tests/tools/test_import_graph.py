"""The picture of the imports draws what is there."""

from tools.import_graph import (
    PICTURE,
    find_imports,
    find_nearest,
    flatten,
    place_boxes,
    read_layers,
    render_graph,
)


def test_an_import_that_a_chain_replaces_is_not_among_the_nearest() -> None:
    imports = {("web", "rules"), ("web", "scoring"), ("scoring", "rules"), ("rules", "kernel")}
    assert find_nearest(imports) == imports - {("web", "rules")}


def test_a_package_stands_below_those_that_import_it() -> None:
    layers = read_layers()
    heights = {package: y for package, (_, y) in place_boxes(layers).items()}
    assert all(
        heights[importer] < heights[imported]
        for importer, imported in find_imports(flatten(layers))
    )


def test_the_committed_picture_is_current() -> None:
    layers = read_layers()
    assert PICTURE.read_text(encoding="utf-8") == render_graph(
        layers, find_imports(flatten(layers))
    )
