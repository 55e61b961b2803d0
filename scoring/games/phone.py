"""What the table page has of a game: its scripts, and what these are told."""

from dataclasses import dataclass
from typing import Any, Protocol

from scoring.games.phone_data import Json, data_of
from scoring.games.phone_form import Form

# Static files of a game that has no script of its own, in the order of loading.
SCRIPTS = (
    "deals/preview.js",
    "deals/shapes.js",
    "deals/answers.js",
    "deals/places.js",
    "deals/words.js",
    "deals/parts.js",
    "deals/numbers.js",
    "deals/chips.js",
    "deals/question.js",
    "table/ui/forms.js",
    "deals/review.js",
    "deals/reasons.js",
    "deals/form.js",
    "deals/game.js",
)
STYLES = ("deals/deals.css",)


class Phone(Protocol):
    """What the table page has of a game."""

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        """Its static files, in the order in which they are loaded."""

    @property
    def STYLES(self) -> tuple[str, ...]: ...

    def rules_for_phone(self, rules: Any) -> Json:
        """The house rules and whatever else its script takes."""


@dataclass(frozen=True, slots=True)
class FormPhone:
    """The same of a game that has no script of its own, only a form."""

    game: str
    form: Form

    @property
    def SCRIPTS(self) -> tuple[str, ...]:
        return SCRIPTS

    @property
    def STYLES(self) -> tuple[str, ...]:
        return STYLES

    def rules_for_phone(self, rules: Any) -> Json:
        """The form as this house needs it, and the game's schema."""
        return data_of(self.game, self.form, rules)
