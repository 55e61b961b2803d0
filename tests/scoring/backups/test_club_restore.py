"""One club's file: what stands in it, and how it comes back into a running site."""

import shutil
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import JSONField
from PIL import Image

from clubs.models import Club, Player, Role, User
from clubs.storage import store
from scoring.backups import club_restore
from scoring.backups.archive import NotABackup
from scoring.backups.club_restore import bring_back, look_at
from scoring.backups.club_rows import (
    KEYS,
    erase_rows,
    is_of_club,
    rows_of_club,
    tables_of_clubs,
)
from scoring.backups.create import make
from scoring.backups.json_shapes import MESSAGES
from scoring.backups.restore import NotRestored
from scoring.draw import draws
from scoring.models import Change, Count, Draw, Entry, Photo, Sheet, Standings, Tally
from scoring.people import merges
from scoring.rollups.updates import follow_all
from tests import builders as build
from tests.messages import message
from tests.scoring.backups.commands.backed_up import changed, everything, full_site

pytestmark = pytest.mark.django_db(transaction=True)

# Columns of JSON without a key of a row; a new one is to be looked at.
WITHOUT_KEYS = {
    *MESSAGES,
    ("scoring.change", "values"),
    ("scoring.undorecord", "rows"),  # ends with the place it was made at
    ("scoring.undorecord", "letters"),
    ("scoring.change", "data"),
    ("scoring.tournament", "origin"),
    ("scoring.tournament", "moved_from"),
    ("clubs.club", "limits"),
    ("scoring.letter", "facts"),
    ("scoring.mailaddress", "wishes"),
    ("clubs.player", "erasing"),
    ("clubs.season", "formula"),
    ("scoring.tournament", "house_rules"),
    ("scoring.tournament", "tie_breaks"),
    ("scoring.standingsrow", "ties"),
    ("scoring.tournament", "prizes"),
    ("scoring.entry", "classes"),
    ("scoring.seasonplan", "rounds"),
    ("scoring.hand", "record"),
    ("scoring.hand", "state"),
    ("scoring.trayhand", "record"),
    ("scoring.count", "chips"),
    ("scoring.oldlist", "sheets"),
    ("scoring.oldlist", "choices"),
    ("scoring.tally", "results"),
    ("scoring.seasonedition", "formula"),
}


