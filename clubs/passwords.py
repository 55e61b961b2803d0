"""Password hashing: Argon2 with parameters that allow forty sign-ins at once."""

from threading import Lock

from django.contrib.auth.hashers import Argon2PasswordHasher

_turn = Lock()


class SerializedArgon2Hasher(Argon2PasswordHasher):
    """OWASP's smaller parameters; each process computes one hash at a time.

    A hash with other parameters is replaced when its owner signs in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _turn:
            encoded: str = super().encode(password, salt)
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        with _turn:
            right: bool = super().verify(password, encoded)
        return right
