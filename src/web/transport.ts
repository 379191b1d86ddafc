import { ApiFailure, transportTexts } from '../ui/api-failure.ts';

/** One HTTP exchange, ready to be sent. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData | undefined;
  /** Time limit of the whole exchange, milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** A redirect counts as no response: requests are for our server only. */
  readonly redirect?: 'error';
  /** Called with the fraction of the body that has left. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

export interface Answer {
  readonly status: number;
  /** Parsed JSON; undefined when the answer was not JSON. */
  readonly body: unknown;
}

/** Sends an exchange; throws {@link ApiFailure} when no answer arrives. */
export type Transport = (exchange: Exchange) => Promise<Answer>;

const noAnswer = (code: 'offline' | 'timeout') =>
  new ApiFailure({ code, status: 0, message: transportTexts[code] });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The browser's fetch. An abort by the caller is thrown as it is: it is no failure. */
export const fetchTransport: Transport = async (exchange) => {
  const limit = AbortSignal.timeout(exchange.timeoutMs);
  try {
    const response = await fetch(exchange.url, {
      method: exchange.method,
      headers: exchange.headers,
      body: exchange.body ?? null,
      signal: exchange.signal ? AbortSignal.any([limit, exchange.signal]) : limit,
      // Shares the page's connection; a request without cookies opens a second one. The server ignores the cookies.
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: exchange.redirect ?? 'follow',
    });
    return { status: response.status, body: parse(await response.text()) };
  } catch (error) {
    if (exchange.signal?.aborted) throw error;
    throw noAnswer(limit.aborted ? 'timeout' : 'offline');
  }
};

/** XMLHttpRequest, because fetch does not report upload progress. */
export const uploadTransport: Transport = (exchange) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(exchange.method, exchange.url);
    for (const [name, value] of Object.entries(exchange.headers)) request.setRequestHeader(name, value);
    request.timeout = exchange.timeoutMs;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) exchange.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(noAnswer('offline'));
    request.ontimeout = () => reject(noAnswer('timeout'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    exchange.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(exchange.body ?? null);
  });
