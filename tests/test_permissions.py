"""Every address of the site for everybody: who gets in, and what the others are told.

Not visible is a 404, visible but not allowed a 403, and a visitor of the desk is asked
to sign in. What a page does when it lets somebody in is its own test's matter.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest
from django.conf import settings as site
from django.contrib import admin
from django.http import HttpResponse
from django.template.base import Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.compile_messages import MADE_UP
from clubs.models import Club
from scoring.models import Count, Tournament
from tests import builders
from tests.drill.figures import size
from tests.made_up import left_in, offered
from tests.world import (
    PARTS,
    PRINT_KEY,
    ROLES,
    Evening,
    client_of,
    named_urls,
    print_of,
    somebody,
    undone,
)

pytestmark = pytest.mark.django_db
NO = 405


@dataclass(frozen=True, slots=True)
class Door:
    """The least role let in, and what it gets: for a GET, for an empty POST."""

    least: str
    get: int
    post: int = NO


def page(least: str) -> Door:
    return Door(least, 200)


def form(least: str) -> Door:
    """Shown, and shown again when nothing is typed."""
    return Door(least, 200, 200)


def action(least: str, empty: int = 302) -> Door:
    return Door(least, NO, empty)


# What programs read, and the guides, whose parts are marked as English.
ENGLISH = {"scoring:api", "clubs:guides", "clubs:guide", "clubs:guide-task"}
DOORS = {
    "clubs:home": page("visitor"),
    "scoring:components": Door("visitor", 404),  # no demo club
    "scoring:api": page("visitor"),
    "scoring:api-schema": Door("visitor", 200, 405),
    "scoring:api-nothing": Door("visitor", 404, 405),
    "scoring:api:api-root": Door("visitor", 404, 405),
    **{
        f"scoring:api:{name}": Door("visitor", 200, 405)
        for name in (
            *("clubs", "club", "tournaments", "coming", "tournament"),
            *("round", "sheet", "hand", "counts", "editions", "edition", "seasons"),
            *("season", "players", "player", "met", "player_hands", "hands"),
            *("results", "records", "honours", "all_time", "form", "season_edition"),
        )
    },
    "clubs:sign-in": form("visitor"),
    "clubs:language": action("visitor"),
    "clubs:guides": page("visitor"),
    "clubs:guide": page("visitor"),
    "clubs:guide-task": page("visitor"),
    "clubs:sign-out": action("visitor"),
    "clubs:setup": form("visitor"),
    "clubs:open": Door("visitor", 404, 404),  # the setting is off
    "scoring:join": Door("visitor", 200, 200),
    "clubs:account": page("outsider"),
    "clubs:password": form("outsider"),
    "clubs:session-end": action("outsider"),
    "account_login": form("visitor"),
    "account_reauthenticate": form("outsider"),
    # Without mail these say whom to ask; with it: tests/clubs/test_email.py.
    "account_signup": form("visitor"),
    "account_email": form("visitor"),
    "account_email_verification_sent": form("visitor"),
    "account_confirm_email": form("visitor"),
    "account_reset_password": form("visitor"),
    "account_reset_password_done": form("visitor"),
    "account_reset_password_from_key": form("visitor"),
    # The password is asked first; nobody is in the middle of signing in.
    "mfa_index": page("outsider"),
    "mfa_authenticate": Door("visitor", 302, 302),
    "mfa_activate_totp": Door("outsider", 302, 302),
    "mfa_deactivate_totp": Door("outsider", 302, 302),
    "mfa_view_recovery_codes": Door("outsider", 302),
    "mfa_generate_recovery_codes": action("outsider"),
    "scoring:people": page("owner"),
    "scoring:invite": action("owner", 200),
    "scoring:invitation-close": action("owner"),
    "scoring:role-change": action("owner"),
    "scoring:role-end": action("owner"),
    "scoring:password-link-make": action("owner"),
    "scoring:password-link-close": action("owner"),
    "scoring:password-link": form("visitor"),
    "clubs:tasks": page("operator"),
    "clubs:task-again": action("operator"),
    "clubs:settings": form("owner"),
    "scoring:desks": Door("outsider", 302),
    "scoring:desk": page("scorekeeper"),
    "scoring:find": Door("scorekeeper", 302),
    # Any club but the demo is a 404; see tests/scoring/desk/views/test_desk.py.
    "scoring:remove-demo": action("operator", 404),
    "scoring:tournament-new": form("director"),
    "scoring:currency": form("owner"),
    "scoring:look": form("owner"),
    "scoring:webhooks": form("owner"),
    "scoring:webhook": form("owner"),
    "scoring:webhook-test": action("owner"),
    "scoring:webhook-secret": action("owner", 200),
    "scoring:webhook-old-secret": action("owner"),
    "scoring:webhook-withdraw": action("owner"),
    "scoring:club-emblem": page("visitor"),
    "scoring:club-emblem-small": page("visitor"),
    "scoring:club-icon": page("visitor"),
    "scoring:club-app": page("visitor"),
    "scoring:club-style": page("visitor"),
    "scoring:next-embed": page("visitor"),
    "scoring:tournament-embed": page("visitor"),
    "scoring:season-embed": page("visitor"),
    "scoring:log": page("director"),
    "scoring:players": page("director"),
    "scoring:doubles": page("director"),
    "scoring:player-names": form("director"),
    "scoring:player-merge": form("director"),
    "scoring:merge-find": page("director"),
    "scoring:merge-undo": action("director"),
    "scoring:player-apart": action("director"),
    "scoring:apart-undo": action("director"),
    "scoring:player-new": form("director"),
    "scoring:player-edit": form("director"),
    "scoring:player-erase": action("director"),
    "scoring:player-data": action("director"),
    "scoring:tournament-settings": form("director"),
    "scoring:rules-change": form("director"),
    "scoring:door": form("scorekeeper"),
    "scoring:door-no-shows": action("director"),
    "scoring:start-chips": page("scorekeeper"),
    "scoring:start-chips-tick": action("scorekeeper"),
    "scoring:coming": Door("director", 200, 302),  # nothing typed is no limit
    "scoring:series": form("director"),
    "scoring:call-off": action("director"),
    "scoring:club-calendar": page("visitor"),
    "scoring:club-feed": page("visitor"),
    "scoring:event-calendar": page("visitor"),
    "scoring:my-app": page("visitor"),
    "scoring:my-calendar": page("visitor"),
    "scoring:my-worker": page("visitor"),
    "scoring:coming-ask": action("director"),
    "scoring:closing": page("director"),
    "scoring:rsvp-links": Door("director", 200, 302),
    "scoring:coming-say": action("director"),
    "scoring:player-link": page("director"),
    "scoring:player-link-give": action("director"),
    "scoring:player-link-close": action("director"),
    # Whoever has it; a press of no button is refused.
    "scoring:me": Door("visitor", 200, 409),
    "scoring:mine": Door("outsider", 200, 302),
    "scoring:signed-up": page("visitor"),
    "scoring:sign-up": form("visitor"),
    "scoring:sign-up-settle": action("director"),
    "scoring:my-mail": form("visitor"),
    # Whoever has the mail; a press is an answer, and an empty one too.
    "scoring:mail-confirm": Door("visitor", 200, 302),
    "scoring:mail-off": form("visitor"),
    "scoring:mails": form("director"),
    "scoring:me-out": action("visitor"),
    "scoring:my-data": action("visitor"),
    "scoring:player-stays": action("director"),
    "scoring:entries": page("director"),
    "scoring:entry-add": action("director", 200),
    "scoring:entry-suggest": page("director"),
    "scoring:entries-all-here": action("director"),
    "scoring:entries-draw-numbers": action("director"),
    "scoring:entries-paste": form("director"),
    "scoring:entries-upload": Door("director", 302, 200),
    "scoring:entries-confirm": action("director"),
    "scoring:entries-pick": form("director"),
    "scoring:entries-several": action("director"),
    "scoring:entry-edit": form("director"),
    "scoring:entry-state": action("director"),
    "scoring:entry-remove": action("director"),
    "scoring:tournament-desk": page("scorekeeper"),
    "scoring:tournament-finish": action("director"),
    "scoring:tournament-reopen": action("director"),
    "scoring:prizes": form("director"),
    "scoring:report": page("director"),
    "scoring:treasurer": form("director"),
    "scoring:treasurer-file": page("director"),
    "scoring:export": page("director"),
    "scoring:export-file": page("director"),
    "scoring:open-file": page("director"),
    "scoring:open-file-new": form("director"),
    "scoring:open-file-in": form("director"),
    "scoring:open-file-back": action("director"),
    "scoring:players-export": page("director"),
    "scoring:draw": page("director"),
    "scoring:draw-run": action("director", 200),
    "scoring:draw-usual": action("director", 302),
    "scoring:draw-progress": Door("director", 404),
    "scoring:draw-seat": action("director", 200),
    "scoring:draw-publish": action("director"),
    "scoring:change": page("director"),
    "scoring:change-make": action("director"),
    "scoring:change-slip": page("director"),
    "scoring:sit-outs": page("director"),
    "scoring:substitutes": page("director"),
    "scoring:substitute-add": action("director", 200),
    "scoring:substitute-end": action("director", 200),
    "scoring:round-desk": page("scorekeeper"),
    "scoring:round-publish": action("director"),
    "scoring:round-unpublish": action("director"),
    "scoring:round-cancel": action("director", 200),
    "scoring:round-discard": action("director"),
    "scoring:round-swap": action("director", 200),
    "scoring:clock-start": action("director", 200),
    "scoring:clock-pause": action("scorekeeper", 200),
    "scoring:clock-go-on": action("scorekeeper", 200),
    "scoring:clock-more": action("scorekeeper", 200),
    "scoring:clock-longer": action("scorekeeper", 200),
    "scoring:clock-reset": action("director", 200),
    "scoring:announcement-add": action("scorekeeper", 200),
    "scoring:announcement-end": action("scorekeeper"),
    "scoring:desk-news": Door("scorekeeper", 302),
    "scoring:call-answer": action("scorekeeper"),
    "scoring:tray": page("scorekeeper"),
    "scoring:tray-settle": action("scorekeeper", 200),
    "scoring:rulings": page("director"),
    "scoring:ruling-add": action("director", 200),
    "scoring:ruling-reverse": action("director", 200),
    "scoring:ledger": page("scorekeeper"),
    "scoring:pack": page("director"),
    "scoring:pack-make": action("director", 200),
    # What is in it is shown in tests/scoring/desk/views/test_packs.py.
    "scoring:pack-file": Door("director", 404),
    "scoring:prints": page("scorekeeper"),
    "scoring:print-start": action("scorekeeper", 200),
    "scoring:print-job": page("scorekeeper"),
    "scoring:print-file": Door("scorekeeper", 302),
    "scoring:paper": page("scorekeeper"),
    "scoring:podium": page("scorekeeper"),
    "scoring:podium-look": action("scorekeeper"),
    "scoring:podium-print": action("director"),
    "scoring:papers-now": Door("scorekeeper", 302),
    "scoring:desk-search": page("scorekeeper"),
    "scoring:act-undo": action("director"),
    "scoring:papers": page("scorekeeper"),
    "scoring:paper-save": action("scorekeeper", 200),
    "scoring:verifying": page("scorekeeper"),
    "scoring:verify-row": action("scorekeeper", 200),
    "scoring:sheet-desk": page("scorekeeper"),
    "scoring:sheet-causes": page("scorekeeper"),
    "scoring:sheet-count": action("scorekeeper", 200),
    "scoring:sheet-confirm": action("scorekeeper", 200),
    "scoring:sheet-correct": action("director", 200),
    "scoring:sheet-take-back": action("scorekeeper"),
    "scoring:verify-undo": action("scorekeeper"),
    "scoring:sheet-withdraw": action("director", 200),
    "scoring:sheet-photo": Door("scorekeeper", 200),
    "scoring:sheet-photo-add": action("scorekeeper", 200),
    "scoring:sheet-photo-remove": action("director"),
    "scoring:sheet-phone": action("scorekeeper"),
    "scoring:sheet-renew": action("scorekeeper"),
    "scoring:sheet-revoke": action("scorekeeper"),
    "scoring:sheet-seat": action("scorekeeper", 200),
    "scoring:hand-desk": form("director"),
    "scoring:hand-void": action("director"),
    "scoring:hand-ruling-reverse": form("director"),
    # Of the whole site. What it makes is shown in tests/scoring/backups/views/test_backups.py.
    "scoring:operator": page("operator"),
    "scoring:operator-club": Door("operator", 200, 302),
    "scoring:club-approve": action("operator"),
    "scoring:club-refuse": Door("operator", NO, 200),
    "scoring:club-return": form("operator"),
    # What was sent a day ago is gone.
    "scoring:club-return-look": Door("operator", 404, 404),
    "scoring:club-close": form("owner"),
    "scoring:club-take-back": action("owner"),
    "scoring:programs": page("owner"),
    "scoring:program-let": action("owner", 200),
    "scoring:program-withdraw": action("owner"),
    "scoring:club-file": page("owner"),
    "scoring:club-file-make": action("owner"),
    "scoring:backups": page("operator"),
    "scoring:backup-make": action("operator"),
    "scoring:backup-file": Door("nobody", 404),
    "scoring:code": Door("visitor", 302),
    # The token is all that the table page looks at; an empty form is no message.
    "scoring:table-script": Door("visitor", 302),
    "scoring:table-style": Door("visitor", 302),
    "scoring:table-worker": page("visitor"),
    "scoring:table": page("visitor"),
    "scoring:table-state": page("visitor"),
    "scoring:table-people": Door("visitor", 403),
    "scoring:table-evening": page("visitor"),
    "scoring:table-app": page("visitor"),
    "scoring:table-join": action("visitor", 400),
    "scoring:table-admit": action("visitor", 400),
    "scoring:table-hand": action("visitor", 400),
    "scoring:table-preview": action("visitor", 400),
    "scoring:table-void": action("visitor", 400),
    "scoring:table-tray": action("visitor", 400),
    "scoring:table-loan": action("visitor", 400),
    "scoring:table-count": action("visitor", 400),
    "scoring:table-confirm": action("visitor", 400),
    "scoring:table-call": action("visitor", 400),
    "scoring:table-photo": action("visitor", 403),
    "scoring:table-seats": action("visitor", 400),
    "scoring:club": page("visitor"),
    "scoring:club-players": page("visitor"),
    "scoring:form": page("visitor"),
    "scoring:records": page("visitor"),
    "scoring:honours": page("visitor"),
    "scoring:all-time": page("visitor"),
    "scoring:player": page("visitor"),
    "scoring:player-met": page("visitor"),
    "scoring:player-picture": page("visitor"),
    "scoring:player-hands": page("visitor"),
    "scoring:club-hands": page("visitor"),
    "scoring:club-seasons": page("visitor"),
    "scoring:season": page("visitor"),
    "scoring:season-print": page("visitor"),
    "scoring:season-place": page("visitor"),
    "scoring:season-edition": page("visitor"),
    "scoring:seasons": page("director"),
    "scoring:season-new": form("director"),
    "scoring:season-change": form("director"),
    "scoring:season-finish": action("director"),
    "scoring:season-plan": form("director"),
    "scoring:season-plan-print": page("director"),
    "scoring:season-plan-remove": action("director"),
    "scoring:draw-plan": action("director"),
    "scoring:season-reopen": action("director", 200),
    "scoring:season-delete": action("director"),
    "scoring:season-finish-tournaments": action("director"),
    "scoring:season-export": page("director"),
    "scoring:old-lists": form("director"),
    "scoring:results-import": form("director"),
    "scoring:old-result": Door("director", 404, 404),
    "scoring:old-list": form("director"),
    "scoring:old-list-people": Door("director", 302, 302),
    "scoring:old-list-take-back": action("director"),
    "scoring:season-prints": form("director"),
    "scoring:season-print-job": page("director"),
    "scoring:season-yearbook": Door("visitor", 404),
    "scoring:season-print-file": Door("director", 302),
    "scoring:tournament": page("visitor"),
    "scoring:tournament-picture": page("visitor"),
    "scoring:season-picture": page("visitor"),
    "scoring:tournament-print": page("visitor"),
    "scoring:screen": page("visitor"),
    "scoring:screen-news": page("visitor"),
    "scoring:corrections": page("visitor"),
    "scoring:place": page("visitor"),
    "scoring:rules-here": page("visitor"),
    "scoring:edition": page("visitor"),
    "scoring:round": page("visitor"),
    "scoring:sheet": page("visitor"),
}
OF_A_TOURNAMENT = [name for name in DOORS if "tournament" in PARTS.get(name, ())]
OF_THE_DESK = [name for name, door in DOORS.items() if door.least in ROLES[2:]]
# Their pages are drawn by tests/test_names.py, test_no_500.py, tests/clubs, and the
# director's by those of each view.
READ_ELSEWHERE = ("visitor", "outsider", "director", "owner")
PUBLIC = [name for name in OF_A_TOURNAMENT if DOORS[name].least == "visitor"]
# How far below the least role let in somebody is who tries a door: who just gets in and
# who just does not; whoever has no role here, and the operator, try every one.
TRIED = size((0, 1), range(-len(ROLES), len(ROLES)))


def expected(name: str, method: str, role: str) -> int:
    door = DOORS[name]
    allowed = door.get if method == "get" else door.post
    if name == "scoring:join" and method == "post" and role != "visitor":
        return 302  # signed in already: nothing to type
    if allowed == NO or door.least == "visitor":
        return allowed
    if role == "visitor":
        return 302
    if door.least == "nobody":
        return allowed
    if role == "outsider" and door.least != "outsider":
        return 404
    if door.least == "operator" and role != "operator":
        return 404
    return allowed if ROLES.index(role) >= ROLES.index(door.least) else 403


def sent(client: Client, method: str, address: str) -> HttpResponse:
    """The answer; whatever it wrote is undone, so that each door is tried alike."""
    with undone(client):
        answer = getattr(client, method)(address, {})
        if answer.streaming:  # a file is open until somebody has all of it
            answer.getvalue()
    return answer


def test_every_address_is_in_the_table() -> None:
    assert {name for name, _ in named_urls()} == set(DOORS)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template is drawn: that takes longest, and not every walk reads its pages."""
    monkeypatch.setattr(Template, "render", lambda self, context: "")


