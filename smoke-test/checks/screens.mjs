// Sections 3, 7 and 10.6: full-screen programs.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../lib/check.mjs';
import { assert, contains, ended, finished, lacks, lastLine } from '../lib/expect.mjs';
import { work } from '../lib/place.mjs';

const file = path.join(work, 'lines.txt');
writeFileSync(file, `${Array.from({ length: 300 }, (_, i) => `this is line ${i + 1}`).join('\n')}\n`);

const snapshot = (result, program) => {
  assert.equal(result.meta?.state, 'screen', result.text.slice(-300));
  assert.equal(lastLine(result.text), `[screen snapshot — full-screen program "${program}" is running]`);
};

export default [
  check('less: a snapshot, a page further, and an end with code 0', async ({ server, session }) => {
    const opened = await server.run(session, `less ${file}`);
    snapshot(opened, 'less');
    contains(opened.text, /^this is line 1\nthis is line 2\n/);
    lacks(opened.text, 'this is line 60');
    const paged = await server.keys(session, ['Space']);
    snapshot(paged, 'less');
    contains(paged.text, 'this is line 60');
    ended(await server.keys(session, ['q']), 0);
  }, { needs: ['less'] }),
  check('vim: type, save, quit; the text is in the file', async ({ server, session }) => {
    const target = path.join(work, 'written.txt');
    snapshot(await server.run(session, `vim -u NONE -N ${target}`), 'vim');
    const typed = await server.keys(session, ['i', 'written in vim', 'Escape']);
    snapshot(typed, 'vim');
    contains(typed.text, 'written in vim');
    ended(await server.keys(session, [':wq', 'Enter']), 0);
    finished(await server.run(session, `cat ${target}`), 'written in vim');
  }, { needs: ['vim'] }),
  check('last_frame shows the last screen of a program that has ended', async ({ server, session }) => {
    snapshot(await server.run(session, `less ${file}`), 'less');
    await server.keys(session, ['q']);
    contains((await server.read(session, { last_frame: true })).text, 'this is line 1', 'this is line 30');
  }, { needs: ['less'] }),
  check('a full-screen program that has ended reports output and code, no screen', async ({ server, session }) => {
    finished(await server.run(session, 'vim -u NONE -c q; echo x; (exit 6)'), 'x', 6);
  }, { needs: ['vim'] }),
  check('top returns with its screen soon, not at its time limit', async ({ server, session }) => {
    const asked = performance.now();
    const result = await server.run(session, 'top');
    snapshot(result, 'top');
    contains(result.text, /PID\s+USER/);
    assert.ok(performance.now() - asked < 8_000, `${Math.round(performance.now() - asked)} ms`);
    ended(await server.keys(session, ['q']), 0);
  }, { needs: ['top'] }),
  check('wait_for is not matched on the paint of a full-screen program', async ({ server, session }) => {
    snapshot(await server.run(session, `less ${file}`, { wait_for: 'this is line 5' }), 'less');
    await server.keys(session, ['q']);
  }, { needs: ['less'] }),
  check('screen: true gives the screen and says whose it is', async ({ server, session }) => {
    await server.run(session, 'clear; echo on the screen');
    const { text } = await server.read(session, { screen: true });
    contains(text, 'on the screen');
    assert.equal(lastLine(text), `[screen of session "${session}" — fg: bash]`);
  }),
  check('a screen is as large as TMUX_MCP_SIZE says', async ({ server, session }) => {
    finished(await server.run(session, 'stty size'), '50 200');
  }),
  check('--size sets another size', async ({ start }) => {
    const server = await start({ args: ['--size', '90x20'] });
    finished(await server.run('a', 'stty size'), '20 90');
  }, { alone: true }),
];
