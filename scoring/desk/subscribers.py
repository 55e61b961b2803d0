"""Register the task for emergency packets, which backups request."""

from scoring.backups import emergency_packets
from scoring.desk.documents.pack import make_pack

emergency_packets.register_maker(make_pack)
