// One server of the packaged product, behind the official client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { environment, launcher, logFolderOf, socketOf, work } from './place.mjs';
import { within } from './until.mjs';

/** The client's transport; what goes through it is also seen here, and how the process ends. */
export class WatchedTransport extends StdioClientTransport {
  lines = [];
  complaints = '';
  #partial = '';

  /**
   * @param command the launcher, or what is started in its place
   * @param lead the first arguments of that, before --mode
   * @param args the last arguments
   */
  constructor({ command = launcher, lead = [], args = [], env = environment(), cwd = work } = {}) {
    super({ command, args: [...lead, '--mode', 'agent', ...args], env, cwd, stderr: 'pipe' });
  }

  async start() {
    await super.start();
    this.child = this._process;
    this.exited = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal, at: performance.now() }));
    });
    this.child.stdout.on('data', (chunk) => {
      const lines = (this.#partial + chunk.toString('latin1')).split('\n');
      this.#partial = lines.pop();
      this.lines.push(...lines);
    });
    this.child.stderr.on('data', (chunk) => {
      this.complaints += chunk;
    });
  }

  /** What stood on stdout and is no JSON-RPC message. */
  strayLines() {
    return [...this.lines, ...(this.#partial ? [this.#partial] : [])].filter((line) => {
      try {
        return JSON.parse(line).jsonrpc !== '2.0';
      } catch {
        return true;
      }
    });
  }
}

/** All that were started in this run, for the checks at its end. */
export const servers = [];

export class Server {
  static async start(options = {}) {
    const server = new Server(options);
    servers.push(server);
    await server.client.connect(server.transport, { timeout: 20_000 });
    return server;
  }

  constructor(options) {
    this.transport = new WatchedTransport(options);
    this.client = new Client({ name: options.clientName ?? 'smoke-test', version: '1' });
    this.client.onerror = () => {};
  }

  get child() {
    return this.transport.child;
  }

  get pid() {
    return this.child.pid;
  }

  get socket() {
    return socketOf(this.pid);
  }

  get logFolder() {
    return logFolderOf(this.pid);
  }

  /** Calls a tool; the answer as { text, isError, meta, raw }. */
  async call(name, args, options) {
    const raw = await this.client.callTool({ name, arguments: args }, undefined, { timeout: 60_000, ...options });
    const text = raw.content.map((item) => item.text).join('\n');
    return { text, isError: raw.isError === true, meta: raw._meta?.['tmux-mcp/result'], raw };
  }

  run(session, command, more = {}, options) {
    return this.call('tmux_run', { session, command, ...more }, options);
  }

  keys(session, keys, more = {}, options) {
    return this.call('tmux_send_keys', { session, keys, ...more }, options);
  }

  read(session, more = {}, options) {
    return this.call('tmux_read', { session, ...more }, options);
  }

  list() {
    return this.call('tmux_list', {});
  }

  kill(session) {
    return this.call('tmux_kill', { session });
  }

  /** Closes its input and waits for its end; kills it when it does not end. */
  async end() {
    if (!this.child) return;
    this.child.stdin.end();
    try {
      await within(this.transport.exited, 3_000, 'the end of the server');
    } finally {
      if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    }
  }
}
