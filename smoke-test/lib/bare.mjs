// The client's transport without its client: for requests that the official client does not send.
import { servers, WatchedTransport } from './server.mjs';
import { within } from './until.mjs';

export class Bare {
  #answers = new Map();

  static async start(options) {
    const bare = new Bare();
    bare.transport = new WatchedTransport(options);
    bare.transport.onmessage = (message) => bare.#answers.get(message.id)?.(message);
    bare.transport.onerror = () => {};
    servers.push(bare);
    await bare.transport.start();
    return bare;
  }

  get child() {
    return this.transport.child;
  }

  /** Sends a request and gives its answer, error or not. */
  ask(id, method, params = {}) {
    const answer = new Promise((resolve) => this.#answers.set(id, resolve));
    this.transport.send({ jsonrpc: '2.0', id, method, params });
    return within(answer, 10_000, `the answer to ${method}`);
  }

  tell(method, params = {}) {
    return this.transport.send({ jsonrpc: '2.0', method, params });
  }

  initialize(protocolVersion) {
    return this.ask(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'bare', version: '1' } });
  }

  async end() {
    this.child.stdin.end();
    await within(this.transport.exited, 3_000, 'the end of the server');
  }
}
