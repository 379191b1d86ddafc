import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Traces requests and the jobs they cause, and exports the traces by OTLP. */
export interface Tracer {
  /** Traces every request of the server, as part of its caller's trace if it names one. */
  watch(app: FastifyInstance): void;
  /**
   * Trace context for a job, so that its run belongs to the enqueuer's trace; undefined outside of a trace.
   */
  current(): string | undefined;
  /** Traces a run of a job. @param parent trace context of the job */
  job<T>(name: string, parent: unknown, run: () => Promise<T>): Promise<T>;
  /**
   * Records a finished operation under the current span. Statements outside of a trace are ignored.
   * @param ms duration
   */
  ended(kind: 'client' | 'statement', name: string, ms: number, isFailed: boolean): void;
  close(): Promise<void>;
}

export interface TracerOptions {
  /** Base address of the collector; traces are sent to `v1/traces` below it. */
  readonly endpoint: string;
  /** Sampled share of traces that start here, 0 to 1. For others the caller's decision applies. */
  readonly ratio: number;
  readonly role: string;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isSampled: boolean;
  readonly startedMs: number;
}

type Attributes = Readonly<Record<string, string | number>>;

const serverKind = 2;
const clientKind = 3;
const consumerKind = 5;
const failedStatus = 2;

/** Spans are sent in batches; while the collector is unreachable, those beyond the buffer are dropped. */
const everyMs = 2_000;
const mostBuffered = 2_000;
const answerMs = 5_000;

export function openTracer({ endpoint, ratio, role }: TracerOptions): Tracer {
  const spans = new AsyncLocalStorage<Span>();
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
  let ended: object[] = [];
  const begin = (parent: unknown) => beginSpan(parent, ratio);
  const end = (span: Span, name: string, kind: number, isFailed: boolean, attributes: Attributes) => {
    if (!span.isSampled || ended.length >= mostBuffered) return;
    const status = isFailed ? { code: failedStatus } : {};
    ended.push({ ...toldOf(span), name, kind, attributes: attributesOf(attributes), status });
  };
  const tell = async () => {
    if (ended.length === 0) return;
    const told = ended;
    ended = [];
    await send(url, role, told);
  };
  const timer = setInterval(() => void tell(), everyMs).unref();
  return {
    watch(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        if (isProbe(request.raw.url)) return done();
        const span = begin(request.headers['traceparent']);
        spansOf.set(request.raw, span);
        spans.run(span, done);
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = spansOf.get(request.raw);
        const route = request.routeOptions.url ?? 'unknown';
        if (!span) return;
        end(span, `${request.method} ${route}`, serverKind, reply.statusCode >= 500, {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'cuota.request_id': request.id,
        });
      });
    },
    current() {
      const span = spans.getStore();
      return span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? '01' : '00'}`;
    },
    async job(name, parent, run) {
      const span = begin(parent);
      let isFailed = true;
      try {
        const result = await spans.run(span, run);
        isFailed = false;
        return result;
      } finally {
        end(span, `job ${name}`, consumerKind, isFailed, { 'messaging.destination.name': name });
      }
    },
    ended(kind, name, ms, isFailed) {
      const parent = this.current();
      if (parent === undefined && kind === 'statement') return;
      const span = { ...begin(parent), startedMs: Date.now() - Math.round(ms) };
      end(span, name, clientKind, isFailed, kind === 'statement' ? { 'db.system.name': 'postgresql' } : {});
    },
    async close() {
      clearInterval(timer);
      await tell();
    },
  };
}

const spansOf = new WeakMap<object, Span>();

/** @param ratio sampled share of traces without a parent, a fraction */
function beginSpan(parent: unknown, ratio: number): Span {
  return {
    spanId: randomBytes(8).toString('hex'),
    startedMs: Date.now(),
    ...(contextOf(parent) ?? {
      traceId: randomBytes(16).toString('hex'),
      parentSpanId: undefined,
      isSampled: Math.random() < ratio,
    }),
  };
}

/** W3C `traceparent`: version, trace, span, flags. */
const contextForm = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function contextOf(parent: unknown): Pick<Span, 'traceId' | 'parentSpanId' | 'isSampled'> | undefined {
  const [, traceId, parentSpanId, flags = ''] =
    typeof parent === 'string' ? (contextForm.exec(parent) ?? []) : [];
  if (traceId === undefined) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const nanos = (ms: number) => `${ms}000000`;

/** Span in export form, ending now. */
const toldOf = ({ traceId, spanId, parentSpanId, startedMs }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  startTimeUnixNano: nanos(startedMs),
  endTimeUnixNano: nanos(Date.now()),
});

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

async function send(url: string, role: string, spans: readonly object[]): Promise<void> {
  const resource = { attributes: attributesOf({ 'service.name': `cuota-${role}` }) };
  const body = JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'cuota' }, spans }] }],
  });
  const headers = { 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(answerMs);
    await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  } catch {
    // Traces are optional, so failed exports are dropped.
  }
}

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Health checks every few seconds, excluded from logs and traces, which they would flood. */
export function isProbe(url: string | undefined): boolean {
  return probes.has((url ?? '').split('?')[0] ?? '');
}
