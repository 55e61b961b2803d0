"""Of Bootstrap every page finds what it names: its part that is served has those classes."""

import re
from pathlib import Path

from tests.bootstrap import ALL_CLASSES, CLASS, CLASSES, COMMENT, STATIC, TAG, TARGET

TEMPLATES = STATIC.parent / "templates"


def looks() -> set[str]:
    styles = [path.read_text(encoding="utf-8") for path in STATIC.rglob("*.css")]
    return set(CLASS.findall(re.sub(r"url\([^)]*\)", "", "".join(styles))))


def named_in(path: Path) -> set[str]:
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    return {
        word for found in CLASSES.findall(TAG.sub(" ", text)) for word in found.split()
    }


def test_every_class_of_bootstrap_that_a_template_names_is_served() -> None:
    bootstrap = set(ALL_CLASSES.read_text(encoding="utf-8").split())
    assert len(bootstrap) > 1_000
    templates = sorted(TEMPLATES.rglob("*.html"))
    assert len(templates) > 200
    missing = {
        path.relative_to(TEMPLATES).as_posix(): left
        for path in templates
        if (left := (named_in(path) & bootstrap) - looks())
    }
    assert missing == {}, (
        "run tests/bootstrap.py, or give the class a look in valat.css"
    )


def test_the_part_of_bootstrap_is_small_and_names_its_licence() -> None:
    text = TARGET.read_text(encoding="utf-8")
    assert "Licensed under MIT" in text
    assert {"btn", "btn-primary", "table", "visually-hidden"} <= set(
        CLASS.findall(text)
    )
    assert TARGET.stat().st_size < 20_000
