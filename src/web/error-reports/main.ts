/*
 * A bundle of its own, which the server names in its pages only where errors are to be told (`SENTRY_DSN_WEB`): other
 * visits load nothing of it.
 */
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
      // Who cannot be told of errors cannot be told of this one either.
      ask(url, { ...options, credentials: 'omit' }).catch(() => undefined);
    },
  });
  traceCalls(window, traceId, () => hex(8));
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  // What breaks while a page is drawn is caught by the page, and told only here.
  const { error: print } = console;
  // oxlint-disable-next-line no-console
  console.error = (...said: unknown[]) => {
    print(...said);
    const thrown = said.find((each) => each instanceof Error);
    if (thrown) report(thrown);
  };
}
