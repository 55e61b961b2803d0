"""Emergency packets, which backups ask for: the desk registers their task."""

from scoring.backups import emergency_packets
from scoring.desk.documents.pack import make_pack

emergency_packets.register_maker(make_pack)
