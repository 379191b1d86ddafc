import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.ts';

export interface Listening {
  readonly port: number;
  /** Stops accepting connections; resolves when the last one has closed. */
  close(): Promise<void>;
}

interface Address {
  readonly PORT: number;
  readonly HOST: string;
}

/**
 * Listening sockets on the port. Node accepts one connection per socket and turn of the event loop, so with a
 * single socket and long turns new connections would wait for seconds, unmeasured.
 */
const sockets = 16;
/** Other systems do not distribute connections among the sockets of one port. */
const canShare = process.platform === 'linux' || process.platform === 'freebsd';
/**
 * Accept backlog, as far as the system allows. A connection beyond it is not refused; its client retries
 * after 1, 3, 7 and 15 s.
 */
const backlog = 4_096;

/** Listens on the address. Without IPv6 the system cannot listen on `::`; every IPv4 address is then used. */
export function listen(app: FastifyInstance, address: Address): Promise<Listening> {
  return where(address, (each) => listenOn(app, each));
}

/**
 * Checks that the address is free before the start does any work, so that the message is not lost among the
 * errors of interrupted work.
 * @throws ConfigError if the address is in use or is not one of this machine
 */
export function requireFreeAddress(address: Address): Promise<void> {
  return where(address, ({ PORT, HOST }) => requireFree(PORT, HOST));
}

async function where<T>(address: Address, work: (address: Address) => Promise<T>): Promise<T> {
  try {
    return await work(address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (address.HOST !== '::' || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL'))
      throw listenError(error, String(code), address);
    return work({ ...address, HOST: '0.0.0.0' });
  }
}

async function listenOn(app: FastifyInstance, { PORT, HOST }: Address): Promise<Listening> {
  const shared = { host: HOST, backlog, reusePort: canShare };
  if (canShare && PORT !== 0) await requireFree(PORT, HOST);
  await app.listen({ ...shared, port: PORT });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const others = await Promise.all(
    Array.from({ length: canShare ? sockets - 1 : 0 }, () => another(app, { ...shared, port })),
  );
  return {
    port,
    async close() {
      await Promise.all(others.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))));
    },
  };
}

/** Opens another socket on the port and passes its connections to the server. */
function another(
  app: FastifyInstance,
  options: { readonly port: number; readonly host: string },
): Promise<Server> {
  // Same options as node:http uses.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket);
  });
  return listening(server, options);
}

/**
 * Checks without sharing the port, because a second instance of the same user could otherwise share it
 * unnoticed.
 */
async function requireFree(port: number, host: string): Promise<void> {
  const probe = await listening(createServer(), { port, host });
  await new Promise((resolve) => probe.close(resolve));
}

function listening(
  server: Server,
  options: { readonly port: number; readonly host: string },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}

/** Error that names the setting to change. */
function listenError(error: unknown, code: string, { PORT, HOST }: Address): unknown {
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(`The setting PORT is wrong: another program listens on ${PORT}.`);
    case 'EACCES':
      return new ConfigError(`The setting PORT is wrong: this user may not listen on ${PORT}.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`The setting HOST is wrong: ${HOST} is not an address of this machine.`);
    default:
      return error;
  }
}
