"""What the writers of office files share: archives with the same bytes everywhere, and libraries that may be missing."""
