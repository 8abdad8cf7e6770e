"""A service for tests: tickets, as the compiler would emit it."""

from cowork_dsl.compiler.bundle import models as m

TICKETS = m.Service(
    name="tickets",
    tables={
        "ticket": (
            m.ColumnForm(name="id", header="id", type="int", key=True),
            m.ColumnForm(name="title", header="title", type="text"),
            m.ColumnForm(name="status", header="status", type="one_of(open, closed)"),
            m.ColumnForm(name="cost", header="cost", type="optional(money(EUR))"),
        )
    },
    rows={
        "ticket": (
            {"id": "1", "title": "Printer, on fire", "status": "open", "cost": "12.50"},
            {"id": "2", "title": "No coffee", "status": "closed", "cost": None},
        )
    },
    tools=(
        m.ServiceTool(
            name="list_tickets",
            args={"status": "optional(text)"},
            lets=(("found", 'where(ticket, lambda row: eq(status, None) or eq(col(row, "status"), status))'),),
            result="found",
        ),
        m.ServiceTool(
            name="close_ticket",
            args={"id": "int", "note": "text"},
            fails=(
                ("no such ticket", 'no(any(ticket, lambda row: eq(col(row, "id"), id)))'),
                (
                    "it is closed already",
                    'any(ticket, lambda row: eq(col(row, "id"), id) and eq(col(row, "status"), "closed"))',
                ),
            ),
            changes=(
                m.Update(
                    target=m.Target(table="tickets.ticket"),
                    where='eq(col(row, "id"), id)',
                    values={"status": '"closed"'},
                ),
            ),
        ),
        m.ServiceTool(
            name="open_ticket",
            args={"title": "text", "cost": "optional(money(EUR))"},
            changes=(
                m.Insert(
                    target=m.Target(table="tickets.ticket"),
                    values={"title": "title_", "status": '"open"', "cost": "cost"},
                ),
            ),
            result="count(ticket)",
        ),
        m.ServiceTool(name="what_time", args={}, result="clock()"),
        m.ServiceTool(
            name="breaks_half_way",
            args={},
            changes=(
                m.Delete(target=m.Target(table="tickets.ticket"), where='eq(col(row, "id"), 1)'),
                m.Insert(target=m.Target(table="tickets.ticket"), values={"id": "div(1, 0)"}),
            ),
        ),
    ),
)
