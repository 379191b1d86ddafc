import pg from 'pg';
import type { Logger } from './logger.ts';

export interface Listener {
  close(): Promise<void>;
}

/** Channel to listen to. Both callbacks are called in the order of PostgreSQL's messages. */
interface Listening {
  readonly url: string;
  readonly channel: string;
  /** `listen` with the channel's name, which cannot be a bound value. */
  readonly statement: string;
  readonly log: Logger;
  readonly onNotification: (payload: string, client: pg.Client) => void;
  /**
   * Called on the listener's own connection as soon as it listens, and then every second. Reads anything
   * missed while disconnected, and reveals a connection that no longer responds.
   */
  readonly read: (client: pg.Client) => Promise<void>;
}

const everyMs = 1_000;
/** Time after which a response counts as lost, milliseconds. */
const answerMs = 2_000;
const connectMs = 5_000;
const reconnectMs = 500;

/**
 * Listens to a database channel until closed; a connection that breaks or stops responding is replaced.
 * @throws if the first connection fails
 */
export async function listen(listening: Listening): Promise<Listener> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const drop = (dropped: pg.Client | undefined) => {
    if (client === dropped) client = undefined;
    // Destroyed, because a connection that no longer responds would never close.
    if (dropped) streamOf(dropped).destroy();
  };
  const connect = async () => {
    const next = await open(listening);
    if (isClosed) return drop(next);
    client = next;
  };
  const look = async () => {
    const used = client;
    try {
      if (used) await listening.read(used);
      else {
        await connect();
        listening.log.info({ channel: listening.channel }, 'listening again');
      }
    } catch (error) {
      if (used)
        listening.log.warn({ err: error, channel: listening.channel }, 'listener lost its connection');
      drop(used);
    }
    lookAgain();
  };
  const lookAgain = () => {
    if (!isClosed) timer = setTimeout(() => void look(), client ? everyMs : reconnectMs);
  };

  await connect();
  lookAgain();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      drop(client);
    },
  };
}

async function open({ url, channel, statement, onNotification, read }: Listening): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `cuota-${channel}`,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  // The next read fails on a broken connection, which is handled there.
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) onNotification(payload, client);
  });
  try {
    await client.connect();
    await client.query(statement);
    await read(client);
    return client;
  } catch (error) {
    streamOf(client).destroy();
    throw error;
  }
}

/** Driver's socket, which its types omit. */
function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}
