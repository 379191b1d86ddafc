/*
 * Error reports sent to a server that speaks the Sentry protocol, by the product's server and its pages.
 * Imports no schemas, so that pages can use it.
 */

/** Endpoint of a DSN (`https://key@host/project`). */
interface ErrorEndpoint {
  readonly url: string;
  readonly key: string;
  readonly origin: string;
}

const dsnForm = /^(https?:)\/\/(\w+)@([^/]+)(\/.+)?\/(\d+)$/;

/** @throws for an invalid DSN */
export function errorEndpointOf(dsn: string): ErrorEndpoint {
  const [, protocol, key = '', host, path = '', project] = dsnForm.exec(dsn) ?? [];
  if (host === undefined) throw new Error('not a DSN');
  const origin = `${protocol}//${host}`;
  return { url: `${origin}${path}/api/${project}/envelope/`, key, origin };
}

/** Members of an error report, a subset of the Sentry protocol. */
export interface ErrorEvent {
  readonly event_id: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly platform: 'node' | 'javascript';
  readonly level: 'error';
  readonly environment: string;
  readonly release?: string;
  /** Call or page that failed, without identifiers. */
  readonly transaction?: string;
  readonly server_name?: string;
  readonly logentry?: { readonly formatted: string };
  readonly tags: Readonly<Record<string, string>>;
  readonly contexts?: { readonly trace: { readonly trace_id: string; readonly span_id: string } };
  readonly exception: { readonly values: readonly ErrorValue[] };
}

/** One error of a cause chain. */
export interface ErrorValue {
  readonly type: string;
  readonly value: string;
  readonly stacktrace?: { readonly frames: readonly ErrorFrame[] };
}

interface ErrorFrame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

/** Serializes one event as a Sentry envelope. @param sentAt ISO 8601 */
export function errorEnvelope(event: ErrorEvent, sentAt: string): string {
  const header = { event_id: event.event_id, sent_at: sentAt };
  return [header, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
}

const mostFrames = 50;
/** Stack frame formats: V8 writes `at called (file:1:2)`, other engines `called@file:1:2`. */
const frameForms = [/^\s+at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):(\d+)\)?$/, /^(.*?)@(.*?):(\d+):(\d+)$/];

/**
 * Parses the frames of a stack trace, oldest first, as the protocol requires.
 * @param isOurs true for a file of the product
 */
export function errorFrames(stack: string, isOurs: (file: string) => boolean): ErrorFrame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = frameForms.map((form) => form.exec(line)).find((match) => match !== null);
      if (!found) return [];
      const [, called = '', filename = '', lineno, colno] = found;
      const at = { lineno: Number(lineno), colno: Number(colno) };
      return [{ function: called, filename, ...at, in_app: isOurs(filename) }];
    })
    .slice(0, mostFrames)
    .toReversed();
}
