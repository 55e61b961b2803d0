"""How passwords are kept: Argon2 in a size that forty sign-ins at once may have."""

from threading import Lock

from django.contrib.auth.hashers import Argon2PasswordHasher

_turn = Lock()


class SerializedArgon2Hasher(Argon2PasswordHasher):
    """OWASP's smaller set; one hash at a time in each process, the others wait.

    A hash of other parameters is made anew when its owner signs in.
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
