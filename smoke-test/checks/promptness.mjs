// Sections 4, 9 and 10.9: what must be quick whatever else runs. No other list runs beside this one.
import { check } from '../lib/check.mjs';
import { assert } from '../lib/expect.mjs';

export default [
  check('ping is answered within 100 ms while a call waits and another session floods', async ({ server, session }) => {
    const flood = server.run(`${session}-flood`, 'yes a line of text | head -c 5000000', { timeout: 10 });
    const wait = server.run(session, 'sleep 1', { timeout: 10 });
    let worst = 0;
    for (let i = 0; i < 20; i++) {
      const asked = performance.now();
      await server.client.ping();
      worst = Math.max(worst, performance.now() - asked);
    }
    assert.ok(worst <= 100, `${Math.round(worst)} ms`);
    await Promise.all([flood, wait]);
  }),
];
