"""The form of a sheet's numbers: held, borrowed, chips by color, ruled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from clubs.i18n import chips, message
from scoring.core.forms import IdempotentForm, NumberField, new_key
from scoring.core.names import names_on
from scoring.games.table_rules import rules_at
from scoring.models import Count, Hand, Seat, Sheet
from scoring.sheets.access import Desk
from scoring.sheets.discrepancies import Suggestion, suggestions_of, supposed_count
from scoring.sheets.hands import (
    aside_by_hands,
    hands_in_force,
    left_by,
    moved_on,
)
from scoring.sheets.sheet import (
    Life,
    SeatLine,
    has_chips,
    lines_of,
    most_held,
    seat_counts,
    typed_seat,
)

_OF_COLOUR = {
    "blue": gettext_noop("{name}, blue chips"),
    "red": gettext_noop("{name}, red chips"),
    "white": gettext_noop("{name}, white chips"),
}
HANDS = "hands"  # ?try=hands fills the form with the numbers from the hands
HANDS_DECIDE = _("The recorded hands decide (§30).")
Tried = int | str  # number of a suggestion, 0 for none, or HANDS


@dataclass(frozen=True, slots=True)
class Row:
    """One seat of the form: its fields, its score so far, and numbers to compare."""

    seat: Seat
    name: str
    held: forms.BoundField
    borrowed: forms.BoundField | None
    colours: list[tuple[str, int, forms.BoundField]]
    ruled: forms.BoundField | None
    standing: int
    score: int | None
    saved: SeatLine | None


class SheetForm(IdempotentForm):
    """The numbers of one sheet: held, borrowed, chips by color, and ruled.

    A score below 0 can be entered as held (`rules.sheet.as_written`). Messages while
    typing are also in sheets/sheet.js: “right” appears only if the numbers can be
    saved.

    `standing` is the count whose ruling stays if this person may not rule.
    `needs_reason`: a correction needs a reason. Held and borrowed are checked seat by
    seat, so that an error appears next to its number. `hands` are those in force; they
    are read from the database if not given.
    """

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, label=_("Seen"))
    reason = forms.CharField(
        max_length=300,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("Enter why you’re correcting the sheet.")},
    )

    def __init__(
        self,
        *args: Any,
        sheet: Sheet,
        may_rule: bool = False,
        standing: Count | None = None,
        needs_reason: bool = False,
        hands: Sequence[Hand] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(*args, **facts)
        self.sheet = sheet
        self.names = names_on(sheet)
        self.seats = range(1, len(self.names) + 1)
        table = rules_at(sheet)
        game, chip_set = table.game, table.game.chip_set
        self.worths = chip_set.worths if chip_set else {}
        self.suggestions: list[Suggestion] = []
        self.saved: Count | None = None
        self.may_rule = may_rule
        self.standing = standing
        self.needs_reason = needs_reason
        self.fields["reason"].required = needs_reason
        tournament = sheet.round.tournament
        self.aside = aside_by_hands(sheet, hands)
        self.accounts, self.has_total = game.accounts, table.has_total
        self.must_total = sheet.must_total - (self.aside or 0)
        self.most_held = most_held(self.must_total)
        self.has_chips = has_chips(tournament, standing)
        called = labels(
            self.names,
            with_chips=self.has_chips,
            colours=self.worths,
            may_rule=may_rule,
        )
        without_chips = () if self.has_chips else ("held",)
        for field, label in called.items():
            below_0 = field.startswith(("ruled", *without_chips))
            self.fields[field] = NumberField(label=label, negative=below_0)

    def clean(self) -> dict[str, Any]:
        for seat, name in zip(self.seats, self.names, strict=True):
            self._clean_colours(seat, name)
            if (self.cleaned_data.get(f"borrowed{seat}") or 0) < 0:
                self.add_error(
                    f"borrowed{seat}",
                    message(
                        "Enter the chips {name} borrowed without a minus sign.",
                        name=name,
                    ),
                )
            self._clean_held(seat, name)
        return self.cleaned_data

    def _clean_colours(self, seat: int, name: str) -> None:
        """Compute the number held from chips by color; both must agree if given."""
        counted = {c: self.cleaned_data.get(f"{c}{seat}") for c in self.worths}
        broken = any(f"{colour}{seat}" in self.errors for colour in counted)
        self.cleaned_data[f"chips{seat}"] = None
        if broken or all(number is None for number in counted.values()):
            return
        for colour, number in counted.items():
            if (number or 0) < 0:
                self.add_error(f"{colour}{seat}", message("Enter 0 or more chips."))
                return
        colour_chips = {colour: number or 0 for colour, number in counted.items()}
        worth = sum(
            self.worths[colour] * number for colour, number in colour_chips.items()
        )
        held = self.cleaned_data.get(f"held{seat}")
        if held is not None and held != worth:
            self.add_error(
                f"held{seat}",
                colours_differ(name, worth, held),
            )
            return
        self.cleaned_data[f"chips{seat}"] = colour_chips
        if f"held{seat}" not in self.errors:
            self.cleaned_data[f"held{seat}"] = worth

    def _clean_held(self, seat: int, name: str) -> None:
        field = f"held{seat}"
        if field in self.errors:
            return
        held = self.cleaned_data.get(field)
        if held is None:
            self.add_error(field, missing(name, self.must_total > 0))
        elif self.has_chips and held > self.most_held:
            self.add_error(
                field,
                too_many(name, held, self.must_total),
            )
        elif self.has_chips and held < 0 and f"borrowed{seat}" not in self.errors:
            self._clean_score(seat, name, held)

    def _clean_score(self, seat: int, name: str, score: int) -> None:
        """Turn a score below 0 into chips held and borrowed, if chips are held."""
        borrowed = self.cleaned_data.get(f"borrowed{seat}") or 0
        counted = typed_seat(score, borrowed, with_chips=True)
        if counted is None:
            self.add_error(
                f"held{seat}",
                not_with_loan(name, score, borrowed),
            )
        else:
            self.cleaned_data[f"held{seat}"] = counted.held
            self.cleaned_data[f"borrowed{seat}"] = counted.borrowed

    def row(self, prefix: str) -> tuple[int, ...]:
        """Return a cleaned row of numbers, one per seat; an empty field is 0."""
        return tuple(
            self.cleaned_data.get(f"{prefix}{seat}") or 0 for seat in self.seats
        )

    @property
    def seat_counts(self) -> tuple[Any, ...]:
        """The cleaned numbers, seat by seat, as the rules compute them."""
        return seat_counts(self.row("held"), self.row("borrowed"), self.ruled)

    @property
    def ruled(self) -> tuple[int, ...]:
        """The ruled chips as typed by a person who may rule, else as they were."""
        if self.may_rule:
            return self.row("ruled")
        return self.standing.ruled if self.standing else (0,) * len(self.names)

    @property
    def reason_text(self) -> str:
        """The reason typed, or that of the ruling if only the ruling stays."""
        typed = self.cleaned_data.get("reason", "").strip()
        if typed or self.may_rule or not self.standing:
            return typed
        return self.standing.reason if any(self.standing.ruled) else ""

    @property
    def chips(self) -> list[dict[str, int] | None] | None:
        """Each seat's chips by color; None if nobody counted by color."""
        counted = [self.cleaned_data.get(f"chips{seat}") for seat in self.seats]
        return counted if any(number is not None for number in counted) else None

    @property
    def rows(self) -> list[Row]:
        """The seats, with the numbers typed or saved so far."""
        saved: list[SeatLine | None] = [None] * len(self.names)
        if self.saved:
            saved = [*lines_of(self.sheet, self.saved, self.names)]
        return [
            Row(
                seat,
                name,
                self[f"held{n}"],
                self[f"borrowed{n}"] if self.has_chips else None,
                self._colours(n),
                self[f"ruled{n}"] if self.may_rule else None,
                self.standing.ruled[n - 1] if self.standing else 0,
                self._score(n),
                saved[n - 1],
            )
            for n, seat, name in zip(
                self.seats, self.sheet.seats.all(), self.names, strict=True
            )
        ]

    @property
    def typed_scores(self) -> list[int | None]:
        """The scores typed so far."""
        return [row.score for row in self.rows]

    @property
    def total(self) -> int:
        """The sum of the scores typed so far."""
        return sum(row.score or 0 for row in self.rows)

    @property
    def is_empty(self) -> bool:
        """Whether no seat has a number."""
        return all(not row.held.value() and row.held.value() != 0 for row in self.rows)

    @property
    def is_whole(self) -> bool:
        """Whether all seats have a number."""
        return all(row.score is not None for row in self.rows)

    @property
    def difference(self) -> int:
        """Chips too many (+) or missing (−), considering the chips aside."""
        if not self.has_total:
            return 0
        aside = left_by(self.sheet, [self.total]) if self.aside is None else self.aside
        return self.total + aside - self.sheet.must_total

    @property
    def is_right(self) -> bool:
        """Whether the numbers add up and the form has no errors."""
        return self.is_whole and self.difference == 0 and not self.errors

    @property
    def missing(self) -> int:
        return -self.difference

    @property
    def has_colours(self) -> bool:
        """Whether any color field is filled in."""
        return any(
            field.value() for row in self.rows for *_unused, field in row.colours
        )

    @property
    def has_ruling(self) -> bool:
        return any(row.ruled.value() for row in self.rows if row.ruled)

    def _colours(self, seat: int) -> list[tuple[str, int, forms.BoundField]]:
        if not self.has_chips:
            return []
        return [(c, worth, self[f"{c}{seat}"]) for c, worth in self.worths.items()]

    def _score(self, seat: int) -> int | None:
        """Return the score typed for a seat; None if it is incomplete or has errors."""
        whats = ("held", "borrowed", "ruled", *self.worths)
        held = self._typed(f"held{seat}")
        if held is None or any(f"{prefix}{seat}" in self.errors for prefix in whats):
            return None
        borrowed = self._typed(f"borrowed{seat}") or 0
        ruled = self._typed(f"ruled{seat}") if self.may_rule else self.ruled[seat - 1]
        seated = typed_seat(held, borrowed, with_chips=self.has_chips)
        return seated.score + (ruled or 0) if seated else None

    def _typed(self, name: str) -> int | None:
        if name not in self.fields:
            return None
        try:
            number: int | None = self.fields[name].clean(str(self[name].value() or ""))
        except forms.ValidationError:
            return None
        return number

    def focus(self) -> None:
        """Focus the first field with an error or a suggestion, else seat 1."""
        wrong = [name for name in self.fields if self.is_bound and name in self.errors]
        likely = [f"held{suggestion.seat}" for suggestion in self.suggestions]
        first = [*wrong, *likely, "held1"][0]
        self.fields[first].widget.attrs["autofocus"] = True

    def show_saved(self, life: Life) -> bool:
        """Show the numbers someone else saved next to the typed ones.

        The typed ones can be saved on top. Return whether both have equal scores.
        """
        self.renew(life.last_number)
        self.saved = self.standing = life.latest
        pending = life.pending
        if pending is None or not pending.balances:
            return False
        return self.typed_scores == list(pending.scores)

    def renew(self, seen: int) -> None:
        """Keep all that was typed, to be saved on top of the current count."""
        self.type_over(seen=str(seen), key=new_key())


