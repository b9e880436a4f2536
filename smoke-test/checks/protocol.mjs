// Sections 1 and 11: what the server says of itself, and how it answers.
import { execFileSync } from 'node:child_process';
import { Bare } from '../lib/bare.mjs';
import { check } from '../lib/check.mjs';
import { assert, contains, finished } from '../lib/expect.mjs';
import { launcher } from '../lib/place.mjs';
import { until, within } from '../lib/until.mjs';

const READ_ONLY = ['tmux_read', 'tmux_list', 'tmux_ls', 'tmux_pane_capture'];
const OPEN_WORLD = ['tmux_run', 'tmux_send_keys', 'tmux_pane_exec', 'tmux_pane_send_keys', 'tmux_new_session', 'tmux_new_window', 'tmux_split_pane'];
const TOOLS = [...READ_ONLY, ...OPEN_WORLD, 'tmux_kill', 'tmux_kill_target'];
const META_KEYS = ['evidence', 'exitCode', 'foreground', 'logOffset', 'session', 'state', 'truncatedChars'];

const speaks = (version) =>
  check(`initialize agrees on protocol ${version}`, async () => {
    const bare = await Bare.start();
    assert.equal((await bare.initialize(version)).result?.protocolVersion, version);
    await bare.end();
  }, { alone: true });

