"""Messages in scripts, in the reader's language.

A script writes its messages as Python does, `say("{n} of {all}", { n, all })` and
`sayMany("{n} hand waits", "{n} hands wait", n)`, with only plain texts in double quotes
(static/js/say.js). The table page's script is generated for each language; other
scripts are equal in all languages, and the page passes them the translations.
"""

import json
import re
from collections.abc import Iterator
from itertools import count, takewhile

from django.utils.translation import gettext, trans_real

TEXT = r'"(?:\\.|[^"\\])*"'
# A formatter can put each argument on a line of its own.
ONE = re.compile(rf"(?<![\w.])say\(\s*(?P<text>{TEXT})(?P<alone>,?\s*\))?")
MANY = re.compile(rf"(?<![\w.])sayMany\(\s*(?P<one>{TEXT}),\s*(?P<several>{TEXT})")


def spoken(script: str) -> str:
    """Return the script with its messages in the reader's language.

    A message without values becomes its plain text.
    """
    return ONE.sub(_translated_call, MANY.sub(_many, script))


def words_of(script: str) -> dict[str, str | list[str]]:
    """Return the script's translations that differ from English, by English text."""
    words = dict(_words_of(script))
    return {
        text: translated for text, translated in words.items() if translated != text
    }


def _words_of(script: str) -> Iterator[tuple[str, str | list[str]]]:
    for match in ONE.finditer(script):
        text = json.loads(match["text"])
        yield text, gettext(text)
    for match in MANY.finditer(script):
        if forms := plural_forms(json.loads(match["one"])):
            yield json.loads(match["one"]), forms


def _translated_call(match: re.Match[str]) -> str:
    text = _as_text(gettext(json.loads(match["text"])))
    return text if match["alone"] else f"say({text}"


def _many(match: re.Match[str]) -> str:
    """Return a translated `sayMany` call: the first form, and a list of the others."""
    forms = plural_forms(json.loads(match["one"]))
    if not forms:
        return match[0]
    first, *others = map(_as_text, forms)
    return f"sayMany({first},[{','.join(others)}]"


def plural_forms(singular: str) -> list[str]:
    """Return the plural forms in the catalog, in its order; none in English."""
    # Django has no public access to the catalog
    catalogue = getattr(trans_real.catalog(), "_catalog", {})
    return list(takewhile(bool, (catalogue.get((singular, n), "") for n in count())))


def _as_text(sentence: str) -> str:
    return json.dumps(sentence, ensure_ascii=False)
