"""The house's tag for sentences answers as Django's own does, in every language."""

import re
from pathlib import Path

from django.conf import settings
from django.template import Context, Engine
from django.test import override_settings
from django.utils.translation import override

from tests.in_turn import in_turn

SENTENCES = (
    '{% translate "Monday" %}',  # which Django has in German
    '{% translate "100 % of <b>it</b>" %}',
    '{% translate "Entries"|upper %}',
    "{% translate word %}",
    '{% translate "Entries" as said %}[{{ said }}]',
    '{% translate "Entries" noop %}',
    '{% translate "No." context "on the sheet" %}',
    "{% blocktranslate %}{{ nobody }} and {{ word }}{% endblocktranslate %}",
    "{% blocktranslate with n=number %}{{ n }} of {{ number }}{% endblocktranslate %}",
    "{% blocktranslate asvar put %}{{ word }}{% endblocktranslate %}[{{ put }}]",
    "{% blocktranslate trimmed with who=word %}\n  {{ who }}:\n 5 %\n{% endblocktranslate %}",
    "{% blocktranslate count n=2 %}{{ n }} hand of {{ word }}{% plural %}"
    "{{ n }} hands of {{ word }}{% endblocktranslate %}",
)
DJANGO = Engine(builtins=["django.templatetags.i18n"])
HOUSE = Engine(builtins=["django.templatetags.i18n", "clubs.templatetags.sentences"])


@in_turn("sentence", SENTENCES)
@in_turn("language", ["en", "en-xa", "de"])
def test_answers_as_djangos_own(sentence: str, language: str) -> None:
    theirs, ours = DJANGO.from_string(sentence), HOUSE.from_string(sentence)
    for word in ("Marie & Co", "Entries", "Marie"):
        with override(language):
            here = Context({"word": word, "number": 2.5})
            facts = {"word": word, "number": 2.5}
            assert ours.render(here) == theirs.render(Context(facts))


def test_a_name_from_right_to_left_turns_nothing_around() -> None:
    sentence = "{% blocktranslate with who=word %}{{ who }}: {{ n }} & {{ word }}"
    page = HOUSE.from_string(f"{sentence}{{% endblocktranslate %}}")
    shown = page.render(Context({"word": "<אנה>", "n": 3}))
    isolate = "\N{FIRST STRONG ISOLATE}&lt;אנה&gt;\N{POP DIRECTIONAL ISOLATE}"
    assert shown == f"{isolate}: 3 & {isolate}"


@in_turn("sentence", SENTENCES)
def test_one_language_is_not_looked_up(sentence: str) -> None:
    with override_settings(USE_I18N=False):
        ours = HOUSE.from_string(sentence)
    facts = {"word": "Marie & Co"}
    theirs = DJANGO.from_string(sentence).render(Context(facts))
    assert ours.render(Context(facts)) == theirs


def test_no_style_sheet_says_anything() -> None:
    styles = sorted((settings.BASE_DIR / "static").rglob("*.css"))
    own = [each for each in styles if "vendor" not in each.parts]
    put = re.findall(r"content:([^;]*);", "".join(map(Path.read_text, own)))
    quoted = [text for each in put for text in re.findall(r'"([^"]*)"', each)]
    assert [text for text in quoted if re.search(r"[A-Za-z]{2}", text)] == []
