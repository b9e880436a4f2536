// Sections 1 and 2: what is refused, and how.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, finished, refused } from '../lib/expect.mjs';
import { work } from '../lib/place.mjs';

/** A call that must be refused with these words. */
const refuses = (name, tool, args, ...words) =>
  check(name, async ({ server, session }) => {
    refused(await server.call(tool, typeof args === 'function' ? args(session) : args), ...words);
  });

export default [
  refuses('an unknown argument is refused with the near name', 'tmux_run', { command: 'true', time_out: 3 }, 'time_out', '"timeout"'),
  refuses('an argument of a tool without arguments is refused', 'tmux_list', { session: 'x' }, 'session'),
  refuses('a text in place of a number is refused', 'tmux_run', { command: 'true', timeout: '5' }, 'timeout', '"5"', /number/),
  refuses('a number in place of a text is refused', 'tmux_run', { command: 5 }, 'command', /string|text/),
  refuses('a text in place of a list is refused', 'tmux_send_keys', { session: 'x', keys: 'C-c' }, 'keys', /list|array/),
  refuses('an element that is no text is refused', 'tmux_send_keys', { session: 'x', keys: ['C-c', 7] }, 'keys', '7'),
  refuses('an empty list of keys is refused', 'tmux_send_keys', { session: 'x', keys: [] }, 'keys', '1'),
  refuses('a timeout below its range is refused with the bounds', 'tmux_run', { command: 'true', timeout: 0.05 }, 'timeout', '0.1', '3600'),
  refuses('a timeout above its range is refused with the bounds', 'tmux_read', { session: 'x', timeout: 3601 }, 'timeout', '0', '3600'),
  refuses('a max_timeout below its range is refused with the bounds', 'tmux_run', { command: 'true', max_timeout: 0.4 }, 'max_timeout', '0.5', '3600'),
  refuses('lines outside 1..5000 are refused', 'tmux_read', { session: 'x', lines: 5001 }, 'lines', '1', '5000'),
  refuses('a missing command is named', 'tmux_run', { session: 'x' }, 'missing', 'command'),
  refuses('missing keys are named', 'tmux_send_keys', { session: 'x' }, 'missing', 'keys'),
  refuses('a missing session is named', 'tmux_kill', {}, 'missing', 'session'),
  check('bad session names are refused with the rule, and make no session', async ({ server }) => {
    for (const name of ['', '_watchdog', '-x', 'a.b', 'a:b', 'a b', '../x', '%1', '#{pid}', 'ü', 'x'.repeat(65), 'x\n']) {
      refused(await server.run(name, 'true'), /letter|digit|\[A-Za-z0-9\]/);
    }
    assert.equal((await server.list()).text, '(no sessions — tmux_run creates one)');
  }),
  check('a session name of 64 characters is taken', async ({ server }) => {
    const name = `A_${'z'.repeat(61)}-`;
    finished(await server.run(name, 'echo long'), 'long');
    await server.kill(name);
  }),
  refuses('an unknown session is refused by tmux_read', 'tmux_read', { session: 'nowhere' }, 'nowhere'),
  refuses('an unknown session is refused by tmux_send_keys', 'tmux_send_keys', { session: 'nowhere', keys: ['q'] }, 'nowhere'),
  refuses('an unknown session is refused by tmux_kill', 'tmux_kill', { session: 'nowhere' }, 'nowhere'),
  check('a session is named in full: no prefix, no pattern', async ({ server, session }) => {
    await server.run(`${session}-exact`, 'true');
    for (const part of [session, `${session}-exac`, `${session}-*`]) refused(await server.kill(part));
    finished(await server.run(`${session}-exact`, 'echo there'), 'there');
  }),
  check('a bad regex is refused with its source, before anything is typed', async ({ server, session }) => {
    refused(await server.run(session, `touch ${path.join(work, 'typed')}`, { wait_for: 'a(b' }), 'a(b');
    contains((await server.run(session, 'ls')).text, /^(?!.*typed)/s);
  }),
  refuses('a wait_for of more than 4 kB is refused with the bound', 'tmux_run', { command: 'true', wait_for: 'x'.repeat(5_000) }, 'wait_for', /4,?096|4,?000|4 ?k/i),
  refuses('a command of more than 4 MiB is refused with the bound', 'tmux_run', { command: `: ${'x'.repeat(4 * 1024 * 1024)}` }, 'command', /4,?194,?304|4 ?MiB/i),
  refuses('a cwd that does not exist is refused', 'tmux_run', (session) => ({ session, command: 'pwd', cwd: '/no/such/folder' }), '/no/such/folder', 'exist'),
  check('a cwd that is a file is refused', async ({ server, session }) => {
    const file = path.join(work, 'a-file');
    writeFileSync(file, '');
    refused(await server.run(session, 'pwd', { cwd: file }), file, 'file');
  }),
  ...['wait_for', 'timeout', 'screen'].map((other) =>
    check(`from together with ${other} is refused`, async ({ server, session }) => {
      await server.run(session, 'true');
      const value = { wait_for: 'x', timeout: 1, screen: true }[other];
      refused(await server.read(session, { from: 0, [other]: value }), 'from', other);
    })),
  check('errors repeat at most 200 characters of what they refuse', async ({ server }) => {
    const long = 'z'.repeat(10_000);
    for (const args of [{ session: long, command: 'true' }, { command: 'true', [long]: 1 }, { command: 'true', wait_for: `(${long.slice(0, 3_000)}` }]) {
      const { isError, text } = await server.call('tmux_run', args);
      assert.ok(isError && !text.includes('z'.repeat(201)), `${text.length} characters`);
    }
  }),
];
