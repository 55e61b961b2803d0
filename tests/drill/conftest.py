"""The running site of tests/server."""

from tests.server.conftest import site

__all__ = ["site"]
