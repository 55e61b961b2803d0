"""A print as it is had: one press, and the PDF opens."""

from io import BytesIO

from playwright.sync_api import Locator, Page, Response
from pypdf import PdfReader


def texts_opened_by(page: Page, button: Locator) -> list[str]:
    """What stands on each page of the PDF that one press on the button opens."""
    with page.expect_response(_is_pdf, timeout=60_000) as opened:
        button.click()
    content = page.request.get(opened.value.url).body()
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(content)).pages]


def tile(page: Page, what: str) -> Locator:
    """The tile of a print on the page of prints."""
    return page.locator(f'button.print-tile[value="{what}"]')


def _is_pdf(response: Response) -> bool:
    return response.ok and response.headers.get("content-type") == "application/pdf"
