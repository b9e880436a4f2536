// What a check is, and how a list of them is run.
import { execFileSync } from 'node:child_process';
import { Server } from './server.mjs';
import { within } from './until.mjs';

const DEADLINE_SECONDS = 20;

/**
 * A check: a sentence, and a function that throws when the sentence is not true.
 *
 * The function gets { server, session, start }: the list's server, a session name of its own, and a way to start further servers,
 * which are ended behind the check. Options: seconds (deadline), needs (programs without which it is skipped), alone (it wants no
 * shared server).
 */
export function check(name, body, { seconds = DEADLINE_SECONDS, needs = [], alone = false } = {}) {
  return { name, body, seconds, needs, alone };
}

/** Counts, and keeps what is to be said until it is asked for, so that lists that run side by side do not mix. */
export class Tally {
  lines = [];
  passed = 0;
  failed = 0;
  skipped = 0;

  ok(name) {
    this.passed++;
    this.lines.push(`ok  ${name}`);
  }

  fail(name, error) {
    this.failed++;
    this.lines.push(`FAIL ${name}: ${why(error)}`);
  }

  skip(name, reason) {
    this.skipped++;
    this.lines.push(`skip ${name}: ${reason}`);
  }
}

function why(error) {
  const text = String(error?.message ?? error)
    .replaceAll(/[\u0000-\u001f]+/g, ' ')
    .trim();
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function isInstalled(program) {
  try {
    execFileSync('sh', ['-c', `command -v "$1"`, 'sh', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let sessions = 0;

/** Runs the checks of a list one after the other. They share a server, which is replaced when a check fails. */
export async function runList(checks, tally) {
  let shared;
  for (const { name, body, seconds, needs, alone } of checks) {
    const missing = needs.filter((program) => !isInstalled(program));
    if (missing.length > 0) {
      tally.skip(name, `${missing.join(' and ')} not installed`);
      continue;
    }
    const own = [];
    const start = async (options) => {
      const server = await Server.start(options);
      own.push(server);
      return server;
    };
    try {
      if (!alone) shared ??= await Server.start();
      await within(body({ server: shared, session: `s${++sessions}`, start }), seconds * 1000, 'the check');
      tally.ok(name);
    } catch (error) {
      tally.fail(name, error);
      await shared?.end().catch(() => {});
      shared = undefined;
    }
    for (const server of own) await server.end().catch((error) => tally.fail(`${name}: the end of its server`, error));
  }
  await shared?.end().catch((error) => tally.fail('the end of a shared server', error));
}
