"""A print as plain text and numbers, ready to become a PDF in any process.

Light enough for every web worker: nothing here loads WeasyPrint or pypdf.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from django.template.loader import render_to_string

from clubs.i18n import message
from scoring.printing.page_sizes import page_size


class TellProgress(Protocol):
    """Told now and then how much is done, of how much; 0 where nobody knows."""

    def __call__(self, finished: int, total: int) -> None: ...


def nobody_watches(finished: int, total: int) -> None:
    """For whoever wants no progress."""


class NothingToPrint(ValueError):
    """A print without a page; says in a sentence what is missing."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of `size` mm; `x` and `top` mm from the page's lower left corner."""

    text: str
    x: float
    top: float
    size: float


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages of a print: a page in HTML and the style sheet beside print.css.

    `counts` is how much of the work the part stands for when progress is shown. `codes`
    has those of each page, or nothing where no page has one; the page of `form` is laid
    under each: what all pages share is kept once in the file and laid out once, so 100
    score sheets take a third of the time and a tenth of the space. The page of `back` is
    printed behind each.
    """

    html: str
    style: str
    counts: int = 1
    codes: tuple[tuple[Code, ...], ...] = ()
    form: Self | None = None
    back: Self | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A whole print. Its title, author and language are the first part's.

    It says what was true when it was made and needs no database. Raises NothingToPrint
    without parts.
    """

    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise NothingToPrint(message("There’s nothing to print."))


def document_of(template: str, context: Mapping[str, Any], **facts: Any) -> Document:
    """A document of one template; the rest as for `part_of`."""
    return Document((part_of(template, context, **facts),))


def part_of(
    template: str, context: Mapping[str, Any], *, style: str, paper: str, **facts: Any
) -> Part:
    """A template of prints/ filled in; the page's size is among its values.

    `facts` are the other fields of the part. Raises UnknownPaper.
    """
    values = {"page": page_size(paper), **context}
    return Part(render_to_string(f"prints/{template}", values), style, **facts)