@pytest.mark.parametrize("role", ROLES[:-1])
def test_who_gets_in(
    role: str, here: Evening, there: Evening, request: pytest.FixtureRequest
) -> None:
    if role in READ_ELSEWHERE:
        request.getfixturevalue("undrawn")
    client, wrong = client_of(somebody(role, here.club, there.club)), []
    for name, method, answer in knocked(client, here, doors_for(role)):
        if answer.status_code != expected(name, method, role):
            wrong.append((name, method, answer.status_code))
        if role == "visitor" and name in OF_THE_DESK and answer.status_code == 302:
            assert answer.url.startswith(reverse("clubs:sign-in")), name
    assert wrong == []


def test_the_operator_gets_in_and_reads_nothing_untranslated(
    here: Evening, there: Evening
) -> None:
    """Who sees every page sees it in the made-up language: no English is left."""
    client, wrong = client_of(somebody("operator", here.club, there.club)), []
    client.cookies[site.LANGUAGE_COOKIE_NAME] = MADE_UP
    with offered():
        for name, method, answer in knocked(client, here, DOORS):
            if answer.status_code != expected(name, method, "operator"):
                wrong.append((name, method, answer.status_code))
            elif name in ENGLISH:
                continue
            elif answer.status_code == 200 and (left := left_in(answer)):
                wrong.append((name, method, left))
    assert wrong == []


