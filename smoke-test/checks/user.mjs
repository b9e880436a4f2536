// Sections 2, 3 and 8: the user's own tmux, driven and left as it was.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, footer, refused } from '../lib/expect.mjs';
import { environment, home, sockets, work } from '../lib/place.mjs';
import { until, within } from '../lib/until.mjs';

const socket = path.join(sockets, `tmux-${process.getuid()}`, 'default');

function tmux(...words) {
  return execFileSync('tmux', ['-u', ...words], { env: { PATH: process.env.PATH, ...environment() }, encoding: 'utf8', cwd: work }).trimEnd();
}

const ls = (server, args = {}) => server.call('tmux_ls', args);
const exec = (server, target, command, more = {}, options) => server.call('tmux_pane_exec', { target, command, ...more }, options);
const keys = (server, target, list, more = {}, options) => server.call('tmux_pane_send_keys', { target, keys: list, ...more }, options);
const capture = (server, target, lines) => server.call('tmux_pane_capture', { target, ...(lines ? { lines } : {}) });

/** A session of the user's with a plain bash; its pane's id. */
function bash(name) {
  const pane = tmux('-f', '/dev/null', 'new-session', '-d', '-P', '-F', '#{pane_id}', '-s', name, '-x', '200', '-y', '50', 'bash', '--norc', '--noprofile');
  return pane;
}

/** Waits until that program is in front in the session main. */
const runs = (program) =>
  until(() => tmux('display-message', '-p', '-t', 'main', '#{pane_current_command}') === program, 5_000, `${program} does not run`);

/** What our tools must not change. */
function state() {
  return [['show-options', '-s'], ['show-options', '-g'], ['show-options', '-wg'], ['show-hooks', '-g'], ['list-keys'], ['show-environment', '-g'], ['list-buffers'], ['list-clients']]
    .map((words) => tmux(...words))
    .join('\n--\n');
}

let before;

