"""The week before an evening and the morning after: the desk, a member's page and mail."""

from datetime import date, time

from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Player
from scoring.emails.views.sending import message_of
from scoring.models import Letter, Tournament
from scoring.signups import email_addresses, name_signups, personal_links, rsvps
from scoring.signups.notifications import Kind
from scoring.tournaments import tournaments
from tests.browser.evening.people import ON_PICTURES
from tests.browser.sign_in import sign_in
from tests.pictures.camera import Camera
from tests.pictures.story import Story
from tests.pictures.story_time import clock

DESK = "/desk/lodge-24/"
SPARE, ASKED = ON_PICTURES[4:6], ON_PICTURES[30:33]
SITE = "https://tarok.example.org"
PLACES = 17


def take_all(camera: Camera, story: Story) -> None:
    """After the evening of the other pictures, whose codes they leave as they are."""
    settings.MAIL, settings.SITE_URL = True, SITE
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "valat@example.org"
    dora, phone = camera.laptop(), camera.phone()
    sign_in(dora, "dora")
    the_morning_after(camera, story, dora)
    clock.set("27 6:10 pm")
    winter = _next_evening(story)
    dora.goto(f"{DESK}{winter.slug}/coming/")
    camera.take("director/coming", dora, 900)
    the_member(camera, story, phone)


def the_morning_after(camera: Camera, story: Story, dora: Page) -> None:
    clock.set("21 9:05 am")
    tournaments.finish(tournament=story.tournament, actor=story.by)
    story.tournament.refresh_from_db()
    dora.goto(f"{DESK}fall-tarok/treasurer/")
    camera.take("director/treasurer", dora, 760)


def _next_evening(story: Story) -> Tournament:
    """Who comes, waits, comes if needed, was asked, and who signed up by name."""
    club, by = story.club, story.by
    type(club).objects.filter(pk=club.pk).update(word="felt")
    club.refresh_from_db()
    evening = tournaments.create(
        club=club,
        actor=by,
        name="Winter Tarok",
        date=date(2026, 12, 4),
        starts_at=time(19),
        place="SPJST Hall, West",
        fee=1000,
        asks=True,
        places=PLACES,
    )
    people = {player.name: player for player in club.players.all()}
    for name in ON_PICTURES[6 : 6 + PLACES + 2]:
        rsvps.set_going(tournament=evening, player=people[name], actor=by)
    for name in SPARE:
        rsvps.set_going(
            tournament=evening, player=people[name], actor=by, if_needed=True
        )
    asked = [people[name] for name in ASKED]
    rsvps.ask(tournament=evening, players=asked, actor=by)
    name_signups.sign_up(tournament=evening, name="Viola Skrivanek", lodge="", key="v")
    return evening


def the_member(camera: Camera, story: Story, phone: Page) -> None:
    """The own page, what it says after a press, and the mail of the morning after."""
    entry = story.person(ON_PICTURES[0])
    member = entry.player
    link = personal_links.give(player=member, actor=story.by)
    phone.goto(personal_links.path_of(link))
    button = phone.get_by_role("button", name="I’m going", exact=True)
    shots = [phone.screenshot()]
    button.click()
    expect(phone.get_by_role("status")).to_contain_text(
        "This event is full. You’re number"
    )
    shots.append(phone.screenshot())
    mail = _morning(story, member)
    phone.goto("about:blank")  # without the site's own policy of content
    phone.set_content(mail)
    camera.strip("member/page", [*shots, phone.screenshot()])


def _morning(story: Story, member: Player) -> str:
    """The mail as HTML, as it goes out the morning after."""
    address = email_addresses.give(
        player=member, actor=story.by, email="anna@example.org", wishes=["morning"]
    )
    letter = Letter(to=address, tournament=story.tournament, kind=Kind.MORNING)
    letter.asked_at = timezone.now()
    clock.set("21 9:05 am")
    message = message_of(letter, timezone.now())
    return str(message.alternatives[0][0])
