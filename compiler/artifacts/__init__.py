"""Writers: one module a kind of file, each registered where it stands; the same value always gives the same bytes."""
