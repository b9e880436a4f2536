// What checks say about results.
import assert from 'node:assert/strict';

export { assert };

export function lastLine(text) {
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** The text contains each part. */
export function contains(text, ...parts) {
  for (const part of parts) {
    const found = part instanceof RegExp ? part.test(text) : text.includes(part);
    assert.ok(found, `${part} is not in: ${shown(text)}`);
  }
}

export function lacks(text, ...parts) {
  for (const part of parts) assert.ok(!text.includes(part), `${part} is in: ${shown(text)}`);
}

function shown(text) {
  return text.length <= 300 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 150))} … ${JSON.stringify(text.slice(-150))}`;
}

/** A command that ended: exactly this output, this code, and the footer that goes with it. */
export function finished(result, output, code = 0) {
  assert.equal(result.text, code === 0 ? output : `${output}\n[exit code ${code}]`);
  ended(result, code);
}

/** A command that ended with this code, whatever it printed. */
export function ended(result, code = 0) {
  assert.equal(result.isError, false, result.text);
  assert.deepEqual([result.meta?.state, result.meta?.exitCode], ['finished', code], shown(result.text));
}

/** A result in that state whose last line is one bracketed footer with each part in it. */
export function footer(result, state, ...parts) {
  assert.equal(result.isError, false, result.text);
  assert.equal(result.meta?.state, state, shown(result.text));
  const line = lastLine(result.text);
  assert.match(line, /^\[.*\]$/);
  contains(line, ...parts);
}

/** An error result that says each part, in few words. */
export function refused(result, ...parts) {
  assert.equal(result.isError, true, `not refused: ${shown(result.text)}`);
  assert.ok(result.text.length < 1_000, `an error of ${result.text.length} characters`);
  lacks(result.text, '\tat ', 'Exception', 'io.github');
  contains(result.text, ...parts);
}
