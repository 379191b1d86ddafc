import http from 'node:http';

/** One request of a load. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came of a round. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds of each answer, ascending. */
  readonly times: readonly number[];
}

export interface Load {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** The next request; undefined when there is nothing left to ask, which ends the round. */
  readonly next: () => Shot | undefined;
}

/**
 * So many clients, each asking again as soon as it was answered, over connections that stay open.
 * @throws when an answer is not 200
 */
export async function fire({ port, clients, seconds, next }: Load): Promise<Round> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < endsAt) {
        const shot = next();
        if (!shot) return;
        const asked = performance.now();
        await ask(agent, port, shot);
        times.push(performance.now() - asked);
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  agent.destroy();
  return { perSecond: times.length / took, times: times.toSorted((a, b) => a - b) };
}

function ask(agent: http.Agent, port: number, { method, path, headers, body }: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host: 'ar.localhost',
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          if (response.statusCode === 200) return resolve();
          reject(
            new Error(
              `${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks).toString().slice(0, 300)}`,
            ),
          );
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** A percentile of ascending times, milliseconds. */
export function percentile(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