@pytest.fixture(autouse=True)
def _photos(settings: Any, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"
    settings.DATA_DIR = tmp_path


def played(slug: str) -> Club:
    """A club with an evening that was drawn, merged, played, in part at least."""
    club = build.club(slug, name=f"Club of {slug}")
    owner = build.member(club, Role.Kind.OWNER, f"owner-{slug}")
    tournament = build.tournament(club, hands_per_round=4)
    people = build.entries(tournament, 9)
    draws.draw(tournament=tournament, actor=build.actor(owner), whole_evening=True)
    rnd = build.published_round(
        build.tournament(club, name="By hand"),
        [list(build.entries(club.tournaments.get(name="By hand"), 4))],
    )
    first = rnd.sheets.get()
    build.verified_sheet(
        first, by=owner, second=build.member(club, username=f"two-{slug}")
    )
    build.corrected(first, by=owner)
    build.photo(first)
    merges.merge(
        target=people[0].player,
        duplicate=build.player(club, "Marie K."),
        actor=build.actor(owner),
        key=f"merge-{slug}",
    )
    follow_all()
    return club


def audited(club: Club) -> str:
    out = StringIO()
    call_command("audit", club.slug, stdout=out)
    return out.getvalue()


def counted(club: Club) -> dict[str, int]:
    return {
        model._meta.label: rows_of_club(model, club.pk).count()
        for model in tables_of_clubs()
    }


def others(club: int) -> dict[str, list[Any]]:
    """All rows but those of a club."""
    return {
        model._meta.label: list(
            model._base_manager.exclude(pk__in=rows_of_club(model, club).values("pk"))
            .order_by("pk")
            .values_list()
            if is_of_club(model)
            else model._base_manager.order_by("pk").values_list()
        )
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in ("clubs", "scoring")
    }


def test_a_lost_club_comes_back_as_it_was(tmp_path: Path) -> None:
    other, club = played("other"), played("lost")
    build.user("stranger")
    make(tmp_path / "club.zip", club)
    before, beside = everything(), others(club.pk)
    files = {each.name for each in (tmp_path / "photos").iterdir()}
    erase_rows(club)
    assert others(club.pk) == beside
    assert not any(counted(club).values())
    look = look_at(tmp_path / "club.zip")
    assert {one.username: one.role for one in look.accounts} == {
        "owner-lost": "owner",
        "two-lost": "scorekeeper",
    }
    users = {one.key: User.objects.get(username=one.username) for one in look.accounts}
    back = bring_back(tmp_path / "club.zip", actor=build.command(), accounts=users)
    assert back.pk == club.pk
    assert "restored the club from its file of" in Change.objects.latest("pk").text
    Change.objects.latest("pk").delete()
    photo = Photo.objects.get(sheet__round__tournament__club=club)
    assert photo.name not in files  # nobody's file was written over
    (old,) = files - {one.name for one in Photo.objects.all()}
    # Made anew, so other bytes of the same picture.
    assert _pixels(photo.file) == _pixels(old)
    Photo.objects.filter(pk=photo.pk).update(name=old)
    assert everything() == before
    assert "no differences" in audited(back)
    assert "no differences" in audited(other)


def _pixels(name: str) -> tuple[int, int]:
    with Image.open(BytesIO(store("photos").content(name))) as picture:
        return picture.size


def test_keys_that_somebody_has_become_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, other = played("lost"), played("other")
    drawn = Draw.objects.filter(tournament__club=club).earliest("pk")
    seats = _numbers_of(drawn)
    moved = _tallies(club)
    make(tmp_path / "club.zip", club)
    pk = club.pk
    erase_rows(club)
    monkeypatch.setattr(club_restore, "_last_given", lambda model: 0)
    beside = others(pk)
    back = bring_back(tmp_path / "club.zip", actor=build.command(), accounts={})
    assert back.pk > other.pk
    assert others(back.pk) == beside
    again = Draw.objects.filter(tournament__club=back).earliest("pk")
    assert _numbers_of(again) == seats
    assert again.pk != drawn.pk
    assert _tallies(back) == moved
    assert "no differences" in audited(back)
    assert all(count.is_whole and count.digest for count in Count.objects.all())
    change = Change.objects.get(club=back, what="draw", key="")
    assert int(change.new) == again.pk
    merges.undo(merge=back.merges.get(), actor=build.command())
    follow_all()
    assert "no differences" in audited(back)


def _numbers_of(drawn: Draw) -> list[Any]:
    """The seats of a draw, drawn again, and why who sits out, by start numbers."""
    number = dict(drawn.tournament.entries.values_list("pk", "number"))
    seats = [
        [[number[pk] for pk in table] for table in rnd.tables]
        for rnd in draws.again(drawn)
    ]
    out = {
        rnd: {number[int(pk)]: why for pk, why in people.items()}
        for rnd, people in drawn.report["sit_outs"].items()
    }
    return [seats, out]


def _tallies(club: Club) -> list[Any]:
    number = dict(club.players.values_list("pk", "number"))
    return sorted(
        [
            tally.player.number,
            tally.total,
            sorted(number[int(pk)] for pk in tally.figures.get("partners", {})),
        ]
        for tally in Tally.objects.filter(tournament__club=club)
    )


def test_a_club_of_everything_comes_back(tmp_path: Path) -> None:
    club = full_site().club
    before = counted(club)
    make(tmp_path / "club.zip", club)
    erase_rows(club)
    back = bring_back(tmp_path / "club.zip", actor=build.command(), accounts={})
    gone = {"clubs.Role", "clubs.Invitation", "clubs.PasswordLink", "scoring.OldList"}
    gone |= {"scoring.ApiToken", "scoring.Webhook", "scoring.WebhookTry"}
    gone |= {"scoring.Position"}
    after = counted(back)
    for name, number in before.items():
        if name not in gone:
            assert after[name] - (name == "scoring.Change") == number, name


def test_the_file_has_no_way_to_sign_in_and_nothing_of_others(tmp_path: Path) -> None:
    club, other = played("lost"), played("other")
    owner = User.objects.get(username="owner-lost")
    owner.email, owner.is_superuser = "owner@example.org", True
    owner.save()
    make(tmp_path / "club.zip", club)
    with ZipFile(tmp_path / "club.zip") as file:
        text = b"\n".join(file.read(name) for name in file.namelist()).decode("latin-1")
        tables = {name for name in file.namelist() if file.getinfo(name).file_size}
    for secret in ("owner-other", other.name, "owner@example.org", owner.password):
        assert secret not in text
    assert "tables/clubs_user.jsonl" in tables
    assert "tables/mfa_authenticator.jsonl" not in tables
    look = look_at(tmp_path / "club.zip")
    assert (look.name, look.slug, look.is_here) == (club.name, "lost", True)


def test_what_cannot_come_back_says_why(tmp_path: Path) -> None:
    club = played("lost")
    path = tmp_path / "club.zip"
    make(path, club)
    make(tmp_path / "site.zip")

    def refused(file: Path, **how: Any) -> str:
        before = everything()
        with pytest.raises((NotRestored, NotABackup)) as refusal:
            bring_back(file, actor=build.command(), **{"accounts": {}, **how})
        assert everything() == before
        assert len([*(tmp_path / "photos").iterdir()]) == 1
        return str(refusal.value)

    assert "already has a club at the address lost" in refused(path)
    assert "This club, or part of" in refused(path, slug="elsewhere")
    assert "whole site" in refused(tmp_path / "site.zip")
    short = tmp_path / "short.zip"
    short.write_bytes(path.read_bytes()[:-300])
    assert "damaged" in refused(short)

    def newer(facts: dict[str, Any]) -> None:
        facts["migrations"].append(["clubs", "9999_to_come"])

    def one_less(parts: dict[str, bytes]) -> None:
        parts["tables/clubs_player.jsonl"] = b""

    def no_keys(parts: dict[str, bytes]) -> None:
        parts["tables/clubs_club.jsonl"] = b'["x"]\n'

    erase_rows(club)
    shutil.rmtree(tmp_path / "photos")
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "somebody.jpg").touch()
    assert "newer version of Valat" in refused(
        changed(path, tmp_path / "new.zip", facts=newer)
    )
    for cut in (one_less, no_keys):
        assert "damaged" in refused(changed(path, tmp_path / "cut.zip", parts=cut))
    assert "The site itself uses the address “" in refused(path, slug="desk")
    user = build.user("anna")
    both = {one.key: user for one in look_at(path).accounts}
    assert message(
        "Two accounts in the file can’t become the same account here."
    ) in refused(path, accounts=both)


