import type { Logger } from '../platform/logger.ts';
import type { FastifyInstance } from 'fastify';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Figure read on demand; several may share one reading. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** True for a counter that only grows while the process runs. */
  readonly isCounter?: true;
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** Figures of this process, in Prometheus format. */
export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  outgoing(provider: string, call: string, outcome: string, seconds: number): void;
  /** Counts a call refused because the process is overloaded. */
  refused(): void;
  add(gauge: Gauge): void;
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** Seconds; most responses take milliseconds, a provider may take its whole timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Loads the metrics library on demand, so that a process without metrics does not read it from disk. */
export async function openMetrics(log: Logger): Promise<Metrics> {
  const prom = await import('prom-client');
  const register = new prom.Registry();
  const registers = [register];
  prom.collectDefaultMetrics({ register });
  const requests = new prom.Histogram({
    name: 'cuota_http_request_seconds',
    help: 'Requests answered, by route and status, and how long they took',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers,
  });
  const outgoing = new prom.Histogram({
    name: 'cuota_provider_seconds',
    help: 'Calls to providers, by outcome, and how long they took',
    labelNames: ['provider', 'call', 'outcome'],
    buckets,
    registers,
  });
  const refused = new prom.Counter({
    name: 'cuota_http_refused_total',
    help: 'Calls refused because the process was overloaded',
    registers,
  });
  const failed = new prom.Counter({
    name: 'cuota_metrics_failed_total',
    help: 'Readings of a figure that failed',
    labelNames: ['name'],
    registers,
  });
  return {
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    outgoing: (provider, call, outcome, seconds) => outgoing.observe({ provider, call, outcome }, seconds),
    refused: () => refused.inc(),
    add({ name, help, labels, isCounter, read }) {
      const about = { name, help, labelNames: [...labels], registers };
      if (isCounter) {
        const counter = new prom.Counter({
          ...about,
          async collect() {
            counter.reset();
            for (const sample of await read()) counter.inc({ ...sample.labels }, sample.value);
          },
        });
        return;
      }
      const gauge = new prom.Gauge({
        ...about,
        async collect() {
          // An unreadable gauge is omitted; the others are still useful.
          try {
            const samples = await read();
            this.reset();
            for (const sample of samples) this.set({ ...sample.labels }, sample.value);
          } catch (error) {
            this.reset();
            failed.inc({ name });
            log.warn({ err: error, name }, 'a figure could not be read');
          }
        },
      });
      gauge.reset();
    },
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
  };
}

/** Caches a reading for a while; concurrent calls share it. */
export function kept<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly until: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.value;
    const value = read();
    last = { until: performance.now() + ms, value };
    // A failed reading is not cached.
    value.catch(() => (last = undefined));
    return value;
  };
}

/** Returns the latest reading, empty at first, and starts the next one if it is older than `ms`. */
export function lately<T>(ms: number, read: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let value: readonly T[] = [];
  let failure: unknown;
  const look = kept(ms, async () => {
    const next = await read();
    value = next;
    failure = undefined;
  });
  return async () => {
    look().catch((error: unknown) => (failure = error));
    if (failure !== undefined) throw failure;
    return value;
  };
}

/** Counts responses by route pattern, never by address. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
}
