// Sections 4, 10.11 and 11: every way to die, and what is left.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, finished } from '../lib/expect.mjs';
import { environment, launcher, root } from '../lib/place.mjs';
import { gone, processesNaming } from '../lib/processes.mjs';
import { until, within } from '../lib/until.mjs';

const PROMPT_MS = 300;
// The last processes may be a little behind the server: a watchdog's own sleep takes half a second.
const PROCESSES_MS = 1_000;
const WATCHDOG_MS = 2_500;
const PARENT_MS = 6_000;

let marks = 0;

/**
 * A server with a session and jobs in it, and with two calls that wait when asked for. A mark in its environment finds everything that
 * descends from it.
 */
async function living(start, { calls, tough = true, ...options }) {
  const mark = path.join(root, `mark-${++marks}-`);
  const server = await start({ ...options, env: environment({ SMOKE_MARK: mark }) });
  // A job that ignores SIGHUP and SIGTERM, and one that nohup started.
  const jobs = tough ? `sh -c 'trap "" HUP TERM; while :; do sleep 9; done' & nohup sleep 300 >/dev/null 2>&1 &` : 'sleep 300 &';
  await server.run('a', jobs);
  const tmux = Number(execFileSync('tmux', ['-S', server.socket, 'display-message', '-p', '#{pid}'], { encoding: 'utf8' }));
  if (calls) {
    server.run('a', 'sleep 60', { timeout: 50 }).catch(() => {});
    server.run('b', 'yes', { timeout: 50 }).catch(() => {});
    await until(async () => /running\(sleep\)[^]*running\(yes\)/.test((await server.list()).text), 5_000, 'no calls in flight');
  }
  await until(() => processesNaming(mark).some(({ command }) => command.startsWith('sleep 300')), 3_000, 'the jobs do not run');
  return { server, mark, tmux };
}

/** Waits until nothing runs that descends from the server with that mark. */
async function allGone(mark, milliseconds) {
  const left = () => processesNaming(mark).map(({ pid, command }) => `${pid} ${command.slice(0, 60)}`);
  await until(() => left().length === 0, milliseconds, () => `still there: ${left().join(', ')}`);
}

const closeInput = (server) => server.child.stdin.end();
const signal = (name) => (server) => server.child.kill(name);

function filesGone(server) {
  assert.ok(!existsSync(server.logFolder), `the log folder is left: ${server.logFolder}`);
  assert.ok(!existsSync(server.socket), `the socket is left: ${server.socket}`);
}

async function leaves(server, die) {
  const asked = performance.now();
  die(server);
  const { code, signal: by, at } = await within(server.transport.exited, 5_000, 'the end');
  return { code, by, milliseconds: Math.round(at - asked) };
}

/** The checks of one way to die that the server can answer; they look at the same death. */
const dies = (way, die) =>
  [false, true].flatMap((calls) => {
    const when = calls ? `${way} with calls in flight` : way;
    let death;
    const once = (start) => {
      death ??= (async () => {
        const { server, mark } = await living(start, { calls });
        const end = await leaves(server, die);
        const files = [server.logFolder, server.socket].filter((file) => existsSync(file));
        return { ...end, mark, files };
      })();
      return death;
    };
    return [
      check(`${when}: exit code 0 within ${PROMPT_MS} ms`, async ({ start }) => {
        const { code, milliseconds } = await once(start);
        assert.equal(code, 0);
        assert.ok(milliseconds <= PROMPT_MS, `${milliseconds} ms`);
      }, { alone: true }),
      check(`${when}: tmux, shells and jobs are gone`, async ({ start }) => {
        await allGone((await once(start)).mark, PROCESSES_MS);
      }, { alone: true }),
      check(`${when}: socket and log folder are gone`, async ({ start }) => {
        assert.deepEqual((await once(start)).files, []);
      }, { alone: true }),
    ];
  });

