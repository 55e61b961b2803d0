"""Words of SPJST Tarok for pages: its name, and its rule sets."""

from rules.messages import message_template
from rules.spjst.faults import NAMES as FAULTS
from rules.spjst.values import NAMES as VALUES
from scoring.games.labels import FigureWords

NAME = message_template("SPJST Tarok")
EVENING = message_template("Tarok")  # the name of a club night of this game
ABOUT = message_template(
    "Texas Czech Tarok: four at a table, 100 chips each, called partners."
)
PRESET_CHOICES = (
    ("spjst-2013", message_template("SPJST, rule sheet of 2013")),
    ("westfest-2012", message_template("Westfest, tournament rules of 2012")),
)
FIGURES = (
    FigureWords(
        message_template("Games"),
        {
            "bid.povinost.partner": message_template("Povinost with a partner"),
            "bid.povinost.alone": message_template("Povinost alone"),
            "bid.prever.1": message_template("Prever, the first three cards"),
            "bid.prever.2": message_template("Prever, the second three cards"),
            "bid.prever.3": message_template("Prever, going back to the first"),
            "partner": message_template("As partner"),
            "defender": message_template("As defender"),
        },
        tried=True,
    ),
    FigureWords(
        message_template("Kontra: what it moved beyond the plain hand"),
        {
            "kontra.given": message_template("Given"),
            "kontra.got": message_template("Received"),
        },
        tried=True,
    ),
    FigureWords(
        message_template("Pagat and Valat"),
        {
            "pagat.announced": message_template("Pagat, announced"),
            "pagat.silent": message_template("Pagat, silent"),
            "pagat.against": message_template("Pagat of the others"),
            "valat.called": message_template("Valat, called"),
            "valat.silent": message_template("Valat, silent"),
            "valat.against": message_template("Valat of the others"),
        },
        tried=True,
        only_won=("valat.silent",),
    ),
    FigureWords(
        message_template("Values declared"),
        {f"value.{code}": name for code, name in VALUES.items()},
    ),
    FigureWords(
        message_template("The price of faults"),
        {
            **{f"fault.{code}": name.with_capital() for code, name in FAULTS.items()},
            "fault.redirected": message_template("Paid in place of partners"),
            "fault.of_others": message_template("By faults of others"),
        },
    ),
)