def count_form(desk: Desk, data: Any = None, tried: Tried = 0) -> SheetForm:
    """Return the form of a count with the held and borrowed chips saved last."""
    latest = desk.life.latest
    form = SheetForm(
        data,
        sheet=desk.sheet,
        may_rule=desk.is_director,
        standing=latest,
        initial={**initial_of(latest), "seen": desk.life.last_number},
    )
    if latest:
        form.initial["reason"] = latest.reason if any(latest.ruled) else ""
        if not data:
            _suggest(desk, form, latest, tried)
    if tried == HANDS:
        let_hands_decide(form, desk.sheet, latest)
    return form


def causes_of(desk: Desk, form: SheetForm) -> list[Suggestion]:
    """Return explanations why the typed numbers don't balance; nothing is saved.

    Empty while a number is missing or not valid. A missing reason doesn't matter.
    """
    form.full_clean()
    if not form.is_whole or form.difference == 0:
        return []
    typed = supposed_count(desk.sheet, form.seat_counts, form.chips)
    return suggestions_of(desk.sheet, typed, form.names)


def correction_form(desk: Desk, data: Any = None, tried: Tried = 0) -> SheetForm:
    """Return a form for new numbers of a verified sheet, from those in force."""
    in_force = desk.life.in_force
    form = SheetForm(
        data,
        sheet=desk.sheet,
        may_rule=True,
        standing=in_force,
        needs_reason=True,
        initial={**initial_of(in_force), "seen": desk.life.last_number},
        auto_id="correct_%s",
    )
    if tried == HANDS:
        let_hands_decide(form, desk.sheet, in_force)
    return form


