"""`./run sentences`: every sentence of the site into locale/en, what a translator starts from.

It is made by the tests too, and not kept in git. It needs GNU gettext (Debian's package
`gettext`). Where a sentence comes from: `say` and Django's
own calls in Python, its tags in templates, `say` in scripts, the tables of `rules`.
"""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import django
import polib
from django.utils.translation.template import templatize

import rules
from rules.house_rules import House
from rules.messages import Sentence, Sentences

HOUSE = Path(__file__).resolve().parent.parent
CATALOGUE = HOUSE / "locale" / "en" / "LC_MESSAGES" / "django.po"
TEMPLATES = CATALOGUE.with_name("templates.json")
KEYWORDS = (
    "message",
    "say",
    "_",
    "lazy_message",
    "message_template",
    "plural_message:1,2",
    "sayMany:1,2",
    "gettext_noop",
    "lazy_context_message:1c,2",
    "pgettext_lazy:1c,2",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "in_place:1c,2",
    "_counted:1,2",
)
XGETTEXT = (
    *("xgettext", "--from-code=UTF-8", "--add-location=file", "--output=-"),
    "--add-comments=Translators",
)
DJANGO_PLACE = re.compile(r"%\((\w+)\)s")
META = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Language": "en",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


def main() -> int:
    found = collected()
    write(TEMPLATES, json.dumps(templates(found), ensure_ascii=False, indent=0))
    made = catalogue(found)
    write(CATALOGUE, str(made))
    print(f"{len(made)} sentences, {words(made)} words")
    return 0


def collect() -> None:
    """Collect the messages in a process of its own, before others read them."""
    command = [sys.executable, "-m", "tests.sentences"]
    subprocess.run(command, cwd=HOUSE, check=True, stdout=subprocess.DEVNULL)


def write(path: Path, text: str) -> None:
    """Replace a file as a whole, where its text changed.

    A site that starts makes its own catalogs only when this one is newer.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        whole = path.with_suffix(f".{os.getpid()}")
        whole.write_text(text, encoding="utf-8")
        whole.replace(path)


def collected() -> list[polib.POEntry]:
    """Every message as the code spells it, once for each place it comes from."""
    return [*in_code(), *in_tables()]


def templates(entries: Iterable[polib.POEntry]) -> dict[str, list[str]]:
    """Each form of each message with its places in braces, and the files that have it."""
    files: dict[str, set[str]] = {}
    for entry in entries:
        for text in filter(None, (entry.msgid, entry.msgid_plural)):
            paths = {path for path, _ in entry.occurrences}
            files.setdefault(in_braces(text), set()).update(paths)
    return {text: sorted(files[text]) for text in sorted(files)}


@cache
def read_templates() -> dict[str, list[str]]:
    """Return what `templates` found when the messages were collected last."""
    found: dict[str, list[str]] = json.loads(TEMPLATES.read_text(encoding="utf-8"))
    return found


def catalogue(found: Iterable[polib.POEntry] | None = None) -> polib.POFile:
    """All sentences, those of the same words once, by where they stand.

    One spelling is enough for a translator: places in braces, the curly apostrophe, and no
    capital where the sentence occurs without one too. `clubs.compile_messages` makes the others.
    """
    made = polib.POFile(wrapwidth=100)
    made.metadata = META
    known: dict[object, polib.POEntry] = {}
    entries = [*(collected() if found is None else found)]
    for entry in entries:
        entry.msgid, entry.msgid_plural = map(
            spelled, (entry.msgid, entry.msgid_plural)
        )
    without_capital = {key(entry) for entry in entries if entry.msgid[:1].islower()}
    for entry in entries:
        small = entry.msgctxt or "", small_letter(entry.msgid)
        if small in without_capital:
            entry.msgid = small_letter(entry.msgid)
            entry.msgid_plural = small_letter(entry.msgid_plural)
        first = known.setdefault(key(entry), entry)
        if first is entry:
            made.append(entry)
        else:
            first.occurrences.extend(entry.occurrences)
            first.comment = "\n".join(
                filter(None, {first.comment: 0, entry.comment: 0})
            )
            if (
                entry.msgid_plural
            ):  # gettext finds the form for one by the sentence alone
                first.msgid_plural = entry.msgid_plural
                first.msgstr_plural = entry.msgstr_plural
    for entry in made:
        entry.occurrences = sorted({(path, "") for path, _ in entry.occurrences})
        entry.flags = []
    made.sort(key=lambda each: (each.occurrences[0], each.msgid))
    return made


def spelled(text: str) -> str:
    """Write a sentence with the places and the apostrophe that the catalog has."""
    text = in_braces(text)
    return text.replace("'", "’") if "<" not in text else text


def in_braces(text: str) -> str:
    """Write the places of a template's message as Python has them."""
    if not DJANGO_PLACE.search(text):
        return text
    return DJANGO_PLACE.sub(r"{\1}", text).replace("%%", "%")


