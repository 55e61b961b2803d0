"""Seats: the service that the desk's page of a sheet needs from here."""

from scoring.sheets.free_seats import register_service
from scoring.table.sitting import sit_down

register_service(sit_down)
