"""The director's guide's page for each page of the desk, by the name of its URL."""

from django.urls import Resolver404, resolve

from clubs.guides import Task, task_at

TASKS = {
    # A tournament's desk, in the order of its menu.
    "tournament-desk": "follow-the-next-step",
    "desk-search": "follow-the-next-step",
    "round-desk": "publish-and-print-a-round",
    "start-chips": "start-the-round",
    "coming": "take-rsvps",
    "rsvp-links": "take-rsvps",
    "door": "check-people-in",
    "entries": "enter-the-players",
    "entry-edit": "enter-the-players",
    "entries-paste": "enter-the-players",
    "entries-upload": "enter-the-players",
    "entries-confirm": "enter-the-players",
    "entries-pick": "enter-the-players",
    "draw": "draw-the-seats",
    "draw-run": "draw-the-seats",
    "draw-seat": "draw-the-seats",
    "papers-now": "enter-score-sheets",
    "papers": "enter-score-sheets",
    "paper": "enter-score-sheets",
    "paper-save": "enter-score-sheets",
    "verifying": "verify-score-sheets",
    "verify-row": "verify-score-sheets",
    "sheet-desk": "fix-a-mistake",
    "hand-desk": "make-a-ruling",
    "hand-ruling-reverse": "make-a-ruling",
    "tournament": "explain-a-place",
    "tournament-settings": "create-the-event",
    "rules-change": "create-the-event",
    "series": "schedule-more-events",
    "prints": "prepare-paper-and-phones",
    "print-job": "prepare-paper-and-phones",
    "screen": "show-the-hall-display",
    "tray": "review-late-hands",
    "change": "when-someone-comes-late-or-leaves",
    "change-slip": "when-someone-comes-late-or-leaves",
    "substitutes": "add-a-substitute",
    "rulings": "make-a-ruling",
    "ledger": "check-the-room-ledger",
    "pack": "prepare-for-a-dead-laptop",
    "log": "find-out-who-changed-what",
    "closing": "close-the-event",
    "podium": "audit-the-podium",
    "prizes": "give-out-prizes",
    "treasurer": "settle-the-money",
    "report": "write-the-report",
    "export": "export-the-results",
    # A club's desk.
    "desk": "checklist-for-the-night",
    "tournament-new": "create-the-event",
    "players": "keep-the-player-list-clean",
    "player-new": "keep-the-player-list-clean",
    "player-edit": "keep-the-player-list-clean",
    "player-names": "keep-the-player-list-clean",
    "player-link": "take-rsvps",
    "doubles": "keep-the-player-list-clean",
    "player-merge": "keep-the-player-list-clean",
    "merge-find": "keep-the-player-list-clean",
    "seasons": "run-a-season",
    "season-new": "run-a-season",
    "season-change": "run-a-season",
    "season-plan": "run-a-season",
    "season-prints": "run-a-season",
    "season-print-job": "run-a-season",
    "sit-outs": "draw-the-seats",
    "old-lists": "import-past-results",
    "old-list": "import-past-results",
    "old-list-people": "import-past-results",
    "old-result": "import-past-results",
    "results-import": "import-past-results",
    "mails": "take-rsvps",
    "people": "help-someone-sign-in",
    "invite": "choose-who-verifies",
    "settings": "set-up-the-club",
    "look": "set-up-the-club",
    "currency": "set-up-the-club",
    "club-file": "set-up-the-club",
    "club-close": "set-up-the-club",
    "programs": "connect-other-programs",
    "program-let": "connect-other-programs",
    "webhooks": "connect-other-programs",
    "webhook": "connect-other-programs",
    "open-file-new": "export-the-results",
    "open-file-in": "export-the-results",
}


def task_of(path: str) -> Task | None:
    """Return the guide's task for a page of the desk; None for other pages.

    A form that is shown again after an error has its own address. Without a task of
    its own, it has the task of the page above it.
    """
    parts = path.strip("/").split("/")
    while parts:
        task = TASKS.get(_url_name("/".join(parts)))
        if task:
            return task_at(f"director/{task}")
        parts.pop()
    return None


def _url_name(path: str) -> str:
    """Return the name of the URL at a path; "" if there is none."""
    try:
        return resolve(f"/{path}/").url_name or ""
    except Resolver404:
        return ""
