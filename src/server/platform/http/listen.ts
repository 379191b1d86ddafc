import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.ts';

/** A port that accepts calls. */
export interface Listening {
  readonly port: number;
  /** Takes no more connections; settled when the last one has ended. */
  close(): Promise<void>;
}

interface Address {
  readonly PORT: number;
  readonly HOST: string;
}

/**
 * Sockets that listen on the one port. In a turn of its event loop Node accepts one connection from each, so while
 * turns are long those who connect would wait for seconds where nothing measures it.
 */
const sockets = 16;
/** Systems other than these share out no connections between sockets of one port. */
const canShare = process.platform === 'linux' || process.platform === 'freebsd';
/**
 * Connections that may wait to be accepted, where the system allows as many. An excess connection is not
 * refused: its caller retries after 1, 3, 7 and 15 s.
 */
const backlog = 4_096;

/** A machine without IPv6 cannot listen on `::`; it then listens on every IPv4 address. */
export function listen(app: FastifyInstance, address: Address): Promise<Listening> {
  return where(address, (each) => listenOn(app, each));
}

/**
 * Checks that the address is free, before a start does anything: a start given up midway would bury its
 * message among the errors of interrupted work.
 * @throws ConfigError when the address is taken or none of this machine
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

/** Opens one more socket on the port and hands its connections to the server. */
function another(
  app: FastifyInstance,
  options: { readonly port: number; readonly host: string },
): Promise<Server> {
  // As node:http opens its own.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket);
  });
  return listening(server, options);
}

/** A port that may be shared would be shared with a second product of the same user, too. */
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

/** Error for an address that cannot be listened on, naming the setting to change. */
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
      return new ConfigError(`The setting HOST is wrong: ${HOST} is no address of this machine.`);
    default:
      return error;
  }
}
