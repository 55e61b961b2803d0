"""Summaries for the heads of the folded parts of a season's form."""

from typing import Any

from clubs.forms import PlainForm
from clubs.i18n import message, plural_message, whole_number
from scoring.standings.formulas import BY_PLACE

Said = list[str]


class SeasonHeads:
    """Summaries of a form's current values; each property is for one head."""

    def __init__(self, form: PlainForm) -> None:
        self.form = form

    def _value(self, name: str) -> Any:
        return self.form[name].value()

    def _number(self, name: str) -> int:
        """Return a field's whole number, else 0."""
        return whole_number(self._value(name)) or 0

    @property
    def counts(self) -> Said:
        texts = [self.form.choice_in_words("counts").partition(":")[0]]
        if self._value("counts") == BY_PLACE:
            texts.append(self.form.choice_in_words("table").partition(":")[0])
        if self._value("floor"):
            texts.append(message("below zero counts as 0"))
        return texts

    @property
    def best(self) -> Said:
        """The number of results that count, and the minimum for a place."""
        best, least = self._number("best"), self._number("minimum")
        texts: Said = [message("all results count")]
        if best:
            counted_text = self.form.choice_in_words("best_of")
            texts = [message("the best {n} count: {what}", n=best, what=counted_text)]
        if least:
            least_of = self.form.choice_in_words("minimum_in")
            texts.append(message("at least {n}: {what}", n=least, what=least_of))
        return texts

    @property
    def ties(self) -> Said:
        names = ("tie_break_1", "tie_break_2", "tie_break_3")
        typed = [self.form.choice_in_words(name) for name in names if self._value(name)]
        texts = [words for words in typed if words]
        return texts or [message("none: tied players share the place")]

    @property
    def final(self) -> Said:
        """The final, lodges and classes, if there are any."""
        texts: Said = []
        if finalists := self._number("finalists"):
            texts.append(plural_message("{n} finalist", "{n} finalists", finalists))
        if best := self._number("lodge_best"):
            texts.append(message("lodges: the best {n}", n=best))
        classes = self._value("classes") or ""
        names = classes if isinstance(classes, list) else classes.splitlines()
        texts += [name for name in names if name.strip()]
        return texts or [message("none")]