def doors_for(role: str) -> list[str]:
    rank = {name: at for at, name in enumerate((*ROLES, "nobody"))}
    return [
        name
        for name, door in DOORS.items()
        if role in ROLES[:2] or rank[door.least] - rank[role] in TRIED
    ]


def knocked(
    client: Client, here: Evening, names: Iterable[str]
) -> Iterator[tuple[str, str, HttpResponse]]:
    """Each address, asked for and sent nothing, and what it answers."""
    for name in names:
        if "print" in name:
            print_of(here)  # files that are erased do not come back
        for method in ("get", "post"):
            yield name, method, sent(client, method, here.address(name))


def test_another_clubs_tournament_is_not_found_under_ours(
    here: Evening, there: Evening
) -> None:
    foreign = builders.tournament(there.club, name="Only There")
    client = client_of(somebody("owner", here.club, there.club))
    for name in OF_A_TOURNAMENT:
        at = here.address(name, tournament=foreign.slug)
        for method in ("get", "post"):
            assert sent(client, method, at).status_code in (404, NO), name


def test_another_clubs_ids_are_not_found_under_ours(
    here: Evening, there: Evening
) -> None:
    client = client_of(somebody("owner", here.club, there.club))
    before = facts(there)
    for name in DOORS:
        if "pk" in PARTS[name]:
            parts = {**there.of, **there.special.get(name, {})}
            at = here.address(name, pk=parts["pk"])
            send = client.get if DOORS[name].post == NO else client.post
            answer = send(at, {"reason": "ours"})
            assert answer.status_code == 404, name
    assert facts(there) == before