def test_at_another_address_beside_another_club(tmp_path: Path) -> None:
    club = played("lost")
    make(tmp_path / "club.zip", club)
    erase_rows(club)
    build.club("lost", name="Another one")
    back = bring_back(
        tmp_path / "club.zip", actor=build.command(), accounts={}, slug="lost-again"
    )
    assert back.slug == "lost-again"
    assert Club.objects.get(slug="lost").name == "Another one"


def test_the_commands(tmp_path: Path) -> None:
    club = played("lost")
    out = StringIO()
    file = str(tmp_path / "c.zip")
    call_command("club_file", "lost", output=file, stdout=out)
    assert message("{n} photo", n=1) in out.getvalue()
    with pytest.raises(CommandError, match="already exists\\. Choose another name\\."):
        call_command("club_file", "lost", output=file)
    with pytest.raises(CommandError, match="no club “nowhere”"):
        call_command("club_file", "nowhere", output=file)
    erase_rows(club)
    with pytest.raises(CommandError, match="no account nobody here"):
        call_command("restore_club", file, account=["owner-lost=nobody"])
    call_command("restore_club", file, account=["owner-lost=owner-lost"], stdout=out)
    assert "was scorekeeper and has no role here" in out.getvalue()
    assert "no differences" in out.getvalue()
    role = Role.objects.get(club__slug="lost")
    assert (role.user.username, role.kind) == ("owner-lost", "owner")


def test_every_column_of_json_was_looked_at_for_keys() -> None:
    columns = {
        (model._meta.label_lower, field.name)
        for model in tables_of_clubs()
        for field in model._meta.concrete_fields
        if isinstance(field, JSONField)
    }
    assert columns == {*KEYS} | WITHOUT_KEYS


def test_what_of_others_leans_on_a_club_lets_go_of_it() -> None:
    club, other = played("lost"), played("other")
    stray = Change.objects.filter(club=other).earliest("pk")
    Change.objects.filter(pk=stray.pk).update(tournament=club.tournaments.first())
    erase_rows(club)
    stray.refresh_from_db()
    assert stray.tournament is None
    assert not Sheet.objects.exclude(round__tournament__club=other).exists()
    assert not Player.everybody.exclude(club=other).exists()
    assert Standings.objects.exists()


def test_a_file_of_an_older_valat_is_brought_up_to_date(tmp_path: Path) -> None:
    """The first release's backup has one club; here it stands for a file of its day."""
    old = Path(__file__).parent / "commands" / "first-release.zip"

    def of_a_club(facts: dict[str, Any]) -> None:
        facts["format"], facts["club"] = 3, "Lodge"

    path = changed(old, tmp_path / "old.zip", facts=of_a_club)
    build.club("another")
    back = bring_back(path, actor=build.command(), accounts={})
    assert Entry.objects.filter(tournament__club=back).exists()
    assert "audited: no differences" in audited(back)
    assert not [*tmp_path.glob(".club-*")]
