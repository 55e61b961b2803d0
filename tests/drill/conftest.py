"""The running site of tests/server."""

from tests.server.conftest import _at_rest, _running, site

__all__ = ["_at_rest", "_running", "site"]
