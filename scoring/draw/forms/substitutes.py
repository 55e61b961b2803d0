"""Forms of a substitute: who plays for whom, and from when."""

from typing import Any

from clubs.forms.words import WholeNumberField
from scoring.core.forms.keyed import KeyedForm
from scoring.draw.forms.draws import new_house
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster

MOST_ROUNDS = 99


class SubstituteForm(KeyedForm):
    """Somebody leaves, another plays for him."""

    leaver = EntrantField(label="Has to leave")
    stand_in = EntrantField(
        label="Plays instead",
        help_text="Somebody without a seat, or H1 for a house player.",
    )
    start = WholeNumberField(label="From round", min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = Roster((*roster.entries, *new_house(roster)))
        give_roster(self, self.roster)


class BackForm(KeyedForm):
    """From which round he plays himself again."""

    start = WholeNumberField(label="From round", min_value=1, max_value=MOST_ROUNDS)
