"""Rendering of documents as PDF, with our fonts and without network access.

100 score sheets take two and a half seconds of one processor; a second process would
save one of them, but would need pools and forks, which can hang.
"""

import functools
import logging
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from weasyprint import CSS, HTML
from weasyprint.document import Document as Pages
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scoring.printing.document import Document, Part, TellProgress, nobody_watches
from scoring.printing.merge import bound

STYLES = settings.BASE_DIR / "static" / "css"
FONTS = settings.BASE_DIR / "static" / "fonts"

# WeasyPrint warns developers about styles it ignores; directors don't need that.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.ERROR)
_PAGES = logging.getLogger("weasyprint.progress")
_PAGES.setLevel(logging.INFO)
_PAGES.propagate = False


class OwnFontsOnly(URLFetcher):
    """A URL fetcher that only opens the shipped fonts and data: URIs."""

    def fetch(
        self, url: str, headers: dict[str, str] | None = None
    ) -> URLFetcherResponse:
        is_font = (
            url.startswith("file://")
            and Path(url2pathname(urlsplit(url).path)).resolve().parent == FONTS
        )
        if not is_font and not url.startswith("data:"):
            raise ValueError(f"A print opens nothing but its fonts, not {url}")
        return super().fetch(url, headers)


class _PagesTold(logging.Handler):
    """A log handler that reports each new page that WeasyPrint lays out."""

    def __init__(self, tell: TellProgress) -> None:
        super().__init__()
        self.tell, self.page = tell, 0

    def emit(self, record: logging.LogRecord) -> None:
        if "Page" in record.msg and isinstance(record.args, tuple):
            page = record.args[0]
            if isinstance(page, int) and page > self.page:
                self.page = page
                self.tell(page, 0)


def pdf_of(document: Document, *, on_progress: TellProgress = nobody_watches) -> bytes:
    """Return the document as PDF; progress in parts, or in pages of a single one."""
    parts = document.parts
    total, finished = sum(part.counts for part in parts), 0
    on_progress(finished, total)
    pdfs = []
    backs = {part.back for part in parts if part.back}
    finish = partial(_prefer_sides, "DuplexFlipLongEdge" if backs else "Simplex")
    progress = _PagesTold(on_progress if total == 1 else nobody_watches)
    _PAGES.addHandler(progress)
    try:
        for part in parts:
            pdfs.append(laid_out(part).write_pdf(finisher=finish))
            finished += part.counts
            on_progress(finished, total)
    finally:
        _PAGES.removeHandler(progress)
    forms = {part.form for part in parts if part.form}
    return bound(
        parts,
        pdfs,
        {form: laid_out(form).write_pdf() for form in forms},
        {back: laid_out(back).write_pdf() for back in backs},
    )


def _prefer_sides(sides: str, _pages: Pages, pdf: Any) -> None:
    """Ask the printer for one-sided or two-sided printing.

    Otherwise a printer set to two-sided puts two tables on one leaf.
    """
    pdf.catalog["ViewerPreferences"] = f"<</Duplex /{sides}>>"


@functools.cache
def warm_up() -> None:
    """Load the fonts and the main style before someone waits for a print; only once."""
    laid_out(Part("<p><b>1</b> 2</p>", "print_sheets.css")).write_pdf()


def laid_out(part: Part) -> Pages:
    """Return the laid-out pages of a part."""
    return HTML(string=part.html, url_fetcher=OwnFontsOnly()).render(
        stylesheets=[_style("print.css"), _style(part.style)], font_config=_fonts()
    )


@functools.cache
def _fonts() -> FontConfiguration:
    """Return the fonts, once per process: unpacking them is slow."""
    return FontConfiguration()


@functools.cache
def _style(name: str) -> CSS:
    return CSS(
        string=(STYLES / name).read_text(encoding="utf-8"),
        base_url=f"{STYLES.as_uri()}/",
        font_config=_fonts(),
        url_fetcher=OwnFontsOnly(),
    )
