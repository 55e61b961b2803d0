"""What is to be printed, and on which paper."""

from collections.abc import Sequence
from typing import Any

from django import forms

from clubs.forms.words import PlainForm, WholeNumberField
from clubs.models import Club
from clubs.wording import say, say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.desk.print_kinds import (
    CARDS,
    CERTIFICATES,
    GUIDE,
    NAMES,
    OF_EACH_TABLE,
    OF_ONE_ROUND,
    OF_ROUNDS,
    PAYOFFS,
    PRIZES,
    REPORT,
    SHEETS,
    STANDINGS,
    TABLE_CARDS,
    TABLES,
)
from scoring.models import Round
from scoring.standings.documents.certificates import Awarded

CHOICES = (
    (SHEETS, say_later("Score sheets, one page a table")),
    (TABLE_CARDS, say_later("Table cards, to keep the score on a phone")),
    (GUIDE, say_later("Guide for whoever keeps the score on a phone")),
    (TABLES, say_later("Seat list by table, for the wall")),
    (NAMES, say_later("Seat list by name, for the wall")),
    (CARDS, say_later("Start-number cards")),
    (STANDINGS, say_later("Standings")),
    (PRIZES, say_later("Prizes, with a line to sign")),
    (CERTIFICATES, say_later("Certificates, to sign and hand over")),
    (REPORT, say_later("Report for the newsletter")),
    (PAYOFFS, say_later("Card of payoffs, for every table")),
)
ALL = "all"
# Their pages are a director's, and so is their paper.
OF_DIRECTORS = (PRIZES, CERTIFICATES, REPORT)
OF_PEOPLE = (TABLES, NAMES, CARDS)


class PrintForm(PlainForm):
    """One print of a tournament."""

    what = forms.ChoiceField(
        label=say_later("Print"), choices=CHOICES, widget=forms.RadioSelect
    )
    round = forms.ChoiceField(
        label=say_later("Round"),
        help_text=say_later("For sheets, table cards and seat lists."),
    )
    table = WholeNumberField(
        label=say_later("Only table"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=say_later("Empty: the sheets or cards of all tables."),
    )
    awarded = forms.ChoiceField(
        label=say_later("Who gets a certificate"), choices=Awarded, required=False
    )
    paper = forms.ChoiceField(
        label=say_later("Paper"),
        choices=Club.paper.field.choices or (),
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *args: Any,
        rounds: Sequence[Round],
        club: Club,
        has_people: bool,
        has_classes: bool,
        is_director: bool,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        if not is_director:
            self.offer("what", (c for c in CHOICES if c[0] not in OF_DIRECTORS))
            del self.fields["awarded"]
        elif not has_classes:
            without = (c for c in Awarded.choices if c[0] != Awarded.CLASSES)
            self.offer("awarded", without)
        self.has_people = has_people
        self.rounds = {each.number: each for each in rounds}
        numbers = sorted(self.rounds, reverse=True)
        named = [(str(number), say("Round {n}", n=number)) for number in numbers]
        self.offer("round", [*named, (ALL, say("all published rounds"))])
        self.initial.setdefault("what", SHEETS if numbers else CARDS)
        self.initial.setdefault("round", numbers[0] if numbers else ALL)
        self.initial.setdefault("paper", club.paper)

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        what = data.get("what")
        if what in OF_PEOPLE and not self.has_people:
            self.add_error("what", say("Nobody is entered yet."))
        elif what in OF_ROUNDS and not self.rounds:
            self.add_error("what", say("No round is published yet."))
        elif what in OF_ONE_ROUND and data.get("round") == ALL:
            self.add_error("round", say("Which round? One at a time."))
        self._look_for_table(data)
        return data

    def _look_for_table(self, data: dict[str, Any]) -> None:
        table, rnd = data.get("table"), self._round(data.get("round"))
        if data.get("what") not in OF_EACH_TABLE or not table or rnd is None:
            return
        if not rnd.sheets.filter(table=table).exists():
            self.add_error(
                "table",
                say(
                    "Round {number} has no table {table}.",
                    number=rnd.number,
                    table=table,
                ),
            )

    @property
    def chosen_round(self) -> Round | None:
        """The round of a print that has one; None for all of them."""
        if self.cleaned_data["what"] not in OF_ROUNDS:
            return None
        return self._round(self.cleaned_data["round"])

    @property
    def chosen_table(self) -> int | None:
        """The one table that is wanted, where a print has pages for each."""
        data = self.cleaned_data
        return data["table"] if data["what"] in OF_EACH_TABLE else None

    def _round(self, chosen: str | None) -> Round | None:
        return None if chosen in (None, ALL) else self.rounds[int(chosen)]

    @property
    def chosen(self) -> dict[str, Any]:
        """The choice again, for an address or a form that asks once more."""
        data = self.cleaned_data
        return {name: data[name] for name in data if data[name] not in (None, "")}


class PackForm(IdempotentForm):
    """Nothing to choose: a pack is asked for once, however often one presses."""
