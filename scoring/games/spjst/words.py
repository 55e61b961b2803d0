"""What pages call SPJST Tarok, and its rule sets."""

from rules.messages import say_later
from rules.spjst.faults import NAMES as FAULTS
from rules.spjst.values import NAMES as VALUES
from scoring.games.labels import FigureWords

NAME = say_later("SPJST Tarok")
EVENING = say_later("Tarok")  # what a club night of it is called
ABOUT = say_later(
    "Texas Czech Tarok: four at a table, 100 chips each, called partners."
)
PRESET_CHOICES = (
    ("spjst-2013", say_later("SPJST, rule sheet of 2013")),
    ("westfest-2012", say_later("Westfest, tournament rules of 2012")),
)
FIGURES = (
    FigureWords(
        say_later("Games"),
        {
            "bid.povinost.partner": say_later("Povinost with a partner"),
            "bid.povinost.alone": say_later("Povinost alone"),
            "bid.prever.1": say_later("Prever, the first three cards"),
            "bid.prever.2": say_later("Prever, the second three cards"),
            "bid.prever.3": say_later("Prever, going back to the first"),
            "partner": say_later("As partner"),
            "defender": say_later("As defender"),
        },
        tried=True,
    ),
    FigureWords(
        say_later("Kontra: what it moved beyond the plain hand"),
        {"kontra.given": say_later("Given"), "kontra.got": say_later("Received")},
        tried=True,
    ),
    FigureWords(
        say_later("Pagat and Valat"),
        {
            "pagat.announced": say_later("Pagat, announced"),
            "pagat.silent": say_later("Pagat, silent"),
            "pagat.against": say_later("Pagat of the others"),
            "valat.called": say_later("Valat, called"),
            "valat.silent": say_later("Valat, silent"),
            "valat.against": say_later("Valat of the others"),
        },
        tried=True,
        only_won=("valat.silent",),
    ),
    FigureWords(
        say_later("Values declared"),
        {f"value.{code}": name for code, name in VALUES.items()},
    ),
    FigureWords(
        say_later("The price of faults"),
        {
            **{f"fault.{code}": name.with_capital() for code, name in FAULTS.items()},
            "fault.redirected": say_later("Paid in place of partners"),
            "fault.of_others": say_later("By faults of others"),
        },
    ),
)
