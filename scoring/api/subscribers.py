"""Subscribers that queue webhook calls for changes of public data.

A call to be made is a row with an id, and each retry is another row. One task per
webhook makes its calls one by one (`webhook_delivery`).
"""

from collections.abc import Collection
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from clubs.models import Club
from clubs.tasks import enqueue
from scoring.api.webhook_delivery import GATHER, Kind, call
from scoring.core.push import UNSEEN
from scoring.core.subscriptions import subscribe
from scoring.models import Change, Tournament, Webhook, WebhookTry

# Up to this many events that disappear at once get a call each; more get one call about
# the club.
MOST_GONE = 20
KINDS = {"create": Kind.ANNOUNCED, "finish": Kind.FINISHED}
# Changes that affect public names, or close and open pages.
OF_CLUBS = (
    *("club.closing", "club.reopened", "club.names_shown", "club.name_order"),
    *("player.changed", "player.names_confirmed", "erasure.done"),
    *("past_results.removed", "open_file.removed"),
)


class ProgramNews(NamedTuple):
    """One item of news for programs: an event, a deleted event, or the club."""

    kind: Kind
    tournament: int | None = None
    event: UUID | None = None


@subscribe("webhooks", all_but=UNSEEN, needs=["SITE_URL"])
def queue_calls(tournament: Tournament, changes: list[Change]) -> None:
    """Queue calls about an event that is public, or was until now."""
    news = {*chain.from_iterable(map(_news_of_gone, changes))}
    if tournament.public:
        kinds = {KINDS.get(change.what, Kind.CHANGED) for change in changes}
        news |= {ProgramNews(kind, tournament.pk) for kind in kinds}
    _queue(tournament.club, news)


@subscribe("webhooks", *OF_CLUBS, scope="club", needs=["SITE_URL"])
def queue_calls_of_club(club: Club, changes: list[Change]) -> None:
    """Queue calls about names, about a club, and about events no longer public."""
    _queue(club, {*chain.from_iterable(_news_of_club(club, row) for row in changes)})


def _news_of_club(club: Club, change: Change) -> list[ProgramNews]:
    if change.code == "club.closing":
        return [] if club.waits_since else [ProgramNews(Kind.CLUB_GONE)]
    if "gone" in change.data:
        return _news_of_gone(change)
    is_same = change.code == "player.changed" and not change.data.get("names")
    return [] if is_same else [ProgramNews(Kind.NAMES)]


def _news_of_gone(change: Change) -> list[ProgramNews]:
    """Return a change's news about events that are no longer public."""
    keys = change.data.get("gone", [])
    if len(keys) > MOST_GONE:
        return [ProgramNews(Kind.NAMES)]
    return [ProgramNews(Kind.EVENING_GONE, event=UUID(key)) for key in keys]


def _queue(club: Club, news: Collection[ProgramNews]) -> None:
    """Store the news for each webhook of a club, and queue its calls.

    Two queries if there are webhooks and news, otherwise at most one.
    """
    if not news:
        return
    rows = Webhook.objects.filter(club=club, ended_at=None)
    tries: list[WebhookTry] = []
    for pk, unwanted in rows.values_list("pk", "unwanted"):
        wanted = [item for item in news if item.kind not in unwanted.split()]
        tries += [_make_try(pk, item) for item in sorted(wanted, key=str)]
    WebhookTry.objects.bulk_create(tries)
    for pk in dict.fromkeys(row.webhook_id for row in tries):
        enqueue(call, pk, after=GATHER)


def _make_try(webhook: int, news: ProgramNews) -> WebhookTry:
    return WebhookTry(
        webhook_id=webhook,
        tournament_id=news.tournament,
        gone=news.event,
        kind=news.kind,
        due_at=timezone.now() + GATHER,
    )
