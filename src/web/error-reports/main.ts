/* Separate bundle that the server adds to its pages only if errors are reported (`SENTRY_DSN_WEB`). */
import { createReporter } from './reporter.ts';
import { traceCalls } from './trace.ts';

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