@pytest.mark.parametrize(
    "name",
    [
        "scoring:print-job",
        "scoring:print-file",
        "scoring:season-print-job",
        "scoring:season-print-file",
    ],
)
def test_another_clubs_print_is_not_found(
    name: str, here: Evening, there: Evening
) -> None:
    client = client_of(somebody("outsider", here.club, there.club))
    assert client.get(there.address(name, key=PRINT_KEY)).status_code == 404


@pytest.mark.parametrize(
    ("role", "status"), [("visitor", 404), ("outsider", 404), ("scorekeeper", 200)]
)
def test_a_tournament_not_shown_is_for_the_clubs_people_only(
    role: str, status: int, here: Evening, there: Evening
) -> None:
    client = client_of(somebody(role, here.club, there.club))
    for name in PUBLIC:
        at = here.address(name, tournament=here.hidden.slug)
        assert client.get(at).status_code == status, name


def test_no_public_page_has_a_tournament_that_is_not_shown_or_the_wifis_password(
    here: Evening,
) -> None:
    Tournament.objects.update(wifi_name="Hall Guest", wifi_password="hush-hush")
    public = [name for name, door in DOORS.items() if door.least == "visitor"]
    for name in public:
        answer = client_of(None).get(here.address(name))
        for hidden in (b"Secret", b"hush-hush"):
            assert hidden not in answer.content, name


