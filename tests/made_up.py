"""What of a page is not translated, told by the made-up language.

Its letters have accents: English that no catalogue holds stays plain Latin. Names and what
people typed are theirs, and are left out by list.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from zoneinfo import available_timezones

from babel import Locale
from django.db.models import Model
from django.http import HttpResponse
from django.test import override_settings
from django.utils.translation import override

from clubs.compile_messages import MADE_UP, make_catalogues
from clubs.guides import guides
from clubs.i18n.currency import currencies
from clubs.i18n.locale_formats import WRITINGS
from clubs.models import Club, Player, Season, User
from scoring.models import (
    Adjustment,
    Announcement,
    ApiToken,
    Call,
    Change,
    Entry,
    HandRuling,
    OldList,
    Sheet,
    Tournament,
)

# Told to machines, not to people.
OF_MACHINES = {
    "class",
    "id",
    "name",
    "href",
    "src",
    "style",
    "d",
    "viewbox",
    "action",
    "for",
    "content",
    "points",
    "transform",
    "type",
    "pattern",
    "autocomplete",
    "sizes",
    "rel",
    "media",
    "method",
    "role",
    "list",
    "data-find",
    "accept",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-live",
    "enctype",
    "headers",
    "lang",
    "form",
    "onsubmit",
    "srcset",
    "inputmode",
    "scope",
}
UNSEEN = {"script", "style"}
WORD = re.compile(r"[A-Za-z]{2,}")
# Written alike in every language.
EVERYWHERE = re.compile(
    r"whsec_\S+|https?://\S+|/[\w/.-]+/|\b[\w.-]+@[\w.-]+\b|\b[\w-]+\.(?:zip|pdf|csv|xlsx|json|html|example)\b"
    r"|\b[A-Z]\w+/[A-Z]\w+(?:/\w+)?\b|\b(?:Valat|SPJST|QR|PDF|CSV|XLSX|JSON|HTTPS?|URL)\b"
    r"|\b(?:English|CST|CDT)\b|\./run manage \w+"
    r'|<iframe src=\S+ title=|loading="lazy" .*></iframe>'
)
NAMES: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (Player, ("name", "lodge")),
    (Club, ("name", "town", "slug")),
    (User, ("name", "username", "email")),
    (Season, ("name", "slug")),
    (Tournament, ("name", "place", "slug")),
    (Entry, ("name", "team")),
    (Sheet, ("code",)),
    (HandRuling, ("reason",)),
    (Adjustment, ("reason",)),
    (Announcement, ("text",)),
    (Call, ("reason",)),
    (Change, ("by_name",)),
    (OldList, ("name",)),
    (ApiToken, ("name", "by_name")),
)


@contextmanager
def offered() -> Iterator[None]:
    """As if the site had it beside English."""
    both = [("en", "English"), (MADE_UP, "⟦Ěňğľįšĥ⟧")]
    with override_settings(LANGUAGES=both):
        make_catalogues()
        yield


class Visible(HTMLParser):
    """The texts that somebody reads, or has read to him."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in UNSEEN
        given = {name: value or "" for name, value in attrs}
        for name, value in given.items():
            is_label = name == "value" and given.get("type") == "submit"
            reads = name in ("aria-label", "title", "placeholder", "alt")
            sentence = " " in value.strip() and name not in {*OF_MACHINES, "value"}
            machine = name.startswith(("hx-", "on", "xmlns")) or "{" in value
            if is_label or reads or (sentence and not machine):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self.unseen and data.strip():
            self.texts.append(" ".join(data.split()))


def visible(page: str) -> list[str]:
    parser = Visible()
    parser.feed(page)
    return parser.texts


def left_in(answer: HttpResponse) -> list[str]:
    """The sentences of a page that are not translated; a file has none."""
    is_page = answer.headers["Content-Type"].startswith("text/html")
    if answer.streaming or not is_page:
        return []
    return untranslated(visible(answer.content.decode()))


def untranslated(texts: Iterable[str]) -> list[str]:
    """Those with English left in them, each once."""
    plain = [text for text in dict.fromkeys(texts) if _has_plain_words(text)]
    if not plain:  # most texts: to look for names in them takes longest
        return []
    names = sorted(set(known_names()), key=len, reverse=True)
    theirs = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    return [text for text in plain if _has_plain_words(theirs.sub("", text))]


def _has_plain_words(text: str) -> bool:
    return bool(WORD.search(EVERYWHERE.sub("", text)))


def known_names() -> Iterator[str]:
    """What people are called, and what they typed; the parts of names too."""
    for model, fields in NAMES:
        for row in model._default_manager.values_list(*fields):
            for value in filter(None, row):
                yield value
                yield from (part for part in str(value).split() if len(part) > 1)
    yield from guide_titles()
    yield from zones()
    yield from currency_names()
    yield from calendar_names()


@cache
def guide_titles() -> list[str]:
    """The pages of the guides, which are written in English alone."""
    return [task.title for guide in guides().values() for task in guide.tasks]


@cache
def zones() -> list[str]:
    """The names of all time zones: a file is looked into for each."""
    return [zone.replace("_", " ") for zone in available_timezones()]


@cache
def currency_names() -> list[str]:
    """As CLDR has them in the language whose notation the made-up one borrows."""
    with override(MADE_UP):
        return [name for _, name in currencies()]


@cache
def calendar_names() -> list[str]:
    """Months and days, of the same language."""
    borrowed = Locale.parse(WRITINGS[MADE_UP].locale)
    names: list[str] = []
    for use in ("format", "stand-alone"):
        names += borrowed.months[use]["wide"].values()
        names += borrowed.days[use]["wide"].values()
    return names
