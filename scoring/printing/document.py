"""Documents to print, as plain text and numbers, ready for rendering in any process.

Light enough for every web worker: nothing here imports WeasyPrint or pypdf.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from django.template.loader import render_to_string

from clubs.i18n import message
from scoring.printing.page_sizes import page_size


class TellProgress(Protocol):
    """A callback for progress: parts finished, and their total; 0 if unknown."""

    def __call__(self, finished: int, total: int) -> None: ...


def nobody_watches(finished: int, total: int) -> None:
    """Ignore progress."""


class NothingToPrint(ValueError):
    """A print has no pages; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of `size` mm; `x` and `top` mm from the page's lower left corner."""

    text: str
    x: float
    top: float
    size: float


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages of a print: HTML, and a style sheet in addition to print.css.

    `counts` is the part's share of the work in progress reports. `codes` has the QR
    codes of each page, or is empty. The page of `form` is drawn under each page: shared
    content is rendered and stored only once, so 100 score sheets take a third of the
    time and a tenth of the space. The page of `back` is printed on the back of each.
    """

    html: str
    style: str
    counts: int = 1
    codes: tuple[tuple[Code, ...], ...] = ()
    form: Self | None = None
    back: Self | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A complete print. Its title, author and language are those of the first part.

    It has the data of the time when it was made and needs no database. Raises
    NothingToPrint without parts.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise NothingToPrint(message("There’s nothing to print."))


def document_of(template: str, context: Mapping[str, Any], **facts: Any) -> Document:
    """Return a document of one template; other arguments as for `part_of`."""
    return Document((part_of(template, context, **facts),))


def part_of(
    template: str, context: Mapping[str, Any], *, style: str, paper: str, **facts: Any
) -> Part:
    """Return a part from a template of prints/; its values include the page size.

    `facts` are the other fields of the part. Raises UnknownPaper.
    """
    values = {"page": page_size(paper), **context}
    return Part(render_to_string(f"prints/{template}", values), style, **facts)
