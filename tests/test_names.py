"""Nobody's name where it is not to be shown: every public page, screen and print.

The walk takes its pages from the table of permissions and its prints from the form, so
what is added later is walked as well.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Player, Shown, User
from scoring.audit.documents.podium import podium_document
from scoring.audit.podium import podium_of
from scoring.desk.views.prints import (
    CARDS,
    CHOICES,
    EVERYTHING,
    LINK_CARDS,
    PRIZES,
    SHEETS,
    TREASURER,
)
from scoring.history.views import season_prints as season_prints
from scoring.models import Change, Entry, Phone, Tournament
from scoring.printing.document import Document
from tests import builders
from tests.made_up import visible
from tests.test_permissions import DOORS, NO
from tests.world import PARTS, PRINT_KEY, Evening, client_of, print_of, undone

pytestmark = pytest.mark.django_db
OF_CLUBS = {"club", "token"}
PUBLIC = [
    name
    for name, door in DOORS.items()
    if door.least == "visitor" and door.get != NO and OF_CLUBS & {*PARTS[name]}
    if name != "scoring:join"  # it has a made-up name as an example
]
SLUGS = ("fall-tarok", "spring-tarok")
# Where prints are chosen: what starts them, and which there are.
PRINTS = {
    "scoring:print-start": ("scoring.desk.views.prints", CHOICES),
    "scoring:season-prints": (
        "scoring.history.views.season_prints",
        season_prints.CHOICES,
    ),
}
# These lie before their owners, or stay at the desk.
# All paper of a round holds its sheets; its lists are walked alone.
WITH_FULL_NAMES = {SHEETS, CARDS, LINK_CARDS, PRIZES, TREASURER, EVERYTHING}
# Pages of the desk for the browser's print, which hang on a wall.
OF_WALLS = ["scoring:season-plan-print"]


@pytest.fixture
def evening(here: Evening) -> Iterator[Evening]:
    """Somebody has another name in tonight's list than in the club's."""
    with undone(Client()):
        entry = here.tournament.entries.get(number=2)
        entry.name = "Pepa Marecek"
        entry.save()
        Tournament.objects.filter(slug=SLUGS[1]).update(finished_at=timezone.now())
        builders.member(here.club, "director")
        print_of(here)
        yield here


def pages(here: Evening, typed: str = "") -> Iterator[tuple[str, str, int]]:
    """Each public page, what stands in it, and how many queries it took.

    Those of a tournament for tonight and, where nothing is looked for, for one whose
    standings have places; of a table as the phone reads them that keeps the score there.
    """
    keeper = Phone.objects.get(sheet__token=here.of["token"], keeper=True)
    for name in PUBLIC:
        client = Client(headers={"X-Phone": keeper.key})
        for slug in SLUGS if "tournament" in PARTS[name] and not typed else SLUGS[:1]:
            # A walk may take longer than a phone's silence that is not noted.
            with (
                patch("scoring.sheets.phones.SIGN_OF_LIFE", timedelta(days=1)),
                CaptureQueriesContext(connection) as queries,
            ):
                answer = client.get(here.address(name, tournament=slug), {"q": typed})
                body = answer.getvalue() if answer.streaming else answer.content
            yield f"{name} {slug}", body.decode(errors="replace"), len(queries)


def prints(here: Evening) -> Iterator[tuple[str, str, int]]:
    """Each print for the wall or the newsletter, as it would be made."""
    director = client_of(User.objects.get(username="director"))
    for page, (view, choices) in PRINTS.items():
        for what in dict(choices).keys() - WITH_FULL_NAMES:
            sent = {"what": what, "round": "1", "first": "20", "paper": "a4"}
            with patch(f"{view}.start", return_value=PRINT_KEY) as start:
                for slug in SLUGS:
                    with undone(director):
                        director.post(here.address(page, tournament=slug), sent)
            asked = [call.args[0] for call in start.call_args_list]
            made = [each() if callable(each) else each for each in asked]
            assert made, what
            yield what, words_of(*made), 0
    for page in OF_WALLS:
        shown = director.get(here.address(page, tournament=SLUGS[1]))
        assert shown.status_code == 200, page
        yield page, shown.text, 0
    over = Tournament.objects.get(club=here.club, slug=SLUGS[1])
    signed = Change(by_name="Marie Kubala", at=timezone.now())
    podium = podium_document(podium_of(over), signed, paper="a4")
    yield "podium", words_of(podium), 0


def words_of(*made: Document) -> str:
    html = "".join(part.html for each in made for part in each.parts)
    return " ".join(re.sub("<[^>]*>", " ", html).split())


def walk(here: Evening) -> dict[str, tuple[str, int]]:
    found = (*pages(here), *prints(here))
    return {name: (text, queries) for name, text, queries in found}


def naming(
    walked: dict[str, tuple[str, int]], words: Iterable[str]
) -> dict[str, set[str]]:
    """The pages in which one of the words stands, and which."""
    wanted = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
    found = {name: {*wanted.findall(text)} for name, (text, _) in walked.items()}
    return {name: words for name, words in found.items() if words}


def hidden_words(shown: Shown) -> set[str]:
    """Surnames, and given names where not even those are shown."""
    names = {*Player.everybody.values_list("name", flat=True)}
    names |= {*Entry.everybody.filter(house=None).values_list("name", flat=True)}
    given = {name.split()[0] for name in names}
    words = {word for name in names for word in name.split()[1:] if len(word) > 2}
    return words if shown is Shown.SHORT else words | given


def shown_as(shown: Shown) -> None:
    """Everybody as each wishes; the short name as of minors, whatever they wish."""
    minor = shown is Shown.SHORT
    Player.everybody.update(shown=Shown.FULL if minor else shown, is_minor=minor)
    Club.objects.update(names_version=1)


def test_names_are_met_until_they_are_hidden_which_costs_one_query(
    evening: Evening,
) -> None:
    before = walk(evening)
    met = naming(before, ["Marie Kubala", "Pepa Marecek", "Kubala Marie"])
    where = {name.partition(" ")[0] for name in met}
    assert {"scoring:round", "scoring:player", "scoring:screen-news"} <= where
    assert {"scoring:table-state", "scoring:table-people"} <= where
    assert {"report", "names", "tables", "poster", "podium", *OF_WALLS} <= where
    shown_as(Shown.NUMBER)
    after = walk(evening)
    assert naming(after, hidden_words(Shown.NUMBER)) == {}
    costs = {name: after[name][1] - before[name][1] for name in before}
    assert {name: more for name, more in costs.items() if more > 1} == {}


def test_a_minors_way_holds_everywhere(evening: Evening) -> None:
    Player.everybody.update(name_guessed=False)
    Entry.everybody.update(name_guessed=False)
    shown_as(Shown.SHORT)
    walked = walk(evening)
    assert naming(walked, ["Marie K"])
    assert naming(walked, hidden_words(Shown.SHORT)) == {}


def test_no_word_of_a_minors_name_stands_anywhere_until_it_is_confirmed(
    evening: Evening,
) -> None:
    """“Kovář Jan” shown short would else be “Kovář J.”."""
    Player.everybody.update(name_guessed=True)
    shown_as(Shown.SHORT)
    assert naming(walk(evening), hidden_words(Shown.INITIALS)) == {}


def test_the_clubs_way_holds_everywhere(evening: Evening) -> None:
    Club.objects.update(shown=Shown.HIDDEN)
    assert naming(walk(evening), hidden_words(Shown.HIDDEN)) == {}


def test_nobody_is_found_by_what_is_hidden(evening: Evening) -> None:
    shown_as(Shown.NUMBER)
    with patch.object(timezone, "now", return_value=timezone.now()):  # some say it
        found, nobody = (
            {
                name: visible(text.replace(typed, ""))
                for name, text, _ in pages(evening, typed)
            }
            for typed in ("Kubala", "Xyzzyx")
        )
    assert found == nobody
