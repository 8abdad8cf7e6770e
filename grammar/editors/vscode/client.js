// Starts `cowork lsp` and hands it to the editor; all that is known of the language is known there.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** Files that others use may change outside of the editor. @type {import("vscode").FileSystemWatcher | undefined} */
let watcher;

async function start() {
  const [command, ...args] = workspace.getConfiguration("cowork").get("command", ["cowork", "lsp"]);
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = { command, args, options: folder ? { cwd: folder } : {} };
  client = new LanguageClient("cowork", "cowork", server, {
    documentSelector: [{ language: "cowork" }],
    synchronize: { fileEvents: watcher },
  });
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const chosen = await window.showErrorMessage(
      `\`${[command, ...args].join(" ")}\` does not start: ${problem.message ?? problem}. ` +
        "Install it with `pip install 'cowork-gym[lsp]'`, or say in the settings where it is.",
      "Open settings",
    );
    if (chosen) {
      await commands.executeCommand("workbench.action.openSettings", "cowork.command");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  watcher = workspace.createFileSystemWatcher("**/*.cowork");
  context.subscriptions.push(
    watcher,
    commands.registerCommand("cowork.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("cowork.command")) {
        return restart();
      }
      return undefined;
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
