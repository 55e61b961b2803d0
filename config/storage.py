"""Locations of files: each kind in a folder of its own, or in the bucket of FILES."""

from typing import Any

from config import env

# The setting that names the folder, and a folder in it; `lasting` syncs to the disk.
FOLDERS: dict[str, dict[str, object]] = {
    "photos": {"setting": "PHOTOS", "lasting": True},
    "prints": {"setting": "DATA_DIR", "folder": "prints"},
    "packs": {"setting": "DATA_DIR", "folder": "packs"},
    "draws": {"setting": "DATA_DIR", "folder": "draws"},
    "backups": {"setting": "BACKUPS", "lasting": True},
    "returns": {"setting": "DATA_DIR", "folder": "returns"},
    "readings": {"setting": "DATA_DIR", "folder": "readings"},
}


def stores(bucket: str = "", top: str = "") -> dict[str, dict[str, Any]]:
    """Return the stores for the setting STORAGES.

    A store stays a folder if its own setting names one.
    """
    return {
        name: {"BACKEND": "clubs.storage.Folder", "OPTIONS": facts}
        if not bucket or _is_chosen(facts)
        else _part(bucket, f"{top}/{name}".strip("/"))
        for name, facts in FOLDERS.items()
    }


def origins(bucket: str) -> list[str]:
    """Return the origins of the bucket's files, for the content security policy."""
    for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"):
        if endpoint := env.text(name, ""):
            wrong = env.WrongSetting(
                name, f"must be like https://files.example.org, not {endpoint!r}"
            )
            parts = env.split(endpoint, wrong)
            if parts.scheme not in {"http", "https"} or not parts.hostname:
                raise wrong
            return [f"{parts.scheme}://{parts.netloc}"]
    region = env.text("AWS_DEFAULT_REGION", "us-east-1")
    names = (f"{bucket}.s3", f"{bucket}.s3.{region}")
    return [f"https://{name}.amazonaws.com" for name in names]


def _is_chosen(facts: dict[str, object]) -> bool:
    """Return whether a setting names a folder for these files alone."""
    value = env.text(str(facts["setting"]), "on")
    usual = {*env.SWITCH, "evenings"}
    return "folder" not in facts and value.lower() not in usual


def _part(bucket: str, location: str) -> dict[str, Any]:
    options = {"bucket_name": bucket, "location": location}
    return {"BACKEND": "clubs.s3.PrefixedS3Storage", "OPTIONS": options}
