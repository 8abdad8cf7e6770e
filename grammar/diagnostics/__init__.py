"""The catalogue of diagnostics: one module a family."""