@pytest.mark.parametrize("name", ["scoring:round", "scoring:sheet"])
def test_a_draft_is_not_public_not_even_for_the_director(
    name: str, here: Evening
) -> None:
    at = here.address(name, number=here.draft.number)
    assert client_of(None).get(at).status_code == 404
    director = somebody("director", here.club, here.club)
    assert client_of(director).get(at).status_code == 404


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_draft_is_the_directors(headers: dict[str, str], here: Evening) -> None:
    at = here.address("scoring:round-desk", number=here.draft.number)
    keeper = client_of(somebody("scorekeeper", here.club, here.club))
    assert keeper.get(at, headers=headers).status_code == 403
    director = client_of(somebody("director", here.club, here.club))
    assert director.get(at, headers=headers).status_code == 200


def test_the_token_of_a_drafts_sheet_opens_nothing(here: Evening) -> None:
    token = here.draft.sheets.get(table=1).token
    at = here.address("scoring:table", token=token)
    assert client_of(None).get(at).status_code == 404


def test_a_scorekeeper_may_not_rule_in_a_count(here: Evening) -> None:
    keeper = client_of(somebody("scorekeeper", here.club, here.club))
    facts = {f"held{n}": held for n, held in enumerate((90, 100, 100, 100), start=1)}
    facts |= {"ruled1": "10", "reason": "mine", "seen": "0", "key": "ruling-of-mine"}
    keeper.post(here.address("scoring:sheet-count"), facts)
    assert Count.objects.get(key="ruling-of-mine").ruled == (0, 0, 0, 0)