export default [
  ...dies('EOF', closeInput),
  ...dies('SIGINT', signal('SIGINT')),
  ...dies('SIGTERM', signal('SIGTERM')),
  ...dies('SIGHUP', signal('SIGHUP')),
  check('EOF before any call: exit code 0', async ({ start }) => {
    const server = await start();
    const { code, milliseconds } = await leaves(server, closeInput);
    assert.equal(code, 0);
    assert.ok(milliseconds <= PROMPT_MS, `${milliseconds} ms`);
    filesGone(server);
  }, { alone: true }),
  check('EOF with 64 sessions: exit code 0, and tmux, shells and log folder are gone', async ({ start }) => {
    const { server, mark } = await living(start, {});
    await Promise.all(Array.from({ length: 63 }, (_, i) => server.run(`n${i}`, 'true')));
    const { code } = await leaves(server, closeInput);
    assert.equal(code, 0);
    await allGone(mark, WATCHDOG_MS);
    assert.ok(!existsSync(server.logFolder), 'the log folder is left');
  }, { alone: true, seconds: 40 }),
  check('SIGINT, SIGTERM and soon SIGKILL: nothing is left, wherever it cut the cleaning short', async ({ start }) => {
    const left = [];
    for (const delay of [0, 10, 25, 40]) {
      const { server, mark } = await living(start, {});
      server.child.kill('SIGINT');
      server.child.kill('SIGTERM');
      setTimeout(() => server.child.kill('SIGKILL'), delay);
      await within(server.transport.exited, 2_000, 'the end');
      left.push({ delay, mark, logFolder: server.logFolder });
    }
    for (const { delay, mark, logFolder } of left) {
      await allGone(mark, WATCHDOG_MS).catch((error) => assert.fail(`SIGKILL after ${delay} ms: ${error.message}`));
      await until(() => !existsSync(logFolder), WATCHDOG_MS, `after ${delay} ms: the log folder is left`);
    }
  }, { alone: true }),
  ...[false, true].map((calls) =>
    check(`SIGKILL${calls ? ' with calls in flight' : ''}: tmux, shells, jobs that ignore SIGHUP and log folder gone within ${WATCHDOG_MS} ms`, async ({ start }) => {
      const { server, mark } = await living(start, { calls });
      server.child.kill('SIGKILL');
      const killed = performance.now();
      await allGone(mark, WATCHDOG_MS);
      const rest = WATCHDOG_MS - (performance.now() - killed);
      await until(() => !existsSync(server.logFolder), rest, 'the log folder is left');
    }, { alone: true })),
  check(`SIGKILL: socket gone within ${WATCHDOG_MS} ms`, async ({ start }) => {
    const { server } = await living(start, {});
    server.child.kill('SIGKILL');
    await until(() => !existsSync(server.socket), WATCHDOG_MS, () => `the socket is left: ${server.socket}`);
  }, { alone: true }),
  check('SIGKILL to the whole process group, as clients do that give us one', async ({ start }) => {
    const { server, mark } = await living(start, { command: 'perl', lead: ['-e', 'setpgrp; exec @ARGV', launcher] });
    process.kill(-server.pid, 'SIGKILL');
    await allGone(mark, WATCHDOG_MS);
  }, { alone: true, needs: ['perl'] }),
  check('a client that dies closes our input: the server ends although nobody waits for it', async ({ start }) => {
    const { server, mark } = await living(start, {});
    server.child.stdout.destroy();
    server.child.stdin.destroy();
    await within(server.transport.exited, 2_000, 'the end');
    await allGone(mark, WATCHDOG_MS);
  }, { alone: true }),
  check('a client that is killed while our input stays open: the server ends all the same', async ({ start }) => {
    const mark = path.join(root, `mark-${++marks}-`);
    const parent = ['-c', 'exec 3<&0; "$0" "$@" <&3 & wait', launcher];
    const server = await start({ command: 'sh', lead: parent, env: environment({ SMOKE_MARK: mark }) });
    await server.run('a', 'sleep 300 &');
    server.child.kill('SIGKILL');
    await allGone(mark, PARENT_MS);
  }, { alone: true }),
  check('the tmux server killed between calls: the next call restarts, and works like before', async ({ start }) => {
    const { server, tmux } = await living(start, { tough: false });
    await server.run('a', 'cd /usr/lib');
    process.kill(tmux, 'SIGKILL');
    await gone([tmux], 2_000, 'tmux');
    finished(await server.run('a', 'pwd; (exit 3)'), '[session "a" restarted a fresh shell]\n/usr/lib', 3);
    finished(await server.run('a', 'echo more'), 'more');
    finished(await server.run('b', 'echo new'), 'new');
  }, { alone: true }),
  check('the tmux server killed under a call: the call ends and says so', async ({ start }) => {
    const { server, tmux } = await living(start, { calls: true, tough: false });
    const call = server.run('c', 'sleep 60', { timeout: 50 });
    await until(async () => /^c  fg=sleep/m.test((await server.list()).text), 5_000, 'sleep does not run');
    process.kill(tmux, 'SIGKILL');
    const result = await within(call, 5_000, 'the call');
    contains(result.text, /"c"|tmux/);
    finished(await server.run('c', 'echo again'), '[session "c" restarted a fresh shell]\nagain');
  }, { alone: true }),
  check('after a restart of tmux the watchdog is back: SIGKILL leaves nothing', async ({ start }) => {
    const { server, mark, tmux } = await living(start, { tough: false });
    process.kill(tmux, 'SIGKILL');
    await gone([tmux], 2_000, 'tmux');
    await server.run('a', 'sleep 300 &');
    server.child.kill('SIGKILL');
    await allGone(mark, WATCHDOG_MS);
    await until(() => !existsSync(server.logFolder), WATCHDOG_MS, 'the log folder is left');
  }, { alone: true }),
  check('two servers side by side: the end of one does not touch the other', async ({ start }) => {
    const one = await start();
    const other = await start();
    await one.run('same', 'v=one');
    await other.run('same', 'v=other');
    await leaves(one, signal('SIGKILL'));
    await until(() => !existsSync(one.logFolder), WATCHDOG_MS, 'the log folder is left');
    finished(await other.run('same', 'echo $v'), 'other');
  }, { alone: true }),
];