def small_letter(text: str) -> str:
    """Return a sentence without a capital at its beginning."""
    return text[:1].lower() + text[1:]


def key(entry: polib.POEntry) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def words(made: polib.POFile) -> int:
    return sum(len(each.msgid.split()) for each in made)


def in_code() -> Iterator[polib.POEntry]:
    """Out of Python, templates and scripts."""
    with tempfile.TemporaryDirectory() as folder:
        pages = list(as_python(Path(folder)))
        yield from extracted(Path(folder), "Python", pages)
    folders = ("config", "clubs", "scoring")
    code = [path for each in folders for path in sorted((HOUSE / each).rglob("*.py"))]
    yield from extracted(HOUSE, "Python", code)
    scripts = [*sorted((HOUSE / "static").rglob("*.js"))]
    scripts += sorted((HOUSE / "scoring" / "games").rglob("*.js"))
    own = [each for each in scripts if "vendor" not in each.parts]
    yield from extracted(HOUSE, "JavaScript", own)


def as_python(folder: Path) -> Iterator[Path]:
    """Templates as calls of gettext, where they stand in the house."""
    found = [*(HOUSE / "templates").rglob("*"), *(HOUSE / "scoring").rglob("*.html")]
    for path in sorted(each for each in found if each.is_file()):
        copy = folder / path.relative_to(HOUSE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        copy.write_text(templatize(text, origin=str(path)), encoding="utf-8")
        yield copy


def extracted(
    folder: Path, language: str, paths: list[Path]
) -> Iterator[polib.POEntry]:
    names = [str(path.relative_to(folder)) for path in paths]
    keywords = [f"--keyword={each}" for each in KEYWORDS]
    run = subprocess.run(
        [*XGETTEXT, f"--language={language}", *keywords, *names],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    if run.stdout:
        yield from polib.pofile(run.stdout)


def in_tables() -> Iterator[polib.POEntry]:
    """Out of the tables by code: nobody calls gettext with their sentences."""
    for found in pkgutil.walk_packages(rules.__path__, "rules."):
        module = importlib.import_module(found.name)
        path = Path(module.__file__ or "").relative_to(HOUSE).as_posix()
        for each in sentences_of(module):
            entry = polib.POEntry(msgid=each.template, occurrences=[(path, "")])
            entry.msgctxt = each.context or None
            if each.plural:
                entry.msgid_plural = each.plural
                entry.msgstr_plural = {0: "", 1: ""}
            yield entry


def sentences_of(module: ModuleType) -> Iterator[Sentence]:
    """Those of its tables, its tie-breaks and its house rules."""
    for table in vars(module).values():
        if isinstance(table, Sentences) and table.module == module.__name__:
            yield from table.values()
    for tie_break in getattr(module, "TIE_BREAKS", {}).values():
        yield from (tie_break.label, tie_break.explanation)
    for house in vars(module).values():
        if isinstance(house, House) and house.make.__module__ == module.__name__:
            yield from house.names.values()
            for option in house.options:
                yield from option.words()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.exit(main())
