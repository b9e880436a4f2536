// Sections 3, 4 and 10.1: many sessions, many calls, and what tmux_list tells of them.
import { existsSync } from 'node:fs';
import { check } from '../lib/check.mjs';
import { assert, contains, finished, footer, refused } from '../lib/expect.mjs';
import { gone, isAlive } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';

const row = async (server, session) =>
  (await server.list()).text.split('\n').find((line) => line.startsWith(`${session}  `)) ?? '';

export default [
  check('ten calls at once on one session are served in order, each with its own output', async ({ server, session }) => {
    const calls = Array.from({ length: 10 }, (_, i) => server.run(session, `n=$((n + 1)); echo "call ${i} is $n"; (exit ${i})`));
    const results = await Promise.all(calls);
    results.forEach((result, i) => finished(result, `call ${i} is ${i + 1}`, i));
  }),
  check('six sessions at once do not wait for each other', async ({ server, session }) => {
    const names = Array.from({ length: 6 }, (_, i) => `${session}-${i}`);
    await Promise.all(names.map((name) => server.run(name, 'true')));
    const asked = performance.now();
    const results = await Promise.all(names.map((name, i) => server.run(name, `sleep 1; echo ${name}; (exit ${i})`)));
    results.forEach((result, i) => finished(result, names[i], i));
    assert.ok(performance.now() - asked < 3_500, `${Math.round(performance.now() - asked)} ms`);
    await Promise.all(names.map((name) => server.kill(name)));
  }),
  check('no session: tmux_list says so, and no tmux runs', async ({ start }) => {
    const server = await start();
    assert.equal((await server.list()).text, '(no sessions — tmux_run creates one)');
    assert.ok(!existsSync(server.socket) && !existsSync(server.logFolder), 'something was started');
  }, { alone: true }),
  check('tmux_list: an idle session', async ({ server, session }) => {
    await server.run(session, 'cd /usr/share');
    contains(await row(server, session), new RegExp(`^${session}  fg=bash  idle  cwd=/usr/share  created \\d+s ago  unread=\\d+B$`));
  }),
  check('tmux_list: a running session, and its unread bytes', async ({ server, session }) => {
    await server.run(session, 'sleep 0.4; echo 12345678; sleep 30', { timeout: 0.1 });
    contains(await row(server, session), `${session}  fg=sleep  running(sleep)  `);
    await until(async () => /unread=[1-9]\d*B$/.test(await row(server, session)), 5_000, 'nothing unread');
    await server.keys(session, ['C-c']);
  }),
  check('tmux_list: a dead session', async ({ server, session }) => {
    await server.run(session, 'exit 7');
    contains(await row(server, session), '  dead(code 7)  ');
  }),
  check('a dead session takes no keys; tmux_read starts nothing', async ({ server, session }) => {
    await server.run(session, 'echo last words; exit 7');
    refused(await server.keys(session, ['x']), session, 'tmux_run');
    await server.read(session);
    contains(await row(server, session), '  dead(code 7)  ');
  }),
  check('tmux_kill ends shell and jobs, also those that ignore SIGHUP', async ({ server, session }) => {
    const { text } = await server.run(session, `nohup sleep 300 >/dev/null 2>&1 & sh -c 'trap "" HUP TERM; sleep 301; sleep 302' & echo "$$ $(jobs -p | tr '\\n' ' ')"`);
    const pids = text.split('\n').at(-1).trim().split(/\s+/).map(Number);
    assert.ok(pids.length === 3 && pids.every(isAlive), text);
    assert.equal((await server.kill(session)).text, `[killed session "${session}"]`);
    await gone(pids, 2_000, 'processes');
    assert.equal(await row(server, session), '');
  }),
  check('a killed name starts afresh without a restart line', async ({ server, session }) => {
    await server.run(session, 'v=1');
    await server.kill(session);
    refused(await server.read(session), session);
    finished(await server.run(session, 'echo "v=$v"'), 'v=');
  }),
  check('the shell killed from outside: the next call says so and starts a fresh one', async ({ server, session }) => {
    const shell = Number((await server.run(session, 'echo $$')).text);
    process.kill(shell, 'SIGKILL');
    await gone([shell], 2_000, 'shell');
    finished(await server.run(session, 'echo fresh'), `[session "${session}" restarted a fresh shell]\nfresh`);
  }),
  check('the shell killed under a call is told with its code', async ({ server, session }) => {
    const shell = Number((await server.run(session, 'echo $$')).text);
    const call = server.run(session, 'sleep 30', { timeout: 20 });
    await until(async () => /running\(sleep\)/.test(await row(server, session)), 5_000, 'sleep does not run');
    process.kill(shell, 'SIGKILL');
    footer(await call, 'exited', `session "${session}"`, 'shell exited with code 137');
  }),
  check('at most 64 sessions: the 65th is refused with the bound', async ({ start }) => {
    const server = await start();
    for (let i = 0; i < 64; i += 8) {
      const batch = await Promise.all(Array.from({ length: 8 }, (_, j) => server.run(`n${i + j}`, `echo ${i + j}`)));
      batch.forEach((result, j) => finished(result, String(i + j)));
    }
    refused(await server.run('one-more', 'true'), '64');
  }, { alone: true, seconds: 40 }),
];
