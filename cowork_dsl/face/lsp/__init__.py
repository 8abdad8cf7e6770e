"""The language server: thin over what the compiler knows; one feature a module."""
