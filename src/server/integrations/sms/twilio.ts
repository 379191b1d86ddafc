import { z } from 'zod';
import type { SmsGateway } from './port.ts';

export interface TwilioSettings {
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly from: string;
}

const timeLimitMs = 15_000;
const accepted = z.object({ sid: z.string().min(1) });

/** Twilio's Messages resource: form fields in, JSON out, Basic authentication. */
export function twilioSms({ baseUrl, accountSid, authToken, from }: TwilioSettings): SmsGateway {
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    async send(to, text) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
      // Neither number nor text in the error: it reaches the log.
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
      return accepted.parse(await response.json()).sid;
    },
  };
}
