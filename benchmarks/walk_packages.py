"""The packages whose calls `benchmarks.walks` counts, and those that frame every request.

Prefixes of paths from the root. `tests/ratchet` fails when one names nothing.
"""

PACKAGES = ("scoring/", "clubs/", "rules/")
FRAME = (
    "clubs/access",
    "clubs/templatetags",
    # How a sentence is said: each on a page, and each in a form, goes through it.
    "clubs/i18n",
    "rules/messages",
    "clubs/languages",
    # How a number is drawn next to its figures, as wording is how it is said.
    "scoring/core/chip_stacks",
    "scoring/core/square_tables",
    "scoring/printing/chip_rows",
    "clubs/views/urls",
    "clubs/apps",
    "scoring/core/access",
    "scoring/core/menu",  # the bar of each page
    # The bar's link to the guide: one look-up by the page's name, on each page of a desk.
    "scoring/core/guide_tasks",
    "clubs/guides",
    "scoring/apps",
    "scoring/templatetags",
)
