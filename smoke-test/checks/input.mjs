// Sections 6 and 10.2: programs that wait for input, and those that do not.
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, footer, lacks, refused } from '../lib/expect.mjs';

const waits = (result, session, program, ...more) =>
  footer(result, 'waiting', `session "${session}"`, program, 'waiting for input', 'tmux_run', 'tmux_send_keys', ...more);

export default [
  check('a REPL: python3 starts, answers line by line, and is left with code 0', async ({ server, session }) => {
    const started = await server.run(session, 'python3 -q', { timeout: 10 });
    waits(started, session, 'python');
    contains(started.text, '>>>');
    const answer = await server.run(session, '6 * 7');
    waits(answer, session, 'python');
    contains(answer.text, /^42$/m);
    lacks(answer.text, '6 * 7');
    const left = await server.run(session, 'exit()');
    ended(left, 0);
    finished(await server.run(session, 'echo shell'), 'shell');
  }, { needs: ['python3'] }),
  check('a REPL takes a block of several lines', async ({ server, session }) => {
    await server.run(session, 'python3 -q', { timeout: 10 });
    const answer = await server.run(session, 'for i in range(3):\n    print("n", i)\n', { timeout: 3 });
    const shown = answer.meta.state === 'waiting' && /n 2/.test(answer.text) ? answer : await server.keys(session, ['Enter']);
    contains(`${answer.text}\n${shown.text}`, 'n 0', 'n 1', 'n 2');
    await server.run(session, 'exit()');
  }, { needs: ['python3'] }),
  check('a password prompt: no echo, proof from the terminal, and the answer arrives', async ({ server, session }) => {
    const asked = await server.run(session, `read -rsp 'Password: ' secret; echo; echo "length \${#secret}"`);
    waits(asked, session, 'bash');
    assert.equal(asked.meta.evidence, 'input-noecho');
    contains(asked.text, 'Password:');
    const answered = await server.run(session, 'hunter2');
    ended(answered, 0);
    contains(answered.text, 'length 7');
    lacks(answered.text, 'hunter2');
  }),
  check('a wizard that asks [y/N] and a second question', async ({ server, session }) => {
    const wizard = `sh -c 'printf "Proceed? [y/N] "; read a; printf "Name: "; read n; echo "$a/$n"; exit 3'`;
    const first = await server.run(session, wizard);
    waits(first, session, 'sh');
    contains(first.text, 'Proceed? [y/N]');
    const second = await server.keys(session, ['y', 'Enter']);
    waits(second, session, 'sh');
    contains(second.text, 'Name:');
    const done = await server.run(session, 'Ada Lovelace');
    ended(done, 3);
    contains(done.text, 'y/Ada Lovelace');
  }),
  check('cat without arguments waits, and echoes its lines', async ({ server, session }) => {
    const waiting = await server.run(session, 'cat', { timeout: 10 });
    waits(waiting, session, 'cat');
    assert.match(waiting.meta.evidence, /^input-/);
    contains((await server.run(session, 'over and out')).text, 'over and out');
    ended(await server.keys(session, ['C-d']), 0);
  }),
  check('proof from the terminal does not wait for the idle timeout', async ({ server, session }) => {
    await server.run(session, 'true');
    const asked = performance.now();
    waits(await server.run(session, 'cat', { timeout: 30 }), session, 'cat');
    assert.ok(performance.now() - asked < 3_000, `${Math.round(performance.now() - asked)} ms`);
    await server.keys(session, ['C-c']);
  }),
  check('punctuation is no proof: a colon and then two seconds of work', async ({ server, session }) => {
    finished(await server.run(session, `echo 'Compiling:'; sleep 2`, { timeout: 10 }), 'Compiling:');
    finished(await server.run(session, `printf 'Continue? [y/N] '; sleep 2; echo`, { timeout: 10 }), 'Continue? [y/N] ');
  }),
  check('C-c ends a program that reads: code 130, and the session goes on', async ({ server, session }) => {
    await server.run(session, 'cat');
    const stopped = await server.keys(session, ['C-c']);
    ended(stopped, 130);
    finished(await server.run(session, 'echo alive'), 'alive');
  }),
  check('C-c ends a program that works: code 130', async ({ server, session }) => {
    await server.run(session, 'sleep 60', { timeout: 0.3 });
    ended(await server.keys(session, ['C-c']), 130);
  }),
  check('an open quote is told, with C-c as the way out', async ({ server, session }) => {
    const open = await server.run(session, `echo "open`);
    footer(open, 'waiting', `session "${session}"`, 'waiting for input', /quote/, /heredoc/, 'C-c');
    await server.keys(session, ['C-c']);
    finished(await server.run(session, 'echo closed'), 'closed');
  }),
  check('an open heredoc is told, and the next line goes on with it', async ({ server, session }) => {
    footer(await server.run(session, `cat <<END\nfirst`), 'waiting', 'waiting for input', /heredoc/, 'C-c');
    const done = await server.run(session, 'END');
    ended(done, 0);
    contains(done.text, 'first');
  }),
  check('a command for a shell that is busy is refused, and nothing is typed', async ({ server, session }) => {
    await server.run(session, 'sleep 2; echo slept', { timeout: 0.3 });
    refused(await server.run(session, 'echo intruder'), 'busy', 'tmux_read', 'C-c', 'tmux_send_keys');
    const read = await server.read(session, { timeout: 10 });
    contains(read.text, 'slept');
    lacks(read.text, 'intruder');
  }),
  check('a line above 4,095 bytes for a program in canonical mode is refused whole', async ({ server, session }) => {
    await server.run(session, 'cat');
    refused(await server.run(session, 'x'.repeat(5_000)), /4,?09[56]/);
    const next = await server.run(session, 'short');
    contains(next.text, 'short');
    lacks(next.text, 'xx');
    await server.keys(session, ['C-c']);
  }),
  check('a nested bash gives exit codes as well', async ({ server, session }) => {
    await server.run(session, 'bash');
    finished(await server.run(session, 'echo nested; (exit 7)'), 'nested', 7);
  }),
  check('leaving a nested bash gives the right code or none, and the outer one is exact again', async ({ server, session }) => {
    await server.run(session, 'bash');
    contains((await server.run(session, 'echo nested')).text, 'nested');
    const left = await server.run(session, 'exit 5');
    assert.ok(left.meta.exitCode === 5 || left.meta.exitCode === null, `code ${left.meta.exitCode}`);
    finished(await server.run(session, '(exit 2)'), '(no output)', 2);
  }),
  check('named keys act, other words are literal text', async ({ server, session }) => {
    await server.run(session, 'cat');
    const typed = await server.keys(session, ['enter', ' ^C ', 'Space', '-l', ';', 'Tab', 'z', 'Enter'], { timeout: 1 });
    contains(typed.text, /enter \^C  -l;\s+z/);
    await server.keys(session, ['C-c']);
  }),
  check('text into a shell line without Enter stays there until Enter', async ({ server, session }) => {
    await server.run(session, 'true');
    await server.keys(session, ['echo half', ' line'], { timeout: 0 });
    const done = await server.keys(session, ['Enter']);
    contains(done.text, 'half line');
    ended(done, 0);
  }),
];
