"""The public standings as they stand on the screen."""

import re

from playwright.sync_api import Locator, Page


def standings_on(page: Page) -> dict[str, tuple[str, list[int], int]]:
    """By name: place, each round's chips and the total, as they stand there."""
    found = {}
    for row in page.locator("table.standings tbody tr").all():
        place = row.locator(".place").text_content().split()[0]
        rounds = [number(cell) for cell in row.locator("td.round").all()]
        name = row.locator(".name").inner_text()
        found[name] = (place, rounds, number(row.locator("td.total")))
    return found


def number(cell: Locator) -> int:
    """What the cell shows, its true minus read, its footnote's sign left out."""
    return int(re.match(r"[-\d]+", cell.inner_text().strip().replace("−", "-"))[0])
