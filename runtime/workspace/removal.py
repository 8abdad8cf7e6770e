"""Removing a folder that an agent has worked in."""

from __future__ import annotations

import os
import shutil


def remove_tree(path: str) -> None:
    """Remove a folder and all in it, also where folders were closed by their owner; nothing there is no error."""
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        return
    except PermissionError:
        # top down, so that each folder is open before its own are looked at; links are not followed
        for folder, names, _ in os.walk(path):
            os.chmod(folder, 0o700)
            for name in names:
                below = os.path.join(folder, name)
                if not os.path.islink(below):
                    os.chmod(below, 0o700)
        shutil.rmtree(path)
