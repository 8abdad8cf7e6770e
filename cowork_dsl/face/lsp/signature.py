"""Signature help: the functions that the call around the cursor may mean."""

from __future__ import annotations

from lsprotocol import types

from cowork_dsl.compiler.syntax.tokens import tokenize
from cowork_dsl.face.lsp.desk import Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.reference.functions import parameters, signature
from cowork_dsl.grammar.functions import Function, named

_PARTNER = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}


def answer(desk: Desk, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """The entries of the catalogue with that name, methods after a dot and functions elsewhere."""
    view = desk.view(params.text_document.uri)
    if view is None or view.source is None:
        return None
    found = _call(view.source.text[: view.offset(params.position)])
    if found is None:
        return None
    name, is_method, index = found
    functions = [one for one in named(name) if bool(one.receivers) == is_method and one.supported]
    if not functions:
        return None
    shown = [_shown(one) for one in functions]
    most = max(len(one.parameters) for one in functions)
    return types.SignatureHelp(shown, 0, min(index, max(0, most - 1)))


def _call(text: str) -> tuple[str, bool, int] | None:
    """Name of the innermost open call, whether it is a method, and the number of the argument."""
    tokens = tokenize(text)
    kinds = tokens.kinds
    opened: list[str] = []
    commas = 0
    for index in range(len(kinds) - 1, 0, -1):
        kind = kinds[index]
        if kind in _PARTNER:
            opened.append(_PARTNER[kind])
        elif kind in ("LPAR", "LSQB", "LBRACE"):
            if opened:
                opened.pop()
            elif kind == "LPAR" and kinds[index - 1] == "NAME":
                name = text[tokens.starts[index - 1] : tokens.ends[index - 1]]
                return name, index > 1 and kinds[index - 2] == "DOT", commas
            elif kind != "LPAR":
                return None
            else:
                commas = 0
        elif kind == "COMMA" and not opened:
            commas += 1
        elif kind == "EQUAL" and not opened:
            return None
    return None


def _shown(function: Function) -> types.SignatureInformation:
    inner = [types.ParameterInformation(one) for one in parameters(function)]
    doc = types.MarkupContent(types.MarkupKind.Markdown, function.doc)
    return types.SignatureInformation(signature(function), doc, inner)


FEATURES = (
    Feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, answer, types.SignatureHelpOptions(trigger_characters=["(", ","])),
)