def second_entry_form(
    desk: Desk, data: Any = None, auto_id: str = "id_%s"
) -> SheetForm:
    """Return an empty form; an earlier ruling counts in the second entry too."""
    return SheetForm(
        data,
        sheet=desk.sheet,
        standing=desk.life.latest,
        hands=desk.hands,
        initial={"seen": desk.life.last_number},
        auto_id=auto_id,
    )


def _suggest(desk: Desk, form: SheetForm, latest: Count, tried: Tried) -> None:
    """Add explanations of a difference to the form, and fill in the chosen one."""
    form.suggestions = suggestions_of(desk.sheet, latest, form.names)
    for suggestion in form.suggestions:
        if suggestion.number == tried:
            form.initial[f"held{suggestion.seat}"] = suggestion.held
            form.initial[f"borrowed{suggestion.seat}"] = suggestion.borrowed or ""
            for colour in ("blue", "red", "white"):
                form.initial.pop(f"{colour}{suggestion.seat}", None)


def let_hands_decide(form: SheetForm, sheet: Sheet, count: Count | None) -> None:
    """Fill in the numbers from the hands: start chips, nets and rulings on hands.

    With chips on the table, the difference is a ruling on the count, or on the start
    chips if nothing was counted; without chips, the hands are the score.
    """
    hands = hands_in_force(sheet)
    if not hands or form.must_total <= 0:
        return
    start, nets = sheet.round.tournament.start_chips, moved_on(sheet, hands)
    if not form.has_chips:
        for seat, net in zip(form.seats, nets, strict=True):
            form.initial[f"held{seat}"] = chips(start + net)
            form.initial[f"ruled{seat}"] = ""
        return
    if not form.may_rule:
        return
    if count is None:
        form.initial.update({f"held{seat}": start for seat in form.seats})
    else:
        form.initial.update(initial_of(count))
    for seat, net in zip(form.seats, nets, strict=True):
        counted = count.held[seat - 1] - count.borrowed[seat - 1] if count else start
        ruled = start + net - counted
        form.initial[f"ruled{seat}"] = chips(ruled) if ruled else ""
    form.initial["reason"] = HANDS_DECIDE


