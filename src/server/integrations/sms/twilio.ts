import { z } from 'zod';
import type { Delivery, SmsGateway } from './port.ts';
import { createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';

/**
 * Computes Twilio's `X-Twilio-Signature` of a form: HMAC-SHA1 over the address and all fields sorted by name.
 */
export function twilioSignature(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const members = Object.keys(form).toSorted();
  const signed = url + members.map((name) => `${name}${form[name] ?? ''}`).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}

function isTwilioSigned(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64');
  const right = Buffer.from(twilioSignature(authToken, url, form), 'base64');
  return given.length === right.length && sameBytes(given, right);
}

interface TwilioSettings {
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
  /** Address for delivery reports; without it none are requested. */
  readonly statusUrl?: string | undefined;
}

const timeLimitMs = 15_000;
const accepted = z.object({ sid: z.string().min(1) });

/** Twilio's Messages resource: form-encoded request, JSON response, Basic authentication. */
export function twilioSms({ baseUrl, accountSid, authToken, from, statusUrl }: TwilioSettings): SmsGateway {
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    async send(to, text, messageId) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({
          To: to,
          From: from,
          Body: text,
          ...(statusUrl === undefined ? {} : { StatusCallback: callbackOf(statusUrl, String(messageId)) }),
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
      // The error reaches the log, so it contains neither number nor text.
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
      return accepted.parse(await response.json()).sid;
    },
    reportOf({ messageId, form, signature }) {
      const members: Record<string, string> = {};
      for (const [name, value] of Object.entries(form)) if (typeof value === 'string') members[name] = value;
      if (statusUrl === undefined) return undefined;
      if (!isTwilioSigned(authToken, callbackOf(statusUrl, messageId), members, signature)) return undefined;
      return {
        delivery: deliveries[members['MessageStatus'] ?? ''],
        code: members['ErrorCode'] ?? '',
        providerId: members['MessageSid'] ?? '',
      };
    },
  };
}

/** States that add information; `accepted`, `queued` and `sending` do not. */
const deliveries: Readonly<Record<string, Delivery>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
};

function callbackOf(statusUrl: string, messageId: string): string {
  const url = new URL(statusUrl);
  url.searchParams.set('message', messageId);
  return url.href;
}
