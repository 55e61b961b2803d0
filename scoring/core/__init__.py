"""Shared foundations of all packages: locks, the log, access, and page frames."""
