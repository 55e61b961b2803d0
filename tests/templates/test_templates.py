"""What every template of the site keeps to."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
PRINTS = TEMPLATES / "prints"
ALL = sorted(TEMPLATES.rglob("*.html"))
# Prints are made by WeasyPrint, which no content security policy binds.
PAGES = [path for path in ALL if PRINTS not in path.parents]
SHARED = sorted([*(TEMPLATES / "components").glob("*.html"), *TEMPLATES.glob("*.html")])
LONGEST = 120  # a sentence to be translated takes three lines


def name(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


@pytest.mark.parametrize("path", SHARED, ids=name)
def test_a_shared_template_says_what_it_needs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    opening = re.match(
        r"(?:\{% extends [^%]+ %\}\s*)?\{% comment %\}(.*?)\{% endcomment %\}",
        text,
        re.S,
    )
    assert opening
    assert "Context:" in opening[1]


@pytest.mark.parametrize("path", ALL, ids=name)
def test_no_template_trusts_text_blindly(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape off|\|\s*safeseq\b", text)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_keep_to_the_content_security_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=", text), "no style attributes"
    assert not re.search(r"<style\b", text), "style belongs to static/css"
    assert not re.search(r"\son[a-z]+=|\shx-on[:-]|javascript:", text), "no inline code"
    for script in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in script or "application/json" in script


@pytest.mark.parametrize("path", ALL, ids=name)
def test_templates_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_forms_that_post_carry_the_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for form in re.findall(r'<form\b[^>]*method="post".*?</form>', text, re.S):
        assert "{% csrf_token %}" in form


@pytest.mark.parametrize("path", ALL, ids=name)
def test_every_block_is_closed_by_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\{% endblock %\}", text)
