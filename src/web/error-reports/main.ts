/* Separate bundle that the server adds to its pages only if errors are reported (`SENTRY_DSN_WEB`). */
import { createReporter } from './reporter.ts';

/**
 * Adds the W3C header `traceparent` to calls of our own server, so that the server's work and its jobs belong to the
 * page's trace. All traces are sampled.
 */
export function traceCalls(
  window: Pick<typeof globalThis, 'fetch' | 'XMLHttpRequest'> & { readonly location: Location },
  traceId: string,
  randomSpan: () => string,
): void {
  const { origin } = window.location;
  const isOurs = (address: string) =>
    /^\/(?:api|vendors-api)\//.test(address) || /^\/(?:api|vendors-api)\//.test(after(origin, address));
  const header = () => `00-${traceId}-${randomSpan()}-01`;
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (typeof input !== 'string' || !isOurs(input)) return ask.call(window, input, init);
    const headers = new Headers(init?.headers);
    headers.set('traceparent', header());
    return ask.call(window, input, { ...init, headers });
  };
  const { prototype } = window.XMLHttpRequest;
  const open = Object.getOwnPropertyDescriptor(prototype, 'open')?.value as XMLHttpRequest['open'];
  prototype.open = new Proxy(open, {
    apply(target, request: XMLHttpRequest, given: [string, string | URL]) {
      Reflect.apply(target, request, given);
      if (isOurs(String(given[1]))) request.setRequestHeader('traceparent', header());
    },
  });
}

const after = (origin: string, address: string) =>
  address.startsWith(`${origin}/`) ? address.slice(origin.length) : '';

const { content: dsn, dataset } =
  document.querySelector<HTMLMetaElement>('meta[name="error-reports"]') ?? document.createElement('meta');

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

if (dsn !== '') begin();

function begin(): void {
  const traceId = hex(16);
  const ask = window.fetch.bind(window);
  const report = createReporter({
    dsn,
    environment: dataset['environment'] ?? '',
    release: import.meta.env.VITE_REVISION ?? '0',
    host: location.host,
    origin: location.origin,
    path: () => location.pathname,
    trace: { traceId, spanId: hex(8) },
    randomId: () => hex(16),
    now: () => Date.now(),
    send: (url, body) => {
      const options = { method: 'POST', body, keepalive: true, referrerPolicy: 'no-referrer' } as const;
      // A failed report is not reported.
      ask(url, { ...options, credentials: 'omit' }).catch(() => undefined);
    },
  });
  traceCalls(window, traceId, () => hex(8));
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  // Errors during rendering are caught by the page and reported only here.
  const { error: print } = console;
  // oxlint-disable-next-line no-console
  console.error = (...said: unknown[]) => {
    print(...said);
    const thrown = said.find((each) => each instanceof Error);
    if (thrown) report(thrown);
  };
}
