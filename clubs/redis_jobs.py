"""The former name of clubs.redis_tasks, by which tasks in Redis are queued.

A worker one release behind knows no other. Remove with the next release.
"""

from clubs.redis_tasks import do

__all__ = ["do"]