export default [
  check('tools/list names the 13 tools on one page', async ({ server }) => {
    const { tools, nextCursor } = await server.client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name).sort(), [...TOOLS].sort());
    assert.equal(nextCursor, undefined);
  }),
  check('tools/list takes at most 10,000 bytes', async ({ server }) => {
    await server.client.listTools();
    const line = server.transport.lines.findLast((candidate) => candidate.includes('"tools":['));
    assert.ok(line.length <= 10_000, `${line.length} bytes`);
  }),
  check('tools are annotated as read-only or destructive, and open-world where they are', async ({ server }) => {
    for (const { name, annotations } of (await server.client.listTools()).tools) {
      assert.equal(annotations.readOnlyHint === true, READ_ONLY.includes(name), `${name} readOnlyHint`);
      assert.equal(annotations.destructiveHint === true, !READ_ONLY.includes(name), `${name} destructiveHint`);
      assert.equal(annotations.openWorldHint === true, OPEN_WORLD.includes(name), `${name} openWorldHint`);
    }
  }),
  check('input schemas take no unknown arguments, and there is no output schema', async ({ server }) => {
    for (const tool of (await server.client.listTools()).tools) {
      assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
      assert.equal(tool.outputSchema, undefined, tool.name);
    }
  }),
  check('serverInfo is tmux-mcp in the version that --version tells', async ({ server }) => {
    const version = execFileSync(launcher, ['--version'], { encoding: 'utf8' }).trim();
    const { name, version: told } = server.client.getServerVersion();
    assert.equal(`${name} ${told}`, version);
  }),
  check('capabilities have tools, instructions are short', async ({ server }) => {
    assert.ok(server.client.getServerCapabilities().tools);
    const instructions = server.client.getInstructions() ?? '';
    assert.ok(instructions.length > 0 && instructions.length <= 2_000, `${instructions.length} characters`);
  }),
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map(speaks),
  check('an unknown protocol version is answered with one that is known', async () => {
    const bare = await Bare.start();
    contains((await bare.initialize('1999-01-01')).result?.protocolVersion ?? 'an error', /^20\d\d-\d\d-\d\d$/);
    await bare.end();
  }, { alone: true }),
  check('server/discover before initialize gets its error at once, with its id', async () => {
    const bare = await Bare.start();
    const answer = await bare.ask('probe-1', 'server/discover', { _meta: {} });
    assert.equal(answer.id, 'probe-1');
    assert.equal(typeof (answer.error?.code ?? answer.result), answer.error ? 'number' : 'object');
    assert.equal((await bare.initialize('2025-11-25')).result?.serverInfo.name, 'tmux-mcp');
    await bare.end();
  }, { alone: true }),
  check('a request that names 2026-07-28 needs no session, and harms none', async () => {
    const bare = await Bare.start();
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    assert.ok((await bare.ask('d', 'server/discover', { _meta })).result?.supportedVersions.includes('2026-07-28'));
    assert.equal((await bare.ask('l', 'tools/list', { _meta })).result?.tools.length, TOOLS.length);
    const called = await bare.ask('c', 'tools/call', { name: 'tmux_list', arguments: {}, _meta });
    assert.deepEqual([called.result?.resultType, called.result?.isError], ['complete', false]);
    assert.equal((await bare.initialize('2025-11-25')).result?.serverInfo.name, 'tmux-mcp');
    assert.equal((await bare.ask('o', 'tools/list')).result?.resultType, undefined);
    await bare.end();
  }, { alone: true }),
  check('a malformed line is answered with -32700 and ends nothing', async ({ server, session }) => {
    server.child.stdin.write('{"jsonrpc": oops\n');
    await until(() => server.transport.lines.some((line) => line.includes('-32700')), 2_000, 'no -32700');
    finished(await server.run(session, 'echo on'), 'on');
  }),
  check('an unknown tool is refused by name', async ({ server }) => {
    await assert.rejects(server.call('tmux_rum', {}), (error) => error.code === -32602 && /tmux_rum/.test(error.message));
  }),
  check('an unknown method is -32601', async () => {
    const bare = await Bare.start();
    await bare.initialize('2025-11-25');
    await bare.tell('notifications/initialized');
    assert.equal((await bare.ask(2, 'resources/nothing')).error?.code, -32601);
    await bare.end();
  }, { alone: true }),
  check('a result is one text item without structuredContent', async ({ server, session }) => {
    const { raw } = await server.run(session, 'echo text');
    assert.deepEqual(raw.content.map((item) => item.type), ['text']);
    assert.equal(raw.structuredContent, undefined);
  }),
  check('_meta["tmux-mcp/result"] has every field', async ({ server, session }) => {
    const { meta } = await server.run(session, 'echo fields; (exit 3)');
    assert.deepEqual(Object.keys(meta).sort(), META_KEYS);
    assert.equal(meta.session, session);
    assert.deepEqual([meta.state, meta.exitCode, meta.evidence], ['finished', 3, 'marker']);
    assert.equal(meta.truncatedChars, 0);
    assert.ok(Number.isInteger(meta.logOffset));
  }),
  check('cancelled for an unknown and for a finished request is ignored', async ({ server, session }) => {
    await server.client.notification({ method: 'notifications/cancelled', params: { requestId: 4711, reason: 'AbortError' } });
    await server.client.notification({ method: 'notifications/cancelled', params: { requestId: 1 } });
    finished(await server.run(session, 'echo on'), 'on');
  }),
  check('cancelling ends the wait; the program goes on and the next read has its output', async ({ server, session }) => {
    const controller = new AbortController();
    const call = server.run(session, 'sleep 1; echo survived; (exit 6)', {}, { signal: controller.signal });
    await until(async () => /running\(sleep\)/.test((await server.list()).text), 5_000, 'sleep does not run');
    controller.abort('enough');
    await assert.rejects(within(call, 1_000, 'the cancelled call'));
    const read = await server.read(session, { timeout: 10 });
    contains(read.text, 'survived', 'exit code 6');
  }),
  check('a cancelled call is not answered, and frees its session at once', async ({ server, session }) => {
    const controller = new AbortController();
    const call = server.run(session, 'cat', { timeout: 30, wait_for: 'never' }, { signal: controller.signal });
    await until(async () => /running\(cat\)/.test((await server.list()).text), 5_000, 'cat does not run');
    const answers = () => server.transport.lines.filter((line) => line.includes(`"session":"${session}"`)).length;
    const before = answers();
    controller.abort('enough');
    await assert.rejects(call);
    const asked = performance.now();
    await server.keys(session, ['C-c']);
    assert.ok(performance.now() - asked < 2_000, 'the session was not free');
    assert.equal(answers(), before + 1);
  }),
  check('progress comes every 5 s to a call that asked for it', async ({ server, session }) => {
    const seen = [];
    const started = performance.now();
    await server.run(session, 'sleep 11', { timeout: 30 }, { onprogress: () => seen.push(performance.now() - started) });
    assert.equal(seen.length, 2, `${seen.length} notifications in 11 s`);
    assert.ok(Math.abs(seen[0] - 5_000) < 1_000 && Math.abs(seen[1] - 10_000) < 1_000, `at ${seen.map(Math.round)} ms`);
  }),
];