def initial_of(count: Count | None) -> dict[str, Any]:
    """Return a count as the initial values of a SheetForm; 0 borrowed stays empty."""
    if count is None:
        return {}
    values: dict[str, Any] = {}
    seats = len(count.held)
    colours: Sequence[dict[str, int] | None] = count.chips or (None,) * seats
    for seat in range(1, seats + 1):
        values[f"held{seat}"] = chips(count.held[seat - 1])
        values[f"borrowed{seat}"] = count.borrowed[seat - 1] or ""
        ruled = count.ruled[seat - 1]
        values[f"ruled{seat}"] = chips(ruled) if ruled else ""
        for colour, number in (colours[seat - 1] or {}).items():
            values[f"{colour}{seat}"] = number
    return values


def labels(
    names: Sequence[str], *, with_chips: bool, colours: Iterable[str], may_rule: bool
) -> dict[str, str]:
    """Return the label of each number by its field, seat by seat."""
    labels_by_field: dict[str, str] = {}
    for seat, name in enumerate(names, start=1):
        if with_chips:
            labels_by_field[f"held{seat}"] = message("{name}, chips held", name=name)
            labels_by_field[f"borrowed{seat}"] = message("{name}, borrowed", name=name)
            labels_by_field |= {
                f"{colour}{seat}": _of_colour(name, colour) for colour in colours
            }
        else:
            labels_by_field[f"held{seat}"] = message("{name}, score", name=name)
        if may_rule:
            labels_by_field[f"ruled{seat}"] = message("{name}, ruled", name=name)
    return labels_by_field


def _of_colour(name: str, colour: str) -> str:
    if colour in _OF_COLOUR:
        return message(_OF_COLOUR[colour], name=name)
    return message("{name}, chips: {colour}", name=name, colour=colour)


def missing(name: str, with_chips: bool) -> str:
    if with_chips:
        return message("Enter the chips {name} has. Enter 0 for none.", name=name)
    return message("Enter the points {name} has. Enter 0 for none.", name=name)


def colours_differ(name: str, worth: int, held: int) -> str:
    return message(
        "{name}: the colors add up to {worth}, but you entered {held}. Correct one "
        "of them, or clear this field.",
        name=name,
        worth=worth,
        held=held,
    )


def too_many(name: str, held: int, began_with: int) -> str:
    return message(
        "{name} can’t hold {held} chips, because the table started with "
        "{began_with}. Check the paper.",
        name=name,
        held=held,
        began_with=began_with,
    )


def not_with_loan(name: str, score: int, borrowed: int) -> str:
    """Return the error for a score below 0 that doesn't fit the chips borrowed."""
    return message(
        "{score} and {borrowed} borrowed don’t fit together: {name} would owe "
        "{owed}. Clear the borrowed chips, or enter the chips {name} holds.",
        score=chips(score),
        borrowed=borrowed,
        name=name,
        owed=-score,
    )
