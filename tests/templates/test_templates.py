"""What every template of the site keeps to, those in the phone's scripts too."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
TEMPLATES = HOUSE / "templates"
PRINTS = TEMPLATES / "prints"
ALL = sorted(TEMPLATES.rglob("*.html"))
LETTER = TEMPLATES / "scoring/emails/letter.html"
# Prints are made by WeasyPrint, and mails shown by mail programs: no content security
# policy binds them.
PAGES = [path for path in ALL if PRINTS not in path.parents and path != LETTER]
INCLUDE = re.compile(r'\{% include "([^"]+)"')
INCLUDED = {name for path in ALL for name in INCLUDE.findall(path.read_text("utf-8"))}
SHARED = sorted(
    {
        *TEMPLATES.glob("*.html"),
        *(TEMPLATES / "components").glob("*.html"),
        *TEMPLATES.rglob("_*.html"),
        *(TEMPLATES / name for name in INCLUDED),
    }
)
SCRIPTS = [
    *(each for each in HOUSE.glob("static/**/*.js") if "vendor" not in each.parts),
    *HOUSE.glob("scoring/games/*/static/**/*.js"),
]
A_SENTENCE = re.compile(r'^ *(const [A-Z]+ = say\()?"[^"]*"(\);|,)$', re.M)
LONGEST = 120  # signs of a line


def breaking(paths: Iterable[Path], rule: Callable[[str], object]) -> list[str]:
    """Names of the templates whose text breaks a rule: it gives what is wrong there."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    return [path.relative_to(HOUSE).as_posix() for path, text in texts if rule(text)]


def test_a_shared_template_says_what_it_needs() -> None:
    def says_nothing(text: str) -> bool:
        opening = re.match(
            r"(?:\{(?:% extends|% load|#)[^}]+\}\s*)*\{% comment %\}(.*?)\{% endcomment %\}",
            text,
            re.S,
        )
        return not opening or "Context:" not in opening[1]

    assert breaking(SHARED, says_nothing) == []


def test_no_blank_stands_before_a_comma() -> None:
    """The formatter breaks a line between two tags of Django, and that is a blank."""
    blank = re.compile(r"(?:%\}|\}\}|>)\s+\{% (?:if|for)\b[^%]*%\}[,.;:!?)]").search
    assert breaking(ALL, blank) == []


def test_no_template_trusts_text_blindly() -> None:
    trusts = re.compile(r"\|\s*safe\b|autoescape off|\|\s*safeseq\b").search
    assert breaking(ALL, trusts) == []


@pytest.mark.parametrize(
    "inline",
    [
        r"\sstyle=",
        r"<style\b",
        r"\son[a-z]+=|\shx-on[:-]|javascript:",
        r"<script\b(?![^>]*(?:src=|application/json))",
    ],
)
def test_pages_keep_to_the_content_security_policy(inline: str) -> None:
    assert breaking(PAGES, re.compile(inline).search) == []


def test_templates_in_scripts_are_wrapped() -> None:
    def is_crammed(text: str) -> bool:
        lines = re.sub(A_SENTENCE, "", text).splitlines()
        return max(map(len, lines), default=0) > LONGEST

    assert breaking(SCRIPTS, is_crammed) == []


def test_forms_that_post_carry_the_token() -> None:
    def bare_forms(text: str) -> list[str]:
        forms = re.findall(r'<form\b[^>]*method="post".*?</form>', text, re.S)
        return [form for form in forms if "{% csrf_token %}" not in form]

    assert breaking(PAGES, bare_forms) == []


def test_every_block_is_closed_by_name() -> None:
    assert breaking(ALL, re.compile(r"\{% endblock %\}").search) == []
