"""The paper sizes for prints."""

from dataclasses import dataclass


class UnknownPaper(ValueError):
    """The paper size doesn't exist."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """A paper size in millimeters."""

    name: str
    width: float
    height: float


PAGE_SIZES = {
    "letter": PageSize("Letter", 215.9, 279.4),
    "a4": PageSize("A4", 210, 297),
}


def page_size(paper: str) -> PageSize:
    """Return the size named `paper`; raises UnknownPaper."""
    try:
        return PAGE_SIZES[paper]
    except KeyError:
        known = " or ".join(PAGE_SIZES)
        raise UnknownPaper(f"“{paper}” is no paper size here: {known}.") from None
