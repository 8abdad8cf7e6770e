"""The server: keeps the texts, publishes what is wrong, and hands each request to its feature."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from cowork_dsl import __version__
from cowork_dsl.face.lsp import (
    actions,
    completion,
    definition,
    formatting,
    hover,
    outline,
    references,
    rename,
    semantic,
    signature,
)
from cowork_dsl.face.lsp.desk import Change, Desk
from cowork_dsl.face.lsp.features import Feature
from cowork_dsl.face.lsp.findings import findings

DELAY = 0.15
"""Seconds of quiet after a change before the file is checked."""

FEATURES: tuple[Feature, ...] = tuple(
    feature
    for module in (
        actions,
        completion,
        definition,
        formatting,
        hover,
        outline,
        references,
        rename,
        semantic,
        signature,
    )
    for feature in module.FEATURES
)


class Protocol(LanguageServerProtocol):
    """The protocol without the library's own copy of the texts, which parts lines at more than line ends."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """Hands a change to the desk only."""
        handler = self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE]
        yield handler, (params,), None


class Server(LanguageServer):
    """A server that knows whether its client took leave."""

    dismissed = False


class Publisher:
    """Says what is wrong with a document once it has been quiet for a moment."""

    def __init__(self, server: LanguageServer, desk: Desk, delay: float) -> None:
        self._server = server
        self._desk = desk
        self._delay = delay
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def soon(self, uri: str, delay: float | None = None) -> None:
        """Publishes after the delay, unless something is changed again before."""
        self.forget(uri)
        wait = self._delay if delay is None else delay
        self._waiting[uri] = asyncio.get_running_loop().call_later(wait, self._now, uri)

    def forget(self, uri: str) -> None:
        """Publishes nothing of what was waiting."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    def _now(self, uri: str) -> None:
        self._waiting.pop(uri, None)
        try:
            view = self._desk.view(uri)
            if view is None:
                return
            found = types.PublishDiagnosticsParams(uri, findings(view), view.version)
        except Exception as fault:  # noqa: BLE001 (whatever is wrong with a check, the editor is told and served on)
            message = f"cowork could not check {uri}: {type(fault).__name__}: {fault}"
            self._server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
            return
        self._server.text_document_publish_diagnostics(found)
        for other in self._desk.users(uri):
            self.soon(other, 0)


def make_server(delay: float = DELAY) -> Server:
    """A server that is ready to be started."""
    server = Server("cowork", __version__, protocol_cls=Protocol)
    desk = Desk()
    publisher = Publisher(server, desk, delay)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        agreed = server.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        desk.encoding = types.PositionEncodingKind(agreed).value
        document = params.text_document
        desk.open(document.uri, document.text, document.version)
        publisher.soon(document.uri, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        desk.change(document.uri, [_change(one) for one in params.content_changes], document.version)
        publisher.soon(document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        publisher.forget(uri)
        desk.close(uri)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def moved(params: types.DidChangeWatchedFilesParams) -> None:
        for document in desk.refresh():
            publisher.soon(document)

    @server.feature(types.SHUTDOWN)
    async def leaving(params: None) -> None:
        server.dismissed = True

    for feature in FEATURES:
        server.feature(feature.method, feature.options)(_handler(feature, desk))
    return server


def _handler(feature: Feature, desk: Desk) -> Callable[[Any], Any]:
    async def handle(params: Any) -> Any:
        return feature.answer(desk, params)

    return handle


def _change(one: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(one, types.TextDocumentContentChangePartial):
        start, end = one.range.start, one.range.end
        return ((start.line, start.character), (end.line, end.character)), one.text
    return None, one.text
