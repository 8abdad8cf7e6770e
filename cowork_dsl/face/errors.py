"""What a command raises to stop: the message for the user, the line that mends it, and the exit status."""

OK = 0
NOT_GOOD = 1
USAGE = 2
INFRA = 3
INTERRUPTED = 130


class Problem(Exception):
    """Something the user has to know about; never shown as a traceback.

    Attributes:
        message: one plain sentence: what is wrong, and where.
        mend: what the user can do about it, best a command line; empty if nothing is known.
    """

    status = INFRA

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.mend = mend


class UsageProblem(Problem):
    """The command was used wrongly or a prerequisite is missing (exit 2)."""

    status = USAGE


class InfraProblem(Problem):
    """The machine, a sandbox or a service failed; nothing is said about the thing examined (exit 3)."""

    status = INFRA


class Stopped(Problem):
    """Long work was interrupted and wrote what it had; `mend` says how to go on (exit 130)."""

    status = INTERRUPTED
