import pg from 'pg';
import type { Logger } from './logger.ts';

export interface Listener {
  close(): Promise<void>;
}

/** Channel to listen to. Both functions are called in the order of PostgreSQL's answers. */
interface Listening {
  readonly url: string;
  readonly channel: string;
  /** `listen` with the channel's name: the statement takes no bound value. */
  readonly statement: string;
  readonly log: Logger;
  readonly onNotification: (payload: string, client: pg.Client) => void;
  /**
   * Called on the listener's own connection as soon as it listens, and then every second: it reads anything
   * missed without a connection, and a connection that does not answer is noticed.
   */
  readonly read: (client: pg.Client) => Promise<void>;
}

const everyMs = 1_000;
/** Time after which an answer counts as lost, milliseconds. */
const answerMs = 2_000;
const connectMs = 5_000;
const reconnectMs = 500;

/**
 * Listens to a channel of the database for as long as it is open: a connection that breaks or falls silent is
 * replaced.
 * @throws when there is no connection at first
 */
export async function listen(listening: Listening): Promise<Listener> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const drop = (dropped: pg.Client | undefined) => {
    if (client === dropped) client = undefined;
    // Not waited for: a silent connection never closes.
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
  // Noticed by the next question, which such a connection refuses.
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

/** The driver's socket, which its types leave out. */
function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}
