"""Old lists at the desk: upload, review, match names, import and undo."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Member, member_of
from clubs.forms import DayField, PlainForm, WholeNumberField
from clubs.i18n import chips, day, joined, message, plural_message
from scoring.core.access import DIRECTOR
from scoring.core.forms import ReadForm, SpreadsheetField
from scoring.core.page_context import form_with_file, refusals_as_messages
from scoring.core.writes import ActionRefused, Actor
from scoring.games.game_choice import offered_games
from scoring.models import OldList
from scoring.past_results import import_drafts, importer, undo
from scoring.past_results.access import file_at, frame_of_lists
from scoring.past_results.cell_parser import year_in
from scoring.past_results.event_parser import ColumnMeaning, FoundEvening, ImportPlan
from scoring.past_results.import_drafts import ImportPreview, look_at, with_nobodies
from scoring.past_results.layout import Column, Meaning, shown_meaning
from scoring.past_results.matching import (
    DIFFERENT,
    NAME,
    NEW,
    NOBODY,
    PLAYER,
    SAME,
    SPELLING,
    Doubtful,
    Matched,
    matched,
    twice_there,
)
from scoring.people.spreadsheets import MAX_BYTES, book_of, letters_named

READ_AS = "read_as"  # the button that chooses another encoding
REST = "rest"  # the button that answers all open questions
MOST_DOUBTFUL = 400  # choices on one page
MOST_COLUMNS = 600  # of all sheets, with a choice each on the page
MOST_DAYS = 200  # events without a date to ask for at once
HOLDS = (
    (ColumnMeaning.TOTAL, _("chips, including the start chips")),
    (ColumnMeaning.NET, _("chips above or below the start chips")),
    (ColumnMeaning.POINTS, _("table points")),
    # Translators: places in the standings.
    (ColumnMeaning.PLACE, _("places")),
)
MEANINGS = (
    (Meaning.NAME, _("name")),
    (Meaning.FIRST, _("given name")),
    (Meaning.LAST, _("family name")),
    (Meaning.DATE, _("date")),
    (Meaning.TITLE, _("name of the event")),
    # Translators: the place in the standings; a short label at the head of a column.
    (Meaning.PLACE, _("place")),
    (Meaning.NUMBER, _("number that decides the places")),
    (Meaning.POINTS, _("table points, in addition to chips")),
    (Meaning.ROUNDS, _("number of rounds")),
    (Meaning.ROUND, _("chips in one round")),
    (Meaning.EVENING, _("results of one event")),
    (Meaning.NOTHING, _("ignore this column")),
)


class PastResultsForm(ReadForm):
    """A file of past events."""

    file = SpreadsheetField(
        MAX_BYTES,
        help_text=_(
            "Your file can have one sheet per year with one event per column, or one "
            "row for each event and player. The limit is 2 MB."
        ),
    )

    def take(self, name: str, result: Any) -> None:
        self.book = book_of(result)

    def refuse(self, refused: ActionRefused) -> None:
        self.add_error(refused.field or None, refused.message)


def field_of(kind: str, key: str) -> str:
    """Return a safe field name for the key of a sheet, a column or an event."""
    return f"{kind}_{hashlib.sha256(key.encode()).hexdigest()[:12]}"


class ParserChoicesForm(PlainForm):
    """The choices about a list whose meaning isn't certain."""

    game = forms.ChoiceField(label=_("Game"))
    holds = forms.ChoiceField(label=_("Meaning of the numbers"), choices=HOLDS)
    start_chips = WholeNumberField(
        label=_("Start chips per round"),
        help_text=_("The start chips that the totals include."),
        min_value=0,
        max_value=10_000,
    )
    rounds = WholeNumberField(
        label=_("Rounds per event"),
        help_text=_(
            "Leave blank if no one knows. These rounds then don’t count in averages."
        ),
        min_value=1,
        max_value=20,
        required=False,
    )
    parts = forms.TypedChoiceField(
        label=_("Halves or cents"),
        help_text=_("Every number is multiplied so that it becomes a whole number."),
        coerce=int,
        choices=(
            (1, _("none: a decimal is a typing error")),
            (2, _("halves: 412.5 becomes 825")),
            (10, _("tenths: 412.5 becomes 4125")),
            (100, _("cents: 412.50 becomes 41250")),
        ),
    )
    month_first = forms.TypedChoiceField(
        label=_("What is 5/1?"),
        coerce=lambda text: text == "True",
        choices=((True, _("May 1")), (False, _("January 5"))),
        widget=forms.RadioSelect,
        empty_value=None,
    )
    zero_is_away = forms.TypedChoiceField(
        label=_("What does 0 mean?"),
        coerce=lambda text: text == "True",
        choices=(
            (True, _("The player was away")),
            (False, _("The player was there and scored 0")),
        ),
        widget=forms.RadioSelect,
        required=False,
        empty_value=None,
    )
    away = forms.MultipleChoiceField(
        label=_("Which of these words mean the player was away?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    hidden = forms.BooleanField(
        label=_("Include hidden sheets and rows"), required=False
    )
    family_first = forms.BooleanField(
        label=_("Family name comes first: Kubala Marie"), required=False
    )
    off = forms.MultipleChoiceField(
        label=_("Leave out"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, look: ImportPreview) -> None:
        self.look = look
        recognized = look.found
        initial = {
            "game": look.game,
            "holds": recognized.holds,
            "start_chips": look.start_chips,
            "rounds": look.choices.rounds,
            "parts": recognized.parts,
            "month_first": recognized.month_first,
            "zero_is_away": recognized.zero_is_away,
            "family_first": recognized.family_first,
            "hidden": look.choices.hidden,
            "away": [
                field_of("away", word) for word, is_so in recognized.away if is_so
            ],
            "off": [
                field_of("off", evening.key)
                for evening in recognized.evenings
                if evening.off
            ],
        }
        super().__init__(data, initial=initial)
        self.offer("game", [(game.code, game.name) for game in offered_games()])
        self.offer(
            "off",
            [
                (field_of("off", evening.key), self.named(evening))
                for evening in recognized.evenings
            ],
        )
        self.away_words = {
            field_of("away", word): word for word, _unused in recognized.away
        }
        self.offer("away", self.away_words.items())
        asked = {
            "away": self.away_words,
            "zero_is_away": recognized.has_zeros,
            "hidden": recognized.hidden_sheets or recognized.hidden_rows,
        }
        for name in (name for name, is_asked in asked.items() if not is_asked):
            del self.fields[name]
        if not recognized.asks_order and look.choices.month_first is None:
            del self.fields["month_first"]
        if not recognized.has_parts:
            del self.fields["parts"]
        self._ask_years()
        self._ask_days()
        self._ask_columns()

    def _ask_years(self) -> None:
        """Ask for the year of sheets with dates without one, or with a chosen year."""
        self.years = {
            field_of("year", sheet.key): sheet.key
            for sheet in self.look.found.sheets
            if sheet.needs_year or sheet.key in self.look.choices.years
        }
        names = {sheet.key: sheet.name for sheet in self.look.found.sheets}
        for field, key in self.years.items():
            self.fields[field] = forms.CharField(
                label=joined([message("Year of the sheet"), names[key]], ": "),
                initial=self.look.choices.years.get(key, ""),
                max_length=9,
                required=False,
                help_text=_(
                    "For example, 1998, or 1998/99 for a season that spans New Year."
                ),
            )

    def _ask_days(self) -> None:
        """Ask for dates of events without one, or with only a month."""
        chosen = self.look.choices.days
        asked = [
            evening
            for evening in self.look.found.evenings
            if (evening.day is None and evening.facts)
            or not evening.whole
            or evening.key in chosen
        ]
        self.days = {
            field_of("day", evening.key): evening.key for evening in asked[:MOST_DAYS]
        }
        self.more_days = max(len(asked) - MOST_DAYS, 0)
        for evening in asked[:MOST_DAYS]:
            self.fields[field_of("day", evening.key)] = DayField(
                label=joined(
                    [evening.sheet, evening.label or message("no day")], " · "
                ),
                initial=evening.day,
                required=False,
            )

    def _ask_columns(self) -> None:
        """Ask for the meaning of each column of every sheet."""
        self.columns: dict[str, str] = {}
        for sheet in self.look.found.sheets:
            for column in sheet.columns[: MOST_COLUMNS - len(self.columns)]:
                key = f"{sheet.key}.{column.index}"
                self.columns[field_of("column", key)] = key
                self.fields[field_of("column", key)] = forms.ChoiceField(
                    label=_column_named(sheet.name, column),
                    choices=MEANINGS,
                    initial=shown_meaning(column, sheet.layout),
                    required=False,
                )

    def named(self, evening: FoundEvening) -> str:
        return joined([evening.sheet, evening.label], " · ")

    def clean(self) -> dict[str, Any]:
        for field in self.years:
            typed = self.cleaned_data.get(field, "")
            if typed and year_in(typed) is None:
                self.add_error(field, message("Enter a year. For example, 1998."))
        return self.cleaned_data

    def choices(self) -> dict[str, Any]:
        """Return the choices in the format for storing."""
        data = self.cleaned_data
        unchecked = {
            field_of("off", evening.key): evening.key
            for evening in self.look.found.evenings
        }
        answers = {
            name: data.get(name)
            for name in (
                "game",
                "holds",
                "start_chips",
                "rounds",
                "parts",
                "month_first",
                "zero_is_away",
                "family_first",
                "hidden",
            )
        }
        letters = self.look.letters
        return answers | {
            **({"letters": letters} if letters else {}),
            "nobody": self.look.choices.nobody,
            "off": [unchecked[field] for field in data["off"]],
            "years": {
                key: data[field] for field, key in self.years.items() if data[field]
            },
            "days": {
                key: str(data[field]) for field, key in self.days.items() if data[field]
            },
            "columns": self._chosen_columns(),
            "away": {
                word.casefold(): field in data.get("away", ())
                for field, word in self.away_words.items()
            },
        }

    def _chosen_columns(self) -> dict[str, str]:
        """Return meanings that differ from the detected ones, or were chosen before."""
        before = self.look.choices.columns
        chosen = {
            key: self.cleaned_data[field]
            for field, key in self.columns.items()
            if field in self.data
            and (
                key in before or self.cleaned_data[field] != self.fields[field].initial
            )
        }
        return {**before, **chosen}

    def bound_fields(self, names: Iterable[str]) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """The fields of the whole list; `off` is in the table of events."""
        return self.bound_fields(
            (
                "game",
                "holds",
                "start_chips",
                "rounds",
                "parts",
                "month_first",
                "zero_is_away",
                "away",
                "family_first",
                "hidden",
            )
        )

    @property
    def sheet_fields(self) -> list[forms.BoundField]:
        return self.bound_fields(self.years)

    @property
    def column_fields(self) -> list[forms.BoundField]:
        return self.bound_fields(self.columns)

    @property
    def day_fields(self) -> list[forms.BoundField]:
        return self.bound_fields(self.days)


class NameMatchForm(PlainForm):
    """A choice of the person for each doubtful name, and of names that aren't people.

    Nothing is preselected, because a wrong choice would merge two people. With REST in
    the form, unanswered names are new players.
    """

    def __init__(
        self, data: Any = None, *, people: Matched, nobodies: Iterable[str] = ()
    ) -> None:
        self.doubtful = {
            field_of("who", doubt.name): doubt
            for doubt in people.doubtful[:MOST_DOUBTFUL]
        }
        if data is not None and REST in data:
            data = data.copy()
            for field in self.doubtful:
                data.setdefault(field, NEW)
            data.setdefault(SPELLING, DIFFERENT)
        super().__init__(data)
        if people.spelled:
            self.fields[SPELLING] = forms.ChoiceField(
                label=_("Names that differ only in accents, capitals or word order"),
                choices=(
                    (SAME, _("They are the same people")),
                    (DIFFERENT, _("They are different people")),
                ),
                widget=forms.RadioSelect,
            )
        for field, question in self.doubtful.items():
            self.fields[field] = forms.ChoiceField(
                label=question.name, choices=_offers(question), widget=forms.RadioSelect
            )
        self.left_out = {field_of("nobody", name): name for name in nobodies}
        self.new = {field_of("nobody", name): name for name in people.new}
        self.fields["nobody"] = forms.MultipleChoiceField(
            label=_("Nobody"),
            choices=[*self.left_out.items(), *self.new.items()],
            initial=[*self.left_out],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def answers(self) -> dict[str, str]:
        """Return the answers by name, and the answer for all spellings at once."""
        answers = {
            doubt.name: self.cleaned_data[field]
            for field, doubt in self.doubtful.items()
        }
        return answers | {SPELLING: self.cleaned_data.get(SPELLING, DIFFERENT)}

    def nobodies(self) -> set[str]:
        """Return the names that aren't people, as selected or answered."""
        ticked = {*self.cleaned_data["nobody"]}
        boxes = self.left_out | self.new
        answered = {name for name, answer in self.answers().items() if answer == NOBODY}
        return {name for box, name in boxes.items() if box in ticked} | answered

    def asked_again(self, people: Matched, nobodies: Sequence[str]) -> "NameMatchForm":
        """Return the sent form again, with the new names that aren't people."""
        data = cast(QueryDict, self.data).copy()
        data.setlist("nobody", [field_of("nobody", name) for name in nobodies])
        return NameMatchForm(data, people=people, nobodies=nobodies)

    @property
    def questions(self) -> list[forms.BoundField]:
        """The questions about names, without the checkboxes."""
        return [field for field in self if field.name != "nobody"]

    @property
    def boxes_left_out(self) -> list[Any]:
        return [*self["nobody"]][: len(self.left_out)]

    @property
    def boxes_new(self) -> list[Any]:
        return [*self["nobody"]][len(self.left_out) :]


def _offers(doubtful: Doubtful) -> list[tuple[str, str]]:
    offers = [
        (
            f"{PLAYER}{player.pk}",
            message(
                "the same person as {name} (player {number})",
                name=player.name,
                number=player.number,
            ),
        )
        for player in doubtful.players
    ]
    offers += [
        (f"{NAME}{name}", message("the same person as {name} in this list", name=name))
        for name in doubtful.names
    ]
    return [*offers, (NEW, message("someone new")), (NOBODY, message("not a person"))]


def _column_named(sheet: str, column: Column) -> str:
    head = column.head or message("column {column}", column=chips(column.index + 1))
    return joined([sheet, head], " · ") if sheet else head


SHOWN = 100  # events, and names, at once


@require_http_methods(["GET", "HEAD", "POST"])
def old_lists(request: HttpRequest, club: str) -> HttpResponse:
    """Show imported and waiting lists; a POST uploads another one."""
    member = member_of(request, club, DIRECTOR)
    form, answer = form_with_file(
        request,
        member,
        PastResultsForm,
        reader="scoring.past_results.import_drafts.sheets_of",
        context=frame_of_lists(member),
    )
    if answer:
        return answer
    if form.reading and form.is_valid():
        try:
            draft = import_drafts.add(
                club=member.club,
                actor=Actor.at_desk(member.user),
                name=form.reading.name,
                sheets=form.book.sheets,
                letters=form.book.letters,
            )
        except ActionRefused as refused:
            form.refuse(refused)
        else:
            return redirect("scoring:old-list", club, draft.pk)
    rows = member.club.old_lists.defer("sheets", "choices")
    context = {**frame_of_lists(member), "form": form, "rows": rows}
    return render(request, "scoring/past_results/old_lists.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def old_list(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Show the recognized list for changes, or after the import, its result."""
    member = member_of(request, club, DIRECTOR)
    uploaded = file_at(member, OldList.Kind.LIST, pk)
    if uploaded.state != OldList.State.DRAFT:
        return _import_page(request, member, uploaded)
    if request.method == "POST" and READ_AS in request.POST:
        with refusals_as_messages(request):
            import_drafts.switch_letters(
                old_list=uploaded, encoding=request.POST[READ_AS]
            )
        return redirect("scoring:old-list", club, pk)
    look = look_at(uploaded)
    form = ParserChoicesForm(_sent(request), look=look)
    if request.method == "POST" and form.is_valid():
        with refusals_as_messages(request):
            import_drafts.choose(old_list=uploaded, choices=form.choices())
        return redirect("scoring:old-list", club, pk)
    context = {
        **frame_of_lists(member, uploaded.name),
        "old_list": uploaded,
        "form": form,
        "look": look,
        "rows": _rows(look, form),
        "coming": look.found.coming,
        "letters": _letters(look),
    }
    return render(request, "scoring/past_results/old_list.html", context)


def _letters(look: ImportPreview) -> dict[str, Any]:
    """Return the encoding of the file, and others to choose."""
    if look.letters is None:
        return {}
    others = [(code, letters_named(code)) for code in look.letters.others]
    return {"letters": letters_named(look.letters.encoding), "others": others}


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _import_page(
    request: HttpRequest, member: Member, uploaded: OldList
) -> HttpResponse:
    """Show the result of an import; a POST continues an interrupted one."""
    if request.method == "POST":
        with refusals_as_messages(request):
            if uploaded.state == OldList.State.COMING:
                _import(request, member, uploaded, look_at(uploaded).wanted())
        return redirect("scoring:old-list", member.club.slug, uploaded.pk)
    tournaments = uploaded.tournaments.order_by("date", "pk")
    context = {
        **frame_of_lists(member, uploaded.name),
        "old_list": uploaded,
        "evenings": tournaments[:SHOWN],
        "more": max(tournaments.count() - SHOWN, 0),
        "made": uploaded.made,
        "players": len(uploaded.made["players"]),
    }
    return render(request, "scoring/past_results/old_list_in.html", context)


def _rows(look: ImportPreview, form: ParserChoicesForm) -> list[tuple[Any, Any, bool]]:
    """Return each event with its checkbox, and whether the club has that date."""
    boxes = [*form["off"]]
    return [
        (evening, box, str(evening.day) in look.existing_days)
        for evening, box in zip(look.found.evenings, boxes, strict=True)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def old_list_people(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Show the questions about names; a POST imports the list."""
    member = member_of(request, club, DIRECTOR)
    uploaded = file_at(member, OldList.Kind.LIST, pk)
    if uploaded.state != OldList.State.DRAFT:
        return redirect("scoring:old-list", club, pk)
    look = look_at(uploaded)
    wanted = look.wanted()
    if not wanted.evenings:
        messages.error(
            request, message("No event in this list is ready to import yet.")
        )
        return redirect("scoring:old-list", club, pk)
    people = matched(uploaded.club, wanted.evenings)
    form = NameMatchForm(_sent(request), people=people, nobodies=look.found.nobodies)
    if request.method == "POST" and form.is_valid():
        if form.nobodies() != {*look.found.nobodies}:
            # Without them, more names can be in doubt.
            look = with_nobodies(look, uploaded, form.nobodies())
            people = matched(uploaded.club, look.wanted().evenings)
            form = form.asked_again(people, look.found.nobodies)
        if form.is_valid():
            wanted = look.wanted(people, form.answers())
            if _take(request, member, uploaded, look, wanted, form):
                return redirect("scoring:old-list", club, pk)
    context = {
        **frame_of_lists(member, uploaded.name),
        "old_list": uploaded,
        "form": form,
        "counts": _counts(wanted, people),
        "same": [*people.exact.items()][:SHOWN],
        "spelled": _spelled(people),
    }
    return render(request, "scoring/past_results/old_list_people.html", context)


def _spelled(people: Matched) -> list[tuple[str, str]]:
    """Return names of the list, with the matching name in another spelling."""
    return [
        (name, other if isinstance(other, str) else other.name)
        for name, other in people.spelled.items()
    ][:SHOWN]


def _take(
    request: HttpRequest,
    member: Member,
    uploaded: OldList,
    look: ImportPreview,
    wanted: ImportPlan,
    form: NameMatchForm,
) -> bool:
    """Import the list. Return whether that succeeded; errors are added to the form."""
    if not wanted.evenings:
        form.add_error(None, message("No event in this list is ready to import yet."))
    for evening, one, other in twice_there(
        wanted.evenings, wanted.known, wanted.new_as
    )[:SHOWN]:
        sentence = message(
            "Both played on {day}, so they’re two people: {one}; {other}",
            day=day(evening.day),
            one=one,
            other=other,
        )
        form.add_error(None, sentence)
    if form.errors:
        return False
    try:
        import_drafts.choose(old_list=uploaded, choices=look.settled())
        _import(request, member, uploaded, wanted)
    except ActionRefused as refused:
        form.add_error(None, refused.message)
        return False
    return True


def _import(
    request: HttpRequest, member: Member, uploaded: OldList, wanted: ImportPlan
) -> None:
    actor = Actor.at_desk(member.user)
    imported = importer.take(old_list=uploaded, actor=actor, wanted=wanted)
    evenings = imported.made["evenings"]
    sentence = plural_message("{n} event imported.", "{n} events imported.", evenings)
    messages.success(request, sentence)


def _counts(wanted: ImportPlan, people: Matched) -> dict[str, int]:
    return {
        "evenings": len(wanted.evenings),
        "results": sum(len(evening.facts) for evening in wanted.evenings),
        "same": len(people.exact),
        "new": len(people.new),
        "doubtful": len(people.doubtful),
    }


@require_POST
def old_list_take_back(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Undo an import or delete a draft."""
    member = member_of(request, club, DIRECTOR)
    uploaded = file_at(member, OldList.Kind.LIST, pk)
    with refusals_as_messages(request):
        stay = undo.take_back(old_list=uploaded, actor=Actor.at_desk(member.user))
        messages.success(request, message("File deleted: {file}.", file=uploaded.name))
        if stay:
            messages.info(request, undo.stay_in_words(stay))
        return redirect("scoring:old-lists", club)
    return redirect("scoring:old-list", club, pk)
