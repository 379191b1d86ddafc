import net from 'node:net';

/** A request of a load. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  /** 0 if the connection broke before an answer. */
  readonly status: number;
  readonly body: string;
}

const broken: Answer = { status: 0, body: '' };
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Persistent connection with one request at a time, without the overhead of node:http: client and server share the
 * processor, and this costs a fifth as much. It reads only answers with a length, as the product's are.
 */
export class Wire {
  readonly #port: number;
  #socket: net.Socket | undefined;
  #read: Buffer = Buffer.alloc(0);
  #resolve: ((answer: Answer) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  ask({ method, path, headers, body }: Shot): Promise<Answer> {
    const fields = {
      host: 'ar.localhost',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#socket ??= this.#open();
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): net.Socket {
    const socket = net.connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#answer(broken);
    });
    return socket;
  }

  #take(bytes: Buffer): void {
    this.#read = this.#read.length === 0 ? bytes : Buffer.concat([this.#read, bytes]);
    const end = this.#read.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#read.toString('latin1', 0, end).toLowerCase();
    const length = /\r\ncontent-length: *(?<length>\d+)/.exec(head)?.groups?.['length'];
    if (length === undefined) throw new Error(`an answer without a length: ${head}`);
    const from = end + headEnd.length;
    if (this.#read.length < from + Number(length)) return;
    const body = this.#read.toString('utf8', from, from + Number(length));
    this.#read = Buffer.alloc(0);
    if (head.includes('\r\nconnection: close')) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    this.#answer({ status: Number(head.slice('http/1.1 '.length, 'http/1.1 200'.length)), body });
  }

  #answer(answer: Answer): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    resolve?.(answer);
  }
}

/** Connection pool for independent requests: reuses a free one or opens another, up to `most`. */
export class Wires {
  readonly #port: number;
  readonly #most: number;
  readonly #free: Wire[] = [];
  readonly #all: Wire[] = [];
  readonly #waiting: ((wire: Wire) => void)[] = [];

  constructor(port: number, most: number) {
    this.#port = port;
    this.#most = most;
  }

  async ask(shot: Shot): Promise<Answer> {
    const wire = await this.#take();
    const answer = await wire.ask(shot);
    const next = this.#waiting.shift();
    if (next) next(wire);
    else this.#free.push(wire);
    return answer;
  }

  close(): void {
    for (const wire of this.#all) wire.close();
  }

  #take(): Wire | Promise<Wire> {
    const free = this.#free.pop();
    if (free) return free;
    return this.#all.length < this.#most
      ? this.#another()
      : new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #another(): Wire {
    const wire = new Wire(this.#port);
    this.#all.push(wire);
    return wire;
  }
}

/** @throws Error if the answer is not 200 */
export function bodyOf({ status, body }: Answer, { method, path }: Shot): string {
  if (status === 200) return body;
  throw new Error(`${method} ${path}: ${status} ${body.slice(0, 300)}`);
}
