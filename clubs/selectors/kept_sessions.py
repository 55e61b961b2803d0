"""Django's sessions in the database, read in prepared words: every signed-in page does."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from clubs.selectors.prepared import Prepared

_SESSION = Prepared(Session.objects.all(), "session_key")


class SessionStore(db.SessionStore):
    """Named as Django's, whose name seals what is kept: nobody is signed out by it."""

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(session_key=self.session_key)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
