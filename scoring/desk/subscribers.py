"""Emergency packets, which backups ask for: the desk registers their task."""

from scoring.backups import packs
from scoring.desk.documents.pack import make_pack

packs.register_maker(make_pack)