export default [
  check('no server: tmux_ls says so and is no error', async ({ server }) => {
    // Other lists leave start files and a tmux.conf behind, which are this list's user's as well.
    for (const name of readdirSync(home).filter((file) => /^\.(bash|profile|inputrc|tmux)/.test(file))) rmSync(path.join(home, name), { recursive: true });
    const result = await ls(server);
    assert.equal(result.isError, false);
    contains(result.text, 'no tmux server runs', 'tmux_new_session');
  }),
  check('no server: a target is refused and says what to do', async ({ server }) => {
    refused(await exec(server, 'work', 'true'), 'tmux_new_session');
  }),
  check('tmux_new_session starts the server, and runs a command', async ({ server }) => {
    const made = await server.call('tmux_new_session', { name: 'first', cwd: work, command: 'echo made; sh -c "exit 3"' });
    contains(made.text, /^\[created session "first" on the user's tmux server — pane %\d+; attach with: tmux attach -t first\]\nmade\n\[exit code 3\]$/);
    ended(made, 3);
  }),
  check('a session that exists, and names that tmux would change, are refused', async ({ server }) => {
    for (const name of ['first', '', 'a.b', 'a:b', '-x']) refused(await server.call('tmux_new_session', { name }));
  }),
  check('tmux_ls shows the tree', async ({ server }) => {
    const { text } = await ls(server);
    contains(text, /^session first {2}\(1 window\)$/m, /^ {2}window @\d+ {2}first:\d+ "/m, /^ {4}pane %\d+\* first:\d+\.\d+ {2}fg=bash/m, /\[server tmux at .*default, pid \d+\]$/);
  }),
  check('a command gives its output and code 0', async ({ server }) => {
    before = state();
    bash('main');
    finished(await exec(server, 'main', 'echo hi'), 'hi');
  }),
  check('a code other than 0', async ({ server }) => finished(await exec(server, 'main', 'sh -c "exit 7"'), '(no output)', 7)),
  check('$? is the status of the command before', async ({ server }) => {
    await exec(server, 'main', 'sh -c "exit 7"');
    finished(await exec(server, 'main', 'echo $?'), '7');
  }),
  check('a heredoc, a comment, a trailing backslash, quotes and !', async ({ server }) => {
    finished(await exec(server, 'main', "cat <<'END'\n$x `y` !z\nEND"), '$x `y` !z');
    finished(await exec(server, 'main', 'echo a # b'), 'a');
    finished(await exec(server, 'main', 'echo "a!b"; echo c;'), 'a!b\nc');
    ended(await exec(server, 'main', 'echo a \\'), 0);
  }),
  check('an open quote is told, and does not hang', async ({ server }) => {
    const result = await exec(server, 'main', 'echo "open');
    assert.equal(result.meta.state, 'finished');
    assert.notEqual(result.meta.exitCode, 0);
  }),
  check('several lines are one result with the last code', async ({ server }) => finished(await exec(server, 'main', 'echo 1\nfalse\necho 2\n(exit 4)'), '1\n2', 4)),
  check('clear loses nothing of what follows', async ({ server }) => finished(await exec(server, 'main', 'clear; echo after'), 'after')),
  check('100,000 lines give the last ones, and say that the first are gone', async ({ server }) => {
    const { text } = await exec(server, 'main', 'seq 1 100000');
    contains(text, /^\[the beginning of the output is no longer/, /\n100000$/);
  }),
  check('and the history being full, the next output is right', async ({ server }) => finished(await exec(server, 'main', 'seq 1 3'), '1\n2\n3')),
  check('a read is answered without a status line', async ({ server }) => {
    footer(await exec(server, 'main', 'read -p "Name: " x; echo "<$x>"; (exit 5)'), 'waiting', 'waiting for input', 'tmux_pane_exec');
    finished(await exec(server, 'main', 'bob'), '<bob>', 5);
  }),
  check('a REPL', async ({ server }) => {
    footer(await exec(server, 'main', 'python3 -q'), 'waiting', 'python3');
    contains((await exec(server, 'main', '6*7')).text, /^42\n/);
    ended(await exec(server, 'main', 'exit()'), 0);
  }, { needs: ['python3'] }),
  check('silence ends the wait and kills nothing; busy says what runs; C-c stops it', async ({ server }) => {
    footer(await exec(server, 'main', 'sleep 30', { timeout: 0.5 }), 'idle', 'sleep', 'not killed');
    refused(await exec(server, 'main', 'true'), 'busy', 'sleep', 'nothing was typed');
    await keys(server, 'main', ['C-c']);
    finished(await exec(server, 'main', 'echo x'), 'x');
  }),
  check('wait_for sees the output, not the echo', async ({ server }) => {
    footer(await exec(server, 'main', 'sleep 0.5; echo READY; sleep 30', { wait_for: 'READY' }), 'matched', '/READY/');
    await keys(server, 'main', ['C-c']);
    finished(await exec(server, 'main', 'sleep 0.3; echo READY', { wait_for: 'READY' }), 'READY');
  }),
  check('a late end is told by the next call', async ({ server }) => {
    await exec(server, 'main', 'sleep 1; (exit 9)', { timeout: 0.3 });
    await until(() => tmux('capture-pane', '-p', '-t', 'main').includes('__mcp:9'), 4_000, 'never ended');
    contains((await exec(server, 'main', 'echo x')).text, /^\[previous command ended: exit code 9\]\nx$/);
  }),
  check('a half-typed line is set aside and comes back', async ({ server }) => {
    tmux('send-keys', '-t', 'main', '-l', 'echo half');
    await until(() => tmux('capture-pane', '-p', '-t', 'main').endsWith('echo half'), 2_000, 'not typed');
    finished(await exec(server, 'main', 'echo ours'), 'ours');
    await until(() => tmux('capture-pane', '-p', '-t', 'main').endsWith('echo half'), 2_000, 'not back');
    await keys(server, 'main', ['C-u']);
  }),
  check('copy mode is refused by name', async ({ server }) => {
    tmux('copy-mode', '-t', 'main');
    refused(await exec(server, 'main', 'true'), 'copy-mode');
    await keys(server, 'main', ['q']);
    finished(await exec(server, 'main', 'echo x'), 'x');
  }),
  check('cancelling a command ends the wait; it goes on, and the next call has its code', async ({ server }) => {
    const controller = new AbortController();
    const call = exec(server, 'main', 'sleep 1; echo survived; (exit 6)', {}, { signal: controller.signal });
    await runs('sleep');
    controller.abort('enough');
    await assert.rejects(within(call, 1_000, 'the cancelled call'));
    await until(() => tmux('capture-pane', '-p', '-t', 'main').includes('__mcp:6'), 4_000, 'never ended');
    contains((await exec(server, 'main', 'echo x')).text, /^\[previous command ended: exit code 6\]\nx$/);
  }),
  check('cancelled keys are not answered, and free their pane at once', async ({ server }) => {
    await exec(server, 'main', 'sleep 30', { timeout: 0.3 });
    const controller = new AbortController();
    const call = keys(server, 'main', ['typed'], { timeout: 30, wait_for: 'never' }, { signal: controller.signal });
    await until(() => tmux('capture-pane', '-p', '-t', 'main').endsWith('typed'), 2_000, 'not typed');
    const answers = () => server.transport.lines.filter((line) => line.includes('"result":')).length;
    const before = answers();
    controller.abort('enough');
    await assert.rejects(call);
    const asked = performance.now();
    await keys(server, 'main', ['C-c']);
    assert.ok(performance.now() - asked < 2_000, 'the pane was not free');
    assert.equal(answers(), before + 1);
    finished(await exec(server, 'main', 'echo x'), 'x');
  }),
  check('a call that is cancelled while it waits for its turn types nothing', async ({ server }) => {
    const first = exec(server, 'main', 'sleep 1; echo first');
    await runs('sleep');
    const controller = new AbortController();
    const second = exec(server, 'main', 'echo second > typed-in-turn', {}, { signal: controller.signal });
    await capture(server, 'main');
    controller.abort('enough');
    await assert.rejects(within(second, 500, 'the cancelled call'));
    finished(await first, 'first');
    finished(await exec(server, 'main', 'ls typed-in-turn 2>/dev/null || echo none'), 'none');
  }),
  check('progress comes every 5 s to a call on a pane that asked for it', async ({ server }) => {
    const seen = [];
    const started = performance.now();
    await exec(server, 'main', 'sleep 6', { timeout: 30 }, { onprogress: () => seen.push(performance.now() - started) });
    assert.equal(seen.length, 1, `${seen.length} notifications in 6 s`);
    assert.ok(Math.abs(seen[0] - 5_000) < 1_000, `at ${Math.round(seen[0])} ms`);
  }),
  check('less is a screen, and its end a code', async ({ server }) => {
    footer(await exec(server, 'main', 'seq 1 500 | less'), 'screen', 'full-screen program "less"');
    ended(await keys(server, 'main', ['q']), 0);
  }, { needs: ['less'] }),
  check('a capture shows the pane and touches nothing', async ({ server }) => {
    const shown = await capture(server, 'main', 5);
    contains(shown.text, /\[pane %\d+ in main:\d+ — fg: bash, \d+ lines of scrollback\]$/);
  }),
  check('windows and panes', async ({ server }) => {
    contains((await server.call('tmux_new_window', { session: 'main', name: 'w', command: 'echo w' })).text, /^\[created window @\d+ \(main:1 "w"\) — pane %\d+\]\nw$/);
    contains((await server.call('tmux_split_pane', { target: 'main:1', direction: 'right', size: 30, command: 'echo p' })).text, /^\[split pane %\d+ → new pane %\d+ \(right\)\]\np$/);
    contains((await server.call('tmux_kill_target', { target: 'main:1.1' })).text, /^\[killed pane %\d+\]$/);
    contains((await server.call('tmux_kill_target', { target: 'main:1' })).text, /^\[killed window main:1\]$/);
  }),
  check('a name is exact: no prefix, no pattern, no empty target', async ({ server }) => {
    for (const target of ['mai', 'm*', '=main', '', '-t', '%999', 'main:9']) {
      refused(await capture(server, target));
      refused(await server.call('tmux_kill_target', { target }));
    }
    contains((await ls(server)).text, 'session main');
  }),
  check('a process that ends takes its pane along, and the result says so', async ({ server }) => {
    bash('ending');
    const result = await exec(server, 'ending', 'echo last; sleep 0.3; exit 5');
    contains(result.text, /^last\n\[pane %\d+: exited with code unknown; the pane is gone\]$/);
    assert.equal(result.meta.exitCode, null);
  }),
  check('options, hooks, keys, environment and buffers are what they were', async () => assert.equal(state(), before)),
  check('the user\'s sessions outlive an orderly end and a kill', async ({ start }) => {
    for (const die of [(one) => one.child.stdin.end(), (one) => one.child.kill('SIGKILL')]) {
      const one = await start();
      await one.run('private', 'true');
      finished(await exec(one, 'main', 'echo x'), 'x');
      die(one);
      await one.transport.exited;
    }
    contains(tmux('list-sessions'), 'main', 'first');
  }, { alone: true }),
  check('tmux_kill_target ends a session, and the server goes with the last', async ({ server }) => {
    contains((await server.call('tmux_kill_target', { target: 'first' })).text, '[killed session first]');
    contains((await server.call('tmux_kill_target', { target: 'main' })).text, '[killed session main]');
    contains((await ls(server)).text, 'no tmux server runs');
    rmSync(socket, { force: true });
  }),
];
