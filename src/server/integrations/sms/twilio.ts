import { z } from 'zod';
import type { Delivery, SmsGateway } from './port.ts';
import { isTwilioSigned } from './twilio-signature.ts';

export interface TwilioSettings {
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
  /** Address for delivery reports; without it none are requested. */
  readonly statusUrl?: string | undefined;
}

const timeLimitMs = 15_000;
const accepted = z.object({ sid: z.string().min(1) });

/** Twilio's Messages resource: form fields in, JSON out, Basic authentication. */
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
      // Neither number nor text in the error: it reaches the log.
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

/** `accepted`, `queued` and `sending` say nothing that we do not know. */
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
