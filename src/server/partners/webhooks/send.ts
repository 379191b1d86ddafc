import http from 'node:http';
import https from 'node:https';
import { Webhook } from 'standardwebhooks';
import { AddressRefusedError, isReachable, isWebhookUrl, publicLookup } from './addresses.ts';

/** Time for everything: name, connection, request and answer, milliseconds. */
export const ATTEMPT_MS = 15_000;
/** Longest part of an answer that is read; its words are never kept. */
const ANSWER_BYTES = 16_384;

export interface Outgoing {
  readonly url: string;
  /** Event id: the same on each attempt. */
  readonly id: string;
  readonly body: string;
  /** Live secrets, the newest first; each signs. */
  readonly secrets: readonly string[];
}

/** Result of an attempt. `status` is null without an answer; `failure` is empty for a delivery. */
export interface Attempt {
  readonly status: number | null;
  readonly failure: '' | 'status' | 'redirect' | 'timeout' | 'address' | 'connection' | 'tls';
  readonly milliseconds: number;
}

export interface SendOptions {
  readonly toLoopback: boolean;
  readonly timeLimitMs?: number;
  readonly lookup?: ReturnType<typeof publicLookup>;
}

/** Headers of an attempt at a time (Standard Webhooks 1.0.0). */
export function webhookHeaders(
  { id, body, secrets }: Omit<Outgoing, 'url'>,
  at: Date,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Makes one attempt. Never throws: every trouble of the receiver is a result. */
export async function sendWebhook(outgoing: Outgoing, options: SendOptions): Promise<Attempt> {
  const began = performance.now();
  const done = (status: number | null, failure: Attempt['failure']): Attempt => ({
    status,
    failure,
    milliseconds: Math.round(performance.now() - began),
  });
  // The rules may be stricter than when the address was entered.
  if (!isWebhookUrl(outgoing.url, options.toLoopback)) return done(null, 'address');
  const signal = AbortSignal.timeout(options.timeLimitMs ?? ATTEMPT_MS);
  try {
    const status = await post(outgoing, options, signal);
    if (status >= 200 && status < 300) return done(status, '');
    return done(status, status >= 300 && status < 400 ? 'redirect' : 'status');
  } catch (error) {
    return done(null, signal.aborted ? 'timeout' : kindOf(error));
  }
}

/** @returns the status once the headers arrive; the body does not matter */
function post(outgoing: Outgoing, { toLoopback, lookup }: SendOptions, signal: AbortSignal): Promise<number> {
  const url = new URL(outgoing.url);
  const body = Buffer.from(outgoing.body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      // A connection of its own, so that no earlier one skips the check of the address.
      agent: false,
      lookup: lookup ?? publicLookup(toLoopback),
      signal,
      maxHeaderSize: ANSWER_BYTES,
      headers: {
        ...webhookHeaders(outgoing, new Date()),
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'Cuota-Webhooks/1',
      },
    });
    request.on('error', reject);
    request.on('socket', (socket) => {
      const check = () => {
        const { remoteAddress = '' } = socket;
        if (!isReachable(remoteAddress, toLoopback))
          request.destroy(new AddressRefusedError('address refused'));
        // Nothing is written before the address is known to be allowed.
        else request.end(body);
      };
      if (socket.connecting) socket.once('connect', check);
      else check();
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      let bytes = 0;
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) request.destroy();
      });
    });
  });
}

function kindOf(error: unknown): Attempt['failure'] {
  if (error instanceof AddressRefusedError) return 'address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /TLS|CERT|SSL|SELF_SIGNED/.test(code) ? 'tls' : 'connection';
}
