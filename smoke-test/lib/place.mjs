// The folder that a run lives in: its home, sockets, temporary files. Everything the product leaves behind can be found by it.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const launcher = path.join(checkout, 'tmux-mcp');

// Short names: a socket's whole path has room for some 100 bytes.
export const root = mkdtempSync(path.join(tmpdir(), 'tmcp-smoke-'));
export const home = folder('home');
export const sockets = folder('s');
export const temporary = folder('tmp');
export const work = folder('work');

/** A 0700 folder of that name in the run's own. */
export function folder(name) {
  const created = path.join(root, name);
  mkdirSync(created, { recursive: true, mode: 0o700 });
  chmodSync(created, 0o700);
  return created;
}

/** What a server gets on top of the six variables that the client passes by itself. */
export function environment(extra = {}) {
  const variables = { HOME: home, TMUX_TMPDIR: sockets, TMPDIR: temporary, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  if (process.env.JAVA_HOME) variables.JAVA_HOME = process.env.JAVA_HOME;
  return { ...variables, ...extra };
}

export function socketOf(pid, tmuxFolder = sockets) {
  return path.join(tmuxFolder, `tmux-${process.getuid()}`, `tmux-mcp-${pid}`);
}

export function logFolderOf(pid, tmpFolder = temporary) {
  return path.join(tmpFolder, `tmux-mcp-${pid}`);
}

/** Sockets and log folders that servers left; what fish keeps for itself in the temporary folder is not ours. */
export function leftFiles() {
  const list = (where) => {
    try {
      return readdirSync(where).map((name) => path.join(where, name));
    } catch {
      return [];
    }
  };
  const ours = list(temporary).filter((file) => !path.basename(file).startsWith('fish.'));
  return [...list(path.join(sockets, `tmux-${process.getuid()}`)), ...ours];
}

export function remove() {
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
