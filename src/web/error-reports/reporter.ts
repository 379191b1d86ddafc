import {
  errorEnvelope,
  errorFrames,
  errorEndpointOf,
  type ErrorEvent,
  type ErrorValue,
} from '../../contract/error-envelope.ts';
import { plainFile, plainPath, plainText } from '../../contract/error-words.ts';

interface ReporterOptions {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
  /** One for each country. */
  readonly host: string;
  readonly origin: string;
  /** Address of the page with the error. */
  readonly path: () => string;
  readonly trace: { readonly traceId: string; readonly spanId: string };
  /** Hex digits. */
  readonly randomId: () => string;
  readonly now: () => number;
  readonly send: (url: string, body: string) => void;
}

/** Report limit for a page that keeps failing. */
const mostAPage = 10;
const mostCauses = 3;
/** Expected failures: the screen shows them, and the server knows its own. */
const expected = new Set(['ApiFailure', 'AbortError', 'TimeoutError']);

/** Reports each error once, without any typed text or personal data. */
export function createReporter(options: ReporterOptions): (thrown: unknown) => void {
  const { url, key } = errorEndpointOf(options.dsn);
  // In the query, so that the browser needs no preflight.
  const address = `${url}?sentry_key=${key}&sentry_version=7&sentry_client=cuota-web%2F1`;
  const told = new Set<string>();
  return (thrown) => {
    if (thrown instanceof Error && expected.has(thrown.name)) return;
    const values = valuesOf(thrown, options.origin);
    const same = JSON.stringify(values);
    if (told.has(same) || told.size >= mostAPage) return;
    told.add(same);
    const now = options.now();
    const event: ErrorEvent = {
      event_id: options.randomId(),
      timestamp: now / 1_000,
      platform: 'javascript',
      level: 'error',
      environment: options.environment,
      release: options.release,
      transaction: plainPath(options.path()),
      tags: { host: options.host, role: 'web' },
      contexts: { trace: { trace_id: options.trace.traceId, span_id: options.trace.spanId } },
      exception: { values },
    };
    options.send(address, errorEnvelope(event, new Date(now).toISOString()));
  };
}

/** The first cause first. */
function valuesOf(thrown: unknown, origin: string): ErrorValue[] {
  const chain: unknown[] = [];
  for (let next = thrown; next !== undefined && next !== null && chain.length < mostCauses;) {
    chain.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  const isOurs = (file: string) => file.startsWith(`${origin}/`);
  const values = chain.toReversed().map((each): ErrorValue => {
    if (!(each instanceof Error)) return { type: typeof each, value: 'not an error' };
    const frames = errorFrames(each.stack ?? '', isOurs).map((frame) => ({
      ...frame,
      function: plainText(frame.function),
      filename: plainFile(frame.filename, origin),
    }));
    return { type: plainText(each.name), value: plainText(each.message), stacktrace: { frames } };
  });
  return values.length > 0 ? values : [{ type: typeof thrown, value: 'not an error' }];
}
