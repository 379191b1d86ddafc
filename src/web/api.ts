import type { CallKey, Contract, InputOf, OutputOf } from '../contract/contract.ts';
import { GET_RETRY_DELAY_MS } from './timings.ts';
import { ApiFailure, failureOfAnswer } from '../ui/api-failure.ts';
import { applicationToken } from './channel.ts';
import { createIdempotencyKeys, type IdempotencyKeys, isFinalAnswer } from '../ui/idempotency.ts';
import { askForProof } from './proof/ask.ts';
import { session } from './session.ts';
import { createStore } from './store.ts';
import { fetchTransport, type Transport, uploadTransport } from './transport.ts';

/** A GET, or the exchange of a link, that got no answer or a 5xx is asked again this often at most. */
const maxRetries = 3;
const timeoutMs = 20_000;
/** Fifteen megabytes on a poor connection. */
const uploadTimeoutMs = 120_000;

/** Calls that create nothing and so need no `Idempotency-Key`. */
const readingPosts: ReadonlySet<string> = new Set([
  'POST /api/v3/balance',
  'POST /api/v3/application-draft',
  'POST /api/v3/info_credit_card',
  'POST /api/v3/selected-option',
  'POST /vendors-api/v2/token/creditrisk',
]);

/** Asked for by GET, yet it sends a mail: without a key each retry would send another. */
const writingGets: ReadonlySet<string> = new Set(['GET /api/recovery']);

/**
 * Sent by the page itself, where there is no button to press again, and so asked for again as a GET is. A link works
 * once: its key makes all tries one exchange. The service token creates nothing, and a GET cannot be asked without it.
 */
const repeatedPosts: ReadonlySet<string> = new Set([
  'POST /api/auth/autologin',
  'POST /api/auth/magicLink',
  'POST /vendors-api/v2/token/creditrisk',
]);

const isSubmission = (method: string, key: string) =>
  method === 'GET' ? writingGets.has(key) : !readingPosts.has(key);

type Member<K extends CallKey, Name extends 'params' | 'query' | 'body'> =
  InputOf<K, Name> extends undefined
    ? { [N in Name]?: undefined }
    : undefined extends InputOf<K, Name>
      ? { [N in Name]?: InputOf<K, Name> }
      : { [N in Name]: InputOf<K, Name> };

type Files<K extends CallKey> = Contract[K] extends { upload: object }
  ? { files: { file: Blob } & Record<string, Blob | string> }
  : { files?: undefined };

/** Caller's part of a request: the members named by the contract, and how to send them. */
export type CallInput<K extends CallKey> = Member<K, 'params'> &
  Member<K, 'query'> &
  Member<K, 'body'> &
  Files<K> & {
    /** Another bearer token than the session's: the service token. */
    token?: string;
    signal?: AbortSignal;
    onProgress?: (fraction: number) => void;
    /** A call in the background: the progress bar does not show it. */
    quiet?: true;
  };

/** The input may be left out where nothing in it is needed. */
export type CallArguments<K extends CallKey> =
  object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

interface LooseInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  files?: Record<string, Blob | string> | undefined;
  token?: string;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
  quiet?: true;
}

/** Dependencies of a client; tests pass their own. */
interface ApiParts {
  readonly fetch: Transport;
  readonly upload: Transport;
  readonly keys: IdempotencyKeys;
  readonly sleep: (ms: number) => Promise<void>;
  readonly sessionToken: () => string | null;
  readonly applicationToken: () => string;
  /** The session's token was refused, or a call without one where a login is needed. */
  readonly onRefused: (token: string | null) => void;
  readonly onInFlight: (change: 1 | -1) => void;
  /** Solves a proof of work; undefined where it cannot. */
  readonly solve: (challenge: unknown, signal?: AbortSignal) => Promise<string | undefined>;
  /** Asks the person for a new proof of who they are; false when they give none. */
  readonly prove: (onlyByEmail: boolean) => Promise<boolean>;
}

/** Fills the path's parameters and appends the query; undefined, null and '' are left out of the query. */
export function urlOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

function formOf(files: Record<string, Blob | string>): FormData {
  const form = new FormData();
  // Text members go first: a server that streams must know them before the file.
  const members = Object.entries(files).toSorted(
    ([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob),
  );
  for (const [name, value] of members) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : `${name}.jpg`);
    else form.append(name, value);
  }
  return form;
}

function signature(key: string, url: string, input: LooseInput): string {
  const files = Object.entries(input.files ?? {}).map(([name, value]) =>
    value instanceof Blob
      ? [name, value.size, value instanceof File ? value.lastModified : 0]
      : [name, value],
  );
  return JSON.stringify([key, url, input.body ?? null, files]);
}

