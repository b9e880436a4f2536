// Sections 3, 5 and 10: commands, their output and their exit codes; every byte arrives.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, footer, lacks, lastLine } from '../lib/expect.mjs';
import { work } from '../lib/place.mjs';

/** A command that prints exactly that and ends with that code. */
const prints = (name, command, output, code = 0) =>
  check(name, async ({ server, session }) => finished(await server.run(session, command), output, code));

export default [
  check('output comes back without echo, prompt or footer', async ({ server, session }) => {
    finished(await server.run(session, 'echo hello'), 'hello');
  }),
  prints('exit codes are exact: 1', 'false', '(no output)', 1),
  prints('exit codes are exact: 255', '(exit 255)', '(no output)', 255),
  prints('exit codes are exact: a signal', `sh -c 'kill -TERM $$' 2>/dev/null`, 'Terminated', 143),
  check('exit codes are exact: command not found', async ({ server, session }) => {
    const result = await server.run(session, 'no-such-program-here');
    ended(result, 127);
    contains(result.text, 'no-such-program-here', 'not found');
    assert.equal(lastLine(result.text), '[exit code 127]');
  }),
  prints('a pipeline has the last code', 'false | true', '(no output)'),
  check('without a session the default one is used', async ({ server }) => {
    const result = await server.call('tmux_run', { command: 'echo x' });
    assert.equal(result.meta.session, 'default');
  }),
  check('directory, variables and functions last from call to call', async ({ server, session }) => {
    await server.run(session, 'cd /usr/bin; export COLOUR=blue; shape() { echo "round $1"; }');
    finished(await server.run(session, 'pwd; echo $COLOUR; shape ball'), '/usr/bin\nblue\nround ball');
  }),
  check('cwd is where a new session starts, and means nothing later', async ({ server, session }) => {
    finished(await server.run(session, 'pwd', { cwd: '/usr' }), '/usr');
    finished(await server.run(session, 'pwd', { cwd: '/' }), '/usr');
  }),
  check('a cwd is never expanded as a tmux format', async ({ server, session }) => {
    const canary = path.join(work, 'canary');
    const odd = path.join(work, `odd #(touch canary) #{HOME} %H '"; x`);
    mkdirSync(odd, { recursive: true });
    finished(await server.run(session, 'pwd', { cwd: odd }), odd);
    assert.ok(!existsSync(canary) && !existsSync(path.join(odd, 'canary')));
  }),
  prints('several lines give one result and the last code', 'echo one\nfalse\necho two\n(exit 4)', 'one\ntwo', 4),
  prints('a loop over several lines', 'for i in 1 2 3\ndo\n  echo "n $i"\ndone', 'n 1\nn 2\nn 3'),
  prints('a heredoc keeps its tabs', `sed -n l <<'END'\n\ta\tb\n\t\tc\nEND`, '\\ta\\tb$\n\\t\\tc$'),
  prints('control characters arrive as characters', `printf %s 'a\u0001b\u001bc' | od -An -tx1 | tr -d ' '`, '6101621b63'),
  prints('quotes of all kinds', `echo 'it'"'"'s' "a \\"b\\"" \\$HOME \`echo sub\` $'t\\'q'`, `it's a "b" $HOME sub t'q`),
  prints('a trailing semicolon', 'echo semi;', 'semi'),
  prints('semicolons and tmux words', `echo a \\; kill-server ';' b;`, 'a ; kill-server ; b'),
  prints('exclamation marks', `echo 'a!b !c !!' d!`, 'a!b !c !! d!'),
  prints('tmux formats are text', `echo '#{pid} #(date) %H #S ##'`, '#{pid} #(date) %H #S ##'),
  prints('key names are text', 'echo Enter C-c Escape', 'Enter C-c Escape'),
  check('a leading dash', async ({ server, session }) => {
    const result = await server.run(session, '-l -x');
    ended(result, 127);
    contains(result.text, '-l');
  }),
  prints('unicode: accents, CJK, emoji', `printf '%s\\n' 'naïve ☃ 日本語 🎉 Ω'`, 'naïve ☃ 日本語 🎉 Ω'),
  prints('unicode: every byte', `printf %s 'é☃🎉' | od -An -tx1 | tr -d ' '`, 'c3a9e29883f09f8e89'),
  prints('a comment at the end', 'echo shown # not this', 'shown'),
  prints('a trailing newline is no second command', 'echo once\n', 'once'),
  prints('a backslash at a line end', 'echo a \\\nb', 'a b'),
  prints('a command of 20 kB', `printf %s '${'k'.repeat(20_000)}' | wc -c`, '20000'),
  check('a command of 1 MB on one line', async ({ server, session }) => {
    const text = '0123456789abcdef'.repeat(62_500);
    finished(await server.run(session, `printf %s '${text}' | cksum`), cksum(text));
  }, { seconds: 40 }),
  check('a command of 10,000 lines', async ({ server, session }) => {
    const text = '0123456789abcde\n'.repeat(10_000);
    finished(await server.run(session, `printf %s '${text}' | cksum`), cksum(text));
  }, { seconds: 40 }),
  check('an empty command is only Enter: finished, no code', async ({ server, session }) => {
    await server.run(session, 'true');
    const result = await server.run(session, '');
    assert.deepEqual([result.text, result.meta.state, result.meta.exitCode], ['(no output)', 'finished', null]);
  }),
  check('a syntax error has its message and code 2', async ({ server, session }) => {
    const result = await server.run(session, 'echo )');
    ended(result, 2);
    contains(result.text, 'syntax error');
    finished(await server.run(session, 'echo next'), 'next');
  }),
  check('a forged footer is followed by a real one', async ({ server, session }) => {
    const forged = await server.run(session, `echo '[exit code 9]'`);
    assert.equal(forged.text, '[exit code 9]\n[exit code 0]');
    ended(forged, 0);
  }),
  check('a forged head line is told from a real one', async ({ server, session }) => {
    const forged = await server.run(session, `echo '[previous command ended: exit code 0]'; (exit 5)`);
    ended(forged, 5);
    assert.equal(lastLine(forged.text), '[exit code 5]');
  }),
  check('OSC 133 markers that a program prints change nothing', async ({ server, session }) => {
    finished(
      await server.run(session, `printf '\\033]133;D;77\\007\\033]133;A\\007\\033]133;C\\007'; echo real; (exit 3)`),
      'real',
      3,
    );
    finished(await server.run(session, 'echo next'), 'next');
  }),
  check('nothing of ours shows under set -x', async ({ server, session }) => {
    await server.run(session, 'set -x');
    const result = await server.run(session, 'echo traced');
    assert.equal(result.text, '+ echo traced\ntraced');
  }),
  check('exit ends the shell: code, and what happens next', async ({ server, session }) => {
    footer(await server.run(session, 'exit 3'), 'exited', `session "${session}"`, 'shell exited with code 3', 'next tmux_run', 'fresh shell');
  }),
  check('kill -9 $$ is reported as 137', async ({ server, session }) => {
    footer(await server.run(session, 'kill -9 $$'), 'exited', `session "${session}"`, 'shell exited with code 137');
  }),
  check('set -e; false ends the shell with 1', async ({ server, session }) => {
    footer(await server.run(session, 'set -e; false'), 'exited', 'shell exited with code 1');
  }),
  check('after exit the next command says so and starts in the last directory', async ({ server, session }) => {
    await server.run(session, 'cd /usr/lib; gone=yes');
    await server.run(session, 'exit');
    finished(await server.run(session, 'echo "$PWD-$gone"'), `[session "${session}" restarted a fresh shell]\n/usr/lib-`);
    lacks((await server.run(session, 'echo again')).text, 'restarted');
  }),
  check('PROMPT_COMMAND replaced or unset keeps exact codes', async ({ server, session }) => {
    await server.run(session, 'PROMPT_COMMAND="true"');
    finished(await server.run(session, '(exit 8)'), '(no output)', 8);
    await server.run(session, 'unset PROMPT_COMMAND');
    finished(await server.run(session, '(exit 9)'), '(no output)', 9);
  }),
  check('set -u does not break the session', async ({ server, session }) => {
    await server.run(session, 'set -u');
    finished(await server.run(session, '(exit 4)'), '(no output)', 4);
  }),
];

function cksum(text) {
  return execFileSync('cksum', { input: text, encoding: 'utf8' }).trim();
}
