import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';
import type { Notification } from './port.ts';

/** Older signatures may be replays (docs/security.md#webhooks). */
const toleranceMs = 300_000;

/** Text that Mercado Pago signs; absent parts are left out. */
function manifestOf({ dataId, requestId }: Omit<Notification, 'signature'>, ts: string): string {
  return [
    dataId === '' ? '' : `id:${dataId};`,
    requestId === '' ? '' : `request-id:${requestId};`,
    `ts:${ts};`,
  ].join('');
}

/** `x-signature` header of a webhook; `ts` is Unix time in seconds. */
export function signNotification(
  secret: string,
  notification: Omit<Notification, 'signature'>,
  ts: string,
): string {
  const hmac = createHmac('sha256', secret).update(manifestOf(notification, ts)).digest('hex');
  return `ts=${ts},v1=${hmac}`;
}

/** Checks whether one of the secrets signed it at most five minutes from `now`. Compares in constant time. */
export function isSigned(notification: Notification, secrets: readonly string[], now: Date): boolean {
  const parts = new Map(
    notification.signature.split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name, value];
    }),
  );
  const ts = parts.get('ts') ?? '';
  const given = Buffer.from(parts.get('v1') ?? '', 'hex');
  if (!/^\d{10,13}$/.test(ts) || given.length !== 32) return false;
  // Seconds in the provider's documentation, milliseconds in its SDK.
  const at = ts.length === 10 ? Number(ts) * 1000 : Number(ts);
  if (Math.abs(now.getTime() - at) > toleranceMs) return false;
  // The id is signed as written, but the documentation once required lower case.
  const manifests = [notification.dataId, notification.dataId.toLowerCase()].map((dataId) =>
    manifestOf({ ...notification, dataId }, ts),
  );
  return secrets.some((secret) =>
    manifests.some((manifest) => sameBytes(createHmac('sha256', secret).update(manifest).digest(), given)),
  );
}
