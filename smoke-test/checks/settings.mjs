// Section 9 and the command line: bad values stop the start.
import { spawnSync } from 'node:child_process';
import { check } from '../lib/check.mjs';
import { assert, contains, footer } from '../lib/expect.mjs';
import { environment, launcher, work } from '../lib/place.mjs';

const start = (args, extra = {}) =>
  spawnSync(launcher, args, { env: { PATH: process.env.PATH, ...environment(extra) }, cwd: work, encoding: 'utf8', timeout: 10_000, input: '' });

/** A start that ends with exit code 2 and one line on stderr with those words. */
const stops = (name, args, extra, ...words) =>
  check(name, async () => {
    const { status, stdout, stderr } = start(args, extra);
    assert.equal(status, 2, `exit code ${status}: ${stderr}`);
    assert.equal(stdout, '');
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    contains(stderr, ...words);
  }, { alone: true });

const badVariable = (variable, value, ...words) => stops(`${variable}=${value} stops the start`, ['--mode', 'agent'], { [variable]: value }, variable, value, ...words);

export default [
  badVariable('TMUX_MCP_IDLE_TIMEOUT', 'soon', '0.1'),
  badVariable('TMUX_MCP_IDLE_TIMEOUT', '0.01', '0.1', '3600'),
  badVariable('TMUX_MCP_MAX_TIMEOUT', '9999', '0.5', '3600'),
  badVariable('TMUX_MCP_PROMPT_SETTLE_MS', '-1'),
  badVariable('TMUX_MCP_SIZE', '80', 'x'),
  badVariable('TMUX_MCP_MAX_OUTPUT', '10'),
  badVariable('TMUX_MCP_MAX_LOG', '64Q'),
  badVariable('TMUX_MCP_SHELL', 'tcsh', 'bash', 'zsh', 'fish'),
  stops('an option with a bad value stops the start', ['--mode', 'agent', '--idle-timeout', 'x'], {}, '--idle-timeout', 'x'),
  stops('an unknown option stops the start', ['--mode', 'agent', '--idle-timout', '3'], {}, '--idle-timout', '--idle-timeout'),
  stops('an unknown mode stops the start', ['--mode', 'agnet'], {}, 'agnet', 'agent'),
  stops('--mode libtmux is not there yet', ['--mode', 'libtmux'], {}, 'libtmux'),
  check('without --mode the two modes are explained, exit code 2', async () => {
    const { status, stdout, stderr } = start([]);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    contains(stderr, 'agent', 'libtmux');
  }, { alone: true }),
  check('--version is one line', async () => {
    const { status, stdout } = start(['--version']);
    assert.equal(status, 0);
    contains(stdout, /^tmux-mcp \d+\.\d+\.\d+\S*\n$/);
  }, { alone: true }),
  check('--help explains every option', async () => {
    const { status, stdout } = start(['--help']);
    assert.equal(status, 0);
    contains(stdout, '--mode', '--idle-timeout', '--max-timeout', '--prompt-settle-ms', '--size', '--max-output', '--tmux-bin', '--shell', '--max-log', '--keep-env');
  }, { alone: true }),
  check('an empty variable counts as unset', async ({ start: serve }) => {
    const server = await serve({ env: environment({ TMUX_MCP_SIZE: '', TMUX_MCP_IDLE_TIMEOUT: '' }) });
    contains((await server.run('a', 'stty size')).text, '50 200');
  }, { alone: true }),
  check('an option wins over its variable', async ({ start: serve }) => {
    const server = await serve({ env: environment({ TMUX_MCP_IDLE_TIMEOUT: '30' }), args: ['--idle-timeout', '0.5', '--max-timeout', '2'] });
    footer(await server.run('a', 'sleep 20'), 'idle', 'no output for 0.5 s');
    await server.keys('a', ['C-c']);
    footer(await server.run('a', 'while :; do echo x; sleep 0.1; done'), 'cap', 'after 2 s', 'hard cap');
  }, { alone: true }),
];
