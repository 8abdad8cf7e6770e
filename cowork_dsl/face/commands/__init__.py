"""The commands of `cowork`: one module each, found by name and imported only when named on the command line.

A command module exposes four things: `SUMMARY` (one line, the same as in the table below), `EXAMPLE` (one command line, shown by
`--help`), `configure(parser)` and `run(args)`, which returns the exit status.
"""

COMMANDS = {
    "new": "scaffold an environment that passes its own test",
    "check": "report what is wrong in .cowork files, without running anything",
    "fmt": "write files in the one format",
    "explain": "say what a diagnostic code means and how to mend it",
    "docs": "print the language reference, or the grammar",
    "lsp": "serve editors: diagnostics, completion, hover, rename and more",
    "compile": "compile environments into bundles",
    "test": "prove a verifier: solutions, mutants, variants, paths",
    "grade": "run a verifier on a workspace folder",
    "run": "run agents in environments and record the rollouts",
    "taxonomy": "list the terms that environments are labelled with",
    "doctor": "say what this machine can run, what is missing and how to mend it",
}
"""Name and one-line summary of each command, in the order that `cowork --help` shows."""
