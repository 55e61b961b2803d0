"""The former name of clubs.redis_tasks, under which tasks are queued in Redis.

A worker one release behind only knows this name. Remove with the next release.
"""

from clubs.redis_tasks import do

__all__ = ["do"]
