"""The table page's scripts and styles, each joined into a single file.

At 400 ms per request, twenty small files take seconds, and so do comments and fonts at
400 kbit/s. So comments, blanks and long names are removed, and the fonts (`@font-face`)
are a separate style that the script loads once it runs itself. A file is named by its
content, and browsers cache it forever. It's joined once per process, and again if a
part changed on the disk. The script has its sentences in one language, so there is a
file for each language.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from whitenoise.compress import Compressor

from clubs.i18n.js_catalog import spoken
from clubs.languages import language_mark, offered
from scoring.games import games_here, phone_of
from scoring.games.labels import USUAL_GAME
from scoring.phones.views.short_names import shorten_names
from scoring.phones.views.slim import drop_unused_properties, slim_script, slim_style

# Third-party parts, each with the license line that must go with it.
VENDORED = {
    "vendor/preact/preact.min.umd.js": "Preact 10.29.8, MIT, © Jason Miller",
    "vendor/preact/hooks.umd.js": "Preact’s hooks 10.29.8, MIT, © Jason Miller",
    "vendor/htm/htm.umd.js": "htm 3.1.1, Apache-2.0, © Google Inc.",
    "vendor/idb/idb.umd.js": "idb 8.0.4, ISC, © Jake Archibald",
}
ENGINE = (
    "js/say.js",
    "table/fonts.js",
    "table/html.js",
    "table/keys.js",
    "table/names.js",
    "table/ui/words.js",
    "table/store.js",
    "table/book.js",
    "table/api.js",
    "table/outbox.js",
    "table/sync.js",
    "table/reopen.js",
    "table/writes.js",
    "table/engine.js",
)
# The script version of rules/explanations.py, which each game's script of its rules
# needs.
ACCOUNTS = ("table/paragraphs.js",)
FIRST = (
    "table/ui/theme.js",
    "table/ui/routes.js",
    "table/ui/parts.js",
    "table/ui/comforts.js",
    "table/ui/why.js",
    "table/ui/ring.js",
    "table/ui/head.js",
    "table/ui/home.js",
    "table/ui/join.js",
    "table/ui/record.js",
    "table/ui/hands.js",
)
# Not needed in the first minute: a separate script that the page loads later.
LATER = (
    "js/news.js",
    "table/ui/doubles.js",
    "table/ui/loans.js",
    "table/ui/count.js",
    "table/ui/confirm.js",
    "table/ui/call.js",
    "table/ui/phones.js",
    "table/ui/photo.js",
    "table/ui/evening.js",
    "table/ui/stuck.js",
    "table/ui/more.js",
)
PAGES = (*FIRST, *LATER)
LAST = ("table/app.js",)
LATER_END = "-later"  # after a game’s name in an address: its second script
STYLES = ("css/tokens.css", "table/table.css", "table/pages.css")
FACES = ("css/tokens.css",)
FACES_NAME = "fonts"  # instead of a game's name
FONTS = ("fonts/source-sans-3-latin-wght-normal.woff2",)

LINK = re.compile(r"""url\((["']?)(?!data:|https?:|[/#])([^"')]+)\1\)""")
FONT_FACE = re.compile(r"@font-face\s*{.*?}", re.DOTALL)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
KEPT = 96  # joined files: five per game in two languages
FOR_EVER = "public, max-age=31536000, immutable"


class PhoneFile(NamedTuple):
    """A static file in its current state on the disk."""

    name: str
    path: Path
    changed: int
    size: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Several parts as one file, named by its content."""

    digest: str
    plain: bytes

    def encoded(self, accepted: str) -> tuple[str, bytes]:
        """Return the smallest encoding that a browser accepts, with the content."""
        known = {encoding.partition(";")[0].strip() for encoding in accepted.split(",")}
        if "br" in known:
            return "br", _brotli(self)
        return ("gzip", _gzip(self)) if "gzip" in known else ("", self.plain)


def script_url(game: str) -> str:
    """Return the address of the script in the active language."""
    script_name = game + language_mark().replace("-", ".", 1)
    return reverse("scoring:table-script", args=[_named(script_name, script_of(game))])


def later_url(game: str) -> str:
    """Return the address of the script of later pages, in the active language."""
    script_name = game + LATER_END + language_mark().replace("-", ".", 1)
    return reverse(
        "scoring:table-script", args=[_named(script_name, later_script(game))]
    )


def style_url(game: str) -> str:
    return reverse("scoring:table-style", args=[_named(game, style_of(game))])


def font_urls() -> list[str]:
    """Return the style that declares the fonts, and the fonts that every page needs."""
    faces = _named(FACES_NAME, faces_of())
    address = reverse("scoring:table-style", args=[faces])
    return [address, *(static(name) for name in FONTS)]


def _named(script_name: str, file: Joined) -> str:
    """Return the file's name in an address: its game, and a digest of its content."""
    return f"{script_name}.{file.digest}"


def _game_in(named: str) -> str:
    """Return the game of a requested file; older addresses mean the usual game."""
    game = named.partition(".")[0].removesuffix(LATER_END)
    return game if game in games_here() else USUAL_GAME


def _is_later(named: str) -> bool:
    """Return whether it is the second script; older pages request “later” alone."""
    return f"-{named.partition('.')[0]}".endswith(LATER_END)


def _language_in(named: str) -> str:
    """Return the language of a file: “spjst.cs.0123…”; the default isn't named."""
    language = named.partition(".")[2].rpartition(".")[0]
    return language if language in offered() else settings.LANGUAGE_CODE


def script_of(game: str) -> Joined:
    """Return the script in the active language."""
    ours = (*ENGINE, *ACCOUNTS, *FIRST, *phone_of(game).SCRIPTS, *LAST)
    return _joined(_parts((*VENDORED, *ours)), language=get_language() or "")


def later_script(game: str) -> Joined:
    ours = (*LATER, *phone_of(game).LATER_SCRIPTS)
    return _joined(_parts(ours), language=get_language() or "")


def style_of(game: str) -> Joined:
    return _joined(_parts((*STYLES, *phone_of(game).STYLES)), is_whole_style=True)


def faces_of() -> Joined:
    return _joined(_parts(FACES), faces=True)


@require_safe
def script(request: HttpRequest, named: str) -> HttpResponse:
    with override(_language_in(named)):
        game, is_later = _game_in(named), _is_later(named)
        url = later_url(game) if is_later else script_url(game)
        if url != request.path:
            return _present(url)
        file = later_script(game) if is_later else script_of(game)
        return _kept_for_ever(request, file, "text/javascript; charset=utf-8")


@require_safe
def style(request: HttpRequest, named: str) -> HttpResponse:
    game = _game_in(named)
    file = faces_of() if named.startswith(f"{FACES_NAME}.") else style_of(game)
    if named not in (_named(game, file), _named(FACES_NAME, file)):
        return _present(style_url(game))
    return _kept_for_ever(request, file, "text/css; charset=utf-8")


@require_safe
@gzip_page
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; browsers check for updates each time."""
    source = Path(_found("table/worker.js")).read_bytes()
    response = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _present(url: str) -> HttpResponse:
    """Redirect a page older than the site to the current file, which also works."""
    response = HttpResponseRedirect(url)
    response["Cache-Control"] = "no-store"
    return response


def _kept_for_ever(request: HttpRequest, file: Joined, kind: str) -> HttpResponse:
    encoding, content = file.encoded(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(content, content_type=kind)
    if encoding:
        response["Content-Encoding"] = encoding
    response["Vary"] = "Accept-Encoding"
    response["Cache-Control"] = FOR_EVER
    return response


def _parts(names: Iterable[str]) -> tuple[PhoneFile, ...]:
    """Return the current parts. Raises FileNotFoundError for a missing one."""
    parts = []
    for name in names:
        path = Path(_found(name))
        status = path.stat()
        parts.append(PhoneFile(name, path, status.st_mtime_ns, status.st_size))
    return tuple(parts)


# Files change on the disk, but their paths don't: searching all took 15 ms per page.
@cache
def _found(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"The table page lacks its part static/{name}.")
    return path


@lru_cache(maxsize=KEPT)
def _joined(
    parts: tuple[PhoneFile, ...],
    *,
    language: str = "",
    faces: bool = False,
    is_whole_style: bool = False,
) -> Joined:
    texts = (_style_of(p, faces) if _is_style(p) else _script_of(p) for p in parts)
    text = "\n".join(texts)
    plain = (drop_unused_properties(text) if is_whole_style else text).encode()
    return Joined(hashlib.sha256(plain).hexdigest()[:16], plain)


# Takes half a second, so only when the file itself is requested.
@lru_cache(maxsize=KEPT)
def _brotli(file: Joined) -> bytes:
    return Compressor.compress_brotli(file.plain)


@lru_cache(maxsize=KEPT)
def _gzip(file: Joined) -> bytes:
    return Compressor.compress_gzip(file.plain)


def _is_style(part: PhoneFile) -> bool:
    return part.name.endswith(".css")


def _script_of(part: PhoneFile) -> str:
    if part.name in VENDORED:
        text = part.path.read_text(encoding="utf-8").strip()
        return f"/*! {VENDORED[part.name]} */\n{text};"
    return spoken(_shortened(part))


# The result is shared by all languages, and most parts by all games.
@lru_cache(maxsize=256)
def _shortened(part: PhoneFile) -> str:
    text = part.path.read_text(encoding="utf-8").strip()
    return shorten_names(slim_script(text))


def _style_of(part: PhoneFile, faces: bool) -> str:
    """Return the style without its `@font-face` rules, or only these.

    Links are replaced by served addresses.
    """
    text = STYLE_COMMENT.sub("", part.path.read_text(encoding="utf-8"))
    alone = "\n".join(FONT_FACE.findall(text))
    text = slim_style(alone if faces else FONT_FACE.sub("", text))
    folder = posixpath.dirname(part.name)
    return LINK.sub(lambda found: f'url("{_linked(folder, found[2])}")', text)


def _linked(folder: str, link: str) -> str:
    """Return the served address of a file that a style sheet here links to."""
    return static(posixpath.normpath(posixpath.join(folder, link)))
