"""Data for the phone's script: the house rules and the tables of SPJST Tarok.

The script in `static/spjst` repeats the calculation of `rules.spjst`; prices, names,
holdings and sentences are not repeated there but passed from this module.
"""

from dataclasses import asdict
from typing import Any

from rules.spjst import HOUSE, PROBLEM_CODES, VALUES, HouseRules
from rules.spjst.faults import FAULTS
from rules.spjst.hand import CHALLENGE_NAMES, CHALLENGES
from rules.spjst.problems import PROBLEM_SECTIONS
from rules.spjst.settle import SET_NAMES
from rules.spjst.words import SENTENCES
from scoring.games.spjst.payoffs import remarks_of
from scoring.games.translation import spoken, templates

# Static files of the table page, in the order of loading.
SCRIPTS = (
    "spjst/values.js",
    "spjst/findings.js",
    "spjst/check.js",
    "spjst/redirection.js",
    "spjst/settle.js",
    "spjst/rotation.js",
    "spjst/form_record.js",
    "spjst/form_words.js",
    "spjst/form_summary.js",
    "spjst/form_parts.js",
    "spjst/form_deal.js",
    "spjst/form_points.js",
    "spjst/form_values.js",
    "spjst/form_bonuses.js",
    "spjst/form_faults.js",
    "table/ui/forms.js",
    "spjst/form.js",
    "spjst/game.js",
)
# Not needed in a table's first minute; loaded by the page's second script.
LATER_SCRIPTS = ("spjst/cards.js",)
STYLES = ("spjst/spjst.css",)


def rules_for_phone(rules: HouseRules) -> dict[str, Any]:
    """Return every house rule as a JSON value, and lookup data under `tables`.

    Values and faults are in the order in which a page names them.
    """
    return HOUSE.as_changes(rules) | {
        "tables": spoken(
            {
                "values": {code: asdict(value) for code, value in VALUES.items()},
                "challenges": {
                    code: {"name": CHALLENGE_NAMES[code], "times": times}
                    for code, times in CHALLENGES.items()
                },
                "sets": list(SET_NAMES.values()),
                "faults": _faults(rules),
                "sentences": templates(SENTENCES),
                "problems": templates(PROBLEM_CODES),
                "reasons": dict(PROBLEM_SECTIONS),
                "remarks": remarks_of(rules),
            }
        )
    }


def _faults(rules: HouseRules) -> dict[str, dict[str, Any]]:
    """Return the faults in this house: their cost, and whether they redirect."""
    return {
        code: {
            "name": fault.name,
            "section": fault.section,
            "each": fault.each(rules),
            "redirects": fault.redirects(rules),
            "fields": fault.fields,
            "repeats": fault.repeats,
            "without_hand": fault.without_hand,
        }
        for code, fault in FAULTS.items()
    }
