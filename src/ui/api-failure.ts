/** Sentences for what no server could say. */
export const transportTexts = {
  offline: 'No pudimos conectarnos. Revisá tu conexión a internet y volvé a intentarlo.',
  timeout: 'La respuesta está tardando más de lo normal. Volvé a intentarlo.',
  unreadable: 'Tuvimos un problema. Volvé a intentarlo en unos minutos.',
} as const;

/** A call that did not succeed. `message` may be shown as it is. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Code of the contract's failure table, or `offline`, `timeout`, `unreadable`. */
  readonly code: string;
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Messages of single fields by the names they have on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** Proof of work that the same request has to bring. */
  readonly challenge: unknown;

  constructor(failure: {
    code: string;
    status: number;
    message: string;
    fields?: Record<string, string>;
    challenge?: unknown;
  }) {
    super(failure.message);
    this.challenge = failure.challenge;
    this.code = failure.code;
    this.status = failure.status;
    this.fields = failure.fields ?? {};
  }

  /** No answer, or one that says nothing about the request itself. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** The sentence of anything thrown, fit to be shown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiFailure ? error.message : transportTexts.unreadable;
}

/** One text, or several. */
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );

/**
 * Message of a failure, first match wins (docs/product/shell.md#message-of-a-failure): `errors` joined by newlines,
 * else `messages`, else `message`, else `data`, else `raw`.
 */
export function messageOfAnswer(body: unknown, raw: string): string {
  if (typeof body !== 'object' || body === null) return raw;
  const answer = body as Record<string, unknown>;
  const members = [answer.errors, answer.messages, answer.message, answer.data];
  const said = members.map(texts).find((list) => list.length > 0);
  return said ? said.join('\n') : raw;
}

/**
 * The failure that an answer carries, or null for a success. `status: 'error'` counts with every HTTP
 * status, and so does an answer that is no JSON: it comes from something between us and the server.
 */
export function failureOfAnswer(status: number, body: unknown): ApiFailure | null {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  if (status >= 200 && status < 300 && answer.status !== 'error' && body !== undefined) return null;
  const fields = typeof answer.fields === 'object' && answer.fields !== null ? answer.fields : {};
  return new ApiFailure({
    code: typeof answer.code === 'string' ? answer.code : 'unreadable',
    status,
    message: messageOfAnswer(body, transportTexts.unreadable),
    fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string')),
    challenge: answer.challenge,
  });
}
