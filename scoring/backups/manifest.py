"""What a backup says about itself."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from clubs.wording import many

FORMAT = 1
OF_AN_EVENING = 2  # an older Valat would take it for the whole site
NEWER = "This backup was made by a newer Valat. Update this one first, then restore."

Migration = tuple[str, str]


class NotABackup(Exception):
    """The file is no backup of Valat, is damaged, or is too new; says which."""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns in the order of its rows, and how many rows there are."""

    columns: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Part:
    """A file inside the backup: its length unpacked, and the SHA-256 of that."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """When and from what a backup was made, and all its parts.

    `evening` names the one that it holds, where that is not the whole site.
    `migrations` are those that were applied to the database it was made from;
    `database` is that one's kind, for whoever looks into the file.
    """

    made_at: datetime
    version: str
    database: str
    migrations: frozenset[Migration]
    tables: dict[str, Table]
    files: dict[str, Part]
    evening: str = ""

    def written(self) -> bytes:
        facts = {
            "format": OF_AN_EVENING if self.evening else FORMAT,
            "evening": self.evening,
            "made_at": self.made_at.isoformat(),
            "valat": self.version,
            "database": self.database,
            "migrations": sorted(self.migrations),
            "tables": {
                name: {"columns": table.columns, "rows": table.rows}
                for name, table in self.tables.items()
            },
            "files": {
                name: {"bytes": part.bytes, "sha256": part.sha256}
                for name, part in self.files.items()
            },
        }
        return json.dumps(facts, indent=1).encode()

    @classmethod
    def read(cls, text: bytes) -> Self:
        """Raises NotABackup for a newer format; ValueError and its like for nonsense."""
        facts = json.loads(text)
        if int(facts["format"]) > OF_AN_EVENING:
            raise NotABackup(NEWER)
        return cls(
            made_at=datetime.fromisoformat(facts["made_at"]),
            version=str(facts["valat"]),
            database=str(facts["database"]),
            migrations=frozenset((app, name) for app, name in facts["migrations"]),
            tables={
                name: Table(tuple(map(str, each["columns"])), int(each["rows"]))
                for name, each in facts["tables"].items()
            },
            files={
                name: Part(int(each["bytes"]), str(each["sha256"]))
                for name, each in facts["files"].items()
            },
            evening=str(facts.get("evening", "")),
        )

    @property
    def of(self) -> str:
        """What it is a backup of, in words that follow "the backup of"."""
        return f"one evening ({self.evening})" if self.evening else "the whole site"

    @property
    def said(self) -> str:
        """How much it is: 519 rows, 7 photos."""
        photos = len(self.photos)
        more = f", {many(photos, 'photo')}" if photos else ""
        return f"{many(self.rows, 'row')}{more}"

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())

    @property
    def photos(self) -> list[str]:
        """The names of the photos inside the backup."""
        return [name for name in self.files if name.startswith("photos/")]
