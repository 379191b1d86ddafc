import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Sends errors to a server that speaks the protocol of Sentry. */
export interface ErrorReports {
  /** @param about what the log says beside it; only its plain words, numbers and codes are sent */
  report(thrown: unknown, message: string, about: Readonly<Record<string, unknown>>): void;
  /** Waits for those under way. */
  flush(): Promise<void>;
}

export interface ErrorReportsOptions {
  readonly dsn: string;
  readonly environment: string;
  /** The part of the product: api, worker or all. */
  readonly role: string;
}

/** A database that is away makes an error of each call: so many a minute tell enough. */
const mostAMinute = 30;
const answerMs = 5_000;
const mostCauses = 5;
const mostFrames = 50;

/** What of a log line may be sent: nothing that a person has typed. */
const toldNames = ['requestId', 'job', 'jobId', 'row', 'queue', 'name', 'rail', 'batchId', 'loanId'];

export function openErrorReports({ dsn, environment, role }: ErrorReportsOptions): ErrorReports {
  const { url, key } = endpointOf(dsn);
  const underWay = new Set<Promise<unknown>>();
  let minute = 0;
  let sent = 0;
  const isOverLimit = () => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, sent] = [now, 0];
    sent += 1;
    return sent > mostAMinute;
  };
  return {
    report(thrown, message, about) {
      if (isOverLimit()) return;
      const event = {
        event_id: randomUUID().replaceAll('-', ''),
        timestamp: Date.now() / 1_000,
        platform: 'node',
        level: 'error',
        environment,
        server_name: hostname(),
        logentry: { formatted: message },
        tags: { role, ...tagsOf(about) },
        exception: { values: exceptionsOf(thrown) },
      };
      const sending = send(url, key, envelopeOf(event)).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async flush() {
      await Promise.all(underWay);
    },
  };
}

async function send(url: string, key: string, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=cuota/1, sentry_key=${key}`,
  };
  try {
    await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerMs) });
  } catch {
    // Who cannot be told of errors cannot be told of this one either.
  }
}

function endpointOf(dsn: string): { readonly url: string; readonly key: string } {
  const { protocol, host, pathname, username } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  return {
    url: `${protocol}//${host}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`,
    key: username,
  };
}

function envelopeOf(event: { readonly event_id: string }): string {
  const header = { event_id: event.event_id, sent_at: new Date().toISOString() };
  return [header, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
}

function tagsOf(about: Readonly<Record<string, unknown>>): Record<string, string> {
  const told = toldNames.flatMap((name): [string, string][] => {
    const value = about[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(told);
}

/** The error and what caused it, the first cause first. A database error's row (`detail`) is left out. */
function exceptionsOf(error: unknown): object[] {
  const chain: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && chain.length < mostCauses;) {
    chain.push(next);
    next = typeof next === 'object' ? Reflect.get(next, 'cause') : undefined;
  }
  return chain.toReversed().map((each) => {
    if (!(each instanceof Error)) return { type: typeof each, value: 'not an error' };
    const code: unknown = Reflect.get(each, 'code');
    const type = typeof code === 'string' ? `${each.name} ${code}` : each.name;
    return { type, value: each.message, stacktrace: { frames: framesOf(each.stack ?? '') } };
  });
}

const frameLine = /^\s+at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):(\d+)\)?$/;

/** Oldest call first, as the protocol has it. */
function framesOf(stack: string): object[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, called, filename = '', lineno, colno] = frameLine.exec(line) ?? [];
      if (lineno === undefined) return [];
      const in_app = !filename.includes('node_modules') && !filename.startsWith('node:');
      return [{ function: called ?? '', filename, lineno: Number(lineno), colno: Number(colno), in_app }];
    })
    .slice(0, mostFrames)
    .toReversed();
}
