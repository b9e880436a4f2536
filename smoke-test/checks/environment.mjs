// Sections 9, 10.8 and 11: what the server finds around it, and what its panes see of that.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, lacks } from '../lib/expect.mjs';
import { environment, folder, home, launcher, logFolderOf, root, socketOf, sockets, work } from '../lib/place.mjs';
import { until } from '../lib/until.mjs';

const CLIENTS = {
  CLAUDECODE: '1',
  CLAUDE_CODE_SSE_PORT: '4711',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  CLAUDE_PROJECT_DIR: '/p',
  AI_AGENT: 'x',
  CODEX_SANDBOX: 'x',
  CODEX_THREAD_ID: 'x',
  GEMINI_CLI: '1',
  OPENCODE: '1',
};

/** A check with a server of its own in that environment. */
const within = (name, options, body, more = {}) =>
  check(name, async ({ start, session }) => body(await start(typeof options === 'function' ? options() : options), session), { alone: true, ...more });

export default [
  within('what a client says of itself is not seen in panes, nor are our own variables', { env: environment({ ...CLIENTS, TMUX_MCP_MAX_TIMEOUT: '60', MINE: 'kept' }) }, async (server) => {
    const { text } = await server.run('a', 'env | cut -d= -f1 | sort | tr "\\n" " "');
    lacks(text, ...Object.keys(CLIENTS), 'TMUX_MCP_', 'LC_CTYPE');
    contains(text, /\bMINE\b/, /\bHOME\b/, /\bTMPDIR\b/, /\bLANG\b/);
  }),
  within('nor does the tmux server have them', { env: environment(CLIENTS) }, async (server) => {
    await server.run('a', 'true');
    const shown = execFileSync('tmux', ['-S', server.socket, 'show-environment', '-g'], { encoding: 'utf8' });
    lacks(shown, 'CLAUDE', 'CODEX_', 'GEMINI_CLI', 'OPENCODE', 'AI_AGENT');
  }),
  within('--keep-env passes on what it names', { env: environment(CLIENTS), args: ['--keep-env', 'CODEX_SANDBOX,GEMINI_CLI'] }, async (server) => {
    finished(await server.run('a', 'echo "$CODEX_SANDBOX-$GEMINI_CLI-$CLAUDECODE"'), 'x-1-');
  }),
  within('six variables are enough: no LANG, no TMUX_TMPDIR, no TMPDIR', () => ({ env: { HOME: home, TERM: 'dumb', PATH: javaInPath() } }), async (server) => {
    finished(await server.run('a', `printf '%s\\n' 'é ☃ 日本語'; printf %s ☃ | od -An -tx1 | tr -d ' '`), 'é ☃ 日本語\ne29883');
    contains((await server.run('a', 'env')).text, /^(?!.*^(LANG|LC_ALL|LC_CTYPE)=)/ms);
    await server.end();
    assert.ok(!existsSync(socketOf(server.pid, '/tmp')), 'the socket is left');
    assert.ok(!existsSync(logFolderOf(server.pid, '/tmp')), 'the log folder is left');
  }),
  within('LC_ALL=C: text is right, and panes get the LC_ALL of the caller', { env: environment({ LC_ALL: 'C', LANG: 'C' }) }, async (server) => {
    finished(await server.run('a', `printf %s 'é☃' | od -An -tx1 | tr -d ' '; echo $LC_ALL`), 'c3a9e29883\nC');
  }),
  within('TMUX and TMUX_PANE of the caller change nothing', { env: environment({ TMUX: '/nowhere/default,1,0', TMUX_PANE: '%0' }) }, async (server) => {
    const { text } = await server.run('a', 'echo "$TMUX"');
    lacks(text, '/nowhere');
  }),
  within('TMPDIR with spaces, quotes and more', () => ({ env: environment({ TMPDIR: folder(`t m'p "q" $x #{pid} ;%H`) }) }), async (server) => {
    finished(await server.run('a', 'echo odd; (exit 3)'), 'odd', 3);
    finished(await server.run('a', 'seq 1 3'), '1\n2\n3');
    const logs = logFolderOf(server.pid, path.join(root, `t m'p "q" $x #{pid} ;%H`));
    assert.ok(existsSync(logs), 'no log folder');
    await server.end();
    assert.ok(!existsSync(logs), 'the log folder is left');
  }),
  within('a long TMUX_TMPDIR', () => ({ env: environment({ TMUX_TMPDIR: folder('x'.repeat(100)) }) }), async (server) => {
    finished(await server.run('a', 'echo far'), 'far');
  }),
  within('the tmux.conf of the user is ignored', () => {
    writeFileSync(path.join(home, '.tmux.conf'), 'set -g default-command "sleep 1"\nset -g status on\nset -g history-limit 1\n');
    return {};
  }, async (server) => {
    finished(await server.run('a', 'echo mine; (exit 2)'), 'mine', 2);
  }),
  within('the history file of the user gets no line', () => {
    writeFileSync(path.join(folder('history-home'), '.bash_history'), 'ls\n');
    return { env: environment({ HOME: folder('history-home') }) };
  }, async (server) => {
    await server.run('a', 'echo secret-history-line');
    finished(await server.run('a', 'history 2 | head -n 1 | grep -c secret-history-line'), '1');
    await server.run('a', 'exit');
    await server.end();
    assert.equal(readFileSync(path.join(folder('history-home'), '.bash_history'), 'utf8'), 'ls\n');
  }),
  within('a .bashrc that prints and replaces the prompt keeps exact codes', () => {
    const own = folder('rc-home');
    writeFileSync(path.join(own, '.bashrc'), 'echo welcome; PS1="> "; PROMPT_COMMAND=("true" "false"); alias hi="echo from rc"\n');
    return { env: environment({ HOME: own }) };
  }, async (server) => {
    const first = await server.run('a', 'hi; (exit 6)');
    ended(first, 6);
    contains(first.text, 'from rc');
    finished(await server.run('a', '(exit 5)'), '(no output)', 5);
  }),
  ...['zsh', 'fish'].map((shell) =>
    within(`--shell ${shell}: exact codes`, { args: ['--shell', shell] }, async (server) => {
      finished(await server.run('a', `sh -c 'echo in it; exit 7'`), 'in it', 7);
      finished(await server.run('a', 'cd /usr; pwd'), '/usr');
    }, { needs: [shell] })),
  within('the log folder is 0700, its files 0600, and the watchdog stands first', {}, async (server) => {
    await server.run('a', 'true');
    const modes = execFileSync('sh', ['-c', 'stat -c %a "$1" "$1"/*.log 2>/dev/null || stat -f %Lp "$1" "$1"/*.log', 'sh', server.logFolder], { encoding: 'utf8' });
    contains(modes, /^700\n(600\n)+$/);
    const first = execFileSync('tmux', ['-S', server.socket, 'list-sessions', '-F', '#{session_id} #{session_name}'], { encoding: 'utf8' });
    contains(first, /^\$0 _watchdog$/m);
  }),
  within('a link in the place of the log folder is refused, not followed', () => {
    const target = folder('link-target');
    const trap = folder('trap');
    return { env: environment({ TMPDIR: trap, TRAP: target }) };
  }, async (server) => {
    const trap = path.join(root, 'trap');
    symlinkSync(path.join(root, 'link-target'), path.join(trap, `tmux-mcp-${server.pid}`));
    const result = await server.run('a', 'true');
    assert.equal(result.isError, true, result.text);
    contains(result.text, `tmux-mcp-${server.pid}`);
    assert.deepEqual(execFileSync('ls', ['-A', path.join(root, 'link-target')], { encoding: 'utf8' }), '');
  }),
  check('a start like that of npx: a symlink, from another folder', async ({ start }) => {
    const bin = path.join(work, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(path.relative(bin, launcher), path.join(bin, 'tmux-mcp'));
    const server = await start({ command: path.join(bin, 'tmux-mcp'), cwd: '/usr', env: environment({ npm_config_prefix: '/x', npm_lifecycle_event: 'npx' }) });
    finished(await server.run('a', 'pwd; env | grep -c ^npm_'), '/usr\n0', 1);
  }, { alone: true }),
  check('tmux that is not installed is an error that names it', async ({ start }) => {
    const server = await start({ args: ['--tmux-bin', '/no/such/tmux'] });
    const result = await server.run('a', 'true');
    assert.equal(result.isError, true, result.text);
    contains(result.text, '/no/such/tmux');
  }, { alone: true }),
  check('stderr gets one line at the start', async ({ start }) => {
    const server = await start();
    await server.run('a', 'true');
    await until(() => server.transport.complaints.endsWith('\n'), 2_000, 'no line');
    assert.equal(server.transport.complaints.trim().split('\n').length, 1, server.transport.complaints);
  }, { alone: true }),
];

/** JAVA_HOME is no part of the six; its programs may be found on the PATH. */
function javaInPath() {
  return process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin:${process.env.PATH}` : process.env.PATH;
}