/** Asks for re-authentication in place if the call requires it, then sends the call again. */
async function confirmed(
  send: () => Promise<unknown>,
  { token, quiet }: LooseInput,
  { prove, onInFlight }: Pick<ApiParts, 'prove' | 'onInFlight'>,
): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const code = error instanceof ApiFailure ? error.code : '';
    const needsEmail = code === 'address_unproved';
    if ((code !== 'fresh_login_required' && !needsEmail) || token !== undefined) throw error;
    // Nothing is under way while the person is asked.
    if (!quiet) onInFlight(-1);
    const isProven = await prove(needsEmail);
    if (!quiet) onInFlight(1);
    if (!isProven) throw error;
    return send();
  }
}

/** True if the session has ended, or the call needs one. */
function refusesSession({ status, code }: ApiFailure, token: string | null): boolean {
  return status === 401 && (token ? code !== 'unknown_channel' : code === 'unauthenticated');
}

/** Builds the function that makes every call of the contract. */
export function createCall(parts: ApiParts) {
  async function once(key: string, input: LooseInput, solution?: string): Promise<unknown> {
    const [method = '', path = ''] = key.split(' ');
    const url = urlOf(path, input.params, input.query);
    const own = input.token === undefined;
    const token = input.token ?? parts.sessionToken();
    const submission = isSubmission(method, key) ? signature(key, url, input) : null;
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'X-Application-Token': parts.applicationToken(),
    };
    if (solution !== undefined) headers['X-Challenge-Solution'] = solution;
    if (token) headers.Authorization = `Bearer ${token}`;
    if (submission) headers['Idempotency-Key'] = parts.keys.keyFor(submission);
    if (!input.files && method === 'POST') headers['Content-Type'] = 'application/json';
    const body = input.files
      ? formOf(input.files)
      : method === 'POST'
        ? JSON.stringify(input.body ?? {})
        : undefined;
    const send = input.files ? parts.upload : parts.fetch;
    const answer = await send({
      method,
      url,
      headers,
      body,
      timeoutMs: input.files ? uploadTimeoutMs : timeoutMs,
      signal: input.signal,
      onProgress: input.onProgress,
    });
    const failure = failureOfAnswer(answer.status, answer.body);
    if (submission && isFinalAnswer(answer.status, failure?.code ?? '')) parts.keys.settle(submission);
    if (!failure) return answer.body;
    if (own && refusesSession(failure, token)) parts.onRefused(token);
    throw failure;
  }

  /** A call that is answered with proof of work to be done is sent again once that is done. */
  async function proven(key: string, input: LooseInput): Promise<unknown> {
    try {
      return await once(key, input);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'challenge_required') throw error;
      const solution = await parts.solve(error.challenge, input.signal);
      if (solution === undefined) throw error;
      return once(key, input, solution);
    }
  }

  async function withRetries(key: string, input: LooseInput): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await confirmed(() => proven(key, input), input, parts);
      } catch (error) {
        const repeats = key.startsWith('GET ') || repeatedPosts.has(key);
        const again = repeats && error instanceof ApiFailure && error.passing;
        if (!again || attempt >= maxRetries) throw error;
        await parts.sleep(GET_RETRY_DELAY_MS);
        input.signal?.throwIfAborted();
      }
    }
  }

  /**
   * Makes a call of the contract and returns its JSON.
   * @throws ApiFailure with the sentence to show, the code and the wrong fields.
   */
  return async function call<K extends CallKey>(key: K, ...[input]: CallArguments<K>): Promise<OutputOf<K>> {
    const asked = (input ?? {}) as LooseInput;
    if (asked.quiet) return (await withRetries(key, asked)) as OutputOf<K>;
    parts.onInFlight(1);
    try {
      return (await withRetries(key, asked)) as OutputOf<K>;
    } finally {
      parts.onInFlight(-1);
    }
  };
}

/** 128 random bits in hex; `randomUUID` is missing where the page is served without TLS from another host. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Number of calls in flight, for the progress bar. */
export const callsInFlight = createStore(0);

export const call = createCall({
  fetch: fetchTransport,
  upload: uploadTransport,
  keys: createIdempotencyKeys(randomKey),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  sessionToken: session.token,
  applicationToken,
  onRefused: session.refuse,
  // Rarely needed: loaded when a call asks for it.
  solve: async (challenge, signal) => {
    const { solve } = await import('./challenge/solve.ts');
    return solve(challenge, signal);
  },
  prove: askForProof,
  onInFlight: (change) => callsInFlight.set(callsInFlight.get() + change),
});

/** Ends on the server a session that the device has forgotten; one that does not reach it ends by itself. */
export function revoke(token: string | null): void {
  if (token !== null) call('POST /api/auth/logout', { token, quiet: true }).catch(() => undefined);
}
