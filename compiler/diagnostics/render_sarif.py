"""Diagnostics as SARIF 2.1.0, for code hosts and editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cowork_dsl.compiler.diagnostics.model import Diagnostic
from cowork_dsl.compiler.diagnostics.render_json import help_of
from cowork_dsl.compiler.source import Source, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(diagnostics: Iterable[Diagnostic], titles: Mapping[str, str], version: str) -> dict[str, object]:
    """One run with all messages; `titles` names each code."""
    found = list(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in found})
    rules = [{"id": code, "shortDescription": {"text": titles.get(code, code)}} for code in codes]
    driver = {"name": "cowork", "version": version, "rules": rules}
    results = [_result(diagnostic, codes) for diagnostic in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(found: Diagnostic, codes: list[str]) -> dict[str, object]:
    text = "\n".join([found.message, *found.notes, help_of(found)])
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": found.severity,
        "message": {"text": text},
        "locations": [_location(found.source, found.span)],
    }
    if found.labels:
        result["relatedLocations"] = [
            {**_location(found.source, label.span), "message": {"text": label.message}} for label in found.labels
        ]
    if found.fix is not None and found.fix.edits and found.fix.applicability != "display":
        changes = [
            {"deletedRegion": _region(found.source, edit.span), "insertedContent": {"text": edit.text}}
            for edit in found.fix.edits
        ]
        artifact = {"artifactLocation": {"uri": _uri(found.source)}, "replacements": changes}
        result["fixes"] = [{"description": {"text": found.fix.message}, "artifactChanges": [artifact]}]
    return result


def _location(source: Source, span: Span) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(source)}, "region": _region(source, span)}}


def _region(source: Source, span: Span) -> dict[str, object]:
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _uri(source: Source) -> str:
    from urllib.parse import quote

    return quote(source.path.replace("\\", "/"))
