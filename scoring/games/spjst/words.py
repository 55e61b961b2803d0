"""What pages call SPJST Tarok, and its rule sets."""

from rules.sentences import template as _
from rules.spjst.faults import NAMES as FAULTS
from rules.spjst.values import NAMES as VALUES
from scoring.games.names import FigureWords

NAME = _("SPJST Tarok")
EVENING = _("Tarok")  # what a club night of it is called
ABOUT = _("Texas Czech Tarok: four at a table, 100 chips each, called partners.")
PRESET_CHOICES = (
    ("spjst-2013", _("SPJST, rule sheet of 2013")),
    ("westfest-2012", _("Westfest, tournament rules of 2012")),
)
FIGURES = (
    FigureWords(
        _("Games"),
        {
            "bid.povinost.partner": _("Povinost with a partner"),
            "bid.povinost.alone": _("Povinost alone"),
            "bid.prever.1": _("Prever, the first three cards"),
            "bid.prever.2": _("Prever, the second three cards"),
            "bid.prever.3": _("Prever, going back to the first"),
            "partner": _("As partner"),
            "defender": _("As defender"),
        },
        tried=True,
    ),
    FigureWords(
        _("Kontra: what it moved beyond the plain hand"),
        {"kontra.given": _("Given"), "kontra.got": _("Received")},
        tried=True,
    ),
    FigureWords(
        _("Pagat and Valat"),
        {
            "pagat.announced": _("Pagat, announced"),
            "pagat.silent": _("Pagat, silent"),
            "pagat.against": _("Pagat of the others"),
            "valat.called": _("Valat, called"),
            "valat.silent": _("Valat, silent"),
            "valat.against": _("Valat of the others"),
        },
        tried=True,
        only_won=("valat.silent",),
    ),
    FigureWords(
        _("Values declared"),
        {f"value.{code}": name for code, name in VALUES.items()},
    ),
    FigureWords(
        _("The price of faults"),
        {
            **{f"fault.{code}": name.with_capital() for code, name in FAULTS.items()},
            "fault.redirected": _("Paid in place of partners"),
            "fault.of_others": _("By faults of others"),
        },
    ),
)
