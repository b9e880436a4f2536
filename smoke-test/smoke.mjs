// Runs every list of checks, looks for what they left behind, and closes with "N passed, N failed".
import { Tally, check, runList } from './lib/check.mjs';
import * as place from './lib/place.mjs';
import { processesNaming } from './lib/processes.mjs';
import { Server, servers } from './lib/server.mjs';
import { until } from './lib/until.mjs';
import { assert } from './lib/expect.mjs';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

// Lists that mostly wait run side by side; the longest first. The others measure short times, or need start files that no other list changes, and run one by one.
const SIDE_BY_SIDE = ['commands', 'protocol', 'waiting', 'input', 'sessions', 'environment', 'output', 'screens', 'settings', 'arguments'];
const ONE_BY_ONE = ['promptness', 'user', 'dying'];
const LANES = 4;

const noSkips = process.argv.includes('--no-skips');
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('-'));

const CLOSING = [
  check('stdout held nothing but JSON-RPC, on every server of this run', async () => {
    const stray = servers.flatMap((server) => server.transport.strayLines());
    assert.deepEqual(stray, []);
  }, { alone: true }),
  check('nothing is left: no tmux, no shell, no job, no socket, no log folder', async () => {
    const left = () => [...processesNaming(place.root).map(({ pid, command }) => `${pid} ${command.slice(0, 60)}`), ...place.leftFiles()];
    await until(() => left().length === 0, 5_000, () => left().join(', '));
  }, { alone: true }),
];

/** The first start has the launcher make its archive in the background; wait for it, so that it disturbs no check. */
async function warmUp() {
  await (await Server.start()).end();
  const cache = path.join(place.home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'tmux-mcp');
  const made = () => existsSync(cache) && readdirSync(cache).some((name) => name.endsWith('.jsa') || name.endsWith('.aot'));
  // Without an archive everything works, only slower.
  await until(() => made() && processesNaming(place.root).length === 0, 20_000, '').catch(() => {});
}

function cleanUp() {
  for (const { pid } of processesNaming(place.root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  // What a server without TMUX_TMPDIR and TMPDIR may have left.
  for (const { child } of servers) {
    if (child?.pid) rmSync(place.socketOf(child.pid, '/tmp'), { force: true });
    if (child?.pid) rmSync(place.logFolderOf(child.pid, '/tmp'), { recursive: true, force: true });
  }
  place.remove();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}

const total = new Tally();

async function run(title, checks) {
  const tally = new Tally();
  await runList(checks, tally);
  console.log([`\n# ${title}`, ...tally.lines].join('\n'));
  for (const count of ['passed', 'failed', 'skipped']) total[count] += tally[count];
}

async function runNamed(list) {
  await run(list, (await import(`./checks/${list}.mjs`)).default);
}

async function lane(lists) {
  for (let list = lists.shift(); list; list = lists.shift()) await runNamed(list);
}

const isChosen = (list) => chosen.length === 0 || chosen.includes(list);
try {
  const unknown = chosen.find((list) => ![...SIDE_BY_SIDE, ...ONE_BY_ONE].includes(list));
  if (unknown) throw new Error(`there is no list ${unknown}; there are ${[...SIDE_BY_SIDE, ...ONE_BY_ONE].join(' ')}`);
  await warmUp();
  const lists = SIDE_BY_SIDE.filter(isChosen);
  await Promise.all(Array.from({ length: LANES }, () => lane(lists)));
  for (const list of ONE_BY_ONE.filter(isChosen)) await runNamed(list);
  await run('the end', CLOSING);
} catch (error) {
  total.failed++;
  console.log(`FAIL the run itself: ${error.message}`);
} finally {
  cleanUp();
}
if (noSkips && total.skipped > 0) {
  total.failed++;
  console.log(`FAIL no check is skipped: ${total.skipped} were`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
