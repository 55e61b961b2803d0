"""The guides of docs/ as pages of the site, one page for each task.

A guide is Markdown. Each of its second-level headings begins a task.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

from clubs.i18n import unaccented

DOCS: Path = settings.BASE_DIR / "docs"
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Task:
    """A page of a guide that explains one task."""

    guide: str
    slug: str
    title: str
    html: SafeString
    words: str  # lower case and without accents, for the search

    def get_absolute_url(self) -> str:
        return reverse("clubs:guide-task", args=[self.guide, self.slug])


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide for one kind of reader, task by task."""

    slug: str
    title: str
    introduction: SafeString
    tasks: tuple[Task, ...]

    def get_absolute_url(self) -> str:
        return reverse("clubs:guide", args=[self.slug])


@cache
def guides() -> dict[str, Guide]:
    """Return all guides by their slug."""
    return {slug: _read(slug) for slug in settings.GUIDES}


def search_guides(typed: str, most: int | None = None) -> list[Task]:
    """Return the tasks that have every typed word, matches in the title first."""
    wanted = WORD.findall(_searchable(typed))
    if not wanted:
        return []
    found: list[Task] = []
    for guide in guides().values():
        found += [task for task in guide.tasks if _has_all(task.words, wanted)]
    found.sort(key=lambda task: not _has_all(_searchable(task.title), wanted))
    return found[:most]


def task_at(address: str) -> Task:
    """Return the task at `guide/task`. Raises KeyError if there is none."""
    guide, _, slug = address.partition("/")
    return {task.slug: task for task in guides()[guide].tasks}[slug]


def _has_all(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _searchable(text: str) -> str:
    return unaccented(text).lower()


def _read(slug: str) -> Guide:
    tokens = MARKDOWN.parse((DOCS / f"{slug}.md").read_text(encoding="utf-8"))
    _, (title, body) = _parts(tokens, "h1")
    (_, introduction), *tasks = _parts(body, "h2")
    anchors = {_anchor(head): _slug(head) for head, _ in tasks}
    for token in body:
        if token.children:
            token.children = list(_on_the_site(token.children, slug, anchors))
    return Guide(
        slug,
        title,
        _rendered(introduction),
        tuple(
            Task(slug, _slug(head), _plain(head), _rendered(part), _words(head, part))
            for head, part in tasks
        ),
    )


def _parts(tokens: Sequence[Token], level: str) -> list[tuple[str, list[Token]]]:
    """Return the title and content of each section at a heading level.

    The first item is the content before any heading, with an empty title.
    """
    parts: list[tuple[str, list[Token]]] = [("", [])]
    rest = iter(tokens)
    for token in rest:
        if token.type == "heading_open" and token.tag == level:
            parts.append((next(rest).content, []))
            next(rest)  # skip the end of the heading
        else:
            parts[-1][1].append(token)
    return parts


def _on_the_site(
    tokens: Sequence[Token], guide: str, anchors: dict[str, str]
) -> Iterator[Token]:
    """Yield tokens with links and images of the repository pointing to the site.

    A link to a document that isn't a guide becomes plain text.
    """
    is_dropped = False
    for token in tokens:
        if token.type == "image":
            token.attrs |= _image(str(token.attrs["src"]))
        elif token.type == "link_open":
            address = _address(str(token.attrs["href"]), guide, anchors)
            token.attrs["href"] = address
            is_dropped = not address
        if not (is_dropped and token.type in ("link_open", "link_close")):
            yield token
        if token.type == "link_close":
            is_dropped = False


def _image(name: str) -> dict[str, str | int | float]:
    with Image.open(DOCS / name) as image:
        width, height = image.size
    src = static(f"guides/{name}")
    return {"src": src, "width": width, "height": height, "loading": "lazy"}


def _address(href: str, guide: str, anchors: dict[str, str]) -> str:
    """Return the site's address for a guide's link; "" if the site lacks the page."""
    page, _, anchor = href.partition("#")
    if not page:
        return reverse("clubs:guide-task", args=[guide, anchors[anchor]])
    if page.removesuffix(".md") in settings.GUIDES:
        return reverse("clubs:guide", args=[page.removesuffix(".md")])
    return "" if page.endswith(".md") else href


def _rendered(tokens: Sequence[Token]) -> SafeString:
    # The text is ours, and HTML in it is escaped.
    return SafeString(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _words(head: str, body: Sequence[Token]) -> str:
    return _searchable(" ".join([head, *(token.content for token in body)]))


def _anchor(head: str) -> str:
    """Return a heading's anchor as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")


def _plain(head: str) -> str:
    """Return a heading without its number."""
    return re.sub(r"^\d+\.\s*", "", head)


def _slug(head: str) -> str:
    return _anchor(_plain(head))