@pytest.mark.parametrize("role", size(("visitor", "owner", "operator"), ROLES))
def test_the_operators_tables_are_the_operators(
    role: str, here: Evening, there: Evening
) -> None:
    client = client_of(somebody(role, here.club, there.club))
    for model in admin.site._registry:
        at = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        answer = client.get(reverse(at))
        assert answer.status_code == (200 if role == "operator" else 302)


def facts(evening: Evening) -> tuple[int, ...]:
    """What a stranger could have changed."""
    return (
        evening.tournament.entries.filter(state="here").count(),
        evening.tournament.adjustments.filter(reversed_at=None).count(),
        evening.club.roles.filter(kind="scorekeeper").count(),
        evening.club.invitations.filter(closed_at=None).count(),
    )


# Its emblem stands under a mark that nobody guesses; the desk of who waits shows it.
OF_A_SHUT_CLUB = {f"scoring:club-{of}" for of in ("emblem", "emblem-small", "icon")}


@pytest.mark.parametrize("since", ["waits_since", "closes_at"])
def test_nobody_reads_a_club_that_is_shut(
    here: Evening, client: Client, since: str
) -> None:
    """One that waits for approval, and one that is closed: every public page is gone."""
    Club.objects.filter(pk=here.club.pk).update(**{since: timezone.now()})
    public = [name for name, door in DOORS.items() if door.least == "visitor"]
    addresses = {name: here.address(name) for name in public}
    of_it = [
        name
        for name, at in addresses.items()
        if here.club.slug in at or at.startswith("/embed/")
    ]
    read = {name for name in public if client.get(addresses[name]).status_code == 200}
    assert read & set(of_it) == OF_A_SHUT_CLUB
