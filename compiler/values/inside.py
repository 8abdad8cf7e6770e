"""Files inside of a file: an archive's, the attachments of a mail, a repository at a commit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Inside:
    """Files by path, read by the readers as those of a workspace are.

    Attributes:
        files: Their bytes.
        name: What they are called in messages.
    """

    files: Mapping[str, bytes]
    name: str
