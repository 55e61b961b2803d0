"""The registration of the service that the desk's sheet page needs from here."""

from scoring.phones.seat_fixes import sit_down
from scoring.sheets.free_seats import register_service

register_service(sit_down)
