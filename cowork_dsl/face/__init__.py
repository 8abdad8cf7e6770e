"""The face: the `cowork` command and the Python API."""
