"""From a template to a PDF: our pages, our fonts, and nothing from the network."""

import functools
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.template.loader import render_to_string
from weasyprint import CSS, HTML
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from scoring.prints.kinds import page_size

STYLES = settings.BASE_DIR / "static" / "css"
FONTS = settings.BASE_DIR / "static" / "fonts"

# WeasyPrint tells a developer about styles it leaves out; a director has no use for it.
logging.getLogger("weasyprint").setLevel(logging.ERROR)
logging.getLogger("fontTools").setLevel(logging.ERROR)


class OwnFontsOnly(URLFetcher):
    """Opens the shipped fonts and what a page carries itself, nothing else."""

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


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages of a print, ready for WeasyPrint in any process.

    `counts` is how much of the work the part stands for when progress is shown.
    """

    html: str
    style: str
    counts: int = 1

    def pdf(self) -> bytes:
        """The pages; needs no database and no templates."""
        return self.laid_out().write_pdf()

    def laid_out(self) -> Document:
        """The pages with every box where it stands."""
        return HTML(string=self.html, url_fetcher=OwnFontsOnly()).render(
            stylesheets=[_style("print.css"), _style(self.style)],
            font_config=_fonts(),
        )


def part_of(
    template: str,
    context: Mapping[str, Any],
    *,
    style: str,
    paper: str,
    counts: int = 1,
) -> Part:
    """A template of prints/ filled in; the page's size is among its values."""
    values = {"page": page_size(paper), **context}
    return Part(render_to_string(f"prints/{template}", values), style, counts)


@functools.cache
def _fonts() -> FontConfiguration:
    """One per process: unpacking the fonts is the slowest part of a short print."""
    return FontConfiguration()


@functools.cache
def _style(name: str) -> CSS:
    return CSS(
        string=(STYLES / name).read_text(encoding="utf-8"),
        base_url=f"{STYLES.as_uri()}/",
        font_config=_fonts(),
        url_fetcher=OwnFontsOnly(),
    )
