"""The compiled message catalogs, made from locale/*/LC_MESSAGES/*.po at the start.

`.mo` files aren't stored in git, and a bare machine has no msgfmt: polib writes them
into the data folder, where Django looks (`LOCALE_PATHS`).
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from copy import copy
from importlib.util import find_spec
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation import to_locale

from clubs.files import replace_file

SOURCE = "en"  # the language of the source code
MADE_UP = "en-xa"  # a pseudo-language made from English that reveals untranslated text
PLACE = re.compile(r"(%\(\w+\)\w|%[sd%]|\{\w*\}|<[^<>]*>|&\w+;|\n|\*\*)")
PLAIN = "aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ"
ACCENTED = "ąĄƀɃčČďĎęĘƒƑğĞĥĤįĮĵĴķĶľĽɱⱮňŇőŐƥƤʠɊřŘšŠťŤůŮʋƲŵŴӿӾýÝžŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
BRACES = re.compile(r"\{(\w+)\}")
# Packages whose messages also appear on our pages; readers can't tell them from ours.
BORROWED = ("django.conf", "django.contrib.auth", "allauth")


def make_catalogues() -> None:
    """Compile the catalogs of all offered languages if a file is new or changed."""
    sources = sorted((settings.BASE_DIR / "locale").glob("*/LC_MESSAGES/*.po"))
    offered = [to_locale(code) for code, _ in settings.LANGUAGES]
    stamp = settings.LOCALE_PATHS[0] / "stamp"
    fingerprint = _fingerprint([*sources, Path(__file__)]) + " ".join(offered)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint:
        return
    # Delete the stamp first: a stop halfway leaves incomplete catalogs.
    stamp.unlink(missing_ok=True)
    for path in sources:
        name = path.parent.parent.name
        if name in offered and name != SOURCE:
            _write(polib.pofile(str(path)), name)
    if to_locale(MADE_UP) in offered:
        _write(made_up(), to_locale(MADE_UP))
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(fingerprint, encoding="utf-8")


def made_up() -> polib.POFile:
    """Return the pseudo-language: messages accented, in brackets, 40 % longer."""
    catalogue = polib.POFile()
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    known = set()
    for entry in _sentences():
        key = (entry.msgctxt, entry.msgid)
        if key in known:
            continue
        known.add(key)
        if entry.msgid_plural:
            sources = (entry.msgid, entry.msgid_plural)
            entry.msgstr_plural = dict(enumerate(map(disguised, sources)))
        else:
            entry.msgstr = disguised(entry.msgid)
        entry.flags = []
        catalogue.append(entry)
    return catalogue


def disguised(sentence: str) -> str:
    """Return "Table {n}" as "⟦Ťąƀľę {n}···⟧"; placeholders and markup stay."""
    parts = PLACE.split(sentence)
    text = "".join(
        part if index % 2 else part.translate(ACCENTS)
        for index, part in enumerate(parts)
    )
    longer = "·" * max(1, round(0.4 * sum(map(len, parts[::2]))))
    begin, end = ("\n" * text.startswith("\n"), "\n" * text.endswith("\n"))
    return f"{begin}⟦{text.strip(chr(10))}{longer}⟧{end}"


def add_spellings(catalogue: polib.POFile) -> None:
    """Add the spellings of a message that the code has and the catalog leaves out.

    Templates have Django's placeholders, `%(name)s`, and can begin with a capital
    letter where others don't; the rules have a straight apostrophe. A translator sees
    only one.
    """
    known = {(entry.msgctxt or "", entry.msgid) for entry in catalogue}
    for spell in (_with_capital, _with_django_places, _with_straight_apostrophe):
        for entry in [*catalogue]:
            other = spell(entry)
            key = (other.msgctxt or "", other.msgid)
            if key not in known:
                known.add(key)
                catalogue.append(other)


def _with_capital(entry: polib.POEntry) -> polib.POEntry:
    return _respelled(entry, lambda text: text[:1].upper() + text[1:])


def _with_django_places(entry: polib.POEntry) -> polib.POEntry:
    if not BRACES.search(entry.msgid + entry.msgid_plural):
        return entry
    return _respelled(
        entry, lambda text: BRACES.sub(r"%(\1)s", text.replace("%", "%%"))
    )


def _with_straight_apostrophe(entry: polib.POEntry) -> polib.POEntry:
    other = copy(entry)
    other.msgid = entry.msgid.replace("’", "'")
    other.msgid_plural = entry.msgid_plural.replace("’", "'")
    return other


def _respelled(entry: polib.POEntry, spell: Callable[[str], str]) -> polib.POEntry:
    """Return a message whose texts and translations are spelled in another way."""
    other = copy(entry)
    other.msgid, other.msgstr = spell(entry.msgid), spell(entry.msgstr)
    other.msgid_plural = spell(entry.msgid_plural)
    other.msgstr_plural = {n: spell(text) for n, text in entry.msgstr_plural.items()}
    return other


def _sentences() -> Iterator[polib.POEntry]:
    own_path = settings.BASE_DIR / "locale" / SOURCE / "LC_MESSAGES" / "django.po"
    paths = [own_path]
    for package in BORROWED:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            # One catalog is enough: all of them contain the English messages.
            paths += sorted(Path(folder).glob("locale/[de][ne]/LC_MESSAGES/django.po"))
    for path in paths:
        if path.exists():
            yield from polib.pofile(str(path))


def _write(catalogue: polib.POFile, locale: str) -> None:
    add_spellings(catalogue)
    path = settings.LOCALE_PATHS[0] / locale / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, catalogue.to_binary())


def _fingerprint(paths: list[Path]) -> str:
    facts = (
        f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in paths
    )
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()
