// Waiting for a condition, with a deadline.
import { setTimeout as pause } from 'node:timers/promises';

/** Looks every 5 ms until the condition holds (and returns what it gave); throws with why() after so many milliseconds. */
export async function until(condition, milliseconds, why) {
  const end = performance.now() + milliseconds;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(typeof why === 'function' ? why() : why);
    await pause(5);
  }
}

/** The promise's value, or a rejection after so many milliseconds. */
export async function within(promise, milliseconds, what) {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise,
      pause(milliseconds, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`${what} took more than ${milliseconds} ms`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}
