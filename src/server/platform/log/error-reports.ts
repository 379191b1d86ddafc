import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  errorEndpointOf,
  errorEnvelope,
  errorFrames,
  type ErrorEvent,
  type ErrorValue,
} from '../../../contract/error-envelope.ts';
import { plainText } from '../../../contract/error-words.ts';

export interface ErrorReports {
  /** @param about other members of the log line; only plain words, numbers and codes are sent */
  report(thrown: unknown, message: string, about: Readonly<Record<string, unknown>>): void;
  flush(): Promise<void>;
}

export interface ErrorReportsOptions {
  readonly dsn: string;
  readonly environment: string;
  /** Role of the process: api, worker or all. */
  readonly role: string;
  /** `traceparent` of the current operation, if it is traced. */
  readonly trace?: () => string | undefined;
}

/** Reports per minute. An unreachable database makes every call fail, and a few reports suffice. */
const mostAMinute = 30;
const answerMs = 5_000;
const mostCauses = 5;

/** Log members that may be sent; none can hold personal input. */
const toldNames = ['requestId', 'job', 'jobId', 'row', 'queue', 'name', 'rail', 'batchId', 'loanId'];

export function openErrorReports({ dsn, environment, role, trace }: ErrorReportsOptions): ErrorReports {
  const { url, key } = errorEndpointOf(dsn);
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
      const event: ErrorEvent = {
        event_id: randomUUID().replaceAll('-', ''),
        timestamp: Date.now() / 1_000,
        platform: 'node',
        level: 'error',
        environment,
        server_name: hostname(),
        logentry: { formatted: message },
        tags: { role, ...tagsOf(about) },
        ...contextOf(trace?.()),
        exception: { values: exceptionsOf(thrown) },
      };
      const sending = send(url, key, errorEnvelope(event, new Date().toISOString())).finally(() =>
        underWay.delete(sending),
      );
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
    const signal = AbortSignal.timeout(answerMs);
    await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  } catch {
    // A failure to report errors cannot be reported either.
  }
}

function contextOf(traceparent: string | undefined): Pick<ErrorEvent, 'contexts'> {
  const [, trace_id, span_id] = traceparent?.split('-') ?? [];
  return trace_id === undefined || span_id === undefined
    ? {}
    : { contexts: { trace: { trace_id, span_id } } };
}

function tagsOf(about: Readonly<Record<string, unknown>>): Record<string, string> {
  const told = toldNames.flatMap((name): [string, string][] => {
    const value = about[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(told);
}

/**
 * The error and its causes, root cause first. Omits a database error's row (`detail`) and the values quoted
 * in messages by PostgreSQL and JSON.parse.
 */
function exceptionsOf(error: unknown): ErrorValue[] {
  const chain: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && chain.length < mostCauses;) {
    chain.push(next);
    next = typeof next === 'object' ? Reflect.get(next, 'cause') : undefined;
  }
  return chain.toReversed().map((each) => {
    if (!(each instanceof Error)) return { type: typeof each, value: 'not an error' };
    const code: unknown = Reflect.get(each, 'code');
    const type = typeof code === 'string' ? `${each.name} ${code}` : each.name;
    return {
      type,
      value: plainText(each.message),
      stacktrace: { frames: errorFrames(each.stack ?? '', isOurs) },
    };
  });
}

function isOurs(file: string): boolean {
  return !file.includes('node_modules') && !file.startsWith('node:');
}
