// Section 7: what output looks like, and how to read it again.
import { check } from '../lib/check.mjs';
import { environment } from '../lib/place.mjs';
import { until } from '../lib/until.mjs';
import { assert, contains, ended, finished, lacks, refused } from '../lib/expect.mjs';

const CUT = /^\[… (\d+) characters left out; .*"from":(\d+).*\]$/m;
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i).join('\n');

export default [
  check('long output keeps its beginning and end, and says how to read the rest', async ({ server, session }) => {
    const result = await server.run(session, 'seq 1 20000');
    ended(result, 0);
    const [line, count, from] = CUT.exec(result.text) ?? assert.fail('no line that tells of the cut');
    contains(result.text, /^1\n2\n3\n/, /\n19999\n20000$/);
    assert.ok(result.text.length <= 30_000 + line.length + 2, `${result.text.length} characters`);
    assert.equal(result.meta.truncatedChars, Number(count));
    const [head, tail] = result.text.split(`\n${line}\n`);
    assert.ok(Math.abs(head.length - 8_000) < 20 && Math.abs(tail.length - 22_000) < 20, `${head.length} and ${tail.length}`);
    const rest = await server.read(session, { from: Number(from), lines: 5 });
    assert.equal(rest.isError, false, rest.text);
    // Whole lines come back: the one that the cut went through, or the next.
    const cutLine = head.slice(head.lastIndexOf('\n') + 1);
    const first = /^\d+/.exec(rest.text)[0];
    assert.ok(first.startsWith(cutLine) || Number(first) === Number(cutLine) + 1, `${first} follows ${cutLine}`);
    contains(rest.text, `${first}\n${Number(first) + 1}\n${Number(first) + 2}\n`);
  }),
  check('from and lines give whole lines and the offset of what follows', async ({ server, session }) => {
    await server.run(session, 'seq 1 1000');
    const first = await server.read(session, { from: 0, lines: 300 });
    const next = /from (\d+)/.exec(first.text.slice(first.text.lastIndexOf('\n')))?.[1] ?? assert.fail(first.text.slice(-200));
    assert.equal(Number(next), first.meta.logOffset);
    const second = await server.read(session, { from: Number(next), lines: 100 });
    const last = Number([...first.text.matchAll(/^\d+$/gm)].at(-1)[0]);
    contains(second.text, new RegExp(`^${numbers(last + 1, last + 100)}\\n`));
  }),
  check('lines alone gives the last ones, and consumes nothing', async ({ server, session }) => {
    await server.run(session, 'sleep 0.3; seq 1 50; sleep 30', { timeout: 0.1 });
    await until(async () => /^49\n50\n/m.test((await server.read(session, { lines: 3 })).text), 5_000, 'no output');
    contains((await server.read(session, { lines: 3 })).text, /^48\n49\n50\n/);
    contains((await server.read(session)).text, /^1\n2\n3\n/m);
    await server.keys(session, ['C-c']);
  }),
  check('a read below the oldest kept offset says how much is gone', async ({ start }) => {
    const server = await start({ env: environment({ TMUX_MCP_MAX_LOG: '1M' }) });
    ended(await server.run('a', `yes 'a line of some length' | head -n 200000`), 0);
    const read = await server.read('a', { from: 0, lines: 2 });
    contains(read.text, /\d+ bytes/, 'gone', 'a line of some length');
  }, { alone: true }),
  check('TMUX_MCP_MAX_OUTPUT bounds a result', async ({ start }) => {
    const server = await start({ env: environment({ TMUX_MCP_MAX_OUTPUT: '1000' }) });
    const result = await server.run('a', 'seq 1 5000');
    assert.ok(result.text.length < 1_300, `${result.text.length} characters`);
    contains(result.text, CUT, /^1\n/, /\n5000$/);
  }, { alone: true }),
  check('100,000 lines', async ({ server, session }) => {
    const result = await server.run(session, 'seq 1 100000');
    ended(result, 0);
    contains(result.text, /\n100000$/);
  }),
  check('2 MB on one line', async ({ server, session }) => {
    const result = await server.run(session, `head -c 2000000 /dev/zero | tr '\\0' x; echo end`);
    ended(result, 0);
    contains(result.text, /xend$/, CUT);
  }),
  check('a progress bar shows its last state', async ({ server, session }) => {
    finished(await server.run(session, `for i in 1 20 100; do printf '\\r%3d%%' $i; sleep 0.05; done; echo`), '100%');
  }),
  check('backspaces, erased lines and redraws upwards are folded', async ({ server, session }) => {
    finished(await server.run(session, `printf 'abX\\bc\\n'; printf 'gone\\r\\033[Kkept\\n'; printf '1\\n2\\n\\033[2A\\033[Kone\\n\\033[Ktwo\\n'`), 'abc\nkept\none\ntwo');
  }),
  check('colours, titles and links are removed', async ({ server, session }) => {
    finished(await server.run(session, `printf '\\033[1;31mred\\033[0m \\033]0;title\\007\\033]8;;http://x\\033\\\\link\\033]8;;\\033\\\\\\n'`), 'red link');
  }),
  check('output without a newline at its end', async ({ server, session }) => {
    finished(await server.run(session, 'printf unfinished; (exit 2)'), 'unfinished', 2);
    finished(await server.run(session, 'echo next'), 'next');
  }),
  check('a line longer than the screen stays one line', async ({ server, session }) => {
    const long = '0123456789'.repeat(70);
    finished(await server.run(session, `echo ${long}`), long);
  }),
  check('bytes that are no UTF-8 harm nothing', async ({ server, session }) => {
    const result = await server.run(session, `printf 'a\\377\\376b\\303\\nfine\\n'`);
    ended(result, 0);
    contains(result.text, /^a.*b/, /\nfine$/);
  }),
  check('blank lines and indentation are kept', async ({ server, session }) => {
    finished(await server.run(session, `printf 'a\\n\\n  b\\n'`), 'a\n\n  b');
  }),
  check('output in the background comes with the next read', async ({ server, session }) => {
    finished(await server.run(session, '((sleep 0.3; echo from behind) &)'), '(no output)');
    await until(async () => (await server.read(session)).text.includes('from behind'), 3_000, 'never seen');
    lacks((await server.read(session)).text, 'behind');
  }),
  check('output in the background counts as unread', async ({ server, session }) => {
    await server.run(session, '((sleep 0.2; echo from behind) &)');
    const unread = async () => new RegExp(`^${session}  .*unread=[1-9]\\d*B$`, 'm').test((await server.list()).text);
    await until(unread, 2_000, 'tmux_list goes on to say unread=0B');
  }),
  check('wait_for sees output in the background, behind the prompt', async ({ server, session }) => {
    await server.run(session, '((sleep 0.3; echo from behind) &)');
    const read = await server.read(session, { wait_for: 'from behind', timeout: 2 });
    assert.equal(read.meta.state, 'matched', read.text);
  }),
  check('output in the background can be read again', async ({ server, session }) => {
    await server.run(session, '((sleep 0.1; echo from behind) &)');
    await server.read(session, { wait_for: 'from behind', timeout: 1 });
    contains((await server.read(session, { lines: 5 })).text, 'from behind');
  }),
  check('last_frame without a full-screen program is refused', async ({ server, session }) => {
    await server.run(session, 'true');
    refused(await server.read(session, { last_frame: true }), session);
  }),
];
