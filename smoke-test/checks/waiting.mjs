// Sections 2, 3, 6 and 10.12: how long a call waits, what its footer says, and what the next call finds.
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, footer, lacks, refused } from '../lib/expect.mjs';
import { until, within } from '../lib/until.mjs';

const took = async (call) => {
  const asked = performance.now();
  const result = await call;
  return { result, seconds: (performance.now() - asked) / 1000 };
};

const idles = (server, session) =>
  until(async () => new RegExp(`^${session}  .*  idle  `, 'm').test((await server.list()).text), 10_000, 'never idle');

export default [
  check('wait_for returns at the hit, and the program goes on', async ({ server, session }) => {
    const { result, seconds } = await took(server.run(session, 'echo starting; sleep 0.4; echo READY on 80; sleep 30', { wait_for: 'READY on \\d+' }));
    footer(result, 'matched', `session "${session}"`, 'matched /READY on \\d+/', 'sleep', 'still running');
    contains(result.text, 'starting\nREADY on 80');
    assert.equal(result.meta.evidence, 'pattern');
    assert.ok(seconds < 3, `${seconds} s`);
    await server.keys(session, ['C-c']);
  }),
  check('wait_for does not match the echo of the command', async ({ server, session }) => {
    const result = await server.run(session, 'sleep 30 # NEEDLE', { wait_for: 'NEEDLE', timeout: 0.6 });
    assert.equal(result.meta.state, 'idle', result.text);
    await server.keys(session, ['C-c']);
  }),
  check('wait_for on a command that ends at once is finished', async ({ server, session }) => {
    finished(await server.run(session, 'echo READY', { wait_for: 'READY' }), 'READY');
  }),
  check('wait_for is multiline, takes (?i), and a dot does not match a newline', async ({ server, session }) => {
    await server.run(session, 'cat');
    assert.equal((await server.run(session, 'abc', { wait_for: '(?i)^ABC$', timeout: 5 })).meta.state, 'matched');
    const dot = await server.run(session, 'one\ntwo', { wait_for: 'one.+two', timeout: 0.5 });
    assert.notEqual(dot.meta.state, 'matched', dot.text);
    await server.keys(session, ['C-c']);
  }),
  check('wait_for takes JavaScript: named groups, \\d, [^], /u escapes', async ({ server, session }) => {
    finished(await server.run(session, 'echo v12', { wait_for: '(?<word>v)(?<n>\\d+)[^]*' }), 'v12');
    const result = await server.run(session, 'printf "é=1\\n"; sleep 20', { wait_for: '\\u00e9=\\d' });
    assert.equal(result.meta.state, 'matched', result.text);
    await server.keys(session, ['C-c']);
  }),
  check('a pattern that explodes is an error with its source, and holds nobody', async ({ server, session }) => {
    const command = `printf '%s\\n' ${'a'.repeat(60)}b; sleep 20`;
    const hostile = server.run(session, command, { wait_for: '^(a+)+$', timeout: 3 });
    finished(await within(server.run(`${session}-other`, 'echo free'), 5_000, 'another call'), 'free');
    const result = await within(hostile, 10_000, 'the hostile match');
    // An engine that sees through the pattern has no reason to fail.
    if (result.isError) refused(result, '^(a+)+$');
    else footer(result, 'idle', 'sleep');
    await server.keys(session, ['C-c']);
  }),
  check('idle: the footer has all that the contract wants', async ({ server, session }) => {
    const { result, seconds } = await took(server.run(session, 'echo before; sleep 30', { timeout: 1 }));
    footer(result, 'idle', `session "${session}"`, 'idle', 'no output for 1 s', 'sleep', 'still running (not killed)', 'tmux_read', 'tmux_send_keys', 'C-c');
    contains(result.text, /^before\n\[/);
    assert.deepEqual([result.meta.evidence, result.meta.exitCode, result.meta.foreground], ['idle', null, 'sleep']);
    assert.ok(seconds >= 1 && seconds < 2.5, `${seconds} s`);
    await server.keys(session, ['C-c']);
  }),
  check('idle: seconds have at most one decimal', async ({ server, session }) => {
    const result = await server.run(session, 'sleep 30', { timeout: 0.54 });
    footer(result, 'idle', /no output for 0\.5 s/);
    contains(result.text, /^\(no output\)\n\[/);
    await server.keys(session, ['C-c']);
  }),
  check('idle: silence counts from the last byte, not from the start', async ({ server, session }) => {
    finished(await server.run(session, 'for i in 1 2 3 4; do echo $i; sleep 0.5; done', { timeout: 1.2 }), '1\n2\n3\n4');
  }),
  check('hard cap: the footer has all that the contract wants', async ({ server, session }) => {
    const { result, seconds } = await took(server.run(session, 'while :; do echo tick; sleep 0.1; done', { max_timeout: 1 }));
    footer(result, 'cap', `session "${session}"`, 'still running', 'after 1 s', 'hard cap', 'not killed');
    assert.ok(seconds >= 1 && seconds < 2.5, `${seconds} s`);
    ended(await server.keys(session, ['C-c']), 130);
  }),
  check('timeout 0 returns at once without a footer', async ({ server, session }) => {
    await server.run(session, 'true');
    const { result, seconds } = await took(server.keys(session, ['sleep 1; echo later', 'Enter'], { timeout: 0 }));
    assert.equal(result.meta.state, 'immediate');
    lacks(result.text, '[');
    assert.ok(seconds < 0.5, `${seconds} s`);
    contains((await server.read(session, { timeout: 10 })).text, 'later');
  }),
  check('tmux_read gives what is new, once', async ({ server, session }) => {
    await server.run(session, 'echo first; sleep 0.5; echo second; sleep 30', { timeout: 0.2 });
    const read = await server.read(session, { wait_for: 'second' });
    contains(read.text, 'second');
    lacks(read.text, 'first');
    assert.equal((await server.read(session)).text, '(no new output)');
    await server.keys(session, ['C-c']);
  }),
  check('tmux_read waits for the end of a command and has its code', async ({ server, session }) => {
    await server.run(session, 'sleep 1; echo late; (exit 4)', { timeout: 0.2 });
    const read = await server.read(session, { timeout: 10 });
    assert.equal(read.text, 'late\n[exit code 4]');
    ended(read, 4);
  }),
  check('a command that ended meanwhile is told to the next tmux_read', async ({ server, session }) => {
    await server.run(session, 'sleep 0.6; echo late; (exit 4)', { timeout: 0.2 });
    await idles(server, session);
    const read = await server.read(session);
    contains(read.text, /^\[previous command ended: exit code 4\]\n/, 'late');
    lacks((await server.read(session)).text, 'previous command');
  }),
  check('a command that ended meanwhile is told to the next tmux_run', async ({ server, session }) => {
    await server.run(session, 'sleep 0.6; echo late; (exit 4)', { timeout: 0.2 });
    await idles(server, session);
    const next = await server.run(session, 'echo mine');
    contains(next.text, /^\[previous command ended: exit code 4\]\n/, /^mine$/m);
    ended(next, 0);
  }),
  check('tmux_kill under a call ends the call and says so', async ({ server, session }) => {
    const call = server.run(session, 'sleep 60', { timeout: 30 });
    await until(async () => /running\(sleep\)/.test((await server.list()).text), 5_000, 'sleep does not run');
    assert.equal((await server.kill(session)).text, `[killed session "${session}"]`);
    footer(await within(call, 2_000, 'the call'), 'killed', `session "${session}"`, 'killed');
  }),
];
