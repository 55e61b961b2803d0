"""A club's own look: changed by its owner, seen by everybody, gone with the club."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.models import Club, Emblem
from scoring.audit.integrity import wrong_emblems
from scoring.models import Change
from tests import builders
from tests.log_texts import log_text
from tests.messages import message
from tests.sent_forms import as_sent, filled

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "owner"))
    return club


def file(
    name: str = "star.png", content: bytes = b"", colour: str = "#7b1e2e"
) -> SimpleUploadedFile:
    image = Image.new("RGB", (200, 200), colour)
    out = BytesIO()
    image.save(out, "PNG")
    return SimpleUploadedFile(name, content or out.getvalue())


def sent(client: Client, club: Club, **typed: object) -> str:
    club.refresh_from_db()
    facts: dict[str, object] = {"key": "k"}
    at = reverse("scoring:look", args=[club.slug])
    answer = client.post(at, facts | typed, follow=True)
    assert answer.status_code == 200
    club.refresh_from_db()
    return answer.content.decode()


def test_an_emblem_a_colour_and_a_line_are_kept_and_logged(
    client: Client, club: Club
) -> None:
    typed = {"colour": "#7b1e2e", "thanks": "With thanks to Kubala’s Bakery"}
    assert message("The club’s appearance was saved.") in sent(
        client, club, emblem=file(), **typed
    )
    assert (club.colour, club.thanks) == ("#7b1e2e", typed["thanks"])
    assert club.emblem_mark == Emblem.objects.get(club=club).digest
    lines = (
        Change.objects.filter(club=club).order_by("pk").values_list("text", flat=True)
    )
    assert [*lines] == [
        log_text("club.emblem_changed"),
        log_text("club.color_changed"),
        log_text("club.hall_line_changed"),
    ]


def test_the_same_form_sent_twice_is_one_change(client: Client, club: Club) -> None:
    for _ in range(2):
        sent(client, club, colour="#1f3f7a", key="twice")
    assert Change.objects.filter(club=club).count() == 1


def test_nothing_changed_is_no_line_in_the_log(client: Client, club: Club) -> None:
    sent(client, club, colour="")
    assert not Change.objects.filter(club=club).exists()


def test_two_owners_change_the_look_at_once(client: Client, club: Club) -> None:
    at = reverse("scoring:look", args=[club.slug])
    mine = as_sent(client, at, thanks="With thanks")
    other = as_sent(client, at, colour="#7b1e2e", key="other")
    sent(client, club, colour="#1f3f7a", key="one")
    assert client.post(at, mine).status_code == 302
    (conflict,) = client.post(at, other).context["form"].conflicts
    assert conflict.current == "Navy blue; #7b1e2e"
    club.refresh_from_db()
    assert (club.colour, club.thanks) == ("#1f3f7a", "With thanks")


def test_an_emblem_takes_no_newer_ones_place_unseen(client: Client, club: Club) -> None:
    at = reverse("scoring:look", args=[club.slug])
    mine = as_sent(client, at)
    sent(client, club, emblem=file(), key="one")
    mark = club.emblem_mark
    shown = client.post(at, mine | {"emblem": file(colour="#1f3f7a")})
    assert message(
        "Someone else changed the emblem while you were editing. Choose your "
        "emblem again to replace it."
    ) in (shown.content.decode())
    club.refresh_from_db()
    assert club.emblem_mark == mark
    again = filled(shown.context["form"], emblem=file(colour="#1f3f7a"))
    assert client.post(at, again).status_code == 302
    club.refresh_from_db()
    assert club.emblem_mark != mark


def test_a_colour_of_ones_own(client: Client, club: Club) -> None:
    sent(client, club, colour="own", own_colour="#FFD200")
    assert club.colour == "#ffd200"
    shown = client.get(reverse("scoring:look", args=[club.slug])).content.decode()
    assert "#ffd200 isn’t easy to read everywhere." in " ".join(shown.split())


def test_a_colour_picked_below_counts_without_a_tick_above(
    client: Client, club: Club
) -> None:
    sent(client, club, colour="", own_colour="#336699")
    assert club.colour == "#336699"
    sent(client, club, colour="#1f3f7a", own_colour="#336699", key="two")
    assert club.colour == "#1f3f7a"


def test_what_is_no_colour_is_refused_and_what_was_typed_stays(
    client: Client, club: Club
) -> None:
    shown = sent(client, club, colour="own", own_colour="wine", thanks="Thank you")
    assert (
        message(
            "Enter a color with # and six digits or letters a to f. For example, "
            "#7b1e2e"
        )
        in shown
    )
    assert "Thank you" in shown
    assert club.colour == ""
    assert message("Choose one of the options.") in sent(client, club, colour="url(x)")


def test_a_file_that_is_no_picture_is_refused(client: Client, club: Club) -> None:
    svg = file("star.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")
    shown = sent(client, club, emblem=svg, colour="#7b1e2e")
    assert (
        message("This isn’t an image, or it’s damaged. Send a JPEG, PNG or WebP.")
        in shown
    )
    assert not Emblem.objects.exists()
    assert club.colour == ""


def test_the_emblem_is_removed_and_its_address_is_gone(
    client: Client, club: Club
) -> None:
    builders.look(club)
    at = reverse("scoring:club-emblem", args=[club.slug, club.emblem_mark])
    answer = client.get(at)
    assert answer["Content-Type"] == "image/png"
    assert "immutable" in answer["Cache-Control"]
    sent(client, club, without_emblem="on", colour="#7b1e2e")
    assert club.emblem_mark == ""
    assert client.get(at).status_code == 404
    assert not Emblem.objects.exists()


def test_public_pages_have_emblem_and_colour_and_the_desk_the_emblem_alone(
    client: Client, club: Club
) -> None:
    builders.look(club)
    small = reverse("scoring:club-emblem-small", args=[club.slug, club.emblem_mark])
    style = reverse("scoring:club-style", args=[club.slug, "7b1e2e"])
    public = Client().get(club.get_absolute_url()).content.decode()
    assert small in public
    assert style in public
    assert Client().get(style)["Content-Type"] == "text/css"
    assert Client().get(style.replace("7b1e2e", "000000")).status_code == 404
    desk = client.get(reverse("scoring:desk", args=[club.slug])).content.decode()
    assert small in desk
    assert style not in desk


def test_another_clubs_emblem_is_not_found_under_ours(club: Club) -> None:
    other = builders.look(builders.club("lodge-30"))
    at = reverse("scoring:club-emblem", args=[club.slug, other.emblem_mark])
    assert Client().get(at).status_code == 404


def test_the_audit_names_an_emblem_that_was_put_in_by_hand(club: Club) -> None:
    builders.look(club)
    assert [*wrong_emblems()] == []
    Emblem.objects.filter(club=club).update(content=b"another")
    assert [*wrong_emblems(club.slug)] == [
        f"{club.slug}: its emblem is not the one that was sent"
    ]
    Emblem.objects.all().delete()
    assert len([*wrong_emblems()]) == 1


def test_it_goes_with_the_club(club: Club) -> None:
    builders.look(club)
    Change.objects.all().delete()
    club.delete()
    assert not Emblem.objects.exists()
