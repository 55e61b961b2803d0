"""What the phone asks of a deal of Pebbles."""

SCRIPTS: tuple[str, ...] = ()
STYLES: tuple[str, ...] = ()
